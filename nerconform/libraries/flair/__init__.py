"""Flair: its decoder of tags, and its evaluation."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="flair")

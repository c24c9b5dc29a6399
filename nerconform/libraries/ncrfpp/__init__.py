"""NCRF++: its decoders of tags, and its F1."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="NCRF++")

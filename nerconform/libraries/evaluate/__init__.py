"""evaluate of Hugging Face: its metric around seqeval."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="evaluate")

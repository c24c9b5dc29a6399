"""tagger: the decoder of the repository glample/tagger."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="glample/tagger")

"""decode_entities_jie: a decoder that is passed on from project to project."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="decode_entities_jie")

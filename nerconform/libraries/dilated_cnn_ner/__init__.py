"""dilated-cnn-ner: the evaluation of the repository iesl/dilated-cnn-ner."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="iesl/dilated-cnn-ner")

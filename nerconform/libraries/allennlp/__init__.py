"""AllenNLP: its functions from tags to spans, and its span F1. It is asked by no name: only its defects stand here."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="allennlp")

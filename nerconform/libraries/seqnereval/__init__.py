"""seqnereval: the four schemas of SemEval-2013 task 9.1, asked through examples/external."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="seqnereval")

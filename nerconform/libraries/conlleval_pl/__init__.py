"""conlleval.pl: the Perl script of the CoNLL shared tasks, asked through examples/external."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="conlleval.pl")

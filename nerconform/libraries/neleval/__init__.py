"""neleval: the scorer of TAC and of LoReHLT, asked through examples/external. It has no quirk."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="neleval")

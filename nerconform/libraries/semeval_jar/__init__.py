"""evaluateNER.jar: the evaluator of SemEval-2013 task 9.1."""

from nerconform.libraries.library import Library

LIBRARY = Library(package=__name__, name="evaluateNER.jar")

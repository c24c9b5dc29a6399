"""presidio-evaluator: scores of each type of personal data, by overlap."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="presidio-evaluator",
    modes=(Mode("", "presidio-evaluator: F1 of each type, exact bounds."),),
    extra="presidio-evaluator",
    oldest="0.3.2",
    recorded="0.3.2",
    rank=15,
)

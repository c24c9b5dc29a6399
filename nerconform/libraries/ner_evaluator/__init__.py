"""ner-evaluator: precision, recall and F1 of each label, rounded to two decimals."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="ner-evaluator",
    modes=(Mode("", "ner-evaluator: F1 of each type, exact bounds."),),
    oldest="1.0.4",
    recorded="1.0.4",
    beside=("rapidfuzz>=3.0",),
    recorded_with=("rapidfuzz==3.14.6",),
    rank=13,
)

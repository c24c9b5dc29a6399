"""sklearn-crfsuite: metrics of tokens, and of whole sequences."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="sklearn-crfsuite",
    modes=(
        Mode("", "The library sklearn-crfsuite, whose metrics compare tokens."),
        Mode("sequences", "its accuracy of sequences, each of one tag twice.", only_by_name=True),
        Mode("no-average", "its functions of one number, without an average.", only_by_name=True),
    ),
    imports=("sklearn_crfsuite", "sklearn"),
    oldest="0.5.0",
    recorded="0.5.0",
    recorded_with=("scikit-learn==1.9.1",),
    rank=8,
)

"""sklearn-crfsuite: metrics of tokens, and of whole sequences."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="sklearn-crfsuite",
    modes=(
        Mode("", "sklearn-crfsuite: F1 of tokens, not of entities.", call="flat_classification_report(gold, pred)"),
        Mode("sequences", "sequence_accuracy_score, for sentences of one tag twice.", only_by_name=True),
        Mode("no-average", "flat_f1_score without average=.", only_by_name=True),
    ),
    imports=("sklearn_crfsuite", "sklearn"),
    oldest="0.5.0",
    recorded="0.5.0",
    recorded_with=("scikit-learn==1.9.1",),
    rank=8,
)

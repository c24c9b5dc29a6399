"""ner-metrics: precision, recall and F1 of each type, in one flat list of tags."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="ner-metrics",
    sentence="ner-metrics: F1 of each type, in two modes.",
    modes=(
        Mode("strict", "Its strict mode: entities with the right bounds and type."),
        Mode("lenient", "Its lenient mode, the default: entities of the right type that overlap."),
    ),
    bare=("strict", "lenient"),
    oldest="0.1.2",
    recorded="0.1.2",
    rank=12,
)

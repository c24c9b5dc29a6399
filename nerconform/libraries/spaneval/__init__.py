"""spaneval: four schemas in the manner of SemEval-2013, by overlaps."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="spaneval",
    modes=(Mode("", "spaneval: F1 of spans in four schemas."),),
    oldest="0.2.1",
    recorded="0.2.1",
    rank=11,
)

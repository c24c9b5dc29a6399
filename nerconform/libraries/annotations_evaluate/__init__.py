"""annotations-evaluate: the four schemas of SemEval-2013 in its flat mode."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="annotations-evaluate",
    modes=(Mode("", "annotations-evaluate: F1 of spans in four schemas."),),
    oldest="0.1.0",
    recorded="0.1.0",
    rank=10,
)

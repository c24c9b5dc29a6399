"""eval4ner: the four schemas of SemEval-2013 task 9.1, of texts."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="eval4ner",
    modes=(
        Mode("", "eval4ner: F1 of entities in four schemas."),
        Mode("words", "Texts in which a word is repeated."),
    ),
    oldest="0.1.0",
    recorded="0.1.0",
    rank=6,
)

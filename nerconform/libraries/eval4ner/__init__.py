"""eval4ner: the four schemas of SemEval-2013 task 9.1, of texts."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="eval4ner",
    modes=(
        Mode("", "The library eval4ner: outcomes, precision, recall and F1 of spans in four schemas."),
        Mode("words", "The same, handed a text in which words come again."),
    ),
    oldest="0.1.0",
    recorded="0.1.0",
    rank=6,
)

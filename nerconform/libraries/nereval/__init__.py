"""nereval: spans by text and by type, as MUC counts them."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="nereval",
    modes=(Mode("", "nereval: MUC-style F1, half text and half type."),),
    oldest="0.2.5",
    recorded="0.2.5",
    rank=7,
)

"""mylib: what it computes, in one line."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="mylib",
    modes=(Mode("", "mylib: what it scores, in one sentence."),),
    oldest="1.0",
    recorded="1.0",
)

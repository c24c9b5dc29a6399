"""conlleval of PyPI: a port of the Perl script, not the script."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="conlleval",
    modes=(
        Mode("", "The library conlleval of PyPI, a port of the Perl script: spans, and equal tags."),
        Mode("tab", "The same, told that the fields of a line are parted by a tab."),
    ),
    compared=("",),
    oldest="0.2",
    recorded="0.2",
    rank=4,
)

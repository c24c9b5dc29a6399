"""conlleval of PyPI: a port of the Perl script, not the script."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="conlleval",
    modes=(
        Mode("", "conlleval of PyPI: F1 as the Perl script counts.", call="evaluate(lines)"),
        Mode("tab", "Lines with a tab between their fields.", call="evaluate(lines, delimiter='\\t')"),
    ),
    compared=("",),
    oldest="0.2",
    recorded="0.2",
    rank=4,
)

"""nerval: it cannot be imported, because its published file has marks of an unfinished merge."""

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import raising_at_once
from nerconform.reference.schemes import Scheme

LIBRARY = Library(package=__name__, name="nerval")


def _always(_given: Given) -> bool:
    """Whatever the input is: no function can be called."""
    return True


QUIRKS = (
    Quirk(
        "nerval.cannot-be-imported",
        Step.PARSE,
        _always,
        raising_at_once("SyntaxError"),
        base={"policy": "lenient", "align": "none"},
        schemes=tuple(Scheme),
    ),
)

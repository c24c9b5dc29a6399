"""evaluate of Hugging Face: its metric around seqeval."""

from collections.abc import Sequence
from functools import partial

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import of_read
from nerconform.libraries.seqeval.quirks import BASE_CHOICES, overwritten
from nerconform.reference.schemes import Scheme
from nerconform.reference.units import Unit

LIBRARY = Library(package=__name__, name="evaluate")
_OVERALL = frozenset(f"overall_{name}" for name in ("precision", "recall", "f1", "accuracy"))


def _divided_by_nothing(units: Sequence[Unit]) -> Sequence[Unit]:
    """Crash where there is no token."""
    if not any(unit.gold.length for unit in units):
        raise LibraryRaises("ZeroDivisionError")
    return units


def _has_no_token(given: Given) -> bool:
    return not given.tags()


def _may_be_overwritten(given: Given) -> bool:
    return any(name in tag for tag in given.tags() for name in _OVERALL)


_quirk = partial(Quirk, base=BASE_CHOICES, schemes=tuple(Scheme))
QUIRKS = (
    _quirk("evaluate.no-token-no-number", Step.PARSE, _has_no_token, of_read(_divided_by_nothing)),
    _quirk("evaluate.row-overwritten-by-an-overall-number", Step.COUNT, _may_be_overwritten, overwritten(_OVERALL)),
)

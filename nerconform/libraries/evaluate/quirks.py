"""Quirks of the metric seqeval of Hugging Face evaluate, a script around seqeval, whose quirks it has as well."""

from collections.abc import Sequence
from dataclasses import replace

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.seqeval.quirks_default import READING, overwritten
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.units import Unit

_OVERALL = frozenset(f"overall_{name}" for name in ("precision", "recall", "f1", "accuracy"))


def _divided_by_nothing(pipeline: Pipeline) -> Pipeline:
    """Crash where there is no token."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        units = before(gold, pred)
        if not any(unit.gold.length for unit in units):
            raise LibraryRaises("ZeroDivisionError")
        return units

    return replace(pipeline, read=read)


def _has_no_token(given: Given) -> bool:
    return not given.tags()


def _may_be_overwritten(given: Given) -> bool:
    return any(name in tag for tag in given.tags() for name in _OVERALL)


QUIRKS = (
    Quirk(
        id="evaluate.no-token-no-number",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=_has_no_token,
        change=_divided_by_nothing,
    ),
    Quirk(
        id="evaluate.row-overwritten-by-an-overall-number",
        step=Step.COUNT,
        base=READING,
        schemes=tuple(Scheme),
        fires=_may_be_overwritten,
        change=overwritten(_OVERALL),
    ),
)

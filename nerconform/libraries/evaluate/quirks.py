"""Quirks of the metric seqeval of Hugging Face evaluate, a script around seqeval, whose quirks it has as well."""

from collections.abc import Sequence
from dataclasses import replace

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.seqeval.quirks_default import READING
from nerconform.libraries.seqeval.quirks_report import overwritten
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.units import Unit

_REVISION = "a7dd338"
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
        library="evaluate",
        versions=_REVISION,
        step=Step.PARSE,
        title="Data without a token have no number at all",
        prose=(
            "compute always asks for the accuracy, too, in which seqeval divides by the number of tokens. Where there "
            "is none, the ZeroDivisionError takes precision, recall and F1 with it, whatever zero_division is."
        ),
        clause="SCO-4",
        base=READING,
        schemes=tuple(Scheme),
        fires=_has_no_token,
        change=_divided_by_nothing,
        shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError"),
    ),
    Quirk(
        id="evaluate.row-overwritten-by-an-overall-number",
        library="evaluate",
        versions=_REVISION,
        step=Step.COUNT,
        title="A type named like an overall number loses its row",
        prose=(
            "The result has one key for each type and one for each overall number. The row of a type called "
            "overall_f1, say, is overwritten by that number; the type counts in all overall numbers."
        ),
        clause="CNT-4",
        base=READING,
        schemes=tuple(Scheme),
        fires=_may_be_overwritten,
        change=overwritten(_OVERALL),
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-overall_f1"]], [["B-overall_f1"]])),
    ),
)

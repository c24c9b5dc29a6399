"""Quirks of seqeval's metrics: what they do with nothing to count, and how they name rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.reference.counting import Tally
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.units import Unit

_READING: Mapping[str, str] = MappingProxyType(
    {
        "bare": "first-char",
        "outside": "by-prefix",
        "policy": "lenient",
        "duplicates": "set",
        "align": "none",
        "empty": "nan",
    }
)
_AVERAGES = frozenset({"micro avg", "macro avg", "weighted avg"})


def _has_no_units(given: Given) -> bool:
    """Whether there is no unit, and spans are compared."""
    return not given.gold and not given.pred and given.dialect.item is Item.SPAN


def _refuses_nothing(pipeline: Pipeline) -> Pipeline:
    """Return the path on which no units are refused."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        if not gold and not pred:
            raise LibraryRaises("TypeError")
        return before(gold, pred)

    return replace(pipeline, read=read)


def _without_types(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a report without rows crashes."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        if not tally.by_type:
            raise LibraryRaises("ValueError")
        return tally

    return replace(pipeline, count=counted)


def _divides_by_nothing(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the accuracy of no token crashes."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        if pipeline.dialect.item is Item.TOKEN and not tally.by_type:
            raise LibraryRaises("ZeroDivisionError")
        return tally

    return replace(pipeline, count=counted)


@dataclass(frozen=True, slots=True)
class _Shown(Tally):
    """A tally as a report shows it, and the whole of it, which is scored."""

    whole: Tally | None = None


def _overwritten(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a row that is called like an average is not shown, and counts in the averages."""
    count, score = pipeline.count, pipeline.score

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        rows = {kind: row for kind, row in tally.by_type.items() if kind not in _AVERAGES}
        parts = {each.name: getattr(tally, each.name) for each in fields(Tally)}
        return _Shown(**parts | {"by_type": rows}, whole=tally)

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return score(tally.whole or tally if isinstance(tally, _Shown) else tally, beta)

    return replace(pipeline, count=counted, score=scored)


def _may_be_overwritten(given: Given) -> bool:
    """Whether a tag holds the name of an average, and the dictionary is asked."""
    return given.ask == "scores" and any(name in tag for tag in given.tags() for name in _AVERAGES)


def _is_token(given: Given) -> bool:
    return given.dialect.item is Item.TOKEN and not given.tags()


NO_UNITS = Quirk(
    id="seqeval.no-units-refused",
    library="seqeval",
    versions=">=1.1.1,<=1.2.2",
    step=Step.PARSE,
    title="No units are refused as no list of lists",
    prose=(
        "The check that both sides are lists of lists looks at the types of their members. An empty list has "
        "none, and is refused as something else than it is."
    ),
    clause="CNT-7",
    base=_READING,
    schemes=tuple(Scheme),
    fires=_has_no_units,
    change=_refuses_nothing,
    shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([], [])),
)
NO_ROWS = Quirk(
    id="seqeval.text-report-without-entities",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.COUNT,
    title="The text report crashes where neither side has an entity",
    prose=(
        "classification_report formats its rows with max() over the names of the types. Where neither side has a "
        "span there is no name, and max() raises. The dictionary of the same call, and every other function, "
        "answers."
    ),
    clause="SCO-9",
    base=_READING,
    schemes=tuple(Scheme),
    fires=lambda given: given.ask == "report",
    change=_without_types,
    shown=Shown(Scheme.IOB2, "", "", error="ValueError", data=([[]], [[]])),
)
NO_TOKENS = Quirk(
    id="seqeval.accuracy-of-nothing",
    library="seqeval",
    versions=">=0.0.3,<=1.2.2",
    step=Step.COUNT,
    title="The accuracy of no token crashes",
    prose=(
        "accuracy_score divides by the number of gold tags before it looks whether there is one. Where there is "
        "none, a ZeroDivisionError comes out of the library, and zero_division is no argument of it."
    ),
    clause="SCO-4",
    base={**_READING, "item": "token"},
    schemes=tuple(Scheme),
    fires=_is_token,
    change=_divides_by_nothing,
    shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError", data=([], [])),
    modes=("default",),
)
OVERWRITTEN = Quirk(
    id="seqeval.row-overwritten-by-an-average",
    library="seqeval",
    versions=">=0.0.19,<=1.2.2",
    step=Step.COUNT,
    title="A type named like an average loses its row",
    prose=(
        "The dictionary of the report has one key for each type and one for each average. A type called micro avg, "
        "macro avg or weighted avg is overwritten by the average of that name. It counts in the averages, and the "
        "printed report has both rows."
    ),
    clause="CNT-4",
    base=_READING,
    schemes=tuple(Scheme),
    fires=_may_be_overwritten,
    change=_overwritten,
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-micro avg"]], [["B-micro avg"]])),
)
QUIRKS = (NO_UNITS, NO_ROWS, NO_TOKENS, OVERWRITTEN)

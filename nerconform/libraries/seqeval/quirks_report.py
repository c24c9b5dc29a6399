"""Quirks of seqeval's metrics: what they do with nothing to count, and how they name rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.reading import members
from nerconform.libraries.seqeval.quirks_default import READING
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.options import Item, Unknown
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.refusals import LengthsDiffer, UnitsDiffer
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.units import Annotation, Unit

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
    """Return the path on which a report without rows crashes; in default mode before lengths are looked at."""
    count, before = pipeline.count, pipeline.read

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        if not tally.by_type:
            raise LibraryRaises("ValueError")
        return tally

    def read(gold: object, pred: object) -> Sequence[Unit]:
        try:
            return before(gold, pred)
        except (UnitsDiffer, LengthsDiffer):
            sides = ((Side.GOLD, gold), (Side.PRED, pred))
            units = [(side, Annotation(unit)) for side, units in sides for unit in members(units)]
            if pipeline.dialect.unknown is Unknown.REFUSE or any(pipeline.spans(unit, side) for side, unit in units):
                raise
            raise LibraryRaises("ValueError") from None

    return replace(pipeline, count=counted, read=read)


@dataclass(frozen=True, slots=True)
class _Shown(Tally):
    """A tally as a report shows it, and the whole of it, which is scored."""

    whole: Tally | None = None


def overwritten(names: frozenset[str]) -> Change:
    """Return the change after which a row that has one of these names is not shown, and counts in all averages."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, score = pipeline.count, pipeline.score

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            rows = {kind: row for kind, row in tally.by_type.items() if kind not in names}
            parts = {each.name: getattr(tally, each.name) for each in fields(Tally)}
            return _Shown(**parts | {"by_type": rows}, whole=tally)

        def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
            return score(tally.whole or tally if isinstance(tally, _Shown) else tally, beta)

        return replace(pipeline, count=counted, score=scored)

    return change


def _may_be_overwritten(given: Given) -> bool:
    """Whether a tag holds the name of an average, and the dictionary is asked."""
    return given.ask == "scores" and any(name in tag for tag in given.tags() for name in _AVERAGES)


QUIRKS = (
    Quirk(
        id="seqeval.no-units-refused",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=_has_no_units,
        change=_refuses_nothing,
    ),
    Quirk(
        id="seqeval.text-report-without-entities",
        step=Step.COUNT,
        base=READING,
        schemes=tuple(Scheme),
        fires=lambda given: given.ask == "report",
        change=_without_types,
    ),
    Quirk(
        id="seqeval.row-overwritten-by-an-average",
        step=Step.COUNT,
        base=READING,
        schemes=tuple(Scheme),
        fires=_may_be_overwritten,
        change=overwritten(_AVERAGES),
    ),
)

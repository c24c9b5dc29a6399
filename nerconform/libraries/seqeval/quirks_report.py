"""Quirks of seqeval's metrics: what they do with nothing to count, and how they name rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
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
    base=READING,
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
        "answers. In default mode the names come before the check of lengths, so that the error about those is lost."
    ),
    clause="SCO-9",
    base=READING,
    schemes=tuple(Scheme),
    fires=lambda given: given.ask == "report",
    change=_without_types,
    shown=Shown(Scheme.IOB2, "", "", error="ValueError", data=([[]], [[]])),
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
    base=READING,
    schemes=tuple(Scheme),
    fires=_may_be_overwritten,
    change=overwritten(_AVERAGES),
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-micro avg"]], [["B-micro avg"]])),
)
QUIRKS = (NO_UNITS, NO_ROWS, OVERWRITTEN)

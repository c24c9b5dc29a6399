"""Steps: from one way of computing a number to another, each step by evaluating the data."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import ChangedDialect, Reason, shown
from nerconform.libraries.quirk import Quirk, Step
from nerconform.products.compare.evaluations import NoEvaluation, PathEvaluation, PathEvaluations
from nerconform.reference.counting import Counts, charged
from nerconform.reference.dialect import AXES, Axis, Dialect, axis_of
from nerconform.reference.measures import COUNTS, OUTCOME_COUNTS, Measure
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import CLAUSES, STEPS
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.spans import Span
from nerconform.reference.words import sentence
from nerconform.results.bridge import (
    Bridge,
    BridgeChange,
    BridgeEnd,
    BridgeStep,
    PairOutcome,
    PathValue,
    UnitChange,
    bridge_of,
    change_of,
    counts_change,
    step_of,
)
from nerconform.results.values import Cause, CauseKind, Count, SpanRecord, number_of

DONE, UNDONE = "done", "undone"
_ORDER = {step: number for number, step in enumerate(Step)}
_STEP_OF = {axis: Step(step) for step, axes in STEPS.items() for axis in axes}
_UNDO, _CHOOSE, _MEASURE, _ROUND, _DO = range(5)
"""In a step left quirks are undone, choices are made, measure and rounding change, and right quirks are done."""
_OF_MEASURE = {"schema": (Step.COUNT, "MAT-3"), "scope": (Step.SCORE, "DIA-3"), "quantity": (Step.SCORE, "DIA-3")}


class Computation(NamedTuple):
    """A way to compute a number: the path, the measure, and the implementation that does so.

    `declared` is the dialect that the implementation declares; where the path makes another choice, it is its own.
    """

    path: ChangedDialect
    measure: Measure
    whose: str = ""
    declared: Dialect | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """Return dialect and quirks: two ways with one key compute one number of the same data."""
        return (str(self.path.dialect), *(quirk.id for quirk in self.path.quirks))

    def departs(self, axis: str) -> bool:
        """Whether the implementation makes another choice than it declares."""
        return self.declared is not None and self.declared.option(axis) != self.path.dialect.option(axis)


class RouteChange(NamedTuple):
    """One single change; `order` sorts changes along the path."""

    order: tuple[int, int, int]
    change: BridgeChange

    @property
    def cause(self) -> Cause:
        """Return what is changed."""
        return self.change.cause


class Route:
    """All changes from one way to another. What is on the way after some of them is again a path and a measure."""

    def __init__(self, left: Computation, right: Computation) -> None:
        """Find the changes: none for a choice that cannot matter on the right, nor for quirks that both sides have."""
        self.left, self.right = left, right
        self._target = _nearest(left.path.dialect, right.path.dialect)
        both = {quirk.id for quirk in left.path.quirks} & {quirk.id for quirk in right.path.quirks}
        self._kept = both
        self.changes = tuple(sorted(self._changes()))

    def at(self, taken: Collection[RouteChange]) -> tuple[ChangedDialect, Measure] | None:
        """Return path and measure behind some of the changes, `None` where these choices exclude each other (DIA-7)."""
        if len(taken) == len(self.changes):
            return self.right.path, self.right.measure
        if not taken:
            return self.left.path, self.left.measure
        choices = {axis_of(one.cause.id).attribute: one.change.after for one in taken if _is(one, CauseKind.CHOICE)}
        try:
            dialect = self.left.path.dialect.set(**choices) if choices else self.left.path.dialect
        except NerconformError:
            return None
        quirks = {one.cause.id: one.change.after for one in taken if _is(one, CauseKind.QUIRK)}
        kept = (
            *(quirk for quirk in self.left.path.quirks if quirks.get(quirk.id) != UNDONE),
            *(quirk for quirk in self.right.path.quirks if quirks.get(quirk.id) == DONE),
        )
        measured = {one.cause.id: one.change.after for one in taken if _is(one, CauseKind.MEASURE)}
        parts = {**self.left.measure._asdict(), **measured}
        return ChangedDialect(dialect, kept), Measure(Schema(parts["schema"]), parts["scope"], parts["quantity"])

    def _changes(self) -> Iterator[RouteChange]:
        for side, order, after in ((self.left, _UNDO, UNDONE), (self.right, _DO, DONE)):
            for number, quirk in enumerate(side.path.quirks):
                if quirk.id not in self._kept:
                    yield RouteChange((_ORDER[quirk.step], order, number), _quirk_change(quirk, after, side.whose))
        for number, axis in enumerate(AXES):
            before, after = self.left.path.dialect.option(axis.name), self._target.option(axis.name)
            if before != after and axis.name != "scheme":
                step = _STEP_OF[axis.name]
                order = _ROUND if axis.name == "round" else _CHOOSE
                whose = next((way.whose for way in (self.left, self.right) if way.departs(axis.name)), "")
                words = self._words(axis, after)
                change = _option_change(axis.name, CauseKind.CHOICE, step, CLAUSES[axis.name], before, after)
                change = replace(change, cause=replace(change.cause, words=words, whose=whose))
                yield RouteChange((_ORDER[step], order, number), change)
        for number, (name, (step, clause)) in enumerate(_OF_MEASURE.items()):
            before, after = (str(getattr(way.measure, name)) for way in (self.left, self.right))
            if before != after:
                change = _option_change(name, CauseKind.MEASURE, step, clause, before, after)
                yield RouteChange((_ORDER[step], _MEASURE, number), change)

    def _words(self, axis: Axis, option: str) -> str:
        """Return what a choice does in the scheme of the data, in a sentence."""
        scheme = str(self.left.path.dialect.scheme)
        return sentence(Dialect().set(**{"scheme": scheme, "policy": "lenient", axis.attribute: option}), axis.name)


def _is(one: RouteChange, kind: CauseKind) -> bool:
    return one.cause.kind is kind


def _option_change(  # noqa: PLR0913, PLR0917 - what is changed, and where
    name: str, kind: CauseKind, step: Step, clause: str, before: str, after: str
) -> BridgeChange:
    cause = Cause(name, kind, f"{name}: {before} -> {after}", clause=clause, step=str(step))
    return BridgeChange(cause, before, after)


def _quirk_change(quirk: Quirk, after: str, whose: str) -> BridgeChange:
    cause = replace(shown(Reason(quirk, whose)), step=str(quirk.step))
    return BridgeChange(cause, DONE if after == UNDONE else UNDONE, after)


def _nearest(left: Dialect, right: Dialect) -> Dialect:
    """Return the dialect that is equal to the right one on all input, and makes choices of the left where it can."""
    for axis in AXES:
        if axis.name == "scheme" or left.option(axis.name) == right.option(axis.name):
            continue
        try:
            nearer = right.set(**{axis.attribute: left.option(axis.name)})
        except NerconformError:
            continue
        if str(nearer) == str(right):
            right = nearer
    return right


def path_value_of(evaluated: PathEvaluation, measure: Measure) -> PathValue | NoEvaluation:
    """Return value and counts of a measure; a ratio as a ratio, whatever scale the dialect prints it on."""
    evaluation = evaluated.evaluation
    try:
        value = evaluation.value(measure)
    except (NotAnswered, KeyError) as error:  # a quirk can take all results away
        return NoEvaluation(f"{type(error).__name__}: {error}")
    if isinstance(value, Fraction):
        value /= evaluation.dialect.round.scale
    return PathValue(number_of(value), counts_of(evaluated, measure))


def counts_of(evaluated: PathEvaluation, measure: Measure) -> Mapping[str, Count]:
    """Return the counts of the measure's type, or of all types together."""
    tally = evaluated.evaluation.tally
    if measure.type is not None:
        counts = tally.counts(measure.schema, measure.type)
    else:
        counts = tally.total.get(measure.schema, Counts())
    return _named(counts, aligned=_is_aligned(evaluated))


def _named(counts: Counts, *, aligned: bool) -> Mapping[str, Count]:
    return {name: getattr(counts, name) for name in COUNTS if aligned or name not in OUTCOME_COUNTS}


def _is_aligned(evaluated: PathEvaluation) -> bool:
    return evaluated.evaluation.dialect.align is not Align.NONE


class _Row(NamedTuple):
    """One row of an alignment: who met whom, and what it counts as in the schema."""

    gold: Span | None
    pred: Span | None
    outcome: str


def unit_changes(
    before: PathEvaluation, after: PathEvaluation, measures: tuple[Measure, Measure]
) -> tuple[UnitChange, ...]:
    """Return the units in which two evaluations part, as far as a measure of each looks at them, in order.

    Where one of them has no alignment, the pairs of the other that are not right are taken apart.
    """
    aligned = _is_aligned(before) and _is_aligned(after)
    found: list[UnitChange] = []
    for index, (one, other) in enumerate(zip(before.outcomes, after.outcomes, strict=False)):
        if measures[0] == measures[1] and _is_alike(one, other, measures[0]):
            continue
        left, right = _rows(one, measures[0], aligned=aligned), _rows(other, measures[1], aligned=aligned)
        if left != right:
            counts = counts_change(_counted(left, aligned=aligned), _counted(right, aligned=aligned))
            found.append(
                UnitChange(index, counts, *(_sorted(rows) for rows in (left - right, right - left, left & right)))
            )
    return tuple(found)


def _is_alike(one: Outcomes, other: Outcomes, measure: Measure) -> bool:
    """Whether two outcomes are one for a measure, told at a glance: rows in another order are not seen to be."""
    schema = Schema(measure.schema)
    return one is other or (measure.scope == "micro" and one.rows.get(schema) == other.rows.get(schema))


def _rows(outcomes: Outcomes, measure: Measure, *, aligned: bool) -> Counter[_Row]:
    """Return the rows of a unit that the measure looks at, with what each counts as."""
    rows: Counter[_Row] = Counter()
    for _, row in looked_at(outcomes, measure):
        outcome = row.outcome(measure.schema)
        if not aligned and outcome in {Outcome.INC, Outcome.PAR}:
            rows[_Row(row.gold, None, Outcome.MIS)] += 1
            rows[_Row(None, row.pred, Outcome.SPU)] += 1
        else:
            rows[_Row(row.gold, row.pred, outcome)] += 1
    return rows


def looked_at(outcomes: Outcomes, measure: Measure) -> Iterator[tuple[str, Pair]]:
    """Yield the rows of a unit that a measure counts, each with the type to which it is charged (CNT-2, CNT-3)."""
    of_type = outcomes.of_type
    if of_type is not None and measure.scope != "micro":
        for kind, alignment in of_type.items():
            if measure.type in {None, kind}:
                yield from ((kind, row) for row in alignment.get(Schema(measure.schema), ()))
        return
    for row in outcomes.rows.get(Schema(measure.schema), ()):
        kind = charged(row)
        if measure.type in {None, kind}:
            yield kind, row


def _counted(rows: Counter[_Row], *, aligned: bool) -> Mapping[str, Count]:
    found: Counter[str] = Counter()
    for row, times in rows.items():
        found[row.outcome] += times
    return _named(Counts(*(found[outcome] for outcome in Outcome)), aligned=aligned)


def _sorted(rows: Counter[_Row]) -> tuple[PairOutcome, ...]:
    """Return rows in the order of the text."""
    found = sorted(rows.elements(), key=lambda row: (min(span[1:] for span in row[:2] if span), row.outcome))
    return tuple(PairOutcome(gold=_span(row.gold), pred=_span(row.pred), outcome=str(row.outcome)) for row in found)


def _span(span: Span | None) -> SpanRecord | None:
    return span and SpanRecord(*span)


class _Stop:
    """What stands behind some changes: evaluation, measure, value and counts; or why there is nothing."""

    def __init__(self, evaluations: PathEvaluations, route: Route, taken: Sequence[RouteChange]) -> None:
        at = route.at(taken)
        self.evaluated: PathEvaluation | NoEvaluation = (
            NoEvaluation("these choices exclude each other") if at is None else evaluations.along(at[0])
        )
        self.measure = route.left.measure if at is None else at[1]
        self.found: PathValue | NoEvaluation = (
            self.evaluated if isinstance(self.evaluated, NoEvaluation) else path_value_of(self.evaluated, self.measure)
        )

    @property
    def path_value(self) -> PathValue:
        """Return value and counts; none where there is nothing."""
        return self.found if isinstance(self.found, PathValue) else PathValue(number_of(None))

    def end(self, column: str) -> BridgeEnd:
        """Return this as an end of a bridge."""
        return end_at(self.path_value, column, self.measure)


def end_at(found: PathValue, column: str, measure: Measure) -> BridgeEnd:
    """Return an end of a bridge."""
    return BridgeEnd(number=found.number, counts=found.counts, column=column, measure=str(measure))


def bridge(evaluations: PathEvaluations, left: Computation, right: Computation, names: tuple[str, str]) -> Bridge:
    """Return the bridge between two ways, broken where one of them has no number on these data."""
    route = Route(left, right)
    stops = [_Stop(evaluations, route, taken) for taken in ((), route.changes)]
    ends = [stop.end(name) for stop, name in zip(stops, names, strict=True)]
    for stop, way, name in zip(stops, (left, right), names, strict=True):
        if isinstance(stop.found, NoEvaluation):
            ends = [
                end_at(one.path_value, column, one_way.measure)
                for one, column, one_way in zip(stops, names, (left, right), strict=True)
            ]
            return bridge_of(ends[0], ends[1], broken=f"{name} gives no {way.measure}: {stop.found.reason}")
    steps = _Steps(evaluations, route, stops[0], stops[1])
    return bridge_of(ends[0], ends[1], tuple(steps.taken()))


class _Steps:
    """The steps of a route: the first change along the path that has a number is taken, then the next."""

    def __init__(self, evaluations: PathEvaluations, route: Route, first: _Stop, last: _Stop) -> None:
        self.evaluations, self.route, self.first, self.last = evaluations, route, first, last

    def taken(self) -> Iterator[BridgeStep]:
        """Yield the steps."""
        pending, taken, before = list(self.route.changes), list[RouteChange](), self.first
        while pending:
            chosen, after = next(self._possible(pending, taken, before))
            yield self._step(chosen, before, after)
            taken += chosen
            pending = [change for change in pending if change not in chosen]
            before = after

    def _possible(
        self, pending: list[RouteChange], taken: list[RouteChange], before: _Stop
    ) -> Iterator[tuple[list[RouteChange], _Stop]]:
        """Yield changes that can be taken now, and where they lead: single ones, then pairs, then more together."""
        prefixes = (pending[:size] for size in range(3, len(pending) + 1))
        for chosen in (*combinations(pending, 1), *combinations(pending, 2), *prefixes):
            stop = self._behind([*taken, *chosen])
            if isinstance(stop.found, PathValue) and not self._is_gap(before, stop):
                yield list(chosen), stop

    def _is_gap(self, before: _Stop, stop: _Stop) -> bool:
        """Whether the value is undefined here, and defined before and at the end."""
        values = [one.path_value.value for one in (before, stop, self.last)]
        return values[1] is None and values[0] is not None and values[2] is not None

    def _step(self, chosen: list[RouteChange], before: _Stop, after: _Stop) -> BridgeStep:
        alone = self._behind(chosen)
        refused = alone.found.reason if isinstance(alone.found, NoEvaluation) else ""
        units: tuple[UnitChange, ...] = ()
        scored = before.evaluated is after.evaluated and before.measure.schema == after.measure.schema
        if isinstance(before.evaluated, PathEvaluation) and isinstance(after.evaluated, PathEvaluation) and not scored:
            units = unit_changes(before.evaluated, after.evaluated, (before.measure, after.measure))
        return step_of(
            chosen[0].cause.step,
            tuple(one.change for one in chosen),
            before.path_value,
            after.path_value,
            alone=None if refused else change_of(self.first.path_value.value, alone.path_value.value),
            alone_refused=refused,
            units=units,
        )

    def _behind(self, taken: Sequence[RouteChange]) -> _Stop:
        return _Stop(self.evaluations, self.route, taken)

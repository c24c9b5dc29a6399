"""Steps: the bridge from one way of computing a number to another, each step by evaluating the data, and its ends."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import ChangedDialect, Reason, shown
from nerconform.libraries.quirk import Quirk, Step
from nerconform.products.compare.columns import AnsweredColumn
from nerconform.products.compare.corpus_evaluations import CorpusEvaluations
from nerconform.products.compare.evaluations import (
    Computation,
    NoEvaluation,
    PathEvaluation,
    PathEvaluations,
    path_value_of,
)
from nerconform.products.compare.unit_changes import FoundChanges, unit_changes
from nerconform.reference.dialect import AXES, Axis, Dialect, axis_of
from nerconform.reference.measures import ALL_COUNTS, Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import STEPS
from nerconform.reference.words import CLAUSES, sentence
from nerconform.results.bridge import (
    Bridge,
    BridgeChange,
    BridgeEnd,
    BridgeStep,
    PathValue,
    bridge_of,
    change_of,
    counts_change,
    step_of,
)
from nerconform.results.comparison import ComparisonColumn, NumbersFrom
from nerconform.results.values import Cause, CauseKind, number_of

DONE, UNDONE = "done", "undone"
_ORDER = {step: number for number, step in enumerate(Step)}
_STEP_OF = {axis: Step(step) for step, axes in STEPS.items() for axis in axes}
_UNDO, _CHOOSE, _MEASURE, _ROUND, _DO = range(5)
"""In a step left quirks are undone, choices are made, measure and rounding change, and right quirks are done."""
_OF_MEASURE = {"schema": (Step.COUNT, "MAT-3"), "scope": (Step.SCORE, "DIA-3"), "quantity": (Step.SCORE, "DIA-3")}


class RouteChange(NamedTuple):
    """One single change; `order` sorts changes along the path."""

    order: tuple[int, int, int]
    change: BridgeChange

    @property
    def cause(self) -> Cause:
        """Return what is changed."""
        return self.change.cause


_NOWHERE = PathValue(number_of(None))


class _Stop(NamedTuple):
    """What stands behind some changes: evaluation, measure, value and counts; or why there is nothing."""

    evaluated: PathEvaluation | NoEvaluation
    measure: Measure
    found: PathValue | NoEvaluation

    @property
    def path_value(self) -> PathValue:
        """Return value and counts; none where there is nothing."""
        return self.found if isinstance(self.found, PathValue) else _NOWHERE


class Route:
    """All changes from one way to another. What is on the way after some of them is again a path and a measure."""

    def __init__(self, evaluations: PathEvaluations, left: Computation, right: Computation) -> None:
        """Find the changes: none for a choice that cannot matter on the right, nor for quirks that both sides have."""
        self.evaluations, self.left, self.right = evaluations, left, right
        self._target = _nearest(left.path.dialect, right.path.dialect)
        self._kept = {quirk.id for quirk in left.path.quirks} & {quirk.id for quirk in right.path.quirks}
        self.changes = tuple(sorted(self._changes()))
        self.first, self.last = self._stop(()), self._stop(self.changes)

    def _at(self, taken: Collection[RouteChange]) -> tuple[ChangedDialect, Measure] | None:
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

    def steps(self) -> Iterator[BridgeStep]:
        """Yield the steps: the first change along the path that has a number is taken, then the next."""
        pending, taken, before = list(self.changes), list[RouteChange](), self.first
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
            stop = self._stop([*taken, *chosen])
            if isinstance(stop.found, PathValue) and not self._is_gap(before, stop):
                yield list(chosen), stop

    def _is_gap(self, before: _Stop, stop: _Stop) -> bool:
        """Whether the value is undefined here, and defined before and at the end."""
        values = [one.path_value.value for one in (before, stop, self.last)]
        return values[1] is None and values[0] is not None and values[2] is not None

    def _step(self, chosen: list[RouteChange], before: _Stop, after: _Stop) -> BridgeStep:
        alone = self._stop(chosen)
        refused = alone.found.reason if isinstance(alone.found, NoEvaluation) else ""
        changes = FoundChanges()
        scored = before.evaluated is after.evaluated and before.measure.schema == after.measure.schema
        if isinstance(before.evaluated, PathEvaluation) and isinstance(after.evaluated, PathEvaluation) and not scored:
            measures = before.measure, after.measure
            changes = self._changes_of(before.evaluated, after.evaluated, measures)
        return step_of(
            chosen[0].cause.step,
            tuple(one.change for one in chosen),
            before.path_value,
            after.path_value,
            alone=None if refused else change_of(self.first.path_value.value, alone.path_value.value),
            alone_refused=refused,
            units=changes.units,
            unlisted=changes.unlisted,
        )

    def _changes_of(
        self, before: PathEvaluation, after: PathEvaluation, measures: tuple[Measure, Measure]
    ) -> FoundChanges:
        """Return the units in which two evaluations part."""
        if isinstance(self.evaluations, CorpusEvaluations):
            return self.evaluations.changes(before, after, measures)
        return FoundChanges(unit_changes(before, after, measures))

    def _stop(self, taken: Sequence[RouteChange]) -> _Stop:
        """Return what stands behind some of the changes."""
        at = self._at(taken)
        if at is None:
            nothing = NoEvaluation("these choices exclude each other")
            return _Stop(nothing, self.left.measure, nothing)
        evaluated = self.evaluations.along(at[0])
        found = evaluated if isinstance(evaluated, NoEvaluation) else path_value_of(evaluated, at[1])
        return _Stop(evaluated, at[1], found)

    def _changes(self) -> Iterator[RouteChange]:
        for side, order, after in ((self.left, _UNDO, UNDONE), (self.right, _DO, DONE)):
            for number, quirk in enumerate(side.path.quirks):
                if quirk.id not in self._kept:
                    yield RouteChange((_ORDER[quirk.step], order, number), _quirk_change(quirk, after, side.whose))
        for number, axis in enumerate(AXES):
            before, after = self.left.path.dialect.option(axis.name), self._target.option(axis.name)
            if before != after:
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
        if left.option(axis.name) == right.option(axis.name):
            continue
        try:
            nearer = right.set(**{axis.attribute: left.option(axis.name)})
        except NerconformError:
            continue
        if str(nearer) == str(right):
            right = nearer
    return right


def end_at(found: PathValue, column: str, measure: Measure) -> BridgeEnd:
    """Return an end of a bridge."""
    return BridgeEnd(number=found.number, counts=found.counts, column=column, measure=str(measure))


def bridge(evaluations: PathEvaluations, left: Computation, right: Computation, names: tuple[str, str]) -> Bridge:
    """Return the bridge between two ways, broken where one of them has no number on these data."""
    route = Route(evaluations, left, right)
    stops = (route.first, route.last)
    one, other = (end_at(stop.path_value, name, stop.measure) for stop, name in zip(stops, names, strict=True))
    for stop, name in zip(stops, names, strict=True):
        if isinstance(stop.found, NoEvaluation):
            return bridge_of(one, other, broken=f"{name} gives no {stop.measure}: {stop.found.reason}")
    return bridge_of(one, other, tuple(route.steps()))


class NoSuchColumn(NerconformError):
    """A bridge is to lead to somebody who is not compared."""

    code = "no-such-column"


class EndWanted(NamedTuple):
    """One end of a bridge: a column and a measure."""

    answered: AnsweredColumn
    measure: Measure

    @property
    def column(self) -> ComparisonColumn:
        """Return the column."""
        return self.answered.column


def end_of(text: str, columns: Mapping[str, AnsweredColumn], measure: Measure) -> EndWanted:
    """Return the end that is meant by `NAME`, or by `NAME|MEASURE`.

    A name may be left without its mode where that is clear, and without `reference:`. Raises `NoSuchColumn`, or
    `UnknownMeasure`.
    """
    name, bar, rest = (part.strip() for part in text.partition("|"))
    exact = [column for column in (name, f"reference:{name}") if column in columns][:1]
    found = exact or [column for column in columns if column.startswith(f"{name}:")]
    if len(found) != 1:
        hint = f"Name two of: {', '.join(columns)}. For example, --bridge {' '.join([*columns][:2])}."
        message = (
            f"{name!r} can mean {', '.join(found)}" if found else f"{name!r} is not one of those that are compared"
        )
        raise NoSuchColumn(message, place="bridge", hint=hint)
    return EndWanted(columns[found[0]], Measure.parse(rest) if bar else measure)


def widest(answered: Sequence[AnsweredColumn], measure: Measure) -> list[tuple[EndWanted, EndWanted]]:
    """Return the two ends that differ most, the first of equals: between libraries, if two of them have a number.

    Where all numbers are equal, two with different counts; where these are equal, too, none.
    """
    valued = [EndWanted(one, measure) for one in answered if one.column.value is not None]
    libraries = [one for one in valued if one.column.numbers_from is NumbersFrom.LIBRARY]
    pairs = list(combinations(libraries if len(libraries) > 1 else valued, 2))
    apart = [pair for pair in pairs if _distance(pair) != (0, 0)]
    return [max(apart, key=_distance)] if apart else []


def _distance(pair: tuple[EndWanted, EndWanted]) -> tuple[object, int]:
    """Return how far two ends are from each other: by their numbers, then by their counts."""
    one, other = (_given(end) for end in pair)
    change = change_of(one.value, other.value)
    return abs(change or 0), sum(
        abs(count) for count in counts_change(one.counts, other.counts).values() if isinstance(count, int)
    )


def lead(evaluations: PathEvaluations, left: EndWanted, right: EndWanted) -> Bridge:
    """Return the bridge between two ends; where nothing explains a library, its first or last step says so."""
    one, other = left.answered.computation, right.answered.computation
    missing = next((end for end in (left, right) if end.answered.computation is None or not _answers(end)), None)
    if one is None or other is None or missing is not None:
        sides = [end_at(_NOWHERE, end.column.name, end.measure) for end in (left, right)]
        return bridge_of(sides[0], sides[1], broken="" if missing is None else _without(missing))
    names = (left.column.name, right.column.name)
    built = bridge(evaluations, one._replace(measure=left.measure), other._replace(measure=right.measure), names)
    if built.broken:
        return built
    first, last, steps = built.left, built.right, list(built.steps)
    if not left.column.is_explained:
        steps.insert(0, _unexplained(left, _given(left), first))
        first = end_at(_given(left), names[0], left.measure)
    if not right.column.is_explained:
        steps.append(_unexplained(right, last, _given(right)))
        last = end_at(_given(right), names[1], right.measure)
    return bridge_of(first, last, tuple(steps))


def _without(end: EndWanted) -> str:
    """Return why an end has no number."""
    reason = end.column.refused
    return f"{end.column.name} gives no {end.measure}{f': {reason}' if reason else ''}"


def _answers(end: EndWanted) -> bool:
    """Whether a library gives the number; the reference gives all that the dialect has."""
    if end.column.numbers_from is NumbersFrom.REFERENCE:
        return True
    figures = end.column.results.get(end.measure.schema)
    return figures is not None and (end.measure.quantity in figures.numbers or end.measure.quantity in figures.counts)


def _unexplained(end: EndWanted, before: PathValue, after: PathValue) -> BridgeStep:
    title = f"nothing explains {end.column.name}"
    cause = Cause("unexplained", CauseKind.UNEXPLAINED, title, clause="DIA-1", whose=end.column.name, step="parse")
    values = (PathValue(one.number, one.counts) for one in (before, after))
    return step_of("parse", (BridgeChange(cause),), *values, alone_refused="there is no path to it")


def _given(end: EndWanted) -> PathValue:
    """Return the number of a column as it stands in the table, as a ratio."""
    column, quantity = end.column, end.measure.quantity
    figures = column.results[end.measure.schema]
    if quantity in ALL_COUNTS:
        count = figures.counts.get(quantity)
        return PathValue(count if isinstance(count, int) else number_of(None), figures.counts)
    if quantity not in figures.numbers:
        return PathValue(number_of(None), figures.counts)
    return PathValue(number_of(column.ratio(end.measure.schema, quantity)), figures.counts)

"""Bridging: from one way of computing a number to another, each step by evaluating the data (CMP-3 to CMP-5)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.libraries.quirk import Quirk, Step
from nerconform.products.compare.evaluations import Reading, Readings, Refused
from nerconform.reference.counting import Counts, charged
from nerconform.reference.dialect import AXES, Dialect, axis_of
from nerconform.reference.measures import COUNTS, OUTCOME_COUNTS, Measure
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import CLAUSES, STEPS
from nerconform.reference.refusals import NotAnswered
from nerconform.results.bridge import (
    Bridge,
    BridgeStep,
    End,
    Meeting,
    Part,
    Standing,
    UnitChange,
    change_of,
    counts_change,
)

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


class Move(NamedTuple):
    """One single change; `order` sorts moves along the path."""

    order: tuple[int, int, int]
    part: Part


class Route:
    """All moves from one way to another. What is on the way after some of them is again a path and a measure."""

    def __init__(self, left: Computation, right: Computation) -> None:
        """Find the moves: none for a choice that cannot matter on the right, nor for quirks that both sides have."""
        self.left, self.right = left, right
        self._target = _nearest(left.path.dialect, right.path.dialect)
        both = {quirk.id for quirk in left.path.quirks} & {quirk.id for quirk in right.path.quirks}
        self._kept = both
        self.moves = tuple(sorted(self._moves()))

    def at(self, taken: Collection[Move]) -> tuple[ChangedDialect, Measure] | None:
        """Return path and measure behind some of the moves, `None` where these choices exclude each other (DIA-7)."""
        if len(taken) == len(self.moves):
            return self.right.path, self.right.measure
        if not taken:
            return self.left.path, self.left.measure
        of_kind = {
            kind: [move.part for move in taken if move.part.kind == kind] for kind in ("choice", "measure", "quirk")
        }
        choices = {axis_of(part.id).attribute: part.after for part in of_kind["choice"]}
        try:
            dialect = self.left.path.dialect.set(**choices) if choices else self.left.path.dialect
        except NerconformError:
            return None
        undone = {part.id for part in of_kind["quirk"] if part.after == UNDONE}
        done = {part.id for part in of_kind["quirk"] if part.after == DONE}
        quirks = (
            *(quirk for quirk in self.left.path.quirks if quirk.id not in undone),
            *(quirk for quirk in self.right.path.quirks if quirk.id in done),
        )
        parts = {**self.left.measure._asdict(), **{part.id: part.after for part in of_kind["measure"]}}
        return ChangedDialect(dialect, quirks), Measure(Schema(parts["schema"]), parts["scope"], parts["quantity"])

    def _moves(self) -> Iterator[Move]:
        for side, order, after in ((self.left, _UNDO, UNDONE), (self.right, _DO, DONE)):
            for number, quirk in enumerate(side.path.quirks):
                if quirk.id not in self._kept:
                    yield Move((_ORDER[quirk.step], order, number), _quirk_part(quirk, after, side.whose))
        for number, axis in enumerate(AXES):
            before, after = self.left.path.dialect.option(axis.name), self._target.option(axis.name)
            if before != after and axis.name != "scheme":
                step = _STEP_OF[axis.name]
                order = _ROUND if axis.name == "round" else _CHOOSE
                whose = next((way.whose for way in (self.left, self.right) if way.departs(axis.name)), "")
                title = f"{axis.name}: {before} -> {after}"
                part = Part(axis.name, "choice", step, title, before, after, CLAUSES[axis.name], whose=whose)
                yield Move((_ORDER[step], order, number), part)
        for number, (name, (step, clause)) in enumerate(_OF_MEASURE.items()):
            before, after = (str(getattr(way.measure, name)) for way in (self.left, self.right))
            if before != after:
                part = Part(name, "measure", step, f"{name}: {before} -> {after}", before, after, clause)
                yield Move((_ORDER[step], _MEASURE, number), part)


def _quirk_part(quirk: Quirk, after: str, whose: str) -> Part:
    before = DONE if after == UNDONE else UNDONE
    words = (quirk.clause, quirk.prose, quirk.link)
    return Part(quirk.id, "quirk", quirk.step, quirk.title, before, after, *words, whose=whose)


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


def standing_of(reading: Reading, measure: Measure) -> Standing | Refused:
    """Return value and counts of a measure; a ratio as a ratio, whatever scale the dialect prints it on."""
    evaluation = reading.evaluation
    try:
        value = evaluation.value(measure)
    except (NotAnswered, KeyError) as error:  # a quirk can take all results away
        return Refused(f"{type(error).__name__}: {error}")
    if isinstance(value, Fraction):
        value /= evaluation.dialect.round.scale
    return Standing(value, counts_of(reading, measure))


def counts_of(reading: Reading, measure: Measure) -> Mapping[str, int]:
    """Return the counts of the measure's type, or of all types together."""
    tally = reading.evaluation.tally
    if measure.type is not None:
        counts = tally.counts(measure.schema, measure.type)
    else:
        counts = tally.total.get(measure.schema, Counts())
    return _named(counts, aligned=_is_aligned(reading))


def _named(counts: Counts, *, aligned: bool) -> Mapping[str, int]:
    return {name: getattr(counts, name) for name in COUNTS if aligned or name not in OUTCOME_COUNTS}


def _is_aligned(reading: Reading) -> bool:
    return reading.evaluation.dialect.align is not Align.NONE


def changes(before: Reading, after: Reading, measures: tuple[Measure, Measure]) -> tuple[UnitChange, ...]:
    """Return the units in which two readings part, as far as a measure of each looks at them, in order.

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


def _rows(outcomes: Outcomes, measure: Measure, *, aligned: bool) -> Counter[Meeting]:
    """Return the rows of a unit that the measure looks at, with what each counts as."""
    rows: Counter[Meeting] = Counter()
    for _, row in looked_at(outcomes, measure):
        outcome = row.outcome(measure.schema)
        if not aligned and outcome in {Outcome.INC, Outcome.PAR}:
            rows[Meeting(row.gold, None, Outcome.MIS)] += 1
            rows[Meeting(None, row.pred, Outcome.SPU)] += 1
        else:
            rows[Meeting(row.gold, row.pred, outcome)] += 1
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


def _counted(rows: Counter[Meeting], *, aligned: bool) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for row, times in rows.items():
        found[row.outcome] += times
    return _named(Counts(*(found[outcome] for outcome in Outcome)), aligned=aligned)


def _sorted(rows: Counter[Meeting]) -> tuple[Meeting, ...]:
    """Return rows in the order of the text."""
    return tuple(sorted(rows.elements(), key=lambda row: (min(span[1:] for span in row[:2] if span), row.outcome)))


_NOWHERE = Standing(None, {})


class _Found:
    """What stands behind some moves: reading, measure, value and counts; or why there is nothing."""

    def __init__(self, readings: Readings, route: Route, taken: Sequence[Move]) -> None:
        at = route.at(taken)
        self.reading: Reading | Refused = (
            Refused("these choices exclude each other") if at is None else readings.read(at[0])
        )
        self.measure = route.left.measure if at is None else at[1]
        self.standing: Standing | Refused = (
            self.reading if isinstance(self.reading, Refused) else standing_of(self.reading, self.measure)
        )


def bridge(readings: Readings, left: Computation, right: Computation, names: tuple[str, str]) -> Bridge:
    """Return the bridge between two ways, broken where one of them has no number on these data."""
    route = Route(left, right)
    ends = [_Found(readings, route, taken) for taken in ((), route.moves)]
    for end, way, name in zip(ends, (left, right), names, strict=True):
        if isinstance(end.standing, Refused):
            shown = [one.standing if isinstance(one.standing, Standing) else _NOWHERE for one in ends]
            sides = [End(*one) for one in zip(names, (left.measure, right.measure), shown, strict=True)]
            return Bridge(sides[0], sides[1], broken=f"{name} gives no {way.measure}: {end.standing.reason}")
    return _Building(readings, route, names).bridge()


class _Building:
    """A bridge that is being built: the first move along the path that has a number is taken, then the next."""

    def __init__(self, readings: Readings, route: Route, names: tuple[str, str]) -> None:
        self.readings, self.route, self.names = readings, route, names
        self.first, self.last = self._behind(()), self._behind(route.moves)

    def bridge(self) -> Bridge:
        """Return the bridge."""
        ends = [_standing(found) for found in (self.first, self.last)]
        left, right = (
            End(name, found.measure, standing)
            for name, found, standing in zip(self.names, (self.first, self.last), ends, strict=True)
        )
        return Bridge(left, right, tuple(self._steps()))

    def _steps(self) -> Iterator[BridgeStep]:
        pending, taken, before = list(self.route.moves), list[Move](), self.first
        while pending:
            chosen, after = next(self._possible(pending, taken, before))
            yield self._step(chosen, before, after)
            taken += chosen
            pending = [move for move in pending if move not in chosen]
            before = after

    def _possible(self, pending: list[Move], taken: list[Move], before: _Found) -> Iterator[tuple[list[Move], _Found]]:
        """Yield moves that can be taken now, and where they lead: single ones, then pairs, then more together."""
        prefixes = (pending[:size] for size in range(3, len(pending) + 1))
        for chosen in (*combinations(pending, 1), *combinations(pending, 2), *prefixes):
            found = self._behind([*taken, *chosen])
            if isinstance(found.standing, Standing) and not self._is_gap(before, found):
                yield list(chosen), found

    def _is_gap(self, before: _Found, found: _Found) -> bool:
        """Whether the value is undefined here, and defined before and at the end."""
        values = [_standing(one).value for one in (before, found, self.last)]
        return values[1] is None and values[0] is not None and values[2] is not None

    def _step(self, chosen: list[Move], before: _Found, after: _Found) -> BridgeStep:
        alone = self._behind(chosen)
        refused = alone.standing.reason if isinstance(alone.standing, Refused) else ""
        change = None if refused else change_of(_standing(self.first).value, _standing(alone).value)
        units: tuple[UnitChange, ...] = ()
        scored = before.reading is after.reading and before.measure.schema == after.measure.schema
        if isinstance(before.reading, Reading) and isinstance(after.reading, Reading) and not scored:
            units = changes(before.reading, after.reading, (before.measure, after.measure))
        parts = tuple(move.part for move in chosen)
        return BridgeStep(parts, _standing(before), _standing(after), change, refused, units)

    def _behind(self, taken: Sequence[Move]) -> _Found:
        return _Found(self.readings, self.route, taken)


def _standing(found: _Found) -> Standing:
    """Return value and counts of what is known to have them."""
    assert isinstance(found.standing, Standing)  # noqa: S101 - looked at before
    return found.standing

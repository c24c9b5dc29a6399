"""Moves: the single changes from one way of computing a number to another, in the order of the path (CMP-3)."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from nerconform.comparison.causes.quirk import Quirk, Step
from nerconform.comparison.comparing.bridge import Part
from nerconform.comparison.inquiry import Path
from nerconform.reference.dialect import AXES, Dialect, axis_of
from nerconform.reference.errors import NerconformError
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.steps import CLAUSES, STEPS

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

    path: Path
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

    def at(self, taken: Collection[Move]) -> tuple[Path, Measure] | None:
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
        return Path(dialect, quirks), Measure(Schema(parts["schema"]), parts["scope"], parts["quantity"])

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

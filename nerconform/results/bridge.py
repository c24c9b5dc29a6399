"""Bridge: the single choices and quirks from one number to another, each with its exact effect (CMP-3 to CMP-5)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple

from nerconform.asking.observation import Printed, Value
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span

Number = Fraction | float | int | None
"""A ratio or a count: exact, or the double that a library gave; `None` where it is undefined."""


def as_number(value: Number) -> object:
    """Return a count as it is, a ratio exact (`None` where only the library knows it) and as the nearest double."""
    if isinstance(value, Fraction):
        return {"exact": str(value), "float": float(value)}
    if isinstance(value, float):
        return None if math.isnan(value) else {"exact": None, "float": value}
    return value


def number_of(value: Value) -> Number:
    """Return what an implementation answered as a number: a printed one as its decimals say."""
    if not isinstance(value, Printed):
        return value
    try:
        return float(Decimal(value.text))
    except InvalidOperation:
        return None


def change_of(before: Number, after: Number) -> Number:
    """Return how far a number moved, `None` where it is undefined on one side alone; exact where both are."""
    if before is None or after is None:
        return Fraction(0) if before is after else None
    return after - before


def counts_change(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the change of every count that both sides have."""
    return {name: after[name] - count for name, count in before.items() if name in after}


class Standing(NamedTuple):
    """Where a bridge stands between two steps: the value, as a ratio, and the counts that the measure looks at."""

    value: Number
    counts: Mapping[str, int]

    def to_dict(self) -> dict[str, object]:
        """Return both as plain data."""
        return {"value": as_number(self.value), "counts": dict(self.counts)}


class End(NamedTuple):
    """One end of a bridge: a column by its name, a measure, and what they give."""

    column: str
    measure: Measure
    standing: Standing

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {"column": self.column, "measure": str(self.measure), **self.standing.to_dict()}


class Part(NamedTuple):
    """One single change: a choice, a quirk, or a part of the measure.

    `kind` is `choice`, `quirk`, `measure` or `unexplained`; `step` the step of the path; `before` and `after` the two
    options, of a quirk `done` and `undone`. `whose` names the implementation of a quirk, or of a choice that it makes
    against its declared dialect.
    """

    id: str
    kind: str
    step: str
    title: str
    before: str
    after: str
    clause: str = ""
    prose: str = ""
    link: str = ""
    whose: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data; empty words are left out."""
        return {name: value for name, value in self._asdict().items() if value or name in {"before", "after"}}


class Meeting(NamedTuple):
    """One row of an alignment: who met whom, and what it counts as in the schema."""

    gold: Span | None
    pred: Span | None
    outcome: str

    def to_dict(self) -> dict[str, object]:
        """Return the spans as `[type, start, end]`, ends exclusive, counted in tokens of the unit."""
        gold, pred = (None if span is None else list(span) for span in (self.gold, self.pred))
        return {"gold": gold, "pred": pred, "outcome": self.outcome}


class UnitChange(NamedTuple):
    """A unit that a step touches: how its counts change, the rows that one reading alone has, and the others."""

    unit: int
    counts: Mapping[str, int]
    before: tuple[Meeting, ...]
    after: tuple[Meeting, ...]
    same: tuple[Meeting, ...]

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        rows = {name: [row.to_dict() for row in getattr(self, name)] for name in ("before", "after", "same")}
        return {"unit": self.unit, "counts_change": dict(self.counts), **rows}


@dataclass(frozen=True, slots=True)
class BridgeStep:
    """One step: what is changed, what it does here, and what it would do as the first step of all.

    `parts` are several only where none of them alone has a number. `alone` is the change of the value if the step is
    taken from the left end by itself; `alone_refused` says why that has no number. `units` are in the data's order.
    """

    parts: tuple[Part, ...]
    before: Standing
    after: Standing
    alone: Number
    alone_refused: str
    units: tuple[UnitChange, ...]

    @property
    def change(self) -> Number:
        """Return by how much the value moves, `None` where it becomes undefined, or defined."""
        return change_of(self.before.value, self.after.value)

    @property
    def interaction(self) -> Number:
        """Return what of the change is there only because of the steps before; `None` where that cannot be said."""
        if self.alone is None or self.change is None:
            return None
        return self.change - self.alone

    @property
    def matters(self) -> bool:
        """Whether the step changes anything: the value, a count, or who met whom in some unit."""
        moved = self.before.value != self.after.value
        return moved or any(counts_change(self.before.counts, self.after.counts).values()) or bool(self.units)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "step": self.parts[0].step,
            "parts": [part.to_dict() for part in self.parts],
            "matters": self.matters,
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
            "change": as_number(self.change),
            "counts_change": counts_change(self.before.counts, self.after.counts),
            "alone": as_number(self.alone),
            "alone_refused": self.alone_refused or None,
            "interaction": as_number(self.interaction),
            "units": [unit.to_dict() for unit in self.units],
        }


@dataclass(frozen=True, slots=True)
class Bridge:
    """The way from one number to another, in the order of the path.

    `broken` says why there is none: an end has no number. The steps add up to the difference exactly, value and counts.
    """

    left: End
    right: End
    steps: tuple[BridgeStep, ...] = ()
    broken: str = ""

    @property
    def difference(self) -> Number:
        """Return right minus left, `None` where one of them alone is undefined."""
        return change_of(self.left.standing.value, self.right.standing.value)

    @property
    def remainder(self) -> Number:
        """Return what the steps leave of the difference: exactly 0 wherever both ends are defined."""
        changes = [step.change for step in self.steps]
        if self.difference is None or None in changes:
            return None
        return self.difference - sum((change for change in changes if change is not None), Fraction(0))

    @property
    def explained(self) -> bool:
        """Whether every step is a choice, a quirk or a part of the measure."""
        return not any(part.kind == "unexplained" for step in self.steps for part in step.parts)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {
            "left": self.left.to_dict(),
            "right": self.right.to_dict(),
            "difference": as_number(self.difference),
            "counts_difference": counts_change(self.left.standing.counts, self.right.standing.counts),
            "remainder": as_number(self.remainder),
            "explained": self.explained,
            "broken": self.broken or None,
            "steps": [step.to_dict() for step in self.steps],
        }

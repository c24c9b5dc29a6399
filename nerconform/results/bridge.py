"""Bridge: the single changes that lead from one number to another, each with its exact effect."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, field

from nerconform.results.context import Exact, PythonNumber
from nerconform.results.values import Cause, CauseKind, Count, Number, PairRecord, ResultRecord, number_of


class PathValue(ResultRecord, frozen=True):
    """What a path gives: the value of the measure, a ratio as a ratio, and the counts that the measure looks at."""

    number: Number = field(name="value")
    counts: Mapping[str, Count] = {}

    value = Exact("number")
    """The value."""


class BridgeEnd(PathValue, frozen=True, kw_only=True):
    """One end of a bridge: a column by its name, a measure, and what they give."""

    column: str
    measure: str

    @property
    def title(self) -> str:
        """Return column and measure."""
        return f"{self.column} {self.measure}"


class BridgeChange(ResultRecord, frozen=True):
    """One single change: a choice, a quirk, a part of the measure, or what nothing explains.

    `before` and `after` are the two options; of a quirk they are `done` and `undone`.
    """

    cause: Cause
    before: str = ""
    after: str = ""

    @property
    def title(self) -> str:
        """Return the change in a few words."""
        if self.cause.kind is not CauseKind.QUIRK:
            return self.cause.title
        whose = self.cause.whose.partition(":")[0]
        return f"{whose}: {self.cause.title}" if self.after == "done" else f"without {whose}'s: {self.cause.title}"


class PairOutcome(PairRecord, frozen=True, kw_only=True):
    """A row of an alignment: the gold span, the prediction that it met, and what the pair counts as in the schema."""

    outcome: str


class UnitChange(ResultRecord, frozen=True):
    """A sentence that a step touches: how its counts change, and who met whom `before` only, `after` only, in both."""

    unit: int
    counts: Mapping[str, Count]
    before: tuple[PairOutcome, ...] = ()
    after: tuple[PairOutcome, ...] = ()
    same: tuple[PairOutcome, ...] = ()

    @property
    def moved(self) -> int:
        """Return by how much its counts change, all together."""
        return sum(abs(count) for count in self.counts.values() if isinstance(count, int))


class BridgeStep(ResultRecord, frozen=True):
    """One step: what is changed, what it does here, and what it would do as the first step of all.

    `changes` are several only where none of them alone has a number. `matters` says whether the step changes anything:
    the value, a count, or who met whom. `alone_number` is the change of the value if the step is taken from the left
    end by itself; `alone_refused` says why that has no number. `units` are in the data's order; so many more that the
    step touches are `unlisted`.
    """

    step: str
    changes: Annotated[tuple[BridgeChange, ...], Meta(min_length=1)]
    matters: bool
    before: PathValue
    after: PathValue
    change_number: Number = field(name="change")
    counts: Mapping[str, Count] = field(name="counts_change")
    alone_number: Number = field(name="alone")
    interaction_number: Number = field(name="interaction")
    alone_refused: str = ""
    units: tuple[UnitChange, ...] = ()
    unlisted: int = 0

    @property
    def touched(self) -> int:
        """Return how many sentences the step touches, listed or not."""
        return len(self.units) + self.unlisted

    @property
    def title(self) -> str:
        """Return the changes in a few words."""
        return "; ".join(change.title for change in self.changes)

    change = Exact("change_number")
    """By how much the value moves, `None` where it becomes undefined, or defined."""

    alone = Exact("alone_number")
    """By how much it would move as the first step of all."""

    interaction = Exact("interaction_number")
    """What of the change is there only because of the steps before; `None` where that cannot be said."""

    @property
    def most_touched(self) -> tuple[UnitChange, ...]:
        """Return the sentences whose counts change most, in the order of the data among equals."""
        return tuple(sorted(self.units, key=lambda unit: (-unit.moved, unit.unit)))


class Bridge(ResultRecord, frozen=True):
    """The way from one number to another, in the order of the path.

    `broken` says why there is none: an end has no number. The steps add up to the difference exactly, value and counts.
    """

    left: BridgeEnd
    right: BridgeEnd
    difference_number: Number = field(name="difference")
    explained: bool = True
    broken: str = ""
    steps: tuple[BridgeStep, ...] = ()

    difference = Exact("difference_number")
    """Right minus left, `None` where one of them alone is undefined."""

    @property
    def remainder(self) -> PythonNumber:
        """Return what the steps leave of the difference: exactly 0 wherever both ends are defined."""
        changes = [step.change for step in self.steps]
        if self.difference is None or None in changes:
            return None
        return self.difference - sum((change for change in changes if change is not None), Fraction(0))


def change_of(before: PythonNumber, after: PythonNumber) -> PythonNumber:
    """Return how far a number moved, `None` where it is undefined on one side alone; exact where both are."""
    if before is None or after is None:
        return Fraction(0) if before is after else None
    return after - before


def counts_change(before: Mapping[str, Count], after: Mapping[str, Count]) -> dict[str, Count]:
    """Return the change of every whole count that both sides have."""
    pairs = ((name, count, after.get(name)) for name, count in before.items())
    return {name: new - old for name, old, new in pairs if isinstance(old, int) and isinstance(new, int)}


def step_of(  # noqa: PLR0913 - what a step is made of
    step: str,
    changes: tuple[BridgeChange, ...],
    before: PathValue,
    after: PathValue,
    *,
    alone: PythonNumber = None,
    alone_refused: str = "",
    units: tuple[UnitChange, ...] = (),
    unlisted: int = 0,
) -> BridgeStep:
    """Return a step with everything that follows from its two ends."""
    change, counts = change_of(before.value, after.value), counts_change(before.counts, after.counts)
    interaction = None if alone is None or change is None else change - alone
    return BridgeStep(
        step=step,
        changes=changes,
        matters=before.value != after.value or any(counts.values()) or bool(units),
        before=before,
        after=after,
        change_number=number_of(change),
        counts=counts,
        alone_number=number_of(alone),
        interaction_number=number_of(interaction),
        alone_refused=alone_refused,
        units=units,
        unlisted=unlisted,
    )


def bridge_of(left: BridgeEnd, right: BridgeEnd, steps: tuple[BridgeStep, ...] = (), broken: str = "") -> Bridge:
    """Return a bridge with everything that follows from its ends and steps."""
    difference = number_of(change_of(left.value, right.value))
    kinds = {change.cause.kind for step in steps for change in step.changes}
    return Bridge(left, right, difference, CauseKind.UNEXPLAINED not in kinds, broken, steps)

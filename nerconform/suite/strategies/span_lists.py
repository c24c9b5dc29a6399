"""Spans: units of spans read from a tape, and their predictions."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Self

from nerconform.reference.refusals import UnknownOption
from nerconform.reference.spans import Span
from nerconform.suite.strategies.tapes import FLAT, Edit, Size, SpanEdit, Table, edited, flattened, table_of
from nerconform.suite.strategies.writing import NAMES, Cast

Spans = list[Span]


class Shape(StrEnum):
    """How two spans of one side may lie to each other, beside lying apart."""

    TOUCHING = "touching"
    """One begins where the other ends."""
    NESTED = "nested"
    """One lies within the other; both may have the same bounds if their types differ."""
    OVERLAPPING = "overlapping"
    """They share tokens, and neither lies within the other."""
    DUPLICATED = "duplicated"
    """They are equal."""


EVERY_SHAPE = frozenset(Shape)


class SpanStepKind(StrEnum):
    """What a step does; the *anchor* is the span that `NEXT` or `CROSS` has added last."""

    NEXT = "next"
    """Add a span of `tokens` tokens after all others, with `gap` tokens between."""
    HEAD = "head"
    """Add the first token of the anchor as a span."""
    TAIL = "tail"
    """Add the last token of the anchor as a span."""
    BODY = "body"
    """Add the anchor without its last token as a span."""
    SAME = "same"
    """Add a span of the anchor's bounds and another type."""
    CROSS = "cross"
    """Add a span of two tokens that begins in the last token of the anchor, if that has two."""
    AGAIN = "again"
    """Add the anchor again."""
    FRONT = "front"
    """List the last span before all others."""
    CHANGE = "change"
    """Edit the last span."""
    CLEAR = "clear"
    """Predict nothing in this unit."""
    NAME = "name"
    """Give the next type this name."""
    MOVE = "move"
    """Go on to the span that is `tokens` further in the list of a unit that is given."""


class SpanStep(NamedTuple):
    """One step of writing a unit: `tokens` is how many, `slot` the number of a type."""

    do: SpanStepKind
    tokens: int = 1
    slot: int = 0
    gap: int = 0
    change: SpanEdit = SpanEdit.DROP
    name: str = ""


_NEXT = [
    (SpanStep(SpanStepKind.NEXT, count, slot, gap), weight)
    for count, weights in ((1, (10, 6, 3)), (2, (10, 6, 3)), (3, (6, 4, 2)))
    for slot, weight in enumerate(weights)
    for gap in (0, 1)
]
_SHAPED = {
    Shape.NESTED: [
        (SpanStep(do, slot=slot), weight)
        for do in (SpanStepKind.HEAD, SpanStepKind.TAIL, SpanStepKind.BODY, SpanStepKind.SAME)
        for slot, weight in enumerate((6, 4))
    ],
    Shape.OVERLAPPING: [(SpanStep(SpanStepKind.CROSS, slot=slot), weight) for slot, weight in enumerate((12, 8, 4))],
    Shape.DUPLICATED: [(SpanStep(SpanStepKind.AGAIN), 14)],
}
_NAMES = [(SpanStep(SpanStepKind.NAME, name=name), 1) for name in NAMES]
_MOVES = [(SpanStep(SpanStepKind.MOVE), 50), (SpanStep(SpanStepKind.MOVE, 3), 20)]
_CHANGES = [
    *(
        (SpanStep(SpanStepKind.CHANGE, slot=slot, change=SpanEdit.RETYPE), weight)
        for slot, weight in enumerate((8, 8, 4))
    ),
    *((SpanStep(SpanStepKind.CHANGE, slot=slot, change=SpanEdit.INSERT), weight) for slot, weight in enumerate((5, 4))),
    *((SpanStep(SpanStepKind.CHANGE, change=change), 7) for change in SpanEdit if change in {*FLAT, SpanEdit.REPEAT}),
    (SpanStep(SpanStepKind.CHANGE, change=SpanEdit.FIRST), 12),
    (SpanStep(SpanStepKind.CLEAR), 4),
]


def shape_of(one: Span, other: Span) -> Shape | None:
    """Return how two spans lie to each other, `None` where they lie apart."""
    if one == other:
        return Shape.DUPLICATED
    if one.end == other.start or other.end == one.start:
        return Shape.TOUCHING
    if not one.overlaps(other):
        return None
    within = one.start <= other.start and other.end <= one.end
    around = other.start <= one.start and one.end <= other.end
    return Shape.NESTED if within or around else Shape.OVERLAPPING


def shapes_of(names: Iterable[str]) -> frozenset[Shape]:
    """Return the shapes with these names. Raises `UnknownOption`."""
    try:
        return frozenset(map(Shape, names))
    except ValueError as error:
        raise UnknownOption(f"shapes: {error}", hint=f"Use some of: {', '.join(Shape)}.") from None


@cache
def table_for(shapes: frozenset[Shape] | None, size: Size, *, edits: bool, names: bool) -> Table[SpanStep]:
    """Return the steps of a corpus in which spans lie like this; `None`: of one that is given.

    With `edits` they make predictions, and with `names` they name types.
    """
    if shapes is None:
        return table_of([*_MOVES, *_CHANGES], size)
    shaped = [step for shape in _SHAPED if shape in shapes for step in _SHAPED[shape]]
    front = [(SpanStep(SpanStepKind.FRONT), 5)]
    more = [*(_CHANGES if edits else []), *(_NAMES if names else [])]
    return table_of([*_NEXT, *shaped, *front, *more], size)


class SpanPlan:
    """A unit as its tape says it: the gold spans in list order, and what shall differ in the prediction."""

    def __init__(self, cast: Cast, shapes: frozenset[Shape] = EVERY_SHAPE, gold: Sequence[Span] = ()) -> None:
        """Begin with these gold spans, at the first of them."""
        self.cast = cast
        self.shapes = shapes
        self._spans = list(gold)
        self._order = list(range(len(gold)))
        self._anchor: Span | None = None
        self._at = 0
        self._edits: list[Edit] = []
        self._clear = False

    def read(self, steps: Iterable[SpanStep], most: int) -> Self:
        """Take these steps, over this many tokens."""
        for step in steps:
            match step.do:
                case SpanStepKind.NAME:
                    self.cast.suggest(step.name)
                case SpanStepKind.MOVE:
                    self._at += step.tokens
                case SpanStepKind.CLEAR:
                    self._clear = True
                case SpanStepKind.CHANGE:
                    self._edits += self._edit(step)
                case SpanStepKind.FRONT:
                    if self._order:
                        self._order.insert(0, self._order.pop())
                case _:
                    self._write(step, most)
        return self

    def _write(self, step: SpanStep, most: int) -> None:
        """Add a gold span if there is room for it and it lies to each earlier one as it may."""
        span = self._next(step) if step.do is SpanStepKind.NEXT else self._beside(step)
        if span is None or span.end > most:
            return
        if any(
            shape is not None and shape not in self.shapes for shape in (shape_of(span, other) for other in self._spans)
        ):
            return
        if step.do in {SpanStepKind.NEXT, SpanStepKind.CROSS}:
            self._anchor = span
        self._at = len(self._spans)
        self._order.append(self._at)
        self._spans.append(span)

    def _next(self, step: SpanStep) -> Span:
        """Return a span after all others, with a token between where they may not touch."""
        end = max((span.end for span in self._spans), default=0)
        apart = 1 if end and Shape.TOUCHING not in self.shapes else 0
        start = end + step.gap + apart
        return Span(self.cast[step.slot], start, start + step.tokens)

    def _beside(self, step: SpanStep) -> Span | None:
        """Return a span that shares tokens with the anchor, if there is an anchor."""
        if self._anchor is None:
            return None
        kind, start, end = self._anchor
        match step.do:
            case SpanStepKind.AGAIN:
                return self._anchor
            case SpanStepKind.SAME:
                kinds = (self.cast[step.slot + more] for more in range(3))
                return Span(next((other for other in kinds if other != kind), kind), start, end)
            case SpanStepKind.HEAD:
                end = start + 1
            case SpanStepKind.TAIL:
                start = end - 1
            case SpanStepKind.BODY:
                end = max(end - 1, start + 1)
            case SpanStepKind.CROSS:
                start, end = end - 1, end + 1
        return Span(self.cast[step.slot], start, end)

    def _edit(self, step: SpanStep) -> list[Edit]:
        """Return the change to the span at hand; where there is none, a span can be inserted at the first token."""
        if not self._spans:
            inserted = Edit(SpanEdit.INSERT, 0, 0, self.cast[step.slot])
            return [inserted] if step.change is SpanEdit.INSERT else []
        at = self._at % len(self._spans)
        span = self._spans[at]
        kind = self.cast[step.slot] if step.change in {SpanEdit.RETYPE, SpanEdit.INSERT} else ""
        token = span.end - 1 if step.change is SpanEdit.INSERT else (span.start + span.end) // 2
        return [Edit(step.change, at, token, kind)]

    def gold(self) -> Spans:
        """Return the gold spans in list order."""
        return [self._spans[index] for index in self._order]

    def pred(self, most: int) -> Spans:
        """Return the prediction; where gold spans may share no token, those of the prediction do not, either."""
        if self._clear:
            return []
        place = {index: position for position, index in enumerate(self._order)}
        edits = [edit._replace(at=place.get(edit.at, 0)) for edit in self._edits if edit.token < most]
        spans = self.gold()
        found = edited(spans, edits, most)
        return found if self.shapes - {Shape.TOUCHING} else flattened(found, most, below=set(spans))

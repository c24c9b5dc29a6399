"""Plans: units of tags and of spans, each read from the steps of a tape, and their predictions."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Self

from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from nerconform.suite.strategies.tapes import FLAT, Edit, Size, SpanEdit, Table, edited, flattened, table_of
from nerconform.suite.strategies.writing import NAMES, OUTSIDE, Cast, Form, Writing, odd_forms, prefixes_of, well_formed

Tags = list[str]
Spans = list[Span]


class StepKind(StrEnum):
    """What a step does; the *anchor* is the span that `NEXT` or `CROSS` has added last."""

    NAME = "name"
    """Give the next type this name."""
    CLEAR = "clear"
    """Predict nothing in this unit."""
    CHANGE = "change"
    """Edit the span at the last token, or the last span."""
    MOVE = "move"
    """Go on by this many tokens, or spans, of a unit that is given; where it is 0, by a quarter of its tokens."""
    OUTSIDE = "outside"
    """Write `O`, on this many tokens."""
    BEGIN = "begin"
    """Begin a span, of this many tokens."""
    INSIDE = "inside"
    """Go on with the span, for this many tokens."""
    TAG = "tag"
    """Write a tag whatever stands before it."""
    SLIP = "slip"
    """Predict this tag at the last token, whatever the rest of the prediction is."""
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


class PlanStep(NamedTuple):
    """One step of writing a unit: `tokens` is how many, `slot` the number of a type."""

    do: StepKind
    tokens: int = 1
    slot: int = 0
    gap: int = 0
    form: Form = OUTSIDE
    change: SpanEdit = SpanEdit.DROP
    name: str = ""


_LONG_SPAN = 10
"""Tokens of a long span."""
_Weighted = list[tuple[PlanStep, int]]
_NAMES = [(PlanStep(StepKind.NAME, name=name), 1) for name in NAMES]


def _begin(do: StepKind, tokens: int, *weights: int) -> _Weighted:
    """Return the steps that begin a span of so many tokens, one for each type."""
    return [(PlanStep(do, tokens, slot), weight) for slot, weight in enumerate(weights)]


def _change(change: SpanEdit, *weights: int) -> _Weighted:
    """Return the steps that edit a span, one for each type that it may become."""
    return [(PlanStep(StepKind.CHANGE, slot=slot, change=change), weight) for slot, weight in enumerate(weights)]


def _long(do: StepKind, size: Size) -> _Weighted:
    """Return the step that begins a long span, where units have room for one."""
    return _begin(do, _LONG_SPAN, 4) if size.tokens[1] >= _LONG_SPAN else []


class Tagging(StrEnum):
    """Which tags may stand in a unit."""

    LEGAL = "legal"
    """Only legal sequences of the scheme."""
    ANY = "any"
    """Any sequence of the scheme's tags: most have an illegal transition."""
    MALFORMED = "malformed"
    """Those, and tags that no scheme writes: prefixes outside the scheme, and tags without type or delimiter."""


def tagging_of(name: str) -> Tagging:
    """Return the tagging with this name. Raises `UnknownOption`."""
    try:
        return Tagging(name)
    except ValueError:
        hint = (
            "Use tagging='legal', tagging='any' (with illegal sequences, such as I-PER after O) or "
            "tagging='malformed' (with strings that are not tags, such as 'X')."
        )
        raise UnknownOption(f"{name!r:.60} is not a value of tagging", hint=hint) from None


_TOKENS = [
    (PlanStep(StepKind.OUTSIDE), 30),
    *_begin(StepKind.BEGIN, 1, 14, 9, 5),
    (PlanStep(StepKind.INSIDE), 14),
    (PlanStep(StepKind.OUTSIDE, 2), 8),
    *_begin(StepKind.BEGIN, 2, 10, 6, 3),
    *_begin(StepKind.BEGIN, 3, 4, 3, 2),
]
_TAG_MOVES = [(PlanStep(StepKind.MOVE), 30), (PlanStep(StepKind.MOVE, 2), 20), (PlanStep(StepKind.MOVE, 0), 10)]
_TAG_CHANGES = [
    *_change(SpanEdit.RETYPE, 9, 9, 4),
    *(step for change in SpanEdit if change in FLAT for step in _change(change, 7)),
    (PlanStep(StepKind.CLEAR), 4),
]


def _forms(do: StepKind, scheme: Scheme, tagging: Tagging, weight: int) -> _Weighted:
    """Return the steps that put single tags, with about this weight for all of one kind of tags."""
    steps: _Weighted = []
    if tagging is not Tagging.LEGAL:
        forms = [(well_formed(prefix), slot) for slot in range(3) for prefix in prefixes_of(scheme)]
        steps += [(PlanStep(do, slot=slot, form=form), max(1, weight // len(forms))) for form, slot in forms]
        steps += [(PlanStep(do, form=OUTSIDE), 3)] if do is StepKind.SLIP else []
    if tagging is Tagging.MALFORMED:
        steps += [(PlanStep(do, form=form), 2) for form in odd_forms(scheme)]
    return steps


@cache
def tag_table(
    scheme: Scheme, gold: Tagging | None, pred: Tagging | None, size: Size, *, names: bool
) -> Table[PlanStep]:
    """Return the steps of a corpus: tokens unless `gold` is given (`None`), edits unless no prediction is wanted.

    With `names` they name types, too.
    """
    tokens = [*_TOKENS, *_long(StepKind.BEGIN, size)]
    tokens = _TAG_MOVES if gold is None else [*tokens, *_forms(StepKind.TAG, scheme, gold, 50)]
    edits = [] if pred is None else [*_TAG_CHANGES, *_forms(StepKind.SLIP, scheme, pred, 36)]
    return table_of([*tokens, *edits, *(_NAMES if names else [])], size)


class TagPlan:
    """A unit as its tape says it: the gold tags, and what shall differ in the prediction."""

    def __init__(self, writing: Writing, cast: Cast, given: int = 0) -> None:
        """Begin an empty unit; or, at its first token, one of which `given` gold tags are given."""
        self.writing = writing
        self.cast = cast
        self._length = given
        self._token = 0
        self._spans: list[Span] = []
        self._tags: dict[int, str] = {}
        self._edits: list[tuple[SpanEdit, int, str]] = []
        self._slips: dict[int, str] = {}
        self._clear = False

    def read(self, steps: Iterable[PlanStep], most: int) -> Self:
        """Take these steps, up to this many tokens."""
        for step in steps:
            match step.do:
                case StepKind.NAME:
                    self.cast.suggest(step.name)
                case StepKind.MOVE:
                    self._token += step.tokens or 1 + self._length // 4
                case StepKind.CHANGE | StepKind.SLIP | StepKind.CLEAR:
                    if self._length:
                        self._differ(step, self._token % self._length)
                case _:
                    self._write(step, min(step.tokens, most - self._length))
        return self

    def _write(self, step: PlanStep, count: int) -> None:
        """Write up to `count` gold tokens."""
        start, end = self._length, self._length + count
        if not count:
            return
        if step.do is StepKind.INSIDE and self._spans and self._spans[-1].end == start:
            self._spans[-1] = self._spans[-1]._replace(end=end)
        elif step.do in {StepKind.BEGIN, StepKind.INSIDE}:
            self._spans.append(Span(self.cast[step.slot], start, end))
        elif step.do is StepKind.TAG:
            self._tags[start] = self.writing.tag(step.form, self.cast[step.slot])
        self._length = end
        self._token = end - 1

    def _differ(self, step: PlanStep, token: int) -> None:
        """Note what shall differ at this token."""
        if step.do is StepKind.CLEAR:
            self._clear = True
        elif step.do is StepKind.SLIP:
            kind = "" if step.form == OUTSIDE else self.cast[step.slot]
            self._slips[token] = self.writing.tag(step.form, kind)
        else:
            kind = self.cast[step.slot] if step.change is SpanEdit.RETYPE else ""
            self._edits.append((step.change, token, kind))

    def gold(self, fewest: int = 0) -> Tags:
        """Return the gold tags, at least `fewest`."""
        tags = self.writing.encode(self._spans, self._length)
        for token, tag in self._tags.items():
            tags[token] = tag
        return tags + ["O"] * (fewest - len(tags))

    def pred(self, gold: Tags, tagging: Tagging) -> Tags:
        """Return the prediction: the gold tags where nothing differs, unless they may not stand in it."""
        if self._clear:
            return ["O"] * len(gold)
        tags = self._edited(gold, tagging)
        for token, tag in self._slips.items():
            tags[token] = tag
        return tags

    def _edited(self, gold: Tags, tagging: Tagging) -> Tags:
        """Return the gold tags with their spans edited."""
        stays = [tagging is Tagging.MALFORMED or self.writing.writes(tag) for tag in gold]
        if not self._edits and tagging is not Tagging.LEGAL and all(stays):
            return list(gold)
        spans = self.writing.decode(gold)
        at = {token: index for index, span in enumerate(spans) for token in range(span.start, span.end)}
        found = edited(spans, self._edits_at(at), len(gold))
        tags = self.writing.encode(flattened(found, len(gold), below=set(spans)), len(gold))
        if tagging is Tagging.LEGAL:
            return tags
        before = self.writing.encode(spans, len(gold))
        rows = zip(gold, stays, before, tags, strict=True)
        return [given if stay and old == new else new for given, stay, old, new in rows]

    def _edits_at(self, at: dict[int, int]) -> list[Edit]:
        """Return the edits by span; where there is none, a span is inserted instead of retyped."""
        edits = []
        for change, token, kind in self._edits:
            if token in at:
                edits.append(Edit(change, at[token], token, kind))
            elif change is SpanEdit.RETYPE:
                edits.append(Edit(SpanEdit.INSERT, 0, token, kind))
        return edits


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


_NEXT = [
    (PlanStep(StepKind.NEXT, count, slot, gap), weight)
    for count, weights in ((1, (10, 6, 3)), (2, (10, 6, 3)), (3, (6, 4, 2)))
    for slot, weight in enumerate(weights)
    for gap in (0, 1)
]
_SHAPED = {
    Shape.NESTED: [
        (PlanStep(do, slot=slot), weight)
        for do in (StepKind.HEAD, StepKind.TAIL, StepKind.BODY, StepKind.SAME)
        for slot, weight in enumerate((6, 4))
    ],
    Shape.OVERLAPPING: _begin(StepKind.CROSS, 1, 12, 8, 4),
    Shape.DUPLICATED: [(PlanStep(StepKind.AGAIN), 14)],
}
_SPAN_MOVES = [(PlanStep(StepKind.MOVE), 50), (PlanStep(StepKind.MOVE, 3), 20)]
_SPAN_CHANGES = [
    *_change(SpanEdit.RETYPE, 8, 8, 4),
    *_change(SpanEdit.INSERT, 5, 4),
    *(step for change in SpanEdit if change in {*FLAT, SpanEdit.REPEAT} for step in _change(change, 7)),
    *_change(SpanEdit.FIRST, 12),
    (PlanStep(StepKind.CLEAR), 4),
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
        hint = f"Use some of: {', '.join(Shape)}; for example shapes=({str(next(iter(Shape)))!r},)."
        raise UnknownOption(f"shapes: {error}", hint=hint) from None


@cache
def span_table(shapes: frozenset[Shape] | None, size: Size, *, edits: bool, names: bool) -> Table[PlanStep]:
    """Return the steps of a corpus in which spans lie like this; `None`: of one that is given.

    With `edits` they make predictions, and with `names` they name types.
    """
    if shapes is None:
        return table_of([*_SPAN_MOVES, *_SPAN_CHANGES], size)
    shaped = [step for shape in _SHAPED if shape in shapes for step in _SHAPED[shape]]
    front = [(PlanStep(StepKind.FRONT), 5)]
    more = [*(_SPAN_CHANGES if edits else []), *(_NAMES if names else [])]
    return table_of([*_NEXT, *_long(StepKind.NEXT, size), *shaped, *front, *more], size)


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

    def read(self, steps: Iterable[PlanStep], most: int) -> Self:
        """Take these steps, over this many tokens."""
        for step in steps:
            match step.do:
                case StepKind.NAME:
                    self.cast.suggest(step.name)
                case StepKind.MOVE:
                    self._at += step.tokens
                case StepKind.CLEAR:
                    self._clear = True
                case StepKind.CHANGE:
                    self._edits += self._edit(step)
                case StepKind.FRONT:
                    if self._order:
                        self._order.insert(0, self._order.pop())
                case _:
                    self._write(step, most)
        return self

    def _write(self, step: PlanStep, most: int) -> None:
        """Add a gold span if there is room for it and it lies to each earlier one as it may."""
        span = self._next(step) if step.do is StepKind.NEXT else self._beside(step)
        if span is None or span.end > most:
            return
        if any(
            shape is not None and shape not in self.shapes for shape in (shape_of(span, other) for other in self._spans)
        ):
            return
        if step.do in {StepKind.NEXT, StepKind.CROSS}:
            self._anchor = span
        self._at = len(self._spans)
        self._order.append(self._at)
        self._spans.append(span)

    def _next(self, step: PlanStep) -> Span:
        """Return a span after all others, with a token between where they may not touch."""
        end = max((span.end for span in self._spans), default=0)
        apart = 1 if end and Shape.TOUCHING not in self.shapes else 0
        start = end + step.gap + apart
        return Span(self.cast[step.slot], start, start + step.tokens)

    def _beside(self, step: PlanStep) -> Span | None:
        """Return a span that shares tokens with the anchor, if there is an anchor."""
        if self._anchor is None:
            return None
        kind, start, end = self._anchor
        match step.do:
            case StepKind.AGAIN:
                return self._anchor
            case StepKind.SAME:
                kinds = (self.cast[step.slot + more] for more in range(3))
                return Span(next((other for other in kinds if other != kind), kind), start, end)
            case StepKind.HEAD:
                end = start + 1
            case StepKind.TAIL:
                start = end - 1
            case StepKind.BODY:
                end = max(end - 1, start + 1)
            case StepKind.CROSS:
                start, end = end - 1, end + 1
        return Span(self.cast[step.slot], start, end)

    def _edit(self, step: PlanStep) -> list[Edit]:
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

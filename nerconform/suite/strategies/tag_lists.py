"""Tags: units of tags read from a tape, and their predictions."""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Self

from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from nerconform.suite.strategies.tapes import FLAT, Edit, Size, SpanEdit, Table, edited, flattened, table_of
from nerconform.suite.strategies.writing import NAMES, OUTSIDE, Cast, Form, Writing, odd_forms, prefixes_of, well_formed

Tags = list[str]


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
        hint = f"Use one of: {', '.join(Tagging)}."
        raise UnknownOption(f"there is no tagging {name!r:.60}", hint=hint) from None


class TagStepKind(StrEnum):
    """What a step does."""

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
    CLEAR = "clear"
    """Predict nothing in this unit."""
    CHANGE = "change"
    """Edit the span at the last token."""
    NAME = "name"
    """Give the next type this name."""
    MOVE = "move"
    """Go on by this many tokens of a unit that is given; where it is 0, by a quarter of it."""


class TagStep(NamedTuple):
    """One step of writing a unit: `tokens` is how many, `slot` the number of a type."""

    do: TagStepKind
    tokens: int = 1
    slot: int = 0
    form: Form = OUTSIDE
    change: SpanEdit = SpanEdit.DROP
    name: str = ""


_TOKENS = [
    (TagStep(TagStepKind.OUTSIDE), 30),
    *((TagStep(TagStepKind.BEGIN, 1, slot), weight) for slot, weight in enumerate((14, 9, 5))),
    (TagStep(TagStepKind.INSIDE), 14),
    (TagStep(TagStepKind.OUTSIDE, 2), 8),
    *((TagStep(TagStepKind.BEGIN, 2, slot), weight) for slot, weight in enumerate((10, 6, 3))),
    *((TagStep(TagStepKind.BEGIN, 3, slot), weight) for slot, weight in enumerate((4, 3, 2))),
]
_NAMES = [(TagStep(TagStepKind.NAME, name=name), 1) for name in NAMES]
_MOVES = [(TagStep(TagStepKind.MOVE), 30), (TagStep(TagStepKind.MOVE, 2), 20), (TagStep(TagStepKind.MOVE, 0), 10)]
_CHANGES = [
    *(
        (TagStep(TagStepKind.CHANGE, slot=slot, change=SpanEdit.RETYPE), weight)
        for slot, weight in enumerate((9, 9, 4))
    ),
    *((TagStep(TagStepKind.CHANGE, change=change), 7) for change in SpanEdit if change in FLAT),
    (TagStep(TagStepKind.CLEAR), 4),
]


def _forms(do: TagStepKind, scheme: Scheme, tagging: Tagging, weight: int) -> list[tuple[TagStep, int]]:
    """Return the steps that put single tags, with about this weight for all of one kind of tags."""
    steps: list[tuple[TagStep, int]] = []
    if tagging is not Tagging.LEGAL:
        forms = [(well_formed(prefix), slot) for slot in range(3) for prefix in prefixes_of(scheme)]
        steps += [(TagStep(do, slot=slot, form=form), max(1, weight // len(forms))) for form, slot in forms]
        steps += [(TagStep(do, form=OUTSIDE), 3)] if do is TagStepKind.SLIP else []
    if tagging is Tagging.MALFORMED:
        steps += [(TagStep(do, form=form), 2) for form in odd_forms(scheme)]
    return steps


@cache
def table_for(scheme: Scheme, gold: Tagging | None, pred: Tagging | None, size: Size, *, names: bool) -> Table[TagStep]:
    """Return the steps of a corpus: tokens unless `gold` is given (`None`), edits unless no prediction is wanted.

    With `names` they name types, too.
    """
    tokens = _MOVES if gold is None else [*_TOKENS, *_forms(TagStepKind.TAG, scheme, gold, 50)]
    edits = [] if pred is None else [*_CHANGES, *_forms(TagStepKind.SLIP, scheme, pred, 36)]
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

    def read(self, steps: Iterable[TagStep], most: int) -> Self:
        """Take these steps, up to this many tokens."""
        for step in steps:
            match step.do:
                case TagStepKind.NAME:
                    self.cast.suggest(step.name)
                case TagStepKind.MOVE:
                    self._token += step.tokens or 1 + self._length // 4
                case TagStepKind.CHANGE | TagStepKind.SLIP | TagStepKind.CLEAR:
                    if self._length:
                        self._differ(step, self._token % self._length)
                case _:
                    self._write(step, min(step.tokens, most - self._length))
        return self

    def _write(self, step: TagStep, count: int) -> None:
        """Write up to `count` gold tokens."""
        start, end = self._length, self._length + count
        if not count:
            return
        if step.do is TagStepKind.INSIDE and self._spans and self._spans[-1].end == start:
            self._spans[-1] = self._spans[-1]._replace(end=end)
        elif step.do in {TagStepKind.BEGIN, TagStepKind.INSIDE}:
            self._spans.append(Span(self.cast[step.slot], start, end))
        elif step.do is TagStepKind.TAG:
            self._tags[start] = self.writing.tag(step.form, self.cast[step.slot])
        self._length = end
        self._token = end - 1

    def _differ(self, step: TagStep, token: int) -> None:
        """Note what shall differ at this token."""
        if step.do is TagStepKind.CLEAR:
            self._clear = True
        elif step.do is TagStepKind.SLIP:
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

"""Quirks of ner-metrics: one walk through both sides, which looks for a type inside a tag."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from nerconform.libraries.quirk import Given, Own, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.counting import Count, Counts, Tally
from nerconform.reference.decoding import Side, decode_tokens
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span

INNER, INSIDE = "inner", "inside"


class _TagTokens(tuple[Span, ...], Own):  # noqa: SLOT001 - a tuple has no room for slots
    """The tokens of a side, which the walk reads."""


class _TagPairs(Outcomes, Own):
    """The tokens of both sides, which the walk goes through."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _JointWalk:
    """A count step that goes through both sides once.

    With `inner` the type of a B tag loses every `B-` inside it. With `inside` an I tag goes on with an entity whose
    type is a part of the tag.
    """

    is_strict: bool
    traits: frozenset[str]

    def __call__(self, units: Iterable[Outcomes]) -> Tally:
        """Return the counts of each type: entities of the gold, of the prediction, and those that are right."""
        gold, pred, right = Counter[str](), Counter[str](), Counter[str]()
        for unit in units:
            pairs = [(row.gold.type, row.pred.type) for row in unit.rows[Schema.STRICT] if row.gold and row.pred]
            gold.update(self._kind(tag) for tag, _ in pairs if tag.startswith("B-"))
            pred.update(self._kind(tag) for _, tag in pairs if tag.startswith("B-"))
            right.update(self._equal(pairs) if self.is_strict else self._met(pairs))
        schemas = (Schema.STRICT,) if self.is_strict else tuple(Schema)

        def counts(cor: int, pos: int, act: int) -> dict[Schema, Counts]:
            return dict.fromkeys(schemas, Counts(cor=cor, mis=pos - cor, spu=act - cor))

        by_type = {kind: counts(right[kind], gold[kind], pred[kind]) for kind in sorted({*gold, *pred})}
        total = counts(right.total(), gold.total(), pred.total())
        return Tally(total, by_type, frozenset(gold), frozenset(pred))

    def _kind(self, tag: str) -> str:
        return tag.replace("B-", "") if INNER in self.traits else tag[2:]

    def _goes_on(self, tag: str, kind: str | None) -> bool:
        if kind is None or not tag.startswith("I-"):
            return False
        return kind in tag if INSIDE in self.traits else kind == tag[2:]

    def _equal(self, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Yield the type of each entity that begins on both sides and ends on both before a tag that goes on."""
        kind = None
        for gold, pred in (*pairs, ("O", "O")):
            begins = gold == pred and gold.startswith("B-")
            if gold == pred and self._goes_on(gold, kind):
                continue
            if kind is not None and (begins or f"I-{kind}" not in {gold, pred}):
                yield kind
            kind = self._kind(gold) if begins else None

    def _met(self, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
        """Yield the type of each entity that goes on when one of its type goes on in the prediction."""
        going = [None, None]  # type: list[str | None]
        for pair in pairs:
            for side, tag in enumerate(pair):
                if tag.startswith("B-"):
                    going[side] = self._kind(tag)
                elif not self._goes_on(tag, going[side]):
                    going[side] = None
            if going[0] is not None and going[0] == going[1]:
                yield going[0]
                going = [None, None]


@dataclass(frozen=True, slots=True)
class _GoldRows:
    """A count step after which only types of the gold have a row."""

    count: Count

    def __call__(self, units: Iterable[Outcomes]) -> Tally:
        """Return the counts without the rows of types that are only predicted."""
        tally = self.count(units)
        rows = {kind: row for kind, row in tally.by_type.items() if kind in tally.gold_types}
        return replace(tally, by_type=rows)


def _walking(trait: str) -> Change:
    """Return the change to the walk, which keeps what it does already."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.count.count if isinstance(pipeline.count, _GoldRows) else pipeline.count
        traits = before.traits if isinstance(before, _JointWalk) else frozenset()
        count: Count = _JointWalk(pipeline.dialect.align is Align.NONE, traits | {trait})
        if isinstance(pipeline.count, _GoldRows):
            count = _GoldRows(count)
        return replace(pipeline, decode=_tokens, match=_beside, count=count)

    return change


def _tokens(marks: Sequence[Mark], side: Side) -> Spans:
    """Return every token as an item whose type is its whole tag."""
    return _TagTokens(decode_tokens(marks, side))


def _beside(gold: Spans, pred: Spans) -> Outcomes:
    """Return the tokens of a unit side by side."""
    return _TagPairs({Schema.STRICT: tuple(map(Pair, gold, pred))})


def _has_inner(given: Given) -> bool:
    """Whether a type has a `B-`."""
    return any(tag.startswith("B-") and "B-" in tag[2:] for tag in given.tags())


def _has_part(given: Given) -> bool:
    """Whether the type of a B tag is a part of an I tag of another type."""
    tags = given.tags()
    kinds = {kind for tag in tags if tag.startswith("B-") for kind in (tag[2:], tag.replace("B-", ""))}
    return any(kind in tag and kind != tag[2:] for tag in tags if tag.startswith("I-") for kind in kinds)


def _has_invented(given: Given) -> bool:
    """Whether a type is predicted that no gold tag has."""
    gold, pred = (
        {tag for unit in members(side) for tag in members(unit) if str(tag).startswith("B-")}
        for side in (given.gold, given.pred)
    )
    return bool(pred - gold)


def _rows_of_gold(pipeline: Pipeline) -> Pipeline:
    """Leave out the rows of types that the gold does not have."""
    return replace(pipeline, count=_GoldRows(pipeline.count))


_STRICT = {"policy": "discard", "align": "none"}
_quirk = partial(Quirk, schemes=(Scheme.IOB2,))
QUIRKS = (
    _quirk("ner-metrics.b-hyphen-is-cut-out-of-types", Step.COUNT, _has_inner, _walking(INNER), base=_STRICT),
    _quirk(
        "ner-metrics.type-inside-another-goes-on",
        Step.COUNT,
        _has_part,
        _walking(INSIDE),
        base={**_STRICT, "align": "best", "scope": "schema", "attribution": "refilter"},
    ),
    _quirk("ner-metrics.no-row-for-invented-types", Step.COUNT, _has_invented, _rows_of_gold, base=_STRICT),
)

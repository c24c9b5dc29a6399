"""Quirks of spaCy's Scorer, and of the documents into which tags are put."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import everything, has_tag, members, of_tags, outside, unchanged
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

_NONE = Score(None, None, None)


def refused_at_first(pipeline: Pipeline) -> Pipeline:
    """Refuse a unit with an I at the first tag, or behind a tag without a letter; all others are repaired."""
    decode = pipeline.decode

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        if any(
            mark.role == "I" and _is_unrepaired(before) for before, mark in zip((None, *marks), marks, strict=False)
        ):
            raise LibraryRaises("ValueError")
        return decode(marks, side)

    return replace(pipeline, decode=decoded)


def _is_unrepaired(before: Mark | None) -> bool:
    return before is None or _is_letterless(before.text)


def begins_inside(given: Given) -> bool:
    """Whether a unit has an I at its beginning, or behind a tag without a letter."""
    pairs = (pair for unit in given.tagged() for pair in pairwise((None, *unit)))
    return any(tag.startswith("I-") and (before is None or _is_letterless(before)) for before, tag in pairs if tag)


def is_typed_o(tag: object, _dialect: Dialect) -> bool:
    """Whether a tag is O with a type."""
    return isinstance(tag, str) and len(tag) > len("O-") and tag.startswith("O-")


def outside_if_o(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Read O with a type as O."""
    return outside(tag) if is_typed_o(tag, dialect) else None


def is_missing(tag: object, _dialect: object = None) -> bool:
    """Whether it says that nothing is known about a token: no letter stands before the hyphen, as in `--X`."""
    return tag is None or tag == "" or _is_letterless(tag)


def _is_letterless(tag: object) -> bool:
    return isinstance(tag, str) and len(tag) > len("--") and tag.startswith("--")


def outside_if_missing(tag: Any, _dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Read what is not known as outside."""
    return outside(tag or "") if is_missing(tag) else None


def _missing(given: Given) -> list[frozenset[int]]:
    """Return the gold tokens of each unit that have no annotation."""
    return [
        frozenset(position for position, tag in enumerate(members(unit)) if is_missing(tag))
        for unit in members(given.gold)
    ]


def has_missing_gold(given: Given) -> bool:
    """Whether nothing is known about some gold token."""
    return any(_missing(given))


def ignored(given: Given) -> Change:
    """Return the change of a whole input: predictions on gold tokens without annotation are neither right nor wrong."""
    missing, lengths = _missing(given), [len(members(unit)) for unit in members(given.gold)]

    def change(pipeline: Pipeline) -> Pipeline:
        pipeline = of_tags(outside_if_missing)(pipeline)
        seen: set[str] = set()

        def kept(units: Stream) -> Stream:
            for (gold, pred), unknown, length in zip(units, missing, lengths, strict=True):
                counted = tuple(span for span in pred if unknown.isdisjoint(range(span.start, span.end)))
                seen.update(span.type for span in pred if len(unknown) < length)
                yield from pipeline.filter([(gold, counted)])

        def count(units: Iterable[Outcomes]) -> Tally:
            tally = pipeline.count(units)
            none = {Schema.STRICT: Counts()}
            return replace(tally, by_type={**dict.fromkeys(seen, none), **tally.by_type})

        return replace(pipeline, filter=kept, count=count)

    return change


def looked_at_late(pipeline: Pipeline) -> Pipeline:
    """Crash at what is no tag behind a tag that looks on at it; else refuse it."""
    parse = pipeline.parse

    def parsed(tags: Sequence[Any]) -> tuple[Mark, ...]:
        position = next((index for index, tag in enumerate(tags) if _is_other(tag)), 0)
        if position and _looks_on(tags[position - 1]):
            raise LibraryRaises("AttributeError")
        return parse(tags)

    return replace(pipeline, parse=parsed)


def _is_other(tag: object) -> bool:
    """Whether it is neither a tag nor missing."""
    return tag is not None and not isinstance(tag, str)


def _looks_on(tag: str | None) -> bool:
    """Whether the repair of transitions looks from this tag at the next."""
    return not tag or tag[0] in "OBI"


def has_other(given: Given) -> bool:
    """Whether something in place of a tag is neither a tag nor missing."""
    return any(_is_other(tag) and not isinstance(tag, Span) for tag in everything(given))


def none_of_nothing(pipeline: Pipeline) -> Pipeline:
    """Leave all ratios undefined, and all types without a row, where nothing is counted."""
    score = pipeline.score

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        found = score(tally, beta)
        return {schema: each if _any(tally.total[schema]) else _undefined(each) for schema, each in found.items()}

    def count(units: Iterable[Outcomes]) -> Tally:
        tally = pipeline.count(units)
        return tally if any(map(_any, tally.total.values())) else replace(tally, by_type={})

    return replace(pipeline, score=scored, count=count)


def _any(counts: Counts) -> bool:
    return bool(counts.pos or counts.act)


def _undefined(scores: Scores) -> Scores:
    return replace(scores, averages=dict.fromkeys(scores.averages, _NONE))


def may_have_nothing(given: Given) -> bool:
    """Whether the data may hold no entity: every tag is outside, every span empty, or predictions may be ignored."""
    found = list(everything(given))
    return any(map(is_missing, found)) or all(map(_may_be_nothing, found))


def _may_be_nothing(one: object) -> bool:
    if isinstance(one, Span):
        return one.start == one.end
    return isinstance(one, str) and (one == "O" or one.startswith("O-"))


def _is_empty(one: object) -> bool:
    return isinstance(one, Span) and 0 <= one.start == one.end


def has_empty(given: Given) -> bool:
    """Whether a span has no token."""
    return any(map(_is_empty, everything(given)))


def empty_spans_read(pipeline: Pipeline) -> Pipeline:
    """Take spans without tokens, and lose those of the prediction."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [list(map(members, members(side))) for side in (gold, pred)]
        checked = before(*([[one for one in unit if not _is_empty(one)] for unit in side] for side in sides))
        return [
            Unit(*map(_with_all, unit, whole)) for unit, whole in zip(checked, zip(*sides, strict=True), strict=True)
        ]

    def kept(units: Stream) -> Stream:
        return pipeline.filter((gold, tuple(_not_empty(pred))) for gold, pred in units)

    return replace(pipeline, read=read, filter=kept)


def _with_all(annotation: Annotation, unit: Sequence[Any]) -> Annotation:
    return Annotation(None, tuple(unit)) if any(map(_is_empty, unit)) else annotation


def _not_empty(spans: Iterable[Span]) -> Iterator[Span]:
    return (span for span in spans if not _is_empty(span))


def empty_entities_lost(pipeline: Pipeline) -> Pipeline:
    """Take spans without tokens, and lose those of both sides."""
    pipeline = empty_spans_read(pipeline)

    def kept(units: Stream) -> Stream:
        return pipeline.filter((tuple(_not_empty(gold)), pred) for gold, pred in units)

    return replace(pipeline, filter=kept)


def has_unannotated(given: Given) -> bool:
    """Whether something is predicted in a unit without gold spans."""
    return any(not gold and pred for gold, pred in zip(members(given.gold), members(given.pred), strict=False))


def unannotated_passed_over(pipeline: Pipeline) -> Pipeline:
    """Count no prediction in a unit without gold spans."""

    def kept(units: Stream) -> Stream:
        return pipeline.filter((gold, pred if gold else ()) for gold, pred in units)

    return none_of_nothing(replace(pipeline, filter=kept))


_BASE: Mapping[str, str] = MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"})
_SCHEMES = (Scheme.IOB1, Scheme.IOB2)

QUIRKS = (
    Quirk(
        id="spacy.inside-at-the-first-token",
        step=Step.DECODE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=begins_inside,
        change=refused_at_first,
    ),
    Quirk(
        id="spacy.o-with-a-type-is-outside",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(is_typed_o),
        change=of_tags(outside_if_o),
    ),
    Quirk(
        id="spacy.empty-tag-is-no-annotation",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(is_missing),
        change=of_tags(outside_if_missing),
    ),
    Quirk(
        id="spacy.unannotated-gold-is-passed-over",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_missing_gold,
        change=unchanged,
        reads=ignored,
    ),
    Quirk(
        id="spacy.unannotated-document-is-passed-over",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_unannotated,
        change=unannotated_passed_over,
    ),
    Quirk(
        id="spacy.tag-that-is-no-string-crashes",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_other,
        change=looked_at_late,
    ),
    Quirk(
        id="spacy.nothing-at-all-is-none",
        step=Step.SCORE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=may_have_nothing,
        change=none_of_nothing,
    ),
    Quirk(
        id="spacy.empty-span-accepted",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_empty,
        change=empty_spans_read,
    ),
    Quirk(
        id="spacy.empty-entity-is-none",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_empty,
        change=empty_entities_lost,
    ),
)

"""Quirks of Flair: its function from tags to spans."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import everything, has_illegal, members
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream, Units
from nerconform.reference.options import LabelRule
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.spans import Span

_OUTSIDE = Mark("O", "", "O")
_FIRST, _LATER = 11, 10
"""What the tag that begins a span weighs in the vote on its type, and what every other tag does."""


def _begins(before: Mark, mark: Mark) -> bool:
    """Whether a tag begins a span even where it could go on with one."""
    return mark.role in {"B", "S"} or (mark.role == "I" and before.type != mark.type)


def _decode(marks: Sequence[Mark], _side: Side) -> Spans:
    """Cut at every O and at every tag that begins a span, and let the tags of a span vote on its type."""
    spans: list[Span] = []
    votes: Counter[str] = Counter()
    start = 0
    for position, (before, mark) in enumerate(pairwise([_OUTSIDE, *marks, _OUTSIDE])):
        begins = _begins(before, mark)
        if votes and (begins or mark.role == "O"):
            spans.append(Span(max(votes, key=votes.__getitem__), start, position))
            votes.clear()
        if mark.role != "O":
            start = start if votes else position
            votes[mark.type] += _FIRST if begins else _LATER
    return tuple(spans)


def _change(pipeline: Pipeline) -> Pipeline:
    return replace(pipeline, decode=_decode)


_BASE: Mapping[str, str] = MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"})
_SCHEMES = tuple(Scheme)
_FILLER = "O"
"""What stands where one side has no label."""
_UNKNOWN = "<unk>"
"""What stands for a gold label that a dictionary of labels lacks."""


def _places(spans: Iterable[Span]) -> set[tuple[int, int]]:
    """Return the bounds of spans."""
    return {(span.start, span.end) for span in spans}


def _places_in(units: Units) -> int:
    """Return how many places the gold spans have, and the predictions, in all units."""
    return sum(len(_places(spans)) for unit in units for spans in unit)


def _left_of(units: Units, left: Units) -> Units:
    """Return what is left of the units to be scored; scikit-learn crashes if several spans were there and none is."""
    if _places_in(units) > 1 and not _places_in(left):
        raise LibraryRaises("ValueError")
    return left


def _without_results(pipeline: Pipeline) -> Pipeline:
    """Give no number where both sides together have one span or none."""
    keep, count, score = pipeline.filter, pipeline.count, pipeline.score
    seen: list[int] = []

    def kept(units: Stream) -> Stream:
        found = list(units)
        seen[:] = [_places_in(found)]
        return keep(found)

    def counted(units: Iterable[Outcomes]) -> Tally:
        return count(units) if seen[0] > 1 else Tally({}, {}, frozenset(), frozenset())

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return score(tally, beta) if tally.total else {}

    return replace(pipeline, filter=kept, count=counted, score=scored)


def _has_one_at_most(given: Given) -> bool:
    """Whether both sides together may have one span or none: one span, or one run of tags without an O."""
    return sum(_least(members(unit)) for side in (given.gold, given.pred) for unit in members(side)) <= 1


def _least(items: Sequence[object]) -> int:
    """Return how many places the spans of a unit have, or the tags at least."""
    if any(isinstance(one, Span) for one in items):
        return len(_places([one for one in items if isinstance(one, Span)]))
    return sum(after != _FILLER and before == _FILLER for before, after in pairwise([_FILLER, *items]))


def _types(given: Given) -> set[str]:
    """Return the types of all spans, or of all tags but O."""
    tags = (tag.partition("-")[2] for tag in given.tags() - {_FILLER})
    return {*tags, *(one.type for one in everything(given) if isinstance(one, Span))}


def _excluded(dialect: Dialect) -> Callable[[str], bool]:
    """Return whether a type is none of those that are given."""
    given = frozenset(dialect.labels.given)
    return lambda kind: dialect.labels.rule is LabelRule.GIVEN and kind not in given


def _kept_where_predicted(pipeline: Pipeline) -> Pipeline:
    """Take excluded types away from the gold, and with the last gold span at a place what was predicted there.

    A type that is predicted anywhere has a row.
    """
    is_excluded, count = _excluded(pipeline.dialect), pipeline.count
    predicted: set[str] = set()

    def without(gold: Spans, pred: Spans) -> tuple[Spans, Spans]:
        left = tuple(_without_first(gold, is_excluded))
        gone = _places(gold) - _places(left)
        return left, tuple(span for span in pred if (span.start, span.end) not in gone)

    def kept(units: Stream) -> Stream:
        found = list(units)
        predicted.clear()
        predicted.update(span.type for _, pred in found for span in pred)
        return _left_of(found, [without(*unit) for unit in found])

    def counted(units: Iterable[Outcomes]) -> Tally:
        return _with_rows(count(units), predicted)

    return replace(pipeline, filter=kept, count=counted)


def _without_first(spans: Spans, is_excluded: Callable[[str], bool]) -> Iterator[Span]:
    """Yield the spans without the first of equal ones of each type that is excluded."""
    seen: set[Span] = set()
    for span in spans:
        if span in seen or not is_excluded(span.type):
            yield span
        seen.add(span)


def _renamed_in_gold(pipeline: Pipeline) -> Pipeline:
    """Give gold spans whose type the dictionary lacks the type that stands for it, and keep all predictions."""
    is_unknown, count = _excluded(pipeline.dialect), pipeline.count
    predicted: set[str] = set()

    def renamed(span: Span) -> Span:
        return span._replace(type=_UNKNOWN) if is_unknown(span.type) else span

    def kept(units: Stream) -> Stream:
        found = list(units)
        predicted.clear()
        predicted.update(span.type for _, pred in found for span in pred)
        return [(tuple(map(renamed, gold)), pred) for gold, pred in found]

    def counted(units: Iterable[Outcomes]) -> Tally:
        return _with_rows(count(units), predicted)

    return replace(pipeline, filter=kept, count=counted)


def _with_rows(tally: Tally, predicted: set[str]) -> Tally:
    """Return the tally with a row of every type that is predicted."""
    rows = {**{kind: {Schema.STRICT: Counts()} for kind in sorted(predicted)}, **tally.by_type}
    return replace(tally, by_type=rows, pred_types=tally.pred_types | predicted)


def _has_excluded(given: Given) -> bool:
    """Whether a span has a type that is excluded."""
    return any(map(_excluded(given.dialect), _types(given)))


def _without_filler(pipeline: Pipeline) -> Pipeline:
    """Take the spans of the type O away."""
    keep = pipeline.filter

    def named(spans: Spans) -> Spans:
        return tuple(span for span in spans if span.type != _FILLER)

    def kept(units: Stream) -> Stream:
        found = list(units)
        return keep(_left_of(found, [(named(gold), named(pred)) for gold, pred in found]))

    return replace(pipeline, filter=kept)


def _has_filler(given: Given) -> bool:
    """Whether a span has the type O."""
    return _FILLER in _types(given)


QUIRKS = (
    Quirk(
        id="flair.type-by-vote",
        step=Step.DECODE,
        base=MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"}),
        schemes=(Scheme.BIOES,),
        fires=has_illegal,
        change=_change,
    ),
    Quirk(
        id="flair.one-span-has-no-scores",
        step=Step.COUNT,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_one_at_most,
        change=_without_results,
    ),
    Quirk(
        id="flair.excluded-in-gold-alone",
        step=Step.FILTER,
        base=MappingProxyType({**_BASE, "labels": "given{X}"}),
        schemes=_SCHEMES,
        fires=_has_excluded,
        change=_kept_where_predicted,
    ),
    Quirk(
        id="flair.unknown-in-gold-alone",
        step=Step.FILTER,
        base=MappingProxyType({**_BASE, "labels": "given{X}"}),
        schemes=_SCHEMES,
        fires=_has_excluded,
        change=_renamed_in_gold,
    ),
    Quirk(
        id="flair.type-o-is-none",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_filler,
        change=_without_filler,
    ),
)

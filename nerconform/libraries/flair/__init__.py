"""Flair: its decoder of tags, and its evaluation."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import everything, has_illegal, members, scored_if
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream, Units
from nerconform.reference.options import LabelRule
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline, of_units
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="flair")
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


_BASE = {"policy": "lenient", "duplicates": "set", "align": "none"}
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


def _with_rows_of_predictions(fix: Callable[[Dialect, Units], Units]) -> Change:
    """Return the change of the spans of all units after which a type that is predicted anywhere has a row."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, predicted = pipeline.count, set[str]()

        def kept(units: Stream) -> Stream:
            found = list(units)
            predicted.clear()
            predicted.update(span.type for _, pred in found for span in pred)
            return fix(pipeline.dialect, found)

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            rows = {**{kind: {Schema.STRICT: Counts()} for kind in sorted(predicted)}, **tally.by_type}
            return replace(tally, by_type=rows, pred_types=tally.pred_types | predicted)

        return replace(pipeline, filter=kept, count=counted)

    return change


def _kept_where_predicted(dialect: Dialect, units: Units) -> Units:
    """Take excluded types away from the gold, and with the last gold span at a place what was predicted there."""
    is_excluded = _excluded(dialect)

    def without(gold: Spans, pred: Spans) -> tuple[Spans, Spans]:
        left = tuple(_without_first(gold, is_excluded))
        gone = _places(gold) - _places(left)
        return left, tuple(span for span in pred if (span.start, span.end) not in gone)

    return _left_of(units, [without(*unit) for unit in units])


def _without_first(spans: Spans, is_excluded: Callable[[str], bool]) -> Iterator[Span]:
    """Yield the spans without the first of equal ones of each type that is excluded."""
    seen: set[Span] = set()
    for span in spans:
        if span in seen or not is_excluded(span.type):
            yield span
        seen.add(span)


def _renamed_in_gold(dialect: Dialect, units: Units) -> Units:
    """Give gold spans whose type the dictionary lacks the type that stands for it, and keep all predictions."""
    is_unknown = _excluded(dialect)

    def renamed(span: Span) -> Span:
        return span._replace(type=_UNKNOWN) if is_unknown(span.type) else span

    return [(tuple(map(renamed, gold)), pred) for gold, pred in units]


def _has_excluded(given: Given) -> bool:
    """Whether a span has a type that is excluded."""
    return any(map(_excluded(given.dialect), _types(given)))


def _without_filler(units: Units) -> Units:
    """Take the spans of the type O away."""
    return _left_of(units, [(_named(gold), _named(pred)) for gold, pred in units])


def _named(spans: Spans) -> Spans:
    return tuple(span for span in spans if span.type != _FILLER)


def _has_filler(given: Given) -> bool:
    """Whether a span has the type O."""
    return _FILLER in _types(given)


_quirk = partial(Quirk, base=_BASE, schemes=_SCHEMES)
QUIRKS = (
    _quirk(
        "flair.type-by-vote",
        Step.DECODE,
        has_illegal,
        lambda pipeline: replace(pipeline, decode=_decode),
        base={"policy": "lenient", "duplicates": "set", "align": "none"},
        schemes=(Scheme.BIOES,),
    ),
    _quirk(
        "flair.one-span-has-no-scores", Step.COUNT, _has_one_at_most, scored_if(lambda units: _places_in(units) > 1)
    ),
    _quirk(
        "flair.excluded-in-gold-alone",
        Step.FILTER,
        _has_excluded,
        _with_rows_of_predictions(_kept_where_predicted),
        base={**_BASE, "labels": "given{X}"},
    ),
    _quirk(
        "flair.unknown-in-gold-alone",
        Step.FILTER,
        _has_excluded,
        _with_rows_of_predictions(_renamed_in_gold),
        base={**_BASE, "labels": "given{X}"},
    ),
    _quirk("flair.type-o-is-none", Step.FILTER, _has_filler, of_units(_without_filler)),
)

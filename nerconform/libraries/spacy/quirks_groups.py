"""Quirks of spaCy's Scorer: spans that may not overlap, bounds alone, and words that are not those of the gold."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members, unchanged
from nerconform.libraries.spacy.quirks import none_of_nothing
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Stream
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_BASE: Mapping[str, str] = MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"})
_SHARED: Mapping[str, str] = MappingProxyType({"policy": "lenient", "duplicates": "set"})
_SCHEMES = (Scheme.IOB1, Scheme.IOB2)


def _has_overlap(given: Given) -> bool:
    """Whether two predictions of a unit share a token."""
    return any(_share(first, second) for unit in _spans(given.pred) for first, second in combinations(unit, 2))


def _share(first: Span, second: Span) -> bool:
    return first.start < second.end and second.start < first.end


def _spans(side: object) -> list[list[Span]]:
    return [[one for one in members(unit) if isinstance(one, Span)] for unit in members(side)]


def _overlapping_dropped(given: Given) -> Change:
    """Return the change of a whole input: its predictions do not overlap, and the types of all keep their rows."""
    seen = {span.type for unit in _spans(given.pred) for span in unit}

    def change(pipeline: Pipeline) -> Pipeline:
        def kept(units: Stream) -> Stream:
            return pipeline.filter((gold, tuple(_apart(pred))) for gold, pred in units)

        return _with_rows(replace(pipeline, filter=kept), seen)

    return change


def _with_rows(pipeline: Pipeline, types: Iterable[str]) -> Pipeline:
    """Give each of these types a row."""
    rows = {kind: {Schema.STRICT: Counts()} for kind in types}

    def count(units: Iterable[Outcomes]) -> Tally:
        tally = pipeline.count(units)
        return replace(tally, by_type={**rows, **tally.by_type})

    return replace(pipeline, count=count)


def _apart(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans whose first and last token is of none that was yielded before."""
    taken: set[int] = set()
    for span in spans:
        if taken.isdisjoint({span.start, span.end - 1}):
            taken.update(range(span.start, span.end))
            yield span


def _has_equal_bounds(given: Given) -> bool:
    """Whether two spans of one unit have the same bounds, and not the same type."""
    units = (set(unit) for side in (given.gold, given.pred) for unit in _spans(side))
    return any(len({span[1:] for span in unit}) < len(unit) for unit in units)


def _bounds_once(pipeline: Pipeline) -> Pipeline:
    """Keep one span of each place."""

    def kept(units: Stream) -> Stream:
        return pipeline.filter((_once(gold), _once(pred)) for gold, pred in units)

    return replace(pipeline, filter=kept)


def _once(spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple({span[1:]: span for span in spans}.values())


def _bounds(given: Given) -> list[frozenset[int]]:
    """Return where the gold words of each unit begin and end, where they are as long as the gold spans permit."""
    units = zip(_spans(given.gold), _spans(given.pred), strict=True)
    return [frozenset({0, *_ends(gold), max(_ends([*gold, *pred]), default=0)}) for gold, pred in units]


def _ends(spans: Iterable[Span]) -> list[int]:
    """Return the bounds of spans."""
    return [bound for span in spans for bound in (span.start, span.end)]


def _has_part_of_word(given: Given) -> bool:
    """Whether a prediction begins or ends within a gold word."""
    if len(members(given.gold)) != len(members(given.pred)):
        return False
    units = zip(_spans(given.pred), _bounds(given), strict=True)
    return any(not bounds.issuperset(span[1:]) for spans, bounds in units for span in spans)


def _unaligned_dropped(given: Given) -> Change:
    """Return the change of a whole input: predictions count that begin and end where gold words do."""
    bounds, seen = _bounds(given), {span.type for unit in _spans(given.pred) for span in unit}

    def change(pipeline: Pipeline) -> Pipeline:
        def kept(units: Stream) -> Stream:
            for (gold, pred), ends in zip(units, bounds, strict=True):
                aligned = tuple(span for span in pred if ends.issuperset(span[1:]))
                yield from pipeline.filter([(gold, aligned)])

        return none_of_nothing(_with_rows(replace(pipeline, filter=kept), seen))

    return change


def _widened(given: Given) -> Change:
    """Return the change of a whole input: a prediction stands for all of the gold words that it touches."""
    bounds = _bounds(given)

    def change(pipeline: Pipeline) -> Pipeline:
        def kept(units: Stream) -> Stream:
            for (gold, pred), ends in zip(units, bounds, strict=True):
                yield from pipeline.filter([(gold, tuple(_found(gold, pred, ends)))])

        return replace(pipeline, filter=kept)

    return change


def _where_parted(change: Callable[[Given], Change]) -> Callable[[Given], Change]:
    """Return a change of a whole input that is none where no prediction begins or ends within a gold word."""
    return lambda given: change(given) if _has_part_of_word(given) else unchanged


def _found(gold: Iterable[Span], pred: Iterable[Span], ends: Iterable[int]) -> Iterator[Span]:
    """Yield the gold span that a prediction widens to, once, or else the prediction, which is no gold span."""
    left = set(gold)
    for span in pred:
        start, end = (
            max(bound for bound in ends if bound <= span.start),
            min(bound for bound in ends if bound >= span.end),
        )
        wide = Span(span.type, start, end)
        yield wide if wide in left else span
        left.discard(wide)


QUIRKS = (
    Quirk(
        id="spacy.overlapping-prediction-is-dropped",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_overlap,
        change=unchanged,
        reads=_overlapping_dropped,
    ),
    Quirk(
        id="spacy.bounds-count-once",
        step=Step.FILTER,
        base=_SHARED,
        schemes=_SCHEMES,
        fires=_has_equal_bounds,
        change=_bounds_once,
    ),
    Quirk(
        id="spacy.part-of-a-gold-token-is-dropped",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_part_of_word,
        change=unchanged,
        reads=_where_parted(_unaligned_dropped),
    ),
    Quirk(
        id="spacy.part-of-a-gold-token-is-all-of-it",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_part_of_word,
        change=unchanged,
        reads=_where_parted(_widened),
    ),
)

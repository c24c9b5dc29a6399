"""Quirks of eval4ner: one alignment for all four schemas and another for MIS, texts, and units without entities."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.alignments import distance
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_Choose = Callable[[Span, Sequence[Span]], int | None]
"""A prediction and the gold spans that are free and overlap it in; which of them it takes out, if any is wanted."""


def _equal(pred: Span, free: Sequence[Span]) -> int | None:
    return next((index for index, gold in enumerate(free) if gold == pred), None)


def _of_its_type(pred: Span, free: Sequence[Span]) -> int | None:
    return next((index for index, gold in enumerate(free) if gold.type == pred.type), None)


def _closest_of_its_type(pred: Span, free: Sequence[Span]) -> int | None:
    found = [index for index, gold in enumerate(free) if gold.type == pred.type]
    return min(found, key=lambda index: distance(free[index], pred), default=None)


def _of_its_bounds(pred: Span, free: Sequence[Span]) -> int | None:
    return next((index for index, gold in enumerate(free) if gold[1:] == pred[1:]), None)


def _any(_pred: Span, free: Sequence[Span]) -> int | None:
    return 0 if free else None


BEFORE_BOUNDS, IN_EVERY_SCHEMA, NOT_CLOSEST = "before-bounds", "in-every-schema", "not-closest"
MISSED_APART = "missed-apart"


def _order(schema: Schema, traits: frozenset[str]) -> tuple[_Choose, ...]:
    """Return for which gold spans a prediction looks, one after the other.

    The library looks alike in all schemas: for its equal, its type, its bounds, any. A facet alone does so in some
    schemas, and elsewhere as `input-best`.
    """
    facet = NOT_CLOSEST if schema is Schema.TYPE else BEFORE_BOUNDS
    if IN_EVERY_SCHEMA in traits or (facet in traits and schema is not Schema.STRICT):
        return (_equal, _of_its_type, _of_its_bounds, _any)
    if schema is Schema.TYPE:
        return (_closest_of_its_type, _any)
    return (_equal if schema is Schema.STRICT else _of_its_bounds, _any)


@dataclass(frozen=True, slots=True)
class _Aligned:
    """A match step in which each prediction, in list order, takes the first free gold span of its order."""

    traits: frozenset[str]

    def __call__(self, gold: Spans, pred: Spans) -> Outcomes:
        """Return the outcomes of one unit."""
        rows = {schema: tuple(_rows(gold, pred, _order(schema, self.traits))) for schema in Schema}
        if MISSED_APART in self.traits:
            missed = tuple(_missed(gold, pred))
            rows = {schema: (*(row for row in found if row.pred), *missed) for schema, found in rows.items()}
        return Outcomes(rows)


def _rows(gold: Spans, pred: Spans, order: Sequence[_Choose]) -> Iterator[Pair]:
    free = list(gold)
    for span in pred:
        near = [one for one in free if one.overlaps(span)]
        found = (choose(span, near) for choose in order)
        taken = next((near[index] for index in found if index is not None), None)
        if taken is not None:
            free.remove(taken)
        yield Pair(taken, span)
    for span in free:
        yield Pair(span, None)


def _missed(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Yield the gold spans for which no prediction is left where each, in list order, takes the first it overlaps."""
    free = list(pred)
    for span in gold:
        found = next((one for one in free if one.overlaps(span)), None)
        if found is None:
            yield Pair(span, None)
        else:
            free.remove(found)


def aligned(trait: str) -> Change:
    """Return the change that makes the match step align in this way, too."""

    def change(pipeline: Pipeline) -> Pipeline:
        traits = pipeline.match.traits if isinstance(pipeline.match, _Aligned) else frozenset()
        return replace(pipeline, match=_Aligned(traits | {trait}))

    return change


_BASE: Mapping[str, str] = MappingProxyType(
    {"policy": "lenient", "align": "input-best", "scope": "schema", "pool": "mean", "empty_doc": "0"}
)
_WORDS = ("Yorkshire", "is", "York")
"""The words that a unit of the mode `words` consists of, over and over."""


def _one_of_everything(pipeline: Pipeline) -> Pipeline:
    """Count one of each outcome in a unit without spans."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        apart = tuple(_with_one(unit) if _is_empty(unit) else unit for unit in tally.units)
        empty = sum(map(_is_empty, tally.units))
        more = Counts(*[empty] * 5)
        return replace(tally, total={schema: counts + more for schema, counts in tally.total.items()}, units=apart)

    return replace(pipeline, count=counted)


def _is_empty(unit: Tally) -> bool:
    return not any(counts.pos or counts.act for counts in unit.total.values())


def _with_one(unit: Tally) -> Tally:
    """Return a unit whose precision and recall are 1, as those of an empty one are said to be."""
    return replace(unit, total=dict.fromkeys(unit.total, Counts(cor=1)))


def _division_by_no_unit(pipeline: Pipeline) -> Pipeline:
    def kept(units: Stream) -> Stream:
        found = list(units)
        if not found:
            raise LibraryRaises("ZeroDivisionError")
        return pipeline.filter(found)

    return replace(pipeline, filter=kept)


def _sides(given: Given) -> Iterator[tuple[list[object], list[object]]]:
    return (
        (members(gold), members(pred)) for gold, pred in zip(members(given.gold), members(given.pred), strict=False)
    )


def _in_characters(span: Span) -> Span:
    """Return where the text of a span stands first in a text of the same words over and over."""
    words = tuple(islice(cycle(_WORDS), span.end))
    found = " ".join(words[span.start :])
    start = " ".join(words).find(found)
    return Span(span.type, start, start + len(found))


def _first_occurrences(pipeline: Pipeline) -> Pipeline:
    def kept(units: Stream) -> Stream:
        return pipeline.filter(
            [(tuple(map(_in_characters, gold)), tuple(map(_in_characters, pred))) for gold, pred in units]
        )

    return replace(pipeline, filter=kept)


def _comes_again(given: Given) -> bool:
    """Whether the text of a span may stand earlier in the text, too; the first two words are no part of another."""
    items = (item for gold, pred in _sides(given) for item in (*gold, *pred))
    return any(isinstance(item, Span) and item.start >= len(_WORDS) - 1 for item in items)


def _has_two_each(given: Given) -> bool:
    """Whether a unit has two spans on either side."""
    return any(len(gold) > 1 and len(pred) > 1 for gold, pred in _sides(given))


def _has_two_golds(given: Given) -> bool:
    """Whether a prediction of some unit can choose."""
    return any(len(gold) > 1 and pred for gold, pred in _sides(given))


def _has_empty_unit(given: Given) -> bool:
    """Whether a unit has no span on either side."""
    return any({*map(str, gold), *map(str, pred)} <= {"O"} for gold, pred in _sides(given))


def _has_no_unit(given: Given) -> bool:
    return not members(given.gold)


def _of_alignment(id_: str, trait: str) -> Quirk:
    """Return the one alignment, or a facet of it that is enough where only some schemas show it."""
    change = aligned(trait)
    return Quirk(id=id_, step=Step.MATCH, base=_BASE, schemes=(Scheme.IOB2,), fires=_has_two_golds, change=change)


QUIRKS = (
    _of_alignment("eval4ner.type-before-bounds", BEFORE_BOUNDS),
    _of_alignment("eval4ner.first-not-closest", NOT_CLOSEST),
    _of_alignment("eval4ner.type-first-in-every-schema", IN_EVERY_SCHEMA),
    Quirk(
        id="eval4ner.first-occurrence-stands-for-all",
        step=Step.FILTER,
        base=_BASE,
        schemes=(Scheme.IOB2,),
        fires=_comes_again,
        change=_first_occurrences,
    ),
    Quirk(
        id="eval4ner.missed-by-another-alignment",
        step=Step.MATCH,
        base=_BASE,
        schemes=(Scheme.IOB2,),
        fires=_has_two_each,
        change=aligned(MISSED_APART),
    ),
    Quirk(
        id="eval4ner.empty-unit-counts-one-of-everything",
        step=Step.COUNT,
        base=_BASE,
        schemes=(Scheme.IOB2,),
        fires=_has_empty_unit,
        change=_one_of_everything,
    ),
    Quirk(
        id="eval4ner.division-by-no-unit",
        step=Step.SCORE,
        base=_BASE,
        schemes=tuple(Scheme),
        fires=_has_no_unit,
        change=_division_by_no_unit,
    ),
)

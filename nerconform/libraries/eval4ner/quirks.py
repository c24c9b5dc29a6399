"""Quirks of eval4ner: one alignment for all four schemas and another for MIS, texts, and units without entities."""

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members, of_tally, one_by_one, raises_at_units
from nerconform.reference.assignment import distance
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline, of_spans
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_Wanted = Callable[[Span, Span], bool]
"""A gold span and a prediction in; whether the prediction looks for such a gold span."""


def _has_its_type(gold: Span, pred: Span) -> bool:
    return gold.type == pred.type


def _has_its_bounds(gold: Span, pred: Span) -> bool:
    return gold[1:] == pred[1:]


def _is_there(_gold: Span, _pred: Span) -> bool:
    return True


BEFORE_BOUNDS, IN_EVERY_SCHEMA, NOT_CLOSEST = "before-bounds", "in-every-schema", "not-closest"
MISSED_APART = "missed-apart"


def _order(schema: Schema, traits: frozenset[str]) -> tuple[_Wanted, ...]:
    """Return for which gold spans a prediction looks, one after the other.

    The library looks alike in all schemas: for its equal, its type, its bounds, any. A facet alone puts its type first
    in some schemas (the first of its type in `type`, one of its type in `exact` and `partial`), and elsewhere as
    `input-best`.
    """
    if IN_EVERY_SCHEMA in traits or (BEFORE_BOUNDS in traits and schema in {Schema.EXACT, Schema.PARTIAL}):
        return (operator.eq, _has_its_type, _has_its_bounds, _is_there)
    if NOT_CLOSEST in traits and schema is Schema.TYPE:
        return (operator.eq, _has_its_type, _is_there)
    if schema is Schema.TYPE:
        return (_has_its_type, _is_there)
    return (operator.eq if schema is Schema.STRICT else _has_its_bounds, _is_there)


@dataclass(frozen=True, slots=True)
class _Aligned:
    """A match step in which each prediction, in list order, takes the first free gold span of its order."""

    traits: frozenset[str]

    def __call__(self, gold: Spans, pred: Spans) -> Outcomes:
        """Return the outcomes of one unit."""
        rows = {schema: one_by_one(gold, pred, partial(_chosen, _order(schema, self.traits))) for schema in Schema}
        if MISSED_APART in self.traits:
            missed = tuple(_missed(gold, pred))
            rows = {schema: (*(row for row in found if row.pred), *missed) for schema, found in rows.items()}
        return Outcomes(rows)


def _chosen(order: Sequence[_Wanted], free: Sequence[Span], pred: Span) -> Span | None:
    """Return the first gold span that a prediction overlaps and looks for; the closest, if by type first."""
    near = [one for one in free if one.overlaps(pred)]
    for wanted in order:
        found = [one for one in near if wanted(one, pred)]
        if found:
            is_closest = wanted is order[0] is _has_its_type
            return min(found, key=lambda one: distance(one, pred)) if is_closest else found[0]
    return None


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


_BASE = {"policy": "lenient", "align": "input-best", "scope": "schema", "pool": "mean", "empty_doc": "0"}
_WORDS = ("Yorkshire", "is", "York")
"""The words that a unit of the mode `words` consists of, over and over."""


def _one_of_everything(tally: Tally) -> Tally:
    """Count one of each outcome in a unit without spans."""
    apart = tuple(_with_one(unit) if _is_empty(unit) else unit for unit in tally.units)
    more = Counts(*[sum(map(_is_empty, tally.units))] * 5)
    return replace(tally, total={schema: counts + more for schema, counts in tally.total.items()}, units=apart)


def _is_empty(unit: Tally) -> bool:
    return not any(counts.pos or counts.act for counts in unit.total.values())


def _with_one(unit: Tally) -> Tally:
    """Return a unit whose precision and recall are 1, as those of an empty one are said to be."""
    return replace(unit, total=dict.fromkeys(unit.total, Counts(cor=1)))


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


_quirk = partial(Quirk, base=_BASE, schemes=(Scheme.IOB2,))


def _of_alignment(id_: str, trait: str) -> Quirk:
    """Return the one alignment, or a facet of it that is enough where only some schemas show it."""
    change = aligned(trait)
    return _quirk(id_, Step.MATCH, _has_two_golds, change)


QUIRKS = (
    _of_alignment("eval4ner.type-before-bounds", BEFORE_BOUNDS),
    _of_alignment("eval4ner.first-not-closest", NOT_CLOSEST),
    _of_alignment("eval4ner.type-first-in-every-schema", IN_EVERY_SCHEMA),
    _quirk("eval4ner.first-occurrence-stands-for-all", Step.FILTER, _comes_again, of_spans(_in_characters)),
    _quirk("eval4ner.missed-by-another-alignment", Step.MATCH, _has_two_each, aligned(MISSED_APART)),
    _quirk("eval4ner.empty-unit-counts-one-of-everything", Step.COUNT, _has_empty_unit, of_tally(_one_of_everything)),
    _quirk(
        "eval4ner.division-by-no-unit",
        Step.SCORE,
        _has_no_unit,
        raises_at_units(operator.not_, "ZeroDivisionError"),
        schemes=tuple(Scheme),
    ),
)

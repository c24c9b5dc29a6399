"""Relation: predictions for gold units that somebody else has, or that another strategy draws."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from nerconform.reference.units import Annotation, read_side
from nerconform.suite.strategies import span_lists as spans
from nerconform.suite.strategies import tag_lists as tags
from nerconform.suite.strategies.names import PLAIN, SLOTS, Cast, Types, drawn_types, some_of
from nerconform.suite.strategies.sizes import Size
from nerconform.suite.strategies.tag_lists import Tagging, tagging_of
from nerconform.suite.strategies.tapes import tapes, units_of
from nerconform.suite.strategies.writing import Writing

_STEPS = (3, 3)
"""Edits and moves of a unit are as many as the steps of a unit of three tokens."""
_MOST = 200
"""A longer corpus is edited in so many of its units, spread over it."""


def relate(  # noqa: PLR0913 - as `corpora`
    gold: Sequence[Sequence[Any]],
    scheme: str = "IOB2",
    *,
    pred: Tagging | str = Tagging.ANY,
    types: Types = None,
    delimiter: str = "-",
    affix: str = "prefix",
) -> st.SearchStrategy[list[list[Any]]]:
    """Draw a prediction for these gold units: a list of units of tags, or of spans `(type, start, end)`, as gold is.

    Spans are dropped, inserted, split, merged, given other bounds or another type of `types` (the gold's own, and plain
    ones where these are fewer than three); units of tags keep their lengths, and have the tags that `pred` allows.
    Illegal gold tags stay as they are where nothing is edited, unless `pred` is `legal`. Shrinks to the gold itself.

    Raises `FlatInput`, `NotAUnit` or `InvalidSpan` for gold that is none, `EmptyTag` or `NotATag` for tags, and
    `UnknownScheme`, `AmbiguousScheme` or `UnknownOption`.
    """
    units = read_side(gold, "gold")
    writing, tagging = Writing.of(scheme, delimiter, affix), tagging_of(pred)
    chosen = range(0, len(units), max(1, -(-len(units) // _MOST)))
    size = Size((len(chosen), len(chosen)), _STEPS)
    tag_table = tags.table_for(writing.scheme, None, tagging, size, names=False)
    span_table = spans.table_for(None, size, edits=True, names=False)

    def prediction(drawn: tuple[bytes, Sequence[str]]) -> list[list[Any]]:
        tape, names = drawn
        cast = Cast()
        cast.update((slot, names[slot % len(names)]) for slot in range(SLOTS))
        tag_steps = dict(zip(chosen, units_of(tape, tag_table, size), strict=True))
        span_steps = dict(zip(chosen, units_of(tape, span_table, size), strict=True))
        found: list[list[Any]] = []
        for index, unit in enumerate(units):
            if unit.tags is None:
                ends = [span.end for span in unit.spans]
                most = max(ends) + 1 if ends else 0  # of a unit without spans no token is known
                found.append(spans.SpanPlan(cast, gold=unit.spans).read(span_steps.get(index, ()), most).pred(most))
            else:
                plan = tags.TagPlan(writing, cast, len(unit.tags)).read(tag_steps.get(index, ()), 0)
                found.append(plan.pred(list(unit.tags), tagging))
        return found

    return st.tuples(tapes(size), _palette(writing, units, types)).map(prediction)


def _palette(writing: Writing, units: Sequence[Annotation], types: Types) -> st.SearchStrategy[Sequence[str]]:
    """Draw the types of the prediction: of those given, or of these units, in the order in which they appear."""
    if types is not None:
        return drawn_types(types)
    spans_ = (span for unit in units for span in (unit.spans if unit.tags is None else writing.decode(unit.tags)))
    names = list(dict.fromkeys(span.type for span in spans_))
    return some_of(names if len(names) >= SLOTS else list(dict.fromkeys([*names, *PLAIN]))[:SLOTS])

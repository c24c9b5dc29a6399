"""Corpora: gold and prediction of several units, drawn together."""

from collections.abc import Collection, Sequence

from hypothesis import strategies as st

from nerconform.suite.strategies import span_lists as spans
from nerconform.suite.strategies import tag_lists as tags
from nerconform.suite.strategies.names import Cast, Types, drawn_types
from nerconform.suite.strategies.sizes import SMALL, Size
from nerconform.suite.strategies.span_lists import EVERY_SHAPE, Shape, shapes_of
from nerconform.suite.strategies.tag_lists import Tagging, tagging_of
from nerconform.suite.strategies.tapes import tapes, units_of
from nerconform.suite.strategies.writing import Writing

TagCorpus = tuple[list[tags.Tags], list[tags.Tags]]
"""Gold units and predicted units of tags, as many on both sides, each as long as its partner."""
SpanCorpus = tuple[list[spans.Spans], list[spans.Spans]]
"""Gold units and predicted units of spans, as many on both sides."""


def corpora(  # noqa: PLR0913 - what a caller may want to fix, each with a default
    scheme: str = "IOB2",
    *,
    gold: Tagging | str = Tagging.LEGAL,
    pred: Tagging | str = Tagging.ANY,
    types: Types = None,
    size: Size = SMALL,
    delimiter: str = "-",
    affix: str = "prefix",
) -> st.SearchStrategy[TagCorpus]:
    """Draw gold and predicted units of tags; the prediction is the gold with edits.

    `gold` and `pred` are a `Tagging` each: `legal`, `any` (with illegal transitions) or `malformed`. Units may be
    empty, or have no spans, and there may be none. Shrinks to few short units with few edits, of `O` and type `X`.
    Raises `UnknownScheme`, `AmbiguousScheme` or `UnknownOption`.
    """
    writing = Writing.of(scheme, delimiter, affix)
    levels = tagging_of(gold), tagging_of(pred)
    table = tags.table_for(writing.scheme, *levels, size.checked(), names=types is None)
    fewest, most = size.tokens

    def corpus(drawn: tuple[bytes, Sequence[str]]) -> TagCorpus:
        tape, cast = drawn[0], Cast(drawn[1])
        plans = [tags.TagPlan(writing, cast).read(steps, most) for steps in units_of(tape, table, size)]
        golds = [plan.gold(fewest) for plan in plans]
        return golds, [plan.pred(unit, levels[1]) for plan, unit in zip(plans, golds, strict=True)]

    return st.tuples(tapes(size), drawn_types(types)).map(corpus)


def span_corpora(
    *, shapes: Collection[Shape | str] = EVERY_SHAPE, types: Types = None, size: Size = SMALL
) -> st.SearchStrategy[SpanCorpus]:
    """Draw gold and predicted units of spans, ends exclusive; the prediction is the gold with edits.

    Gold spans that do not lie apart lie to each other in one of the `shapes`; where these are `touching` at most, the
    spans of the prediction share no token, either. Lists are in any order. `size.tokens` bounds the ends of spans.
    Shrinks to few short spans of type `X` at the beginning of few units. Raises `UnknownOption`.
    """
    allowed = shapes_of(shapes)
    table = spans.table_for(allowed, size.checked(), edits=True, names=types is None)
    most = size.tokens[1]

    def corpus(drawn: tuple[bytes, Sequence[str]]) -> SpanCorpus:
        tape, cast = drawn[0], Cast(drawn[1])
        plans = [spans.SpanPlan(cast, allowed).read(steps, most) for steps in units_of(tape, table, size)]
        return [plan.gold() for plan in plans], [plan.pred(most) for plan in plans]

    return st.tuples(tapes(size), drawn_types(types)).map(corpus)

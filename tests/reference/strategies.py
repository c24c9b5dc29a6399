"""Random dialects and random data, small enough that clashes are frequent."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference.dialect import AXES
from nerconform.reference.spans import canonical
from nerconform.suite.strategies import Size, corpora, span_corpora, span_sets
from tests.reference.exhaustive import LETTERS

OPTIONS: dict[str, list[str]] = {
    axis.attribute: [str(option) for option in type(axis.default)] for axis in AXES if isinstance(axis.default, StrEnum)
} | {
    "scheme": list(LETTERS),
    "delimiter": ["-", "_", "%2C", "--"],
    "policy": ["refuse", "lenient", "discard"],
    "location": ["offsets"],
    "cover": ["single", "joint", "Pjoint,Rsingle", "Psingle,Rjoint"],
    "weights": ["whole", "halves", "given{BES=1/2+0+1/2,LE=1/3+1/4+0}"],
    "rename": ["none", "given{X=Y}", "given{X=Y,Y=X}", "given{Y=Z}"],
    "labels": ["union", "gold", "given{X}", "given{X,Y}"],
    "overlap": ["any", "gold:1%", "gold:50%", "gold:100%", "union:50%", "union:67%", "union:100%"],
    "types": ["present", "given{X}", "given{X,Z}"],
    "partial": ["1/2", "0", "1", "1/3"],
    "zero": ["0", "1", "nan", "omit", "P1,R0", "Pomit,Rnan", "P0,Romit"],
    "labels_avg": ["union", "gold", "given{X}", "given{X,Y}"],
    "round": ["exact", "2-half-up-x100", "2-half-even-x1", "1-binary-x100", "0-half-even-x100"],
}
"""Options of every axis, the default first; other locations have data and tests of their own (test_locating)."""
UNDEFINED = {("IOB1", "discard"), ("IOE1", "discard")}
ALIGNMENTS = [name for name in OPTIONS["align"] if name != "two-sided"]
"""Readings that pair spans."""
LEGAL = ["phased", "none", "input", "input-best", "best"]
ALIGNED = [name for name in ALIGNMENTS if name != "none"]


@st.composite
def choices(draw: st.DrawFn, /, **fixed: str) -> dict[str, str]:
    """Draw a few choices away from the default, or many, so that each axis is seen alone and in company."""
    axes = draw(st.sets(st.sampled_from([axis for axis in OPTIONS if axis not in fixed])))
    found = {axis: draw(st.sampled_from(OPTIONS[axis])) for axis in OPTIONS if axis in axes} | fixed
    if (found.get("scheme", "IOB2"), found.get("policy", "refuse")) in UNDEFINED:
        found["policy"] = "lenient"
    return found


@st.composite
def dialects(draw: st.DrawFn, /, **fixed: str) -> nc.Dialect:
    """Draw a dialect over all axes."""
    return nc.Dialect().set(**draw(choices(**fixed)))


def span(tokens: int = 4, types: Sequence[str] = ("X", "Y")) -> st.SearchStrategy[tuple[str, int, int]]:
    """Draw a span over a few tokens."""
    bounds = [(start, end) for start in range(tokens) for end in range(start + 1, tokens + 1)]
    return st.tuples(st.sampled_from(types), st.sampled_from(bounds)).map(lambda s: (s[0], *s[1]))


def span_units(most: int = 4, tokens: int = 4) -> st.SearchStrategy[list[tuple[Any, Any]]]:
    """Draw units of spans: any order, nested, repeated."""
    side = st.lists(span(tokens), max_size=most)
    return st.lists(st.tuples(side, side), max_size=3)


def flat(tokens: int = 6, types: Sequence[str] = ("X", "Y")) -> st.SearchStrategy[list[nc.Span]]:
    """Draw disjoint spans in order."""
    return span_sets(shapes=["touching"], types=types, tokens=(0, tokens)).map(
        lambda spans: sorted(spans, key=canonical)
    )


def flat_units(tokens: int = 6) -> st.SearchStrategy[list[tuple[Any, Any]]]:
    """Draw units of disjoint spans, and predictions of them."""
    return span_corpora(shapes=["touching"], types=("X", "Y"), size=Size((0, 3), (0, tokens))).map(paired)


def tag_units(dialect: nc.Dialect, *, odd: bool = True) -> st.SearchStrategy[list[tuple[Any, Any]]]:
    """Draw units of tags as a dialect reads them: well formed, and (`odd`) with other letters and without types."""
    tagging, types = ("malformed", ("X", "Y", "-X")) if odd else ("any", ("X", "Y"))
    return corpora(
        dialect.scheme,
        gold=tagging,
        pred=tagging,
        types=types,
        size=Size((0, 3), (0, 4)),
        delimiter=dialect.delimiter,
        affix=dialect.affix,
    ).map(paired)


def paired(corpus: tuple[list[Any], list[Any]]) -> list[tuple[Any, Any]]:
    """Return the units of a corpus, each with both sides."""
    return list(zip(*corpus, strict=True))


def sides(units: Sequence[tuple[Any, Any]]) -> tuple[list[Any], list[Any]]:
    """Return the gold units and the predicted units."""
    return [gold for gold, _ in units], [pred for _, pred in units]

"""Random dialects and random data, small enough that clashes are frequent."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

import nerconform as nc
from tests.reference.exhaustive import LETTERS

OPTIONS: dict[str, list[str]] = {
    "scheme": list(LETTERS),
    "affix": ["prefix", "suffix"],
    "delimiter": ["-", "_", "%2C", "--"],
    "bare": ["refuse", "untyped", "first-char", "two-chars", "outside", "single"],
    "outside": ["whole", "by-prefix"],
    "policy": ["refuse", "lenient", "discard"],
    "unknown": ["refuse", "as-I", "single"],
    "gold": ["same", "legal"],
    "labels": ["union", "gold", "given{X}", "given{X,Y}"],
    "item": ["span", "token"],
    "duplicates": ["multiset", "set", "by-value"],
    "align": ["phased", "none", "input", "input-best", "absorb", "first-any", "sweep", "best"],
    "scope": ["shared", "schema"],
    "overlap": ["any", "gold:1%", "gold:50%", "gold:100%", "union:50%", "union:67%", "union:100%"],
    "attribution": ["gold", "refilter"],
    "types": ["present", "given{X}", "given{X,Z}"],
    "pool": ["corpus", "mean", "flat"],
    "empty_doc": ["omit", "0", "1"],
    "partial": ["1/2", "0", "1", "1/3"],
    "zero": ["0", "1", "nan", "omit", "P1,R0", "Pomit,Rnan", "P0,Romit"],
    "empty": ["zero", "nan"],
    "macro_f": ["mean", "of-means"],
    "labels_avg": ["union", "gold", "given{X}", "given{X,Y}"],
    "round": ["exact", "2-half-up-x100", "2-half-even-x1", "1-binary-x100", "0-half-even-x100"],
}
"""Options of every axis, the default first."""
UNDEFINED = {("IOB1", "discard"), ("IOE1", "discard")}
READINGS = OPTIONS["align"]
LEGAL = ["phased", "none", "input", "input-best", "best"]
ALIGNED = [name for name in READINGS if name != "none"]


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


@st.composite
def flat(draw: st.DrawFn, tokens: int = 6, types: Sequence[str] = ("X", "Y")) -> list[tuple[str, int, int]]:
    """Draw disjoint spans in order."""
    cuts = sorted(draw(st.sets(st.integers(0, tokens), min_size=2)))
    spans = [(draw(st.sampled_from(types)), *bounds) for bounds in pairwise(cuts)]
    return [one for one in spans if draw(st.booleans())]


def flat_units(tokens: int = 6) -> st.SearchStrategy[list[tuple[Any, Any]]]:
    """Draw units of disjoint spans."""
    return st.lists(st.tuples(flat(tokens), flat(tokens)), max_size=3)


@st.composite
def tag_units(draw: st.DrawFn, dialect: nc.Dialect, *, odd: bool = True) -> list[tuple[Any, Any]]:
    """Draw units of tags as a dialect reads them: well formed, and (`odd`) with other letters and without types."""
    letters = LETTERS[dialect.scheme] + ("Q" if odd else "")
    parts = [(letter, kind) for letter in letters for kind in ("X", "Y")]
    written = [dialect.delimiter.join(pair if dialect.affix == "prefix" else pair[::-1]) for pair in parts]
    bare = ["B", "I", "OX", "XO", "B-", "-X", "Q_X-Y", "I--X", "X"] if odd else []
    tag = st.one_of(st.just("O"), st.sampled_from(written), st.sampled_from(written + bare))
    units = []
    for length in draw(st.lists(st.integers(0, 4), max_size=3)):
        sides = [draw(st.lists(tag, min_size=length, max_size=length)) for _ in range(2)]
        units.append((sides[0], sides[1]))
    return units


def sides(units: Sequence[tuple[Any, Any]]) -> tuple[list[Any], list[Any]]:
    """Return the gold units and the predicted units."""
    return [gold for gold, _ in units], [pred for _, pred in units]

"""Draws for measurement: the same ones each time, and what they hold, told without the strategies' own words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis import strategies as st

import nerconform as nc
from tests.reference.exhaustive import LETTERS, bigrams

Drawn = TypeVar("Drawn")
Kind = tuple[str, str, str]
"""An illegal transition: two letters, and `same` or `other` types; `^` and `$` are the start and the end of a unit."""
SCHEMES = list(LETTERS)
_QUIET = settings(phases=[Phase.generate], database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""All health checks but the one that looks at a clock."""


def draws(strategy: st.SearchStrategy[Drawn], count: int = 400, start: int = 1) -> list[Drawn]:
    """Return so many draws from a seed. Raises what Hypothesis raises if the strategy filters, or draws too much."""
    found: list[Drawn] = []

    @seed(start)
    @settings(_QUIET, max_examples=count)
    @given(strategy)
    def collect(value: Drawn) -> None:
        found.append(value)

    collect()
    return found


def simplest(strategy: st.SearchStrategy[Drawn], wanted: Any, start: int = 1) -> Drawn:  # noqa: ANN401 - a predicate
    """Return what a draw with some property is shrunk to."""
    quiet = settings(database=None, deadline=None, max_examples=5000, suppress_health_check=list(HealthCheck))
    return find(strategy, wanted, settings=quiet, random=Random(start))  # noqa: S311 - a seed for a search


def kinds_of(scheme: str) -> set[Kind]:
    """Return every kind of illegal transition: pairs that stand side by side in no encoding of spans."""
    tags = ["O", *(f"{letter}-{kind}" for letter in LETTERS[scheme] for kind in "XY")]
    pairs = [(before, after) for before in [None, *tags] for after in [*tags, None] if before or after]
    return {kind(*pair) for pair in pairs if pair not in bigrams(scheme)}


def kind(before: str | None, after: str | None) -> Kind:
    """Return the kind of a transition."""
    if before is None or after is None or "O" in {before, after}:
        return (before[0] if before else "^", after[0] if after else "$", "")
    return (before[0], after[0], "same" if before[2:] == after[2:] else "other")


def kinds_in(scheme: str, units: Iterable[Sequence[str]]) -> Counter[Kind]:
    """Return how many units have each kind of illegal transition."""
    illegal = kinds_of(scheme)
    found: Counter[Kind] = Counter()
    for unit in units:
        found.update({kind(*pair) for pair in pairwise([None, *unit, None])} & illegal if unit else ())
    return found


def types_in(units: Iterable[Sequence[str]]) -> set[str]:
    """Return the types of tags that are a letter, a hyphen and a type."""
    return {tag[2:] for unit in units for tag in unit if tag != "O"}


def shape(one: nc.Span, other: nc.Span) -> str:
    """Return how two spans lie to each other."""
    mine, theirs = set(range(one.start, one.end)), set(range(other.start, other.end))
    if one == other:
        return "duplicated"
    if mine & theirs:
        return "nested" if mine <= theirs or theirs <= mine else "overlapping"
    return "touching" if one.end == other.start or other.end == one.start else "apart"


def shapes_in(spans: Sequence[nc.Span]) -> set[str]:
    """Return how the spans of one unit lie to each other."""
    return {shape(one, other) for index, one in enumerate(spans) for other in spans[:index]}


def changes(gold: Sequence[nc.Span], pred: Sequence[nc.Span]) -> set[str]:
    """Return the ways in which the prediction of a unit differs from its gold."""
    found = set()
    for span in gold:
        near = [other for other in pred if span.overlaps(other)]
        if not near:
            found.add("drop")
        if any(other[1:] == span[1:] and other.type != span.type for other in near):
            found.add("retype")
        moved = [other for other in near if other.type == span.type]
        found |= {"start-earlier" for other in moved if (other.start + 1, other.end) == span[1:]}
        found |= {"start-later" for other in moved if (other.start - 1, other.end) == span[1:]}
        found |= {"end-earlier" for other in moved if (other.start, other.end + 1) == span[1:]}
        found |= {"end-later" for other in moved if (other.start, other.end - 1) == span[1:]}
        cuts = {other.end for other in moved if other.start == span.start} & {other.start for other in moved}
        found |= {"split" for other in moved if other.end == span.end and other.start in cuts}
    for span in pred:
        near = [other for other in gold if span.overlaps(other)]
        if not near:
            found.add("insert")
        if (
            span.start in {other.start for other in near}
            and span.end in {other.end for other in near}
            and len(near) > 1
        ):
            found.add("merge")
        if pred.count(span) > gold.count(span) > 0:
            found.add("repeat")
    if sorted(gold) == sorted(pred) and list(gold) != list(pred):
        found.add("order")
    return found

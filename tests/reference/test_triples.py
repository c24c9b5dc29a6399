"""Every three options of three axes meet in a dialect that is held to the second evaluator.

Axes that are drawn independently meet in pairs, and a fault that needs three options is missed for ever.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

import nerconform as nc
from tests.reference.covering import Covering
from tests.reference.exhaustive import LETTERS
from tests.reference.strategies import OPTIONS, UNDEFINED
from tests.reference.test_against_brute import agree
from tests.shares import EVERY

FORBIDDEN: set[tuple[tuple[str, str], ...]] = {(("scheme", scheme), ("policy", policy)) for scheme, policy in UNDEFINED}
PARTS = 8
SAMPLES = 5 if EVERY else 1
"""Corpora of tags, and as many of spans, on which each dialect is asked."""


@cache
def rows() -> list[dict[str, str]]:
    """Return the dialects that cover all triples."""
    return Covering(OPTIONS, FORBIDDEN).rows()


def _tags(chance: Random, row: Mapping[str, str]) -> tuple[list[Any], list[Any]]:
    """Return random tags as the dialect reads them, some of them odd."""
    cut, letters = unquote(row["delimiter"]), LETTERS[row["scheme"]]
    pairs = [(letter, kind) for letter in letters for kind in "XYZ"]
    plain = [f"{a}{cut}{b}" if row["affix"] == "prefix" else f"{b}{cut}{a}" for a, b in pairs]
    odd = chance.choice([[], [], ["OX", "XO", letters[0], f"Q{cut}X", f"X{cut}Q"]])
    sizes = [chance.randint(0, 4) for _ in range(chance.randint(0, 3))]
    gold, pred = ([[chance.choice(["O", *plain, *odd]) for _ in range(size)] for size in sizes] for _ in range(2))
    return gold, pred


def _spans(chance: Random) -> tuple[list[Any], list[Any]]:
    """Return random spans: nested, crossing, repeated."""
    sizes = [(chance.randint(0, 3), chance.randint(0, 3)) for _ in range(chance.randint(0, 3))]
    bounds = [(start, end) for start in range(4) for end in range(start + 1, 5)]
    gold, pred = (
        [[(chance.choice("XXYZ"), *chance.choice(bounds)) for _ in range(pair[side])] for pair in sizes]
        for side in (0, 1)
    )
    return gold, pred


def _data(number: int, row: Mapping[str, str]) -> Iterator[tuple[list[Any], list[Any]]]:
    chance = Random(number)  # noqa: S311 - reproducible data, no secret
    for _ in range(SAMPLES):
        yield _tags(chance, row)
        if row["item"] == "span":
            yield _spans(chance)


@pytest.mark.long
def test_all_triples_that_a_dialect_can_hold_are_covered() -> None:
    met = {triple for row in rows() for triple in combinations(sorted(row.items()), 3)}
    for axes in combinations(sorted(OPTIONS), 3):
        for one in OPTIONS[axes[0]]:
            for other in OPTIONS[axes[1]]:
                for third in OPTIONS[axes[2]]:
                    triple = tuple(zip(axes, (one, other, third), strict=True))
                    undefined = any(set(pair) <= set(triple) for pair in FORBIDDEN)
                    assert undefined or triple in met


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_triple_of_options_counts_as_the_second_evaluator_does(part: int) -> None:
    for number, row in list(enumerate(rows()))[part::PARTS]:
        dialect = nc.Dialect().set(**row)
        for gold, pred in _data(number, row):
            agree(gold, pred, dialect)

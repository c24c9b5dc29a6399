"""The scores of many tallies at once are those of the exact score step, ratio by ratio."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from nerconform.engines.resampling import scores_of
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.scoring import scorer

CELLS = [
    (0, 0, 0, 0, 0),
    (1, 0, 0, 0, 0),
    (2, 0, 1, 0, 1),
    (0, 0, 0, 3, 0),
    (0, 0, 0, 0, 1),
    (1, 2, 0, 1, 0),
    (0, 0, 2, 0, 0),
]
"""COR, INC, PAR, MIS, SPU of one type."""
PAIRS = list(itertools.product(CELLS, repeat=2))
ZEROS = ("0", "1", "nan", "omit", "P1,R0", "P0,Rnan")


def tally(pair: tuple[tuple[int, ...], ...]) -> Tally:
    """Return the tally in which the types A and B have these counts."""
    by_type = {kind: {Schema.PARTIAL: Counts(*cells)} for kind, cells in zip("AB", pair, strict=True) if any(cells)}
    total = {Schema.PARTIAL: sum((Counts(*cells) for cells in pair), Counts())}
    gold = frozenset(kind for kind, counts in by_type.items() if counts[Schema.PARTIAL].pos)
    pred = frozenset(kind for kind, counts in by_type.items() if counts[Schema.PARTIAL].act)
    return Tally(total, by_type, gold, pred)


def sums(pair: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    """Return the same as rows of a table: the five counts, and whether the type is in gold and predicted."""
    rows = []
    for cells in pair:
        counts = Counts(*cells)
        rows.append([*cells, int(counts.pos > 0), int(counts.act > 0)])
    return rows


def exact(pair: tuple[tuple[int, ...], ...], measure: Measure, choices: dict[str, str]) -> Fraction | None:
    score = scorer(NAMED["semeval"].set(**choices))(tally(pair), Fraction(measure.beta or 1))[Schema.PARTIAL]
    name = measure.quantity if measure.quantity in {"precision", "recall"} else "f"
    found: Fraction | None = getattr(score.averages[measure.scope], name)
    return found


@pytest.mark.parametrize("zero", ZEROS)
@pytest.mark.parametrize("quantity", ["precision", "recall", "f1", "f2"])
@pytest.mark.parametrize(
    ("scope", "choices"),
    [
        ("micro", {}),
        ("micro", {"partial": "1/3"}),
        ("macro", {}),
        ("macro", {"macro_f": "of-means"}),
        ("macro", {"labels_avg": "gold"}),
        ("macro", {"labels_avg": "given{A}"}),
        ("macro", {"empty": "nan"}),
        ("weighted", {}),
        ("weighted", {"labels_avg": "given{B}"}),
    ],
    ids=str,
)
def test_ratios_are_those_of_the_score_step(scope: str, choices: dict[str, str], quantity: str, zero: str) -> None:
    measure, every = Measure.parse(f"partial.{scope}.{quantity}"), choices | {"zero": zero}
    table = np.array([sums(pair) for pair in PAIRS], dtype=np.int64)
    if scope == "micro":
        table = table.sum(axis=1, keepdims=True)
    found = scores_of(table, ("A", "B") if scope != "micro" else ("",), NAMED["semeval"].set(**every), measure)
    for pair, got in zip(PAIRS, found, strict=True):
        right = exact(pair, measure, every)
        assert got == pytest.approx(float("nan") if right is None else float(right), nan_ok=True, rel=1e-12), pair

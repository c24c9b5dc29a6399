"""Unit counts: what every unit adds is what the reference counts of it, and documents are sums of their units."""

from collections import Counter

import numpy as np
import pytest

import nerconform as nc
from nerconform.engines import unit_counts
from nerconform.engines.choice import evaluate
from nerconform.engines.columnar import Columnar
from nerconform.engines.unit_counts import UnitCells
from nerconform.engines.vectors import vector_of
from tests.engines.test_columnar_counting import ALIGNMENTS, Pairs, pairs_of_span_sets

LONG: Pairs = [(["B-X", *["O"] * 999], ["O"] * 1000), (["O"] * 500, [*["O"] * 499, "B-Y"]), (["B-X"], ["B-Y"])]
"""So few spans on so many tokens that no table of all tokens is made."""
ONLY_GOLD: Pairs = [(["B-X", "O"], ["O", "O"]), ([], []), (["O", "B-Y"], ["O", "O"])]
ONLY_PRED: Pairs = [(pred, gold) for gold, pred in ONLY_GOLD]


@pytest.mark.parametrize(
    "pairs", [pairs_of_span_sets(2), LONG, ONLY_GOLD, ONLY_PRED, []], ids=["short", "long", "gold", "pred", "none"]
)
@pytest.mark.parametrize("choices", ALIGNMENTS, ids=lambda choices: "-".join(choices.values()))
def test_every_unit_adds_what_the_reference_counts_of_it(choices: dict[str, str], pairs: Pairs) -> None:
    dialect = nc.Dialect().set(**choices)
    gold, pred = ([list(pair[side]) for pair in pairs] for side in (0, 1))
    expected = evaluate(dialect, gold, pred, "reference", outcomes=True)
    tally, units = Columnar.of(dialect).count_units(gold, pred)
    assert tally == expected.tally
    assert list(map(tuple, units.vectors().tolist())) == [vector_of(unit) for unit in expected.outcomes or ()]


VECTORS = np.array([[2, 0, 1], [0, 0, 0], [2, 0, 1], [0, 3, 0], [1, 0, 2]])


@pytest.mark.parametrize("most", [2**62, 1])
def test_units_that_add_the_same_are_counted_once_however_many_keys_there_can_be(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unit_counts, "_MAX_KEY", most)
    units = UnitCells.of_vectors(VECTORS)
    assert units.vectors().tolist() == VECTORS.tolist()
    assert units.kinds() == Counter(map(tuple, VECTORS.tolist()))
    assert list(units.kinds()) == [(0, 0, 0), (0, 3, 0), (1, 0, 2), (2, 0, 1)]  # resamples depend on this order


def test_units_with_large_counts_are_kept_apart() -> None:
    """2**24 * (2**40 + 1) is 2**24 in 64 bits: the first unit would be the second one."""
    vectors = [[2**24, 0], [0, 2**24], [2**40, 0], [0, 2**40]]
    assert UnitCells.of_vectors(np.array(vectors)).kinds() == Counter(map(tuple, vectors))


def test_counts_of_one_tell_units_apart() -> None:
    vectors = [[0, 1], [0, 0], [0, 1], [0, 0], [0, 0]]
    assert UnitCells.of_vectors(np.array(vectors)).kinds() == {(0, 1): 2, (0, 0): 3}


@pytest.mark.parametrize(
    ("begins", "documents"),
    [
        ([0, 0, 0, 0, 0], [range(5)]),
        ([1, 0, 0, 1, 0], [range(3), range(3, 5)]),
        ([0, 1, 0, 0, 1], [range(1), range(1, 4), range(4, 5)]),
    ],
)
def test_a_document_adds_what_its_units_add(begins: list[int], documents: list[range]) -> None:
    found = UnitCells.of_vectors(VECTORS).joined(np.array(begins, dtype=np.bool_))
    assert found.vectors().tolist() == [VECTORS[list(units)].sum(axis=0).tolist() for units in documents]

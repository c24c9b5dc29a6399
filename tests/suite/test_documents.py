"""The sample output of document 002 is too large to be carried as data; its arithmetic is held to the clauses."""

from fractions import Fraction

import pytest

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline

STRICT = Counts(cor=34926, inc=23323, par=0, mis=7319, spu=6002)
TYPE = Counts(cor=42283, inc=15966, par=0, mis=7319, spu=6002)
PRINTED = {"precision": 0.5435868702432647, "recall": 0.5326683748169839, "f": 0.5380722390405103}


def test_possible_and_actual_follow_from_the_five_counts() -> None:
    assert (STRICT.pos, STRICT.act) == (65568, 64251)


@pytest.mark.parametrize(("ratio", "printed"), PRINTED.items())
def test_the_printed_ratios_follow_from_the_counts(ratio: str, printed: float) -> None:
    tally = Tally({Schema.STRICT: STRICT}, {}, frozenset(), frozenset())
    scores = Pipeline.of(NAMED["semeval"]).score(tally, Fraction(1))[Schema.STRICT]
    assert float(getattr(scores.averages["micro"], ratio)) == pytest.approx(printed, rel=1e-15)


def test_one_alignment_gives_strict_and_type_the_same_pairs() -> None:
    assert (TYPE.pos, TYPE.act) == (STRICT.pos, STRICT.act)
    assert TYPE.cor + TYPE.inc == STRICT.cor + STRICT.inc
    assert TYPE.cor >= STRICT.cor


def test_partial_and_bounds_are_correct_where_bounds_agree() -> None:
    bounds = Counts(cor=41668, inc=58249 - 41668, mis=7319, spu=6002)
    partial = Counts(cor=41668, par=58249 - 41668, mis=7319, spu=6002)
    assert (bounds.pos, bounds.act) == (partial.pos, partial.act) == (STRICT.pos, STRICT.act)
    assert STRICT.cor <= bounds.cor

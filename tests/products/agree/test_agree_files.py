"""Agree: values derived by hand, the dialects that are symmetric, and the kinds of disagreement."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.bounds import MAX_RESAMPLES
from nerconform.products.agree.agree_files import NotSymmetric, TooFewAnnotators, asymmetry
from nerconform.reference.outcomes import answered
from nerconform.reference.refusals import NotAnswered, UnknownOption
from tests.reference.strategies import dialects, sides, span_units

ANN = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-ORG", "O"]]
BOB = [["B-PER", "O", "O", "B-LOC"], ["O", "B-ORG", "O"]]
EVE = [["B-PER", "I-PER", "O", "B-ORG"], ["O", "O", "O"]]


def test_three_annotators_by_hand() -> None:
    """Ann and Bob share 2 of 3 + 3 entities, Ann and Eve 1 of 3 + 2, Bob and Eve none of 3 + 2."""
    found = nc.agree({"ann": ANN, "bob": BOB, "eve": EVE}, resamples=50)
    assert [(pair.first, pair.second, pair.f1) for pair in found.pairs] == [
        ("ann", "bob", Fraction(4, 6)),
        ("ann", "eve", Fraction(2, 5)),
        ("bob", "eve", Fraction(0)),
    ]
    assert found.mean == Fraction(16, 45)
    assert found.type_means == {"LOC": Fraction(1, 3), "ORG": Fraction(1, 3), "PER": Fraction(1, 3)}
    assert (found.tokens, found.units) == (7, 2)


def test_kappa_is_over_the_types_of_tokens() -> None:
    """Ann: PER PER O LOC O ORG O; Bob: PER O O LOC O ORG O. 6 of 7 agree; expected (2*1 + 1 + 1 + 3*4) / 49 = 16/49."""
    (pair,) = nc.agree([ANN, BOB], resamples=0).pairs
    assert pair.kappa == (Fraction(6, 7) - Fraction(16, 49)) / (1 - Fraction(16, 49))


def test_the_mean_interval_draws_the_same_sentences_for_all_pairs() -> None:
    """Where all annotators agree in some sentences and on nothing in the others, all pairs move together."""
    one = [["B-A", "O"]] * 4
    other = [["B-A", "O"]] * 2 + [["O", "B-A"]] * 2
    found = nc.agree([one, other, one], resamples=400, seed=3)
    assert found.interval is not None
    pair = found.pairs[0].interval
    assert pair is not None
    assert found.interval.low == pytest.approx((2 * pair.low + 1) / 3)
    assert found.interval.high == pytest.approx((2 * pair.high + 1) / 3)


def test_disagreements_have_a_kind() -> None:
    gold = [["B-A", "I-A", "O", "B-A", "O", "B-A", "I-A", "O", "B-A"]]
    other = [["B-A", "O", "O", "B-B", "O", "B-B", "O", "O", "O"]]
    found = nc.agree([gold, other], resamples=0)
    assert [str(one.kind) for one in found.disagreements] == ["bounds", "type", "type and bounds", "presence"]
    assert [[span.annotators for span in one.spans] for one in found.disagreements][3] == [("1",)]


def test_spans_without_tokens_have_no_coefficients() -> None:
    found = nc.agree([[[("A", 0, 1)]], [[("A", 0, 2)]]], resamples=0)
    assert (found.fleiss, found.alpha, found.pairs[0].kappa) == (None, None, None)
    assert found.no_coefficients
    with_tokens = nc.agree([[[("A", 0, 1)]], [[("A", 0, 2)]]], resamples=0, tokens=[["a", "b", "c"]])
    assert with_tokens.fleiss is not None


@given(span_units(), dialects(policy="lenient"), st.data())
def test_a_dialect_that_is_taken_gives_the_same_numbers_from_either_side(
    units: list[Any], dialect: nc.Dialect, data: st.DataObject
) -> None:
    if asymmetry(dialect) is not None:
        return
    schema = data.draw(st.sampled_from(answered(dialect)))
    one, other = sides(units)
    found = nc.evaluate(one, other, dialect).schemas[schema]
    swapped = nc.evaluate(other, one, dialect).schemas[schema]
    assert found.f1 == swapped.f1
    assert {kind: row.f1 for kind, row in found.by_type.items()} == {
        kind: row.f1 for kind, row in swapped.by_type.items()
    }


REFUSED = {
    "semeval": "attribution=refilter",
    "nervaluate-1": "Use ",
    "hipe": "labels=union",
    "semeval,attribution:refilter,weights:given{BES=1/2+0+1/2}": "weights=halves",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_dialect_that_is_not_symmetric_is_refused_with_the_choice_to_make(name: str) -> None:
    with pytest.raises(NotSymmetric, match="the order of the annotators") as refused:
        nc.agree([ANN, BOB], name)
    assert REFUSED[name] in refused.value.hint


@pytest.mark.parametrize("weights", ["halves", "given{BES=1/2+0+1/2,BEL=1/2+1/2+0}", "given{LE=1/3+1/4+0}"])
def test_weights_that_are_the_same_from_either_side_are_taken(weights: str) -> None:
    """A prediction inside a gold entity becomes one around it when the two change places."""
    dialect = nc.Dialect().set(attribution="refilter", weights=weights)
    assert asymmetry(dialect) is None
    one, other = [[("Y", 0, 1), ("Z", 4, 5)]], [[("Y", 0, 2), ("X", 4, 5)]]
    assert nc.evaluate(one, other, dialect).f1 == nc.evaluate(other, one, dialect).f1


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(TooFewAnnotators):
        nc.agree([ANN])
    with pytest.raises(NotAnswered):
        nc.agree([ANN, BOB], schema="partial")
    with pytest.raises(UnknownOption):
        nc.agree([ANN, BOB], resamples=MAX_RESAMPLES + 1)

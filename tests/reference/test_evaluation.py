"""Evaluation: the numbers that one can ask for, what is said where there is none, and sums of evaluations."""

from fractions import Fraction
from typing import Any

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.evaluation import across_units
from nerconform.reference.options import Align

GOLD = [["B-X", "I-X", "B-Y", "O", "B-X"]]
PRED = [["B-X", "O", "B-Y", "O", "B-Y"]]
"""Gold X[0,2) Y[2,3) X[4,5), prediction X[0,1) Y[2,3) Y[4,5): strict 1 of 3 is right, type 2, exact 2."""
HALF, THIRD, TWO_THIRDS = Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)


def answer(measure: str, dialect: str = "semeval", gold: object = GOLD, pred: object = PRED) -> object:
    return nc.evaluate(gold, pred, dialect).value(measure)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("strict.micro.precision", THIRD),
        ("strict.micro.recall", THIRD),
        ("strict.micro.f1", THIRD),
        ("type.micro.f1", TWO_THIRDS),
        ("exact.micro.f1", TWO_THIRDS),
        ("partial.micro.f1", Fraction(5, 6)),  # the overlap of X[0,2) and X[0,1) is worth a half
        ("left.micro.cor", 2),
        ("right.micro.cor", 1),
        ("strict.type{X}.recall", 0),
        ("strict.type{Y}.recall", 1),
        ("strict.micro.tp", 1),
        ("strict.micro.fp", 2),
        ("strict.micro.fn", 2),
        ("strict.micro.inc", 2),
        ("strict.micro.ser", TWO_THIRDS),  # two errors for three gold spans
        ("strict.macro.recall", HALF),
        ("strict.weighted.recall", THIRD),  # X has two gold spans, Y one
        ("type.type{X}.precision", HALF),  # the pair of X[4,5) and Y[4,5) is charged to X, the gold type
        ("type.type{Y}.precision", 1),
    ],
)
def test_every_number_is_that_of_its_schema_scope_and_quantity(measure: str, expected: object) -> None:
    assert answer(measure) == expected


def test_any_beta_is_answered_for_types_and_averages() -> None:
    """Of the type X one of two gold spans is found, and no other: P = 1, R = 1/2. Of Y all is right."""
    pred = [["B-X", "O", "B-Y", "O", "O"]]
    assert answer("type.type{X}.f2", pred=pred) == Fraction(5, 9)  # (1 + 4) P R / (4 P + R)
    assert answer("type.type{Y}.f2", pred=pred) == 1
    assert answer("type.macro.f2", pred=pred) == Fraction(7, 9)
    assert answer("type.micro.f2", pred=pred) == Fraction(5, 7)  # P = 1, R = 2/3


def test_a_type_without_scores_is_refused_and_twenty_that_have_some_are_named() -> None:
    kinds = [f"T{number:02}" for number in range(22)]
    tags = [[f"B-{kind}" for kind in kinds]]
    for number, named in (
        (0, "none."),
        (2, "T00, T01."),
        (20, f"{', '.join(kinds[:20])}."),
        (22, f"{', '.join(kinds[:20])}, and 2 more."),
    ):
        some = [tags[0][:number] or ["O"]]
        with pytest.raises(NerconformError, match="the data have no entity of the type 'Z'") as caught:
            answer("strict.type{Z}.f1", gold=some, pred=some)
        assert caught.value.hint == f"Use a type that has scores: {named}"


@pytest.mark.parametrize(
    ("dialect", "schema", "message"),
    [
        (
            "conlleval",
            "exact",
            "with align:none, which pairs only identical spans, there are scores only in the schema",
        ),
        (
            "semeval,align:best,scope:schema",
            "left",
            "with scope:schema there are scores only in the schemas strict, ex",
        ),
    ],
)
def test_a_schema_that_is_not_answered_is_refused_with_a_dialect_that_answers_it(
    dialect: str, schema: str, message: str
) -> None:
    with pytest.raises(NerconformError) as caught:
        answer(f"{schema}.micro.f1", dialect)
    assert caught.value.message.startswith(message)
    assert caught.value.message.endswith(f"not in {schema!r}")


def test_an_evaluation_is_plain_data_of_the_schemas_that_are_asked_for() -> None:
    found: Any = nc.evaluate(GOLD, PRED, "semeval")
    assert [*found.to_dict()["schemas"]] == ["strict", "exact", "partial", "type"]
    assert [*found.to_dict("left", "type")["schemas"]] == ["left", "type"]
    strict = found.to_dict()["schemas"]["strict"]
    row = strict["by_type"]["Y"]
    assert row["recall"] == {"is": "exact", "numerator": 1}
    assert strict["averages"]["micro"]["recall"] == {"is": "exact", "numerator": 1, "denominator": 3}
    assert {"cor", "inc", "par", "mis", "spu"} <= {*row["counts"]}
    assert "counts" not in strict["averages"]["macro"]
    unaligned: Any = nc.evaluate(GOLD, PRED, "conlleval").to_dict()["schemas"]["strict"]["averages"]["micro"]["counts"]
    assert {"tp", "fp", "fn"} <= {*unaligned}
    assert not {"inc", "par", "mis", "spu"} & {*unaligned}


def test_counts_of_both_sides_are_shown_where_they_differ() -> None:
    """X[0,2) and X[2,4) have the type of X[0,4), which they answer; two predictions are right, and one gold span."""
    gold, pred = [[("X", 0, 4)]], [[("X", 0, 2), ("X", 2, 4)]]
    counts: Any = nc.evaluate(gold, pred, "semeval,align:two-sided").to_dict()["schemas"]["type"]["averages"]["micro"]
    assert counts["counts"]["tp"] == {"is": "by-side", "gold": 1, "pred": 2}
    assert counts["counts"]["fn"] == 0


@pytest.mark.parametrize(
    ("dialect", "choice"),
    [
        ("semeval", ""),
        ("semeval,labels:gold", "labels:gold"),
        ("semeval,labels:given{X}", ""),
        ("conlleval,pool:flat", "pool:flat"),
        ("conlleval,pool:mean", ""),
        ("conlleval,pool:flat,labels:gold", "labels:gold"),
    ],
)
def test_evaluations_add_up_where_no_choice_looks_across_sentences(dialect: str, choice: str) -> None:
    one, other = nc.evaluate(GOLD, PRED, dialect), nc.evaluate(PRED, PRED, dialect)
    assert across_units(one.dialect) == choice
    if choice:
        with pytest.raises(
            NerconformError, match=f"with {choice} the score of a sentence depends on all other"
        ) as caught:
            assert one + other
        assert caught.value.code == "cannot-add"
    else:
        assert (one + other).counts == nc.evaluate(GOLD + PRED, PRED + PRED, dialect).counts


def test_a_sum_keeps_outcomes_only_if_both_parts_have_them() -> None:
    kept, not_kept = (nc.evaluate(GOLD, PRED, outcomes=outcomes) for outcomes in (True, False))
    assert len((kept + kept).outcomes or ()) == 2
    assert (kept + not_kept).outcomes is (not_kept + kept).outcomes is None
    with pytest.raises(NerconformError, match="did not keep them"):
        assert not_kept.confusion
    with pytest.raises(TypeError):
        kept + 1  # type: ignore[operator]


def test_a_signature_of_a_number_is_given_only_where_there_is_one() -> None:
    found = nc.evaluate(GOLD, PRED, "conlleval")
    assert found.signature_of("strict.micro.f1") == f"{found.dialect}|strict.micro.f1|spec:1.0"
    assert found.signature == f"{found.dialect}|*|spec:1.0"
    with pytest.raises(NerconformError):
        found.signature_of("type.micro.f1")


def test_the_name_that_version_0_1_0_gave_to_all_overlaps_is_still_read() -> None:
    assert nc.Dialect().set(align="sweep").align is Align.ALL_OVERLAPS
    assert nc.parse_signature("semeval,align:sweep").dialect == nc.parse_signature("semeval,align:all-overlaps").dialect
    with pytest.raises(NerconformError):
        nc.Dialect().set(align="swept")

"""The helpers of tests: what they let pass, and what they say of the rest."""

import pytest

from nerconform.plugin.assertions import Reference
from nerconform.pytest_plugin import assert_legal, assert_same_score, assert_score
from nerconform.reference.refusals import UnknownMeasure

GOLD = [["B-PER", "I-PER", "O", "B-LOC"], ["B-PER", "O"]]
PRED = [["B-PER", "I-PER", "O", "B-ORG"], ["I-PER", "O"]]  # 2 of 3 right, an orphan I among them


def bounds_alone(gold: list[list[str]], pred: list[list[str]]) -> float:
    """Return the share of gold tokens that are predicted, whatever their types."""
    pairs = [
        (one != "O", other != "O") for sides in zip(gold, pred, strict=True) for one, other in zip(*sides, strict=True)
    ]
    return sum(one and other for one, other in pairs) / max(1, sum(one for one, _ in pairs))


def test_legal_tags_pass_and_illegal_ones_are_named_with_their_place() -> None:
    assert_legal(GOLD)
    assert_legal(["S-PER", "O"], "BIOES")
    with pytest.raises(AssertionError, match=r"1 illegal tag in IOB2:\n  sentence 1, position 0: .*I-PER"):
        assert_legal(PRED)
    with pytest.raises(AssertionError, match="3 illegal tags in BIOES"):
        assert_legal(["B-PER", "O", "I-PER"], "BIOES")  # not closed, not opened, not closed


def test_a_pinned_score_holds_while_number_and_rules_are_the_same() -> None:
    signature = Reference.signature("conlleval")
    assert_score(GOLD, PRED, f1="0.6667", precision="0.67", recall="0.667", signature=signature)
    with pytest.raises(UnknownMeasure):
        assert_score(GOLD, PRED, signature=signature)


def test_a_number_that_other_rules_give_is_said_to_be_theirs() -> None:
    signature = Reference.signature("conlleval")
    with pytest.raises(AssertionError, match="score has changed") as found:
        assert_score(GOLD, PRED, f1="0.4", signature=signature)  # 1 of 2 predicted, of 3 gold
    text = str(found.value)
    assert "pinned 0.4, now 2/3 = 0.666667" in text
    assert "policy:discard" in text
    assert signature in text


def test_a_number_that_no_rules_give_is_put_to_the_data() -> None:
    with pytest.raises(AssertionError, match="the data or the predictions have changed") as found:
        assert_score(GOLD, PRED, f1="0.1234", signature="conlleval|strict.micro.f1")
    assert "tp 2, fp 1, fn 1" in str(found.value)


def test_a_signature_of_another_spec_is_a_change_of_the_rules() -> None:
    with pytest.raises(AssertionError, match=r"The rules have changed: .*spec 9\.9"):
        assert_score(GOLD, PRED, f1="0.6667", signature="conlleval|strict.micro.f1|spec:9.9")


@pytest.mark.long
def test_two_metrics_that_differ_are_explained() -> None:
    assert_same_score("reference:conlleval", "reference:conlleval", GOLD, PRED)
    with pytest.raises(AssertionError) as found:
        assert_same_score("reference:conlleval", "reference:iob2-discard", GOLD, PRED)
    assert "policy:discard" in str(found.value)
    assert "sentence 1" in str(found.value)
    with pytest.raises(AssertionError, match="bounds_alone"):
        assert_same_score("reference:conlleval", bounds_alone, GOLD, PRED)


def test_the_fixture_evaluates_and_signs(pytester: pytest.Pytester) -> None:
    evaluation = Reference.evaluate(GOLD, PRED)
    assert str(evaluation.f1) == "2/3"
    assert Reference.signature("semeval", "exact.micro.f1", "BIOES").startswith("scheme:BIOES,")
    assert pytester.path.exists()

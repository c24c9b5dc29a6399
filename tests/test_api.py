"""The facade: what people import and type."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.refusals import NotAnswered, NotAUnit, UnknownMeasure

GOLD = [["B-PER", "I-PER", "O", "B-LOC"], ["B-LOC", "O"]]
PRED = [["B-PER", "O", "O", "B-LOC"], ["B-PER", "O"]]


def test_the_public_names_are_there() -> None:
    names = {"Dialect", "Span", "decode", "dialects", "encode", "evaluate", "parse_signature", "violations"}
    assert set(dir(nc)) >= names
    with pytest.raises(AttributeError, match="no attribute 'score'"):
        nc.score  # noqa: B018 - the access is what is tested


def test_an_evaluation_answers_every_measure_with_exact_numbers() -> None:
    found = nc.evaluate(GOLD, PRED)
    assert found.counts.as_tuple() == (1, 2, 0, 0, 0)
    assert (found.precision, found.recall, found.f1) == (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    assert found.schemas["partial"].f1 == Fraction(5, 6)
    assert found.schemas["exact"].f1 == found.schemas["type"].f1 == Fraction(2, 3)
    assert found.by_type["PER"].counts is not None
    assert found.by_type["PER"].counts.as_tuple() == (0, 1, 0, 0, 0)
    assert found.averages["macro"].f1 == Fraction(1, 4)
    assert found.value("strict.type{LOC}.recall") == Fraction(1, 2)
    assert found.value("strict.micro.f2") == Fraction(1, 3)
    assert found.outcomes is None


def test_an_evaluation_says_on_request_which_span_met_which() -> None:
    (first, second) = nc.evaluate(GOLD, PRED, outcomes=True).outcomes or ()
    assert [tuple(row) for row in first.rows["strict"]] == [  # type: ignore[index]
        (("PER", 0, 2), ("PER", 0, 1)),
        (("LOC", 3, 4), ("LOC", 3, 4)),
    ]
    assert [tuple(row) for row in second.rows["strict"]] == [(("LOC", 0, 1), ("PER", 0, 1))]  # type: ignore[index]


def test_tags_and_spans_of_every_form_say_the_same() -> None:
    spans = [[nc.Span("PER", 0, 2), ("LOC", 3, 4)], [{"label": "LOC", "start": 0, "end": 1}]]
    lists = [[["PER", 0, 1], ["LOC", 3, 4]], [{"type": "PER", "start": 0, "end": 1}]]
    assert nc.evaluate(spans, lists) == nc.evaluate(GOLD, PRED) == nc.evaluate(GOLD, lists) == nc.evaluate(spans, PRED)


def test_a_unit_without_spans_is_an_empty_list_where_the_side_has_spans() -> None:
    assert nc.evaluate([["B-X"], ["B-X"]], [[("X", 0, 1)], []]).counts.as_tuple() == (1, 0, 0, 1, 0)


def test_no_data_at_all_is_an_evaluation_too() -> None:
    for name in nc.dialects():
        found = nc.evaluate([], [], name)
        assert (found.counts.pos, found.counts.act, found.f1) == (0, 0, Fraction(0))
        assert not found.by_type


def test_a_dialect_is_given_by_name_by_signature_or_as_itself() -> None:
    by_name = nc.evaluate(GOLD, PRED, "conlleval")
    assert nc.evaluate(GOLD, PRED, nc.dialects()["conlleval"]) == by_name
    assert nc.evaluate(GOLD, PRED, by_name.signature) == by_name
    assert nc.evaluate(GOLD, PRED, by_name.signature_of("strict.micro.f1")) == by_name
    assert nc.parse_signature(by_name.signature).dialect == by_name.dialect


def test_the_scheme_comes_with_the_data() -> None:
    tags = [["S-X", "O", "B-Y", "E-Y"]]
    found = nc.evaluate(tags, tags, "conlleval", scheme="IOBES")
    assert (found.counts.tp, found.signature.split(",")[0]) == (2, "scheme:BIOES")
    with pytest.raises(NerconformError, match="not in IOB2"):
        nc.evaluate(tags, tags, "conlleval")


def test_without_alignment_the_other_schemas_name_a_dialect_that_has_them() -> None:
    found = nc.evaluate(GOLD, PRED, "conlleval")
    assert list(found.schemas) == ["strict"]
    assert "exact" not in found.schemas
    with pytest.raises(NotAnswered, match="--dialect semeval"):
        found.schemas["exact"]
    with pytest.raises(UnknownMeasure, match="there is no schema 'muc'"):
        found.schemas["muc"]


def test_one_unit_alone_is_a_list_of_tags() -> None:
    assert nc.decode(["B-X", "I-X", "O"]) == (nc.Span("X", 0, 2),)
    assert nc.violations(["I-X"])[0].position == 0
    assert (nc.decode([]), nc.violations([])) == ((), ())
    for act in (nc.decode, nc.violations):
        with pytest.raises(NotAUnit):
            act("B-X")
        with pytest.raises(NotAUnit):
            act([("X", 0, 1)])  # type: ignore[list-item]


def test_plain_data_holds_exact_numbers() -> None:
    data = nc.evaluate(GOLD, PRED).to_dict()
    assert set(data) >= {"signature", "schemas"}
    schemas = data["schemas"]
    assert schemas["strict"]["averages"]["micro"]["f1"] == {"is": "exact", "numerator": 1, "denominator": 3}
    assert nc.evaluate([], [], "seqeval").to_dict()["schemas"]["strict"]["averages"]["macro"]["f1"] == {
        "is": "undefined"
    }


@given(st.lists(st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"]), max_size=6), max_size=4))
def test_whoever_predicts_the_gold_is_right_in_every_schema(gold: list[list[str]]) -> None:
    for result in nc.evaluate(gold, gold).schemas.values():
        assert result.counts.cor == result.counts.pos == result.counts.act
        assert result.f1 == (1 if result.counts.pos else 0)


def test_the_input_is_not_changed() -> None:
    gold = [[("Y", 2, 3), ("X", 0, 1)]]
    nc.evaluate(gold, gold, "nervaluate-0")
    assert gold == [[("Y", 2, 3), ("X", 0, 1)]]


def test_what_an_evaluation_tells_is_copied_and_pickled_with_its_numbers() -> None:
    evaluation = nc.evaluate([["B-X", "B-Y"]], [["B-X", "O"]])
    for told in (evaluation.by_type, evaluation.averages, evaluation.strict):
        assert pickle.loads(pickle.dumps(told)) == told  # noqa: S301 - what was pickled here
        assert copy.copy(told) == copy.deepcopy(told) == told

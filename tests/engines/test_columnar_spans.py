"""Columnar spans and outcomes: those of the reference, exhaustively on small worlds and on random corpora.

All pairs of units of a world are laid into one corpus; the outcomes are compared unit by unit, so that an error in one
cannot hide behind an error in another.
"""

from collections import UserList
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerconform as nc
from nerconform.engines.choice import NotServed, evaluate
from nerconform.engines.columnar import Columnar
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.outcomes import Pair, Schema
from nerconform.suite.cases import load_suite
from tests.engines.asking import answer, assert_alike, outcomes_alike, serves
from tests.engines.test_columnar_counting import ALIGNMENTS, pairs_of_span_sets
from tests.reference.exhaustive import SpanSet, span_lists, span_multisets
from tests.reference.strategies import dialects, sides, span_units, tag_units
from tests.shares import one_in

DUPLICATES = ("multiset", "set", "by-value")
READINGS = [
    *ALIGNMENTS,
    *({"align": align, "duplicates": option} for align in ("none", "phased", "best") for option in DUPLICATES[1:]),
]
every_reading = pytest.mark.parametrize("choices", READINGS, ids=lambda choices: "-".join(choices.values()))


def reading(choices: dict[str, str], attribution: str) -> nc.Dialect:
    """Return the dialect of a reading."""
    return nc.Dialect().set(attribution=attribution, **choices)


def all_pairs(units: list[SpanSet]) -> tuple[list[Any], list[Any]]:
    """Return every pair of these units as one corpus, without those that only exchange the names of the types."""
    pairs = [
        (list(gold), list(pred))
        for gold, pred in product(units, units)
        if next((span[0] for span in (*gold, *pred)), "X") == "X"
    ]
    return sides(pairs)


@every_reading
def test_all_multisets_of_two_spans_over_two_tokens(choices: dict[str, str]) -> None:
    for attribution in ("gold", "refilter"):
        assert outcomes_alike(reading(choices, attribution), *all_pairs(span_multisets(2, 2)))


@pytest.mark.long
@pytest.mark.parametrize("choices", one_in(4, READINGS), ids=lambda choices: "-".join(choices.values()))
@pytest.mark.parametrize("attribution", ["gold", "refilter"])
def test_lists_of_two_spans_over_three_tokens(choices: dict[str, str], attribution: str) -> None:
    pairs = zip(*all_pairs(span_lists(3, 2)), strict=True)
    assert outcomes_alike(reading(choices, attribution), *zip(*one_in(4, pairs), strict=True))


@pytest.mark.long
@pytest.mark.parametrize("attribution", ["gold", "refilter"])
@every_reading
def test_outcomes_of_the_tags_of_all_pairs_of_span_sets(choices: dict[str, str], attribution: str) -> None:
    for length in range(4):
        assert outcomes_alike(reading(choices, attribution), *sides(list(pairs_of_span_sets(length))))


@pytest.mark.long
@settings(max_examples=200)
@given(dialects(item="span", pool="corpus").filter(serves), span_units(5, 6))
def test_random_dialects_answer_random_spans_as_the_reference_does(
    dialect: nc.Dialect, units: list[tuple[Any, Any]]
) -> None:
    assert_alike(dialect, *sides(units))
    assert outcomes_alike(dialect, *sides(units))


@settings(max_examples=100)
@given(dialects(item="span", pool="flat").filter(serves), span_units(5, 6))
def test_units_of_spans_in_a_row_are_one(dialect: nc.Dialect, units: list[tuple[Any, Any]]) -> None:
    assert_alike(dialect, *sides(units))
    assert outcomes_alike(dialect, *sides(units))


@given(st.data())
def test_outcomes_of_random_tags_in_random_dialects(data: st.DataObject) -> None:
    pool = data.draw(st.sampled_from(["corpus", "flat"]))
    dialect = data.draw(dialects(pool=pool, policy="lenient", gold="same").filter(serves))
    gold, pred = sides(data.draw(tag_units(dialect, odd=False)))
    if isinstance(answer(dialect, gold, pred, "columnar"), Evaluation):
        assert outcomes_alike(dialect, gold, pred)


@pytest.mark.long
@every_reading
@pytest.mark.parametrize("places", ["tokens", "characters"])
def test_long_units_of_nested_and_chained_spans(choices: dict[str, str], places: str) -> None:
    draw = Random(f"{choices} {places}")  # noqa: S311 - a sample, not a secret
    scale = 1 if places == "tokens" else 7
    gold = [_spans(draw, scale) for _ in range(60)]
    pred = [[span if draw.random() < 0.6 else _span(draw, scale) for span in unit] for unit in gold]
    for attribution in ("gold", "refilter"):
        assert outcomes_alike(reading(choices, attribution), gold, pred)


def _spans(draw: Random, scale: int) -> list[tuple[str, int, int]]:
    return [_span(draw, scale) for _ in range(draw.randint(0, 12))]


def _span(draw: Random, scale: int) -> tuple[str, int, int]:
    start = draw.randint(0, 40 * scale)
    return draw.choice("XYZ"), start, start + draw.randint(1, 4 * scale)


@pytest.mark.long
def test_every_golden_case_is_answered_in_every_named_dialect_as_by_the_reference() -> None:
    served = 0
    for case in load_suite().cases:
        question = case.question
        for dialect in nc.dialects().values():
            found, expected = (
                answer(dialect, question.gold, question.pred, name) for name in ("columnar", "reference")
            )
            if found == expected and isinstance(found, Evaluation):
                served += outcomes_alike(dialect, question.gold, question.pred)
            elif isinstance(found, tuple):
                assert found[0] is NotServed or found == expected
    assert served > 1000


SPANS = [[("X", 0, 2), ("Y", 2, 3)], [], [("X", 1, 4)]]


@pytest.mark.parametrize(
    "form",
    [
        nc.Span._make,
        list,
        lambda span: {"type": span[0], "start": span[1], "end": span[2]},
        lambda span: {"label": span[0], "start": span[1], "end": span[2]},
        lambda span: (span[0], np.int64(span[1]), np.uint8(span[2])),
    ],
)
def test_every_form_of_a_span_is_read(form: Any) -> None:  # noqa: ANN401 - from a span to whatever stands for one
    units = [[form(span) for span in unit] for unit in SPANS]
    predictions: list[Any] = [units, SPANS, [unit[:1] for unit in units], [[], [], []]]
    for pred in predictions:
        assert_alike(nc.Dialect(), units, pred)
        assert outcomes_alike(nc.Dialect(), pred, units)


@pytest.mark.parametrize("pool", ["corpus", "flat"])
def test_one_side_can_be_tags(pool: str) -> None:
    dialect = nc.Dialect().set(pool=pool)
    tags = [["B-X", "I-X", "B-Y"], ["O"], ["O", "B-X", "I-X", "I-X", "O"]]
    if pool == "corpus":
        for gold, pred in ((tags, SPANS), (SPANS, tags)):
            assert_alike(dialect, gold, pred)
            assert outcomes_alike(dialect, gold, pred)
    assert answer(dialect, tags, SPANS, "columnar") == answer(dialect, tags, SPANS, "reference")


@pytest.mark.parametrize(
    "span",
    [
        ("X", 2, 1), ("X", 1, 1), ("X", -1, 1), ("X", 0.0, 1), ("X", False, 1), (3, 0, 1), ("X", 0), ("X", 0, 1, 2),
        {"start": 0, "end": 1}, UserList(["X", 0, 1]), "B-X", ("X", np.zeros(1, dtype=np.bool_)[0], 1), ("X", 0, 2**70),
    ],
)  # fmt: skip
@pytest.mark.parametrize("first", [True, False])
def test_what_is_no_plain_span_is_left_to_the_reference(span: object, first: bool) -> None:  # noqa: FBT001 - a parameter
    unit = [span, ("X", 0, 1)] if first else [("X", 0, 1), span]
    expected = answer(nc.Dialect(), [unit], [SPANS[0]], "reference")
    found = answer(nc.Dialect(), [unit], [SPANS[0]], "columnar")
    assert found == expected or (isinstance(found, tuple) and found[0] is NotServed)
    assert found == expected or isinstance(expected, Evaluation)


def test_spans_far_apart_need_no_table_of_all_tokens() -> None:
    far = 2**50
    gold = [[("X", 0, 2), ("Y", far, far + 1), ("X", far + 2, far + 4)]]
    pred = [[("X", 0, 2), ("X", far, far + 1), ("X", far + 3, far + 5)]]
    for choices, expected in (({"align": "none"}, (1, 0, 0, 2, 2)), ({"align": "phased"}, (1, 2, 0, 0, 0))):
        dialect = nc.Dialect().set(**choices)
        assert evaluate(dialect, gold, pred, "columnar").counts.as_tuple() == expected
        tally, units = Columnar.of(dialect).count_units(gold, pred)
        assert tally == evaluate(dialect, gold, pred, "reference").tally
        assert len(units.vectors()) == 1


def test_the_tokens_of_all_types_have_to_be_fewer_than_two_to_the_62() -> None:
    """There are two types, X and the empty one."""
    for end, is_served in ((2**61 - 512, True), (2**61, False)):
        units = [[("X", 0, end)]]
        assert isinstance(answer(nc.Dialect(), units, units, "columnar"), Evaluation) is is_served


@pytest.mark.parametrize("align", ["none", "phased", "input"])
def test_the_rows_of_a_unit_are_its_predictions_and_then_the_gold_spans_that_they_missed(align: str) -> None:
    """Missed spans stand before, between and after the predictions, and in the units before and after them."""
    gold = [[("X", 0, 1)], [("X", 8, 9), ("Y", 2, 3), ("X", 0, 1), ("Z", 5, 6)], []]
    pred = [[], [("X", 1, 2), ("Y", 2, 3), ("X", 6, 7)], [("Y", 3, 4)]]
    found = evaluate(nc.Dialect().set(align=align), gold, pred, "columnar", outcomes=True).outcomes
    rows = [unit.rows[Schema.STRICT] for unit in found or ()]
    met = nc.Span("Y", 2, 3)
    assert rows[0] == (Pair(nc.Span("X", 0, 1), None),)
    assert rows[1][:3] == (Pair(None, nc.Span("X", 1, 2)), Pair(met, met), Pair(None, nc.Span("X", 6, 7)))
    assert {*rows[1][3:]} == {Pair(nc.Span(kind, at, at + 1), None) for kind, at in (("X", 0), ("X", 8), ("Z", 5))}
    assert rows[2] == (Pair(None, nc.Span("Y", 3, 4)),)
    assert (len(rows), len(rows[1])) == (3, 6)


def test_spans_that_met_are_one_object_if_they_are_equal_and_else_two() -> None:
    gold, pred = [[("X", 0, 2), ("X", 4, 6), ("X", 8, 9)]], [[("Y", 1, 3), ("X", 4, 6), ("Y", 8, 9)]]
    found = evaluate(nc.Dialect(), gold, pred, "columnar", outcomes=True).outcomes
    rows = (found or ())[0].rows[Schema.STRICT]
    assert rows == tuple(Pair(nc.Span(*one), nc.Span(*other)) for one, other in zip(*gold, *pred, strict=True))
    assert [row.gold is row.pred for row in rows] == [False, True, False]


def test_predictions_take_their_turn_as_they_are_listed_where_that_counts() -> None:
    """Y[3,5) comes first and meets X[0,4); the three passes begin with X[0,2)."""
    gold, pred = [[("X", 0, 4)]], [[("Y", 3, 5), ("X", 0, 2)]]
    for align, right in (("input", 0), ("phased", 1)):
        found = evaluate(nc.Dialect().set(align=align), gold, pred, "columnar")
        assert found.schemas["type"].counts.as_tuple() == (right, 1 - right, 0, 0, 1)


def test_sentences_of_spans_in_a_row_are_one_with_all_their_spans() -> None:
    """The first two sentences reach to the tokens 3 and 2, so what follows stands 3 and 5 tokens further right."""
    gold, pred = [[("X", 0, 1)], [("Y", 0, 2)], [("X", 0, 2)]], [[("X", 2, 3)], [("Y", 0, 2)], [("X", 1, 2)]]
    dialect = nc.Dialect().set(pool="flat", align="none")
    (unit,) = evaluate(dialect, gold, pred, "columnar", outcomes=True).outcomes or ()
    met, one, other = nc.Span("Y", 3, 5), nc.Span("X", 2, 3), nc.Span("X", 6, 7)
    missed = (nc.Span("X", 0, 1), nc.Span("X", 5, 7))
    assert unit.rows[Schema.STRICT][:3] == (Pair(None, one), Pair(met, met), Pair(None, other))
    assert {*unit.rows[Schema.STRICT][3:]} == {Pair(span, None) for span in missed}


def test_spans_too_far_apart_for_machine_integers_are_left_to_the_reference() -> None:
    units = [[("X", 0, 2**61), ("Y", 1, 2)]] * 4
    with pytest.raises(NotServed, match="too far apart"):
        evaluate(nc.Dialect(), units, units, "columnar")
    assert nc.evaluate(units, units).counts.tp == 8


def test_token_items_and_numbers_of_units_are_left_to_the_reference() -> None:
    for dialect, gold in ((nc.Dialect().set(item="token"), SPANS), (nc.Dialect(), SPANS[:2])):
        assert answer(dialect, gold, SPANS, "columnar") == answer(dialect, gold, SPANS, "reference")


@pytest.mark.long
def test_too_many_pairs_are_refused_in_the_words_of_the_reference() -> None:
    gold, pred = ([[("X", start, last - start) for start in range(501)]] for last in (1100, 1101))
    dialect = nc.Dialect().set(align="best")
    found = answer(dialect, gold, pred, "columnar")
    assert found == answer(dialect, gold, pred, "reference")
    assert "sentence 0: with align:best all ways to pair" in str(found)


@pytest.mark.parametrize(
    ("choices", "gold", "pred", "measure", "correct"),
    [
        # Y[0,20) is 10 tokens apart from the prediction, X[5,10) is 5. In ranks both are 1 apart.
        ({"align": "best"}, [("Y", 0, 20), ("X", 5, 10)], [("X", 0, 10)], "type", 1),
        ({"align": "phased"}, [("Y", 0, 20), ("X", 5, 10)], [("X", 0, 10)], "type", 0),
        # [0,10) is 4 apart from [0,14) and 3 from [3,10), and leaves [0,14) to [10,14). In ranks both are 1 apart.
        (
            {"align": "input-best", "scope": "schema"},
            [("X", 0, 14), ("X", 3, 10)],
            [("X", 0, 10), ("X", 10, 14)],
            "type",
            2,
        ),
        # Both predictions hold [4,6). [0,6) has 4 other tokens, [4,9) has 3. In ranks both have 1.
        ({"align": "fair"}, [("X", 4, 6)], [("X", 0, 6), ("X", 4, 9)], "left", 1),
        # 1 of the 9 tokens of Y[0,9) is shared, and all of X[9,10): in ranks Y would share a half.
        ({"align": "input", "overlap": "gold:50%"}, [("Y", 0, 9), ("X", 9, 10)], [("X", 8, 11)], "type", 1),
        ({"align": "input"}, [("Y", 0, 9), ("X", 9, 10)], [("X", 8, 11)], "type", 0),  # any overlap: the first one
    ],
)
def test_distances_count_where_a_reading_looks_at_them(
    choices: dict[str, str], gold: list[Any], pred: list[Any], measure: str, correct: int
) -> None:
    dialect = nc.Dialect().set(**choices)
    for engine in ("columnar", "reference"):
        found = nc.evaluate([gold], [pred], dialect, engine=engine)
        assert found.engine == engine
        assert found.value(f"{measure}.micro.cor") == correct

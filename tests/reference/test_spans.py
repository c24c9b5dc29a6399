"""Spans: which tokens two have in common, in which order they stand, and what kind of error a pair of them is."""

from fractions import Fraction

import pytest

from nerconform.reference.credits import error_class, plain
from nerconform.reference.nearby import enough
from nerconform.reference.option_values import FairClass, Overlap
from nerconform.reference.outcomes import MISSING, SPURIOUS, Outcome, Pair, Schema, relation
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.spans import Bounds, PiecedSpan, Span, canonical, shared_tokens, span_of_pieces


def span(*pieces: Bounds, kind: str = "X") -> Span:
    return span_of_pieces(kind, pieces)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (span((0, 4)), span((0, 4)), 4),
        (span((0, 4)), span((3, 6)), 1),
        (span((1, 2)), span((0, 4)), 1),
        (span((0, 4)), span((4, 6)), 0),
        (span((0, 2), (4, 6)), span((1, 5)), 2),
        (span((0, 2), (4, 6)), span((0, 2), (4, 6)), 4),
        (span((0, 2), (4, 6)), span((1, 3), (5, 9)), 2),
        (span((0, 2), (4, 6)), span((2, 4)), 0),
        (span((0, 2), (4, 6)), span((2, 3)), 0),
        (span((0, 2), (4, 6)), span((2, 3), (6, 7)), 0),
        (span((0, 1), (3, 4), (6, 7)), span((0, 7)), 3),
    ],
)
def test_two_spans_share_the_tokens_that_are_in_pieces_of_both(one: Span, other: Span, shared: int) -> None:
    assert shared_tokens(one, other) == shared_tokens(other, one) == shared
    assert one.overlaps(other) is other.overlaps(one) is (shared > 0)


def test_spans_that_are_apart_share_no_token() -> None:
    assert shared_tokens(span((0, 2)), span((5, 6))) <= 0
    assert not span((0, 2)).overlaps(span((5, 6)))


@pytest.mark.parametrize(
    ("overlap", "gold", "pred", "is_enough"),
    [
        ("any", (0, 4), (3, 9), True),
        ("any", (0, 4), (4, 9), False),
        ("gold:50%", (0, 4), (2, 9), True),  # 2 of 4
        ("gold:51%", (0, 4), (2, 9), False),
        ("gold:50%", (2, 9), (0, 4), False),  # 2 of 7
        ("union:50%", (0, 4), (0, 2), True),  # 2 of 4
        ("union:50%", (0, 4), (1, 5), True),  # 3 of 5
        ("union:60%", (0, 4), (1, 5), True),
        ("union:61%", (0, 4), (1, 5), False),
        ("union:100%", (0, 4), (0, 4), True),
    ],
)
def test_enough_is_a_share_of_the_gold_span_or_of_the_tokens_of_both(
    overlap: str, gold: Bounds, pred: Bounds, *, is_enough: bool
) -> None:
    assert enough(Overlap.parse(overlap), span(gold), span(pred)) is is_enough


def test_the_canonical_order_is_by_start_end_type_and_pieces() -> None:
    in_order = [
        span((0, 4), kind="A"),
        span((0, 4), kind="B"),
        span((0, 1), (2, 4), kind="B"),
        span((0, 1), (3, 4), kind="B"),
        span((0, 5), kind="A"),
        span((1, 2), kind="A"),
    ]
    assert sorted([*in_order[3:], *in_order[:3]], key=canonical) == in_order


def test_a_span_with_a_gap_is_moved_and_written_with_its_pieces() -> None:
    one = span((0, 1), (3, 5))
    assert (one.start, one.end, one.size, one.pieces) == (0, 5, 3, ((0, 1), (3, 5)))
    assert one.moved(2) == span((2, 3), (5, 7))
    assert (one.moved(2).start, one.moved(2).end) == (2, 7)
    assert repr(one) == "PiecedSpan(type='X', start=0, end=5, pieces=((0, 1), (3, 5)))"
    assert len({one, span((3, 5), (0, 1)), span((0, 2), (3, 5)), PiecedSpan("Y", 0, 5, one.pieces)}) == 3
    assert (Span("X", 0, 5).moved(2), Span("X", 0, 5).size) == (Span("X", 2, 7), 5)
    assert one.bounds == span((0, 1), (3, 5), kind="Y").bounds
    assert len({one.bounds, Span("X", 0, 5).bounds, span((0, 2), (3, 5)).bounds}) == 3
    assert (one.of_type("Y"), Span("X", 0, 5).of_type("Y")) == (span(*one.pieces, kind="Y"), Span("Y", 0, 5))
    assert not one != span((3, 5), (0, 1))  # noqa: SIM202 - the other operator


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ([(0, 2), (1, 3)], r"overlaps the piece before it, \[0, 2\]"),
        ([(0, 2), (1, 1)], "is not 0 <= start < end"),
        ([(0, 2), (2, 1)], "is not 0 <= start < end"),
        ([(-1, 2)], "is not 0 <= start < end"),
        ([], "is empty"),
    ],
)
def test_bad_pieces_are_told_what_is_wrong(pieces: list[Bounds], reason: str) -> None:
    with pytest.raises(InvalidSpan, match=reason):
        span(*pieces)


@pytest.mark.parametrize(
    ("pred", "number", "error"),
    [
        (span((0, 4), kind="Y"), 6, FairClass.LE),
        (span((1, 3), kind="Y"), 0, FairClass.LBE),
        (span((0, 3), kind="Y"), 4, FairClass.LBE),
        (span((1, 4), kind="Y"), 2, FairClass.LBE),
        (span((1, 3)), 1, FairClass.BES),
        (span((0, 3)), 5, FairClass.BES),
        (span((1, 4)), 3, FairClass.BES),
        (span((0, 5)), 5, FairClass.BEL),
        (span((0, 1), (3, 4)), 9, FairClass.BES),
        (span((0, 1), (3, 4), kind="Y"), 8, FairClass.LBE),
        (span((2, 6)), 1, FairClass.BEO),
    ],
)
def test_a_pair_has_a_relation_and_a_class_of_error(pred: Span, number: int, error: FairClass) -> None:
    """The gold span is X[0,4). One type adds 1, one end 2, one start 4, and 2 where only the pieces differ."""
    row = Pair(span((0, 4)), pred)
    assert relation(row) == number
    assert error_class(row) is error


def test_equal_and_lonely_spans_have_relations_of_their_own() -> None:
    gold = span((0, 4))
    assert relation(Pair(gold, gold)) == 7
    assert (relation(Pair(gold, None)), relation(Pair(None, gold))) == (MISSING, SPURIOUS)


def test_outcomes_of_left_and_right_look_at_one_bound_and_the_type() -> None:
    gold = span((0, 4))
    due = {  # left, right, partial-type
        span((0, 4)): "cor cor cor",
        span((0, 3)): "cor inc par",
        span((1, 4)): "inc cor par",
        span((1, 3)): "inc inc par",
        span((0, 4), kind="Y"): "inc inc inc",
    }
    for pred, outcomes in due.items():
        found = [Pair(gold, pred).outcome(schema) for schema in (Schema.LEFT, Schema.RIGHT, Schema.PARTIAL_TYPE)]
        assert found == [Outcome(one) for one in outcomes.split()]


def test_whole_amounts_are_integers() -> None:
    found = plain(2), plain(Fraction(4, 2)), plain(Fraction(1, 2))
    assert found == (2, 2, Fraction(1, 2))
    assert [type(one) for one in found] == [int, int, Fraction]

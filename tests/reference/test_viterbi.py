"""Constrained decoding in the reference: the best legal sequence by definition (VIT-1 to VIT-5)."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference import logits as logit_errors
from nerconform.reference.logits import NoLegalSequence
from nerconform.reference.viterbi import viterbi_decode
from tests.reference.brute_paths import TIES, best, dense, seeded, some_labels, some_rows
from tests.reference.exhaustive import LETTERS, alphabet
from tests.shares import EVERY

every_scheme = pytest.mark.parametrize("scheme", list(LETTERS))
BIO = ["O", "B-X", "I-X"]


@every_scheme
@pytest.mark.parametrize("rounds", [25, pytest.param(200 if EVERY else 80, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", TIES)
def test_the_answer_is_the_best_of_all_legal_sequences(scheme: str, name: str, rounds: int) -> None:
    chance = seeded(scheme, name)
    for _ in range(rounds):
        labels = some_labels(chance, scheme)
        rows = some_rows(chance, TIES[name], labels)
        expected = best(rows, labels, scheme)
        if expected is None:
            with pytest.raises(NoLegalSequence):
                viterbi_decode(rows, labels, scheme)
        else:
            assert viterbi_decode(rows, labels, scheme) == expected


@every_scheme
def test_where_all_is_equal_the_last_label_decides_first(scheme: str) -> None:
    chance = seeded(scheme)
    for length in range(1, 6):
        labels = alphabet(scheme)
        chance.shuffle(labels)
        rows = [[0] * len(labels)] * length
        assert viterbi_decode(rows, labels, scheme) == best(rows, labels, scheme)


def test_the_last_token_decides_before_the_first() -> None:
    # With B, E and O there are two legal sequences of two tokens, and both have the sum 1 here.
    assert viterbi_decode([[1, 0, 0], [0, 1, 0]], ["B-X", "O", "E-X"], "BIOES") == ["O", "O"]
    assert viterbi_decode([[0, 0, 1], [0, 1, 0]], ["E-X", "O", "B-X"], "BIOES") == ["B-X", "E-X"]


@every_scheme
def test_the_greatest_logits_are_the_answer_where_they_are_legal(scheme: str) -> None:
    chance = seeded(scheme)
    labels = alphabet(scheme)
    seen = 0
    while seen < 40:
        rows = some_rows(chance, TIES["few integers"], labels, 3)
        tags = [labels[row.index(max(row))] for row in rows]
        if not nc.violations(tags, scheme):
            assert viterbi_decode(rows, labels, scheme) == tags
            seen += 1


def test_rounding_in_long_sums_does_not_change_the_greatest_logits() -> None:
    # In floats 1e16 + 1 is 1e16, so that a sum of floats cannot tell the columns of the later tokens apart.
    labels = ["B-X", "O", "I-X"]
    rows = [[0.0, 1e16, 0.0], *[[0.0, 1.0, 0.0]] * 400]
    assert dense(rows, labels, "IOB2") != ["O"] * 401
    assert viterbi_decode(rows, labels, "IOB2") == ["O"] * 401


def test_rounding_in_long_sums_does_not_change_the_best_of_the_others() -> None:
    # The greatest logits are illegal at the end alone. What is lost by the 400 small steps decides nothing else.
    labels = ["B-X", "O", "I-X"]
    rows = [[0.0, 1e16, 0.0], *[[0.0, 1.0, 0.0]] * 400, [0.0, 0.0, 0.25]]
    assert dense(rows, labels, "IOB2") != ["O"] * 401 + ["B-X"]
    assert viterbi_decode(rows, labels, "IOB2") == ["O"] * 401 + ["B-X"]


def test_floats_are_the_numbers_that_they_are() -> None:
    # Written with decimals, 0.1 + 0.2 and 0.3 + 0 are equal, and O would win. The floats 0.1 and 0.2 are a little more
    # than that, and 0.3 is a little less.
    labels = ["O", "B-X", "E-X", "I-X"]
    rows = [[0.3, 0.1, 0.0, 9.0], [0.0, 0.0, 0.2, 0.0]]
    assert viterbi_decode(rows, labels, "BIOES") == ["B-X", "E-X"]
    rows = [[3, 1, 0, 9], [0, 0, 2, 0]]
    assert viterbi_decode(rows, labels, "BIOES") == ["O", "O"]


@pytest.mark.parametrize(
    "convert",
    [
        list,
        tuple,
        lambda rows: tuple(map(tuple, rows)),
        np.array,
        lambda rows: [np.array(row, dtype=np.float32) for row in rows],
        lambda rows: [list(np.array(row, dtype=np.float16)) for row in rows],
        lambda rows: np.array(rows, dtype=np.longdouble),
        lambda rows: np.array(rows, dtype=np.int8),
        lambda rows: [list(map(Fraction, row)) for row in rows],
        lambda rows: [[value + 10**40 for value in row] for row in rows],
        lambda rows: [[value * 2.0**-1074 for value in row] for row in rows],
    ],
)
def test_numbers_may_come_in_any_form(convert: Callable[[list[list[int]]], object]) -> None:
    rows = [[0, 1, 5], [0, 3, 2], [1, 1, 4], [0, 0, 0]]
    expected = best(rows, BIO, "IOB2")
    assert viterbi_decode(convert(rows), BIO, "IOB2") == expected
    assert nc.viterbi_decode(convert(rows), tuple(BIO), "BIO") == expected
    assert nc.viterbi_decode(convert(rows), np.array(BIO), "IOB2") == expected


def test_integers_are_not_rounded_to_floats() -> None:
    big = 2**53
    rows = [[big + 1, big, big + 2], [0, 0, 1]]
    assert viterbi_decode(rows, BIO, "IOB2") == ["O", "O"] == best(rows, BIO, "IOB2")
    assert nc.viterbi_decode(np.array(rows), BIO, "IOB2") == ["O", "O"]
    wide = np.array([[1, 1, 2]], dtype=np.longdouble)
    wide[0, 1] += np.finfo(np.longdouble).eps
    assert nc.viterbi_decode(wide, BIO, "IOB2") == ["B-X" if np.finfo(np.longdouble).eps < 2**-52 else "O"]


def test_no_tokens_have_no_tags() -> None:
    nothings: list[object] = [[], (), np.empty((0, 3)), np.array([])]
    for nothing in nothings:
        assert nc.viterbi_decode(nothing, BIO, "IOB2") == viterbi_decode(nothing, BIO, "IOB2") == []
        assert nc.viterbi_decode(nothing, BIO, "IOB2", []) == viterbi_decode(nothing, BIO, "IOB2", []) == []
        assert nc.viterbi_decode(nothing, BIO, "IOB2", [0, 0]) == viterbi_decode(nothing, BIO, "IOB2", [0, 0])
    assert viterbi_decode([[], []], BIO, "IOB2", [0, 0]) == [[], []]
    assert nc.viterbi_decode(np.empty((2, 0, 3)), BIO, "IOB2", (0, 0)) == [[], []]
    assert nc.viterbi_decode([], ["I-X"], "IOB2") == []


def test_several_units_are_padded_or_on_end() -> None:
    one, two = [[0, 1, 5], [0, 3, 2]], [[9, 0, 0]]
    expected = [viterbi_decode(one, BIO, "IOB2"), viterbi_decode(two, BIO, "IOB2")]
    padded = [one, [*two, [nan, 0, 0]]]
    assert viterbi_decode(padded, BIO, "IOB2", [2, 1]) == expected
    assert viterbi_decode([one, two], BIO, "IOB2", (2, 1)) == expected
    assert viterbi_decode([*one, *two], BIO, "IOB2", np.array([2, 1])) == expected
    assert nc.viterbi_decode(np.array(padded), BIO, "IOB2", [2, 1]) == expected
    assert nc.viterbi_decode(np.array([*one, *two]), BIO, "IOB2", np.array([2, 1], dtype=np.uint8)) == expected
    assert nc.viterbi_decode([np.array(one), np.array(two)], BIO, "IOB2", [2, 1]) == expected
    assert viterbi_decode([[], one], BIO, "IOB2", [0, 2]) == [[], expected[0]]


ROW = [0.0, 0.0, 0.0]
ERRORS: dict[str, tuple[tuple[Any, ...], str, str]] = {
    "NaN": (([ROW, [0.0, nan, 0.0]], BIO, "IOB2"), "invalid-logit", "position 1, label 'B-X'"),
    "infinity": (
        ([[ROW, ROW], [ROW, [0, 0, inf]]], BIO, "IOB2", [2, 2]),
        "invalid-logit",
        "sentence 1, position 1, label",
    ),
    "NaN of another width": (([[np.float32(nan), 0, 0]], BIO, "IOB2"), "invalid-logit", "position 0, label 'O'"),
    "NaN in an array": ((np.array([ROW, [0, 0, nan]]), BIO, "IOB2"), "invalid-logit", "position 1, label 'I-X'"),
    "wide infinity": (
        (np.array([[0, 0, inf]], np.longdouble), BIO, "IOB2"),
        "invalid-logit",
        "position 0, label 'I-X'",
    ),
    "a text": (([["0", 0, 0]], BIO, "IOB2"), "invalid-logit", "position 0, label 'O'"),
    "a truth value": (([[True, 0, 0]], BIO, "IOB2"), "invalid-logit", "position 0, label 'O'"),
    "truth values": ((np.ones((1, 3), dtype=bool), BIO, "IOB2"), "invalid-logit", "position 0, label 'O'"),
    "a complex number": ((np.ones((1, 3)) * 1j, BIO, "IOB2"), "invalid-logit", "position 0, label 'O'"),
    "a decimal": (([[Decimal(1), 0, 0]], BIO, "IOB2"), "invalid-logit", "position 0, label 'O'"),
    "none": (([[0, 0, None]], BIO, "IOB2"), "invalid-logit", "position 0, label 'I-X'"),
    "masked": (
        (np.ma.masked_array([[0, 0, 1]], [[False, False, True]]), BIO, "IOB2"),
        "invalid-logit",
        "position 0, label 'I-X'",
    ),
    "ragged rows": (([ROW, [0.0, 0.0]], BIO, "IOB2"), "wrong-shape", "position 1"),
    "more labels": (([ROW], [*BIO, "B-Y"], "IOB2"), "wrong-shape", "position 0"),
    "fewer labels": ((np.zeros((2, 3)), BIO[:2], "IOB2"), "wrong-shape", ""),
    "no row": (([ROW, 0.0], BIO, "IOB2"), "wrong-shape", "position 1"),
    "empty rows": (([[], []], BIO, "IOB2"), "wrong-shape", "position 0"),
    "no columns": ((np.zeros((2, 0)), BIO, "IOB2", [0, 0]), "wrong-shape", ""),
    "no list": ((7, BIO, "IOB2"), "wrong-shape", ""),
    "a text for all": (("O B-X", BIO, "IOB2"), "wrong-shape", ""),
    "a mapping": (({0: ROW}, BIO, "IOB2"), "wrong-shape", ""),
    "one number": ((np.array(3.0), BIO, "IOB2"), "wrong-shape", ""),
    "flat": ((ROW, BIO, "IOB2"), "flat-input", ""),
    "a flat array": ((np.zeros(3), BIO, "IOB2"), "flat-input", ""),
    "flat with lengths": ((ROW, BIO, "IOB2", [3]), "flat-input", ""),
    "units without lengths": (([[ROW]], BIO, "IOB2"), "wrong-shape", "logits"),
    "an array of units without lengths": ((np.zeros((2, 2, 3)), BIO, "IOB2"), "wrong-shape", "logits"),
    "too deep": (([[[[0, 0, 0]]]], BIO, "IOB2", [1]), "wrong-shape", "sentence 0, position 0"),
    "a unit that is none": (([[ROW], 3], BIO, "IOB2", [1, 1]), "wrong-shape", "sentence 1"),
    "a length too great": ((np.zeros((2, 2, 3)), BIO, "IOB2", [2, 3]), "invalid-lengths", "lengths, sentence 1"),
    "a length too few": ((np.zeros((2, 2, 3)), BIO, "IOB2", [2]), "invalid-lengths", "lengths"),
    "a negative length": ((np.zeros((2, 2, 3)), BIO, "IOB2", [2, -1]), "invalid-lengths", "lengths, sentence 1"),
    "a length with a fraction": (([[ROW]], BIO, "IOB2", [1.0]), "invalid-lengths", "lengths, sentence 0"),
    "a length that is a truth value": (([[ROW]], BIO, "IOB2", [True]), "invalid-lengths", "lengths, sentence 0"),
    "one length for all": (([ROW], BIO, "IOB2", 1), "invalid-lengths", "lengths"),
    "lengths that do not add up": (([ROW], BIO, "IOB2", [1, 1]), "invalid-lengths", "lengths"),
    "rows that are left over": ((np.zeros((3, 3)), BIO, "IOB2", [1, 1]), "invalid-lengths", "lengths"),
    "no labels": (([[]], [], "IOB2"), "invalid-labels", ""),
    "one text of labels": (([ROW], "O B-X I-X", "IOB2"), "invalid-labels", ""),
    "labels by number": (([ROW], {0: "O", 1: "B-X", 2: "I-X"}, "IOB2"), "invalid-labels", ""),
    "a label twice": (([ROW], ["O", "B-X", "O"], "IOB2"), "invalid-labels", "labels, position 2"),
    "a label of another scheme": (([ROW], ["O", "B-X", "E-X"], "IOB2"), "unknown-prefix", "labels, position 2"),
    "a label that is no tag": (([ROW], ["O", "X", "B-X"], "IOB2"), "malformed-tag", "labels, position 1"),
    "a label that is no text": (([ROW], ["O", 1, "B-X"], "IOB2"), "not-a-tag", "labels, position 1"),
    "an empty label": (([ROW], ["O", "", "B-X"], "IOB2"), "empty-tag", "labels, position 1"),
    "another scheme": (([ROW], BIO, "BIE"), "unknown-scheme", ""),
    "an ambiguous scheme": (([ROW], BIO, "IOB"), "ambiguous-scheme", ""),
    "one token without O and S": (([[0, 0, 0]], ["B-X", "M-X", "E-X"], "BMES"), "no-legal-sequence", ""),
    "I alone": (([[0], [0]], ["I-X"], "BIOES"), "no-legal-sequence", ""),
    "B alone": (([[0], [0]], ["B-X"], "BIOES"), "no-legal-sequence", ""),
    "I alone in a batch": (([[[0]], [[0]]], ["I-X"], "IOB2", [0, 1]), "no-legal-sequence", "sentence 1"),
    "all forbidden": (([ROW, [-inf] * 3, ROW], BIO, "IOB2"), "no-legal-sequence", "position 1"),
    "all but what may not follow": (
        ([ROW, [-inf, -inf, 0]], ["O", "B-X", "I-Y"], "IOB2"),
        "no-legal-sequence",
        "position 1",
    ),
    "all but what may not stand first": (([[-inf, -inf, 0]], BIO, "IOB2"), "no-legal-sequence", "position 0"),
    "all but what may not stand last": (
        ([[[0, 0, 0]], [[-inf, 0, 0]]], ["O", "B-X", "E-X"], "BIOES", [1, 1]),
        "no-legal-sequence",
        "sentence 1, position 1",
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_what_has_no_answer_is_refused_with_its_place(name: str) -> None:
    data, code, place = ERRORS[name]
    messages = []
    for ask in (viterbi_decode, nc.viterbi_decode):
        with pytest.raises(NerconformError) as caught:
            ask(*data)
        error = caught.value
        assert (error.code, error.place[: len(place)], bool(error.place)) == (code, place, bool(place))
        assert error.message
        assert error.hint
        assert len(str(error)) < 400
        messages.append(str(error))
    assert len(set(messages)) == 1


def test_every_error_of_logits_is_reached() -> None:
    errors = [one for one in vars(logit_errors).values() if isinstance(one, type) and issubclass(one, NerconformError)]
    assert {one.code for one in errors} - {NerconformError.code} <= {code for _, code, _ in ERRORS.values()}


SNAPSHOTS = {
    "infinity": "sentence 1, position 1, label 'I-X': the logit is inf [invalid-logit] Pass finite numbers, or "
    "-inf to forbid the label at that token; look for an overflow in the model.",
    "one token without O and S": "no legal BMES sequence of 1 tokens can be written with only these labels: "
    "B-X, M-X, E-X [no-legal-sequence] Add the labels that are missing, such as O. Or pass the scheme of the labels: "
    "scheme='BIOES'.",
    "all but what may not stand last": "sentence 1, position 1: the logits of -inf up to this position forbid every "
    "legal BIOES sequence [no-legal-sequence] Give at least one label, such as O, a finite logit at this position or "
    "at one before it.",
}


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_the_message_says_what_where_why_and_what_to_do(name: str) -> None:
    with pytest.raises(NerconformError) as caught:
        nc.viterbi_decode(*ERRORS[name][0])
    assert str(caught.value) == SNAPSHOTS[name]


@pytest.mark.parametrize(("number", "shown"), [(7, 7), (8, 8), (9, 8)])
def test_a_message_shows_eight_labels_at_most(number: int, shown: int) -> None:
    """B alone makes no entity of BIOES."""
    labels = [f"B-{at}" for at in range(number)]
    with pytest.raises(NoLegalSequence) as caught:
        viterbi_decode([[0] * number], labels, "BIOES")
    listed = [*labels[:shown], *(["..."] if number > shown else [])]
    assert caught.value.message.endswith(f"with only these labels: {', '.join(listed)}")


def test_a_forbidden_label_is_passed_by() -> None:
    assert viterbi_decode([[-inf, 0, 9], [0, 0, -inf]], BIO, "IOB2") == ["B-X", "O"]
    assert viterbi_decode([[-inf, 0, 0], [-inf, -inf, -5]], BIO, "IOB2") == ["B-X", "I-X"]


def test_a_sequence_of_the_least_logits_is_none_that_is_forbidden() -> None:
    """I may not stand first, so the greatest logit is no answer; the best sum is as small as any sum can be."""
    assert viterbi_decode([[-1, -1, 1]], BIO, "IOB2") == ["O"]
    assert viterbi_decode([[-3, -3, 3], [-2, -2, 1]], BIO, "IOB2") == ["B-X", "I-X"]
    assert viterbi_decode([[-0.5, -0.5, 0.5], [-inf, -0.25, -inf]], BIO, "IOB2") == ["O", "B-X"]


def test_the_input_is_not_changed() -> None:
    rows, labels = [[0, 1, 5], [-inf, 3, 2]], list(BIO)
    viterbi_decode(rows, labels, "IOB2")
    assert (rows, labels) == ([[0, 1, 5], [-inf, 3, 2]], BIO)


def test_a_length_that_is_none_is_named_with_its_sentence() -> None:
    for given in (-1, -2, 1.0, True, None, "1"):
        with pytest.raises(NerconformError, match=re.escape(f"{given!r} is not a number of tokens")) as caught:
            nc.viterbi_decode([[ROW]], BIO, "IOB2", [0, given])
        assert caught.value.place == "lengths, sentence 1"

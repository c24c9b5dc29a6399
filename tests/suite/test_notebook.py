"""The two wrong counts of the notebook of document 000 give the numbers that it prints, and no other pipeline does."""

import pytest

from nerconform.reference.credits import Amount
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.suite.mutants import wrong_evaluators

_LENGTHS = (3, 6, 8, 3, 5, 6, 3, 4, 9, 8, 7, 3, 3)
_UNITS = ["B-age" + " I-age" * (length - 1) for length in _LENGTHS]
_MISSED = {0, 3, 4}
_FOUND = [" ".join(["O"] * length) if n in _MISSED else _UNITS[n] for n, length in enumerate(_LENGTHS)]
_BROKEN_GOLD, _BROKEN = "B-age" + " I-age" * 10, "O O I-age O B-age" + " I-age" * 6
_OTHER_GOLD, _OTHER = "B-age I-age I-age I-age", "I-eligibility I-age I-age I-age"


def counts(name: str, gold: list[str], pred: list[str], *, wrong: bool = True) -> tuple[Amount, ...]:
    """Return TP, FN and FP, in the order in which the notebook prints them."""
    mutant = next(one for one in wrong_evaluators() if one.name == name)
    pipeline = Pipeline.of(NAMED[mutant.base])
    found = (mutant.change(pipeline) if wrong else pipeline).evaluate(
        [unit.split() for unit in gold], [unit.split() for unit in pred]
    )
    assert found.counts is not None
    return found.counts.tp, found.counts.fn, found.counts.fp


@pytest.mark.parametrize(
    ("gold", "pred", "printed"),
    [
        (_UNITS, _FOUND, (10, 3, 0)),
        ([*_UNITS, _BROKEN_GOLD], [*_FOUND, _BROKEN], (10, 4, 2)),
        ([_BROKEN_GOLD], [_BROKEN], (0, 1, 2)),
        (_UNITS[:10], _FOUND[:10], (7, 3, 0)),
        ([*_UNITS[:10], _OTHER_GOLD], [*_FOUND[:10], _OTHER], (7, 4, 1)),
        ([_OTHER_GOLD], [_OTHER], (0, 1, 1)),
        (["B-age I-age"], ["I-age I-age"], (1, 0, 0)),
        (["I-age I-age"], ["B-age I-age"], (1, 0, 0)),
    ],
)
def test_the_lenient_half_counts_as_the_notebook_prints(
    gold: list[str], pred: list[str], printed: tuple[int, int, int]
) -> None:
    assert counts("seqeval/false-positives-of-one-type", gold, pred) == printed


@pytest.mark.parametrize(
    ("gold", "pred", "printed"),
    [
        ([_BROKEN_GOLD], [_BROKEN], (0, 2, 2)),
        ([_OTHER_GOLD], [_OTHER], (0, 2, 0)),
        (["B-age I-age"], ["I-age I-age"], (0, 2, 0)),
        (["I-age I-age"], ["B-age I-age"], (0, 1, 2)),
    ],
)
def test_the_strict_half_counts_as_the_notebook_prints(
    gold: list[str], pred: list[str], printed: tuple[int, int, int]
) -> None:
    assert counts("seqeval-strict/runs-of-one-letter", gold, pred) == printed


def test_two_b_in_a_row_are_one_item_of_their_letter() -> None:
    # By the notebook's reading of letters: gold is one run of B, the prediction a run of B and a run of O.
    assert counts("seqeval-strict/runs-of-one-letter", ["B-age B-age"], ["B-age O"]) == (0, 1, 2)
    assert counts("seqeval-strict/runs-of-one-letter", ["B-age B-age"], ["B-age O"], wrong=False) == (1, 1, 0)


def test_a_false_positive_of_another_type_is_what_the_notebook_loses() -> None:
    assert counts("seqeval/false-positives-of-one-type", [_OTHER_GOLD], [_OTHER], wrong=False) == (0, 1, 2)

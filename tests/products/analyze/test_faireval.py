"""The classes of error agree with the figures that FairEval publishes for its example data (eval/eval_ner.csv).

FairEval counts labeling errors (right bounds, wrong type), boundary errors (an overlap, right type), labeling-boundary
errors (an overlap, wrong type), false negatives and false positives, each span at most once. It has no class for an
entity that was split or merged: there each span is one boundary error, so its figure is that of our rows.
"""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.reference.credits import error_class
from nerconform.results.analysis_result import ErrorKind

DATA = Path(__file__).parent / "data" / "faireval_ner.tsv"
LABELING, BOUNDARY, LABELING_BOUNDARY, FALSE_NEGATIVE, FALSE_POSITIVE = 252, 180, 155, 462, 253
"""The figures of eval/eval_ner.csv."""


def _spans(text: str) -> list[tuple[str, int, int]]:
    parts = (word.split(":") for word in text.split())
    return [(kind, int(start), int(end)) for kind, start, end in parts]


def _sides() -> tuple[list[list[tuple[str, int, int]]], list[list[tuple[str, int, int]]]]:
    lines = [line for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    gold, pred = ([_spans(line.split("\t")[side]) for line in lines] for side in (0, 1))
    return gold, pred


def test_the_classes_are_those_of_faireval() -> None:
    gold, pred = _sides()
    found = nc.analyze(gold, pred)
    errors = {one.kind: one.errors for one in found.kinds}
    rows = {one.kind: sum(one.outcomes.values()) for one in found.kinds}
    assert errors[ErrorKind.WRONG_TYPE] == LABELING
    assert errors[ErrorKind.MISSED] == FALSE_NEGATIVE
    assert errors[ErrorKind.FALSE_POSITIVE] == FALSE_POSITIVE
    apart = (ErrorKind.WRONG_TYPE, ErrorKind.MISSED, ErrorKind.FALSE_POSITIVE)
    assert sum(number for kind, number in rows.items() if kind not in apart) == BOUNDARY + LABELING_BOUNDARY


TRUE_POSITIVES = 5159
"""The figure of eval/eval_ner.csv for all sentences; those without a difference are not in the data here."""
WEIGHTED = "given{BES=1/2+0+1/2,BEL=1/2+1/2+0,BEO=1/2+1/4+1/4}"
"""The weights of config/ner.config."""


def test_the_fair_alignment_has_the_errors_of_faireval() -> None:
    found = nc.evaluate(*_sides(), "fair-eval", outcomes=True)
    rows = [row for unit in found.outcomes or () for row in unit.rows["strict"]]  # type: ignore[index] # a schema
    pairs = [row for row in rows if row.gold is not None and row.pred is not None and row.gold != row.pred]
    classes = Counter(str(error_class(row)) for row in pairs)
    assert classes == {"LE": LABELING, "BES": 71, "BEL": 106, "BEO": 3, "LBE": LABELING_BOUNDARY}
    assert sum(row.pred is None for row in rows) == FALSE_NEGATIVE
    assert sum(row.gold is None for row in rows) == FALSE_POSITIVE


@pytest.mark.parametrize(
    ("weights", "printed"), [("halves", ("90.42", "87.23", "88.80")), (WEIGHTED, ("91.14", "88.21", "89.65"))]
)
def test_fair_and_weighted_scores_are_those_of_faireval(weights: str, printed: tuple[str, ...]) -> None:
    gold, pred = _sides()
    equal = sum(len(set(one) & set(other)) for one, other in zip(gold, pred, strict=True))
    same = [[("LOC", 0, 1)]] * (TRUE_POSITIVES - equal)
    found = nc.evaluate([*gold, *same], [*pred, *same], f"fair-eval,weights:{weights}")
    scores = (found.precision, found.recall, found.f1)
    assert tuple(f"{float(100 * (score or 0)):.2f}" for score in scores) == printed
    errors = LABELING + BOUNDARY + LABELING_BOUNDARY
    if weights == "halves":
        assert found.counts.fp == FALSE_POSITIVE + Fraction(errors, 2)
        assert found.counts.fn == FALSE_NEGATIVE + Fraction(errors, 2)

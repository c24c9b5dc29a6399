"""The classes of error agree with the figures that FairEval publishes for its example data (eval/eval_ner.csv).

FairEval counts labeling errors (right bounds, wrong type), boundary errors (an overlap, right type), labeling-boundary
errors (an overlap, wrong type), false negatives and false positives, each span at most once. It has no class for an
entity that was split or merged: there each span is one boundary error, so its figure is that of our rows.
"""

from pathlib import Path

import nerconform as nc
from nerconform.results.analysis_result import ErrorKind

DATA = Path(__file__).parent / "data" / "faireval_ner.tsv"
LABELING, BOUNDARY, LABELING_BOUNDARY, FALSE_NEGATIVE, FALSE_POSITIVE = 252, 180, 155, 462, 253
"""The figures of eval/eval_ner.csv."""


def _spans(text: str) -> list[tuple[str, int, int]]:
    parts = (word.split(":") for word in text.split())
    return [(kind, int(start), int(end)) for kind, start, end in parts]


def test_the_classes_are_those_of_faireval() -> None:
    lines = [line for line in DATA.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    gold, pred = ([_spans(line.split("\t")[side]) for line in lines] for side in (0, 1))
    found = nc.analyze(gold, pred)
    errors = {one.kind: one.errors for one in found.kinds}
    rows = {one.kind: sum(one.outcomes.values()) for one in found.kinds}
    assert errors[ErrorKind.WRONG_TYPE] == LABELING
    assert errors[ErrorKind.MISSED] == FALSE_NEGATIVE
    assert errors[ErrorKind.FALSE_POSITIVE] == FALSE_POSITIVE
    apart = (ErrorKind.WRONG_TYPE, ErrorKind.MISSED, ErrorKind.FALSE_POSITIVE)
    assert sum(number for kind, number in rows.items() if kind not in apart) == BOUNDARY + LABELING_BOUNDARY

"""Two paths part at the first step at which they give two results (KIT-6)."""

import pytest

from nerconform.comparison.causes import QUIRKS
from nerconform.comparison.causes.quirk import Step
from nerconform.comparison.parting import parting
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline


@pytest.mark.parametrize(
    ("choices", "quirk", "gold", "pred", "step"),
    [
        ({"policy": "discard"}, "", "B-X I-X", "I-X I-X", Step.DECODE),
        ({"bare": "untyped"}, "", "B-X", "B", Step.PARSE),
        ({"labels": "gold"}, "", "B-X O", "B-X B-Y", Step.FILTER),
        ({"align": "phased"}, "", "B-X I-X", "B-X O", Step.MATCH),
        ({"zero": "1"}, "", "O", "O", Step.SCORE),
        ({}, "seqeval.text-report-without-entities", "O", "O", Step.COUNT),
        ({}, "seqeval.no-units-refused", "", "", Step.PARSE),
    ],
)
def test_two_paths_part_at_the_first_step_that_differs(
    choices: dict[str, str], quirk: str, gold: str, pred: str, step: Step
) -> None:
    one, other = ([tags.split()] if gold else [] for tags in (gold, pred))
    dialect = NAMED["conlleval"]
    left, right = Pipeline.of(dialect), Pipeline.of(dialect.set(**choices))
    right = QUIRKS[quirk].change(right) if quirk else right
    parted = parting(one, other, left, right)
    assert parted is not None
    assert parted.step is step
    assert parted.left != parted.right


def test_equal_paths_do_not_part() -> None:
    pipeline = Pipeline.of(NAMED["conlleval"])
    assert parting([["B-X"]], [["I-X"]], pipeline, Pipeline.of(NAMED["conlleval"])) is None

"""Pipeline: what each kind of change reaches, and nothing else."""

from collections.abc import Sequence

import pytest

import nerconform as nc
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.pipeline import (
    Change,
    Pipeline,
    of_decoded,
    of_marks,
    of_predictions,
    of_sides,
    of_spans,
    of_units,
)
from nerconform.reference.schemes import Mark

TAGS = ([["B-X", "O", "B-Y"], ["B-X"]], [["B-X", "O", "B-X"], ["O"]])
"""Gold has X[0,1) and Y[2,3), then X[0,1); the prediction has X[0,1) and X[2,3), then nothing."""
SPANS = ([[("X", 0, 1), ("Y", 2, 3)], [("X", 0, 1)]], [[("X", 0, 1), ("X", 2, 3)], []])
"""The same as spans."""


def counts(change: Change, sides: tuple[object, object]) -> tuple[object, ...]:
    """Return true positives, false positives and false negatives of a changed pipeline."""
    found = change(Pipeline.of(nc.Dialect())).evaluate(*sides).counts
    return found.tp, found.fp, found.fn


def same(pipeline: Pipeline) -> Pipeline:
    return pipeline


def last(spans: Spans) -> Spans:
    return spans[-1:]


def as_x(span: nc.Span) -> nc.Span:
    return span._replace(type="X")


def first_unit(units: Units) -> Units:
    return units[:1]


def outside(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks with O in place of the first."""
    return [Mark("O", "", "O"), *marks[1:]]


def up_to_marks(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Return as many spans as there are marks before the last one."""
    return spans[: len(marks) - 1]


@pytest.mark.parametrize(
    ("change", "of_tags", "of_given"),
    [
        (same, (1, 1, 2), (1, 1, 2)),
        (of_marks(outside), (0, 1, 1), (1, 1, 2)),  # no X[0,1) is left
        (of_decoded(up_to_marks), (1, 1, 1), (1, 1, 2)),  # two marks stand before the last, then none
        (of_units(first_unit), (1, 1, 1), (1, 1, 1)),
        (of_sides(last), (0, 1, 2), (0, 1, 2)),  # Y[2,3) and X[2,3), then X[0,1)
        (of_predictions(last), (0, 1, 3), (0, 1, 3)),
        (of_spans(as_x), (2, 0, 1), (2, 0, 1)),
    ],
    ids=["none", "of_marks", "of_decoded", "of_units", "of_sides", "of_predictions", "of_spans"],
)
def test_a_change_reaches_its_step_in_tags_and_in_spans(
    change: Change, of_tags: tuple[int, int, int], of_given: tuple[int, int, int]
) -> None:
    assert counts(change, TAGS) == of_tags
    assert counts(change, SPANS) == of_given

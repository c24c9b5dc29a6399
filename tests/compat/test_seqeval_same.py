"""The drop-in against seqeval 1.2.2: equal on what seqeval documents, whatever the tags."""

import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval import metrics as theirs
from seqeval import scheme as their_schemes
from seqeval.metrics.sequence_labeling import get_entities, precision_recall_fscore_support

from nerconform.compat.seqeval import metrics as ours

Sides = tuple[list[list[str]], list[list[str]]]
PREFIXES = {"IOB2": "BI", "IOE2": "IE", "IOBES": "BIES", "BILOU": "BILU"}


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def tags_of(prefixes: str) -> st.SearchStrategy[str]:
    return st.sampled_from(["O", *(f"{prefix}-{kind}" for prefix in prefixes for kind in ("X", "Y"))])


@st.composite
def sides(draw: st.DrawFn, prefixes: str, *, suffix: bool = False) -> Sides:
    lengths = draw(st.lists(st.integers(0, 6), min_size=1, max_size=3))
    tag = tags_of(prefixes)
    gold, pred = ([[draw(tag) for _ in range(length)] for length in lengths] for _ in range(2))
    if suffix:
        return tuple([["-".join(tag.split("-")[::-1]) for tag in unit] for unit in side] for side in (gold, pred))  # type: ignore[return-value] # two sides
    return gold, pred


def _has_entity(report: dict[str, Any]) -> bool:
    return any(not name.endswith(" avg") for name in report)


def _is_same(ours_: Any, theirs_: Any) -> bool:  # noqa: ANN401 - numbers, rows, reports  # noqa: ANN401 - numbers, rows, reports
    if isinstance(theirs_, dict):
        return ours_.keys() == theirs_.keys() and all(_is_same(ours_[key], theirs_[key]) for key in theirs_)
    return bool(ours_ == pytest.approx(theirs_, rel=1e-12, abs=1e-12))


@given(sides("BIES"), st.sampled_from(["warn", 0, 1]), st.integers(0, 4))
def test_the_report_of_default_mode_is_that_of_seqeval(data: Sides, zero: object, digits: int) -> None:
    found = ours.classification_report(*data, output_dict=True, zero_division=zero)
    known = theirs.classification_report(*data, output_dict=True, zero_division=zero)
    if not _has_entity(known):
        known["macro avg"] = known["micro avg"]  # theirs is nan: macro-average-of-nothing-is-nan
    assert _is_same(found, known)
    if _has_entity(known):  # theirs crashes: text-report-without-entities
        text, known_text = (side.classification_report(*data, digits) for side in (ours, theirs))
        assert re.sub(r"\d", "0", text) == re.sub(r"\d", "0", known_text)
        # theirs is rounded twice: 0.75 is 0.7 there, because its double is a little less
        numbers = [[float(number) for number in re.findall(r"\d+\.?\d*", one)] for one in (text, known_text)]
        assert numbers[0] == pytest.approx(numbers[1], abs=1.01 * 10**-digits)


@given(st.data(), st.sampled_from(list(PREFIXES)), st.sampled_from(["warn", 0, 1]))
def test_the_report_of_strict_mode_is_that_of_seqeval(data: st.DataObject, scheme: str, zero: object) -> None:
    gold, pred = data.draw(sides(PREFIXES[scheme]))
    chosen = {"mode": "strict", "scheme": getattr(their_schemes, scheme), "zero_division": zero, "output_dict": True}
    known = theirs.classification_report(gold, pred, **chosen)
    if not _has_entity(known):
        known["macro avg"] = known["micro avg"]
    assert _is_same(ours.classification_report(gold, pred, **chosen), known)
    assert _is_same(ours.classification_report(gold, pred, **{**chosen, "scheme": scheme}), known)


@given(sides("BIES"), st.sampled_from(["micro", "macro", "weighted", None]), st.sampled_from(["warn", 0, 1]))
def test_single_numbers_are_those_of_seqeval(data: Sides, average: str | None, zero: object) -> None:
    if not get_entities([*data[0], *data[1]]):
        return
    for name in ("precision_score", "recall_score", "f1_score"):
        found = getattr(ours, name)(*data, average=average, zero_division=zero)
        assert _is_same(
            list(found) if average is None else found, getattr(theirs, name)(*data, average=average, zero_division=zero)
        )


@given(sides("BIES", suffix=True), st.floats(0, 4))
def test_suffixes_and_beta_are_those_of_seqeval(data: Sides, beta: float) -> None:
    if not get_entities([*data[0], *data[1]], suffix=True):
        return
    for average in ("micro", "macro", "weighted"):
        found = ours.precision_recall_fscore_support(*data, average=average, beta=beta, suffix=True)
        assert _is_same(found, precision_recall_fscore_support(*data, average=average, beta=beta, suffix=True))


@given(sides("BIES"))
def test_entities_and_accuracy_are_those_of_seqeval(data: Sides) -> None:
    for side in data:
        assert ours.get_entities(side) == get_entities(side)
        assert all(ours.get_entities(unit) == get_entities(unit) for unit in side)
    if any(data[0]):  # theirs divides by zero: accuracy-of-nothing
        assert _is_same(ours.accuracy_score(*data), theirs.accuracy_score(*data))

"""Of two predictions the conclusion says which is better, and under which rules."""

import json

import pytest
from msgspec.structs import replace

import nerconform as nc
from nerconform.reporting.comparison_view import against, conclusion
from nerconform.reporting.report_writers import render
from nerconform.results.comparison import Comparison, RuleVerdict
from nerconform.results.values import decode, encode

GOLD = [["B-X", "O"]] * 20
ORPHANS = [["I-X", "O"]] * 20
"""All right under lenient; under discard there is no entity."""
HALF = [["B-X", "O"]] * 10 + [["O", "O"]] * 10
"""Half of the entities under every rule."""
NAMES = ("reference:conlleval", "reference:iob2-discard", "reference:semeval")


def compared(first: object, second: object, **more: object) -> Comparison:
    """Return the comparison of two predictions, which reads back as itself."""
    found = nc.compare(GOLD, first, NAMES, against=second, **{"resamples": 200, **more})  # type: ignore[arg-type] # options
    assert decode(encode(found), Comparison, "") == found
    return found


def test_a_verdict_that_flips_names_the_policies() -> None:
    found = compared(ORPHANS, HALF)
    assert found.conclusion is not None
    assert found.conclusion.flips
    # With 10 sentences that differ, two of 1,024 swaps are as extreme; the observed one always counts as a trial.
    lenient, discard = found.conclusion.verdicts
    assert (lenient.better, lenient.columns, lenient.options) == ("first", (NAMES[0], NAMES[2]), ("policy:lenient",))
    assert (discard.better, discard.columns, discard.options) == ("second", (NAMES[1],), ("policy:discard",))
    words = conclusion(found)
    assert words.startswith("the first prediction is better than the second prediction at p = 0.0")
    assert " under policy:lenient, the second prediction is better than the first prediction at p = 0.0" in words
    assert words.endswith(" under policy:discard.")


def test_without_tests_the_numbers_are_compared() -> None:
    words = conclusion(compared(ORPHANS, HALF, resamples=0))
    first = "the first prediction has a higher score than the second prediction under policy:lenient"
    assert words == f"{first}, the second prediction has a higher score than the first prediction under policy:discard."
    assert conclusion(compared(HALF, HALF, resamples=0)) == (
        "the first prediction and the second prediction are equal by all 3 names."
    )


def test_one_verdict_is_said_once() -> None:
    found = compared(GOLD, HALF)
    assert found.conclusion is not None
    assert not found.conclusion.flips
    assert conclusion(found).endswith(" by all 3 names.")
    same = conclusion(compared(HALF, HALF))
    assert same.endswith("are not significantly different at p = 1.0000 by all 3 names.")


def test_where_no_axis_separates_the_verdicts_names_are_said() -> None:
    found = compared(ORPHANS, HALF)
    assert found.conclusion is not None
    verdicts = tuple(RuleVerdict(one.better, one.columns) for one in found.conclusion.verdicts)
    words = conclusion(replace(found, conclusion=replace(found.conclusion, verdicts=verdicts)))
    assert "by reference:conlleval, reference:semeval, " in words


def test_names_with_the_same_numbers_share_a_row() -> None:
    rows = against(compared(ORPHANS, HALF, resamples=0)).rows
    assert rows == [
        ("reference:conlleval, reference:semeval", "100.00", "66.67", "-33.33"),
        ("reference:iob2-discard", "0.00", "66.67", "+66.67"),
    ]


def test_without_a_second_prediction_there_is_no_conclusion() -> None:
    found = nc.compare(GOLD, HALF, NAMES, resamples=0)
    assert found.conclusion is None
    assert conclusion(found) == ""


@pytest.mark.parametrize("form", ["text", "markdown", "summary", "html", "junit", "github", "sarif"])
def test_every_form_says_it(form: str) -> None:
    found = compared(ORPHANS, HALF, resamples=0)
    text = " ".join(render(found, form).split())
    assert conclusion(found) in text
    if form == "sarif":
        assert json.loads(text)["runs"][0]["properties"]["conclusion"] == conclusion(found)

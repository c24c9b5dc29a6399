"""Choices that a library has no option for."""

import pytest

from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import impose, number_or_text
from nerconform.reference.named import NAMED

CONLLEVAL = NAMED["conlleval"]


def test_a_choice_that_cannot_matter_can_be_imposed() -> None:
    assert impose(CONLLEVAL, {"align": "none", "overlap": "gold:50%"}, "x") == CONLLEVAL


@pytest.mark.parametrize("choices", [{"align": "best"}, {"align": "nonsense"}, {"nonsense": "x"}])
def test_every_other_choice_is_unsupported_with_its_name(choices: dict[str, str]) -> None:
    found = impose(CONLLEVAL, choices, "the metric")
    assert isinstance(found, Unsupported)
    assert found.reason.startswith("the metric has no option for ")


@pytest.mark.parametrize(("text", "read"), [("50", 50), ("0.5", 0.5), ("-5", -5), ("half", "half")])
def test_a_number_is_passed_on_as_a_number(text: str, read: object) -> None:
    assert number_or_text(text) == read

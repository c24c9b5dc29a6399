"""Entries of a list of known divergences are found by the name under which they were drafted."""

import pytest

from nerconform.diagnosis.candidates import mistakes, pinned_quirks, slug, speaks_of
from nerconform.libraries.all_quirks import QUIRKS


@pytest.mark.parametrize(
    ("name", "text"),
    [("policy:discard", "policy-discard"), ("seqeval.strict-iob1", "seqeval-strict-iob1"), ("zero:P1,R0", "zero-p1-r0"),
     ("::", "find")],
)  # fmt: skip
def test_a_cause_becomes_an_id(name: str, text: str) -> None:
    assert slug(name) == text


@pytest.mark.parametrize(
    ("entry", "speaks"),
    [("ignores-type", True), ("ignores-type-2", True), ("ignores-types", False), ("ignores-type-two", False),
     ("it-ignores-type", False)],
)  # fmt: skip
def test_an_entry_speaks_of_the_cause_of_its_name_or_of_one_with_a_number_behind_it(entry: str, speaks: bool) -> None:  # noqa: FBT001
    assert speaks_of({"another", entry}, "ignores-type") == speaks


def test_what_is_pinned_are_mistakes_and_quirks_of_other_libraries() -> None:
    (mistake,) = (quirk for quirk in mistakes() if quirk.id == "ignores-type")
    pinned = pinned_quirks({"ignores-type", "seqeval-strict-iob1-3"})
    assert pinned == (QUIRKS["seqeval.strict-iob1"], mistake)
    assert pinned_quirks({"nothing"}) == ()

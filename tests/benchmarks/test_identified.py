"""The page of identified functions is made of what is stored, and each function is asked or has a reason."""

import json

import pytest

from benchmarks.identified import FUNCTIONS, NOT_ASKED, PAGE, STORED, ask, page_of
from benchmarks.identified_boxes import BOXES
from nerconform.libraries.library import libraries

MANY = 15


def test_the_page_is_made_of_what_is_stored() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_of(json.loads(STORED.read_text(encoding="utf-8")))


def test_every_function_was_asked_or_has_a_reason() -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert {*stored} == {*FUNCTIONS}
    assert all(name in BOXES or name.partition(":")[0] in libraries() for name in FUNCTIONS)
    assert all("failed" in one or one["version"] for one in stored.values())
    assert len([one for one in stored.values() if "failed" not in one]) >= MANY
    assert not {*NOT_ASKED} & {*FUNCTIONS}


@pytest.mark.long
def test_a_function_that_is_asked_again_gives_what_is_stored() -> None:
    assert json.loads(json.dumps(ask("seqeval"))) == json.loads(STORED.read_text(encoding="utf-8"))["seqeval"]

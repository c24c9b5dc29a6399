"""Bad input does no harm: a clear error with place and remedy, and nothing else; legal input has its answer."""

import re
from pathlib import Path

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats import file_errors as format_errors
from nerconform.reference import refusals as reference_errors
from tests.contract import table
from tests.contract.asking import Input, ask
from tests.contract.calls import CALLS
from tests.contract.files import FILES
from tests.contract.inputs import INPUTS, LEGAL


def _name(one: Input) -> str:
    return one.what


@pytest.mark.parametrize("one", CALLS, ids=_name)
def test_a_call_is_refused_by_code_place_and_remedy(one: Input) -> None:
    answer = ask(one)
    assert answer.code == one.code, answer
    assert one.says in answer.words
    assert "\n" not in answer.words
    assert f"[{one.code}]" in answer.words


@pytest.mark.parametrize("one", FILES, ids=_name)
def test_a_command_is_refused_in_one_line_and_writes_nothing(one: Input) -> None:
    answer = ask(one)
    assert (answer.status, answer.out) == (2, ""), answer
    assert one.says in answer.words
    assert "Traceback" not in answer.words
    assert "\n" not in answer.words
    assert len(answer.words) < 1000


@pytest.mark.parametrize("one", LEGAL, ids=_name)
def test_what_is_legal_is_answered(one: Input) -> None:
    answer = ask(one)
    assert (answer.status or 0, answer.code, answer.words) == (0, "", one.says)


def test_the_page_is_up_to_date() -> None:
    assert table.PAGE.read_text(encoding="utf-8") == table.page(), "write it with `python -m tests.contract.table`"


def test_there_are_at_least_forty_kinds_of_refusal() -> None:
    assert len({one.what for one in INPUTS}) == len(INPUTS)
    assert len([one for one in INPUTS if not one.legal]) >= 40


def test_every_error_of_the_reference_is_among_them() -> None:
    known = {
        error.code
        for module in (reference_errors, format_errors)
        for error in vars(module).values()
        if isinstance(error, type) and issubclass(error, NerconformError)
    }
    asked = {one.code for one in INPUTS}
    assert known - asked == set(table.NOT_SHOWN)


def test_the_page_holds_no_path_of_this_machine() -> None:
    assert not re.search(r"/tmp|/home|/root", table.PAGE.read_text(encoding="utf-8"))  # noqa: S108 - looked for
    assert str(Path.cwd()) not in table.PAGE.read_text(encoding="utf-8")

"""Run text: readable at any width, and no text taken for markup."""

import io

import pytest
from rich.console import Console

from nerconform.reporting.run_text import print_run
from nerconform.results.run import Run
from tests.reporting.sample import RUNS, SAMPLE


def shown(run: Run, width: int, *, verbose: bool = False) -> str:
    file = io.StringIO()
    print_run(run, Console(file=file, width=width, markup=False, highlight=False, emoji=False), verbose=verbose)
    return file.getvalue()


@pytest.mark.parametrize("width", [40, 80, 81, 100, 133, 200])
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_no_line_but_the_reproduction_is_wider_than_the_terminal(run: Run, width: int) -> None:
    assert all(len(line) <= width or line.startswith("print(") for line in shown(run, width).splitlines())


def test_legal_data_come_before_illegal_tags_and_bad_input_and_what_is_wrong_before_what_is_known() -> None:
    text = shown(SAMPLE, 100)
    order = ["FAIL a.fail-gone", "REFUSED a.refused", "FAIL a.fail-awkward", "ERROR a.error", "KNOWN It does | not"]
    places = [text.index(words) for words in order]
    assert places == sorted(places)


def test_text_is_no_markup() -> None:
    assert "[bold]e[/bold] :smile:" in " ".join(shown(SAMPLE, 200).split())


def test_a_known_cause_has_a_line_for_each_case_and_one_reproduction() -> None:
    text = shown(SAMPLE, 100)
    assert "a.known-large" in text
    assert "strict.type{T1}.tp +2" in text
    assert "print('small')" in text
    assert "print('large')" not in text


def test_long_lists_are_cut_and_say_so() -> None:
    text = shown(SAMPLE, 100)
    assert "and 20 more" in text
    assert "and 33 more units" in text


def test_the_long_text_holds_everything() -> None:
    text = shown(SAMPLE, 100, verbose=True)
    assert "more units" not in text
    assert all(f"strict.micro.f{number} " in text for number in range(30))
    assert f"B-{'long' * 39}" in text.replace("\n", "").replace(" ", "")


def test_the_last_line_says_what_the_exit_status_means() -> None:
    assert "Exit status 1:" in shown(SAMPLE, 100).splitlines()[-1]
    assert "Exit status 0:" in shown(RUNS["good"], 100).splitlines()[-1]

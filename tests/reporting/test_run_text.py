"""Run text: all of a run, readable at any width, and no text taken for markup."""

import io

import pytest
from rich.console import Console

from nerconform.reporting.run_text import print_divergence, print_run
from nerconform.results.run import Run
from tests.reporting.sample import CLAUSES, RESULTS, RUNS, SAMPLE


def console(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, markup=False, highlight=False, emoji=False)


def printed(to: Console) -> str:
    assert isinstance(to.file, io.StringIO)
    return to.file.getvalue()


def shown(run: Run, width: int) -> str:
    to = console(width)
    print_run(run, to)
    return printed(to)


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


def test_everything_is_shown() -> None:
    text = shown(SAMPLE, 100)
    assert " more" not in text
    assert all(f"strict.micro.f{number} " in text for number in range(30))
    assert f"B-{'long' * 39}" in text.replace("\n", "").replace(" ", "")


def test_one_divergence_cuts_long_lists_and_says_so() -> None:
    (long,) = [result for result in RESULTS if result.case == "a.fail-awkward"]
    to = console(100)
    print_divergence(long, ["It looks [away]."], CLAUSES, to)
    text = printed(to)
    assert "and 20 more" in text
    assert "and 33 more units" in text
    assert "It looks [away]." in text


def test_the_last_line_says_what_the_exit_status_means() -> None:
    assert shown(SAMPLE, 100).splitlines()[-1].startswith("exit 1: ")
    assert shown(RUNS["good"], 100).splitlines()[-1].startswith("exit 0: ")

"""Run Markdown: nothing that a run holds breaks a page."""

import re

import pytest

from nerconform.reporting.markdown_parts import block, code
from nerconform.reporting.run_markdown import RunWriter, render, slug
from nerconform.reporting.run_view import clauses_of
from nerconform.results.run import Run
from tests.reporting.sample import AWKWARD, RUNS, SAMPLE


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("a", "`a`"),
        ("", ""),
        ("a|b", "`a\\|b`"),
        ("a`b", "``a`b``"),
        ("`a", "`` `a ``"),
        ("a\n b", "`a b`"),
        ("a``b`", "``` a``b` ```"),
    ],
)
def test_code_is_safe_in_a_cell(words: str, written: str) -> None:
    assert code(words) == written


def test_a_fence_is_longer_than_any_inside() -> None:
    assert block("a\n````\nb", "python") == ["`````python", "a", "````", "b", "`````", ""]


def test_a_slug_is_what_readers_make_of_a_heading() -> None:
    assert slug("DEC-5 Lenient") == "dec-5-lenient"
    assert slug("SCH-8 BIOES, BILOU, BMES") == "sch-8-bioes-bilou-bmes"
    assert slug("SCH-8 BIOES, BILOU, *BMES* (and BMEWO)") == "sch-8-bioes-bilou-bmes-and-bmewo"


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_every_row_has_as_many_cells_as_its_head(run: Run) -> None:
    width = 0
    fence = ""
    for line in render(run).splitlines():
        ticks = re.match(r"`{3,}", line)
        if ticks and (not fence or line == fence):
            fence = "" if fence else ticks[0]
        if fence or not line.startswith("|"):
            width = 0
            continue
        cells = len(re.findall(r"(?<!\\)\|", line))
        assert cells == (width or cells)
        width = cells
    assert not fence


def test_links_lead_to_clauses_and_cases() -> None:
    page = "\n".join(RunWriter(clauses_of(SAMPLE), root="../").implementation(SAMPLE.implementations[0]))
    assert "](../spec/3-decoding.md#dec-5-lenient)" in page
    assert "[`fixtures/1-a.yaml:7`](../fixtures/1-a.yaml#L7)" in page
    assert "](../" not in render(SAMPLE)


def test_a_clause_that_is_not_there_keeps_its_id() -> None:
    assert "- clause: ZZZ-9\n" in render(SAMPLE)


def test_a_page_is_complete() -> None:
    page = render(SAMPLE)
    for result in SAMPLE.implementations[0].results[2:]:
        assert result.case in page
    assert code(AWKWARD) in page
    assert "print('small')" in page
    assert "print('large')" not in page

"""What a stored result holds cannot act: no form of it sends a command to a terminal, or HTML to a page."""

import io
import json
from typing import Any

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from nerconform.base.plain_text import inert
from nerconform.base.report_form import ReportForm
from nerconform.reporting.layout import Inert
from nerconform.reporting.markdown_parts import block, code, text
from nerconform.reporting.report_writers import forms, print_first_screen, render
from nerconform.results.releases_result import Releases
from nerconform.results.stored import Stored
from nerconform.results.values import BadResult, decode, encode
from tests.reporting.kinds import one_of_each
from tests.reporting.odd import odd_run
from tests.reporting.sample import SAMPLE
from tests.reporting.stored import RELEASES

HTML = "<img src=x onerror=alert(1)>"
HOSTILE = (f"\x1b]0;pwned\x07\x1b[2J\x9b31m{HTML}", f"`\n~~~\n{HTML}", f"a`|{HTML}|`b", f"``\\`{HTML}`")
MARKDOWN = MarkdownIt("commonmark").enable("table")
LINES = {ReportForm.TEXT, ReportForm.MARKDOWN, ReportForm.SUMMARY, ReportForm.GITHUB, ReportForm.CSV, ReportForm.LATEX}


def _keys(data: Any) -> set[str]:  # noqa: ANN401 - whatever JSON holds
    """Return the names of the members that hold text."""
    if isinstance(data, list):
        return {name for one in data for name in _keys(one)}
    if isinstance(data, dict):
        own = {name for name, value in data.items() if isinstance(value, str)}
        return own | {name for value in data.values() for name in _keys(value)}
    return set()


def _with(data: Any, name: str, words: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return JSON data in which all members of a name hold these words."""
    if isinstance(data, list):
        return [_with(one, name, words) for one in data]
    if isinstance(data, dict):
        return {
            key: words if key == name and isinstance(value, str) else _with(value, name, words)
            for key, value in data.items()
        }
    return data


def _is_inert(lines: str) -> bool:
    return all(one.isprintable() or one in "\n\t\r" for one in lines)


def _html_in(page: str) -> list[str]:
    """Return the HTML that a reader of Markdown lets through."""
    tokens = [one for token in MARKDOWN.parse(page) for one in (token, *(token.children or ()))]
    return [token.content for token in tokens if token.type in {"html_inline", "html_block"}]


@pytest.mark.parametrize("share", [1, pytest.param(len(HOSTILE), marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "result",
    [
        pytest.param(one, id=type(one).__name__, marks=pytest.mark.long if one is SAMPLE else ())
        for one in one_of_each()
    ],
)
def test_whatever_text_a_stored_result_holds_is_inert(result: Stored, share: int) -> None:
    """Each member holds one of the hostile texts, in turn, or one after the other all of them."""
    data = json.loads(encode(result))
    drawn = 0
    for number, name in enumerate(sorted(_keys(data))):
        for words in (HOSTILE * 2)[number % len(HOSTILE) :][:share]:
            try:
                changed: Stored = decode(json.dumps(_with(data, name, words)), type(result), "x")
            except BadResult:
                continue  # this member holds one of a few words
            drawn += 1
            for form in LINES & {*forms(type(result)), ReportForm.TEXT}:
                page = render(changed, form)
                assert _is_inert(page), (name, form)
                if form in {ReportForm.MARKDOWN, ReportForm.SUMMARY}:
                    assert _html_in(page) == [], (name, form)
            terminal = io.StringIO()
            console = Console(file=terminal, force_terminal=True, color_system=None, markup=False, highlight=False)
            console.push_render_hook(Inert())
            print_first_screen(changed, console)
            assert _is_inert(terminal.getvalue()), name
    assert drawn > 3 * share


@pytest.mark.parametrize("seed", range(10))
def test_odd_runs_are_inert(seed: int) -> None:
    run = odd_run(seed)
    for form in LINES & {*forms(type(run))}:
        assert _is_inert(render(run, form))
    for form in (ReportForm.MARKDOWN, ReportForm.SUMMARY):
        assert _html_in(render(run, form)) == []


def test_inert_keeps_lines_tabs_and_letters() -> None:
    assert inert("a\tb\r\nGödel 犬\n") == "a\tb\r\nGödel 犬\n"
    assert inert("\x1b[31mred\x07 \x9b \u202e\rb\n") == "\\x1b[31mred\\x07 \\x9b \\u202e\\rb\n"


def test_colours_of_the_console_itself_are_kept() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", markup=False, highlight=False)
    console.push_render_hook(Inert())
    console.print("\x1b[2Jname", style="bold")
    assert out.getvalue() == "\x1b[1m\\x1b[2Jname\x1b[0m\n"


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("a < b <= c", "a < b <= c"),
        (f"- **{HTML}**", "- **&lt;img src=x onerror=alert(1)>**"),
        (f"- {code(HTML)}", f"- `{HTML}`"),
        ("- link: <https://example.invalid/1>", "- link: <https://example.invalid/1>"),
        ("<https://x onclick=y>", "&lt;https://x onclick=y>"),
        (f"| `|{HTML}` |", "| `|&lt;img src=x onerror=alert(1)>` |"),
        (f"\\`{HTML}`", "\\`&lt;img src=x onerror=alert(1)>`"),
        ("~~~", "\\~~~"),
    ],
)
def test_html_is_escaped_outside_code(line: str, written: str) -> None:
    assert text([line]) == f"{written}\n"


def test_an_open_backtick_ends_the_trust_in_code_until_the_paragraph_ends() -> None:
    assert text(["a ` b", f"`{HTML}`", "", f"`{HTML}`"]).splitlines()[1::2] == [
        "`&lt;img src=x onerror=alert(1)>`",
        f"`{HTML}`",
    ]


def test_a_block_is_code_whatever_it_holds() -> None:
    assert text(block(f"```\n{HTML}")) == f"````\n```\n{HTML}\n````\n"


def test_releases_in_which_one_row_has_a_mode_of_another_name_are_drawn_in_every_form() -> None:
    data = json.loads(json.dumps(RELEASES))
    rows = [row for library in data["libraries"] for row in library["releases"] if row.get("modes")]
    rows[0]["modes"][0]["name"] = "renamed"
    found: Releases = decode(json.dumps(data), Releases, "x")
    for form in forms(Releases):
        assert "renamed" in render(found, form) or form not in {ReportForm.MARKDOWN, ReportForm.HTML}

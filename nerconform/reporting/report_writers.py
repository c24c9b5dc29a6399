"""Report writers: which form a result can be written in, and who writes it.

The command line, the plugin and Python ask here, so what is printed, what `--output` writes and what `report` makes
later of the stored result are the same bytes. Text alone has two lengths: the first screen, and everything.
"""

import io
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerconform.base.errors import NerconformError
from nerconform.base.json_text import dumps
from nerconform.base.plain_text import inert
from nerconform.base.report_form import ReportForm
from nerconform.base.whole_files import write_whole
from nerconform.reporting import markdown_parts

if TYPE_CHECKING:
    from rich.console import Console

    from nerconform.results.run import Run
    from nerconform.results.stored import Stored

SUFFIXES: Mapping[str, ReportForm] = {
    ".txt": ReportForm.TEXT,
    ".json": ReportForm.JSON,
    ".md": ReportForm.MARKDOWN,
    ".csv": ReportForm.CSV,
    ".tex": ReportForm.LATEX,
    ".html": ReportForm.HTML,
    ".xml": ReportForm.JUNIT,
    ".sarif": ReportForm.SARIF,
}
"""The form that the ending of a file's name asks for."""
_COLUMNS = 100
"""The width of text in files and pipes, in columns."""


class NoSuchFormat(NerconformError):
    """A result cannot be written so: the name of the file says nothing, or this kind of result has no such view."""

    code = "no-such-format"


_WRITERS: Mapping[str, Mapping[str, str]] = {
    "Run": {"text": "run_text:print_run", "markdown": "run_markdown:render", "html": "web.run_page:render"},
    "Searches": {
        "text": "search_text:print_searches",
        "markdown": "search_text:render",
        "html": "web.search_page:render",
    },
    "Releases": {
        "text": "releases_text:print_releases",
        "markdown": "releases_text:render",
        "html": "web.releases_page:render",
    },
    "Comparison": {
        "text": "comparison_text:print_comparison",
        "markdown": "comparison_text:render",
        "html": "web.comparison_page:render",
        "summary": "comparison_text:summary",
    },
    "Agreement": {"text": "agreement_text:print_agreement", "csv": "agreement_text:csv_text"},
    "Analysis": {
        "text": "analysis_text:print_analysis",
        "csv": "analysis_text:csv_text",
        "html": "web.analysis_page:render",
    },
    "FileScores": {
        "text": "score_text:print_scores",
        "markdown": "score_text:markdown_text",
        "csv": "score_text:csv_text",
        "latex": "paper_latex:scores_text",
    },
    "LayeredScores": {"text": "score_text:print_layers", "markdown": "score_text:markdown_of_layers"},
    "Validation": {"text": "validation_text:print_validation", "github": "validation_text:github_text"},
    "Changes": {"text": "changes_text:print_changes", "markdown": "changes_text:render"},
    "Topics": {"text": "topic_text:print_topics", "markdown": "topic_text:render"},
    "Smoke": {"text": "smoke_text:print_smoke"},
    "Sweep": {"text": "sweep_text:print_sweep"},
    "Export": {"text": "export_text:print_export"},
    "Ranking": {
        "text": "ranking_text:print_ranking",
        "markdown": "ranking_text:markdown_text",
        "latex": "paper_latex:ranking_text",
        "html": "web.ranking_page:render",
    },
    "Identification": {"text": "identification_text:print_identification"},
    "ConvertedFile": {"text": "validation_text:print_notes"},
    "UpstreamReports": {"text": "upstream_text:print_reports", "markdown": "upstream_text:markdown_text"},
}
"""Who writes a record in a form, as `module:function` in this room, loaded when it writes; text goes to a console."""
_SCREENS: Mapping[str, str] = {
    "Run": "run_screen:print_screen",
    "Searches": "search_screen:print_screen",
    "Releases": "releases_screen:print_screen",
    "Comparison": "comparison_screen:print_screen",
    "FileScores": "score_screen:print_screen",
    "LayeredScores": "score_screen:print_layers",
    "Validation": "validation_screen:print_screen",
    "Changes": "changes_text:print_screen",
    "Topics": "topic_text:print_screen",
    "Smoke": "smoke_text:print_screen",
    "Sweep": "sweep_screen:print_screen",
    "Identification": "identification_screen:print_screen",
    "Agreement": "agreement_text:print_screen",
    "Analysis": "analysis_text:print_screen",
    "Export": "export_text:print_screen",
    "Ranking": "ranking_text:print_screen",
    "UpstreamReports": "upstream_text:print_screen",
}
"""Who prints the first screen of a record; of the others it is the whole text."""
_WITH_ENTRIES = ("Run", "Searches", "Releases", "Comparison")
"""Records that hold what was judged, of which JUnit XML, SARIF, annotations and the summary are made."""
_STEMS = {
    "Searches": "search",
    "FileScores": "scores",
    "LayeredScores": "scores",
    "ConvertedFile": "conversion",
    "UpstreamReports": "upstream",
}
"""The names of the files that a folder gets, where it is not that of the record."""
_JUDGED: Mapping[ReportForm, str] = {
    ReportForm.SUMMARY: "github:summary",
    ReportForm.JUNIT: "junit:render",
    ReportForm.SARIF: "sarif:render",
    ReportForm.GITHUB: "github:annotations",
}
"""Who writes the forms that show what was judged, one by one: from the entries, and the result."""


def _writer(name: str) -> Callable[..., Any]:
    """Return the function of a name."""
    module, function = name.split(":")
    writer: Callable[..., Any] = getattr(import_module(f"nerconform.reporting.{module}"), function)
    return writer


def format_of(path: Path) -> ReportForm:
    """Return the form that a file's name asks for. Raises `NoSuchFormat`."""
    if path.suffix.lower() not in SUFFIXES:
        message = f"there is no report format for {path.suffix!r}" if path.suffix else "the file name has no ending"
        raise NoSuchFormat(message, place=str(path), hint=f"End the name with one of {', '.join(SUFFIXES)}.")
    return SUFFIXES[path.suffix.lower()]


def render(result: "Stored", form: str, baseline: "Run | None" = None) -> str:
    """Return a result in a form, as text.

    What a run has in common with its `baseline` is no failure to the tools that read JUnit XML, SARIF, annotations or
    the summary; the other forms show the run alone. Raises `NoSuchFormat` for a form that there is none of this result.
    """
    found = ReportForm(form)
    kind = type(result).__name__
    if found is ReportForm.JSON:
        return dumps(result.to_dict())
    if found is ReportForm.TEXT:
        return printed(partial(_print, result, baseline, verbose=True))
    if found in _WRITERS[kind]:
        written = str(_writer(_WRITERS[kind][found])(result))
        return written if found is ReportForm.HTML else inert(written)
    if found is ReportForm.MARKDOWN:
        return markdown_parts.text(markdown_parts.block(render(result, ReportForm.TEXT, baseline), "text"))
    if found in _JUDGED and kind in _WITH_ENTRIES:
        judged = _writer("entries:entries")(result, baseline)
        written = str(_writer(_JUDGED[found])(judged, result))
        return inert(written) if found in {ReportForm.GITHUB, ReportForm.SUMMARY} else written
    message = f"the result of a {_stem(result)} cannot be written as {found}"
    raise NoSuchFormat(
        message, hint=f"Write it as one of: {', '.join(forms(type(result)))}. For example, --format text."
    )


def forms(kind: type) -> list[ReportForm]:
    """Return the forms in which a kind of result can be written."""
    judged = _JUDGED if kind.__name__ in _WITH_ENTRIES else ()
    there = {*_WRITERS[kind.__name__], ReportForm.JSON, ReportForm.MARKDOWN, *judged}
    return [form for form in ReportForm if form in there]


def print_first_screen(result: "Stored", console: "Console", baseline: "Run | None" = None) -> None:
    """Print what matters most of a result, for a terminal."""
    _print(result, baseline, console, verbose=False)


def _print(result: "Stored", baseline: "Run | None", console: "Console", *, verbose: bool) -> None:
    kind = type(result).__name__
    options = {} if baseline is None else {"is_held": True}
    short = None if verbose else _SCREENS.get(kind)
    _writer(short or _WRITERS[kind]["text"])(result, console, **options)


def printed(print_to: "Callable[[Console], object]", width: int = _COLUMNS) -> str:
    """Return what is printed on a console without colours, inert; no line ends in blanks."""
    from rich.console import Console  # noqa: PLC0415 - slow to load, and JSON does not need it

    out = io.StringIO()
    console = Console(
        file=out, width=width, color_system=None, force_terminal=False, markup=False, highlight=False, emoji=False
    )
    print_to(console)
    return inert("\n".join(line.rstrip(" \t") for line in out.getvalue().split("\n")))


def write_report(result: "Stored", path: Path, form: str | None = None, baseline: "Run | None" = None) -> None:
    """Write a result to a file, in the form that its name asks for unless one is given; the same bytes everywhere.

    Raises `NoSuchFormat`, and `OSError` where the file cannot be written.
    """
    text = render(result, form or format_of(path), baseline)
    write_whole(path, text.encode("utf-8", errors="backslashreplace"))


def files(result: "Stored") -> dict[str, str]:
    """Return what a folder gets: the result itself, and a page of Markdown, by their names."""
    stem = _stem(result)
    return {f"{stem}.json": render(result, ReportForm.JSON), f"{stem}.md": render(result, ReportForm.MARKDOWN)}


def _stem(result: "Stored") -> str:
    kind = type(result).__name__
    return _STEMS.get(kind, kind.lower())

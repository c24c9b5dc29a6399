"""Report writers: which form a result can be written in, and who writes it.

The command line, the plugin and Python ask here, so what is printed, what `--output` writes and what `report` makes
later of the stored result are the same bytes. Text alone has two lengths: the first screen, and everything.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rich.console import Console

from nerconform.base.errors import NerconformError
from nerconform.base.json_text import dumps
from nerconform.base.report_form import ReportForm
from nerconform.reporting import (
    changes_text,
    comparison_markdown,
    comparison_text,
    conversion_text,
    github,
    identification_text,
    junit,
    markdown_parts,
    releases_markdown,
    releases_text,
    run_markdown,
    run_text,
    sarif,
    score_text,
    search_markdown,
    search_text,
    smoke_text,
    sweep_text,
    topic_text,
    validation_text,
)
from nerconform.reporting.entries import Entry, entries
from nerconform.reporting.web import comparison_page, releases_page, run_page, search_page
from nerconform.results.changes import Changes, accepted
from nerconform.results.comparison import Comparison
from nerconform.results.identification_result import Identification
from nerconform.results.releases_result import Releases
from nerconform.results.run import Run
from nerconform.results.score_result import FileScores
from nerconform.results.search_result import Searches
from nerconform.results.smoke_result import Smoke
from nerconform.results.stored import Stored
from nerconform.results.sweep_result import Sweep
from nerconform.results.tagged_files import ConvertedFile, Validation
from nerconform.results.topic import Topics

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


class Views(NamedTuple):
    """Who writes one kind of result, JSON apart.

    `text` prints on a console, `verbose` or not; `stem` names the files that a folder gets. `judged` says whether the
    result has entries, which JUnit XML, SARIF, annotations and the summary are made of.
    """

    stem: str
    text: Callable[..., None]
    forms: Mapping[ReportForm, Callable[[Any], str]] = MappingProxyType({})
    judged: bool = False


def _one_length(print_to: Callable[[Any, Console], None]) -> Callable[..., None]:
    """Return a writer of text that has one length."""
    return lambda result, console, **_: print_to(result, console)


def _print_notes(converted: ConvertedFile, console: Console) -> None:
    """Print what became of the tags of a file."""
    for line in conversion_text.notes(converted):
        console.print(line, soft_wrap=True)


_VIEWS: Mapping[type, Views] = {
    Run: Views(
        "run",
        run_text.print_run,
        {ReportForm.MARKDOWN: run_markdown.render, ReportForm.HTML: run_page.render},
        judged=True,
    ),
    Searches: Views(
        "search",
        search_text.print_searches,
        {ReportForm.MARKDOWN: lambda found: search_markdown.search_page([found]), ReportForm.HTML: search_page.render},
        judged=True,
    ),
    Releases: Views(
        "releases",
        _one_length(releases_text.print_releases),
        {ReportForm.MARKDOWN: releases_markdown.render, ReportForm.HTML: releases_page.render},
        judged=True,
    ),
    Comparison: Views(
        "comparison",
        _one_length(comparison_text.print_comparison),
        {
            ReportForm.MARKDOWN: comparison_markdown.render,
            ReportForm.HTML: comparison_page.render,
            ReportForm.SUMMARY: comparison_markdown.summary,
        },
        judged=True,
    ),
    FileScores: Views(
        "scores",
        _one_length(score_text.print_scores),
        {
            ReportForm.MARKDOWN: score_text.markdown_text,
            ReportForm.CSV: score_text.csv_text,
            ReportForm.LATEX: score_text.latex_text,
        },
    ),
    Validation: Views(
        "validation", _one_length(validation_text.print_validation), {ReportForm.GITHUB: validation_text.github_text}
    ),
    Changes: Views("changes", changes_text.print_changes, {ReportForm.MARKDOWN: changes_text.render}),
    Topics: Views("topics", _one_length(topic_text.print_topics), {ReportForm.MARKDOWN: topic_text.render}),
    Smoke: Views("smoke", smoke_text.print_smoke),
    Sweep: Views("sweep", _one_length(sweep_text.print_sweep)),
    Identification: Views("identification", _one_length(identification_text.print_identification)),
    ConvertedFile: Views("conversion", _one_length(_print_notes)),
}


def format_of(path: Path) -> ReportForm:
    """Return the form that a file's name asks for. Raises `NoSuchFormat`."""
    if path.suffix.lower() not in SUFFIXES:
        message = f"the ending {path.suffix!r} names no format of reports" if path.suffix else "the name has no ending"
        raise NoSuchFormat(message, place=str(path), hint=f"Use one of {', '.join(SUFFIXES)}.")
    return SUFFIXES[path.suffix.lower()]


def render(result: Stored, form: str, baseline: Run | None = None) -> str:
    """Return a result in a form, as text.

    What a run has in common with its `baseline` is no failure to the tools that read JUnit XML, SARIF, annotations or
    the summary; the other forms show the run alone. Raises `NoSuchFormat` for a form that there is none of this result.
    """
    found = ReportForm(form)
    views = _VIEWS[type(result)]
    if found in views.forms:
        return views.forms[found](result)
    if found is ReportForm.JSON:
        return dumps(result.to_dict())
    if found is ReportForm.TEXT:
        return printed(partial(_print, views, result, baseline, verbose=True))
    if found is ReportForm.MARKDOWN:
        return markdown_parts.text(markdown_parts.block(render(result, ReportForm.TEXT, baseline), "text"))
    if found in _JUDGED and views.judged:
        alike = accepted(baseline, result) if baseline is not None and isinstance(result, Run) else frozenset()
        return _JUDGED[found](entries(result, alike), result)
    message = f"a result of this kind ({views.stem}) cannot be written as {found}"
    raise NoSuchFormat(message, hint=f"Use one of {', '.join(forms(type(result)))}.")


def forms(kind: type) -> list[ReportForm]:
    """Return the forms in which a kind of result can be written."""
    views = _VIEWS[kind]
    there = {*views.forms, ReportForm.TEXT, ReportForm.JSON, ReportForm.MARKDOWN, *(_JUDGED if views.judged else ())}
    return [form for form in ReportForm if form in there]


def print_first_screen(result: Stored, console: Console, baseline: Run | None = None) -> None:
    """Print what matters most of a result, for a terminal."""
    _print(_VIEWS[type(result)], result, baseline, console, verbose=False)


def _print(views: Views, result: Stored, baseline: Run | None, console: Console, *, verbose: bool) -> None:
    held = {"is_held": baseline is not None} if isinstance(result, Run) else {}
    views.text(result, console, verbose=verbose, **held)


def printed(print_to: Callable[[Console], object], width: int = _COLUMNS) -> str:
    """Return what is printed on a console without colours; no line ends in blanks."""
    out = io.StringIO()
    console = Console(
        file=out, width=width, color_system=None, force_terminal=False, markup=False, highlight=False, emoji=False
    )
    print_to(console)
    return "\n".join(line.rstrip(" \t") for line in out.getvalue().split("\n"))


def write_report(result: Stored, path: Path, form: str | None = None, baseline: Run | None = None) -> None:
    """Write a result to a file, in the form that its name asks for unless one is given; the same bytes everywhere.

    Raises `NoSuchFormat`, and `OSError` where the file cannot be written.
    """
    text = render(result, form or format_of(path), baseline)
    path.write_bytes(text.encode("utf-8", errors="backslashreplace"))


def files(result: Stored) -> dict[str, str]:
    """Return what a folder gets: the result itself, and a page of Markdown, by their names."""
    stem = _VIEWS[type(result)].stem
    return {f"{stem}.json": render(result, ReportForm.JSON), f"{stem}.md": render(result, ReportForm.MARKDOWN)}


def _sarif(judged: Sequence[Entry], result: Stored) -> str:
    clauses = getattr(result, "clauses", ())
    return dumps(sarif.log(judged, {clause.id: clause for clause in clauses}))


_JUDGED: Mapping[ReportForm, Callable[[Sequence[Entry], Stored], str]] = {
    ReportForm.SUMMARY: lambda judged, result: github.summary(judged, result if isinstance(result, Run) else None),
    ReportForm.JUNIT: lambda judged, _: junit.render(judged),
    ReportForm.SARIF: _sarif,
    ReportForm.GITHUB: lambda judged, _: github.annotations(judged),
}
"""Forms that show what was judged, one by one."""

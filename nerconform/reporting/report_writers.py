"""Writers: which form a result can be written in, and who writes it; the command line, the plugin and Python ask here.

A result is what the kit stores: a run, the searches of `diff`, a matrix of releases, a comparison.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from nerconform.base.errors import NerconformError
from nerconform.base.json_text import dumps
from nerconform.reporting import comparison_markdown, github, junit, markdown, sarif
from nerconform.reporting import conversion_text as comparison_summary
from nerconform.reporting import releases_pages as matrix
from nerconform.reporting.entries import Entry, entries
from nerconform.reporting.json_ import Stored
from nerconform.reporting.search_markdown import search_page as search_markdown
from nerconform.reporting.web import comparison_page, run_page, search_page
from nerconform.reporting.web import releases_page as matrix_page
from nerconform.results.changes import accepted
from nerconform.results.comparison import Comparison
from nerconform.results.releases_result import Matrix
from nerconform.results.run import Run
from nerconform.results.search_result import Searches
from nerconform.results.stored import StoredComparison
from nerconform.suite.clauses import load_clauses
from nerconform.version import SPEC_VERSION, __version__


class Format(StrEnum):
    """How a result is written to a file."""

    JSON = "json"
    """The result itself, after its published schema."""
    MARKDOWN = "markdown"
    """A page with everything that differs."""
    SUMMARY = "summary"
    """Markdown, short: for a pull request or a step summary."""
    HTML = "html"
    """A page in one file, which loads nothing; needs Jinja2."""
    JUNIT = "junit"
    """JUnit XML, for tools that show tests."""
    SARIF = "sarif"
    """SARIF 2.1.0, for tools that show findings in code."""
    GITHUB = "github"
    """Annotations for a GitHub workflow, as commands on standard output."""


_UNITS = 2
"""So many units of each step of a comparison are shown in Markdown, as `compare` does unless it is told otherwise."""
SUFFIXES: Mapping[str, Format] = {
    ".json": Format.JSON,
    ".md": Format.MARKDOWN,
    ".html": Format.HTML,
    ".xml": Format.JUNIT,
    ".sarif": Format.SARIF,
}
"""The form that the ending of a file's name asks for."""


class NoSuchFormat(NerconformError):
    """A result cannot be written so: the name of the file says nothing, or this kind of result has no such view."""

    code = "no-such-format"


def format_of(path: Path) -> Format:
    """Return the form that a file's name asks for. Raises `NoSuchFormat`."""
    if path.suffix.lower() not in SUFFIXES:
        message = f"the ending {path.suffix!r} names no format of reports" if path.suffix else "the name has no ending"
        raise NoSuchFormat(message, place=str(path), hint=f"Use one of {', '.join(SUFFIXES)}.")
    return SUFFIXES[path.suffix.lower()]


def render(result: Stored | Comparison, form: str, baseline: Run | None = None) -> str:
    """Return a result in a form, as text.

    What a run has in common with its `baseline` is no failure to the tools that read JUnit XML, SARIF, annotations or
    the summary; the other forms show the run alone. Raises `NoSuchFormat` for a form that there is none of this result.
    """
    found = Format(form)
    if isinstance(result, Comparison):
        if found is Format.MARKDOWN:
            return comparison_markdown.render(result, units=_UNITS)
        result = StoredComparison(result.to_dict())
    if found in _WRITERS:
        return _WRITERS[found](result)
    alike = accepted(baseline, result) if baseline is not None and isinstance(result, Run) else frozenset()
    return _JUDGED[found](entries(result, alike), result)


def write_report(result: Stored | Comparison, path: Path, form: str | None = None, baseline: Run | None = None) -> None:
    """Write a result to a file, in the form that its name asks for unless one is given; the same bytes everywhere.

    Raises `NoSuchFormat`, and `OSError` where the file cannot be written.
    """
    text = render(result, form or format_of(path), baseline)
    path.write_bytes(text.encode("utf-8", errors="backslashreplace"))


def files(result: Stored) -> dict[str, str]:
    """Return what a folder gets: the result itself, and a page of Markdown where there is one, by their names."""
    match result:
        case Run():
            return {"run.json": _json(result), "report.md": _markdown(result)}
        case Matrix():
            return matrix.pages(result)
        case Searches():
            return {"search.json": _json(result), "search.md": _markdown(result)}
        case StoredComparison():
            return {"comparison.json": _json(result)}


def _json(result: Stored) -> str:
    return dumps(result.to_dict())


def _markdown(result: Stored) -> str:
    match result:
        case Run():
            return markdown.render(result)
        case Matrix():
            return matrix.render(result)
        case Searches():
            return search_markdown([{**one.to_dict(), "tool": __version__} for one in result.searches])
        case StoredComparison():
            return comparison_summary.render(result.data)


def _html(result: Stored) -> str:
    match result:
        case Run():
            return run_page.render(result)
        case Matrix():
            return matrix_page.render(result)
        case Searches():
            return search_page.render(result)
        case StoredComparison():
            return comparison_page.render(result.data)


def _summary(judged: Sequence[Entry], result: Stored) -> str:
    if isinstance(result, StoredComparison):
        return comparison_summary.render(result.data)
    return github.summary(judged, result if isinstance(result, Run) else None)


def _sarif(judged: Sequence[Entry], result: Stored) -> str:
    same = not isinstance(result, Run) or result.spec == SPEC_VERSION
    return dumps(sarif.log(judged, load_clauses() if same else {}))


_WRITERS: Mapping[Format, Callable[[Stored], str]] = {
    Format.JSON: _json,
    Format.MARKDOWN: _markdown,
    Format.HTML: _html,
}
"""Forms that show a result as what it is."""
_JUDGED: Mapping[Format, Callable[[Sequence[Entry], Stored], str]] = {
    Format.SUMMARY: _summary,
    Format.JUNIT: lambda judged, _: junit.render(judged),
    Format.SARIF: _sarif,
    Format.GITHUB: lambda judged, _: github.annotations(judged),
}
"""Forms that show what was judged, one by one."""

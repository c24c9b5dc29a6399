"""Upstream text: the list of reports for a library, and each report as a page of Markdown that can be filed."""

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.layout import folded
from nerconform.reporting.markdown_parts import block, without_html
from nerconform.results.upstream_result import UpstreamReport, UpstreamReports

_MOST_REPORTS = 10


def print_screen(found: UpstreamReports, console: Console) -> None:
    """Print how many reports there are, their titles, and where they were written."""
    print_reports(found, console, verbose=False)


def print_reports(found: UpstreamReports, console: Console, *, verbose: bool = True) -> None:
    """Print the titles, worst impact first; `verbose` prints every report."""
    number, patches = len(found.reports), sum(one.patch is not None for one in found.reports)
    words = f"{counted(number, 'bug report')} drafted for {found.library} {found.version}, {patches} with a patch"
    console.print(Text(f"{words}{f', written to {plain(found.folder)}' if found.folder else ''}", "bold"))
    if verbose:
        console.print(Text(markdown_text(found)))
        return
    console.print(Text(f"  {'concerns':<13} defect", "dim"))
    for one in found.reports[:_MOST_REPORTS]:
        head = f"  {one.impact:<13} "
        title = f"{plain(one.title)}{' (with a patch)' if one.patch else ''}"
        for line in folded(f"{head}{title}", " " * len(head), most=2):
            console.print(Text(line))
    if number > _MOST_REPORTS:
        console.print(Text(f"  and {counted(number - _MOST_REPORTS, 'more report')}", "dim"))
    console.print(Text("option: an argument or attribute that does not do what it says"))
    console.print(Text("Each has the call, the quoted documentation and a test that fails."))
    console.print(Text(f"Write a file for each: nerconform upstream {plain(found.library)} DIR"))
    console.print(Text("Search the library's tracker before you file one."))
    console.print(Text("more: --verbose (all drafts)", "dim"))


def markdown_text(found: UpstreamReports) -> str:
    """Return all reports, one after the other."""
    return "\n".join(page(found, one) for one in found.reports)


def page(found: UpstreamReports, one: UpstreamReport) -> str:
    """Return one report as Markdown, as a maintainer of the library would want to read it."""
    parts = [
        f"# {one.title}",
        f"{found.library} {found.version}, installed from PyPI.",
        _block(one.code, "python"),
        f"gives `{one.gives}`. Expected: `{one.right}`.",
        f"The documentation ({one.where}): {one.says}",
        f"**Effect.** {one.effect}",
        f"## A test that fails\n\n{_block(one.test, 'python')}",
    ]
    if one.patch:
        parts.append(f"## A patch that makes it pass\n\n{_block(one.patch.diff, 'diff')}")
    if one.link:
        parts.append(f"Reported: {one.link} ({one.status}, seen on {one.searched_on})")
    elif one.searched:
        parts.append(f"The tracker was searched on {one.searched_on} without a find: {'; '.join(one.searched)}.")
    if one.related:
        parts.append("\n".join(("Related threads:", "", *(f"- {text}" for text in one.related))))
    return "\n".join(without_html(["\n\n".join(parts)])) + "\n"


def _block(words: str, language: str) -> str:
    return "\n".join(block(words, language)).rstrip()

"""Upstream reports: for each defect the call, the quoted documentation, a test that fails, and a patch."""

import difflib
import re
from textwrap import indent

from nerconform.base.errors import NerconformError
from nerconform.libraries.defects import IMPACTS
from nerconform.libraries.library import Library, libraries
from nerconform.libraries.upstream_entries import Patch, UpstreamEntry, upstream_entries
from nerconform.results.upstream_result import FilePatch, UpstreamReport, UpstreamReports
from nerconform.version import __version__


class NoReports(NerconformError):
    """A name is no library, or no defect of the library has a report."""

    code = "no-reports"


def upstream(name: str) -> UpstreamReports:
    """Return the reports for a library such as `seqeval`, the worst impact first. Raises `NoReports` and `BadFile`."""
    library = libraries().get(name)
    found = list(upstream_entries(library.folder).values()) if library else []
    if library is None or not found:
        ready = [one.name for one in libraries().values() if upstream_entries(one.folder)]
        hint = f"It has reports for {', '.join(ready)}."
        raise NoReports(f"nerconform has no bug reports ready for {name!r}", hint=hint)
    found.sort(key=lambda one: list(IMPACTS).index(one.defect.impact))
    reports = tuple(_report(one, library) for one in found)
    return UpstreamReports(tool=__version__, library=library.name, version=library.recorded, reports=reports)


def _report(entry: UpstreamEntry, library: Library) -> UpstreamReport:
    defect, shown = entry.defect, entry.shown
    return UpstreamReport(
        id=defect.id,
        title=entry.title,
        impact=defect.impact,
        code="\n".join((*shown.setup.splitlines(), "", f"print({shown.call})")),
        gives=shown.gives,
        right=f"raises {entry.raises}" if entry.raises else entry.right,
        says=" ".join(shown.says.split()),
        where=" ".join(shown.where.split()),
        effect=defect.effect,
        test=_test(entry, library),
        patch=_patch(entry.patch) if entry.patch else None,
        link=defect.link,
        searched=defect.searched,
        searched_on=defect.searched_on,
        related=defect.related,
        status=defect.status,
    )


def _test(entry: UpstreamEntry, library: Library) -> str:
    """Return a module for pytest that fails as long as the library has the defect."""
    shown = entry.shown
    if entry.raises:
        claim = f"with pytest.raises({entry.raises}):\n    {shown.call}"
    else:
        claim = f"assert {shown.call}" if entry.right == "True" else f"assert {shown.call} == {entry.right}"
    name = re.sub(r"\W", "_", entry.defect.short_id)
    body = indent("\n".join((*filter(str.strip, shown.setup.splitlines()), "", claim)), "    ")
    head = "import pytest\n\n\n" if entry.raises else ""
    return f"{head}def test_{name}():\n    # {library.name} {library.recorded} fails here.\n{body}\n"


def _patch(patch: Patch) -> FilePatch:
    """Return a change as a diff of its lines."""
    old, new = (text.splitlines() for text in (patch.old, patch.new))
    lines = difflib.unified_diff(old, new, f"a/{patch.file}", f"b/{patch.file}", n=2, lineterm="")
    return FilePatch(patch.file, "\n".join(line for line in lines if not line.startswith("@@")))

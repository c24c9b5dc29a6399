"""The committed reports: what the libraries of today do, rebuilt from the run alone."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from nerconform.libraries.defects import Defect, trophies
from nerconform.reporting import json_, markdown, markdown_parts, view
from nerconform.reporting.markdown_parts import rows, text
from nerconform.reporting.web.site_pages import html_pages
from nerconform.results.releases_result import Matrix
from nerconform.results.run import ImplementationRun, Run, Verdict

_PROSE = """\
Defects of published libraries: the answer contradicts the library's own documentation, and its tracker did not have it,
as far as an index of issues showed by the searches that are named. Each call is run by the tests of the kit, in the
release that it names."""


def trophies_page(found: Sequence[Defect]) -> str:
    """Return the page: each defect with the smallest call, what it gives, and what the documentation says."""
    lines = ["# Trophies", "", *_PROSE.splitlines(), ""]
    for one, shown in ((one, one.contradicts) for one in found if one.contradicts):
        lines += [f"## {one.library} {one.pinned_versions}: {one.title}", "", " ".join(one.words.split()), ""]
        lines += [f"- effect: {one.effect}", f"- the documentation says: {shown.says} ({shown.where})"]
        lines += [f"- clause: {one.clause}", f"- searched in the tracker: {'; '.join(one.searched)}", ""]
        lines += [
            *markdown_parts.block(f"{shown.setup}\n{shown.call}", "python"),
            f"gives {markdown_parts.code(shown.gives)}",
            "",
        ]
    return markdown_parts.text(lines)


_INDEX = "README.md"
_RUN = "run.json"
_TROPHIES = "trophies.md"
_ROOT = "../"
_TAKEN = frozenset(f"{name}.md" for name in ("index", "releases", "matrix", "trophies", "errata", "spec", "cases"))
"""Names that other pages of the site have."""

_SITE_PROSE = """\
What the golden cases say of released libraries. `nerconform report --site reports` writes these pages; nothing in them
is written by hand. [run.json](run.json) holds every verdict, and the pages are views of it. How far the F1 of one model
moves with the way its illegal tags are read is on [another page](illegal-tags/README.md). What contradicts a library's
own documentation is on the page of [trophies](trophies.md). Open [index.html](index.html) from a clone for the same as
a site, with the spec, the golden cases, the errata of the documents and the releases."""

_WORDS = """\
*fail*, *error* and *refused* are divergences that nobody has explained, *known* ones are explained below and pinned to
the wrong value, *unsupported* is what a library does not claim to answer."""


def site_files(run: Run, matrix: Matrix | None = None) -> dict[str, str]:
    """Return every file of the reports, by its name: the pages of Markdown, and those of the site.

    Raises `MissingJinja`.
    """
    names = {name: f"{page.removesuffix('.md')}.html" for name, page in page_names(run.implementations).items()}
    return site_pages(run) | html_pages(run, names, matrix)


def matrix_of(folder: Path) -> Matrix | None:
    """Return the matrix of releases that a folder of reports holds, `None` where it holds none. Raises `BadRun`."""
    path = folder / "matrix.json"
    if not path.exists():
        return None
    found = json_.read(path)
    if not isinstance(found, Matrix):
        raise json_.BadRun("not a matrix", place=str(path), hint="Write it with `nerconform releases --output`.")
    return found


def site_pages(run: Run) -> dict[str, str]:
    """Return the run, an index of Markdown, and a page of Markdown for each implementation, by their names."""
    names = page_names(run.implementations)
    writer = markdown.Writer(view.clauses(run), root=_ROOT)
    pages = {_RUN: json_.render(run), _INDEX: _index(run, names), _TROPHIES: trophies_page(trophies())}
    for one in run.implementations:
        head, *rest = writer.implementation(one)
        pages[names[one.name]] = text([head, "", f"{markdown.versions(run)} [All reports]({_INDEX}).", *rest])
    return pages


def page_names(runs: Sequence[ImplementationRun]) -> dict[str, str]:
    """Return a file name for each implementation, no two alike even where case does not count."""
    names: dict[str, str] = {}
    taken = {_INDEX.lower(), *_TAKEN}
    for run in runs:
        stem = re.sub(r"[^A-Za-z0-9._-]+", "-", run.name).strip("-.") or "implementation"
        candidates = (f"{stem}{number}.md" for number in ("", *(f"-{n}" for n in range(2, len(runs) + 3))))
        names[run.name] = next(name for name in candidates if name.lower() not in taken)
        taken.add(names[run.name].lower())
    return names


def _index(run: Run, names: Mapping[str, str]) -> str:
    """Return the index: who was asked, how it went, and what each got wrong in one line for each cause."""
    body = (
        [f"[{one.name}]({names[one.name]})", one.version, *(one.count(verdict) for verdict in view.VERDICTS)]
        for one in run.implementations
    )
    lines = ["# Reports", "", *_SITE_PROSE.splitlines(), "", markdown.versions(run), ""]
    lines += rows(["implementation", "version", *view.VERDICTS], body, right=2)
    lines += [*_WORDS.splitlines(), "", "## What they got wrong", ""]
    for one in run.implementations:
        lines += [f"### {one.name}", "", *_wrong(one, names[one.name]), ""]
    return text([*lines, *markdown.different(run, level=2)])


def _wrong(run: ImplementationRun, page: str) -> list[str]:
    """Return one line for each cause, and one for what has none."""
    lines = [
        f"- [{group.cause.title}]({page}#{markdown.slug(group.cause.title)}) ({_cases(len(group.results))})"
        for group in view.known(run)
    ]
    unexplained = [f"{run.count(verdict)} {verdict}" for verdict in view.VERDICTS if _bad(run, verdict)]
    if unexplained:
        lines.append(f"- [not explained]({page}#wrong-and-not-explained): {', '.join(unexplained)}")
    return lines or ["Nothing that it was asked."]


def _bad(run: ImplementationRun, verdict: Verdict) -> bool:
    return verdict in {result.verdict for result in view.wrong(run)}


def _cases(number: int) -> str:
    return "1 case" if number == 1 else f"{number} cases"

"""The committed reports: what the libraries of today do, rebuilt from the run alone, as Markdown and as a site."""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec import structs

from nerconform.base.plain_text import counted
from nerconform.reporting import markdown_parts, run_markdown
from nerconform.reporting import run_view as view
from nerconform.reporting.markdown_parts import rows, text
from nerconform.reporting.web import releases_page, run_page
from nerconform.reporting.web.pages import page
from nerconform.reporting.web.spec import chapter_page, chapters
from nerconform.results.run import BAD, ImplementationRun, Run
from nerconform.results.topic import CaseFile, Site, TrophyRecord
from nerconform.results.values import encode


def trophies_page(found: Sequence[TrophyRecord]) -> str:
    """Return the page: each defect with the smallest call, what it gives, and what the documentation says."""
    lines = ["# Trophies", "", *markdown_parts.prose("trophies")]
    for one in found:
        lines += [f"## {one.library} {one.versions}: {one.title}", "", " ".join(one.words.split()), ""]
        lines += [f"- effect: {one.effect}", f"- the documentation says: {one.says} ({one.where})"]
        lines += [f"- clause: {one.clause}", f"- searched in the tracker: {'; '.join(one.searched)}", ""]
        lines += [
            *markdown_parts.block(one.call, "python"),
            f"gives {markdown_parts.code(one.gives)}",
            "",
        ]
    return markdown_parts.text(lines)


_INDEX = "README.md"
_RUN = "run.json"
_TROPHIES = "trophies.md"
_ROOT = "../"
_TAKEN = frozenset(f"{name}.md" for name in ("index", "releases", "trophies", "errata", "spec", "cases"))
"""Names that other pages of the site have."""


def site_files(site: Site) -> dict[str, str]:
    """Return every file of the reports, by its name: the pages of Markdown, and those of the site.

    Raises `MissingJinja`.
    """
    names = {name: f"{page.removesuffix('.md')}.html" for name, page in page_names(site.run.implementations).items()}
    return site_pages(site) | html_pages(site, names)


def site_pages(site: Site) -> dict[str, str]:
    """Return the run, an index of Markdown, and a page of Markdown for each implementation, by their names."""
    run = site.run
    names = page_names(run.implementations)
    writer = run_markdown.RunWriter(view.clauses_of(run), root=_ROOT)
    pages = {_RUN: encode(run), _INDEX: _index(run, names), _TROPHIES: trophies_page(site.trophies)}
    for one in run.implementations:
        head, *rest = writer.implementation(one)
        pages[names[one.name]] = text([head, "", f"{run_markdown.versions(run)} [All reports]({_INDEX}).", *rest])
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
    lines = ["# Reports", "", *markdown_parts.prose("reports"), run_markdown.versions(run), ""]
    lines += rows(["implementation", "version", *view.VERDICTS], body, right=2)
    lines += [*markdown_parts.prose("verdicts"), "## What they got wrong", ""]
    for one in run.implementations:
        lines += [f"### {one.name}", "", *_wrong(one, names[one.name]), ""]
    return text([*lines, *run_markdown.different(run, level=2)])


def _wrong(run: ImplementationRun, page: str) -> list[str]:
    """Return one line for each cause, and one for what has none."""
    lines = [
        f"- [{cause.title}]({page}#{run_markdown.slug(cause.title)}) ({counted(len(results), 'case')})"
        for cause, results in view.known(run)
    ]
    unexplained = [f"{count} {verdict}" for verdict, count in view.counts(run) if verdict in BAD]
    if unexplained:
        lines.append(f"- [wrong answers]({page}#wrong-answers): {', '.join(unexplained)}")
    return lines or ["Nothing that it was asked."]


INDEX, RELEASES, TROPHIES, ERRATA, SPEC, CASES = (
    f"{name}.html" for name in ("index", "releases", "trophies", "errata", "spec", "cases")
)


class Nav(NamedTuple):
    """Where else a page leads: links with their words, and the one that is shown."""

    links: tuple[tuple[str, str], ...]
    here: str = ""

    def at(self, here: str) -> "Nav":
        """Return the same on another page."""
        return self._replace(here=here)


def html_pages(site: Site, names: Mapping[str, str]) -> dict[str, str]:
    """Return every page by its name; `names` give that of each implementation. Raises `MissingJinja`."""
    run, clauses = site.run, {clause.id: clause for clause in site.clauses}
    links = {clause.id: f"{chapter_page(PurePosixPath(clause.place).stem)}#{clause.id}" for clause in site.clauses}
    links |= {case.id: f"{_case_page(one)}#{case.id}" for one in site.case_files for case in one.cases}
    heads = [(INDEX, "Reports"), *([(RELEASES, "Releases")] if site.releases else []), (TROPHIES, "Trophies")]
    nav = Nav((*heads, (ERRATA, "Errata"), (SPEC, "Spec"), (CASES, "Golden cases")))
    pages = {INDEX: run_page.render(run, links, title="Reports", nav=nav.at(INDEX), pages=names)}
    for index, one in enumerate(run.implementations):
        alone = structs.replace(run, implementations=(one,))
        pages[names[one.name]] = run_page.render(alone, links, title=one.name, nav=nav, first=index)
    if site.releases:
        pages[RELEASES] = releases_page.render(site.releases, links, nav.at(RELEASES))
    pages[TROPHIES] = page("trophies.html", trophies=site.trophies, clauses=clauses, links=links, nav=nav.at(TROPHIES))
    errata = [case for one in site.case_files for case in one.cases if case.kind == "erratum"]
    pages[ERRATA] = page("errata.html", errata=errata, links=links, nav=nav.at(ERRATA))
    for chapter in chapters(links, _tested(site)):
        pages[chapter.page] = page("spec.html", chapter=chapter, nav=nav.at(SPEC if chapter.page == SPEC else ""))
    titles = [one.file.removeprefix("fixtures/").removesuffix(".yaml") for one in site.case_files]
    shown = [(_case_page(one), name, one) for name, one in zip(titles, site.case_files, strict=True)]
    pages[CASES] = page("cases.html", pages=shown, version=run.fixtures, nav=nav.at(CASES))
    return pages | {file: page("case.html", name=name, one=one, links=links, nav=nav) for file, name, one in shown}


def _case_page(one: CaseFile) -> str:
    """Return the page of a fixture file."""
    return "-".join(("cases", *PurePosixPath(one.file).with_suffix("").parts[1:])) + ".html"


def _tested(site: Site) -> dict[str, list[str]]:
    """Return for each clause the cases that test it."""
    tested: dict[str, list[str]] = {}
    for one in site.case_files:
        for case in one.cases:
            for name in case.clauses:
                tested.setdefault(name, []).append(case.id)
    return tested

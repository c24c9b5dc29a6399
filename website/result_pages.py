"""Result pages: the verdicts of today, what each implementation got wrong, releases, trophies, errata, cases."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from msgspec import structs

from nerconform.libraries.defects import Defect, all_defects, defects_in
from nerconform.libraries.library import libraries
from nerconform.reporting import run_markdown
from nerconform.reporting import run_view as view
from nerconform.reporting.web import releases_page, run_page
from nerconform.results.releases_result import LibraryReleases, Releases
from nerconform.results.run import ImplementationRun, Level, Run, Verdict
from nerconform.results.topic import TrophyRecord
from website.defect_pages import by_impact, place, versions_in_words
from website.fragments import fragment
from website.library_pages import library_page
from website.markup import escaped, page, raw, toctree
from website.stored_results import StoredResults, case_page

_ENOUGH = 0.5
"""A library that could be asked less than half of the cases is not called right."""
_MOST_DEFECTS = 3


_SECTIONS = {
    "Start": (
        "README",
        "docs/tutorial",
        "docs/file-to-number",
        "docs/guides/README",
        "examples/model-repo/README",
        "examples/notebooks/README",
    ),
    "Rules": ("schemes", "dialects", "docs/glossary", "spec/README"),
    "Libraries": (
        "libraries/index",
        "defects/index",
        "results/index",
        "results/trophies",
        "results/releases",
        "docs/referees",
    ),
    "Reference": (
        "docs/reference/README",
        "api",
        "docs/protocol",
        "examples/drivers/README",
        "examples/external/README",
        "docs/refusals",
        "docs/scale",
        "docs/divergences",
        "docs/strategies",
    ),
    "Project": ("CONTRIBUTING", "docs/contributing/README", "ARCHITECTURE", "CHANGELOG"),
}
"""The side bar."""


class Card(NamedTuple):
    """One library on the first page: its modes, the worst known defects with their pages, and the tone of the card."""

    name: str
    version: str
    page: str
    verdict: str
    tone: str
    rows: list[tuple[str, str, list[str]]]
    defects: list[tuple[str, str, str]]
    more: int
    asked: int
    cases: int


class TrophyCard(NamedTuple):
    """One trophy on its page, with what the filters ask: `kinds` is the impact in one word."""

    trophy: TrophyRecord
    page: str
    impact: str
    versions: str
    subject: str
    kinds: tuple[str, ...]
    clause: str
    step: str = ""
    state: str = ""


def result_pages(results: StoredResults) -> dict[str, str]:
    """Return every page of results, and the first page of the site."""
    site, links = results.site, results.links_from(1)
    pages = {"index": _first_page(results), "results/index": _overview(results, links)}
    for index, one in enumerate(site.run.implementations):
        content = run_page.content(structs.replace(site.run, implementations=(one,)), links, first=index)
        pages[f"results/{results.pages[one.name]}"] = page(escaped(one.name), raw(content), wide=True)
    if site.releases:
        content = releases_page.content(_with_titles_of_today(site.releases), links)
        pages["results/releases"] = page(releases_page.TITLE, raw(content), wide=True)
    pages["results/trophies"] = _trophies(results, links)
    errata = [case for one in site.case_files for case in one.cases if case.kind == "erratum"]
    content = fragment("errata.html", errata=errata, links=links)
    pages["results/errata"] = page("Errata of the documents", raw(content), wide=True)
    return pages | _cases(results, links)


def _with_titles_of_today(releases: Releases) -> Releases:
    """Return the stored releases with the titles that defects have now."""
    return structs.replace(releases, libraries=tuple(map(_with_own_titles, releases.libraries)))


def _with_own_titles(library: LibraryReleases) -> LibraryReleases:
    """Return one library with the titles that its defects have now; a stored id may lack the name of the library."""
    own = [one for one in all_defects() if one.library == library.library]
    titles = {name: one.title for one in own for name in (one.id, one.short_id)}
    causes = tuple(structs.replace(one, title=titles.get(one.id, one.title)) for one in library.causes)
    return structs.replace(library, causes=causes)


def _first_page(results: StoredResults) -> str:
    """Return the first page: what nerconform is, the verdicts of today, and where to go from there."""
    run = results.site.run
    found = cards(results)
    context = {
        "cards": found,
        "run": run,
        "versions": run_markdown.versions(run),
        "levels": view.LEVELS,
        "cases": len(run.implementations[0].results),
        "modes": len(run.implementations),
        "wrong": _wrong_in(run, Level.LEGAL_DATA),
        "illegal": _wrong_in(run, Level.ILLEGAL_TAGS),
        "defects": sum(1 for _ in all_defects()),
    }
    trees = [toctree(names, caption, depth=2) for caption, names in _SECTIONS.items()]
    return page("Is this NER metric right?", raw(fragment("index.html", **context)), *trees, wide=True)


def _wrong_in(run: Run, level: Level) -> int:
    """Return how many libraries have wrong answers of a level."""
    return len({one.name.partition(":")[0] for one in run.implementations if view.shares(one, level)[0]})


def cards(results: StoredResults) -> list[Card]:
    """Return a card for each library, by impact: most wrong answers on legal data first, hardly asked ones last."""
    blocks = [
        list(group) for _, group in groupby(results.site.run.implementations, lambda one: one.name.partition(":")[0])
    ]
    return [_card(block, results) for block in sorted(blocks, key=_worst_first)]


def _worst_first(block: list[ImplementationRun]) -> tuple[float, ...]:
    """Return the sort key of a library: what it gets wrong in each level, then how little it was asked."""
    wrong = [-max(view.shares(one, level)[0] for one in block) for level in Level]
    return (*wrong, -sum(_asked(one) for one in block) / len(block))


def _asked(run: ImplementationRun) -> int:
    """Return how many cases an implementation was asked."""
    return len(run.results) - run.count(Verdict.UNSUPPORTED)


def _card(block: list[ImplementationRun], results: StoredResults) -> Card:
    """Return the card of one library."""
    name = block[0].name.partition(":")[0]
    asked, cases = max(map(_asked, block)), len(block[0].results)
    wrong = {level: any(view.shares(one, level)[0] for one in block) for level in Level}
    tone = (
        "fail"
        if wrong[Level.LEGAL_DATA]
        else "known"
        if any(wrong.values())
        else "pass"
        if asked >= _ENOUGH * cases
        else "unsupported"
    )
    rows = [
        (one.name, f"results/{results.pages[one.name]}.html", [_share(one, level) for level in Level]) for one in block
    ]
    known = {group.cause.id for one in block for group in view.known(one)}
    own = defects_in(libraries()[name].folder).values()
    defects = by_impact(one for one in own if one.short_id in known)
    shown = [(one.impact, one.title, f"{place(one)}.html") for one in defects[:_MOST_DEFECTS]]
    home = f"{library_page(libraries()[name])}.html"
    return Card(
        name,
        block[0].version,
        home,
        view.verdict(block),
        tone,
        rows,
        shown,
        max(0, len(defects) - _MOST_DEFECTS),
        asked,
        cases,
    )


def _share(run: ImplementationRun, level: Level) -> str:
    wrong, asked = view.shares(run, level)
    return f"{wrong} of {asked}" if asked else "not asked"


def _overview(results: StoredResults, links: Mapping[str, str]) -> str:
    """Return the page of all implementations: by clauses, and where right ones differ."""
    run = results.site.run
    pages = {name: f"{page}.html" for name, page in results.pages.items()}
    content = run_page.content(run, links, pages=pages)
    others = ["/results/errata", "/results/cases", "/reports/search", "/reports/verification"]
    others += [
        "/reports/rank-wnut17",
        "/reports/illegal-tags/README",
        "/examples/illegal-tags/README",
        "/reports/benchmarks/README",
        "/benchmarks/README",
    ]
    trees = toctree([*(f"/results/{name}" for name in results.pages.values()), *others])
    return page("Results", raw(content), trees, wide=True)


def _trophies(results: StoredResults, links: Mapping[str, str]) -> str:
    """Return the page of defects that contradict their library's documentation."""
    found = {one.id: one for one in all_defects()}
    shown = [_trophy(one, found[one.id]) for one in results.site.trophies]
    shown.sort(key=lambda card: view.place_of_impact(card.impact))
    content = fragment("trophies.html", trophies=shown, links=links)
    return page("Trophies", raw(content), wide=True)


def _trophy(one: TrophyRecord, defect: Defect) -> TrophyCard:
    """Return the card of a trophy."""
    kinds = (defect.impact.replace(" ", "-"),)
    return TrophyCard(
        one, f"../{place(defect)}.html", defect.impact, versions_in_words(one.versions), one.library, kinds, one.clause
    )


def _cases(results: StoredResults, links: Mapping[str, str]) -> dict[str, str]:
    """Return a page for each file of golden cases, and their list."""
    files = results.site.case_files
    titles = {one.file: one.file.removeprefix("fixtures/").removesuffix(".yaml") for one in files}
    pages = {}
    for one in files:
        content = fragment("case.html", one=one, links=links)
        pages[f"results/{case_page(one)}"] = _case_page(titles[one.file], content)
    shown = [(f"{case_page(one)}.html", titles[one.file], one) for one in files]
    content = fragment("cases.html", pages=shown, version=results.site.run.fixtures)
    return pages | {"results/cases": page("Golden cases", raw(content), wide=True)}


def _case_page(title: str, content: str) -> str:
    """Return the page of one file of golden cases."""
    return page(
        f"Golden cases: {escaped(title)}", "[All files](/results/cases.md).\n", raw(content), wide=True, listed=False
    )

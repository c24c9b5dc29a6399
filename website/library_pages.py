"""Library pages: what is known of each library on one page; its verdict, how it is asked, and its defects."""

from collections.abc import Iterator

from nerconform.libraries.defects import Defect, defects_in
from nerconform.libraries.library import Library, folders, libraries, library_in
from nerconform.reporting import run_view as view
from nerconform.results.run import Level
from website.defect_pages import by_impact, place, versions_in_words
from website.markup import block, code, escaped, page, table, toctree
from website.stored_results import StoredResults


def library_page(library: Library) -> str:
    """Return the page of a library, from the top of the site."""
    return f"libraries/{library.folder.replace('_', '-')}"


def library_pages(results: StoredResults) -> dict[str, str]:
    """Return a page for each library, and the list of all."""
    found = sorted(map(library_in, folders()), key=lambda one: (one.rank, one.name))
    pages = {library_page(one): _page(one, results) for one in found}
    rows = [[f"[{escaped(one.name)}](/{library_page(one)}.md)", *_summary(one, results)] for one in found]
    intro = (
        "Libraries and programs that score named entities, and what nerconform knows of them. A library with a verdict "
        "was asked all golden cases; of the others, the known defects are listed."
    )
    listed = table(["library", "defects", "on legal data", "verdict"], rows)
    pages["libraries/index"] = page("Libraries", intro, "", listed, toctree(f"/{library_page(one)}" for one in found))
    return pages


def _summary(library: Library, results: StoredResults) -> list[str]:
    """Return how many defects a library has, how many of them on legal data, and its verdict."""
    defects = defects_in(library.folder).values()
    legal = sum(one.impact == "legal data" for one in defects)
    runs = results.of_library(library.name)
    return [str(len(defects)), str(legal), escaped(view.verdict(runs)) if runs else "not asked all cases"]


def _page(library: Library, results: StoredResults) -> str:
    """Return the page of one library."""
    defects = by_impact(defects_in(library.folder).values())
    parts = [f"{escaped(library.about)}\n"]
    runs = results.of_library(library.name)
    if runs:
        parts += ["## Verdict\n", f"{escaped(runs[0].version)}: {escaped(view.verdict(runs))}.\n"]
        heads = ["wrong answers in mode", *view.LEVELS.values(), "asked", "held to"]
        rows = [
            [
                f"[{escaped(one.name)}](/results/{results.pages[one.name]}.md)",
                *("{} of {}".format(*view.shares(one, level)) for level in Level),
                f"{sum(view.shares(one, level)[1] for level in Level)} of {len(one.results)} cases",
                code(one.dialect) if one.dialect else "",
            ]
            for one in runs
        ]
        parts.append(table(heads, rows))
    parts += list(_asking(library))
    parts += list(_defects(defects))
    asked = results.site.releases
    if asked and any(one.library == library.name for one in asked.libraries):
        parts.append("Which release changed which answer: [releases by behaviour](/results/releases.md).\n")
    return page(escaped(library.name), *parts)


def _asking(library: Library) -> Iterator[str]:
    """Yield the modes in which a library can be asked, and the command; nothing where it cannot."""
    modes = [mode for mode in library.modes if not mode.only_by_name]
    if library.name not in libraries():
        return
    yield "## Ask it yourself\n"
    yield block(f"pip install nerconform {library.name}\nnerconform check {library.name}", "sh")
    if modes:
        yield table(["mode", "meaning"], [[code(library.selector(one.name)), escaped(one.sentence)] for one in modes])


def _defects(defects: list[Defect]) -> Iterator[str]:
    """Yield the table of defects, the worst first."""
    yield "## Known defects\n"
    if not defects:
        yield "None is known.\n"
        return
    yield "The worst come first.\n"
    rows = [
        [one.impact, f"[{escaped(one.title)}](/{place(one)}.md)", escaped(versions_in_words(one.versions))]
        for one in defects
    ]
    yield table(["impact", "defect", "releases"], rows)

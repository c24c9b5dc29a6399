"""The committed reports: what the libraries of today do, rebuilt from the run alone, as Markdown."""

import re
from collections.abc import Mapping, Sequence

from nerconform.base.plain_text import counted
from nerconform.reporting import markdown_parts, run_markdown
from nerconform.reporting import run_view as view
from nerconform.reporting.markdown_parts import rows, text
from nerconform.results.run import BAD, ImplementationRun, Run
from nerconform.results.topic import Site, TrophyRecord
from nerconform.results.values import encode


def trophies_page(found: Sequence[TrophyRecord]) -> str:
    """Return the page: each defect with the smallest call, what it gives, and what the documentation says."""
    lines = ["# Trophies", "", *markdown_parts.prose("trophies")]
    for one in found:
        lines += [f"## {one.library} {one.versions}: {one.title}", "", " ".join(one.words.split()), ""]
        lines += [f"- effect: {one.effect}", f"- the documentation says: {one.says} ({one.where})"]
        lines += [
            f"- clause: {one.clause}",
            f"- searched in the tracker on {one.searched_on}: {'; '.join(one.searched)}",
            "",
        ]
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

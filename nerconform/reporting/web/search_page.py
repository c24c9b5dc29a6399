"""Search page: what a search found between two sides, as one HTML file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.reference.spans import Span
from nerconform.reporting.search_pretty import summary_of
from nerconform.reporting.web.drawn_spans import Reader, Sketch, library, rule, sketch_units
from nerconform.reporting.web.finding import Finding, link_of, step_of
from nerconform.reporting.web.line_drawing import Spelled
from nerconform.reporting.web.pages import page
from nerconform.results.search_result import CauseShown, Found, Search, Searches
from nerconform.suite.clauses import Clause, load_clauses

TITLE = "Where two evaluators differ"


@dataclass(frozen=True, slots=True)
class Compared:
    """One search as the page shows it."""

    anchor: str
    search: Search
    summary: str
    findings: tuple[Finding, ...]


def render(searches: Searches, links: Mapping[str, str] | None = None) -> str:
    """Return the page; `links` say where clauses stand, by their ids. Raises `MissingJinja`."""
    clauses = load_clauses()
    compared = [_compared(index, search, clauses) for index, search in enumerate(searches.searches)]
    findings = [finding for one in compared for finding in one.findings]
    return page("search.html", title=TITLE, compared=compared, findings=findings, links=links or {})


def _compared(index: int, search: Search, clauses: Mapping[str, Clause]) -> Compared:
    """Return one search, what is not explained first."""
    anchor = f"s{index}"
    ordered = sorted(search.classes, key=lambda found: found.explained)
    findings = tuple(_finding(f"{anchor}-{number}", search, found, clauses) for number, found in enumerate(ordered))
    return Compared(anchor, search, summary_of(search), findings)


def _finding(anchor: str, search: Search, found: Found, clauses: Mapping[str, Clause]) -> Finding:
    """Return one class."""
    cause = found.causes[0] if found.causes else CauseShown("", "", "")
    clause = clauses.get(cause.clause)
    return Finding(
        anchor=anchor,
        subject=search.right,
        state="explained" if found.explained else "unexplained",
        kinds=tuple(dict.fromkeys(one.kind for one in found.causes)),
        step=found.parted.step if found.parted else step_of(cause.clause, clauses),
        clause=cause.clause,
        clause_title=clause.title if clause else "",
        title=found.title,
        words=" ".join(one.prose for one in found.causes if one.prose),
        facts=tuple(_facts(search, found)),
        link=link_of(cause.link),
        sketch=_sketch(search, found),
        mismatches=found.mismatches,
        sides=(search.left, search.right),
        reproduction=found.reproduction,
        case=found.case,
        times=found.fired,
    )


def _facts(search: Search, found: Found) -> Sequence[tuple[str, str]]:
    """Return what else is known of a class, each with its label."""
    asked = [found.input.scheme, *(f"{axis}:{option}" for axis, option in found.input.choices.items()), found.input.ask]
    facts = [("causes", ", ".join(one.id for one in found.causes)), ("asked in", ", ".join(filter(None, asked)))]
    facts += [("verified on", f"{found.verified_on} inputs")] if found.verified_on else []
    if found.parted:
        facts.append(("they part at", found.parted.step))
        facts += [(search.left, found.parted.left), (search.right, found.parted.right)]
    return [*facts, ("found at", found.input.place)]


def _sketch(search: Search, found: Found) -> Sketch:
    """Return the drawing of the smallest input, as each side reads it."""
    gold, pred = found.input.gold, found.input.pred
    length = max(len(gold), len(pred))
    padded = [[*side, *([[]] * (length - len(side)))] for side in (gold, pred)]
    units = [(_spelled(one), _spelled(other)) for one, other in zip(*padded, strict=True)]
    mine, theirs = found.dialects
    quirks = [QUIRKS[cause.id] for cause in found.causes if cause.id in QUIRKS]
    readers: list[Reader | None] = [
        rule(mine, search.left) if mine else None,
        library(theirs or mine, quirks, (gold, pred), search.right) if found.explained else None,
    ]
    return sketch_units(units, [reader for reader in readers if reader], {})


def _spelled(unit: Sequence[object]) -> Spelled:
    """Return a unit of a search: tags, or spans `[type, start, end]`."""
    if any(isinstance(item, list) for item in unit):
        spans = [Span(str(item[0]), int(item[1]), int(item[2])) for item in unit if isinstance(item, list)]
        return Spelled(spans=tuple(spans))
    return Spelled(tuple(map(str, unit)))

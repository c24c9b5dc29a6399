"""Search page: what a search found between two sides, as one HTML file."""

from collections.abc import Mapping, Sequence

from nerconform.reporting.search_text import summary_of
from nerconform.reporting.web.finding import Finding, link_of, step_of
from nerconform.reporting.web.line_drawing import input_drawing
from nerconform.reporting.web.pages import page
from nerconform.results.search_result import Found, Search, Searches
from nerconform.results.values import ClauseRecord

TITLE = "Where two evaluators differ"


def render(searches: Searches, links: Mapping[str, str] | None = None) -> str:
    """Return the page; `links` say where clauses stand, by their ids. Raises `MissingJinja`."""
    clauses = {clause.id: clause for clause in searches.clauses}
    compared = [(f"s{index}", one, _findings(f"s{index}", one, clauses)) for index, one in enumerate(searches.searches)]
    findings = [finding for _, _, found in compared for finding in found]
    context = {"compared": compared, "findings": findings, "links": links or {}, "summary_of": summary_of}
    return page("search.html", title=TITLE, **context)


def _findings(anchor: str, search: Search, clauses: Mapping[str, ClauseRecord]) -> list[Finding]:
    """Return what one search found, what is not explained first."""
    ordered = sorted(search.classes, key=lambda found: found.explained)
    return [_finding(f"{anchor}-{number}", search, found, clauses) for number, found in enumerate(ordered)]


def _finding(anchor: str, search: Search, found: Found, clauses: Mapping[str, ClauseRecord]) -> Finding:
    """Return one class."""
    cause = found.causes[0] if found.causes else None
    charged = cause.clause if cause else ""
    return Finding(
        anchor=anchor,
        subject=search.right,
        state="explained" if found.explained else "unexplained",
        kinds=tuple(dict.fromkeys(str(one.kind) for one in found.causes)),
        step=found.first_difference.step if found.first_difference else step_of(charged, clauses),
        clause=charged,
        clause_title=clauses[charged].title if charged in clauses else "",
        title=found.title,
        words=" ".join(one.words for one in found.causes if one.words),
        facts=tuple(_facts(search, found)),
        link=link_of(cause.link) if cause else "",
        drawing=input_drawing(found.input.gold, found.input.pred, found.spans),
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
    first = found.first_difference
    if first:
        facts += [("first difference at step", first.step), (search.left, first.left), (search.right, first.right)]
    return [*facts, ("found at", found.input.place)]

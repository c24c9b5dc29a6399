"""Run page: a run as one HTML file; overview, findings with their drawings, and clauses by implementations."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from nerconform.reporting import run_markdown
from nerconform.reporting import run_view as view
from nerconform.reporting.run_markdown import slug
from nerconform.reporting.web.finding import Finding, effect, link_of, step_of
from nerconform.reporting.web.line_drawing import input_drawing, raw_input
from nerconform.reporting.web.pages import fragment, page
from nerconform.results.run import NUMBERS, ImplementationRun, Result, Run, Verdict
from nerconform.results.values import Cause, ClauseRecord

TITLE = "What the golden cases say"
MOST_DRAWN = 100
"""At most 100 findings of one implementation are drawn; the input of the others is shown as text."""


class Subject(NamedTuple):
    """One implementation on the page, its findings, unexplained ones first, and why it was not asked everything.

    `why` says to what it is held, and why answers are wrong.
    """

    anchor: str
    run: ImplementationRun
    findings: list[Finding]
    reasons: list[tuple[str, int]]
    why: list[str]


class Tested(NamedTuple):
    """One row of the matrix: a clause, the step that it is about, and for each implementation its counts."""

    clause: str
    title: str
    step: str
    cells: list[dict[Verdict, int]]


def subjects(run: Run, first: int = 0) -> list[Subject]:
    """Return the implementations of a run; anchors count them from `first`."""
    clauses = view.clauses_of(run)
    return [_subject(index, one, clauses) for index, one in enumerate(run.implementations, first)]


def _subject(index: int, run: ImplementationRun, clauses: Mapping[str, ClauseRecord]) -> Subject:
    """Return one implementation."""
    anchor = f"i{index}-{slug(run.name)[:40]}".strip("-")
    groups: list[tuple[Cause | None, Sequence[Result]]] = [(None, [result]) for result in view.wrong(run)]
    groups += [(group.cause, group.results) for group in sorted(view.known(run), key=_importance)]
    findings = [
        _finding(f"{anchor}-{number}", run, cause, results, clauses, drawn=number < MOST_DRAWN)
        for number, (cause, results) in enumerate(groups)
    ]
    return Subject(anchor, run, findings, view.unsupported(run), [*view.declared_lines(run), *view.why_lines(run)])


def _importance(group: view.Group) -> tuple[int, int]:
    """Return the sort key of a cause: wrong numbers first, bad input last; of two the one that more cases show."""
    return min(map(view.importance, group.results)), -len(group.results)


def _finding(  # noqa: PLR0913 - what is found, where, and how much of it is drawn
    anchor: str,
    run: ImplementationRun,
    cause: Cause | None,
    results: Sequence[Result],
    clauses: Mapping[str, ClauseRecord],
    *,
    drawn: bool,
) -> Finding:
    """Return one finding: the results of one cause, or one result that has none."""
    smallest = min(results, key=view.size)
    clause = cause.clause if cause else (smallest.clauses or ("",))[0]
    gold, pred, text = smallest.gold, smallest.pred, clauses[clause].text if clause in clauses else ""
    return Finding(
        anchor=anchor,
        subject=run.name,
        state="known" if cause else str(smallest.verdict),
        kinds=tuple(dict.fromkeys(str(result.level) for result in results)),
        step=(cause.step if cause else "") or step_of(clause, clauses),
        clause=clause,
        clause_title=clauses[clause].title if clause in clauses else "",
        clause_words=" ".join(text.partition("\n\n")[0].split()),
        title=cause.title if cause else smallest.why or smallest.case,
        words=cause.words if cause else smallest.reason,
        effects=effect(results),
        facts=tuple(_facts(cause, smallest)),
        link=link_of(cause.link) if cause else "",
        shown=tuple((result.case, view.first_mismatch(result)) for result in results),
        smallest=smallest.case,
        why=smallest.why if cause else "",
        drawing=input_drawing(gold, pred, smallest.spans) if drawn else raw_input(gold, pred),
        mismatches=smallest.mismatches,
        reproduction=smallest.reproduction,
    )


def _facts(cause: Cause | None, smallest: Result) -> Iterable[tuple[str, str]]:
    """Yield what else is known of a finding, each with its label."""
    if cause:
        yield "cause", cause.id
        yield "versions", cause.versions
        yield "fixed in", cause.fixed_in
    yield "dialect", smallest.dialect_short
    yield "source", smallest.source
    yield "flags", ", ".join(smallest.flags)
    yield "case", " at ".join(filter(None, (smallest.case, smallest.place)))


def _rows(run: Run) -> Iterable[Tested]:
    """Yield the rows of the matrix, in the order of the spec."""
    clauses = view.clauses_of(run)
    counted = [dict(view.by_clause(one, clauses)) for one in run.implementations]
    names = dict.fromkeys(name for one in counted for name in one)
    order, none = {name: index for index, name in enumerate(clauses)}, [0] * len(view.VERDICTS)
    for name in sorted(names, key=lambda name: (order.get(name, len(order)), name)):
        cells = [dict(zip(view.VERDICTS, one.get(name, none), strict=True)) for one in counted]
        title = clauses[name].title if name in clauses else ""
        yield Tested(name, title, step_of(name, clauses), cells)


def render(run: Run) -> str:
    """Return the page. Raises `MissingJinja`."""
    return page("run.html", title=TITLE, **_context(run, {}, {}, 0))


def content(run: Run, links: Mapping[str, str], pages: Mapping[str, str] | None = None, first: int = 0) -> str:
    """Return the page without its frame; `links` say where clauses and cases are shown, by their ids.

    If `pages` names a page for each implementation, this one is an overview and holds no findings itself; `first` is
    then the position of the first implementation of a page in that overview. Raises `MissingJinja`.
    """
    return fragment("run.html", title=TITLE, **_context(run, links, pages or {}, first))


def _context(run: Run, links: Mapping[str, str], pages: Mapping[str, str], first: int) -> dict[str, object]:
    """Return what the template shows."""
    return {
        "versions": run_markdown.versions(run),
        "run": run,
        "subjects": subjects(run, first),
        "rows": list(_rows(run)),
        "links": links,
        "pages": pages,
        "numbers": NUMBERS,
        "view": view,
    }

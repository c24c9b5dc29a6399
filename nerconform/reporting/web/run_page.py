"""Run page: a run as one HTML file; overview, findings with their drawings, and clauses by implementations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nerconform.reporting import run_markdown
from nerconform.reporting import run_view as view
from nerconform.reporting.run_markdown import slug
from nerconform.reporting.web.finding import CaseLine, Finding, effect, link_of, step_of
from nerconform.reporting.web.line_drawing import input_drawing, raw_input
from nerconform.reporting.web.pages import page
from nerconform.results.run import BAD, NUMBERS, ImplementationRun, Result, Run, Verdict
from nerconform.results.values import Cause, ClauseRecord

TITLE = "What the golden cases say"
MOST_DRAWN = 100
"""At most 100 findings of one implementation are drawn; the input of the others is shown as text."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One implementation on the page: how it did, and its findings, those that nobody has explained first."""

    anchor: str
    run: ImplementationRun
    findings: tuple[Finding, ...]
    reasons: tuple[tuple[str, int], ...]

    @property
    def wrong(self) -> int:
        """Return how many cases make the run fail."""
        return sum(self.run.count(verdict) for verdict in BAD)

    @property
    def counts(self) -> list[tuple[Verdict, int]]:
        """Return how many cases got each verdict that any got."""
        counted = ((verdict, self.run.count(verdict)) for verdict in view.VERDICTS)
        return [(verdict, count) for verdict, count in counted if count]


@dataclass(frozen=True, slots=True)
class Tested:
    """One row of the matrix: a clause, the step that it is about, and for each implementation its counts."""

    clause: str
    title: str
    step: str
    cells: tuple[Mapping[str, int], ...]


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Everything that the page shows."""

    run: Run
    subjects: tuple[Subject, ...]
    rows: tuple[Tested, ...]
    differing: tuple[view.Differing, ...]

    @property
    def findings(self) -> list[Finding]:
        """Return the findings of all implementations."""
        return [finding for subject in self.subjects for finding in subject.findings]

    @property
    def unasked(self) -> list[Subject]:
        """Return the implementations that were not asked everything."""
        return [subject for subject in self.subjects if subject.reasons]


def run_facts(run: Run, first: int = 0) -> RunFacts:
    """Return what the page of a run shows; anchors count its implementations from `first`."""
    clauses = view.clauses_of(run)
    subjects = tuple(_subject(index, one, clauses) for index, one in enumerate(run.implementations, first))
    differing = view.differing(run, distinct=True)
    return RunFacts(run, subjects, tuple(_rows(run, clauses)), tuple(differing))


def _subject(index: int, run: ImplementationRun, clauses: Mapping[str, ClauseRecord]) -> Subject:
    """Return one implementation."""
    anchor = f"i{index}-{slug(run.name)[:40]}".strip("-")
    groups: list[tuple[Cause | None, Sequence[Result]]] = [(None, [result]) for result in view.wrong(run)]
    groups += [(group.cause, group.results) for group in sorted(view.known(run), key=_importance)]
    findings = tuple(
        _finding(f"{anchor}-{number}", run, cause, results, clauses, drawn=number < MOST_DRAWN)
        for number, (cause, results) in enumerate(groups)
    )
    return Subject(anchor, run, findings, tuple(view.unsupported(run)))


def _importance(group: view.Group) -> tuple[int, int]:
    """Return the sort key of a cause: wrong numbers first, bad input last; of two the one that more cases show."""
    return min(view.IMPORTANCE.index(result.kind) for result in group.results), -len(group.results)


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
    gold, pred = smallest.gold, smallest.pred
    return Finding(
        anchor=anchor,
        subject=run.name,
        state="known" if cause else str(smallest.verdict),
        kinds=tuple(dict.fromkeys(result.kind for result in results)),
        step=(cause.step if cause else "") or step_of(clause, clauses),
        clause=clause,
        clause_title=clauses[clause].title if clause in clauses else "",
        clause_words=_first_paragraph(clauses[clause].text) if clause in clauses else "",
        title=cause.title if cause else smallest.why or smallest.case,
        words=cause.words if cause else smallest.reason,
        effects=effect(results),
        facts=tuple(_facts(cause, smallest)),
        link=link_of(cause.link) if cause else "",
        shown=tuple(CaseLine(result.case, view.first_mismatch(result)) for result in results),
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


def _first_paragraph(text: str) -> str:
    """Return the words of a clause up to the first empty line."""
    return " ".join(text.partition("\n\n")[0].split())


def _rows(run: Run, clauses: Mapping[str, ClauseRecord]) -> Iterable[Tested]:
    """Yield the rows of the matrix, in the order of the spec."""
    counted = [dict(view.by_clause(one, clauses)) for one in run.implementations]
    names = dict.fromkeys(name for one in counted for name in one)
    order = {name: index for index, name in enumerate(clauses)}
    for name in sorted(names, key=lambda name: (order.get(name, len(order)), name)):
        cells = tuple(_cell(one.get(name, [0] * len(view.VERDICTS))) for one in counted)
        title = clauses[name].title if name in clauses else ""
        yield Tested(name, title, step_of(name, clauses), cells)


def _cell(counts: Sequence[int]) -> Mapping[str, int]:
    """Return the counts of one clause and implementation under the names that the page uses."""
    by = dict(zip(view.VERDICTS, counts, strict=True))
    return {
        "wrong": sum(by[verdict] for verdict in BAD),
        "known": by[Verdict.KNOWN],
        "pass": by[Verdict.PASS],
        "unsupported": by[Verdict.UNSUPPORTED],
    }


def render(  # noqa: PLR0913 - what a page alone does not need
    run: Run,
    links: Mapping[str, str] | None = None,
    *,
    title: str = TITLE,
    nav: object = None,
    pages: Mapping[str, str] | None = None,
    first: int = 0,
) -> str:
    """Return the page; `links` say where clauses and cases stand, by their ids, `nav` what other pages there are.

    Where `pages` name a page for each implementation, this one is their index, and holds no findings itself; `first` is
    then the place of the first implementation of a page in that index. Raises `MissingJinja`.
    """
    return page(
        "run.html",
        title=title,
        nav=nav,
        versions=run_markdown.versions(run),
        exit=view.EXIT[run.passed],
        view=run_facts(run, first),
        links=links or {},
        pages=pages or {},
        numbers=NUMBERS,
        differing_title=view.DIFFERING_TITLE,
        differing_words=view.DIFFERING_WORDS,
    )

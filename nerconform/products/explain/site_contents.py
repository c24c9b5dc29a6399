"""Site contents: what the committed reports show of golden cases and defects, as data."""

from collections.abc import Mapping

from nerconform.libraries.defects import Defect, trophies
from nerconform.products.explain.topics import explain_case
from nerconform.results.releases_result import Releases
from nerconform.results.run import Run
from nerconform.results.topic import CaseFile, CaseWords, PrintedValue, Site, TrophyRecord
from nerconform.suite.agreement import show
from nerconform.suite.cases import Case, FixtureFile, load_suite
from nerconform.suite.clauses import Clause, clause_records, load_clauses


def site_contents(run: Run, releases: Releases | None = None) -> Site:
    """Return everything that the committed reports show."""
    clauses = load_clauses()
    return Site(
        run=run,
        releases=releases,
        clauses=clause_records(clauses),
        trophies=tuple(map(_trophy, trophies())),
        case_files=tuple(
            CaseFile(group.file, group.prose, tuple(_case(case, group, clauses) for case in group.cases))
            for group in load_suite().groups
        ),
    )


def _trophy(defect: Defect) -> TrophyRecord:
    """Return a defect with the call that contradicts the documentation."""
    shown = defect.contradicts
    if shown is None:
        raise AssertionError(defect.id)  # `trophies` has those alone that contradict something
    return TrophyRecord(
        id=defect.id,
        library=defect.library,
        versions=defect.pinned_versions,
        title=defect.title,
        words=defect.words,
        effect=defect.effect,
        clause=defect.clause,
        call=f"{shown.setup}\n{shown.call}",
        gives=shown.gives,
        says=shown.says,
        where=shown.where,
        searched=tuple(defect.searched),
        searched_on=defect.searched_on,
        cases=tuple(defect.cases),
    )


def _case(case: Case, group: FixtureFile, clauses: Mapping[str, Clause]) -> CaseWords:
    """Return a golden case in words."""
    tables = explain_case(case, group, clauses).tables
    return CaseWords(
        id=case.id,
        kind=str(case.kind),
        why=case.why,
        clauses=case.clauses,
        scheme=case.question.scheme,
        source=case.source,
        place=case.place,
        note=case.note,
        choices=dict(case.question.choices),
        tables=tuple(table for table in tables if table.title != "Flags"),
        printed=tuple(_printed(case)),
    )


def _printed(case: Case) -> list[PrintedValue]:
    """Return what the document prints beside what is right; where that depends on choices, all that can be."""
    found = []
    for measure, printed in case.printed.items():
        right = [show(one.numbers[measure]) for one in case.expectations if measure in one.numbers]
        found.append(PrintedValue(str(measure), printed, " or ".join(dict.fromkeys(right)) or "refused"))
    return found

"""`nerconform list`: what there is."""

import argparse
from collections.abc import Callable, Mapping, Sequence

from nerconform.base.json_text import dumps
from nerconform.base.report_form import ReportForm
from nerconform.commands.output import form_of, show, write
from nerconform.libraries.library import selectors
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.named import NAMED
from nerconform.reporting.layout import listing
from nerconform.suite.cases import load_suite
from nerconform.suite.clauses import load_clauses
from nerconform.suite.mutants import mutants

Items = Sequence[Mapping[str, str]]


def run(args: argparse.Namespace) -> int:
    """Print the list, one line for each item, or two where a terminal is narrow. Returns 0."""
    items = _LISTS[args.what]()
    if form_of(args) is ReportForm.JSON:
        write(dumps({"what": args.what, "items": items}))
        return 0
    rows = [tuple(item.values()) for item in items]
    show(lambda console: console.print(listing(rows, tuple(items[0]), console)))
    return 0


def _implementations() -> Items:

    return [{"name": one.name, "what it is": one.sentence} for one in selectors()]


def _cases() -> Items:

    return [
        {"case": case.id, "kind": str(case.kind), "clause": case.clauses[0], "why": case.why}
        for case in load_suite().cases
    ]


def _clauses() -> Items:

    cases = load_suite().cases
    counts = {name: sum(name in case.clauses for case in cases) for name in load_clauses()}
    return [
        {"clause": clause.id, "title": clause.title, "cases": str(counts[clause.id]), "place": clause.place}
        for clause in load_clauses().values()
    ]


def _dialects() -> Items:

    default = Dialect()
    return [
        {
            "dialect": name,
            "choices that are not the first": " ".join(
                f"{axis.name}:{dialect.option(axis.name)}"
                for axis in AXES
                if dialect.option(axis.name) != default.option(axis.name)
            ),
        }
        for name, dialect in NAMED.items()
    ]


def _mutants() -> Items:

    return [{"mutant": mutant.name, "of": mutant.base, "equivalent because": mutant.equivalent} for mutant in mutants()]


_LISTS: Mapping[str, Callable[[], Items]] = {
    "implementations": _implementations,
    "cases": _cases,
    "clauses": _clauses,
    "dialects": _dialects,
    "mutants": _mutants,
}

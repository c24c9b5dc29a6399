"""`nerconform list`: what there is."""

import argparse
from collections.abc import Callable, Mapping, Sequence

from nerconform.base.report_form import ReportForm
from nerconform.commands.output import add_format, form_of, show, write_json
from nerconform.commands.verb_parser import Verbs, add_verb

Items = Sequence[Mapping[str, str]]

SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "A list",
    "description": "What `list` prints: every item with the same keys.",
    "type": "object",
    "required": ["what", "items"],
    "additionalProperties": False,
    "properties": {
        "what": {"enum": ["implementations", "cases", "clauses", "dialects", "mutants"]},
        "items": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "string"}}},
    },
}
"""The JSON Schema of what `list` prints as JSON."""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "list",
        run,
        help="names of libraries, cases, clauses, dialects, mutants",
        takes="[WHAT]",
        description="Name what there is: implementations (the default), golden cases, clauses, dialects, or mutants.",
        examples=("list", "list dialects", "list cases --format json"),
        right="the list was printed",
    )
    words = "implementations, cases, clauses, dialects or mutants (default: implementations)"
    parser.add_argument("what", nargs="?", choices=list(_LISTS), default="implementations", metavar="WHAT", help=words)
    add_format(parser, (ReportForm.TEXT, ReportForm.JSON), lambda: SCHEMA)


def run(args: argparse.Namespace) -> int:
    """Print the list, one line for each item, or two where a terminal is narrow. Returns 0."""
    from nerconform.reporting.layout import listing

    items = _LISTS[args.what]()
    if form_of(args) is ReportForm.JSON:
        write_json({"what": args.what, "items": items})
        return 0
    rows = [tuple(item.values()) for item in items]
    show(lambda console: console.print(listing(rows, tuple(items[0]), console)))
    return 0


def _implementations() -> Items:
    from nerconform.libraries.library import selectors

    return [{"name": one.name, "what it is": one.sentence} for one in selectors()]


def _cases() -> Items:
    from nerconform.suite.cases import load_suite

    return [
        {"case": case.id, "kind": str(case.kind), "clause": case.clauses[0], "why": case.why}
        for case in load_suite().cases
    ]


def _clauses() -> Items:
    from nerconform.suite.cases import load_suite
    from nerconform.suite.clauses import load_clauses

    cases = load_suite().cases
    counts = {name: sum(name in case.clauses for case in cases) for name in load_clauses()}
    return [
        {"clause": clause.id, "title": clause.title, "cases": str(counts[clause.id]), "place": clause.place}
        for clause in load_clauses().values()
    ]


def _dialects() -> Items:
    from nerconform.reference.dialect import AXES, Dialect
    from nerconform.reference.named import NAMED

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
    from nerconform.suite.mutants import mutants

    return [{"mutant": mutant.name, "of": mutant.base, "equivalent because": mutant.equivalent} for mutant in mutants()]


_LISTS: Mapping[str, Callable[[], Items]] = {
    "implementations": _implementations,
    "cases": _cases,
    "clauses": _clauses,
    "dialects": _dialects,
    "mutants": _mutants,
}

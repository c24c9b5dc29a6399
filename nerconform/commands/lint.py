"""`nerconform lint`: whether the suite keeps its own rules and catches every mutant."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands import progress_bars as progress
from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from nerconform.products.check.adequacy import KillRow, KillTable
    from nerconform.suite.lint import LintFinding

_DESCRIPTION = """\
Check the golden cases, the clauses and the known divergences against the rules of the suite, the cases against the
reference, and print the kill table: which case catches which wrong evaluator. Exit status 1 if a rule is broken or a
mutant survives."""

SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "What lint found",
    "description": "Every broken rule, and the cases that catch each mutant; `equivalent` says why none can.",
    "type": "object",
    "required": ["findings", "kills"],
    "additionalProperties": False,
    "properties": {
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["place", "message", "hint"],
                "additionalProperties": False,
                "properties": {name: {"type": "string"} for name in ("place", "message", "hint")},
            },
        },
        "kills": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["mutant", "killed_by", "equivalent"],
                "additionalProperties": False,
                "properties": {
                    "mutant": {"type": "string"},
                    "killed_by": {"type": "array", "items": {"type": "string"}},
                    "equivalent": {"type": "string"},
                },
            },
        },
    },
}
"""The JSON Schema of what `lint` prints in a pipe."""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "lint",
        help="check the suite itself",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--all-kills", action="store_true", help="name every case that catches a mutant, not one")
    parser.add_argument("--known", type=Path, metavar="FILE", help="a file of your own known divergences, linted too")
    parser.add_argument("--no-kills", action="store_true", help="leave the mutants out, which take longest")
    add_format(parser, (Form.PRETTY, Form.JSON), lambda: SCHEMA)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print findings and kill table. Returns 0 if there is no finding and no mutant survives, else 1."""
    from nerconform.base.resources import spec_dir
    from nerconform.products.check.adequacy import KillTable, disagreements, kill_table, untold_policies
    from nerconform.suite.cases import load_suite
    from nerconform.suite.clauses import load_clauses
    from nerconform.suite.known import load_known
    from nerconform.suite.lint import lint

    suite = load_suite()
    tests = spec_dir().parent / "tests"
    found = lint(suite, load_clauses(), load_known(args.known), tests if tests.is_dir() else None)
    findings = [*found, *disagreements(suite), *untold_policies(suite)]
    with progress.shown() as told:
        kills = KillTable(()) if args.no_kills else kill_table(suite, every_case=args.all_kills, progress=told)
    if form_of(args) is Form.JSON:
        write_json({"findings": [finding._asdict() for finding in findings], "kills": _kills(kills)})
    else:
        show(lambda console: _print(findings, kills, console))
    return 1 if findings or kills.survivors else 0


def _kills(kills: "KillTable") -> list[dict[str, object]]:
    """Return the kill table as plain data."""
    return [
        {"mutant": row.mutant.name, "killed_by": list(row.killed_by), "equivalent": row.mutant.equivalent}
        for row in kills.rows
    ]


def _killers(row: "KillRow") -> "Text":
    """Return which cases catch a mutant, or why none does."""
    from rich.text import Text

    if row.survives:
        return Text("SURVIVES", "bold red")
    return Text(", ".join(row.killed_by)) if row.killed_by else Text(f"equivalent: {row.mutant.equivalent}", "dim")


def _print(findings: Sequence["LintFinding"], kills: "KillTable", out: "Console") -> None:
    """Print the kill table first, and the findings where the eye ends."""
    from rich.text import Text

    from nerconform.reporting.layout import grid

    rows = [(row.mutant.name, _killers(row)) for row in kills.rows]
    if rows:
        out.print(grid(rows, ("mutant", "killed by")))
        out.print()
    for finding in findings:
        out.print(Text(str(finding), "red"), soft_wrap=True)
    words = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
    if rows:
        killed, alive = sum(bool(row.killed_by) for row in kills.rows), len(kills.survivors)
        words += f"; {len(rows)} mutants: {killed} killed, {len(rows) - killed - alive} equivalent, {alive} surviving"
    out.print(Text(words, "bold red" if findings or kills.survivors else "green"))

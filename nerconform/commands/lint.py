"""`nerconform lint`: whether the suite keeps its own rules and catches every mutant."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nerconform.base.report_form import ReportForm
from nerconform.commands.check import add_known
from nerconform.commands.output import add_format, form_of, show, write_json
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_parser import Verbs, add_verb

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from nerconform.products.check.adequacy import KillRow, KillTable
    from nerconform.suite.lint import LintFinding


def _items(**types: dict[str, object]) -> dict[str, object]:
    """Return the schema of a list of objects that have just these properties."""
    item = {"type": "object", "required": list(types), "additionalProperties": False, "properties": types}
    return {"type": "array", "items": item}


_TEXT: dict[str, object] = {"type": "string"}
SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "What lint found",
    "description": "Every broken rule, every field of a defect without words, and the cases that catch each mutant; "
    "`equivalent` says why none can.",
    "type": "object",
    "required": ["findings", "warnings", "kills"],
    "additionalProperties": False,
    "properties": {
        "findings": _items(place=_TEXT, message=_TEXT, hint=_TEXT),
        "warnings": _items(place=_TEXT, message=_TEXT, hint=_TEXT),
        "kills": _items(mutant=_TEXT, killed_by={"type": "array", "items": _TEXT}, equivalent=_TEXT),
    },
}
"""The JSON Schema of what `lint` prints as JSON."""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "lint",
        run,
        help="check the golden cases themselves",
        takes="",
        description="Check the golden cases, the clauses and the known divergences against the rules of the suite, "
        "and the cases against the reference. Shows for each mutant, a wrong evaluator, which case catches it.",
        examples=("lint", "lint --known known.yaml --no-kills"),
        right="every rule holds, and every mutant is caught",
        wrong="a rule is broken, or a mutant survives",
    )
    parser.add_argument("--all-kills", action="store_true", help="name every case that catches a mutant, not only one")
    parser.add_argument("--no-kills", action="store_true", help="leave out the mutants, which take longest")
    add_known(parser)
    add_format(parser, (ReportForm.TEXT, ReportForm.JSON), lambda: SCHEMA)


def run(args: argparse.Namespace) -> int:
    """Print findings and kill table. Returns 0 if there is no finding and no mutant survives, else 1."""
    from nerconform.base.resources import spec_dir
    from nerconform.products.check.adequacy import KillTable, disagreements, kill_table, untold_policies
    from nerconform.suite.cases import load_suite
    from nerconform.suite.clauses import load_clauses
    from nerconform.suite.known import load_known
    from nerconform.suite.lint import lint, warnings

    suite = load_suite()
    tests = spec_dir().parent / "tests"
    broken = lint(suite, load_clauses(), load_known(args.known), tests if tests.is_dir() else None)
    findings = [*broken, *disagreements(suite), *untold_policies(suite)]
    with shown() as progress:
        kills = KillTable(()) if args.no_kills else kill_table(suite, every_case=args.all_kills, progress=progress)
    if form_of(args) is ReportForm.JSON:
        rows = [
            {"mutant": row.mutant.name, "killed_by": list(row.killed_by), "equivalent": row.mutant.equivalent}
            for row in kills.rows
        ]
        found = {"findings": findings, "warnings": warnings()}
        write_json({**{name: [one._asdict() for one in ones] for name, ones in found.items()}, "kills": rows})
    else:
        show(lambda console: _print(findings, warnings(), kills, console))
    return 1 if findings or kills.survivors else 0


def _killers(row: "KillRow") -> "Text":
    """Return which cases catch a mutant, or why none does."""
    from rich.text import Text

    if row.survives:
        return Text("SURVIVES", "bold red")
    return Text(", ".join(row.killed_by)) if row.killed_by else Text(f"equivalent: {row.mutant.equivalent}", "dim")


def _print(
    findings: Sequence["LintFinding"], warned: Sequence["LintFinding"], kills: "KillTable", out: "Console"
) -> None:
    """Print the kill table first, then the warnings, and the findings where the eye ends."""
    from rich.text import Text

    from nerconform.reporting.layout import grid

    rows = [(row.mutant.name, _killers(row)) for row in kills.rows]
    if rows:
        out.print(grid(rows, ("mutant", "killed by")))
        out.print()
    for warning in warned:
        out.print(Text(f"warning: {warning}", "dim"), soft_wrap=True)
    for finding in findings:
        out.print(Text(str(finding), "red"), soft_wrap=True)
    words = f"{len(findings)} finding{'' if len(findings) == 1 else 's'}"
    if rows:
        killed, alive = sum(bool(row.killed_by) for row in kills.rows), len(kills.survivors)
        words += f"; {len(rows)} mutants: {killed} killed, {len(rows) - killed - alive} equivalent, {alive} surviving"
    out.print(Text(words, "bold red" if findings or kills.survivors else "green"))

"""`nerconform lint`: whether the suite keeps its own rules and catches every mutant."""

import argparse
from collections.abc import Sequence
from functools import partial

from rich.console import Console
from rich.text import Text

from nerconform.base.json_text import dumps
from nerconform.base.plain_text import counted, plain
from nerconform.base.report_form import ReportForm
from nerconform.base.resources import fixtures_dir, spec_dir
from nerconform.commands.output import form_of, is_whole, show, write
from nerconform.commands.progress_bars import shown
from nerconform.products.check.adequacy import KillRow, KillTable, disagreements, kill_table, untold_policies
from nerconform.reporting.layout import LINES, ScreenLine, folded, grid, print_lines
from nerconform.suite.cases import load_suite
from nerconform.suite.clauses import load_clauses
from nerconform.suite.known import load_known
from nerconform.suite.lint import LintFinding, lint, warnings

_MOST_LINES = 3
"""The most lines of one finding on the first screen."""


def run(args: argparse.Namespace) -> int:
    """Print findings and kill table. Returns 0 if there is no finding and no mutant survives, else 1."""
    suite = load_suite(fixtures_dir())
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
        write(dumps({**{name: [one._asdict() for one in ones] for name, ones in found.items()}, "kills": rows}))
    elif is_whole(args):
        show(lambda console: _print(findings, warnings(), kills, console))
    else:
        show(partial(print_lines, _screen(findings, warnings(), kills)))
    return 1 if findings or kills.survivors else 0


def _killers(row: KillRow) -> Text:
    """Return which cases catch a mutant, or why none does."""
    if row.survives:
        return Text("SURVIVES", "bold red")
    return Text(", ".join(row.killed_by)) if row.killed_by else Text(f"equivalent: {row.mutant.equivalent}", "dim")


def _print(findings: Sequence[LintFinding], warned: Sequence[LintFinding], kills: KillTable, out: Console) -> None:
    """Print the kill table first, then the warnings, and the findings where the eye ends."""
    rows = [(row.mutant.name, _killers(row)) for row in kills.rows]
    if rows:
        out.print(grid(rows, ("mutant", "killed by")))
        out.print()
    for warning in warned:
        out.print(Text(f"warning: {warning}", "dim"), soft_wrap=True)
    for finding in findings:
        out.print(Text(str(finding), "red"), soft_wrap=True)
    out.print(Text(_verdict(findings, kills), "bold red" if findings or kills.survivors else "green"))


def _verdict(findings: Sequence[LintFinding], kills: KillTable) -> str:
    """Return how many rules of cases are broken, and how many mutants the cases catch."""
    found, number = counted(len(findings), "mistake") if findings else "no mistake", len(kills.rows)
    head = "not all is well" if findings or kills.survivors else "all is well"
    words = f"{head}: the golden cases (small inputs with their right results) have {found}"
    if not number:
        return words
    killed, alive = sum(bool(row.killed_by) for row in kills.rows), len(kills.survivors)
    equal = number - killed - alive
    same = f"; {equal} mutants give the numbers of a right scorer" if equal else ""
    caught = f"all {number}" if killed == number else f"{killed} of {number}"
    return f"{words}, and they detect {caught} mutants (scorers that are wrong on purpose){same}"


def _screen(findings: Sequence[LintFinding], warned: Sequence[LintFinding], kills: KillTable) -> list[ScreenLine]:
    """Return the first screen: the verdict, then findings, mutants that no case catches, and warnings."""
    style = "bold red" if findings or kills.survivors else "green"
    more = f"; {counted(len(warned), 'warning')}" if warned else ""
    lines = [ScreenLine(line, style) for line in folded(f"{_verdict(findings, kills)}{more}", most=4)]
    rows = [(folded(plain(str(finding)), most=_MOST_LINES), "red") for finding in findings]
    rows += [(folded(f"no golden case detects the mutant {row.mutant.name}"), "red") for row in kills.survivors]
    rows += [(folded(f"warning: {plain(str(warning))}", most=_MOST_LINES), "") for warning in warned]
    for number, (texts, colour) in enumerate(rows):
        shown = [ScreenLine(text, colour) for text in texts]
        if len(lines) + len(shown) > LINES - 2:
            lines.append(ScreenLine(f"and {len(rows) - number} more", "dim"))
            break
        lines += shown
    end = "each mutant, with the case that detects it" if kills.rows else "everything in full"
    return [*lines, ScreenLine(f"more: --verbose ({end})", "dim")]

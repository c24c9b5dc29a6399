"""Run text: a run on a terminal or in a file of text, from 80 columns up."""

from collections.abc import Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from nerconform.reporting import run_view as view
from nerconform.reporting.layout import grid, indented
from nerconform.results.run import NUMBERS, ImplementationRun, Result, Run, Verdict
from nerconform.results.values import ClauseRecord, Mismatch, clause_title

_STYLES = {
    Verdict.PASS: "green",
    Verdict.FAIL: "bold red",
    Verdict.ERROR: "bold red",
    Verdict.REFUSED: "red",
    Verdict.KNOWN: "yellow",
    Verdict.UNSUPPORTED: "dim",
}
_MOST_MISMATCHES = 10
_MOST_UNITS = 6


def print_run(run: Run, console: Console, *, is_held: bool = False) -> None:
    """Print every implementation's verdicts and divergences, then one line for each, and what the exit status means.

    Where the run is held against another one, that decides the exit status, and says what it means.
    """
    page = _Page(console, view.clauses_of(run))
    for one in run.implementations:
        page.implementation(one)
    page.differing(view.differing(run, distinct=True))
    console.rule(style="dim")
    versions = f"nerconform {run.tool}, spec {run.spec}, fixtures {run.fixtures}"
    console.print(Text(versions, "dim"))
    for one in run.implementations:
        summary = (view.summary(one), "green" if one.passed else "bold red")
        console.print(Text.assemble((one.name, "bold"), f" ({one.version}): ", summary))
    for line in view.claim_lines(run):
        console.print(Text(line))
    if not is_held:
        console.print(Text(f"exit {run.status}: {view.exit_words(run)}", "dim"))


def print_divergence(result: Result, because: Sequence[str], clauses: Sequence[ClauseRecord], console: Console) -> None:
    """Print one divergence with its causes, each in a line, above the reproduction; long lists are cut."""
    _Page(console, {clause.id: clause for clause in clauses}, is_cut=True).divergence(result, because)


class _Page:
    """Lays out one run."""

    def __init__(self, console: Console, clauses: Mapping[str, ClauseRecord], *, is_cut: bool = False) -> None:
        self.console = console
        self.clauses = clauses
        self.is_cut = is_cut

    def most(self, number: int) -> int | None:
        """Return how many of a kind are shown: this number, or all."""
        return number if self.is_cut else None

    def indented(self, line: RenderableType) -> None:
        self.console.print(indented(line))

    def implementation(self, run: ImplementationRun) -> None:
        self.console.rule(Text.assemble((run.name, "bold"), f"  {run.version}"), align="left", style="dim")
        self.console.print()
        self.indented(_verdicts(run))
        self.console.print()
        self.why(run)
        for result in view.wrong(run):
            self.divergence(result)
        for group in view.known(run):
            self.known(group)
        reasons = view.unsupported(run)
        if reasons:
            self.console.print(Text("Not asked", "bold"))
            self.indented(grid([(str(count), reason) for reason, count in reasons], right=(0,)))
            self.console.print()

    def why(self, run: ImplementationRun) -> None:
        """Print how it was asked, and why answers are wrong, before any of them is shown."""
        for line in (run.calling, *view.declared_lines(run), *view.why_lines(run)):
            if line:
                self.indented(Text(line, "yellow" if line.startswith("  ") else ""))
        if run.calling or run.dialect or run.diagnosis:
            self.console.print()

    def differing(self, cases: Sequence[view.Differing]) -> None:
        """Print worked examples to which sound rules give different answers."""
        if not cases:
            return
        self.console.rule(Text(view.DIFFERING_TITLE, "bold"), align="left", style="dim")
        self.indented(Text(view.DIFFERING_WORDS))
        self.console.print()
        for case in cases:
            self.console.print(Text(case.case, "bold"))
            self.indented(Text(case.why))
            rows = [["\n".join(one.names), *one.numbers, one.choices] for one in case.answers]
            heads = ["name", *NUMBERS, "by"]
            self.indented(grid(rows, heads, right=range(1, len(NUMBERS) + 1)))
            self.console.print()

    def divergence(self, result: Result, because: Sequence[str] = ()) -> None:
        """Print one divergence that nobody has explained."""
        verdict = (str(result.verdict).upper(), _STYLES[result.verdict])
        self.console.print(Text.assemble(verdict, " ", (result.case, "bold"), f"  ({view.LEVELS[result.level]})"))
        self.indented(Text(result.why))
        if result.reason and not any(result.reason in one.got_text for one in result.mismatches):
            self.indented(Text(result.reason, "red"))
        self.indented(grid(self.facts(result)))
        self.indented(_units(result, self.most(_MOST_UNITS)))
        if result.mismatches:
            self.indented(_mismatches(result.mismatches, self.most(_MOST_MISMATCHES)))
        for cause in because:
            self.indented(Text(cause, "yellow"))
        self.reproduction(result)

    def facts(self, result: Result) -> list[list[Text]]:
        """Return where the case stands and how it was asked."""
        clauses = "; ".join(clause_title(name, self.clauses) for name in result.clauses)
        facts = {"clause": clauses, "case": result.place, "source": result.source, "flags": ", ".join(result.flags)}
        facts["dialect"] = result.dialect_short
        return [[Text(label, "dim"), Text(words)] for label, words in facts.items() if words]

    def known(self, group: view.Group) -> None:
        """Print the divergences of one cause: a line for each case, and the smallest one to reproduce."""
        cause, smallest = group.cause, group.smallest
        count = f"  ({len(group.results)} {'case' if len(group.results) == 1 else 'cases'}, {cause.id})"
        self.console.print(Text.assemble(("KNOWN", _STYLES[Verdict.KNOWN]), " ", (cause.title, "bold"), count))
        self.indented(Text(" ".join(cause.words.split())))
        facts = {
            "clause": clause_title(cause.clause, self.clauses),
            "versions": cause.versions,
            "fixed in": cause.fixed_in,
            "link": cause.link,
        }
        self.indented(grid([[Text(label, "dim"), Text(words)] for label, words in facts.items() if words]))
        self.indented(_short_forms(group.results, self.console.width))
        self.indented(Text.assemble(("smallest: ", "dim"), smallest.case, f". {smallest.why}"))
        self.indented(_units(smallest, self.most(_MOST_UNITS)))
        self.reproduction(smallest)

    def reproduction(self, result: Result) -> None:
        """Print the lines flush left and unwrapped: they are there to be copied."""
        self.indented(Text("reproduce with", "dim"))
        self.console.print(Text(result.reproduction.rstrip(), "cyan"), soft_wrap=True)
        self.console.print()


def _verdicts(run: ImplementationRun) -> Table:
    """Return levels by verdicts."""
    rows = [
        [
            Text(kind),
            *(
                Text(str(count) if count else ".", _STYLES[verdict] if count else "dim")
                for verdict, count in zip(view.VERDICTS, counts, strict=True)
            ),
        ]
        for kind, counts in view.table(run)
    ]
    return grid(rows, ["", *view.VERDICTS], right=range(1, len(view.VERDICTS) + 1))


def _mismatches(mismatches: Sequence[Mismatch], most: int | None) -> Table:
    """Return expected and got, side by side."""
    shown = mismatches[:most]
    rows = [[Text(one.asked), Text(one.expected_text, "green"), Text(one.got_text, "red")] for one in shown]
    if len(mismatches) > len(shown):
        rows.append([Text(f"and {len(mismatches) - len(shown)} more", "dim"), Text(), Text()])
    return grid(rows, ["asked", "expected", "got"])


def _short_forms(results: Sequence[Result], width: int) -> RenderableType:
    """Return one line for each case with the first thing that differs; two lines where that is too wide."""
    rows = []
    for result in results:
        first = view.first_mismatch(result)
        asked = Text.assemble(first.asked, (f" +{first.more}" if first.more else "", "dim"))
        rows.append((Text(result.case), asked, Text(first.expected, "green"), Text(first.got, "yellow")))
    table = grid(rows, ["case", "asked", "expected", "got"])
    if sum(max(cell.cell_len for cell in column) + 2 for column in zip(*rows, strict=True)) <= width:
        return table
    lines: list[RenderableType] = []
    for case, asked, expected, got in rows:
        lines += [case, indented(Text.assemble(asked, ": expected ", expected, ", got ", got))]
    return Group(*lines)


def _units(result: Result, most: int | None) -> Table:
    """Return the input, gold above prediction, tokens below each other."""
    pairs = view.input_lines(result.gold, result.pred)
    shown = pairs[:most]
    rows = []
    for gold, pred in shown:
        rows += [[Text("gold", "dim"), Text(gold)], [Text("pred", "dim"), Text(pred)]]
    if len(pairs) > len(shown):
        rows.append([Text(""), Text(f"and {len(pairs) - len(shown)} more units", "dim")])
    return grid(rows)

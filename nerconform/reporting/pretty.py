"""Pretty: a run on a terminal, from 80 columns up."""

from collections.abc import Mapping, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from nerconform.reporting import differing as readings
from nerconform.reporting import view
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.layout import grid, indented
from nerconform.results.run import NUMBERS, ImplementationRun, Mismatch, Result, Run, Verdict
from nerconform.suite.clauses import Clause, load_clauses

_STYLES = {
    Verdict.PASS: "green",
    Verdict.FAIL: "bold red",
    Verdict.ERROR: "bold red",
    Verdict.REFUSED: "red",
    Verdict.KNOWN: "yellow",
    Verdict.UNSUPPORTED: "dim",
}
_MOST_DIVERGENCES = 12
_MOST_MISMATCHES = 10
_MOST_UNITS = 6
_MOST_REASONS = 8


def print_run(run: Run, console: Console, *, is_held: bool = False) -> None:
    """Print every implementation's verdicts and divergences, then one line for each, and what the exit status means.

    Where the run is held against another one, that decides the exit status, and says what it means.
    """
    page = _Page(console, view.clauses(run))
    for one in run.implementations:
        page.implementation(one)
    page.readings(readings.distinct(readings.differing(run, prefix="documents.")))
    console.rule(style="dim")
    versions = f"nerconform {run.tool}, spec {run.spec}, fixtures {run.fixtures}"
    console.print(Text(versions, "dim"))
    for one in run.implementations:
        console.print(Text.assemble((one.name, "bold"), f" ({one.version}): ", _summary(one)))
    if not is_held:
        console.print(Text(view.EXIT[run.passed], "dim"))


def print_divergence(result: Result, because: Sequence[str], console: Console) -> None:
    """Print one divergence with its causes, each in a line, between the answers and the reproduction."""
    _Page(console, load_clauses()).divergence(result, because)


def _summary(run: ImplementationRun) -> Text:
    return Text(view.summary(run), "green" if run.passed else "bold red")


class _Page:
    """Lays out one run."""

    def __init__(self, console: Console, clauses: Mapping[str, Clause]) -> None:
        self.console = console
        self.clauses = clauses

    def indented(self, line: RenderableType) -> None:
        self.console.print(indented(line))

    def implementation(self, run: ImplementationRun) -> None:
        self.console.rule(Text.assemble((run.name, "bold"), f"  {run.version}"), align="left", style="dim")
        self.console.print()
        self.indented(_verdicts(run))
        self.console.print()
        wrong = view.wrong(run)
        for result in wrong[:_MOST_DIVERGENCES]:
            self.divergence(result)
        self.others(wrong[_MOST_DIVERGENCES:])
        for group in view.known(run):
            self.known(group)
        reasons = view.unsupported(run)
        if reasons:
            self.console.print(Text("Not asked", "bold"))
            self.indented(_reasons(reasons))
            self.console.print()

    def readings(self, cases: Sequence[readings.Differing]) -> None:
        """Print worked examples to which sound rules give different answers."""
        if not cases:
            return
        self.console.rule(Text(readings.TITLE, "bold"), align="left", style="dim")
        self.indented(Text(readings.WORDS))
        self.console.print()
        for case in cases:
            self.console.print(Text(case.case, "bold"))
            self.indented(Text(case.why))
            rows = [["\n".join(one.names), *one.numbers, one.choices] for one in case.readings]
            heads = ["name", *NUMBERS, "by"]
            self.indented(grid(rows, heads, right=range(1, len(NUMBERS) + 1)))
            self.console.print()

    def others(self, results: Sequence[Result]) -> None:
        """Print a line for each of the divergences that are too many to be shown whole."""
        if results:
            self.console.print(Text(f"and {len(results)} more (whole with --format markdown or --output DIR)", "bold"))
            self.indented(_short_forms(results, self.console.width))
            self.console.print()

    def divergence(self, result: Result, because: Sequence[str] = ()) -> None:
        """Print one divergence that nobody has explained."""
        verdict = (str(result.verdict).upper(), _STYLES[result.verdict])
        self.console.print(Text.assemble(verdict, " ", (result.case, "bold"), f"  ({result.kind})"))
        self.indented(Text(result.why))
        if result.reason and not any(result.reason in one.got for one in result.mismatches):
            self.indented(Text(result.reason, "red"))
        self.indented(grid(self.facts(result)))
        self.indented(_units(result))
        if result.mismatches:
            self.indented(_mismatches(result.mismatches))
        for cause in because:
            self.indented(Text(cause, "yellow"))
        self.reproduction(result)

    def facts(self, result: Result) -> list[list[Text]]:
        """Return where the case stands and how it was asked."""
        clauses = "; ".join(view.title(name, self.clauses) for name in result.clauses)
        facts = {"clause": clauses, "case": result.place, "source": result.source, "flags": ", ".join(result.flags)}
        facts["dialect"] = short_dialect(result.dialect) if result.dialect else ""
        return [[Text(label, "dim"), Text(words)] for label, words in facts.items() if words]

    def known(self, group: view.Group) -> None:
        """Print the divergences of one cause: a line for each case, and the smallest one to reproduce."""
        cause, smallest = group.cause, group.smallest
        count = f"  ({len(group.results)} {'case' if len(group.results) == 1 else 'cases'}, {cause.id})"
        self.console.print(Text.assemble(("KNOWN", _STYLES[Verdict.KNOWN]), " ", (cause.title, "bold"), count))
        self.indented(Text(" ".join(cause.words.split())))
        facts = {
            "clause": view.title(cause.clause, self.clauses),
            "versions": cause.versions,
            "fixed in": cause.fixed_in,
            "link": cause.link,
        }
        self.indented(grid([[Text(label, "dim"), Text(words)] for label, words in facts.items() if words]))
        self.indented(_short_forms(group.results, self.console.width))
        self.indented(Text.assemble(("smallest: ", "dim"), smallest.case, f". {smallest.why}"))
        self.indented(_units(smallest))
        self.reproduction(smallest)

    def reproduction(self, result: Result) -> None:
        """Print the lines flush left and unwrapped: they are there to be copied."""
        self.indented(Text("reproduce with", "dim"))
        self.console.print(Text(result.reproduction.rstrip(), "cyan"), soft_wrap=True)
        self.console.print()


def _verdicts(run: ImplementationRun) -> Table:
    """Return kinds by verdicts."""
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


def _reasons(reasons: Sequence[tuple[str, int]]) -> Table:
    """Return how many cases were not asked, and why: the frequent reasons by themselves, the others together."""
    rows = [(str(count), reason) for reason, count in reasons[:_MOST_REASONS]]
    others = reasons[_MOST_REASONS:]
    if others:
        rows.append((str(sum(count for _, count in others)), f"for {len(others)} other reasons (see --format json)"))
    return grid(rows, right=(0,))


def _mismatches(mismatches: Sequence[Mismatch]) -> Table:
    """Return expected and got, side by side."""
    shown = mismatches[:_MOST_MISMATCHES]
    rows = [[Text(one.asked), Text(one.expected, "green"), Text(one.got, "red")] for one in shown]
    if len(mismatches) > len(shown):
        rows.append([Text(f"and {len(mismatches) - len(shown)} more (see --format json)", "dim"), Text(), Text()])
    return grid(rows, ["asked", "expected", "got"])


def _short_forms(results: Sequence[Result], width: int) -> RenderableType:
    """Return one line for each case with the first thing that differs; two lines where that is too wide."""
    rows = []
    for result in results:
        first = result.mismatches[0] if result.mismatches else Mismatch("answer", "", result.reason)
        more = len(result.mismatches) - 1
        asked = Text.assemble(first.asked, (f" +{more}" if more > 0 else "", "dim"))
        rows.append((Text(result.case), asked, Text(first.expected, "green"), Text(first.got, "yellow")))
    table = grid(rows, ["case", "asked", "expected", "got"])
    if sum(max(cell.cell_len for cell in column) + 2 for column in zip(*rows, strict=True)) <= width:
        return table
    lines: list[RenderableType] = []
    for case, asked, expected, got in rows:
        lines += [case, indented(Text.assemble(asked, ": expected ", expected, ", got ", got))]
    return Group(*lines)


def _units(result: Result) -> Table:
    """Return the input, gold above prediction, tokens below each other."""
    pairs = view.aligned(result.gold, result.pred)
    rows = []
    for gold, pred in pairs[:_MOST_UNITS]:
        rows += [[Text("gold", "dim"), Text(gold)], [Text("pred", "dim"), Text(pred)]]
    if len(pairs) > _MOST_UNITS:
        rows.append([Text(""), Text(f"and {len(pairs) - _MOST_UNITS} more units", "dim")])
    return grid(rows)

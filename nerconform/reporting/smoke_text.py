"""Smoke text: what trivial questions showed."""

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import plain
from nerconform.reporting.layout import grid, indented
from nerconform.results.smoke_result import ImplementationSmoke, Smoke, SmokeVerdict, Trial, TrialState

_STYLES = {
    TrialState.RIGHT: "green",
    TrialState.WRONG: "bold red",
    TrialState.CRASHED: "bold red",
    TrialState.REFUSED: "yellow",
    TrialState.UNSUPPORTED: "dim",
    TrialState.BROKEN: "bold magenta",
}
_VERDICTS = {SmokeVerdict.WORKS: "green", SmokeVerdict.WRONG: "bold red", SmokeVerdict.BROKEN: "bold magenta"}
_MOST_MISMATCHES = 3


def print_smoke(smoke: Smoke, console: Console, *, verbose: bool = False) -> None:
    """Print what became of each question, then one line that says whether harness or metric is to blame."""
    for one in smoke.implementations:
        version = f"  {plain(one.version)}" if one.version else ""
        console.rule(Text.assemble((plain(one.name), "bold"), version), align="left", style="dim")
        if one.trials:
            asked = f"asked in {one.form}{f' ({one.scheme})' if one.scheme else ''}"
            console.print(indented(Text(asked, "dim")))
            before = ["", *(trial.reason for trial in one.trials)]
            rows = [
                _row(*pair, most=None if verbose else _MOST_MISMATCHES)
                for pair in zip(one.trials, before, strict=False)
            ]
            said = any(detail for *_, detail in rows)
            console.print(indented(grid(rows if said else [row[:-1] for row in rows])))
        console.print(Text(verdict_text(one), _VERDICTS[one.verdict]))
        console.print()


def _row(trial: Trial, before: str, most: int | None) -> list[Text]:
    """Return a row; the reason that stands in the row before is not said again."""
    shown = Text("as above", "dim") if trial.reason and trial.reason == before else Text(_detail(trial, most))
    return [Text(trial.state, _STYLES[trial.state]), Text(trial.what), shown]


def _detail(trial: Trial, most: int | None) -> str:
    """Return why, or what differs."""
    if not trial.mismatches:
        return plain(trial.reason)
    shown = [plain(str(one)) for one in trial.mismatches[:most]]
    more = len(trial.mismatches) - len(shown)
    return "\n".join([*shown, *([f"and {more} more"] if more else [])])


def verdict_text(one: ImplementationSmoke) -> str:
    """Return the verdict in words."""
    if one.fault:
        return f"The harness is broken: {plain(one.fault)}"
    broken, wrong = one.count(TrialState.BROKEN), one.count(TrialState.WRONG) + one.count(TrialState.CRASHED)
    if broken:
        return f"The harness is broken: {broken} of {len(one.trials)} questions came to nothing that can be read."
    if one.verdict is SmokeVerdict.BROKEN:
        return "Nothing was answered: does it announce what it takes, and does it refuse everything?"
    if wrong:
        return f"The harness works; the metric is wrong on {wrong} of {len(one.trials)}. `nerconform check` says more."
    return "The harness works, and nothing is wrong so far. `nerconform check` asks the rest."

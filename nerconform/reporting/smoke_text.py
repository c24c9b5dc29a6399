"""Smoke: what trivial questions showed, on a terminal."""

from rich.console import Console
from rich.text import Text

from nerconform.reporting.evaluation_view import plain
from nerconform.reporting.layout import grid, indented
from nerconform.results.smoke_result import Smoke, Smoked, State, Trial, Verdict

_STYLES = {
    State.RIGHT: "green",
    State.WRONG: "bold red",
    State.CRASHED: "bold red",
    State.REFUSED: "yellow",
    State.UNSUPPORTED: "dim",
    State.BROKEN: "bold magenta",
}
_VERDICTS = {Verdict.WORKS: "green", Verdict.WRONG: "bold red", Verdict.BROKEN: "bold magenta"}
_MOST_MISMATCHES = 3


def print_smoke(smoke: Smoke, console: Console) -> None:
    """Print what became of each question, then one line that says whether harness or metric is to blame."""
    for one in smoke.implementations:
        version = f"  {plain(one.version)}" if one.version else ""
        console.rule(Text.assemble((plain(one.name), "bold"), version), align="left", style="dim")
        if one.trials:
            asked = f"asked in {one.form}{f' ({one.scheme})' if one.scheme else ''}"
            console.print(indented(Text(asked, "dim")))
            before = ["", *(trial.reason for trial in one.trials)]
            rows = [_row(*pair) for pair in zip(one.trials, before, strict=False)]
            said = any(detail for *_, detail in rows)
            console.print(indented(grid(rows if said else [row[:-1] for row in rows])))
        console.print(Text(verdict_text(one), _VERDICTS[one.verdict]))
        console.print()


def _row(trial: Trial, before: str) -> list[Text]:
    """Return a row; the reason that stands in the row before is not said again."""
    shown = Text("as above", "dim") if trial.reason and trial.reason == before else Text(_detail(trial))
    return [Text(trial.state, _STYLES[trial.state]), Text(trial.what), shown]


def _detail(trial: Trial) -> str:
    """Return why, or what differs."""
    if not trial.mismatches:
        return plain(trial.reason)
    shown = [f"{one.asked}: expected {one.expected}, got {plain(one.got)}" for one in trial.mismatches]
    more = [f"and {len(shown) - _MOST_MISMATCHES} more"] if len(shown) > _MOST_MISMATCHES else []
    return "\n".join(shown[:_MOST_MISMATCHES] + more)


def verdict_text(one: Smoked) -> str:
    """Return the verdict in words."""
    if one.fault:
        return f"The harness is broken: {plain(one.fault)}"
    broken, wrong = one.count(State.BROKEN), one.count(State.WRONG) + one.count(State.CRASHED)
    if broken:
        return f"The harness is broken: {broken} of {len(one.trials)} questions came to nothing that can be read."
    if one.verdict is Verdict.BROKEN:
        return "Nothing was answered: does it announce what it takes, and does it refuse everything?"
    if wrong:
        return f"The harness works; the metric is wrong on {wrong} of {len(one.trials)}. `nerconform check` says more."
    return "The harness works, and nothing is wrong so far. `nerconform check` asks the rest."

"""Smoke text: what trivial questions showed."""

import shlex

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, passing, plain
from nerconform.reporting.layout import ScreenLine, folded, grid, indented, print_lines
from nerconform.results.smoke_result import ImplementationSmoke, Smoke, SmokeVerdict, Trial, TrialState

_STYLES = {
    TrialState.RIGHT: "green",
    TrialState.WRONG: "bold red",
    TrialState.CRASHED: "bold red",
    TrialState.REFUSED: "yellow",
    TrialState.UNSUPPORTED: "dim",
    TrialState.BROKEN: "bold magenta",
}
_STATES = {TrialState.REFUSED: "error for", TrialState.WRONG: "wrong for", TrialState.CRASHED: "crash for"}
_MOST_VERDICT = 6
_MOST_TRIALS, _MOST_REASON = 7, 2
_VERDICTS = {SmokeVerdict.WORKS: "green", SmokeVerdict.WRONG: "bold red", SmokeVerdict.BROKEN: "bold magenta"}


def print_smoke(smoke: Smoke, console: Console) -> None:
    """Print what became of each question, then one line that says whether harness or metric is to blame."""
    for one in smoke.implementations:
        version = f"  {plain(one.version)}" if one.version else ""
        console.rule(Text.assemble((plain(one.name), "bold"), version), align="left", style="dim")
        if one.trials:
            console.print(indented(Text(_asked(one), "dim")))
            before = ["", *(trial.reason for trial in one.trials)]
            rows = [_row(*pair) for pair in zip(one.trials, before, strict=False)]
            said = any(detail for *_, detail in rows)
            console.print(indented(grid(rows if said else [row[:-1] for row in rows])))
        console.print(Text(verdict_text(one), _VERDICTS[one.verdict]))
        console.print()


def _asked(one: ImplementationSmoke) -> str:
    return f"asked in {plain(one.form)}{f' ({plain(one.scheme)})' if one.scheme else ''}"


def _row(trial: Trial, before: str) -> list[Text]:
    """Return a row; the reason that stands in the row before is not said again."""
    shown = Text("as above", "dim") if trial.reason and trial.reason == before else Text(_detail(trial))
    return [Text(trial.state, _STYLES[trial.state]), Text(trial.what), shown]


def _detail(trial: Trial) -> str:
    """Return why, or what differs."""
    return "\n".join(plain(str(one)) for one in trial.mismatches) or plain(trial.reason)


def print_screen(smoke: Smoke, console: Console) -> None:
    """Print the verdict on each implementation, then each question in a line."""
    print_lines(screen(smoke), console)


def screen(smoke: Smoke) -> list[ScreenLine]:
    """Return the lines of the first screen: a verdict on each implementation, and the questions that were not right."""
    lines = [_overall(smoke)] if len(smoke.implementations) > 1 else []
    for one in smoke.implementations:
        version = f" ({plain(one.version)})" if one.version else ""
        verdict = verdict_text(one)
        text = folded(f"{plain(one.name)}{version}: {verdict[:1].lower()}{verdict[1:]}", most=_MOST_VERDICT)
        lines += [ScreenLine(line, _VERDICTS[one.verdict]) for line in text]
        lines += _trials(one)
    return [*lines, ScreenLine("more: --verbose", "dim")]


def _overall(smoke: Smoke) -> ScreenLine:
    """Return the verdict on all implementations together."""
    number = len(smoke.implementations)
    passed = sum(one.verdict is SmokeVerdict.WORKS for one in smoke.implementations)
    note = "; an error instead of a score does not fail this quick test" if passed == number else ""
    style = _VERDICTS[SmokeVerdict.WORKS if passed == number else SmokeVerdict.WRONG]
    return ScreenLine(f"{passing(passed, number)} (exit {smoke.status}){note}", style)


def _trials(one: ImplementationSmoke) -> list[ScreenLine]:
    """Return each question that was not answered right; a reason is said once, in a few lines."""
    lines, said = [], ""
    for trial in [trial for trial in one.trials if trial.state is not TrialState.RIGHT][:_MOST_TRIALS]:
        first = plain(str(trial.mismatches[0])) if trial.mismatches else plain(trial.reason)
        reason = "as above" if first and first == said else first
        text = f"  {_STATES.get(trial.state, trial.state)} {plain(trial.what)}{f': {reason}' if reason else ''}"
        lines += [ScreenLine(line, _STYLES[trial.state]) for line in folded(text, "    ", most=_MOST_REASON)]
        said = first
    return lines


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
    refused = one.count(TrialState.REFUSED)
    errors = f"; {refused} of them raised an error instead" if refused else ""
    asked = len(one.trials)
    more = f"`nerconform check {plain(shlex.quote(one.name))}` asks the rest."
    return f"Passes: no wrong score on {counted(asked, 'trivial question')}{errors}. {more}"

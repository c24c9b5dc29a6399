"""Changes between two runs: as text, and as Markdown for a pull request."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import markdown_parts
from nerconform.reporting.layout import LINES, ScreenLine, folded, indented, print_lines, shortened
from nerconform.reporting.markdown_parts import code, rows
from nerconform.results.run import WORSE, CaseAnswer, CaseChange, Changes, ImplementationChange, Turn

_MOST_CASES = 40
"""At most 40 cases of an implementation are named in Markdown."""
_WORDS = {
    Turn.NEW: "wrong, and was not",
    Turn.CHANGED: "wrong in another way",
    Turn.EXPLAINED: "known now",
    Turn.GONE: "not wrong any more",
    Turn.OTHER: "judged otherwise, and not wrong",
}
_STYLES = {
    Turn.NEW: "bold red",
    Turn.CHANGED: "bold red",
    Turn.EXPLAINED: "yellow",
    Turn.GONE: "green",
    Turn.OTHER: "dim",
}


EXIT = {
    True: "Exit status 0: nothing is wrong that was not wrong in the same way.",
    False: "Exit status 1: something is wrong that was not, or not in the same way.",
}
"""What the exit status means where a run is held against another."""


def sentence(found: Changes) -> str:
    """Return the whole in one sentence."""
    kept = sum(one.kept for one in found.implementations)
    turns = [f"{found.count(turn)} {_WORDS[turn]}" for turn in Turn if found.count(turn)]
    are = "is" if found.worse == 1 else "are"
    head = f"{counted(found.worse, 'case')} {are} newly wrong" if found.worse else "Nothing new is wrong"
    alone = sum(not (one.version_before and one.version_after) for one in found.implementations)
    parts = [*turns, *([f"{kept} wrong as before"] if kept else [])]
    parts += [f"{counted(alone, 'implementation')} in one of the runs alone"] if alone else []
    return f"{head}{': ' if parts else ', and nothing has changed'}{', '.join(parts)}."


def print_changes(found: Changes, console: Console) -> None:
    """Print what changed in each implementation, then the whole in a sentence."""
    for one in _changed(found):
        console.print(Text.assemble((plain(one.name), "bold"), f"  {plain(_versions(one))}"))
        for turn in Turn:
            mine = [change for change in one.changes if change.turn is turn]
            if mine:
                console.print(indented(Text(f"{_WORDS[turn]} ({len(mine)})", _STYLES[turn])))
            for change in mine:
                console.print(indented(Text(_line(change)), 4))
    console.print(Text(sentence(found), _style(found)))
    console.print(Text(EXIT[not found.worse], "dim"))


def print_screen(found: Changes, console: Console) -> None:
    """Print the whole in a sentence, then the cases that changed, what is newly wrong first."""
    print_lines(screen(found), console)


def screen(found: Changes) -> list[ScreenLine]:
    """Return the lines of the first screen."""
    lines = [ScreenLine(line, _style(found)) for line in folded(sentence(found), most=3)]
    end = [ScreenLine("more: --verbose", "dim"), ScreenLine(EXIT[not found.worse], "dim")]
    changed = list(_changed(found))
    rows: list[ScreenLine] = []
    for one in changed:
        rows.append(ScreenLine(shortened(f"{plain(one.name)}  {plain(_versions(one))}"), "bold"))
        for change in sorted(one.changes, key=_urgency):
            head = f"  {_WORDS[change.turn]}: "
            text = folded(f"{head}{_line(change)}", "    ", most=2)
            rows += [ScreenLine(line, _STYLES[change.turn]) for line in text]
    room = LINES - len(lines) - len(end)
    if len(rows) > room:
        rows = [
            *rows[: room - 1],
            ScreenLine(f"and {counted(len(rows) - room + 1, 'line')} more with --verbose", "dim"),
        ]
    return [*lines, *rows, *end]


def _changed(found: Changes) -> Iterator[ImplementationChange]:
    """Yield what changed, the implementations with what is newly wrong first."""
    kept = [one for one in found.implementations if one.changes or one.version_before != one.version_after]
    yield from sorted(kept, key=lambda one: not any(change.turn in WORSE for change in one.changes))


def _style(found: Changes) -> str:
    return "bold red" if found.worse else "green"


def _urgency(change: CaseChange) -> tuple[bool, int]:
    return change.turn not in WORSE, list(Turn).index(change.turn)


def _verdict(answer: CaseAnswer | None) -> str:
    """Return the verdict of one run, or that the run does not hold the case."""
    return str(answer.verdict) if answer else "not asked"


def _versions(one: ImplementationChange) -> str:
    """Return the versions of both runs, once where they are one."""
    if not one.version_before:
        return f"{one.version_after}, not in the first run"
    if not one.version_after:
        return f"{one.version_before}, not in the second run"
    return (
        one.version_after if one.version_before == one.version_after else f"{one.version_before} → {one.version_after}"
    )


def _line(change: CaseChange) -> str:
    """Return one case in a line: the verdicts, and what came."""
    before, after = (_verdict(answer) for answer in (change.before, change.after))
    verdicts = after if before == after else f"{before} → {after}"
    causes = dict.fromkeys(one.cause for one in (change.before, change.after) if one and one.cause)
    got = str(change.after or "") or str(change.before or "")
    return plain(" ".join(filter(None, (change.case, f"[{change.clause}]", f"{verdicts};", " → ".join(causes), got))))


def render(found: Changes) -> str:
    """Return the changes as Markdown, short enough for a pull request."""
    lines = ["## What changed between two runs", "", f"**{sentence(found)}**", ""]
    for one in found.implementations:
        if not one.changes and one.version_before == one.version_after:
            continue
        lines += [f"### {code(one.name)}", "", f"{code(_versions(one))}", ""]
        shown = sorted(one.changes, key=_urgency)
        body = (
            [
                str(change.turn),
                code(change.case),
                change.clause,
                _verdict(change.before),
                _verdict(change.after),
                code(str(change.after or "")),
            ]
            for change in shown[:_MOST_CASES]
        )
        lines += rows(["", "case", "clause", "before", "after", "how"], body) if shown else []
        lines += [f"And {len(shown) - _MOST_CASES} more.", ""] if len(shown) > _MOST_CASES else []
    return markdown_parts.text(lines)

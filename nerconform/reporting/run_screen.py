"""Run screen: the first screen of a run: what is wrong, why, and where to read on, in at most `LINES` lines each."""

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import run_view as view
from nerconform.reporting.layout import grid, shortened
from nerconform.results.run import ImplementationRun, Level, Run, Verdict

LINES = 25
"""The most lines that one library, or one metric, takes."""
_WIDTH = 80
_MOST_FINDINGS = 6
_MOST_REASON = 3
_MOST_MODES = 6
_MOST_ANSWERS = 2
_Block = Sequence[ImplementationRun]


def print_screen(run: Run, console: Console, *, is_held: bool = False) -> None:
    """Print the verdict on each library or metric. `is_held`: what changed against a baseline is printed after it."""
    blocks = [list(group) for _, group in groupby(run.implementations, _subject)]
    claimed = [line for text in view.claim_lines(run) for line in textwrap.wrap(text, _WIDTH, subsequent_indent="    ")]
    answers = [*_surprise(run), *claimed]
    for number, block in enumerate(blocks):
        if number:
            console.print()
        _print_block(block, console, LINES - 2 - len(answers))
    for line in answers:
        console.print(Text(line))
    more = [*_explained_by(run), "--verbose", "--output report.html"]
    console.print(Text(f"more: {', '.join(more)}", "dim"))
    if not is_held:
        console.print(Text(f"exit {run.status}: {view.exit_words(run)}", "dim"))


def _subject(run: ImplementationRun) -> tuple[str, str]:
    """Return what the modes of one library have in common; a metric of somebody's own is by itself."""
    return (run.name if run.calling or run.source else run.name.partition(":")[0], run.version)


def _print_block(block: _Block, console: Console, room: int) -> None:
    """Print the verdict, the table and the reasons, and as many findings as there is room for."""
    first = block[0]
    is_library = not (first.calling or first.source)
    name = first.version if is_library else first.name
    style = "bold red" if any(not one.passed for one in block) else "bold" if _has(block, Verdict.KNOWN) else "green"
    head = textwrap.wrap(f"{plain(name)}: {view.verdict(block)}", _WIDTH, subsequent_indent="  ")
    for line in head:
        console.print(Text(line, style))
    console.print(_table(block, is_library=is_library))
    declared, wrong = list(_declared(block)), list(_first_wrong(block))
    called = [shortened(plain(first.calling), _WIDTH)] if first.calling else []
    room -= len(head) + 1 + min(len(block), _MOST_MODES + 1) + len(declared) + len(wrong) + len(called)
    for line in _why(block, room):
        console.print(Text(line, "yellow"))
        room -= 1
    for line in (*declared, *wrong, *called):
        console.print(Text(line))
    findings = _findings(block)
    most = min(_MOST_FINDINGS, room - 1)
    if findings and most > 0:
        console.print(Text(f"known defects that cause them, worst first{_of(len(findings), most)}", "dim"))
        for impact, title in findings[:most]:
            console.print(Text.assemble((f"  {impact:<13}", "yellow"), shortened(plain(title), _WIDTH - 15)))


def _why(block: _Block, room: int) -> list[str]:
    """Return why answers are wrong, in whole sentences, as many as there is room for."""
    lines: list[str] = []
    for one in block:
        for text in view.why_lines(one):
            wrapped = textwrap.wrap(plain(text), _WIDTH, subsequent_indent="    ")
            if len(lines) + len(wrapped) > room:
                return [*lines[: room - 1], "  (more with --verbose)"] if room > 0 else []
            lines += wrapped
    return lines


def _declared(block: _Block) -> Iterator[str]:
    """Yield for each dialect the choices that depart from the standard reading; these are not counted as wrong."""
    found = {one.dialect: one for one in block if one.departures}
    for dialect, one in found.items():
        choices = ", ".join(f"{choice.axis}:{choice.option}" for choice in one.departures)
        yield shortened(f"by declaration {plain(dialect)} is {one.standard} with {plain(choices)}", _WIDTH)


def _of(number: int, most: int) -> str:
    return f" ({most} of {number})" if number > most else ""


def _has(block: _Block, verdict: Verdict) -> bool:
    return any(one.count(verdict) for one in block)


def _table(block: _Block, *, is_library: bool) -> object:
    """Return for each mode how many of the answers are wrong in each level, and by which rule it is judged."""
    rows = []
    for one in block[:_MOST_MODES]:
        mode = one.name.partition(":")[2] or one.name if is_library else "wrong answers"
        rows.append([plain(mode), *(_share(one, level) for level in Level), shortened(plain(one.dialect), 20)])
    if len(block) > _MOST_MODES:
        rows.append([f"and {len(block) - _MOST_MODES} more modes", *[""] * (len(Level) + 1)])
    head = "wrong answers in mode" if is_library else ""
    return grid(rows, [head, *(view.LEVELS[level] for level in Level), "held to"], right=(1, 2, 3))


def _share(run: ImplementationRun, level: Level) -> str:
    wrong, asked = view.shares(run, level)
    return f"{wrong} of {asked}" if asked else "not asked"


def _first_wrong(block: _Block) -> Iterator[str]:
    """Yield the smallest wrong answer of the first level that has one and is not known."""
    for one in block:
        wrong = view.wrong(one)
        if not wrong:
            continue
        level = wrong[0].level
        found = min((result for result in wrong if result.level is level), key=view.size)
        yield from textwrap.wrap(
            f"smallest wrong answer ({found.case}): {plain(found.why)}", _WIDTH, subsequent_indent="  "
        )[:_MOST_REASON]
        for gold, pred in view.input_lines(found.gold, found.pred)[:2]:
            yield shortened(f"  gold       {plain(gold)}", _WIDTH)
            yield shortened(f"  predicted  {plain(pred)}", _WIDTH)
        first = view.first_mismatch(found)
        if first.expected:
            yield shortened(f"  {first.asked}: expected {first.expected}, got {plain(first.got)}", _WIDTH)
        else:
            yield shortened(f"  {first.asked}: {plain(first.got)}", _WIDTH)
        return


def _findings(block: _Block) -> list[tuple[str, str]]:
    """Return impact and title of each known cause, worst first, each once."""
    found: dict[str, tuple[str, str]] = {}
    sizes: Counter[str] = Counter()
    for one in block:
        for group in view.known(one):
            level = min(map(view.importance, group.results))
            impact = group.cause.impact or view.LEVELS[list(Level)[level]]
            found.setdefault(group.cause.id, (impact, group.cause.title))
            sizes[group.cause.id] += len(group.results)
    return [found[name] for name in sorted(found, key=lambda name: (view.IMPACTS.index(found[name][0]), -sizes[name]))]


def _surprise(run: Run) -> list[str]:
    """Return the worked example with the most right spans to which sound rules give different F1, in three lines."""
    cases = view.differing(run, distinct=True)
    if not cases:
        return []
    found = max(cases, key=lambda case: sum(int(answer.numbers[0] or 0) for answer in case.answers))
    lines = ["", f"same predictions, different F1, both right ({found.case})"]
    for answer in found.answers:
        tp, fp, fn, _, _, f1 = answer.numbers
        counts = f"{tp} correct, {counted(int(fp), 'false positive')}, {fn} missed"
        policy = next((choice for choice in answer.choices.split(", ") if choice.startswith("policy:")), answer.choices)
        names = f"{', '.join(answer.names)} ({policy})" if policy else ", ".join(answer.names)
        lines += textwrap.wrap(f"  F1 {f1:<6} {counts}: {names}", _WIDTH, subsequent_indent=" " * 12)[:2]
    return lines[: 2 + 2 * _MOST_ANSWERS]


def _explained_by(run: Run) -> list[str]:
    """Return the command that explains the known defects of the libraries."""
    names = {one.name.partition(":")[0] for one in run.implementations if one.count(Verdict.KNOWN) and not one.calling}
    return [f"nerconform explain {name}" for name in sorted(names)[:3]]

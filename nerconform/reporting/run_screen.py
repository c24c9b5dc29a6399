"""Run screen: the first screen of a run: what is wrong, why, and where to read on, in at most `LINES` lines each."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console

from nerconform.base.plain_text import counted, passing, plain
from nerconform.reporting import run_view as view
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, columns, fitted, folded, print_lines, shortened
from nerconform.reporting.paper_words import measure_words
from nerconform.results.context import MeasureParts
from nerconform.results.run import BAD, ImplementationRun, Level, Run, Verdict

_MOST_HEAD, _MOST_NAME = 3, 100
_MOST_REASON = 3
_MOST_MODES = 6
_MOST_SENTENCES = 2
_MOST_ANSWERS = 2
_FEWEST = 10
"""The lines that each of several libraries has, whatever their number; more where a cause needs them."""
_WIDE_NAME, _WIDE_DIALECT = 24, 30
_WHAT_LEVELS_ARE = "illegal tags: such as predicted O I-PER in IOB2; bad input: such as a tag None"
_RULES_ELSEWHERE = "judged by the rules (dialect) that --verbose names"
_Block = Sequence[ImplementationRun]


def print_screen(run: Run, console: Console, *, is_held: bool = False) -> None:
    """Print the verdict on each library or metric. `is_held`: what changed against a baseline is printed after it."""
    print_lines(screen(run, is_held=is_held), console)


def screen(run: Run, *, is_held: bool = False) -> list[ScreenLine]:
    """Return the lines: the verdict, a block for each library or metric, the surprise, and where to read on.

    What is held against another run has no verdict of its own.
    """
    blocks = [list(group) for _, group in groupby(run.implementations, _subject)]
    alone = len(blocks) == 1
    is_wrong = any(view.shares(one, level)[0] for one in run.implementations for level in Level)
    meant = [ScreenLine(_WHAT_LEVELS_ARE, "dim")] if is_wrong else []
    end = [*(_surprise(run) if alone else []), *meant, ScreenLine(f"more: {_more(run)}", "dim")]
    lines = [] if is_held or (alone and not run.claim) else _overall(run, blocks)
    judges = not (is_held or run.claim)
    room = LINES - len(end) - len(lines)
    each = room if alone else max((room - len(blocks) + 1) // max(len(blocks), 1), _FEWEST)
    most = max(each, room - 1)  # below the blank line before it
    for number, block in enumerate(blocks):
        lines += [ScreenLine("")] if number else []
        name = shortened(_name(block), _MOST_NAME)
        exits = f" (exit {run.status})" if alone else ""
        sentence = f"{name}{_verdict(block, exits)}" if judges else f"{name}: {view.verdict(block)}"
        lines += _lines(block, (each, most), sentence, has_rules=alone)
    return [*lines, *end]


def _subject(run: ImplementationRun) -> tuple[str, str]:
    """Return what the modes of one library have in common; a metric of somebody's own is by itself."""
    return (run.name if run.calling or run.source else run.name.partition(":")[0], run.version)


def _is_library(block: _Block) -> bool:
    return not (block[0].calling or block[0].source)


def _name(block: _Block) -> str:
    """Return what a metric is called, or a library with its version, which begins with its name, or should."""
    (name, version), is_library = (block[0].name, block[0].version), _is_library(block)
    if is_library and not version.startswith(name.partition(":")[0]):
        return f"{name if len(block) == 1 else name.partition(':')[0]} ({version})"
    return version if is_library else name


def _overall(run: Run, blocks: Sequence[_Block]) -> list[ScreenLine]:
    """Return the verdict on all libraries and metrics together, or whether they keep the claim that was checked."""
    style = "green" if run.passed else "bold red"
    if run.claim:
        first = ScreenLine(f"the claim is {'' if run.passed else 'not '}kept (exit {run.status})", style)
        return [first, *(ScreenLine(line) for text in view.claim_lines(run) for line in folded(text, "    "))]
    failed = sum(any(not one.passed for one in block) for block in blocks)
    number = len(blocks)
    if not number:
        return [ScreenLine(f"nothing was checked (exit {run.status})", style)]
    news = ": no wrong answer is new" if any(_has(block, Verdict.KNOWN) for block in blocks) and not failed else ""
    return [ScreenLine(f"{passing(number - failed, number)} (exit {run.status}){news}", style)]


def _verdict(block: _Block, exits: str) -> str:
    """Return whether a metric, or a library with its modes, passes, and how many of its answers are wrong."""
    found = [(view.shares(one, level), one, level) for one in block for level in Level]
    asked, wrong = (sum(share[index] for share, _, _ in found) for index in (1, 0))
    required = [(share, one, level) for share, one, level in found if level in one.levels]
    due, lost = (sum(share[index] for share, _, _ in required) for index in (1, 0))
    new = sum(one.count(verdict, level) for _, one, level in required for verdict in BAD)
    if not asked:
        return f": no case was asked{exits}"
    if new:
        known = f"; {lost - new} more {_are(lost - new)} wrong by known defects" if lost > new else ""
        return f" fails{exits}: {new} of {due} {'required ' if due < asked else ''}answers {_are(new)} wrong{known}"
    if not wrong:
        return f" passes{exits}: {f'all {asked} answers are' if asked > 1 else 'its answer is'} right"
    if not due:
        few = "its answer is wrong, but it is not required"
        many = f"none of the {counted(asked, 'answer')} is required, {wrong} {_are(wrong)} wrong"
        return f" passes{exits}: {many if asked > 1 else few}"
    if not lost:
        return f" passes{exits}: {f'all {due} required answers are' if due > 1 else 'its required answer is'} right"
    wrong_ones = f"{lost} of {due} {'required ' if due < asked else ''}answers {_are(lost)} wrong"
    news = " it has no new defect;" if exits else ""
    return f" passes{exits}:{news} {wrong_ones}, {'by a known defect' if lost == 1 else 'all by known defects'}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _lines(block: _Block, rooms: tuple[int, int], sentence: str, *, has_rules: bool) -> list[ScreenLine]:
    """Return the verdict, the table, why answers are wrong and the smallest of them, and the known causes.

    `rooms` are the lines to take, and the most to take where the first cause and the smallest answer need more.
    """
    first = block[0]
    style = "bold red" if any(not one.passed for one in block) else "bold" if _has(block, Verdict.KNOWN) else "green"
    lines = [ScreenLine(line, style) for line in folded(sentence, most=_MOST_HEAD)]
    lines += map(ScreenLine, _table(block))
    room, most = (number - len(lines) for number in rooms)
    declared = [ScreenLine(line) for line in _declared(block)][:room] if has_rules else []
    called = [ScreenLine(line) for line in folded(first.calling)[: max(most - len(declared), 0)][:1]]
    room, most = (number - len(declared) - len(called) for number in (room, most))
    reasons = _reasons(block)
    needed = sum(len(folded(text, "    ")) for text in reasons[0]) + (len(reasons) > 1) if reasons else 0
    wrong = [ScreenLine(line) for line in _first_wrong(block)]
    room = min(max(room, needed + len(wrong)), most)
    wrong = wrong if needed + len(wrong) <= room else []
    why = [ScreenLine(line, "yellow") for line in _why(reasons, room - len(wrong))]
    found = _findings(block, room - len(wrong) - len(why))
    return [*lines, *declared, *why, *wrong, *called, *found]


def _reasons(block: _Block) -> list[list[str]]:
    """Return why answers are wrong, in whole sentences; a heading is together with the sentence below it."""
    reasons: list[list[str]] = []
    for text in (text for one in block for text in view.why_lines(one, brief=True)):
        if reasons and reasons[-1][-1].endswith(":"):
            reasons[-1].append(text)
        else:
            reasons.append([text])
    return reasons


def _why(reasons: Sequence[Sequence[str]], room: int) -> list[str]:
    """Return as many of the reasons as there is room for, and how many are left; the first one may be cut."""
    lines: list[str] = []
    for number, (*heads, text) in enumerate(reasons):
        left = len(reasons) - number - 1
        above = [line for head in heads for line in folded(head, "    ")]
        free = room - len(lines) - len(above) - (left > 0)
        below = folded(text, "    ", most=None if lines else free)
        if not below or len(below) > free:
            rest = f"  and {counted(left + 1, 'more sentence')} on why answers are wrong: --verbose"
            return [*lines, rest][: max(room, 0)]
        lines += [*above, *below]
    return lines


def _declared(block: _Block) -> list[str]:
    """Return by which rules answers are judged, and how to read them; what these rules do is not counted as wrong."""
    found = {one.dialect: one for one in block if one.dialect}
    if any(one.call for one in block):
        documented = [name for name, one in found.items() if one.departures]
        said = "judged by the rules that it documents: nerconform explain"
        return [f"{said} {shortened(min(documented, key=len), WIDTH - len(said) - 1)}"] if documented else []
    if len(found) != 1:
        return []
    ((dialect, one),) = found.items()
    differs = f", which differ from {one.standard} in {len(one.departures)}" if one.departures else ""
    read = f"nerconform explain {shlex.quote(plain(dialect))}"
    is_own = "nerconform's own scorer, " if one.name.startswith("reference:") else ""
    lines = folded(f"{is_own}judged by the rules (dialect) {plain(dialect)}{differs}: {read}")
    return lines if max(map(cell_len, (dialect, one.standard))) <= _WIDE_DIALECT else [_RULES_ELSEWHERE]


def _has(block: _Block, verdict: Verdict) -> bool:
    return any(one.count(verdict) for one in block)


def _table(block: _Block) -> list[str]:
    """Return for each mode how many of the answers are wrong in each level, and how it is called.

    Where nobody has said how it is called, by which rules it is judged, if these differ.
    """
    is_library, called = _is_library(block), any(one.call for one in block)
    differ = len({one.dialect for one in block}) > 1
    rows = []
    for one in block[:_MOST_MODES]:
        mode = one.name.partition(":")[2] or one.name if is_library else "of the metric"
        last = one.call if called else one.dialect if differ else ""
        rows.append(
            [shortened(mode, _WIDE_NAME), *(_share(one, level) for level in Level), fitted(last, _WIDE_DIALECT)]
        )
    if len(block) > _MOST_MODES:
        rows.append([f"and {len(block) - _MOST_MODES} more modes", *[""] * (len(Level) + 1)])
    last = "called with" if called else "by the rules of" if differ else ""
    required = [all(level in one.levels for one in block) for level in Level]
    heads = [f"{view.LEVELS[level]}{'' if is_due else '*'}" for level, is_due in zip(Level, required, strict=True)]
    lines = columns(rows, ["wrong answers", *heads, last], right=(1, 2, 3))
    return lines if all(required) else [f"{lines[0]}  (*: not required)", *lines[1:]]


def _share(run: ImplementationRun, level: Level) -> str:
    wrong, asked = view.shares(run, level)
    return f"{wrong} of {asked}" if asked else "not asked"


def _first_wrong(block: _Block) -> Iterator[str]:
    """Yield the smallest wrong answer of the first level that has one and is not known.

    If a cause explains this answer, the reason of the case is left out: it names a mistake of its own.
    """
    for one in block:
        wrong = view.wrong(one)
        if not wrong:
            continue
        level = wrong[0].level
        found = min((result for result in wrong if result.level is level), key=view.size)
        why = folded(f"smallest wrong answer: {found.why} [{found.case}]")
        is_told = any(each.causes and found.case in each.cases for each in one.diagnosis)
        if is_told or len(why) > _MOST_REASON:
            why = [shortened(f"smallest wrong answer, in the test case {found.case}:")]
        yield from why
        pairs = view.input_lines(found.gold, found.pred)
        for gold, pred in pairs[:_MOST_SENTENCES]:
            yield fitted(f"  gold       {gold}")
            yield fitted(f"  predicted  {pred}")
        if len(pairs) > _MOST_SENTENCES:
            yield f"  and {counted(len(pairs) - _MOST_SENTENCES, 'more sentence')}"
        first = view.first_mismatch(found)
        got = f"expected {first.expected}, got {first.got}" if first.expected else first.got
        asked = measure_words(first.asked) if MeasureParts.of(first.asked).scope else first.asked
        yield fitted(f"  {asked}: {got}")
        return


def _findings(block: _Block, room: int) -> list[ScreenLine]:
    """Return the known causes with the wrong answers of each, as many as there is room for, the worst level first."""
    answers: Counter[tuple[int, str]] = Counter()
    titles: dict[str, str] = {}
    for one in block:
        for group in view.known(one):
            titles.setdefault(group.cause.id, group.cause.title)
            answers.update((view.importance(result), group.cause.id) for result in group.results)
    names = sorted(answers, key=lambda name: (name[0], -answers[name]))
    rows = {}
    for level, name in names:
        head = f"  {view.LEVELS[list(Level)[level]]:<13}{answers[level, name]:>7}  "
        rows[level, name] = folded(f"{head}{titles[name]}", " " * len(head))
    first = {level: (level, name) for level, name in reversed(names)}
    shown: set[tuple[int, str]] = set()
    for row in [*sorted(first.values()), *names]:  # the most frequent of each level before the second of any
        wanted = {*shown, row}
        if sum(len(rows[one]) for one in wanted) + 1 + (len(wanted) < len(names)) > room:
            break
        shown = wanted
    lines = [ScreenLine(line) for row in names if row in shown for line in rows[row]]
    if not lines:
        return []
    others = set(names) - shown
    if others:
        left = counted(len({name for _, name in others} - {name for _, name in shown}), "more defect")
        lines.append(ScreenLine(f"  {'others':<13}{sum(answers[one] for one in others):>7}  {left}: --verbose", "dim"))
    return [ScreenLine(f"  {'concerns':<13}answers  known defect", "dim"), *lines]


def _surprise(run: Run) -> list[ScreenLine]:
    """Return the worked example with the most right spans to which sound rules give different F1, in a few lines."""
    cases = view.differing(run, distinct=True)
    if not cases:
        return []
    found = max(cases, key=lambda case: sum(_whole(answer.numbers[0]) for answer in case.answers))
    lines = ["", "same predictions, different F1: no defect, each is right by its own rule"]
    lines += _whole_sentences(found.why)
    for answer in found.answers[:_MOST_ANSWERS]:
        tp, fp, fn, _, _, f1 = answer.numbers
        counts = f"{tp} correct, {counted(_whole(fp), 'false positive')}, {fn} missed"
        names = [name.partition(":")[2] or name for name in answer.names]
        lines += folded(f"  F1 {f1:<6} {counts}: {', '.join(names)}", " " * 12, most=2)
    return [ScreenLine(shortened(line)) for line in lines]


def _whole_sentences(text: str) -> list[str]:
    """Return as many sentences as there is room for, in lines."""
    sentences = re.split(r"(?<=\.) ", text)
    for number in range(len(sentences), 1, -1):
        lines = folded(f"  {' '.join(sentences[:number])}", "  ")
        if len(lines) <= _MOST_REASON:
            return lines
    return folded(f"  {sentences[0]}", "  ", most=_MOST_REASON)


def _whole(text: str) -> int:
    """Return a count; 0 for what is none."""
    return int(text) if text.isdecimal() else 0


def _more(run: Run) -> str:
    """Return the commands and options that show more, on one line; without an id that is too long for it."""
    names = {one.name.partition(":")[0] for one in run.implementations if one.count(Verdict.KNOWN) and not one.calling}
    causes = [cause.id for one in run.implementations for found in one.diagnosis for cause in found.causes]
    topic = min(names) if len(names) == 1 else "LIBRARY" if names else causes[0] if causes else ""
    options = "--verbose, --output report.html"
    whole = f"nerconform explain {plain(topic)}, {options}"
    return whole if topic and cell_len(f"more: {whole}") <= WIDTH else options

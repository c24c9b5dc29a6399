"""Run screen: the first screen of a run: what is wrong, why, and where to read on, in at most `LINES` lines each."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console

from nerconform.base.plain_text import counted
from nerconform.reporting import run_view as view
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, columns, folded, print_lines, shortened
from nerconform.results.run import ImplementationRun, Level, Run, Verdict

_MOST_HEAD = 3
_MOST_REASON = 3
_MOST_MODES = 6
_MOST_ANSWERS = 2
_MOST_DECLARED = 2
_WIDE_NAME = 24
_WHAT_LEVELS_ARE = "illegal tags: such as I-PER after O in IOB2; bad input: such as None for a tag"
_Block = Sequence[ImplementationRun]


def print_screen(run: Run, console: Console, *, is_held: bool = False) -> None:
    """Print the verdict on each library or metric. `is_held`: what changed against a baseline is printed after it."""
    print_lines(screen(run, is_held=is_held), console)


def screen(run: Run, *, is_held: bool = False) -> list[ScreenLine]:
    """Return the lines: a block for each library or metric, then the surprise, and where to read on."""
    blocks = [list(group) for _, group in groupby(run.implementations, _subject)]
    meant = [ScreenLine(_WHAT_LEVELS_ARE, "dim")] if _has(run.implementations, Verdict.KNOWN) else []
    claimed = [ScreenLine(line) for text in view.claim_lines(run) for line in folded(text, "    ")]
    end = [*_surprise(run), *claimed, *meant, ScreenLine(shortened(f"more: {', '.join(_more(run))}"), "dim")]
    end += [] if is_held else [ScreenLine(f"exit {run.status}: {view.exit_words(run)}", "dim")]
    lines: list[ScreenLine] = []
    for block in blocks:
        lines += [ScreenLine("")] if lines else []
        lines += _lines(block, LINES - len(end) - 1)
    return [*lines, *end]


def _subject(run: ImplementationRun) -> tuple[str, str]:
    """Return what the modes of one library have in common; a metric of somebody's own is by itself."""
    return (run.name if run.calling or run.source else run.name.partition(":")[0], run.version)


def _lines(block: _Block, room: int) -> list[ScreenLine]:
    """Return the verdict, the table, why answers are wrong and the smallest of them, and the known causes."""
    first = block[0]
    is_library = not (first.calling or first.source)
    style = "bold red" if any(not one.passed for one in block) else "bold" if _has(block, Verdict.KNOWN) else "green"
    sentence = f"{first.version if is_library else first.name}: {view.verdict(block)}"
    lines = [ScreenLine(line, style) for line in folded(sentence, most=_MOST_HEAD)]
    lines += map(ScreenLine, _table(block, is_library=is_library))
    room -= len(lines)
    wrong = [ScreenLine(line) for line in _first_wrong(block)][:room]
    room -= len(wrong)
    called = [ScreenLine(shortened(first.calling))][:room] if first.calling else []
    declared = [ScreenLine(line) for line in _declared(block)][: room - len(called)]
    why = [ScreenLine(line, "yellow") for line in _why(block, room - len(called) - len(declared))]
    found = _findings(block, room - len(called) - len(declared) - len(why))
    return [*lines, *why, *declared, *wrong, *called, *found]


def _why(block: _Block, room: int) -> list[str]:
    """Return why answers are wrong, in whole sentences, as many as there is room for."""
    lines: list[str] = []
    for text in (text for one in block for text in view.why_lines(one, brief=True)):
        more = folded(text, "    ")
        if len(lines) + len(more) > room - 1:
            return [*lines, "  and more with --verbose"][: max(room, 0)]
        lines += more
    return lines


def _declared(block: _Block) -> list[str]:
    """Return by which rules that are not the standard ones answers are judged; what these do is not counted as wrong.

    A library is judged by the rules that it documents, which have a name of their own.
    """
    found = {one.dialect: one for one in block if one.departures}
    if any(one.call for one in block) and found:
        return [shortened(f"judged by the rules that it documents: nerconform explain {min(found, key=len)}")]
    lines = []
    for dialect, one in found.items():
        head = f"{dialect}: the rules of {one.standard}, except "
        choices = [f"{choice.axis}:{choice.option}" for choice in one.departures]
        lines.append(shortened(head + _as_many(choices, WIDTH - len(head))))
    more = len(lines) - _MOST_DECLARED
    return lines if more <= 0 else [*lines[:_MOST_DECLARED], f"and {counted(more, 'more set')} of rules (--verbose)"]


def _as_many(words: Sequence[str], width: int) -> str:
    """Return as many words as there is room for, and how many there are beside them."""
    for number in range(len(words), 0, -1):
        rest = len(words) - number
        text = ", ".join(words[:number]) + (f" and {rest} more" if rest else "")
        if len(text) <= width:
            return text
    return counted(len(words), "option")


def _has(block: _Block, verdict: Verdict) -> bool:
    return any(one.count(verdict) for one in block)


def _table(block: _Block, *, is_library: bool) -> list[str]:
    """Return for each mode how many of the answers are wrong in each level, and how it is called.

    Where nobody has said how it is called, by which rules it is judged.
    """
    called = any(one.call for one in block)
    rows = []
    for one in block[:_MOST_MODES]:
        mode = one.name.partition(":")[2] or one.name if is_library else "wrong answers"
        rows.append(
            [shortened(mode, _WIDE_NAME), *(_share(one, level) for level in Level), one.call if called else one.dialect]
        )
    if len(block) > _MOST_MODES:
        rows.append([f"and {len(block) - _MOST_MODES} more modes", *[""] * (len(Level) + 1)])
    heads = ["wrong in" if is_library else "", *(view.LEVELS[level] for level in Level)]
    return columns(rows, [*heads, "called with" if called else "by the rules of"], right=(1, 2, 3))


def _share(run: ImplementationRun, level: Level) -> str:
    wrong, asked = view.shares(run, level)
    return f"{wrong} of {asked}" if asked else "not asked"


def _first_wrong(block: _Block) -> Iterator[str]:
    """Yield the smallest wrong answer of the first level that has one and is not known.

    If a cause explains the answers of its level, the reason of the case is left out: it names a mistake of its own.
    """
    for one in block:
        wrong = view.wrong(one)
        if not wrong:
            continue
        level = wrong[0].level
        found = min((result for result in wrong if result.level is level), key=view.size)
        if any(each.causes and each.explained and level in each.levels for each in one.diagnosis):
            yield shortened(f"smallest wrong answer, in the case {found.case}:")
        else:
            yield from folded(f"smallest wrong answer: {found.why} [{found.case}]", most=_MOST_REASON)
        for gold, pred in view.input_lines(found.gold, found.pred)[:2]:
            yield shortened(f"  gold       {gold}")
            yield shortened(f"  predicted  {pred}")
        first = view.first_mismatch(found)
        got = f"expected {first.expected}, got {first.got}" if first.expected else first.got
        yield shortened(f"  {first.asked}: {got}")
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
        if sum(len(rows[one]) for one in {*shown, row}) >= room:
            break
        shown.add(row)
    lines = [ScreenLine(line) for row in names if row in shown for line in rows[row]]
    told, there = ({name for _, name in each} for each in (shown, names))
    more = f", {len(told)} of {len(there)} (--verbose shows all)" if len(names) > len(shown) else ""
    return [ScreenLine(f"  {'concerns':<13}answers  known defect{more}", "dim"), *lines] if lines else []


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
        lines += folded(f"  F1 {f1:<6} {counts}: {', '.join(answer.names)}", " " * 12, most=2)
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


def _more(run: Run) -> list[str]:
    """Return the commands and options that show more."""
    names = {one.name.partition(":")[0] for one in run.implementations if one.count(Verdict.KNOWN) and not one.calling}
    explained = [f"nerconform explain {min(names)}"] if len(names) == 1 else []
    explained += ["nerconform explain LIBRARY"] if len(names) > 1 else []
    causes = [cause.id for one in run.implementations for found in one.diagnosis for cause in found.causes]
    explained += [] if names or not causes else [f"nerconform explain {causes[0]}"]
    return [*explained, "--verbose", "--output report.html"]

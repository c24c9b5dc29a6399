"""Comparison screen: the first screen of a comparison: who gives which number, and why they differ."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rich.console import Console

from nerconform.base.plain_text import counted
from nerconform.reporting import comparison_view as view
from nerconform.reporting.evaluation_view import UNDEFINED
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, columns, folded, print_lines, shortened
from nerconform.results.bridge import Bridge, BridgeStep
from nerconform.results.comparison import Comparison, ComparisonColumn
from nerconform.results.values import CauseKind, Count

_MOST_GROUPS = 7
_MOST_NAMES = 2
_MOST_SECOND = 3
_MOST_BRIDGES = 3
_MOST_REMARKS = 3
_MOST_CALLS = 3
_POLICY = "policy"
_COUNTS = {"tp": "correct", "fp": "false positive", "fn": "missed"}


def print_screen(comparison: Comparison, console: Console) -> None:
    """Print the sentence that answers why, the numbers, and the way from one to the other."""
    print_lines(screen(comparison), console)


def screen(comparison: Comparison) -> list[ScreenLine]:
    """Return the lines."""
    style = "bold red" if comparison.unexplained else "bold"
    lines = [ScreenLine(line, style) for text in _sentences(comparison) for line in folded(text, most=3)]
    lines += [ScreenLine(line, "dim") for line in folded(_about(comparison), most=2)]
    table = _table(comparison)
    lines += map(ScreenLine, ["", *table] if table else [])
    lines += [ScreenLine(line, "dim") for line in folded(_calls(comparison), most=_MOST_CALLS)]
    lines += [ScreenLine(line) for line in _second(comparison)]
    end = [*map(ScreenLine, folded(view.by(comparison), most=2)), ScreenLine("more: --verbose, --format json", "dim")]
    room = LINES - len(lines) - len(end)
    more = [ScreenLine(line, "yellow") for line in _remarks(comparison)][:room]
    ways = list(_bridges(comparison))
    bridges = [ScreenLine(line) for line in (["", *ways] if ways else [])][: room - len(more)]
    return [*lines, *more, *bridges, *_example(comparison, room - len(more) - len(bridges)), *end]


def _sentences(comparison: Comparison) -> Iterator[str]:
    """Yield what differs, and why; first a number that nothing explains."""
    for column in comparison.columns:
        if not column.is_explained and column.departure:
            first = column.departure.mismatches[0]
            got, due = first.got_text, first.expected_text
            yield f"nothing explains {column.name}: {first.asked} is {got}, its dialect has {due}"
            break
    if comparison.conclusion:
        yield view.conclusion(comparison)
    bridge = next((one for one in comparison.bridges if not one.broken), None)
    if bridge and (bridge.difference or any(step.matters for step in bridge.steps)):
        yield _difference(bridge, comparison.measure)
        return
    answered = [column for column in comparison.columns if not column.refused]
    values = {column.value for column in answered}
    if len(values) == 1 and len(answered) > 1:
        yield f"all {len(answered)} give {view.percent(values.pop())}"
    elif not comparison.bridges or values != {None}:
        yield f"{counted(len(values), 'number')} from {counted(len(answered), 'name')}"


def _difference(bridge: Bridge, measure: str) -> str:
    """Return the difference of the two ends of a bridge, and the step that makes most of it."""
    left = f"{bridge.left.column} gives {measure} {view.percent(bridge.left.value)}"
    right = f"{bridge.right.column} gives {view.percent(bridge.right.value)}"
    steps = sorted(
        (step for step in bridge.steps if step.matters), key=lambda step: abs(Fraction(step.change or 0)), reverse=True
    )
    if not steps:
        return f"{left} and {right} on the same predictions"
    more = f"; and {counted(len(steps) - 1, 'smaller step')}" if len(steps) > 1 else ""
    effect = _effect(steps[0].counts)
    change = f"{view.percent(steps[0].change, signed=True)}{f': {effect}' if effect else ''}"
    return f"{left} and {right}, because of {_reason(steps[0])} ({change}){more}"


def _reason(step: BridgeStep) -> str:
    """Return what a step changes; of a single option what it is at both ends."""
    first = step.changes[0]
    if len(step.changes) > 1 or first.cause.kind is not CauseKind.CHOICE:
        return step.title
    about = "the policy for illegal tags" if first.cause.id == _POLICY else f"the option {first.cause.id}"
    return f"{about}: {first.before} in the first, {first.after} in the second"


def _calls(comparison: Comparison) -> str:
    """Return what a user writes to get each mode of a library of several, where its name does not say it."""
    calls = "; ".join(f"{one.name} with {one.call}" for one in comparison.columns if one.call and ":" in one.name)
    return f"how each is called: {calls}" if calls else ""


def _effect(counts: Mapping[str, Count]) -> str:
    """Return how counts change, in words: `1 fewer false positive`."""
    words = []
    for name, noun in _COUNTS.items():
        count = counts.get(name)
        if isinstance(count, int) and count:
            plural = "s" if noun == "false positive" and abs(count) > 1 else ""
            words.append(f"{abs(count)} {'more' if count > 0 else 'fewer'} {noun}{plural}")
    return ", ".join(words)


def _about(comparison: Comparison) -> str:
    """Return what was compared."""
    files = " ".join(one.file for one in comparison.read.inputs) if comparison.read else "the data"
    sure = " (95 %: its interval)" if any(column.interval for column in comparison.columns) else ""
    return (
        f"{comparison.measure} in per cent{sure}; {files}: {counted(comparison.units, 'sentence')}, {comparison.scheme}"
    )


def _table(comparison: Comparison) -> list[str]:
    """Return one row for each number, the greatest first, with the names of all that give it."""
    tables = [table for table in view.tables(comparison) if len(table.heads) > 2]  # noqa: PLR2004 - more than a number
    if not tables:
        return []
    first = tables[0]
    named = {column.name: column for column in comparison.columns}
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, *cells in first.rows:
        groups.setdefault(tuple(cells), []).append(name)
    rows = sorted(groups.items(), key=lambda row: -(named[row[1][0]].value or -1))
    heads, body = first.heads[1:], [cells for cells, _ in rows[:_MOST_GROUPS]]
    head, *lines = columns([*body], heads, right=range(len(heads)))
    width = max(len(line) for line in (head, *lines))
    found = [shortened(f"{head:>{width}}  name")]
    for line, (_, names) in zip(lines, rows, strict=False):
        start = f"{line:<{width}}  "
        if max(map(len, names)) > WIDTH - len(start):
            found += [line.rstrip(), *folded(f"    {', '.join(names)}", "    ", most=_MOST_NAMES)]
            continue
        found += folded(f"{start}{', '.join(names)}", " " * len(start), most=_MOST_NAMES)
    if len(rows) > _MOST_GROUPS:
        found.append(f"and {counted(len(rows) - _MOST_GROUPS, 'number')} more with --verbose")
    return found


def _second(comparison: Comparison) -> list[str]:
    """Return the table of both predictions."""
    heads, rows = view.against(comparison)
    if not rows:
        return []
    shown = sorted(rows, key=lambda row: row[3] == UNDEFINED)[:_MOST_SECOND]
    head, *lines = columns([cells for _, *cells in shown], heads[1:], right=range(len(heads) - 1))
    width = max(len(line) for line in (head, *lines))
    found = ["", shortened(f"{head:<{width}}  {heads[0]}")]
    for line, (names, *_) in zip(lines, shown, strict=True):
        start = f"{line:<{width}}  "
        found += folded(f"{start}{names}", " " * len(start), most=_MOST_NAMES)
    more = [f"and {len(rows) - _MOST_SECOND} more with --verbose"] if len(rows) > _MOST_SECOND else []
    return [*found, *more]


def _remarks(comparison: Comparison) -> list[str]:
    """Return who gives no numbers, and what has to be said of those that do."""
    texts = [f"{name} gives no number: {reason}" for name, reason in view.refused(comparison)]
    texts += [f"{name} {words}" for name, words in _shared(comparison.columns)]
    lines = [line for text in texts[:_MOST_REMARKS] for line in folded(text, most=2)]
    more = len(texts) - _MOST_REMARKS
    return [*lines, f"and {counted(more, 'remark')} more with --verbose"] if more > 0 else lines


def _shared(found: Sequence[ComparisonColumn]) -> list[tuple[str, str]]:
    """Return each remark once, with the names of all that it is about; what a sentence above says is left out."""
    names: dict[str, list[str]] = {}
    for column in found:
        for words in view.remarks_of(column) if column.is_explained else ():
            names.setdefault(words, []).append(column.name)
    return [(", ".join(which), words) for words, which in names.items()]


def _bridges(comparison: Comparison) -> Iterator[str]:
    """Yield a line for each bridge, and one for each of its steps."""
    for bridge in comparison.bridges[:_MOST_BRIDGES]:
        difference = "" if bridge.broken else f": {view.percent(bridge.difference, signed=True)}"
        yield shortened(view.bridge_title(bridge) + difference)
        if bridge.broken:
            yield from folded(f"  no way from one to the other: {bridge.broken}", "    ", most=2)
        steps = [step for step in bridge.steps if step.matters]
        for step in steps:
            words = " ".join(word for change in step.changes for word in change.cause.words.split())
            said = f": {words}" if words else ""
            yield from folded(f"  {step.title if len(steps) == 1 else _step(step)}{said}", "    ", most=3)


def _step(step: BridgeStep) -> str:
    effect = _effect(step.counts)
    units = counted(step.touched, "sentence") if step.units else ""
    ends = " in ".join(filter(None, (effect, units)))
    change = view.percent(step.change, signed=True)
    return f"{step.title}  {change}{f' ({ends})' if ends else ''}"


def _example(comparison: Comparison, room: int) -> list[ScreenLine]:
    """Return the sentence that the first step changes most."""
    steps = (step for bridge in comparison.bridges for step in bridge.steps if step.matters and step.units)
    step = next(steps, None)
    if step is None:
        return []
    change = step.most_touched[0]
    effect = _effect(change.counts)
    head = f"for example {comparison.cited[change.unit].place}{f': {effect}' if effect else ''}"
    texts = [head, *(f"  {name:<7} {words}" for name, words in view.pairs_of(change, comparison))]
    whole = ["", *(line for text in texts for line in folded(text, " " * 10, most=2))]
    whole = whole if len(whole) <= room else whole[1:]
    lines = whole if len(whole) <= room else [*map(shortened, texts)]
    return [ScreenLine(line) for line in lines] if len(lines) <= room else []

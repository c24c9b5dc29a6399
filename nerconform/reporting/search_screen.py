"""Search screen: the first screen of searches: on how many inputs two sides differ, why, and the smallest of them."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import run_view as view
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, columns, folded, print_lines, shortened
from nerconform.results.search_result import Found, Search, Searches
from nerconform.results.values import ValuesObserved

_MOST_SEARCHES = 6
_MOST_UNITS = 2
_ANSWERED = str(ValuesObserved())
_Block = Sequence[Search]


class _SharedCause(NamedTuple):
    """One class of differences in all modes of a library: what it concerns, on how many inputs, and where."""

    impact: str
    inputs: int
    found: Found
    search: Search


def print_screen(found: Searches, console: Console) -> None:
    """Print what was found between each pair of libraries or metrics."""
    print_lines(screen(found), console)


def screen(found: Searches) -> list[ScreenLine]:
    """Return the lines: a block for each pair of libraries, then where to read on."""
    blocks = [list(group) for _, group in groupby(found.searches, _libraries)]
    explain = any(each.explained for search in found.searches for each in search.classes)
    words = ["nerconform explain ID"] if explain else []
    seeds = {search.seed for search in found.searches if search.source == "generated" and search.examples}
    seed = f" (seed {min(seeds)})" if len(seeds) == 1 else ""
    more = ScreenLine(f"more: {', '.join([*words, '--verbose', '--output report.html'])}{seed}", "dim")
    lines: list[ScreenLine] = []
    for block in blocks:
        lines += [ScreenLine("")] if lines else []
        lines += _lines(block, LINES - 2)
    return [*lines, more]


def _libraries(search: Search) -> tuple[str, str]:
    """Return what the modes of one pair of libraries have in common."""
    return search.left.partition(":")[0], search.right.partition(":")[0]


def _lines(block: _Block, room: int) -> list[ScreenLine]:
    """Return a sentence for each mode, the causes with their counts, and the smallest input of the first."""
    lines = []
    for search in block[:_MOST_SEARCHES]:
        style = "bold red" if search.unexplained or search.untried else "bold" if search.divergent else "green"
        lines += [ScreenLine(line, style) for line in folded(sentence(search), most=2)]
    if len(block) > _MOST_SEARCHES:
        lines.append(ScreenLine(f"and {len(block) - _MOST_SEARCHES} more modes with --verbose", "dim"))
    called = {name: call for search in block for name, call in search.calls.items() if ":" in name}
    words = "; ".join(f"{name}: {call}" for name, call in called.items())
    lines += [ScreenLine(line, "dim") for line in folded(f"called with: {words}", most=2)] if words else []
    causes = _causes(block)
    if not causes:
        return lines
    example = [ScreenLine(line) for line in _example(causes[0])]
    why = [ScreenLine(line) for line in folded(_why(block), most=2)]
    return [*lines, *why, *_table(causes, room - len(lines) - len(why) - len(example)), *example]


def _why(block: _Block) -> str:
    """Return of how many inputs the causes are: the sum of what differs in each mode."""
    numbers = [search.divergent for search in block if search.divergent]
    total = f"{sum(numbers)} differences ({' + '.join(map(str, numbers))})"
    what = total if len(numbers) > 1 else counted(numbers[0], "difference")
    return f"why: causes of the {what}; one can have several causes"


def sentence(search: Search) -> str:
    """Return on how many inputs two sides differ, and how many of these differences are explained."""
    right = search.right
    left = "the reference with the same rules" if search.left == "reference" else search.left
    if search.untried:
        return f"{right} was not compared with {left}: {search.untried}"
    generated = search.source == "generated"
    noun = "random input" if generated else "sentence"
    where = "" if generated else f" of {search.source}"
    asked = f"{counted(search.examples, noun)}{where}{' (interrupted)' if search.interrupted else ''}"
    if not search.divergent:
        return f"{right} does not differ from {left} on {asked}"
    number = sum(found.explained for found in search.classes)
    causes = f"{counted(number, 'cause')} {'explains' if number == 1 else 'explain'}"
    end = f"{search.unexplained} unexplained, {causes} the others" if search.unexplained else f"{causes} all"
    return f"{right} differs from {left} on {search.divergent} of {asked}; {end}"


def _causes(block: _Block) -> list[_SharedCause]:
    """Return the classes of all modes, each once: unexplained ones first, then legal data first, then the frequent."""
    merged: dict[str, _SharedCause] = {}
    for search in block:
        for found in search.classes:
            before = merged.get(found.id)
            inputs = found.fired + (before.inputs if before else 0)
            first = before or _SharedCause(found.impact, 0, found, search)
            merged[found.id] = first._replace(inputs=inputs)
    return sorted(merged.values(), key=lambda one: (one.found.explained, view.place_of_impact(one.impact), -one.inputs))


def _table(causes: Sequence[_SharedCause], room: int) -> list[ScreenLine]:
    """Return the causes, as many as there is room for, with their ids, which `nerconform explain` takes."""
    lines: list[ScreenLine] = []
    for number, one in enumerate(causes):
        head = f"  {one.impact:<13}{one.inputs:>6}  "
        text = folded(f"{head}{one.found.title}", " " * len(head), most=2)
        if one.found.explained and one.found.id not in one.found.title:
            text = _with_name(text, one.found.id, len(head))
        last = number == len(causes) - 1
        if len(lines) + len(text) + (0 if last else 1) > room - 1:
            lines.append(ScreenLine(f"  and {counted(len(causes) - number, 'more cause')}", "dim"))
            break
        lines += [ScreenLine(line, "" if one.found.explained else "bold red") for line in text]
    title = f"  {'concerns':<13}{'number':>6}  cause [ID]"
    return [ScreenLine(title, "dim"), *lines]


def _with_name(lines: Sequence[str], name: str, indent: int) -> list[str]:
    """Return lines with an id, which `nerconform explain` takes, at their end, or on a line of its own."""
    *others, last = lines
    whole = plain(f"{last} [{name}]")
    return [*others, whole] if cell_len(whole) <= WIDTH else [*lines, shortened(f"{' ' * indent}[{name}]")]


def _example(cause: _SharedCause) -> Iterable[str]:
    """Yield the smallest input of a class, and what each side gives there."""
    asked, search = cause.found.input, cause.search
    how = [asked.scheme or asked.form, *(f"{axis}:{option}" for axis, option in asked.choices.items())]
    place = f", at {asked.place}" if asked.place else ""
    yield shortened(f"smallest input with the first cause, in {', '.join(how)}{place}")
    pairs = view.input_lines(asked.gold, asked.pred)
    for gold, pred in pairs[:_MOST_UNITS] or [("no sentence", "no sentence")]:
        yield shortened(f"  gold       {gold}")
        yield shortened(f"  predicted  {pred}")
    if len(pairs) > _MOST_UNITS:
        yield f"  and {counted(len(pairs) - _MOST_UNITS, 'more sentence')}"
    if cause.found.mismatches:
        first = cause.found.mismatches[0]
        given = [(search.left, first.expected_text), (search.right, first.got_text)]
        if first.asked == "answer":  # not which numbers matters, but whether there are any
            texts = [[f"  {name}", "no error" if text == _ANSWERED else text] for name, text in given]
        else:
            texts = [[f"  {name}", first.asked, text] for name, text in given]
        yield from columns(texts)

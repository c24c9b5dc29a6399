"""Search screen: the first screen of searches: on how many inputs two sides differ, why, and the smallest of them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import run_view as view
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, columns, folded, print_lines, shortened
from nerconform.reporting.paper_words import measure_words
from nerconform.results.context import MeasureParts
from nerconform.results.search_result import Found, Search, Searches
from nerconform.results.values import CauseKind, NothingObserved, ValuesObserved

_REFERENCE = "nerconform's scorer with the same rules"
_MOST_SEARCHES = 6
_NAME, _NAME_BEGIN = 40, 12
_MOST_UNITS = 2
_ANSWERED = str(ValuesObserved())
_NOTHING = str(NothingObserved())
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
    """Return how often the two sides differ in each mode, the causes, and the smallest input of the first."""
    lines = []
    for search in block[:_MOST_SEARCHES] if len(block) == 1 or any(map(_is_open, block)) else ():
        style = "bold red" if _is_open(search) else "bold" if search.divergent else "green"
        lines += [ScreenLine(line, style) for line in folded(sentence(search), most=2)]
    lines = lines or list(_modes(block))
    if len(block) > _MOST_SEARCHES:
        lines.append(ScreenLine(f"and {len(block) - _MOST_SEARCHES} more modes with --verbose", "dim"))
    causes = _causes(block)
    if not causes:
        return lines
    example = [ScreenLine(line) for line in _example(causes[0])]
    causes_of = "all modes, legal data first" if len(block) > 1 else "an input can have several"
    return [*lines, *_table(causes, causes_of, room - len(lines) - len(example)), *example]


def _is_open(search: Search) -> bool:
    """Whether a search left something to be found out."""
    return bool(search.unexplained or search.untried)


def _modes(block: _Block) -> Iterator[ScreenLine]:
    """Yield how two libraries differ, and a line for each mode: how often, and what a user writes to get the mode."""
    first, numbers = block[0], [search.divergent for search in block]
    left, right = map(_named, _libraries(first))
    ends = "" if min(numbers) == max(numbers) else f"{min(numbers)} to "
    known = f"; the causes of all differences are known: {_kinds(block)}" if any(numbers) else ""
    head = f"{right} differs from {left} on {ends}{max(numbers)} of {_asked(first)}{known}"
    yield from (ScreenLine(line, "bold") for line in folded(head, most=3))
    rows = []
    for search in block[:_MOST_SEARCHES]:
        modes = [side for side in (search.left, search.right) if ":" in side]
        calls = [search.calls[side] for side in modes if search.calls.get(side)]
        rows.append([" / ".join(modes), f"{search.divergent} of {search.examples}", "; ".join(calls)])
    yield from (ScreenLine(line) for line in columns(rows, ("mode", "differs on", "called with")))


def sentence(search: Search) -> str:
    """Return on how many inputs two sides differ, and how many of these differences are explained."""
    right = _named(search.right)
    left = _named(search.left)
    if search.untried:
        return f"{right} was not compared with {left}: {search.untried}"
    asked = _asked(search)
    if not search.divergent:
        return f"{right} does not differ from {left} on {asked}"
    number = sum(found.explained for found in search.classes)
    causes = f"{counted(number, 'cause')} {'explains' if number == 1 else 'explain'}"
    end = f"{search.unexplained} unexplained, {causes} the others" if search.unexplained else f"{causes} all"
    return f"{right} differs from {left} on {search.divergent} of {asked}; {end}"


def _named(side: str) -> str:
    """Return what a side is called: of a long command its beginning and its end, so that what follows is seen."""
    text = _REFERENCE if side == "reference" else plain(side)
    return text if len(text) <= _NAME else f"{text[:_NAME_BEGIN]}...{text[_NAME_BEGIN + 3 - _NAME :]}"


def _kinds(block: _Block) -> str:
    """Return how many of the causes are defects, and how many are rules of which each side has a right one."""
    is_rule = {found.id: _is_rule(found) for search in block for found in search.classes if found.explained}
    rules = sum(is_rule.values())
    defects = counted(len(is_rule) - rules, "defect")
    same = counted(rules, "different rule") if rules else "no different rules"
    return f"{defects} and {same}" if rules < len(is_rule) else same


def _is_rule(found: Found) -> bool:
    """Whether the cause of a class is a choice, such as policy:discard, and not a defect."""
    return any(cause.id == found.id and cause.kind is CauseKind.CHOICE for cause in found.causes)


def _asked(search: Search) -> str:
    """Return on how many inputs both sides were asked."""
    generated = search.source == "generated"
    noun = "random input" if generated else "sentence"
    where = "" if generated else f" of {search.source}"
    return f"{counted(search.examples, noun)}{where}{' (interrupted)' if search.interrupted else ''}"


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


def _table(causes: Sequence[_SharedCause], causes_of: str, room: int) -> list[ScreenLine]:
    """Return the causes, as many as there is room for, with their ids, which `nerconform explain` takes."""
    lines: list[ScreenLine] = []
    for number, one in enumerate(causes):
        kind = "" if not one.found.explained else "rule" if _is_rule(one.found) else "defect"
        head = f"  {kind:<8}{one.impact:<13}{one.inputs:>6}  "
        text = folded(f"{head}{one.found.title}", " " * len(head), most=2)
        if one.found.explained and one.found.id not in one.found.title:
            text = _with_name(text, one.found.id, len(head))
        last = number == len(causes) - 1
        if len(lines) + len(text) + (0 if last else 1) > room - 1:
            lines.append(ScreenLine(f"  and {counted(len(causes) - number, 'more cause')} with --verbose", "dim"))
            break
        lines += [ScreenLine(line, "" if one.found.explained else "bold red") for line in text]
    title = f"  {'kind':<8}{'concerns':<13}{'inputs':>6}  cause [ID]; {causes_of}"
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
        left = search.left if search.left == "reference" else _named(search.left)
        given = [(left, first.expected_text), (_named(search.right), first.got_text)]
        if first.asked == "answer":  # not which numbers matters, but whether there are any
            texts = [[f"  {name}", "no error" if text == _ANSWERED else text] for name, text in given]
        else:
            parts = MeasureParts.of(first.asked)
            what = measure_words(first.asked) if parts.scope else first.asked
            what = what.replace(" of ", " of type ", 1) if parts.scope.startswith("type{") else what
            texts = [[f"  {name}", f"{what}: {'no row' if text == _NOTHING else text}"] for name, text in given]
        yield from columns(texts)

"""Sweep screen: the first screen of a sweep: how far the score moves, the named policies, and what decides most."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console

from nerconform.base.plain_text import counted
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, folded, print_lines
from nerconform.reporting.rule_words import by_rules
from nerconform.reporting.sweep_text import POINTS, number_text, scale_text
from nerconform.results.bridge import change_of
from nerconform.results.sweep_result import NamedPolicy, Sweep

if TYPE_CHECKING:
    from nerconform.results.context import PythonNumber

_MOST_NUMBERS = 7
_MOST_REFUSED = 3
_MOST_SIDES = 2
_MOST_LOOKS = 3
_SIDES = {"pred": "the prediction"}
_ENDS = ("the lowest (without a name)", "the highest (without a name)")
_PUBLISHED = ("allennlp-bioul", "jie", "lample", "ncrfpp")
"""Policies that are named after the published code whose rule they are."""


def print_screen(sweep: Sweep, console: Console) -> None:
    """Print the spread, the named policies, and the decision that matters most."""
    print_lines(screen(sweep), console)


def screen(sweep: Sweep) -> list[ScreenLine]:
    """Return the lines."""
    lines = [ScreenLine(line, "bold") for line in folded(_sentence(sweep), most=2)]
    files = "" if sweep.read is None else " ".join(one.file for one in sweep.read.inputs) + ": "
    scale = scale_text(sweep).partition(",")[0]
    what = f"{files}{counted(sweep.units, 'sentence')}, {by_rules(sweep.short)}, apart from illegal tags; {scale}"
    lines += [ScreenLine(line, "dim") for line in folded(what, most=3)]
    lines += map(ScreenLine, _touched(sweep))
    lines += map(ScreenLine, ["", *_named(sweep)])
    end = [ScreenLine("more: --verbose, --plot spread.svg, --format json", "dim")]
    lines += map(ScreenLine, _decisive(sweep)[: LINES - len(lines) - len(end)])
    return [*lines, *end]


def _sentence(sweep: Sweep) -> str:
    """Return how far the number moves."""
    family = counted(sweep.policies, "way")
    if sweep.minimum is None or sweep.maximum is None:
        return f"{sweep.measure} is undefined in every one of {family} to read illegal tags"
    low, high = sweep.minimum.value, sweep.maximum.value
    undefined = f"; undefined in {sweep.undefined}" if sweep.undefined else ""
    if low == high:
        same = "the one way" if sweep.policies == 1 else f"each of the {family}"
        return f"{sweep.measure} is {number_text(sweep, low)} in {same} to read illegal tags{undefined}"
    ends = f"{number_text(sweep, low)} to {number_text(sweep, high)}"
    by = number_text(sweep, change_of(low, high))
    words = f"is {ends}, a difference of {by}, depending on how illegal tags are read"
    return f"{sweep.measure} {words} ({family} tried{undefined})"


def _named(sweep: Sweep) -> Iterator[str]:
    """Yield one line for each number, the greatest first, with the named policies that give it."""
    said = {_name(one): _first_clause(one) for one in sweep.marked} | dict(zip(_ENDS, _end_words(sweep), strict=True))
    groups = _groups(sweep)
    numbers = sorted(groups, key=lambda value: (value is None, -(value or 0)))
    texts = [number_text(sweep, value) for value in numbers[:_MOST_NUMBERS]]
    width = max([len(sweep.parts.quantity), *map(len, texts)])
    names = [name for name in _PUBLISHED if any(one.name == name for one in sweep.marked)]
    code = f"; {', '.join(names)}: rules of published code" if names else ""
    head = f"{sweep.parts.quantity:>{width}}  name of the way, and what it does (to score so: --set policy=NAME{code})"
    yield from folded(head, " " * (width + 2), most=3)
    for value, text in zip(numbers, texts, strict=False):
        words = said[groups[value][0]]
        line = f"{text:>{width}}  {', '.join(groups[value])}{f': {words}' if words else ''}"
        yield from folded(line, " " * (width + 2), most=3)
    if len(numbers) > len(texts):
        yield f"and {counted(len(numbers) - len(texts), 'number')} more with --verbose"
    refused: dict[str, list[str]] = {}
    for one in sweep.marked:
        if one.refused:
            place = one.refused.partition(": ")[0]
            refused.setdefault(re.sub(r", (gold|pred)$", "", place), []).append(_name(one))
    for place, names in list(refused.items())[:_MOST_REFUSED]:
        words = f"{', '.join(names)}: no score, because an illegal tag is an error (first at {place})"
        yield from folded(f"{'-':>{width}}  {words}", " " * (width + 2), most=3)
    if len(refused) > _MOST_REFUSED:
        yield f"and {counted(len(refused) - _MOST_REFUSED, 'more reason')} for no score with --verbose"


def _groups(sweep: Sweep) -> "dict[PythonNumber, list[str]]":
    """Return the named policies by their number; where none has the lowest or the highest number, words for that."""
    groups: dict[PythonNumber, list[str]] = {}
    for one in sweep.marked:
        if not one.refused:
            groups.setdefault(one.value, []).append(_name(one))
    for words, end in zip(_ENDS, (sweep.minimum, sweep.maximum), strict=True):
        if end is not None and end.value not in groups:
            groups[end.value] = [words]
    return groups


def _name(one: NamedPolicy) -> str:
    """Return the name of a policy; one that is made of points is that of the dialect."""
    return "the dialect's own policy" if "{" in one.name else one.name


def _first_clause(one: NamedPolicy) -> str:
    """Return what a policy does, in its first clause; nothing of one that is made of points."""
    return "" if "{" in one.name else re.split(r" \(|[.:;] |\.$", one.words)[0]


def _end_words(sweep: Sweep) -> Iterator[str]:
    """Yield what the policies of the lowest and the highest number do; where that is long, what matters most of it."""
    moving = [Fraction(one.largest or 0) for one in sweep.effects if one.moved]
    for end in (sweep.minimum, sweep.maximum):
        words = end.words if end else ""
        parts = words.split("; ")
        if len(words) > WIDTH and len(parts) == len(moving):
            others = f"; and {counted(len(parts) - 1, 'other choice')} (--verbose)" if len(parts) > 1 else ""
            words = parts[moving.index(max(moving))] + others
        yield words


def _touched(sweep: Sweep) -> list[str]:
    """Return for each side how many illegal transitions there are, and what they look like."""
    parts = []
    for key, side in list(sweep.touched.items())[:_MOST_SIDES]:
        name = _SIDES.get(key, key)
        if not side.transitions:
            parts.append(f"none in {name}")
            continue
        looks = [f"{look} ({count})" for look, count in list(side.letters.items())[:_MOST_LOOKS]]
        looked = f"most often {', '.join(looks)}" if len(side.letters) > 1 else next(iter(side.letters), "")
        where = f"in {side.touched_units} of {counted(side.units, 'sentence')}"
        parts.append(f"{side.transitions} in {name}, {where}{f': {looked}' if looked else ''}")
    return folded(f"illegal tags: {'; '.join(parts)}", most=3) if parts else []


def _decisive(sweep: Sweep) -> list[str]:
    """Return what decides most; nothing where there is one decision, which the rules above are about."""
    if not sweep.effects:
        return folded("The scheme has no decision to make: every policy reads all tags alike.")
    moving = [one for one in sweep.effects if one.moved]
    if not moving:
        return folded("No decision moves the score on these data.")
    if len(moving) == 1:
        return []
    first = max(moving, key=lambda one: one.largest or 0)
    low, high = (number_text(sweep, end(first.medians.values(), key=lambda value: value or 0)) for end in (min, max))
    case, quantity = POINTS.get(first.point, first.point), sweep.parts.quantity
    median = f"the median {quantity} of all ways with one reading of it is {low} to {high}"
    words = f"What matters most is how {case} is read: {median}."
    return folded(words, most=2)

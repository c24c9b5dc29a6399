"""Text: a sweep on a terminal, with a histogram in text, the signature last."""

import math
from collections.abc import Mapping
from fractions import Fraction
from textwrap import wrap
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import UNDEFINED, scale, shown
from nerconform.reporting.layout import grid, indented
from nerconform.results.bridge import change_of
from nerconform.results.context import PythonNumber
from nerconform.results.sweep_result import IllegalTransitions, NamedPolicy, PointEffect, Sweep, ValueShare

_STEPS = (1, 2, 5)
_HUNDREDTH = Fraction(1, 100)


class Bin(NamedTuple):
    """One bar: numbers from `low` to below `high` as they are shown, the policies there, and the marks."""

    low: Fraction
    high: Fraction
    policies: int
    names: tuple[str, ...]


def number_text(sweep: Sweep, value: PythonNumber) -> str:
    """Return a number as tables show it; a median of counts may lie between two."""
    if not sweep.parts.is_count:
        return shown(value, sweep.round)
    if value is None:
        return UNDEFINED
    return f"{float(value):.2f}".removesuffix(".00")


def scale_text(sweep: Sweep) -> str:
    """Return what the numbers are, in words."""
    return "counts" if sweep.parts.is_count else scale(sweep.round)


def position(sweep: Sweep, value: Fraction | int) -> Fraction:
    """Return where a number stands on the axis: an exact ratio in per cent, others as they are."""
    ratio = not sweep.parts.is_count and sweep.round.rule == "exact"
    return Fraction(value) * (100 if ratio else 1)


def bins(sweep: Sweep, most: int) -> list[Bin]:
    """Return at most so many bins of one round width, over the family and all marks."""
    family = [(position(sweep, one.value), one.policies) for one in sweep.distribution if one.value is not None]
    marks = [(position(sweep, one.value), one.name) for one in sweep.marked if one.value is not None]
    places = [place for place, _ in (*family, *marks)]
    if not places:
        return []
    least = Fraction(1) if sweep.parts.is_count else _HUNDREDTH
    step = _step(min(places), max(places), least, most)
    first, last = (math.floor(place / step) for place in (min(places), max(places)))
    counts = dict.fromkeys(range(first, last + 1), 0)
    names: dict[int, list[str]] = {number: [] for number in counts}
    for place, times in family:
        counts[math.floor(place / step)] += times
    for place, name in marks:
        names[math.floor(place / step)].append(name)
    return [Bin(number * step, (number + 1) * step, counts[number], tuple(names[number])) for number in counts]


def _step(low: Fraction, high: Fraction, power: Fraction, most: int) -> Fraction:
    """Return the least of 1, 2, 5, 10, 20, ... times this power of ten of which so many cover the range."""
    while True:
        for factor in _STEPS:
            step = factor * power
            if math.floor(high / step) - math.floor(low / step) < most:
                return step
        power *= 10


_BARS = 14
_WIDEST = 32
_NARROWEST = 20
_LOOKS = 8
_KINDS: Mapping[str, str] = {"pair": "between tags", "start": "at the start", "end": "at the end"}
POINTS: Mapping[str, str] = {
    "B": "B inside an entity",
    "I1": "I outside an entity",
    "I2": "I of another type inside an entity",
    "O": "O inside an entity",
    "E1": "E outside an entity",
    "E2": "E of another type inside an entity",
    "S": "S inside an entity",
    "F": "the end of a sentence inside an entity",
}


def print_sweep(sweep: Sweep, console: Console) -> None:
    """Print spread, histogram, named policies, illegal transitions, decision points, and the signature."""
    for part in (_head, _spread, _histogram, _named, _touched, _points):
        part(sweep, console)
    console.print()
    # The signature is there to be copied, so it is one line, however long.
    console.print(Text(sweep.citation, "cyan"), soft_wrap=True)


def _head(sweep: Sweep, console: Console) -> None:
    files = "" if sweep.read is None else " ".join(plain(one.file) for one in sweep.read.inputs) + "  "
    units = counted(sweep.units, "unit")
    family = f"{sweep.policies} polic{'y' if sweep.policies == 1 else 'ies'} for {sweep.scheme}"
    console.print(Text.assemble((files, "bold"), f"{units}, dialect {sweep.short}, its policy swept"), soft_wrap=True)
    console.print(Text.assemble((sweep.measure, "bold"), f" under the family of {family}"), soft_wrap=True)
    console.print(Text(scale_text(sweep), "dim"), soft_wrap=True)


def _spread(sweep: Sweep, console: Console) -> None:
    lower, median, upper = sweep.quartiles
    low, high = sweep.minimum, sweep.maximum
    if low is None or high is None:
        console.print("\nundefined under every policy")
        return
    rows = [
        ("minimum", number_text(sweep, low.value), _how_many(low)),
        ("lower quartile", number_text(sweep, lower), ""),
        ("median", number_text(sweep, median), ""),
        ("upper quartile", number_text(sweep, upper), ""),
        ("maximum", number_text(sweep, high.value), _how_many(high)),
        ("difference", number_text(sweep, change_of(low.value, high.value)), "maximum - minimum"),
    ]
    console.print()
    console.print(grid(rows, right=(1,)))
    # Policies are there to be copied, too.
    console.print(Text(f"minimum under {low.policy}", "dim"), soft_wrap=True)
    console.print(Text(f"maximum under {high.policy}", "dim"), soft_wrap=True)
    if sweep.undefined:
        console.print(f"undefined under {sweep.undefined} of {sweep.policies} policies, which are left out")


def _how_many(extreme: ValueShare) -> str:
    return f"{extreme.policies} polic{'y' if extreme.policies == 1 else 'ies'}"


def _histogram(sweep: Sweep, console: Console) -> None:
    found = bins(sweep, _BARS)
    most = max((one.policies for one in found), default=0)
    if not most:
        return
    digits = 0 if all(one.low.denominator == 1 for one in found) else 2
    lows = [f"{float(one.low):.{digits}f}" for one in found]
    width, count = max(4, *map(len, lows)), max(8, len(str(most)))
    console.print()
    console.print(Text(f"{'from':>{width}}  {'':{_WIDEST}}  {'policies':>{count}}  named", "dim"), soft_wrap=True)
    before = width + _WIDEST + count + 6
    for low, one in zip(lows, found, strict=True):
        bar = "#" * -(-_WIDEST * one.policies // most)
        names = wrap(", ".join(map(_short, one.names)), max(_NARROWEST, console.width - before)) or [""]
        lines = [f"{low:>{width}}  {bar:{_WIDEST}}  {one.policies:>{count}}  {names[0]}", *names[1:]]
        console.print(Text(f"\n{'':{before}}".join(lines).rstrip()), soft_wrap=True)


def _short(name: str) -> str:
    """Return the name of a policy; one that is made of points stands with them in the table below."""
    return "the dialect's own" if "{" in name else name


def _named(sweep: Sweep, console: Console) -> None:
    rows = [(one.name, number_text(sweep, one.value), _note(one)) for one in sweep.named]
    if sweep.viterbi is not None:
        rows.append((sweep.viterbi.name, number_text(sweep, sweep.viterbi.value), "the best legal tags of the logits"))
    console.print()
    console.print(grid(rows, ("policy", sweep.parts.quantity, ""), right=(1,)))


def _note(one: NamedPolicy) -> str:
    """Return what is to be said of a named policy beside its number."""
    if one.refused:
        return f"refused: {plain(one.refused)}"
    return "" if one.in_family else "outside the family"


def _touched(sweep: Sweep, console: Console) -> None:
    sides = sweep.touched.values()
    rows = [
        *((words, *(str(side.kinds[kind]) for side in sides)) for kind, words in _KINDS.items()),
        ("units touched", *(_share(side.touched_units, side.units) for side in sides)),
        ("entities touched", *(_share(side.touched_entities, side.entities) for side in sides)),
    ]
    console.print()
    console.print(grid(rows, ("illegal transitions", *sweep.touched), right=range(1, len(sides) + 1)))
    for name, side in sweep.touched.items():
        if side.letters:
            console.print(indented(Text(f"{name}: {looks(side)}")))


def _share(part: int, whole: int) -> str:
    share = f" ({100 * part / whole:.2f} %)" if whole else ""
    return f"{part} of {whole}{share}"


def looks(touched: IllegalTransitions) -> str:
    """Return the most frequent looks of illegal transitions."""
    found = list(touched.letters.items())
    words = [f"{count} x {plain(look)}" for look, count in found[:_LOOKS]]
    rest = sum(count for _, count in found[_LOOKS:])
    return ", ".join([*words, *([f"{rest} others"] if rest else [])])


def _points(sweep: Sweep, console: Console) -> None:
    if not sweep.effects:
        console.print("\nThe scheme has no decision point: every policy reads all tags alike.")
        return
    illegal = {name: sum(one.points[name] for one in sweep.touched.values()) for name in sweep.points}
    rows = [(one.point, str(illegal.get(one.point, 0)), str(one.units), *_moves(sweep, one)) for one in sweep.effects]
    heads = ("point", "illegal", "units", "largest", "typical", "moves in")
    console.print()
    console.print(grid(rows, heads, right=range(1, len(heads))))
    console.print(Text("largest and typical change by this point alone, in so many settings of the others", "dim"))
    lines = [(one.point, POINTS.get(one.point, ""), _medians(sweep, one)) for one in sweep.effects if one.moved]
    if lines:
        console.print()
        console.print(grid(lines, ("point", "", f"median {sweep.parts.quantity} by option")))


def _moves(sweep: Sweep, effect: PointEffect) -> tuple[str, str, str]:
    share = f"{effect.moved} of {effect.settings}"
    return number_text(sweep, effect.largest), number_text(sweep, effect.typical), share


def _medians(sweep: Sweep, effect: PointEffect) -> str:
    return ", ".join(f"{option} {number_text(sweep, value)}" for option, value in effect.medians.items())

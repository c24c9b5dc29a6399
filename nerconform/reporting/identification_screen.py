"""Identification screen: the first screen of an identification: which dialect it is, or which one comes nearest."""

import shlex
from collections.abc import Iterator

from rich.console import Console

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.identification_text import answer_text, data_of, some
from nerconform.reporting.layout import LINES, ScreenLine, folded, print_lines, shortened
from nerconform.results.identification_result import Identification

_MOST_ALIKE = 4
_MOST_NOTES = 3
_MOST_LINES = 3
_WIDE_MEASURE = 50
_TOGETHER = " and "
"""What stands between the axes of choices that give the same answers only together."""


def print_screen(found: Identification, console: Console) -> None:
    """Print the dialect, or the nearest one with the smallest input that it gets wrong."""
    print_lines(screen(found), console)


def screen(found: Identification) -> list[ScreenLine]:
    """Return the lines."""
    style = "bold green" if found.identified else "bold red"
    lines = [ScreenLine(line, style) for line in folded(_sentence(found), most=3)]
    rows = _answer(found) if found.identified else _nearest(found)
    lines += map(ScreenLine, rows)
    for note in found.notes[:_MOST_NOTES]:
        lines += [ScreenLine(line, "yellow") for line in folded(note, most=2)]
    more = ScreenLine("more: --verbose (what each of these inputs excludes), --format json", "dim")
    return [*lines[: LINES - 1], more]


def _sentence(found: Identification) -> str:
    """Return what was found."""
    name = found.implementation
    kind = "policy" if found.kind == "decoder" else "dialect"
    if not found.identified:
        near = found.nearest[0] if found.nearest else None
        nearest = (
            f"; {', '.join(near.names) or 'the nearest'} agrees on {near.matched} of {near.asked} inputs"
            if near
            else ""
        )
        return f"{name} follows no set of rules of the spec{nearest}"
    names = " or ".join(found.names) if found.names else f"(none: this {kind} has no name)"
    return f"{name} follows the rules named {names}: {_asked(found)}"


def _asked(found: Identification) -> str:
    """Return on how many inputs the answers agree, and how many of these exclude other rules."""
    steps = len(found.steps)
    return f"same answers on all {counted(steps + found.verified, 'input')}; {steps} of them exclude other rules"


def _answer(found: Identification) -> Iterator[str]:
    """Yield what was asked for, where to read the dialect or its signature, and what cannot be told apart."""
    measure = f", {found.measure}" if found.measure and len(found.measure) <= _WIDE_MEASURE else ""
    yield shortened(f"  tested as a {found.kind} of {found.scheme} tags{measure}")
    name = found.names[0] if found.names else shlex.quote(found.short or found.signature)
    yield plain(f"  all rules in words: nerconform explain {name}")
    yield from _alike(found)


def _alike(found: Identification) -> Iterator[str]:
    """Yield which other choices give the same answers: each alone, then how many combinations of several."""
    alone = [one for one in found.left if _TOGETHER not in one.axis]
    joint = [one for one in found.left if _TOGETHER in one.axis]
    if found.left:
        yield f"other rules that give the same {'spans' if found.kind == 'decoder' else 'scores'}:"
    for one in alone[:_MOST_ALIKE]:
        options = some(tuple(f"{one.axis}:{option}" for option in one.options))
        yield from folded(f"  {options} ({one.reason})", "    ")
    if len(alone) > _MOST_ALIKE:
        yield f"  and {len(alone) - _MOST_ALIKE} more"
    if joint:
        axes = list(dict.fromkeys(axis for one in joint for axis in one.axis.split(_TOGETHER)))
        number = sum(len(one.options) for one in joint)
        yield from folded(
            f"  {counted(number, 'combination')} of the options {', '.join(axes[:-1])} and {axes[-1]}", "    ", most=2
        )


def _nearest(found: Identification) -> Iterator[str]:
    """Yield the nearest dialect, and the smallest input on which it gives another answer."""
    for near in found.nearest[:1]:
        yield shortened(f"  nearest  {near.short or near.signature}")
        yield "  smallest input on which it gives another answer"
        rows = [*data_of(near), ("nearest gives", answer_text(near.due)), ("metric gives", answer_text(near.answer))]
        for name, text in rows:
            yield from folded(f"    {name:<14}{text}", " " * 18, most=_MOST_LINES)

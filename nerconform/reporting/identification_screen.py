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
    steps = f"the {counted(len(found.steps), 'probe')}, and what each excludes"
    more = ScreenLine(f"more: --verbose ({steps}), --format json", "dim")
    return [*lines[: LINES - 1], more]


def _sentence(found: Identification) -> str:
    """Return what was found."""
    name, probes = found.implementation, counted(len(found.steps), "probe")
    asked = f"{probes} and {counted(found.verified, 'further input')}"
    kind = "policy" if found.kind == "decoder" else "dialect"
    if not found.identified:
        near = found.nearest[0] if found.nearest else None
        nearest = f"; {', '.join(near.names) or 'the nearest'} agrees on {near.matched} of {near.asked}" if near else ""
        return f"{name} follows no {kind} of the spec ({asked}){nearest}"
    names = " or ".join(found.names) if found.names else f"a {kind} without a name"
    return f"{name} is {names}: {asked} agree"


def _answer(found: Identification) -> Iterator[str]:
    """Yield what was asked for, where to read the dialect or its signature, and what cannot be told apart."""
    yield shortened(f"  a {found.kind} in {found.scheme}{f', {found.measure}' if found.measure else ''}")
    yield plain(
        f"  nerconform explain {found.names[0] if found.names else shlex.quote(found.short or found.signature)}"
    )
    if found.left:
        yield "cannot be told apart from outside:"
    for one in found.left[:_MOST_ALIKE]:
        yield from folded(f"  {one.axis}: or {some(one.options)}; {one.reason}", "    ", most=2)
    if len(found.left) > _MOST_ALIKE:
        yield f"  and {len(found.left) - _MOST_ALIKE} more"


def _nearest(found: Identification) -> Iterator[str]:
    """Yield the nearest dialect, and the smallest input on which it gives another answer."""
    for near in found.nearest[:1]:
        yield shortened(f"  nearest  {near.short or near.signature}")
        yield "  smallest input on which it gives another answer"
        rows = [*data_of(near), ("nearest gives", answer_text(near.due)), ("metric gives", answer_text(near.answer))]
        for name, text in rows:
            yield from folded(f"    {name:<14}{text}", " " * 18, most=_MOST_LINES)

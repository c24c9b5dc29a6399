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
    steps = f"the {counted(len(found.steps), 'input')}, and what each excludes"
    more = ScreenLine(f"more: --verbose ({steps}), --format json", "dim")
    return [*lines[: LINES - 1], more]


def _sentence(found: Identification) -> str:
    """Return what was found."""
    name, probes = found.implementation, counted(len(found.steps), "input")
    asked = f"{probes} that tell rules apart, and {found.verified} more"
    kind = "policy" if found.kind == "decoder" else "dialect"
    if not found.identified:
        near = found.nearest[0] if found.nearest else None
        nearest = f"; {', '.join(near.names) or 'the nearest'} agrees on {near.matched} of {near.asked}" if near else ""
        return f"{name} follows no set of rules of the spec ({asked}){nearest}"
    names = " or ".join(found.names) if found.names else f"(none: this {kind} has no name)"
    return f"{name} follows the rules named {names}: {asked} agree"


def _answer(found: Identification) -> Iterator[str]:
    """Yield what was asked for, where to read the dialect or its signature, and what cannot be told apart."""
    measure = f", {found.measure}" if found.measure and len(found.measure) <= _WIDE_MEASURE else ""
    yield shortened(f"  a {found.kind} in {found.scheme}{measure}")
    name = found.names[0] if found.names else shlex.quote(found.short or found.signature)
    yield plain(f"  all rules in words: nerconform explain {name}")
    if found.left:
        yield "choices that no answer of this metric can show:"
    for one in found.left[:_MOST_ALIKE]:
        yield from folded(f"  {one.axis}: could also be {some(one.options)}; {one.reason}", "    ")
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

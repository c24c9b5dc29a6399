"""Identification screen: the first screen of an identification: which dialect it is, or which one comes nearest."""

import shlex
from collections.abc import Iterator

from rich.console import Console

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.identification_text import answer_text, data_of
from nerconform.reporting.layout import LINES, ScreenLine, folded, print_lines, shortened
from nerconform.results.identification_result import Identification

_MOST_NOTES = 3
_MOST_LINES = 3
_MOST_ALIKE = 8
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
    more = ScreenLine("more: --verbose (each input, and which rules it rules out), --format json", "dim")
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
        return f"{name} follows no set of rules that nerconform knows{nearest}"
    if not found.names:
        rules = f"rules that nerconform knows, but that have no name as a {kind}"
    else:
        rules = f"the rules ({kind}) named {' or '.join(found.names)}"
    does, given = ("reads tags", "entities") if found.kind == "decoder" else ("computes scores", "scores")
    inputs = counted(len(found.steps) + found.verified, f"{found.scheme} input")
    return f"{name} {does} by {rules}: its {given} agree with these rules on all {inputs} that were tried"


def _answer(found: Identification) -> Iterator[str]:
    """Yield where to read the dialect or its signature, which number was asked for, and what cannot be told apart."""
    if found.measure and len(found.measure) <= _WIDE_MEASURE:
        yield shortened(f"asked for {found.measure}")
    name = found.names[0] if found.names else shlex.quote(found.short or found.signature)
    yield plain(f"to read these rules: nerconform explain {name}")
    yield from _alike(found)


def _alike(found: Identification) -> Iterator[str]:
    """Yield which choices cannot be told from the answers, each once."""
    about = list(dict.fromkeys(words for one in found.left for words in one.about or (one.axis,)))
    if not about:
        return
    answers = "entities" if found.kind == "decoder" else "scores"
    one, they = (
        ("1 of these rules", "it changes") if len(about) == 1 else (f"{len(about)} of these rules", "they change")
    )
    yield from folded(f"{one} could not be tested, because {they} none of the {answers}:")
    for words in about[:_MOST_ALIKE]:
        yield from folded(f"  {words}", "    ")
    if len(about) > _MOST_ALIKE:
        yield f"  and {len(about) - _MOST_ALIKE} more with --verbose"


def _nearest(found: Identification) -> Iterator[str]:
    """Yield the nearest dialect, and the smallest input on which it gives another answer."""
    for near in found.nearest[:1]:
        yield shortened(f"  nearest  {near.short or near.signature}")
        yield "  smallest input on which it gives another answer"
        rows = [*data_of(near), ("nearest gives", answer_text(near.due)), ("metric gives", answer_text(near.answer))]
        for name, text in rows:
            yield from folded(f"    {name:<14}{text}", " " * 18, most=_MOST_LINES)

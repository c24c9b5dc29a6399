"""Identification: the answer, the probes, what cannot be told apart and what comes near, on a terminal."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.layout import grid, indented
from nerconform.results.identification_result import (
    Identification,
    NearDialect,
    ProbeAnswer,
    ProbeRecord,
    ProbeStepRecord,
)
from nerconform.results.values import RawInput, RefusalDue, SpanRecord, Unit, Units, UnsupportedObserved, ValuesObserved

_SHOWN_UNITS = 3
_SHOWN_TAGS = 12
_SHOWN_OPTIONS = 6
_SHOWN_ANSWER = 100
_SHOWN_NUMBERS = 12


def print_identification(found: Identification, console: Console) -> None:
    """Print the probes first, as they were asked, and the answer last, where the eye is."""
    for number, step in enumerate(found.steps, start=1):
        _print_step(number, step, console)
    console.print()
    _print_answer(found, console)
    if found.left:
        console.print(Text("cannot be told apart from outside:"))
        for one in found.left:
            words = f": or {some(one.options)}; {one.reason}"
            console.print(indented(Text.assemble((one.axis, "bold"), words)), soft_wrap=False)
    for near in found.nearest:
        _print_near(near, console)


def _print_step(number: int, step: ProbeStepRecord, console: Console) -> None:
    possible = f": {step.before} possible, {step.after} left" if step.before else ""
    console.print(Text.assemble((f"probe {number}", "bold"), f"  {step.stage}{possible}"))
    answer = answer_text(step.answer)
    answer = answer if len(answer) <= _SHOWN_ANSWER else f"{answer[:_SHOWN_ANSWER]}..."
    console.print(indented(grid([*data_of(step), ("answer", plain(answer))])))
    if not step.fitted:
        console.print(indented(Text("nothing that was possible expects this answer; it excludes nothing", "yellow")))
    for axis, options in step.excluded.items():
        console.print(indented(Text(f"excluded  {axis}: {some(options)}", "dim")))


def _print_answer(found: Identification, console: Console) -> None:
    head = f"{plain(found.implementation)}, a {found.kind} in {found.scheme}"
    probes = counted(len(found.steps), "probe")
    if found.identified:
        what = ("policy" if found.kind == "decoder" else "dialect", ", ".join(found.names) or "one without a name")
        console.print(
            Text(f"{head}: identified by {probes}, verified on {found.verified} further inputs", "bold green")
        )
        rows = [what, *([("measure", found.measure)] if found.measure else []), ("signature", found.signature)]
        console.print(indented(grid(rows)))
    else:
        nearest = f"nearest {', '.join(found.nearest[0].names) or 'is one without a name'}; " if found.nearest else ""
        words = f"{head}: outside the family; {nearest}it fails on {counted(found.failed, 'answer')}"
        console.print(Text(f"{words} ({probes}, {found.verified} further inputs)", "bold red"))
    for note in found.notes:
        console.print(indented(Text(note, "yellow")))


def _print_near(near: NearDialect, console: Console) -> None:
    console.print()
    console.print(Text.assemble(("near", "bold"), f"  expects {near.matched} of {near.asked} answers"))
    names = [("name", ", ".join(near.names))] if near.names else []
    rows = [*names, ("signature", near.signature), ("the smallest input on which it fails", "")]
    console.print(indented(grid(rows)))
    console.print(
        indented(grid([*data_of(near), ("due", answer_text(near.due)), ("answer", answer_text(near.answer))]), by=4)
    )


def data_of(probe: ProbeRecord) -> Iterator[tuple[str, str]]:
    """Yield the sides of a probe, cut where they are long."""
    if not probe.gold:
        yield "tags", _side(probe.pred)
        return
    yield "gold", _side(probe.gold)
    yield "pred", _side(probe.pred)


def _side(side: Units) -> str:
    if isinstance(side, RawInput):
        return plain(side.text)
    more = len(side) - _SHOWN_UNITS
    units = [_unit(unit) for unit in side[:_SHOWN_UNITS]]
    return " | ".join([*units, *([f"and {more} more units"] if more > 0 else [])])


def _unit(unit: Unit) -> str:
    if isinstance(unit, RawInput):
        return plain(unit.text)
    items = [repr((one.type, one.start, one.end)) if isinstance(one, SpanRecord) else one for one in unit]
    more = len(items) - _SHOWN_TAGS
    shown = items[:_SHOWN_TAGS] if more > _SHOWN_TAGS else items
    return plain(" ".join(shown)) + (f" ... ({more} more)" if more > _SHOWN_TAGS else "") or "no tokens"


def answer_text(answer: ProbeAnswer) -> str:
    """Return an answer on one line: numbers by their names, the spans of each sentence, or why there are none."""
    match answer:
        case ValuesObserved(values):
            shown = [f"{name}={value}" for name, value in list(values.items())[:_SHOWN_NUMBERS]]
            more = len(values) - len(shown)
            return ", ".join([*shown, *([f"and {more} more"] if more else [])])
        case RefusalDue():
            return f"refused: {answer.code}".rstrip(": ")
        case UnsupportedObserved(reason):
            return f"not taken: {reason}"
    return " | ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)


def some(options: tuple[str, ...]) -> str:
    """Return the first options, and how many there are beside them."""
    more = len(options) - _SHOWN_OPTIONS
    return ", ".join(options[:_SHOWN_OPTIONS]) + (f" and {more} more" if more > 0 else "")

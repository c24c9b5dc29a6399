"""Identification: the answer, the probes, what cannot be told apart and what comes near, on a terminal."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from nerconform.asking.question import Form
from nerconform.diagnosis.shrinking import Side
from nerconform.products.identify.boxes import Probe
from nerconform.products.identify.identification import Identification, Near
from nerconform.products.identify.separation import ProbeStep
from nerconform.reporting.evaluation_view import plain
from nerconform.reporting.layout import grid, indented

_SHOWN_UNITS = 3
_SHOWN_TAGS = 12
_SHOWN_OPTIONS = 6
_SHOWN_ANSWER = 100


def print_identification(found: Identification, console: Console) -> None:
    """Print the probes first, as they were asked, and the answer last, where the eye is."""
    for number, step in enumerate(found.steps, start=1):
        _print_step(number, step, console)
    console.print()
    _print_answer(found, console)
    if found.left:
        console.print(Text("cannot be told apart from outside:"))
        for axis, options, reason in found.left:
            console.print(indented(Text.assemble((axis, "bold"), f": or {_some(options)}; {reason}")), soft_wrap=False)
    for near in found.nearest:
        _print_near(near, console)


def _print_step(number: int, step: ProbeStep, console: Console) -> None:
    before, after = step.left
    possible = f": {before} possible, {after} left" if before else ""
    console.print(Text.assemble((f"probe {number}", "bold"), f"  {step.stage}{possible}"))
    console.print(indented(grid([*_data(step.probe), ("answer", _short(str(step.outcome)))])))
    if not step.fitted:
        console.print(indented(Text("nothing that was possible expects this answer; it excludes nothing", "yellow")))
    for axis, options in step.excluded.items():
        console.print(indented(Text(f"excluded  {axis}: {_some(options)}", "dim")))


def _print_answer(found: Identification, console: Console) -> None:
    head = f"{plain(found.implementation)}, a {found.kind} in {found.scheme}"
    probes = f"{len(found.steps)} probe{'' if len(found.steps) == 1 else 's'}"
    if found.identified:
        what = ("policy" if found.kind == "decoder" else "dialect", ", ".join(found.names) or "one without a name")
        console.print(
            Text(f"{head}: identified by {probes}, verified on {found.verified} further inputs", "bold green")
        )
        rows = [what, *([("measure", found.measure)] if found.measure else []), ("signature", found.signature)]
        console.print(indented(grid(rows)))
    else:
        words = f"{head}: no dialect; {found.failed} answers are not those of the nearest"
        console.print(Text(f"{words} ({probes}, {found.verified} further inputs)", "bold red"))
    for note in found.notes:
        console.print(indented(Text(note, "yellow")))


def _print_near(near: Near, console: Console) -> None:
    console.print()
    console.print(Text.assemble(("near", "bold"), f"  expects {near.matched} of {near.asked} answers"))
    names = [("name", ", ".join(near.names))] if near.names else []
    rows = [*names, ("signature", near.signature), ("the smallest input on which it fails", "")]
    console.print(indented(grid(rows)))
    console.print(indented(grid([*_data(near.probe), ("due", near.due), ("answer", str(near.outcome))]), by=4))


def _data(probe: Probe) -> Iterator[tuple[str, str]]:
    """Yield the sides of a probe, cut where they are long."""
    if not probe.gold:
        yield "tags", _side(probe.pred, probe.form)
        return
    yield "gold", _side(probe.gold, probe.form)
    yield "pred", _side(probe.pred, probe.form)


def _side(side: Side, form: Form) -> str:
    more = len(side) - _SHOWN_UNITS
    units = [_unit(unit, form) for unit in side[:_SHOWN_UNITS]]
    return " | ".join([*units, *([f"and {more} more units"] if more > 0 else [])])


def _unit(unit: tuple[object, ...], form: Form) -> str:
    items = [str(item) if form is Form.TAGS else repr(tuple(item)) for item in unit]  # type: ignore[arg-type] # a span
    more = len(items) - _SHOWN_TAGS
    shown = items[:_SHOWN_TAGS] if more > _SHOWN_TAGS else items
    return plain(" ".join(shown)) + (f" ... ({more} more)" if more > _SHOWN_TAGS else "") or "no tokens"


def _some(options: tuple[str, ...]) -> str:
    more = len(options) - _SHOWN_OPTIONS
    return ", ".join(options[:_SHOWN_OPTIONS]) + (f" and {more} more" if more > 0 else "")


def _short(text: str) -> str:
    return plain(text if len(text) <= _SHOWN_ANSWER else f"{text[:_SHOWN_ANSWER]}...")

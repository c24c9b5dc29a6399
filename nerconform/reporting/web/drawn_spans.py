"""Sketch: the units of a divergence, read by the rule and as the library reads them, ready to be drawn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest

from nerconform.base.errors import NerconformError
from nerconform.libraries.all_quirks import quirks_of
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk
from nerconform.reference.decoding import Side
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.signature import parse_dialect
from nerconform.reference.units import Annotation
from nerconform.reporting.web.line_drawing import Drawing, Line, Spelled, draw, spans_of, spelled
from nerconform.results.run import Mismatch

MOST_UNITS = 6
_EMPTY = Spelled()
_SIDES = {Side.GOLD: "gold", Side.PRED: "prediction"}


@dataclass(frozen=True, slots=True)
class Sketch:
    """The units of an input as drawings; units that cannot be drawn are `raw` lines. `more` units are left out."""

    drawings: tuple[Drawing, ...] = ()
    raw: tuple[str, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads tags: the rule alone, or the rule with quirks; `name` is whose reading it is."""

    name: str
    kind: str
    pipeline: Pipeline

    def line(self, unit: Spelled, side: Side) -> Line:
        """Return what is read of one side of a unit; where that is an error, its name."""
        head = _SIDES[side], self.name, self.kind
        if unit.spans is not None:
            return Line(*head, unit.spans)
        try:
            return Line(*head, self.pipeline.spans(Annotation(unit.tags), side))
        except (NerconformError, LibraryRaises) as error:
            name = getattr(error, "error", "") or f"refused: {type(error).__name__}"
            return Line(*head, note=name)


def rule(dialect: str, name: str = "the rule", kind: str = "rule") -> Reader | None:
    """Return who reads by a dialect; `None` where the text is no dialect of this spec."""
    with suppress(NerconformError):
        return Reader(name, kind, Pipeline.of(parse_dialect(dialect)))
    return None


def library(dialect: str, quirks: Sequence[Quirk], sides: tuple[object, object], name: str) -> Reader | None:
    """Return who reads as a library does: by a dialect that these quirks change, on this input."""
    found = rule(dialect, name, "library")
    if found is None:
        return None
    pipeline = found.pipeline
    with suppress(NerconformError, LibraryRaises):
        for quirk in quirks:
            pipeline = quirk.on(Given(*sides, pipeline.dialect))(pipeline)
        return Reader(found.name, found.kind, pipeline)
    return None


def quirk_of(cause: str, implementation: str, version: str) -> Quirk | None:
    """Return the quirk that a cause of the known divergences is, in a mode of a release (`library 1.2.3`)."""
    name, _, number = version.rpartition(" ")
    quirks = (quirk for quirk in quirks_of(name, number) if quirk.belongs_to(implementation))
    return next((quirk for quirk in quirks if quirk.id.partition(".")[2] == cause), None)


def sketch(
    gold: Sequence[str],
    pred: Sequence[str],
    readers: Callable[[tuple[object, object]], Sequence[Reader]],
    seen: Mapping[str, str],
) -> Sketch:
    """Return the drawings of an input that a run tells as text.

    `readers` gives who reads the sides; `seen` are spans that the library itself gave, as text by what was asked
    (`spans.pred[0]`), which stand in place of its predicted reading.
    """
    units = [(spelled(one), spelled(other)) for one, other in zip_longest(gold, pred, fillvalue="")]
    raw = tuple(text.raw for unit in units for text in unit if text.raw)
    if raw:
        return Sketch(raw=tuple(f"gold  {one}" for one in gold) + tuple(f"pred  {one}" for one in pred))
    sides = tuple([_passed(unit[index]) for unit in units] for index in (0, 1))
    return sketch_units(units, readers((sides[0], sides[1])), seen)


def _passed(unit: Spelled) -> list[object]:
    """Return one side of a unit as it is passed to a metric."""
    return list(unit.tags if unit.spans is None else unit.spans)


def sketch_units(
    units: Sequence[tuple[Spelled, Spelled]], readers: Sequence[Reader], seen: Mapping[str, str]
) -> Sketch:
    """Return the drawings of units."""
    shown = [_drawing(index, unit, readers, seen) for index, unit in enumerate(units[:MOST_UNITS])]
    return Sketch(tuple(shown), more=max(0, len(units) - MOST_UNITS))


def _drawing(index: int, unit: tuple[Spelled, Spelled], readers: Sequence[Reader], seen: Mapping[str, str]) -> Drawing:
    """Return the drawing of one unit: for each side its tags, and what each reader makes of them."""
    lines: list[Line] = []
    for side, mine in zip(Side, unit, strict=True):
        own = [reader.line(mine, side) for reader in readers]
        lines += [Line(_SIDES[side], "tags", "tags", tags=mine.tags)] if mine.spans is None else []
        lines += [_seen(line, seen.get(f"spans.{side}[{index}]")) for line in own] if mine.spans is None else own[:1]
    return draw(lines, max(one.length for one in unit))


def _seen(line: Line, text: str | None) -> Line:
    """Return a library's line with the spans that it gave itself, where they are known."""
    found = spans_of(text) if text is not None else None
    return line if line.kind != "library" or found is None else Line(line.side, line.label, line.kind, found)


def seen_spans(mismatches: Sequence[Mismatch]) -> dict[str, str]:
    """Return the spans that a library gave, where they were asked and were others than the right ones."""
    return {one.asked: one.got for one in mismatches if one.asked.startswith("spans.")}

"""Compare: one data set, several implementations and dialects: the numbers, and why they differ (CMP-1 to CMP-7)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from nerconform.api import resolve as resolve_dialect
from nerconform.comparison.compared import Cited, Comparison, Ran
from nerconform.comparison.comparing.asked import Sides
from nerconform.comparison.comparing.bridge import Bridge, BridgeStep, End, Part, Standing
from nerconform.comparison.comparing.bridging import bridge
from nerconform.comparison.comparing.columns import Answered, Columns, Wanted, contestants, defaults
from nerconform.comparison.comparing.readings import Readings
from nerconform.comparison.run_part import RunPart, Source, UnitKind, require_file
from nerconform.comparison.scored import SameFile, both_sides
from nerconform.formats.options import ReaderOptions
from nerconform.formats.read import read
from nerconform.formats.record import Record
from nerconform.implementations.process import Limits
from nerconform.implementations.question import Form
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import scheme_of
from nerconform.version import __version__

DEFAULT_MEASURE = "strict.micro.f1"
RESAMPLES = 10_000
_SEMEVAL = "semeval"


class NoSuchColumn(NerconformError):
    """A bridge is to lead to something that is not compared."""

    code = "no-such-column"


class Unread(NamedTuple):
    """The data of a comparison: both sides unit by unit, and where each unit stands."""

    gold: list[list[object]]
    pred: list[list[object]]
    cited: list[Cited]


def compare(  # noqa: PLR0913 - what is compared, on what, and which number
    gold: object,
    pred: object,
    implementations: Sequence[Wanted] = (),
    *,
    scheme: str = "IOB2",
    measure: str | Measure = DEFAULT_MEASURE,
    bridges: Sequence[tuple[str, str]] = (),
    dialect: str | None = None,
    timeout: float | None = None,
) -> Comparison:
    """Return what several implementations and dialects give on one data set, and why they differ (CMP-1 to CMP-7)."""
    data = _units(gold, pred)
    return _compared(data, implementations, scheme, measure, bridges, dialect, timeout)


def _units(gold: object, pred: object) -> Unread:
    gold, pred = ([list(unit) for unit in side] for side in (gold, pred))  # type: ignore[attr-defined]
    cited = [
        Cited(f"unit {index}", (), tuple(one), tuple(other))
        for index, (one, other) in enumerate(zip(gold, pred, strict=True))
    ]
    return Unread(gold, pred, cited)


def compare_files(
    gold: Path,
    pred: Path | None,
    implementations: Sequence[Wanted] = (),
    *,
    scheme: str = "IOB2",
    measure: str | Measure = DEFAULT_MEASURE,
    bridges: Sequence[tuple[str, str]] = (),
    options: ReaderOptions = ReaderOptions(),
    dialect=None,
    timeout=None,
) -> Comparison:
    paths = [path for path in (gold, pred) if path is not None]
    for path in paths:
        require_file(path)
    records = list(both_sides(read(gold, pred, options)))
    data = Unread(
        [list(one.gold or ()) for one in records],
        [list(one.pred or ()) for one in records],
        [Cited(one.place(), one.tokens, tuple(one.gold or ()), tuple(one.pred or ())) for one in records],
    )
    sources = tuple(map(Source.of, paths))
    run = RunPart(
        __version__, UnitKind.SENTENCE, tuple(source.sha256 for source in sources), options.text() or "default"
    )
    return replace(
        _compared(data, implementations, scheme, measure, bridges, dialect, timeout), run=run, sources=sources
    )


def _compared(data, implementations, scheme, measure, bridges, dialect, timeout) -> Comparison:
    measure = Measure.parse(measure) if isinstance(measure, str) else measure
    scheme = scheme_of(scheme)
    readings = Readings(data.gold, data.pred)
    sides = Sides(data.gold, data.pred, Form.TAGS, str(scheme))
    limits = Limits() if timeout is None else Limits(timeout)
    columns = Columns(readings, sides, measure, resolve_dialect(_SEMEVAL, str(scheme)))
    found = contestants(implementations, dialect, limits) if implementations else defaults(sides)
    answered = [columns.answer(one) for one in found]
    if not implementations:
        answered = [one for one in answered if one.column.answers or one.column.ran == "library"]
    by_name = {one.column.name: one for one in answered}
    ends = [tuple(_end(text, by_name, measure) for text in pair) for pair in bridges] or _widest(answered, measure)
    built = tuple(_bridge(readings, *pair) for pair in ends)
    touched = {unit.unit for one in built for step in one.steps for unit in step.units}
    return Comparison(
        measure,
        str(scheme),
        len(data.gold),
        tuple(one.column for one in answered),
        built,
        {index: data.cited[index] for index in sorted(touched)},
    )


def _end(text: str, by_name, measure):
    name, bar, rest = text.partition("|")
    return by_name[name], Measure.parse(rest) if bar else measure


def _widest(answered: Sequence[Answered], measure: Measure):
    valued = [one for one in answered if one.column.value is not None]
    libraries = [one for one in valued if one.column.ran is Ran.LIBRARY]
    valued = libraries if len(libraries) > 1 else valued
    pairs = list(combinations(valued, 2))
    if not pairs:
        return []
    one, other = max(pairs, key=lambda pair: abs(pair[0].column.value - pair[1].column.value))
    return [((one, measure), (other, measure))]


def _bridge(readings, left, right) -> Bridge:
    ways = [one.way._replace(measure=measure) for one, measure in (left, right)]
    return bridge(readings, ways[0], ways[1], (left[0].column.name, right[0].column.name))

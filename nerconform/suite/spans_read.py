"""Spans read: what the rule and a library read in an input, as a result stores it, so that a page need not read it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from nerconform.asking import records
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.units import Annotation
from nerconform.results.values import ErrorObserved, Mismatch, SpansObserved, SpansRead

_Read = SpansObserved | ErrorObserved


def by_rule(question: Question, dialect: Dialect | None, reader: str = "the rule") -> SpansRead | None:
    """Return what a dialect reads in the units of a question, `None` where these are neither tags nor spans."""
    if dialect is None or question.form in {Form.RAW, Form.RAW_SPANS}:
        return None
    with suppress(NerconformError):
        return _read(question, Pipeline.of(dialect), reader, "rule")
    return None


def by_library(
    question: Question,
    dialect: Dialect | None,
    quirks: Iterable[Quirk],
    reader: str,
    mismatches: Sequence[Mismatch] = (),
) -> SpansRead | None:
    """Return what a library reads: by a dialect that these quirks change, and where it gave its own spans, these."""
    if dialect is None or question.form is not Form.TAGS:
        return None
    with suppress(NerconformError, LibraryRaises):
        pipeline = Pipeline.of(dialect)
        for quirk in quirks:
            given = Given(question.gold, question.pred, pipeline.dialect, question.ask, question.choices)
            pipeline = quirk.on(given)(pipeline)
        given_spans = {one.asked: one.got for one in mismatches if isinstance(one.got, SpansObserved)}
        return _read(question, pipeline, reader, "library", given_spans)
    return None


def _read(
    question: Question,
    pipeline: Pipeline,
    reader: str,
    by: Literal["rule", "library"],
    given: Mapping[str, SpansObserved] = {},
) -> SpansRead:
    """Return what a pipeline reads on both sides."""
    sides: list[tuple[_Read, ...]] = []
    for side, units in ((Side.GOLD, question.gold), (Side.PRED, question.pred)):
        found = enumerate(units if isinstance(units, list | tuple) else ())
        sides.append(tuple(given.get(f"spans.{side}[{index}]") or _unit(unit, pipeline, side) for index, unit in found))
    return SpansRead(reader, by, *sides)


def _unit(unit: object, pipeline: Pipeline, side: Side) -> _Read:
    """Return the spans of one unit, or the error in which reading it ends."""
    data = records.unit(unit)
    if isinstance(data, tuple) and any(not isinstance(item, str) for item in data):
        return SpansObserved(tuple(item for item in data if not isinstance(item, str)))
    if not isinstance(data, tuple):
        return ErrorObserved("not a unit")
    try:
        return records.spans(pipeline.spans(Annotation(tuple(map(str, data))), side))
    except LibraryRaises as error:
        return ErrorObserved(error.error)
    except NerconformError as error:
        return ErrorObserved(type(error).__name__, refusal=True)

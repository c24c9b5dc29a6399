"""Records: what questions and answers hold, as the plain data that results store."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from nerconform.asking.observation import Answer, Crash, Observation, Printed, Refusal, Value
from nerconform.asking.question import Form
from nerconform.reference.mentions import Mention
from nerconform.reference.outcomes import Pair
from nerconform.reference.spans import Span, canonical
from nerconform.results.values import (
    ErrorObserved,
    Number,
    Observed,
    PairRecord,
    PairsObserved,
    PrintedNumber,
    RawInput,
    SpanRecord,
    SpansObserved,
    Unit,
    Units,
    UnsupportedObserved,
    ValuesObserved,
    number_of,
)


def number(value: Value | Fraction) -> Number:
    """Return a number as data."""
    return PrintedNumber(value.text) if isinstance(value, Printed) else number_of(value)


def span(one: Span) -> SpanRecord:
    """Return a span as data."""
    return SpanRecord(one.type, one.start, one.end, one.pieces)


def spans(found: Iterable[Span]) -> SpansObserved:
    """Return the spans of a unit as data, in canonical order."""
    return SpansObserved(tuple(map(span, sorted(found, key=canonical))))


def pairs(found: Sequence[Pair]) -> PairsObserved:
    """Return the pairs of a unit as data."""
    return PairsObserved(tuple(PairRecord(gold and span(gold), pred and span(pred)) for gold, pred in found))


def units(side: object, form: Form) -> Units:
    """Return one side of an input as data; what is no unit is kept as Python writes it."""
    if form in {Form.RAW, Form.RAW_SPANS} or not isinstance(side, list):
        return RawInput(repr(side))
    return tuple(map(unit, side))


def unit(one: object) -> Unit:
    """Return one unit as data: tags, spans, mentions, or how Python writes it, such as a unit of layers."""
    if isinstance(one, dict) and "entities" in one:
        return unit(one["entities"])
    if isinstance(one, list | tuple):
        if all(isinstance(item, Span) for item in one):
            return tuple(map(span, one))
        if all(isinstance(item, str) for item in one):
            return tuple(map(str, one))
        if all(isinstance(item, Mention) for item in one):
            return tuple(SpanRecord(item.type, text=item.text) for item in one)
    return RawInput(repr(one))


def error(found: Refusal | Crash) -> ErrorObserved:
    """Return an exception as data."""
    return ErrorObserved(found.error, found.message, refusal=isinstance(found, Refusal))


def observed(found: Observation) -> Observed:
    """Return an observation as data; of an answer its numbers."""
    match found:
        case Answer():
            return ValuesObserved({str(measure): number(found.values[measure]) for measure in sorted(found.values)})
        case Refusal() | Crash():
            return error(found)
    return UnsupportedObserved(found.reason)

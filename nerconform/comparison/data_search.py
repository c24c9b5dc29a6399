"""Data search: the units of files on which two sides differ, each reduced (KIT-7)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nerconform.comparison.asking import Way
from nerconform.comparison.classes import Classes
from nerconform.comparison.inquiry import Inquiry
from nerconform.comparison.narrowing import Narrowing
from nerconform.comparison.progress import Told
from nerconform.comparison.scored import both_sides
from nerconform.comparison.searched import Search, Times
from nerconform.engines.choice import prepare
from nerconform.formats.options import ReaderOptions
from nerconform.formats.read import read
from nerconform.formats.record import Record
from nerconform.implementations.question import Ask, Form
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.schemes import Scheme
from nerconform.reference.tags import parser
from nerconform.reference.units import read_units


@dataclass(frozen=True, slots=True)
class Data:
    """The units of files: both sides, where each unit stands, and what the files are called."""

    gold: list[list[Any]]
    pred: list[list[Any]]
    places: list[str]
    names: str
    form: Form


def read_data(gold: Path, pred: Path | None, options: ReaderOptions) -> Data:
    """Return the units of a file with both sides, or of two. Raises the errors of the formats and `OneAnnotation`."""
    records = list(both_sides(read(gold, pred, options)))
    names = " ".join(str(path) for path in (gold, pred) if path is not None)
    form = Form.TAGS if all(map(_is_tagged, records)) else Form.SPANS
    units = [_unit(record, form) for record in records]
    places = [f"{record.file}:{record.line}" for record in records]
    return Data([gold for gold, _ in units], [pred for _, pred in units], places, names, form)


def _as_spans(data: Data, scheme: str) -> Data:
    """Return tags as the spans that they are by the lenient policy. Raises the errors of tags (TAG-5 to TAG-8)."""
    dialect = Dialect().set(scheme=scheme, policy="lenient")
    parse, decode = parser(dialect), decoder(dialect)
    gold, pred = (
        [list(decode(parse(unit), side)) for unit in units]
        for side, units in ((Side.GOLD, data.gold), (Side.PRED, data.pred))
    )
    return Data(gold, pred, data.places, f"{data.names}, decoded leniently", Form.SPANS)


def _is_tagged(record: Record) -> bool:
    return all(isinstance(item, str) for side in (record.gold, record.pred) for item in (side or ())[:1])


def _unit(record: Record, form: Form) -> tuple[list[Any], list[Any]]:
    """Return both sides of a record, each a list of tags or of spans."""
    gold, pred = record.gold or (), record.pred or ()
    if form is Form.TAGS:
        return list(gold), list(pred)
    ((one, other),) = read_units([gold], [pred])
    return list(one.spans), list(other.spans)


def asked_about(inquiry: Inquiry, data: Data, scheme: str) -> tuple[Way | None, Data]:
    """Return how two sides are asked about data, `None` where they are not, and the data in the form that they take.

    Who gives no scores is asked for its report, and who takes no tags of any scheme about the spans.
    """
    for plain in (Way(data.form, scheme, ask=how) for how in Ask):
        if inquiry.asker.takes(plain):
            return plain, data
    spans = Way(Form.SPANS, scheme)
    takes_tags = any(inquiry.asker.takes(Way(Form.TAGS, str(name))) for name in Scheme)
    if data.form is Form.SPANS or takes_tags or not inquiry.asker.takes(spans):
        return None, data
    return spans, _as_spans(data, scheme)


def search_data(inquiry: Inquiry, data: Data, scheme: str, told: Told = None) -> Search:
    """Return on which units two sides differ, and why; the time is all that it takes once the files are read."""
    clock = inquiry.clock
    start, clock.seconds = clock.now(), 0.0
    way, data = asked_about(inquiry, data, scheme)
    if way is None:
        who = "they take" if len(inquiry.sides) > 1 else "it takes"
        words = f"{who} no {data.form} in {scheme}{' together' if len(inquiry.sides) > 1 else ''}"
        return _found(inquiry, data, Classes(inquiry), Times(0.0, 0.0, 0.0), words)
    prepare(data.gold)
    running, interrupted = Narrowing(inquiry, way, data.gold, data.pred, data.places, told), False
    try:
        running.run()
    except KeyboardInterrupt:
        interrupted = True
    running.classes.is_over = lambda: interrupted
    running.classes.settle()
    running.classes.merge()
    found = _found(inquiry, data, running.classes, Times(0.0, 0.0, 0.0), "")
    times = Times(0.0, clock.seconds, max(0.0, clock.now() - start - clock.seconds))
    return replace(found, examples=running.done, interrupted=interrupted, times=times)


def _found(inquiry: Inquiry, data: Data, classes: Classes, times: Times, untried: str) -> Search:
    left, right = inquiry.names
    return Search(
        left=left,
        right=right,
        version=versions(inquiry),
        source=data.names,
        seed=0,
        examples=0 if untried else len(data.gold),
        divergent=classes.divergent,
        unexplained=classes.unexplained,
        classes=classes.found(),
        times=times,
        untried=untried,
    )


def versions(inquiry: Inquiry) -> str:
    """Return the versions of the implementations that are asked."""
    return ", ".join(side.version for side in inquiry.sides)


def search_files(inquiries: Sequence[Inquiry], data: Data, scheme: str, told: Told = None) -> tuple[Search, ...]:
    """Return one search of the data for each pair of sides."""
    found: list[Search] = []
    for inquiry in inquiries:
        found.append(search_data(inquiry, data, scheme, told))
        if found[-1].interrupted:
            break
    return tuple(found)

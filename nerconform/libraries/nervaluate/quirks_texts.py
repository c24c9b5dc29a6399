"""Quirks of nervaluate that reads the text of a file: its columns, the ends of its lines, and units that are lost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace

from nerconform.libraries.nervaluate.quirks import NO_RESULTS, READING, load
from nerconform.libraries.nervaluate.quirks_matching import ZERO, listed, with_rows
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import everything, has_a_token, members, raising_at_once, unchanged
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)


def _ends_with_nothing(given: Given) -> bool:
    return any(members(side) and not members(members(side)[-1]) for side in (given.gold, given.pred))


def _stripped(pipeline: Pipeline) -> Pipeline:
    """Return the path on which empty units at the end are one, if all are empty, and none if there is but one."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        units = list(before(gold, pred))
        if len(units) == 1 and not units[0].gold.tags:
            return []
        while len(units) > 1 and not units[-1].gold.tags and not units[-1].pred.tags:
            units.pop()
        return units

    return NO_RESULTS.change(replace(pipeline, read=read))


def _of_no_type(given: Given) -> Change:
    """Return the change of a whole input: every unit is one span without a type, if that type is listed."""
    is_listed = "" in listed(given)

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        return (Span("", 0, len(marks)),) if marks and is_listed else ()

    return with_rows(given, lambda pipeline: replace(pipeline, decode=decode))


def _with_returns(pipeline: Pipeline) -> Pipeline:
    """Return the path on which all of a text is one unit, each tag but the last has a carriage return in its type."""

    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [_last_tag(side) for side in (gold, pred)]
        if None in sides and sides != [None, None]:
            raise LibraryRaises("ValueError")
        return [Unit(*(Annotation(None, side or ()) for side in sides))] if None not in sides else []

    return NO_RESULTS.change(replace(pipeline, read=read))


def _last_tag(side: object) -> Spans | None:
    """Return the span of the last line, whose end alone is cut off; `None` where the text is empty.

    All others are loaded, or refused, and their types are listed nowhere.
    """
    units = members(side)
    if units in ([], [[]]):
        return None
    *before, last = [tag for unit in units for tag in unit] or ["O"]
    marks = [Mark("I", "", tag) for tag in (*(f"{tag}\r" for tag in before), last)]
    return tuple(span for span in load(marks, Side.GOLD) if not span.type.endswith("\r"))


def _with_returns_before(given: Given) -> Change:
    """Return the change of a whole input: an empty line is none and crashes, other types than those listed are lost."""
    if any(len(members(side)) > 1 for side in (given.gold, given.pred)):
        return raising_at_once("IndexError")
    known = listed(given)

    def change(pipeline: Pipeline) -> Pipeline:
        parse, decode = pipeline.parse, pipeline.decode

        def parsed(tags: Sequence[str]) -> tuple[Mark, ...]:
            return parse([*(f"{tag}\r" for tag in tags[:-1]), *tags[-1:]])

        def decoded(marks: Sequence[Mark], side: Side) -> Spans:
            return tuple(span for span in decode(marks, side) if span.type in known)

        return replace(pipeline, parse=parsed, decode=decoded)

    return with_rows(given, change)


def _of_texts(id_: str, base: Mapping[str, str], error: str) -> Quirk:
    """Return the quirk of a loader of texts that raises, whatever the tags are."""
    return Quirk(
        id=id_,
        step=Step.PARSE,
        base=base,
        schemes=_SCHEMES,
        fires=has_a_token,
        change=raising_at_once(error),
        reads=lambda given: raising_at_once(error) if has_a_token(given) else unchanged,
    )


def _where_guessed(given: Given) -> Change:
    """Return the change of a whole input to an `Evaluator` that tells the loader by the first item of the gold."""
    gold = given.gold
    if not isinstance(gold, list) or not gold or not isinstance(gold[0], list):
        return raising_at_once("ValueError")
    return unchanged if gold[0] else raising_at_once("IndexError")


def _begins_with_nothing(given: Given) -> bool:
    return not members(given.gold) or not members(members(given.gold)[0])


def _twice(pipeline: Pipeline) -> Pipeline:
    """Return the path on which everything counts twice."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        total = {schema: _doubled(counts) for schema, counts in tally.total.items()}
        rows = {
            kind: {schema: _doubled(counts) for schema, counts in row.items()} for kind, row in tally.by_type.items()
        }
        return replace(tally, total=total, by_type=rows)

    return replace(pipeline, count=counted)


def _doubled(counts: Counts) -> Counts:
    return Counts(**{each.name: 2 * getattr(counts, each.name) for each in fields(Counts)})


def _loaded_again(pipeline: Pipeline) -> Pipeline:
    """Return the path that loads what it has loaded: a span is no tag."""
    keep = pipeline.filter

    def kept(units: Stream) -> Stream:
        found = list(units)
        if any(gold or pred for gold, pred in found):
            raise LibraryRaises("TypeError")
        return keep(found)

    return replace(pipeline, filter=kept)


def _one_token_longer(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the end of a span is its last token, though it is the first one behind it."""
    before = pipeline.read

    def longer(side: Annotation) -> Annotation:
        return Annotation(None, tuple(span._replace(end=span.end + 1) for span in side.spans))

    def read(gold: object, pred: object) -> Sequence[Unit]:
        return [Unit(*map(longer, unit)) for unit in before(gold, pred)]

    return replace(pipeline, read=read)


QUIRKS = (
    Quirk(
        id="nervaluate.empty-units-at-the-end-are-lost",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=_ends_with_nothing,
        change=_stripped,
    ),
    _of_texts("nervaluate.conll-reads-the-second-column", READING, "ValueError"),
    _of_texts("nervaluate.conll-takes-tabs-alone", READING, "ValueError"),
    _of_texts("nervaluate.conll-without-tabs-crashes", ZERO, "IndexError"),
    Quirk(
        id="nervaluate.conll-takes-the-second-column-for-the-tag",
        step=Step.DECODE,
        base=ZERO,
        schemes=_SCHEMES,
        fires=has_a_token,
        change=lambda pipeline: replace(pipeline, decode=lambda _marks, _side: ()),
        reads=_of_no_type,
    ),
    Quirk(
        id="nervaluate.carriage-return-belongs-to-the-tag",
        step=Step.PARSE,
        base=READING,
        schemes=_SCHEMES,
        fires=has_a_token,
        change=_with_returns,
    ),
    Quirk(
        id="nervaluate.carriage-return-is-a-type",
        step=Step.PARSE,
        base=ZERO,
        schemes=_SCHEMES,
        fires=lambda given: bool(members(given.gold) or members(given.pred)),
        change=raising_at_once("IndexError"),
        reads=_with_returns_before,
    ),
    Quirk(
        id="nervaluate.first-unit-without-span-crashes",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=_begins_with_nothing,
        change=raising_at_once("IndexError"),
        reads=_where_guessed,
    ),
    Quirk(
        id="nervaluate.second-evaluation-adds-to-the-first",
        step=Step.COUNT,
        base=ZERO,
        schemes=tuple(Scheme),
        fires=lambda given: bool(members(given.gold) or members(given.pred)),
        change=_twice,
    ),
    Quirk(
        id="nervaluate.second-evaluation-of-tags-crashes",
        step=Step.FILTER,
        base=ZERO,
        schemes=(Scheme.IO, Scheme.IOB1, Scheme.IOB2),
        fires=lambda given: any(given.tagged()),
        change=_loaded_again,
    ),
    Quirk(
        id="nervaluate.tags-without-a-loader-crash",
        step=Step.PARSE,
        base=ZERO,
        schemes=(Scheme.IO, Scheme.IOB1, Scheme.IOB2),
        fires=lambda given: any(given.tagged()),
        change=raising_at_once("TypeError"),
    ),
    Quirk(
        id="nervaluate.ends-are-inclusive",
        step=Step.MATCH,
        base=READING,
        schemes=tuple(Scheme),
        fires=lambda given: any(isinstance(item, Span) for item in everything(given)),
        change=_one_token_longer,
    ),
)

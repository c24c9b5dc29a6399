"""Quirks of nervaluate that reads the text of a file: its columns, the ends of its lines, and units that are lost."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from nerconform.libraries.nervaluate.quirks import BASE_CHOICES, ZERO, listed, load, with_listed_rows, without_results
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step, unchanged
from nerconform.libraries.quirk_changes import (
    everything,
    first_then,
    has_span,
    members,
    of_counts,
    of_read,
    raises_at_units,
    raising_at_once,
    where,
)
from nerconform.reference.counting import Counts
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)


def _has_a_token(given: Given) -> bool:
    return any(True for _ in everything(given))


def _ends_with_nothing(given: Given) -> bool:
    return any(members(side) and not members(members(side)[-1]) for side in (given.gold, given.pred))


def _stripped(units: Sequence[Unit]) -> Sequence[Unit]:
    """Make one of empty units at the end, if all are empty, and none if there is but one."""
    units = list(units)
    if len(units) == 1 and not units[0].gold.tags:
        return []
    while len(units) > 1 and not units[-1].gold.tags and not units[-1].pred.tags:
        units.pop()
    return units


def _of_no_type(given: Given) -> Change:
    """Return the change of a whole input: every unit is one span without a type, if that type is listed."""
    is_listed = "" in listed(given)

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        return (Span("", 0, len(marks)),) if marks and is_listed else ()

    return with_listed_rows(given, lambda pipeline: replace(pipeline, decode=decode))


def _with_returns(pipeline: Pipeline) -> Pipeline:
    """Return the path on which all of a text is one unit, each tag but the last has a carriage return in its type."""

    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [_last_tag(side) for side in (gold, pred)]
        if None in sides and sides != [None, None]:
            raise LibraryRaises("ValueError")
        return [Unit(*(Annotation(None, side or ()) for side in sides))] if None not in sides else []

    return without_results(replace(pipeline, read=read))


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

    return with_listed_rows(given, change)


_quirk = partial(Quirk, base=ZERO, schemes=_SCHEMES)


def _of_texts(id_: str, base: Mapping[str, str], error: str) -> Quirk:
    """Return the quirk of a loader of texts that raises, whatever the tags are."""
    change = raising_at_once(error)
    return _quirk(id_, Step.PARSE, _has_a_token, change, base=base, reads=where(_has_a_token, change))


def _where_guessed(given: Given) -> Change:
    """Return the change of a whole input to an `Evaluator` that tells the loader by the first item of the gold."""
    gold = given.gold
    if not isinstance(gold, list) or not gold or not isinstance(gold[0], list):
        return raising_at_once("ValueError")
    return unchanged if gold[0] else raising_at_once("IndexError")


def _has_units(given: Given) -> bool:
    return bool(members(given.gold) or members(given.pred))


def _has_tags(given: Given) -> bool:
    return any(given.tagged())


def _begins_with_nothing(given: Given) -> bool:
    return not members(given.gold) or not members(members(given.gold)[0])


def _doubled(counts: Counts) -> Counts:
    return counts + counts


def _one_token_longer(units: Sequence[Unit]) -> Sequence[Unit]:
    """Take the end of a span for its last token, though it is the first one behind it."""

    def longer(side: Annotation) -> Annotation:
        return Annotation(None, tuple(span._replace(end=span.end + 1) for span in side.spans))

    return [Unit(*map(longer, unit)) for unit in units]


QUIRKS = (
    _quirk(
        "nervaluate.empty-units-at-the-end-are-lost",
        Step.PARSE,
        _ends_with_nothing,
        first_then(of_read(_stripped), without_results),
        base=BASE_CHOICES,
        schemes=tuple(Scheme),
    ),
    _of_texts("nervaluate.conll-reads-the-second-column", BASE_CHOICES, "ValueError"),
    _of_texts("nervaluate.conll-takes-tabs-alone", BASE_CHOICES, "ValueError"),
    _of_texts("nervaluate.conll-without-tabs-crashes", ZERO, "IndexError"),
    _quirk(
        "nervaluate.conll-takes-the-second-column-for-the-tag",
        Step.DECODE,
        _has_a_token,
        lambda pipeline: replace(pipeline, decode=lambda _marks, _side: ()),
        reads=_of_no_type,
    ),
    _quirk("nervaluate.carriage-return-belongs-to-the-tag", Step.PARSE, _has_a_token, _with_returns, base=BASE_CHOICES),
    _quirk(
        "nervaluate.carriage-return-is-a-type",
        Step.PARSE,
        _has_units,
        raising_at_once("IndexError"),
        reads=_with_returns_before,
    ),
    _quirk(
        "nervaluate.first-unit-without-span-crashes",
        Step.PARSE,
        _begins_with_nothing,
        raising_at_once("IndexError"),
        base=BASE_CHOICES,
        schemes=tuple(Scheme),
        reads=_where_guessed,
    ),
    _quirk(
        "nervaluate.second-evaluation-adds-to-the-first",
        Step.COUNT,
        _has_units,
        of_counts(_doubled),
        schemes=tuple(Scheme),
    ),
    _quirk(
        "nervaluate.second-evaluation-of-tags-crashes",
        Step.FILTER,
        _has_tags,
        raises_at_units(lambda units: any(map(any, units)), "TypeError"),
    ),
    _quirk("nervaluate.tags-without-a-loader-crash", Step.PARSE, _has_tags, raising_at_once("TypeError")),
    _quirk(
        "nervaluate.ends-are-inclusive",
        Step.MATCH,
        has_span,
        of_read(_one_token_longer),
        base=BASE_CHOICES,
        schemes=tuple(Scheme),
    ),
)

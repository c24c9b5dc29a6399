"""Quirks of seqeval's default mode, and of its reports."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from nerconform.libraries.borders import OUTSIDE, Borders, Pairs, Tag, emitted_at_ends, has_letters_beside, letters_of
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Affix, Item, Pool, Unknown
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.refusals import LengthsDiffer, UnitsDiffer
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.scoring import Scores
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

READING: Mapping[str, str] = MappingProxyType(
    {
        "bare": "first-char",
        "outside": "by-prefix",
        "policy": "lenient",
        "duplicates": "set",
        "align": "none",
        "empty": "nan",
    }
)
"""The choices that default mode makes, as far as its quirks need them."""
LENIENT: Mapping[str, str] = MappingProxyType({**READING, "unknown": "as-I"})
"""The same, with what becomes of letters that the scheme does not have."""


class _Table(NamedTuple):
    """A table of strict mode: the pairs that begin an entity, go on with it, and end it."""

    begins: Pairs
    goes_on: Pairs
    ends: Pairs


_IOB1 = _Table(
    begins=Pairs.read("O>I I>I! B>I BI>B="),
    goes_on=Pairs.read("BI>I="),
    ends=Pairs.read("IB>I! IB>O I>B B>B="),
)
_IOE1 = _Table(
    begins=Pairs.read("OE>I I>I! E>E="),
    goes_on=Pairs.read("I>IE="),
    ends=Pairs.read("I>I! I>O I>E! E>IE="),
)


def _by_table(table: _Table) -> Change:
    """Return the change to strict mode with a table: an entity that stops at a pair which does not end it is lost."""

    def change(pipeline: Pipeline) -> Pipeline:
        affix = pipeline.dialect.affix

        def decode(marks: Sequence[Mark], _side: Side) -> Spans:
            tags, spans = letters_of(marks, affix), list[Span]()
            start: int | None = None
            for position, pair in enumerate(pairwise([OUTSIDE, *tags, OUTSIDE])):
                if start is not None:
                    if table.goes_on.has(*pair):
                        continue
                    if table.ends.has(*pair):
                        spans.append(Span(tags[start].type, start, position))
                    start = None
                if table.begins.has(*pair):
                    start = position
            return tuple(spans)

        return replace(pipeline, decode=decode)

    return change


def _has(letter: str) -> Callable[[Given], bool]:
    """Return the predicate of data in which some tag has this letter."""

    def fires(given: Given) -> bool:
        at = 0 if given.dialect.affix is Affix.PREFIX else -1
        return any(tag[at] == letter for tag in given.tags() if tag)

    return fires


UNKNOWN_LETTERS = Quirk(
    id="seqeval.unknown-letters",
    step=Step.DECODE,
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=has_letters_beside("BIES"),
    change=emitted_at_ends(Borders(ends=Pairs.read("ES>* BI>BSO"), begins=Pairs.read("*>BS ESO>IE"))),
)


_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES)
_ENDS = Pairs.read("ES>* BI>BSO")
_BEGINS = Pairs.read("*>BS ESO>IE")
_OUTSIDE = frozenset("O.")


class Typed(Mark):
    """The mark of a tag that a release splits otherwise; it has the type of O, too."""

    __slots__ = ()


def _tag(mark: Mark, affix: Affix) -> Tag:
    """Return letter and type by position, of O as of every other tag."""
    text = mark.text
    if isinstance(mark, Typed):
        return Tag(text[0] if affix is Affix.PREFIX else text[-1], mark.type)
    if affix is Affix.PREFIX:
        return Tag(text[0], text[1:].split("-", 1)[-1] or "_")
    return Tag(text[-1], text[:-1].rsplit("-", 1)[0] or "_")


def as_one(pipeline: Pipeline) -> Pipeline:
    """Return the path on which all units are one, with an O behind each; every tag has a type, O and `.` too.

    A chunk is returned at every end, from the last beginning before it, which may be that of another chunk.
    """
    parse, affix = pipeline.parse, pipeline.dialect.affix

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        spans, begun, before = list[Span](), 0, Tag("O", "")
        for position, mark in enumerate((*marks, *parse(["O"]))):
            tag = _tag(mark, affix)
            other = before.type != tag.type
            if _ENDS.has(before, tag) or (other and before.letter not in _OUTSIDE):
                spans.append(Span(before.type, begun, position))
            if _BEGINS.has(before, tag) or (other and tag.letter not in _OUTSIDE):
                begun = position
            before = tag
        return tuple(spans)

    dialect = replace(pipeline.dialect, pool=Pool.FLAT)
    return replace(pipeline, dialect=dialect, parse=lambda tags: (*parse(tags), *parse(["O"])), decode=decode)


def _letters(given: Given) -> set[str]:
    """Return the letters of all tags."""
    prefix = given.dialect.affix is Affix.PREFIX
    return {tag[:1] if prefix else tag[-1:] for tag in given.tags()}


def _has_dot(given: Given) -> bool:
    return "." in _letters(given)


def _goes_on(given: Given) -> bool:
    """Whether there is a letter that the table or the scheme lacks: beside it a chunk may go on.

    In the schemes of its own mode a full stop is another quirk, which does the same.
    """
    known = {*"BIES"} & {*roles_of(given.dialect.scheme)}
    alone = given.dialect.scheme not in _SCHEMES or not _has_dot(given)
    return alone and bool(_letters(given) - known - {"O"})


DOT = Quirk(
    id="seqeval.dot-is-outside",
    step=Step.DECODE,
    base=LENIENT,
    schemes=_SCHEMES,
    fires=_has_dot,
    change=as_one,
)


_AVERAGES = frozenset({"micro avg", "macro avg", "weighted avg"})


def _has_no_units(given: Given) -> bool:
    """Whether there is no unit, and spans are compared."""
    return not given.gold and not given.pred and given.dialect.item is Item.SPAN


def _refuses_nothing(pipeline: Pipeline) -> Pipeline:
    """Return the path on which no units are refused."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        if not gold and not pred:
            raise LibraryRaises("TypeError")
        return before(gold, pred)

    return replace(pipeline, read=read)


def _without_types(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a report without rows crashes; in default mode before lengths are looked at."""
    count, before = pipeline.count, pipeline.read

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        if not tally.by_type:
            raise LibraryRaises("ValueError")
        return tally

    def read(gold: object, pred: object) -> Sequence[Unit]:
        try:
            return before(gold, pred)
        except (UnitsDiffer, LengthsDiffer):
            sides = ((Side.GOLD, gold), (Side.PRED, pred))
            units = [(side, Annotation(unit)) for side, units in sides for unit in members(units)]
            if pipeline.dialect.unknown is Unknown.REFUSE or any(pipeline.spans(unit, side) for side, unit in units):
                raise
            raise LibraryRaises("ValueError") from None

    return replace(pipeline, count=counted, read=read)


@dataclass(frozen=True, slots=True)
class _Shown(Tally):
    """A tally as a report shows it, and the whole of it, which is scored."""

    whole: Tally | None = None


def overwritten(names: frozenset[str]) -> Change:
    """Return the change after which a row that has one of these names is not shown, and counts in all averages."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, score = pipeline.count, pipeline.score

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            rows = {kind: row for kind, row in tally.by_type.items() if kind not in names}
            parts = {each.name: getattr(tally, each.name) for each in fields(Tally)}
            return _Shown(**parts | {"by_type": rows}, whole=tally)

        def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
            return score(tally.whole or tally if isinstance(tally, _Shown) else tally, beta)

        return replace(pipeline, count=counted, score=scored)

    return change


def _may_be_overwritten(given: Given) -> bool:
    """Whether a tag holds the name of an average, and the dictionary is asked."""
    return given.ask == "scores" and any(name in tag for tag in given.tags() for name in _AVERAGES)


QUIRKS = (
    UNKNOWN_LETTERS,
    Quirk(
        id="seqeval.strict-iob1",
        step=Step.DECODE,
        base=READING,
        schemes=(Scheme.IOB1,),
        fires=_has("B"),
        change=_by_table(_IOB1),
    ),
    Quirk(
        id="seqeval.strict-ioe1",
        step=Step.DECODE,
        base=READING,
        schemes=(Scheme.IOE1,),
        fires=_has("E"),
        change=_by_table(_IOE1),
    ),
    DOT,
    Quirk(
        id="seqeval.chunk-over-units",
        step=Step.DECODE,
        base=LENIENT,
        schemes=tuple(Scheme),
        fires=_goes_on,
        change=as_one,
    ),
    Quirk(
        id="seqeval.no-units-refused",
        step=Step.PARSE,
        base=READING,
        schemes=tuple(Scheme),
        fires=_has_no_units,
        change=_refuses_nothing,
    ),
    Quirk(
        id="seqeval.text-report-without-entities",
        step=Step.COUNT,
        base=READING,
        schemes=tuple(Scheme),
        fires=lambda given: given.ask == "report",
        change=_without_types,
    ),
    Quirk(
        id="seqeval.row-overwritten-by-an-average",
        step=Step.COUNT,
        base=READING,
        schemes=tuple(Scheme),
        fires=_may_be_overwritten,
        change=overwritten(_AVERAGES),
    ),
)

"""Quirks of conlleval.pl, the script of the CoNLL shared tasks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

from nerconform.libraries.borders import (
    OUTSIDE,
    Borders,
    Pairs,
    Tag,
    counted_by_beginnings,
    has_letters_beside,
    prefixes_of,
)
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import everything
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.spans import Span

BASE = MappingProxyType({"policy": "lenient", "bare": "untyped", "unknown": "as-I", "align": "none"})


class _Tables(Borders):
    """The tables of the script, in which brackets stand alone, and a dot is as silent as O."""

    __slots__ = ()

    def ended(self, before: Tag, after: Tag) -> bool:
        """Whether a chunk ends between these two."""
        return self.ends.has(before, after) or (before.type != after.type and before.letter not in _SILENT)

    def begun(self, before: Tag, after: Tag) -> bool:
        """Whether one begins there."""
        return self.begins.has(before, after) or (before.type != after.type and after.letter not in _SILENT)

    def of(self, tags: Sequence[Tag]) -> Iterator[tuple[int, bool, bool]]:
        """Yield each position before which a chunk ends or begins, and which of the two; `O` stands on either side."""
        for position, pair in enumerate(pairwise([OUTSIDE, *tags, OUTSIDE])):
            if self.ended(*pair) or self.begun(*pair):
                yield position, self.ended(*pair), self.begun(*pair)


_SILENT = ("O", ".")
_TABLES = _Tables(ends=Pairs.read("BI>BO E>EIO []>*"), begins=Pairs.read("BIO>B O>IE E>EI *>[]"))
_FALSE = "0"
_KNOWN = {Scheme.IO: "I", Scheme.IOB1: "BI", Scheme.IOB2: "BI", Scheme.IOE1: "EI", Scheme.IOE2: "EI"}
SCHEMES = tuple(_KNOWN)


def _has_another_letter(given: Given) -> bool:
    """Whether a tag other than O has a prefix that is no letter of the scheme; O with a type counts."""
    known = _KNOWN.get(given.dialect.scheme, "")
    prefixes = {tag.partition("-")[0] for tag in given.tags() - {"O"}}
    return any(len(prefix) != 1 or prefix not in known for prefix in prefixes)


class _Lines(tuple[Span, ...]):  # noqa: SLOT001 - a tuple cannot have slots
    """The spans of a unit as the tables read them, and the tags themselves."""

    tags: Sequence[Tag]


@dataclass(frozen=True, slots=True)
class _Columns(Outcomes):
    """The outcomes of a unit, and both tags of each of its tokens."""

    columns: tuple[tuple[Tag, Tag], ...] = ()


def walked(pipeline: Pipeline) -> Pipeline:
    """Read by the tables, and count as the script does, which goes through all units in one walk."""
    read = counted_by_beginnings(_TABLES)(pipeline)

    def decode(marks: Sequence[Mark], side: Side) -> Spans:
        lines = _Lines(read.decode(marks, side))
        lines.tags = prefixes_of(marks)
        return lines

    def match(gold: Spans, pred: Spans) -> Outcomes:
        tags = [side.tags if isinstance(side, _Lines) else [] for side in (gold, pred)]
        return _Columns(read.match(gold, pred).rows, columns=tuple(zip(*tags, strict=False)))

    return replace(pipeline, decode=decode, match=match, count=_count)


def _count(units: Iterable[Outcomes]) -> Tally:
    """Count beginnings on either side, and as right what both begin and end together; between units stands O.

    What is going on when a unit ends goes on in the next, unless the tables end it at O.
    """
    gold, pred, right = Counter[str](), Counter[str](), Counter[str]()
    before, going_on = (OUTSIDE, OUTSIDE), False
    for unit in units:
        for now in (*(unit.columns if isinstance(unit, _Columns) else ()), (OUTSIDE, OUTSIDE)):
            ends, begins = (
                [table(*pair) for pair in zip(before, now, strict=True)] for table in (_TABLES.ended, _TABLES.begun)
            )
            same = now[0].type == now[1].type
            if going_on and all(ends) and before[0].type == before[1].type:
                right[before[0].type] += 1
                going_on = False
            going_on = (going_on and ends[0] == ends[1] and same) or (all(begins) and same)
            gold[now[0].type] += begins[0]
            pred[now[1].type] += begins[1]
            before = now
    right[before[0].type] += going_on
    return _tally(gold, pred, right)


def _tally(gold: Counter[str], pred: Counter[str], right: Counter[str]) -> Tally:
    def counts(cor: int, pos: int, act: int) -> dict[Schema, Counts]:
        return {Schema.STRICT: Counts(cor=cor, mis=pos - cor, spu=act - cor)}

    types = {side: frozenset(kind for kind in found if found[kind]) for side, found in enumerate((gold, pred))}
    by_type = {kind: counts(right[kind], gold[kind], pred[kind]) for kind in sorted(types[0] | types[1])}
    return Tally(counts(right.total(), gold.total(), pred.total()), by_type, types[0], types[1])


def _without_false(pipeline: Pipeline) -> Pipeline:
    """Take the type `0` away, also where tokens are compared, whose type is the whole tag."""
    tokens = pipeline.dialect.item is Item.TOKEN

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        if tokens:
            return pipeline.parse([tag.partition("-")[0] if _is_false(tag) else tag for tag in tags])
        return tuple(_typeless(mark) if mark.type == _FALSE else mark for mark in pipeline.parse(tags))

    return replace(pipeline, parse=parse)


def _typeless(mark: Mark) -> Mark:
    """Leave the prefix of a tag."""
    return mark._replace(type="", text=mark.text.partition("-")[0])


def _without_hyphen(pipeline: Pipeline) -> Pipeline:
    """Compare a tag that has a hyphen and no type without its hyphen."""

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        return pipeline.parse([tag if tag.partition("-")[2] else tag.removesuffix("-") for tag in tags])

    return replace(pipeline, parse=parse)


def _has_hyphen_alone(given: Given) -> bool:
    """Whether tokens are compared, and a tag ends with its first hyphen."""
    return given.dialect.item is Item.TOKEN and any("-" in tag and not tag.partition("-")[2] for tag in given.tags())


def _has_false_type(given: Given) -> bool:
    """Whether a tag has the type `0`."""
    return any(map(_is_false, given.tags()))


def _is_false(tag: str) -> bool:
    return tag.partition("-")[2] == _FALSE


def _empty_read(pipeline: Pipeline) -> Pipeline:
    """Read an empty tag as one without letter and type; in the prediction it is refused as ever."""
    parse = pipeline.parse

    def parsed(tags: Sequence[str]) -> tuple[Mark, ...]:
        return tuple(Mark(ALONE, "", "") if tag == "" else parse([tag])[0] for tag in tags)

    read = replace(pipeline, parse=parsed)
    read = read if pipeline.dialect.item is Item.TOKEN else walked(read)
    decode = read.decode

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        if side is Side.PRED:
            parse([mark.text for mark in marks])
        return decode(marks, side)

    return replace(read, decode=decoded)


def _has_empty(given: Given) -> bool:
    """Whether a tag is empty."""
    return any(tag == "" for tag in everything(given))


QUIRKS = (
    Quirk(
        id="conlleval-pl.raw-bioes",
        step=Step.DECODE,
        base=BASE,
        schemes=(Scheme.BIOES,),
        fires=has_letters_beside("BI"),
        change=counted_by_beginnings(_TABLES),
    ),
    Quirk(
        id="conlleval-pl.unknown-letters-by-type-alone",
        step=Step.DECODE,
        base=BASE,
        schemes=SCHEMES,
        fires=_has_another_letter,
        change=walked,
    ),
    Quirk(
        id="conlleval-pl.type-0-is-none",
        step=Step.PARSE,
        base=BASE,
        schemes=SCHEMES,
        fires=_has_false_type,
        change=_without_false,
    ),
    Quirk(
        id="conlleval-pl.hyphen-without-type",
        step=Step.PARSE,
        base=MappingProxyType({**BASE, "item": "token"}),
        schemes=SCHEMES,
        fires=_has_hyphen_alone,
        change=_without_hyphen,
    ),
    Quirk(
        id="conlleval-pl.empty-tag-is-a-tag",
        step=Step.PARSE,
        base=BASE,
        schemes=SCHEMES,
        fires=_has_empty,
        change=_empty_read,
    ),
)

"""Quirks of conlleval, the port of the script of the CoNLL shared tasks that is on PyPI."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from nerconform.libraries.borders import OUTSIDE, Pairs, Tag
from nerconform.libraries.quirk import Given, LibraryRaises, Own, Quirk, Step
from nerconform.libraries.quirk_changes import has_tag, members, of_tags, raising, split, unchanged
from nerconform.reference.counting import Count, Counts, Tally
from nerconform.reference.decoding import Side, decode_tokens
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme, roles_of
from nerconform.reference.spans import Span

_KNOWN = "BIES[]"
_ENDS = Pairs.read("ES[]>* BI>BSO")
_BEGINS = Pairs.read("*>BS[] ESO>IE")


def _is_o_with_a_type(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and tag.startswith("O-")


def _is_of_another_scheme(tag: object, dialect: Dialect) -> bool:
    """Whether the letter is one of the tables, and not of the scheme."""
    return isinstance(tag, str) and split(tag)[0] in {*_KNOWN} - {*roles_of(dialect.scheme)}


def _is_unknown(tag: object, _dialect: Dialect) -> bool:
    """Whether the tables do not know the letter."""
    return isinstance(tag, str) and split(tag)[0] not in {*_KNOWN, "O"}


TRAITS = MappingProxyType(
    {"o-with-a-type": _is_o_with_a_type, "another-scheme": _is_of_another_scheme, "unknown": _is_unknown}
)
"""Which tags are read as the library reads them."""


class _Tokens(tuple[Span, ...], Own):  # noqa: SLOT001 - a tuple has no room for slots
    """The tokens of a side, which the walk reads."""


class _Beside(Outcomes, Own):
    """The tokens of both sides, which the walk goes through."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """A decode step that passes tags on as they are, and how the walk reads them."""

    dialect: Dialect
    traits: frozenset[str]

    def __call__(self, marks: Sequence[Mark], side: Side) -> Spans:
        """Return every token as an item whose type is its whole tag."""
        return _Tokens(decode_tokens(marks, side))

    def tag(self, text: str) -> Tag:
        """Return letter and type as the walk sees them: a letter that the dialect does not know is an I."""
        letter, kind = split(text)
        if text == "O" or letter in roles_of(self.dialect.scheme):
            return Tag(letter, kind or "")
        if any(TRAITS[trait](text, self.dialect) for trait in self.traits):
            return Tag(letter, kind or "")
        return Tag("I", kind or "")


def _ended(before: Tag, after: Tag) -> bool:
    other = before.type != after.type and before.letter not in {"O", "."}
    return other or _ENDS.has(before, after)


def _begun(before: Tag, after: Tag) -> bool:
    other = before.type != after.type and after.letter not in {"O", "."}
    return other or _BEGINS.has(before, after)


@dataclass(slots=True)
class _Walk:
    """What is counted on the way: chunks of gold, of the prediction, and right ones, per type; all types of tags."""

    gold: Counter[str] = field(default_factory=Counter)
    pred: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    types: set[str] = field(default_factory=set)
    _before: tuple[Tag, Tag] = (OUTSIDE, OUTSIDE)
    _going_on: bool = False

    def go(self, lines: Iterable[tuple[Tag, Tag]]) -> None:
        """Go through the tokens of a unit and the line behind it."""
        for gold, pred in lines:
            self._step(gold, pred)
        self._step(OUTSIDE, OUTSIDE)

    def _step(self, gold: Tag, pred: Tag) -> None:
        gold_before, pred_before = self._before
        ends = _ended(gold_before, gold), _ended(pred_before, pred)
        begins = _begun(gold_before, gold), _begun(pred_before, pred)
        same = gold.type == pred.type
        if self._going_on and all(ends) and gold_before.type == pred_before.type:
            self._going_on = False
            self.right[gold_before.type] += 1
        elif ends[0] != ends[1] or not same:
            self._going_on = False
        self._going_on = self._going_on or (all(begins) and same)
        self.gold[gold.type] += begins[0]
        self.pred[pred.type] += begins[1]
        self.types |= {gold.type, pred.type}
        self._before = gold, pred

    def tally(self) -> Tally:
        """Return what has been counted; what is right at the very end was never ended, and no type has no row."""
        if self._going_on:
            self.right[self._before[0].type] += 1
        kinds = sorted(self.types - {""})
        total = _counts(self.gold.total(), self.pred.total(), self.right.total())
        by_type = {kind: _counts(self.gold[kind], self.pred[kind], self.right[kind]) for kind in kinds}
        return Tally(
            {Schema.STRICT: total},
            {kind: {Schema.STRICT: counts} for kind, counts in by_type.items()},
            frozenset(self.gold),
            frozenset(self.pred),
        )


def _counts(gold: int, pred: int, right: int) -> Counts:
    return Counts(cor=right, mis=gold - right, spu=pred - right)


def by_walk(trait: str) -> Change:
    """Return the change to the walk, which reads these tags as the library does."""

    def change(pipeline: Pipeline) -> Pipeline:
        if isinstance(pipeline.decode, _Reading):
            reading = replace(pipeline.decode, traits=pipeline.decode.traits | {trait})
        else:
            reading = _Reading(pipeline.dialect, frozenset({trait}))

        def count(units: Iterable[Outcomes]) -> Tally:
            walk = _Walk()
            for unit in units:
                walk.go(_lines(unit, reading))
            return walk.tally()

        return replace(pipeline, decode=reading, match=_beside, count=count)

    return change


def _beside(gold: Spans, pred: Spans) -> Outcomes:
    """Return the tokens of a unit side by side."""
    return _Beside({Schema.STRICT: tuple(map(Pair, gold, pred))})


def _lines(unit: Outcomes, reading: _Reading) -> Iterator[tuple[Tag, Tag]]:
    for gold, pred in unit.rows[Schema.STRICT]:
        if gold is not None and pred is not None:
            yield reading.tag(gold.type), reading.tag(pred.type)


_BASE: Mapping[str, str] = MappingProxyType(
    {"policy": "lenient", "bare": "untyped", "unknown": "as-I", "align": "none", "zero": "P1,R0"}
)
_SCHEMES = tuple(Scheme)


def _without_untyped_row(pipeline: Pipeline) -> Pipeline:
    count: Count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        return replace(tally, by_type={kind: row for kind, row in tally.by_type.items() if kind})

    return replace(pipeline, count=counted)


def _has_untyped(given: Given) -> bool:
    return given.dialect.item is Item.SPAN and any(not split(tag)[1] for tag in given.tags() - {"O"})


def _without_hyphen(tag: object, dialect: Dialect) -> Mark | None:
    """Compare a tag that has a hyphen and no type without its hyphen."""
    if dialect.item is Item.SPAN or not isinstance(tag, str) or split(tag)[1] != "":
        return None
    return Mark(ALONE, tag[:-1], tag[:-1])


def _has_hyphen_alone(given: Given) -> bool:
    return given.dialect.item is Item.TOKEN and any(split(tag)[1] == "" for tag in given.tags())


def _begins_empty(given: Given) -> bool:
    """Whether the first unit of the data is empty, and a later one is not."""
    gold = members(given.gold)
    return bool(gold) and not members(gold[0]) and any(map(members, gold))


def _format_error(given: Given) -> Change:
    """Return the change of a whole input, which is refused if it begins with an empty line."""
    return raising(Step.FILTER, "FormatError") if _begins_empty(given) else unchanged


def _has_empty_line(given: Given) -> bool:
    """Whether the lines of one unit are followed by those of another, with an empty line between them."""
    return len(members(given.gold)) > 1


def _refused(given: Given) -> Change:
    """Return the change of a whole input, which is refused if it has an empty line."""
    return raising(Step.FILTER, "FormatError") if _has_empty_line(given) else unchanged


def _is_empty_report(given: Given) -> bool:
    return given.ask == "report" and not any(map(members, members(given.gold)))


def _division_by_no_token(pipeline: Pipeline) -> Pipeline:
    """Raise where the report is made, which is behind everything that reading the lines may raise."""

    def kept(units: Stream) -> Stream:
        pipeline.filter(units)
        raise LibraryRaises("ZeroDivisionError")

    return replace(pipeline, filter=kept)


def _of_walk(id_: str, trait: str) -> Quirk:
    """Return a quirk of the walk."""
    change, fires = by_walk(trait), has_tag(TRAITS[trait])
    return Quirk(id=id_, step=Step.DECODE, base=_BASE, schemes=_SCHEMES, fires=fires, change=change)


QUIRKS = (
    _of_walk("conlleval.unknown-letter-by-type-alone", "unknown"),
    _of_walk("conlleval.one-table-for-all-schemes", "another-scheme"),
    _of_walk("conlleval.o-with-a-type-is-outside", "o-with-a-type"),
    Quirk(
        id="conlleval.untyped-has-no-row",
        step=Step.COUNT,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_untyped,
        change=_without_untyped_row,
    ),
    Quirk(
        id="conlleval.hyphen-without-a-type",
        step=Step.PARSE,
        base=MappingProxyType({**_BASE, "item": "token"}),
        schemes=_SCHEMES,
        fires=_has_hyphen_alone,
        change=of_tags(_without_hyphen),
    ),
    Quirk(
        id="conlleval.leading-empty-line",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_begins_empty,
        change=unchanged,
        reads=_format_error,
    ),
    Quirk(
        id="conlleval.delimiter-without-empty-lines",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_empty_line,
        change=unchanged,
        reads=_refused,
    ),
    Quirk(
        id="conlleval.report-divides-by-zero",
        step=Step.SCORE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_is_empty_report,
        change=_division_by_no_token,
    ),
)

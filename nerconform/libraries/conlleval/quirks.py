"""Quirks of conlleval, the port of the script of the CoNLL shared tasks that is on PyPI."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from nerconform.libraries.borders import OUTSIDE, Pairs, Tag
from nerconform.libraries.quirk import Given, LibraryRaises, Own, Quirk, Shown, Step
from nerconform.libraries.raising import raising, unchanged
from nerconform.libraries.reading import has_tag, members, of_tags, split
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


_LIBRARY, _VERSIONS = "conlleval", "==0.2"
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


def _quirk_of_tags(name: str, trait: str, title: str, prose: str, *, clause: str, shown: Shown) -> Quirk:  # noqa: PLR0913
    """Return a quirk of the walk."""
    return Quirk(
        id=f"conlleval.{name}",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.DECODE,
        title=title,
        prose=prose,
        clause=clause,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(TRAITS[trait]),
        change=by_walk(trait),
        shown=shown,
    )


QUIRKS = (
    _quirk_of_tags(
        "unknown-letter-by-type-alone",
        "unknown",
        "A letter that the tables do not know starts and ends by its type alone",
        "No rule of the two tables speaks of such a letter. It starts a span where the type changes, so never behind O "
        "where it has no type, and ends one where the type changes, so never before a B of its own type: there a "
        "second span starts, the first has no end, and even gold held against itself is not all right. Without a type "
        "the span goes on into the next unit.",
        clause="TAG-6",
        shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["Q-X", "B-X"]], [["Q-X", "B-X"]])),
    ),
    _quirk_of_tags(
        "one-table-for-all-schemes",
        "another-scheme",
        "It is told no scheme",
        "One pair of tables reads every scheme, so in IOB2 data the letter E, which belongs to another scheme, closes "
        "its span: an I behind it opens another.",
        clause="SCH-5",
        shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 2), data=([["E-X", "I-X"]], [["E-X", "I-X"]])),
    ),
    _quirk_of_tags(
        "o-with-a-type-is-outside",
        "o-with-a-type",
        "O is outside whatever its type",
        "The letter alone is compared with the outside tag, so O-PER opens nothing and continues nothing. Its type is "
        "still compared with the type of the tag before, and has a row.",
        clause="TAG-4",
        shown=Shown(Scheme.IOB2, "", "", counts=(0, 0, 0), data=([["O-X"]], [["O-X"]])),
    ),
    Quirk(
        id="conlleval.untyped-has-no-row",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.COUNT,
        title="Spans without a type have no row",
        prose=(
            "The empty type is taken out of the slots before the table is made, as it is what O has. Spans of bare "
            "tags count in the whole, and in no row."
        ),
        clause="CNT-4",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_untyped,
        change=_without_untyped_row,
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B"]], [["B"]])),
    ),
    Quirk(
        id="conlleval.hyphen-without-a-type",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="B and B- are equal tags",
        prose=(
            "A tag is split before it is compared, and both have the letter B and the empty type. Where tokens are "
            "counted the two are right for one another."
        ),
        clause="MAT-12",
        base=MappingProxyType({**_BASE, "item": "token"}),
        schemes=_SCHEMES,
        fires=_has_hyphen_alone,
        change=of_tags(_without_hyphen),
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B"]], [["B-"]])),
    ),
    Quirk(
        id="conlleval.leading-empty-line",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="An empty line at the head is an error",
        prose=(
            "The number of fields is taken from the first line, also where that is empty. Every later line then has "
            "too many, and a file that begins with an empty line, or an empty unit, is refused as malformed."
        ),
        clause="CNT-7",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_begins_empty,
        change=unchanged,
        reads=_format_error,
        shown=Shown(Scheme.IOB2, "", "", error="FormatError", data=([[], ["O"]], [[], ["O"]])),
        modes=("",),
    ),
    Quirk(
        id="conlleval.delimiter-without-empty-lines",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="With a delimiter an empty line is an error",
        prose=(
            "Lines are split at the delimiter, and an empty text split at a tab is one empty field, where split at "
            "white space it is none. So the empty line between two sentences has too few fields, and every file of "
            "more than one sentence is refused as malformed."
        ),
        clause="CNT-5",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_empty_line,
        change=unchanged,
        reads=_refused,
        shown=Shown(Scheme.IOB2, "", "", error="FormatError", data=([["O"], ["O"]], [["O"], ["O"]])),
        modes=("tab",),
    ),
    Quirk(
        id="conlleval.report-divides-by-zero",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.SCORE,
        title="The report of data without a token divides by zero",
        prose=(
            "The report prints an accuracy, which is a share of all tokens, and does not look whether there are any. "
            "Precision and recall of the same data are looked after where they are computed."
        ),
        clause="CNT-7",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_is_empty_report,
        change=_division_by_no_token,
        shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError", data=([[]], [[]])),
    ),
)

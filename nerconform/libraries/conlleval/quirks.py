"""Quirks of conlleval, the port of the script of the CoNLL shared tasks that is on PyPI."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from nerconform.libraries.borders import OUTSIDE, Borders, Pairs, Tag, tally_of
from nerconform.libraries.quirk import Given, LibraryRaises, Own, Quirk, Step
from nerconform.libraries.quirk_changes import has_tag, members, of_tags, of_tally, raising, split, where
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side, decode_tokens
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme, roles_of
from nerconform.reference.spans import Span

_KNOWN = "BIES[]"
_TABLES = Borders(ends=Pairs.read("ES[]>* BI>BSO"), begins=Pairs.read("*>BS[] ESO>IE"), silent=frozenset("O."))


def _is_o_with_a_type(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and tag.startswith("O-")


def _is_of_another_scheme(tag: object, dialect: Dialect) -> bool:
    """Whether the letter is one of the tables, and not of the scheme."""
    return isinstance(tag, str) and split(tag)[0] in {*_KNOWN} - {*roles_of(dialect.scheme)}


def _is_unknown(tag: object, _dialect: Dialect) -> bool:
    """Whether the tables do not know the letter."""
    return isinstance(tag, str) and split(tag)[0] not in {*_KNOWN, "O"}


TRAITS = {"o-with-a-type": _is_o_with_a_type, "another-scheme": _is_of_another_scheme, "unknown": _is_unknown}
"""Which tags are read as the library reads them."""


class _Tokens(tuple[Span, ...], Own):  # noqa: SLOT001 - a tuple has no room for slots
    """The tokens of a side, which the walk reads."""


class _Beside(Outcomes, Own):
    """The tokens of both sides, which the walk goes through."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _LineDecoder:
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


def by_walk(trait: str) -> Change:
    """Return the change to the walk, which reads these tags as the library does."""

    def change(pipeline: Pipeline) -> Pipeline:
        if isinstance(pipeline.decode, _LineDecoder):
            decoder = replace(pipeline.decode, traits=pipeline.decode.traits | {trait})
        else:
            decoder = _LineDecoder(pipeline.dialect, frozenset({trait}))

        def count(units: Iterable[Outcomes]) -> Tally:
            tokens = (each for unit in units for each in (*_lines(unit, decoder), (OUTSIDE, OUTSIDE)))
            return _without_outside(tally_of(*_TABLES.walk(tokens)))

        return replace(pipeline, decode=decoder, match=_beside, count=count)

    return change


def _beside(gold: Spans, pred: Spans) -> Outcomes:
    """Return the tokens of a unit side by side."""
    return _Beside({Schema.STRICT: tuple(map(Pair, gold, pred))})


def _lines(unit: Outcomes, decoder: _LineDecoder) -> Iterator[tuple[Tag, Tag]]:
    for gold, pred in unit.rows[Schema.STRICT]:
        if gold is not None and pred is not None:
            yield decoder.tag(gold.type), decoder.tag(pred.type)


_BASE = {"policy": "lenient", "bare": "untyped", "unknown": "as-I", "align": "none", "zero": "P1,R0"}
_SCHEMES = tuple(Scheme)


def _without_untyped(tally: Tally) -> Tally:
    """Leave out the row of what has no type."""
    return replace(tally, by_type={kind: row for kind, row in tally.by_type.items() if kind})


def _without_outside(tally: Tally) -> Tally:
    """Leave out the row that the walk makes for O, whose type is empty, too, and with which no span begins."""
    row = tally.by_type.get("")
    return tally if row and (row[Schema.STRICT].pos or row[Schema.STRICT].act) else _without_untyped(tally)


def _has_untyped(given: Given) -> bool:
    return given.dialect.item is Item.SPAN and any(not split(tag)[1] for tag in given.tags() - {"O"})


def _without_hyphen(tag: object, dialect: Dialect) -> Mark | None:
    """Compare a tag that has a hyphen and no type without its hyphen."""
    if dialect.item is Item.SPAN or not isinstance(tag, str) or split(tag)[1] != "":
        return None
    return Mark(ALONE, tag[:-1], tag[:-1])


def _has_hyphen_alone(given: Given) -> bool:
    return given.dialect.item is Item.TOKEN and any(split(tag)[1] == "" for tag in given.tags())


_FORMAT_ERROR = raising(Step.FILTER, "FormatError")
"""The change of a whole input, which is refused."""


def _begins_empty(given: Given) -> bool:
    """Whether the first unit of the data is empty, and a later one is not."""
    gold = members(given.gold)
    return bool(gold) and not members(gold[0]) and any(map(members, gold))


def _has_empty_line(given: Given) -> bool:
    """Whether the lines of one unit are followed by those of another, with an empty line between them."""
    return len(members(given.gold)) > 1


def _is_empty_report(given: Given) -> bool:
    return given.ask == "report" and not any(map(members, members(given.gold)))


def _division_by_no_token(pipeline: Pipeline) -> Pipeline:
    """Raise where the report is made, which is behind everything that reading the lines may raise."""

    def kept(units: Stream) -> Stream:
        pipeline.filter(units)
        raise LibraryRaises("ZeroDivisionError")

    return replace(pipeline, filter=kept)


_quirk = partial(Quirk, base=_BASE, schemes=_SCHEMES)


def _of_walk(id_: str, trait: str) -> Quirk:
    """Return a quirk of the walk."""
    return _quirk(id_, Step.DECODE, has_tag(TRAITS[trait]), by_walk(trait))


QUIRKS = (
    _of_walk("conlleval.unknown-letter-by-type-alone", "unknown"),
    _of_walk("conlleval.one-table-for-all-schemes", "another-scheme"),
    _of_walk("conlleval.o-with-a-type-is-outside", "o-with-a-type"),
    _quirk("conlleval.untyped-has-no-row", Step.COUNT, _has_untyped, of_tally(_without_untyped)),
    _quirk(
        "conlleval.hyphen-without-a-type",
        Step.PARSE,
        _has_hyphen_alone,
        of_tags(_without_hyphen),
        base={**_BASE, "item": "token"},
    ),
    _quirk("conlleval.leading-empty-line", Step.PARSE, _begins_empty, reads=where(_begins_empty, _FORMAT_ERROR)),
    _quirk(
        "conlleval.delimiter-without-empty-lines",
        Step.PARSE,
        _has_empty_line,
        reads=where(_has_empty_line, _FORMAT_ERROR),
    ),
    _quirk("conlleval.report-divides-by-zero", Step.SCORE, _is_empty_report, _division_by_no_token),
)

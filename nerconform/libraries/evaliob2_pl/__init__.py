"""evalIOB2.pl: the scorer of JNLPBA 2004, asked through examples/external."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise
from typing import NamedTuple

from nerconform.libraries.double_ratios import as_perl_prints, in_doubles
from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import Unit

LIBRARY = Library(package=__name__, name="evalIOB2.pl")
BASE = {"policy": "discard", "align": "two-sided"}
DIES = "died"
_SMALLEST_TIE = 64
"""In data with fewer tags F is printed as its exact value would be."""


class Read(NamedTuple):
    """A tag as the script rewrites it: its letter, one of B, I, E, S and O, and its class."""

    letter: str
    kind: str


OUTSIDE = Read("O", "")


def _read(tag: str) -> Read:
    """Return the letter by its position, and what stands behind a hyphen at the second."""
    return Read(tag[:1], tag[2:] if tag[1:2] == "-" else "")


def _rewritten(tags: Sequence[Read]) -> list[Read]:
    """Return B as S and I as E where no I follows."""
    ends = [following.letter != "I" for following in [*tags, OUTSIDE][1:]]
    last = {"B": "S", "I": "E"}
    return [
        tag._replace(letter=last.get(tag.letter, tag.letter)) if end else tag
        for tag, end in zip(tags, ends, strict=True)
    ]


class _TaggedSpans(tuple[Span, ...]):  # noqa: SLOT001 - a tuple cannot have slots
    """The spans of a unit, and its tags."""

    tags: Sequence[Read]


@dataclass(frozen=True, slots=True)
class _TaggedOutcomes(Outcomes):
    """The outcomes of a unit, and both tags of each of its tokens."""

    columns: tuple[tuple[Read, Read], ...] = ()


_Counted = dict[Schema, Counter[str]]


@dataclass(frozen=True, slots=True)
class Walk:
    """A count step that goes through the tokens as the script does; each flag is one of its defects.

    `orphans`: an I without a B is an end. `inside`: an I of another type goes on. `leading`: predictions
    before the first gold entity are not counted. `letters`: tags of other forms are read by position. `dies`: without a
    gold or a predicted entity it dies. `table`: only types of gold have a row, and only if there are two.
    """

    orphans: bool = False
    inside: bool = False
    leading: bool = False
    letters: bool = False
    dies: bool = False
    table: bool = False

    def __call__(self, units: Iterable[Outcomes]) -> Tally:
        """Count."""
        gold, pred = Counter[str](), Counter[str]()
        right: _Counted = {schema: Counter() for schema in SCHEMAS}
        counts = not self.leading
        for unit in units:
            columns = unit.columns if isinstance(unit, _TaggedOutcomes) else ()
            matches = False
            for one, other in columns:
                counts = counts or one.letter in {"B", "S"}
                gold[one.kind] += one.letter in {"B", "S"}
                pred[other.kind] += counts and other.letter in {"B", "S"}
                matches = (matches or (one == other and one.letter == "B")) and one == other and one.letter != "O"
                if counts and one.kind == other.kind:
                    for schema in _met(one.letter, other.letter, matches=matches):
                        right[schema][other.kind] += 1
        if self.dies and not (gold.total() and pred.total()):
            raise LibraryRaises(DIES)
        return self._tally(+gold, +pred, right)

    def _tally(self, gold: Counter[str], pred: Counter[str], right: _Counted) -> Tally:
        def counts(pos: int, act: int, kind: str | None = None) -> dict[Schema, Counts]:
            numbers = {schema: found.total() if kind is None else found[kind] for schema, found in right.items()}
            return {schema: Counts(cor=cor, mis=pos - cor, spu=act - cor) for schema, cor in numbers.items()}

        kinds = {*gold, *pred, *(kind for found in right.values() for kind in +found)}
        if self.table:
            kinds = {*gold} if len(gold) > 1 else set()
        rows = {kind: counts(gold[kind], pred[kind], kind) for kind in sorted(kinds)}
        return Tally(counts(gold.total(), pred.total()), rows, frozenset(gold), frozenset(pred))

    def tags(self, marks: Sequence[Mark]) -> list[Read]:
        """Return the tags of a unit as they are compared."""
        tags = [_read(mark.text) for mark in marks]
        if self.letters and any(mark.text != "O" and _is_other_form(mark.text) for mark in marks):
            return _rewritten(tags)
        before = OUTSIDE
        for at, tag in enumerate(tags):
            if tag.letter == "I":
                is_orphan, goes_on = before.letter == "O", self.inside or tag.kind == before.kind
                tags[at] = tag if (self.orphans if is_orphan else goes_on) else OUTSIDE
            before = tags[at]
        return _rewritten(tags)


def _met(gold: str, pred: str, *, matches: bool) -> Iterator[Schema]:
    """Yield the schemas in which two tags of one type are correct, by their letters."""
    if (gold, pred) == ("S", "S") or (matches and (gold, pred) == ("E", "E")):
        yield Schema.STRICT
    if gold in {"B", "S"} and pred in {"B", "S"}:
        yield Schema.LEFT
    if gold in {"E", "S"} and pred in {"E", "S"}:
        yield Schema.RIGHT


SCHEMAS = (Schema.STRICT, Schema.LEFT, Schema.RIGHT)


def in_one_walk(**flags: bool) -> Change:
    """Return the change that counts in one walk with these flags, beside those of an earlier change."""

    def change(pipeline: Pipeline) -> Pipeline:
        walk = replace(pipeline.count if isinstance(pipeline.count, Walk) else Walk(), **flags)

        def decode(marks: Sequence[Mark], _side: Side) -> Spans:
            tags = walk.tags(marks)
            lines = _TaggedSpans(_spans(tags))
            lines.tags = tags
            return lines

        def match(gold: Spans, pred: Spans) -> Outcomes:
            tags = [side.tags if isinstance(side, _TaggedSpans) else [] for side in (gold, pred)]
            return _TaggedOutcomes(pipeline.match(gold, pred).rows, columns=tuple(zip(*tags, strict=False)))

        return replace(pipeline, decode=decode, match=match, count=walk)

    return change


def _spans(tags: Sequence[Read]) -> Iterator[Span]:
    """Yield the entities: from each B or S to the last I or E behind it."""
    for start, tag in enumerate(tags):
        if tag.letter in {"B", "S"}:
            inside = (at for at in range(start + 1, len(tags)) if tags[at].letter not in {"I", "E"})
            yield Span(tag.kind, start, next(inside, len(tags)))


def _compared_as_read(pipeline: Pipeline) -> Pipeline:
    """Compare tokens by the tags that the script makes of theirs."""

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        read = _rewritten([_read(mark.text) for mark in pipeline.parse(tags)])
        texts = [f"{new.letter}{tag[1:]}" for new, tag in zip(read, tags, strict=True)]
        return tuple(Mark(ALONE, text, text) for text in texts)

    return replace(pipeline, parse=parse)


def _has_beginning(given: Given) -> bool:
    """Whether a tag begins with B or I."""
    return any(tag[:1] in {"B", "I"} for tag in given.tags())


def _by_position(pipeline: Pipeline) -> Pipeline:
    """Take every tag that is not empty; the walk reads it by position."""
    parse = pipeline.parse

    def parsed(tags: Sequence[str]) -> tuple[Mark, ...]:
        return tuple(Mark("O", "", tag) if isinstance(tag, str) and tag else parse([tag])[0] for tag in tags)

    return in_one_walk(letters=True)(replace(pipeline, parse=parsed))


def _as_long_as_answers(pipeline: Pipeline) -> Pipeline:
    """Leave out empty sentences on each side by itself, and gold sentences that have no answer."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [[unit for unit in members(side) if unit] for side in (gold, pred)]
        if len(members(gold)) == len(members(pred)) and len(sides[0]) == len(sides[1]):
            return before(gold, pred)
        return before(sides[0][: len(sides[1])], sides[1])

    return replace(pipeline, read=read)


def _units(side: object) -> list[list[str]]:
    return [[tag for tag in members(unit) if isinstance(tag, str)] for unit in members(side)]


def _has_other_forms(given: Given) -> bool:
    """Whether a tag is neither O, nor B or I with a hyphen and a type."""
    return any(map(_is_other_form, given.tags() - {"O"}))


def _is_other_form(tag: str) -> bool:
    return not (tag[:2] in {"B-", "I-"} and tag[2:])


def _has_orphan(given: Given) -> bool:
    """Whether an I follows neither B nor I."""
    return any(
        tag[:1] == "I" and before[:1] not in {"B", "I"}
        for side in (given.gold, given.pred)
        for unit in _units(side)
        for before, tag in zip(["O", *unit], unit, strict=False)
    )


def _changes_type(given: Given) -> bool:
    """Whether an I has another type than the tag before."""
    return any(
        tag[:1] == "I" and before[:1] in {"B", "I"} and tag[2:] != before[2:]
        for side in (given.gold, given.pred)
        for unit in _units(side)
        for before, tag in pairwise(unit)
    )


def _predicts(given: Given) -> bool:
    """Whether a predicted tag is not O."""
    return any(tag != "O" for unit in _units(given.pred) for tag in unit)


def _has_fewer_answers(given: Given) -> bool:
    """Whether the sides have other numbers of sentences, or a sentence is empty on one side alone."""
    sides = [_units(side) for side in (given.gold, given.pred)]
    return list(map(len, sides[0])) != list(map(len, sides[1]))


def _may_die(given: Given) -> bool:
    """Whether no entity begins in the prediction where the first one begins in gold, or after it."""
    sides = [[[tag[:1] in {"B", "S"} for tag in unit] for unit in _units(side)] for side in (given.gold, given.pred)]
    gold, pred = ([at for at, begins in enumerate(chain.from_iterable(side)) if begins] for side in sides)
    return not gold or not pred or pred[-1] < gold[0]


def _has_ties(given: Given) -> bool:
    """Whether there are as many tags as the smallest F needs whose double is not the nearest."""
    return sum(len(unit) for unit in given.tagged()) >= _SMALLEST_TIE


def _has_types(given: Given) -> bool:
    """Whether there is a tag with a type."""
    return bool(given.tags() - {"O"})


_quirk = partial(Quirk, base=BASE, schemes=(Scheme.IOB2,))
QUIRKS = (
    _quirk("evaliob2-pl.orphan-end-is-right", Step.COUNT, _has_orphan, in_one_walk(orphans=True)),
    _quirk("evaliob2-pl.first-predictions-are-not-counted", Step.COUNT, _predicts, in_one_walk(leading=True)),
    _quirk("evaliob2-pl.dies-without-entities", Step.COUNT, _may_die, in_one_walk(dies=True)),
    _quirk("evaliob2-pl.missing-answers-are-not-counted", Step.COUNT, _has_fewer_answers, _as_long_as_answers),
    _quirk("evaliob2-pl.other-type-goes-on", Step.COUNT, _changes_type, in_one_walk(inside=True)),
    _quirk("evaliob2-pl.tags-by-position", Step.PARSE, _has_other_forms, _by_position),
    _quirk("evaliob2-pl.table-of-gold-types", Step.COUNT, _has_types, in_one_walk(table=True)),
    _quirk(
        "evaliob2-pl.tag-depends-on-the-next",
        Step.PARSE,
        _has_beginning,
        _compared_as_read,
        base={**BASE, "align": "none", "item": "token"},
    ),
    _quirk(
        "evaliob2-pl.f-from-doubles",
        Step.SCORE,
        _has_ties,
        in_doubles(as_perl_prints),
        base={**BASE, "round": "4-binary-x1"},
    ),
)

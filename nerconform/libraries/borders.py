"""Borders: decoders that look at two neighbouring tags and ask whether a chunk ends or begins between them.

They have no decision points. Three libraries inherit the two questions from conlleval.pl, each with other pairs of
letters; at a letter that a table lacks, a chunk may begin twice and end once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, Self

from nerconform.libraries.quirk import Given
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.matching import Match
from nerconform.reference.options import Affix
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, roles_of
from nerconform.reference.spans import Span


class Tag(NamedTuple):
    """A tag as such a library splits it: its letter, which may be a longer prefix, and its type."""

    letter: str
    type: str


OUTSIDE = Tag("O", "")
_ANY = "*"


class Pairs(NamedTuple):
    """A table of pairs of letters, each for equal types (`=`), for other types (`!`), or for both."""

    rules: tuple[tuple[str, str, str], ...]

    @classmethod
    def read(cls, text: str) -> Self:
        """Read rules such as `BI>BO II>I! ES>*`: a letter of the left before one of the right; `*` is every letter."""
        rules = []
        for rule in text.split():
            left, _, right = rule.partition(">")
            letters = right.rstrip("=!")
            rules.append((left, letters, right.removeprefix(letters)))
        return cls(tuple(rules))

    def has(self, before: Tag, after: Tag) -> bool:
        """Whether the table has this pair."""
        types = "=" if before.type == after.type else "!"
        return any(
            _is_among(before.letter, left) and _is_among(after.letter, right) and condition in {"", types}
            for left, right, condition in self.rules
        )


def _is_among(letter: str, letters: str) -> bool:
    """Whether a rule means this letter; it never means a longer prefix, unless it means every letter."""
    return letters == _ANY or (len(letter) == 1 and letter in letters)


class Borders(NamedTuple):
    """Where chunks end and where they begin: at the pairs of a table each, and wherever the type changes.

    A type that changes ends no chunk at a letter that is silent, and begins none.
    """

    ends: Pairs
    begins: Pairs
    silent: frozenset[str] = frozenset("O")

    def ended(self, before: Tag, after: Tag) -> bool:
        """Whether a chunk ends between these two."""
        return self.ends.has(before, after) or (before.type != after.type and before.letter not in self.silent)

    def begun(self, before: Tag, after: Tag) -> bool:
        """Whether one begins there."""
        return self.begins.has(before, after) or (before.type != after.type and after.letter not in self.silent)

    def of(self, tags: Sequence[Tag]) -> Iterator[tuple[int, bool, bool]]:
        """Yield each position before which a chunk ends or begins, and which of the two; `O` stands on either side."""
        for position, pair in enumerate(pairwise([OUTSIDE, *tags, OUTSIDE])):
            ended, begun = self.ended(*pair), self.begun(*pair)
            if ended or begun:
                yield position, ended, begun

    def walk(
        self, tokens: Iterable[tuple[Tag, Tag]], *, drops_last: bool = False
    ) -> tuple[Counter[str], Counter[str], Counter[str]]:
        """Count as conlleval.pl does, in one walk through both tags of every token, with O between units.

        Return, by type, the chunks that begin in the gold, in the prediction, and those that begin and end together.
        What is going on when a unit ends goes on in the next, unless the tables end it at O; what is going on at the
        very end is right, unless the script `drops_last`.
        """
        gold, pred, right = Counter[str](), Counter[str](), Counter[str]()
        before, going_on = (OUTSIDE, OUTSIDE), False
        for now in tokens:
            pairs = tuple(zip(before, now, strict=True))
            ends, begins = ([border(*pair) for pair in pairs] for border in (self.ended, self.begun))
            same = now[0].type == now[1].type
            if going_on and all(ends) and before[0].type == before[1].type:
                right[before[0].type] += 1
                going_on = False
            going_on = (going_on and ends[0] == ends[1] and same) or (all(begins) and same)
            gold[now[0].type] += begins[0]
            pred[now[1].type] += begins[1]
            before = now
        right[before[0].type] += going_on and not drops_last
        return gold, pred, right


def tally_of(gold: Counter[str], pred: Counter[str], right: Counter[str]) -> Tally:
    """Return what a walk has counted as a tally, with a row of every type that it has met."""

    def counts(cor: int, pos: int, act: int) -> dict[Schema, Counts]:
        return {Schema.STRICT: Counts(cor=cor, mis=pos - cor, spu=act - cor)}

    by_type = {kind: counts(right[kind], gold[kind], pred[kind]) for kind in sorted({*gold, *pred})}
    return Tally(counts(right.total(), gold.total(), pred.total()), by_type, frozenset(gold), frozenset(pred))


def letters_of(marks: Sequence[Mark], affix: Affix) -> list[Tag]:
    """Return the letter of each tag by its position, and its type as it was parsed."""
    at = 0 if affix is Affix.PREFIX else -1
    return [OUTSIDE if mark.role == "O" else Tag(mark.text[at], mark.type) for mark in marks]


def prefixes_of(marks: Sequence[Mark]) -> list[Tag]:
    """Return all that stands before the delimiter of each tag, and its type as it was parsed."""
    return [OUTSIDE if mark.role == "O" else Tag(mark.text.partition("-")[0], mark.type) for mark in marks]


def counted_by_beginnings(borders: Borders) -> Change:
    """Return the change to a library that counts beginnings, and an end as right if a common beginning led to it.

    A chunk reaches from its beginning to the first end behind it, even if another begins in between. At each end one
    chunk can be right, however many lead to it.
    """

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        tags, spans = prefixes_of(marks), list[Span]()
        going_on: list[int] = []
        for position, ended, begun in borders.of(tags):
            if ended:
                spans += [Span(tags[start].type, start, position) for start in going_on]
                going_on = []
            if begun:
                going_on.append(position)
        return tuple(spans)

    return lambda pipeline: replace(pipeline, decode=decode, match=_each_end_once(pipeline.match))


def _each_end_once(match: Match) -> Match:
    """Return the match step in which of several pairs with one end the first alone is a pair."""

    def once(gold: Spans, pred: Spans) -> Outcomes:
        found = match(gold, pred)
        return replace(found, rows={schema: tuple(_first_of_each_end(rows)) for schema, rows in found.rows.items()})

    return once


def _first_of_each_end(rows: Sequence[Pair]) -> Iterator[Pair]:
    ends: set[int] = set()
    for row in rows:
        if row.gold is None or row.pred is None or row.pred.end not in ends:
            yield row
        else:
            yield from (Pair(row.gold, None), Pair(None, row.pred))
        if row.gold is not None and row.pred is not None:
            ends.add(row.pred.end)


def emitted_at_ends(borders: Borders) -> Change:
    """Return the change to a library that returns a chunk at every end, from the last beginning before it."""

    def change(pipeline: Pipeline) -> Pipeline:
        affix = pipeline.dialect.affix

        def decode(marks: Sequence[Mark], _side: Side) -> Spans:
            tags, spans, start = letters_of(marks, affix), list[Span](), 0
            for position, ended, begun in borders.of(tags):
                if ended:
                    spans.append(Span(tags[position - 1].type, start, position))
                start = position if begun else start
            return tuple(spans)

        return replace(pipeline, decode=decode)

    return change


def has_letters_beside(known: str) -> Callable[[Given], bool]:
    """Return the predicate of data whose tags are all `letter-TYPE` or `O`, some with a letter that is not known.

    A letter is known if the library's table and the scheme have it. Beside such tags a chunk may never end, and go on
    into the next unit: that is beyond a decoder of units.
    """

    def fires(given: Given) -> bool:
        suffix = given.dialect.affix is Affix.SUFFIX
        letters = set()
        for tag in given.tags() - {"O"}:
            letter, delimiter, kind = tag[::-1].partition("-") if suffix else tag.partition("-")
            if not delimiter or not kind or letter in {"", "O", "."}:
                return False
            letters.add(letter)
        return any(letter not in known or letter not in roles_of(given.dialect.scheme) for letter in letters)

    return fires


class _Lines(tuple[Span, ...]):  # noqa: SLOT001 - a tuple cannot have slots
    """The spans of a unit as the tables read them, and the tags themselves."""

    tags: Sequence[Tag]


@dataclass(frozen=True, slots=True)
class _Columns(Outcomes):
    """The outcomes of a unit, and both tags of each of its tokens."""

    columns: tuple[tuple[Tag, Tag], ...] = ()


@dataclass(frozen=True, slots=True)
class OneWalk:
    """A count step that goes through all units in one walk, as conlleval.pl does; a type that never begins has no row.

    Where units are `joined`, no O stands between them. Where it `drops_last`, no O stands behind the last token, so an
    entity that is going on there is not right.
    """

    borders: Borders
    joined: bool = False
    drops_last: bool = False

    def __call__(self, units: Iterable[Outcomes]) -> Tally:
        """Count."""
        columns = [unit.columns if isinstance(unit, _Columns) else () for unit in units]
        gold, pred, right = self.borders.walk(self._tokens(columns), drops_last=self.drops_last)
        return tally_of(+gold, +pred, right)

    def _tokens(self, columns: Sequence[Sequence[tuple[Tag, Tag]]]) -> Iterator[tuple[Tag, Tag]]:
        for number, unit in enumerate(columns):
            if number and not self.joined:
                yield OUTSIDE, OUTSIDE
            yield from unit
        if not self.drops_last:
            yield OUTSIDE, OUTSIDE


def in_one_walk(first: OneWalk, **changes: bool | Borders) -> Change:
    """Return the change that counts in one walk: as an earlier change does, else as `first`, with these `changes`."""

    def walked(pipeline: Pipeline) -> Pipeline:
        before = pipeline.count if isinstance(pipeline.count, OneWalk) else first
        walk = replace(before, **changes)  # type: ignore[arg-type] # fields of a walk
        read = counted_by_beginnings(walk.borders)(pipeline)

        def decode(marks: Sequence[Mark], side: Side) -> Spans:
            lines = _Lines(read.decode(marks, side))
            lines.tags = prefixes_of(marks)
            return lines

        def match(gold: Spans, pred: Spans) -> Outcomes:
            tags = [side.tags if isinstance(side, _Lines) else [] for side in (gold, pred)]
            return _Columns(read.match(gold, pred).rows, columns=tuple(zip(*tags, strict=False)))

        return replace(pipeline, decode=decode, match=match, count=walk)

    return walked

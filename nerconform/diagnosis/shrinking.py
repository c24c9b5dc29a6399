"""Shrinking: the smallest input that still shows something, by greedy steps in a fixed order."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeVar, cast

from nerconform.asking.question import Ask, Form, Question
from nerconform.diagnosis.ways import QuestionKind
from nerconform.reference.spans import Span

Item = str | Span
Side = tuple[tuple[Item, ...], ...]
"""The units of one side, each its tags or its spans."""


class BothSides(NamedTuple):
    """Both sides of some units, as tags or as spans; how the tags are written.

    Where there is nothing but predictions, `gold` has no unit.
    """

    gold: Side
    pred: Side
    form: Form = Form.TAGS
    delimiter: str = "-"
    suffix: bool = False

    @property
    def size(self) -> int:
        """Return how many tags or spans they hold."""
        return sum(map(len, self.gold)) + sum(map(len, self.pred))

    def lists(self) -> tuple[list[list[Item]], list[list[Item]]]:
        """Return both sides as lists of lists, new ones at every call."""
        return [list(unit) for unit in self.gold], [list(unit) for unit in self.pred]


Shown = TypeVar("Shown")
_PLAIN = ("X", "Y", "Z")


def shrink(
    sides: BothSides, shown: Shown, shows: Callable[[BothSides], Shown | None], most: int
) -> tuple[BothSides, Shown]:
    """Return smaller sides that still show it, and what they show; at most `most` are tried.

    `shows` returns what sides show, or `None` where it is gone. Whole units go first, then tokens or spans; then two
    units become one, tags `O` and spans short; then types become one, and plain; then tags of one side become those of
    the other.
    """
    tried = 0
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(sides):
            if tried == most:
                return sides, shown
            tried += 1
            found = shows(candidate)
            if found is not None:
                sides, shown, smaller = candidate, found, True
                break
    return sides, shown


def _smaller(sides: BothSides) -> Iterator[BothSides]:
    """Yield sides that are smaller in one respect, and larger in none; joined units have spans further right."""
    yield from _without_units(sides)
    for unit in range(len(sides.pred)):
        yield from _without_tokens(sides, unit) if sides.form is Form.TAGS else _without_spans(sides, unit)
    yield from _joined(sides)
    yield from _outside(sides) if sides.form is Form.TAGS else _nearer(sides)
    yield from _one_type(sides)
    if sides.form is Form.TAGS:
        yield from _plain_letters(sides)
    yield from _plain_types(sides)


def _without_units(sides: BothSides) -> Iterator[BothSides]:
    """Yield the sides without half of their units, then without one."""
    count = len(sides.pred)
    for size in dict.fromkeys((count // 2, 1)):
        if 0 < size <= count:
            for start in range(0, count, size):
                gone = range(start, start + size)
                gold, pred = (
                    tuple(unit for at, unit in enumerate(side) if at not in gone) for side in (sides.gold, sides.pred)
                )
                yield sides._replace(gold=gold, pred=pred)


def _without_tokens(sides: BothSides, unit: int) -> Iterator[BothSides]:
    """Yield the sides without some tokens of a unit: half of them, a few, one."""
    length = len(sides.pred[unit])
    for size in dict.fromkeys((length // 2, length // 4, 4, 1)):
        for start in range(0, length - size + 1, size) if 0 < size <= length else ():
            gold, pred = (
                _with(side, unit, side[unit][:start] + side[unit][start + size :]) if side else side
                for side in (sides.gold, sides.pred)
            )
            yield sides._replace(gold=gold, pred=pred)


def _without_spans(sides: BothSides, unit: int) -> Iterator[BothSides]:
    for name, side in _named(sides):
        if side:
            for at in range(len(side[unit])):
                yield _changed(sides, name, unit, side[unit][:at] + side[unit][at + 1 :])


def _joined(sides: BothSides) -> Iterator[BothSides]:
    """Yield the sides with two units that follow each other as one; spans of the second stand after the first."""
    for unit in range(len(sides.pred) - 1):
        first = [item for side in (sides.gold, sides.pred) if side for item in side[unit]]
        end = max((item.end for item in first if isinstance(item, Span)), default=0)
        gold, pred = (
            (*side[:unit], (*side[unit], *(_after(item, end) for item in side[unit + 1])), *side[unit + 2 :])
            if side
            else side
            for side in (sides.gold, sides.pred)
        )
        yield sides._replace(gold=gold, pred=pred)


def _after(item: Item, end: int) -> Item:
    """Return a span that many tokens further right, and a tag as it is."""
    return item._replace(start=item.start + end, end=item.end + end) if isinstance(item, Span) else item


def _outside(sides: BothSides) -> Iterator[BothSides]:
    """Yield the sides with one tag less."""
    for name, unit, at, tag in _items(sides):
        if tag != "O":
            tags = getattr(sides, name)[unit]
            yield _changed(sides, name, unit, (*tags[:at], "O", *tags[at + 1 :]))


def _nearer(sides: BothSides) -> Iterator[BothSides]:
    """Yield the sides with a unit's spans moved to its beginning, and with one span shorter or further left."""
    for unit in range(len(sides.pred)):
        spans = [span for side in (sides.gold, sides.pred) if side for span in side[unit] if isinstance(span, Span)]
        for cut in sorted({span.start for span in spans} | {span.end for span in spans}):
            moved = [
                tuple(_pulled(span, cut) for span in side[unit] if isinstance(span, Span)) if side else ()
                for side in (sides.gold, sides.pred)
            ]
            if all(0 <= span.start < span.end for part in moved for span in part):
                gold, pred = (
                    _with(side, unit, part) if side else side
                    for side, part in zip((sides.gold, sides.pred), moved, strict=True)
                )
                yield sides._replace(gold=gold, pred=pred)
    for name, unit, at, span in _items(sides):
        if isinstance(span, Span) and span.end - span.start > 1:
            part = getattr(sides, name)[unit]
            yield _changed(sides, name, unit, (*part[:at], span._replace(end=span.end - 1), *part[at + 1 :]))


def _pulled(span: Span, cut: int) -> Span:
    """Return the span with one token before `cut` taken out."""
    return span._replace(start=span.start - (span.start >= cut), end=span.end - (span.end >= cut))


def _one_type(sides: BothSides) -> Iterator[BothSides]:
    """Yield the sides with one type in place of another."""
    kinds = _types(sides)
    for other in kinds[1:]:
        yield _retyped(sides, other, kinds[0])
    for other in kinds[2:]:  # the pairs without the first
        yield _retyped(sides, other, kinds[1])


def _plain_types(sides: BothSides) -> Iterator[BothSides]:
    """Yield the sides with a type's name made plain, and the plainest that is free."""
    kinds = _types(sides)
    free = [name for name in _PLAIN if name not in kinds]
    for kind in kinds:
        if free and (kind not in _PLAIN or free[0] < kind):
            yield _retyped(sides, kind, free[0])


def _plain_letters(sides: BothSides) -> Iterator[BothSides]:
    """Yield the sides with one tag that is not the other side's turned into it, where that is `O` or is as good."""
    if not sides.gold:
        return
    for name, unit, at, tag in _items(sides):
        others = sides.gold[unit]
        other = others[at] if at < len(others) else tag
        if name == "pred" and tag not in ("O", other) and other != "O":
            tags = sides.pred[unit]
            yield _changed(sides, name, unit, (*tags[:at], other, *tags[at + 1 :]))


def _types(sides: BothSides) -> list[str]:
    """Return the types, plain ones first."""
    kinds = {_type(sides, item) for *_, item in _items(sides)} - {""}
    return sorted(kinds, key=lambda kind: (kind not in _PLAIN, len(kind), kind))


def _retyped(sides: BothSides, old: str, new: str) -> BothSides:
    gold, pred = (
        tuple(tuple(_named_otherwise(sides, item, old, new) for item in unit) for unit in side)
        for side in (sides.gold, sides.pred)
    )
    return sides._replace(gold=gold, pred=pred)


def _type(sides: BothSides, item: Item) -> str:
    """Return the type of a tag or span, nothing where a tag has none."""
    if isinstance(item, Span):
        return item.type
    return item.rpartition(sides.delimiter)[0] if sides.suffix else item.partition(sides.delimiter)[2]


def _named_otherwise(sides: BothSides, item: Item, old: str, new: str) -> Item:
    if _type(sides, item) != old or not old:
        return item
    if isinstance(item, Span):
        return item._replace(type=new)
    return new + item[len(old) :] if sides.suffix else item[: len(item) - len(old)] + new


def _named(sides: BothSides) -> tuple[tuple[str, Side], tuple[str, Side]]:
    return (("gold", sides.gold), ("pred", sides.pred))


def _items(sides: BothSides) -> Iterator[tuple[str, int, int, Item]]:
    """Yield every tag or span with its side, unit and position."""
    for name, side in _named(sides):
        for unit, items in enumerate(side):
            for at, item in enumerate(items):
                yield name, unit, at, item


def _changed(sides: BothSides, name: str, unit: int, items: tuple[Item, ...]) -> BothSides:
    side = _with(getattr(sides, name), unit, items)
    return sides._replace(gold=side) if name == "gold" else sides._replace(pred=side)


def _with(side: Side, at: int, unit: tuple[Item, ...]) -> Side:
    return (*side[:at], unit, *side[at + 1 :])


def plainer(way: QuestionKind) -> Iterator[QuestionKind]:
    """Yield plainer ways, the plainest first: without choices, not by a report, with the prefix before the type."""
    kept = dict.fromkeys(((), *((choice,) for choice in way.choices), way.choices))
    for ask in dict.fromkeys((Ask.SCORES, way.ask)):
        for choices in kept:
            found = replace(way, choices=choices, ask=ask, betas=False)
            if found != way:
                yield found


def rewritten(side: object, way: QuestionKind, other: QuestionKind) -> list[list[str | Span]]:
    """Return the units of one side as the other way writes tags; what has no delimiter stays as it is."""
    same = way.affix == other.affix and way.delimiter == other.delimiter
    units = cast("Iterable[Iterable[str | Span]]", side)
    return [[item if same else _rewritten(item, way, other) for item in unit] for unit in units]


def _rewritten(item: str | Span, way: QuestionKind, other: QuestionKind) -> str | Span:
    if isinstance(item, Span) or way.delimiter not in item:
        return item
    if way.affix == "suffix":
        kind, _, prefix = item.rpartition(way.delimiter)
    else:
        prefix, _, kind = item.partition(way.delimiter)
    pieces = (prefix, other.delimiter, kind)
    return "".join(pieces if other.affix == "prefix" else pieces[::-1])


def sides_of(question: Question, way: QuestionKind) -> BothSides:
    """Return the data of a question as they are shrunk."""
    gold, pred = (
        tuple(tuple(unit) for unit in cast("Iterable[Iterable[str | Span]]", side))
        for side in (question.gold, question.pred)
    )
    return BothSides(gold, pred, question.form, way.delimiter, way.affix == "suffix")

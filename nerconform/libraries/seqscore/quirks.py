"""Quirks of seqscore: what its validation and its repairs do not look at, and what becomes of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.libraries.double_ratios import in_doubles
from nerconform.libraries.quirk import Given, LibraryRaises, Own, Quirk, Step
from nerconform.libraries.quirk_changes import (
    everything,
    first_then,
    has_illegal,
    has_tag,
    has_unit,
    members,
    of_given_units,
    of_tags,
    outside,
    raises_at,
    raises_at_tally,
    raises_where_refused,
    split,
)
from nerconform.reference.decoding import Side, decode_tokens, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import ALONE, Mark, Scheme, is_legal, prefix_of, roles_of, violations_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser

_REPAIRED = (Scheme.IOB1, Scheme.IOB2)
"""The schemes whose encodings have a repair."""
_RAW = "raw"
"""The role of a tag of which validation has to say what becomes."""


class _Raw(Mark, Own):
    """The mark of such a tag."""

    __slots__ = ()


class _Unread(Mark, Own):
    """The mark of a tag that cannot be read, and why."""

    error: Exception


class _Failed(tuple[Span, ...], Own):  # noqa: SLOT001 - a tuple has no room for slots
    """The spans that a unit has not, and why."""

    error: Exception


def _in_its_order(pipeline: Pipeline) -> Pipeline:
    """Read predictions first, unit by unit; the command line reads all gold, then all predictions.

    Where several units fail, the exception is that of the first to be read.
    """
    parse, decode, keep, by_file = pipeline.parse, pipeline.decode, pipeline.filter, _is_printed(pipeline.dialect)

    def mark_of(tag: str) -> Mark:
        try:
            return parse([tag])[0]
        except (NerconformError, LibraryRaises) as error:
            unread = _Unread("", "", tag)
            unread.error = error
            return unread

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        unread = next((mark for mark in marks if isinstance(mark, _Unread)), None)
        if unread is not None:
            return _failed(unread.error)
        try:
            return decode(marks, side)
        except (NerconformError, LibraryRaises) as error:
            return _failed(error)

    def kept(units: Stream) -> Stream:
        found = list(units)
        order = [gold for gold, _ in found] + [pred for _, pred in found]
        for spans in order if by_file else (side for gold, pred in found for side in (pred, gold)):
            if isinstance(spans, _Failed):
                raise spans.error
        return keep(found)

    return replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags)), decode=decoded, filter=kept)


def _failed(error: Exception) -> Spans:
    """Return the spans of a unit that fails, whose turn to do so may come later: see `_in_its_order`."""
    spans = _Failed()
    spans.error = error
    return spans


def _is_unknown(tag: object, dialect: Dialect) -> bool:
    """Whether a tag has a type, and a letter that the encoding does not have; that of O is refused."""
    if not isinstance(tag, str):
        return False
    letter, kind = split(tag)
    return bool(kind) and letter not in {*roles_of(dialect.scheme), "O"}


def _is_untyped(tag: object, dialect: Dialect) -> bool:
    """Whether a tag ends behind its hyphen; that of O is refused."""
    return isinstance(tag, str) and split(tag)[1] == "" and split(tag)[0] != "O" and dialect.item is Item.SPAN


def _repaired(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Repair a letter like a transition, which none of its pairs is."""
    if not _is_unknown(tag, dialect) or dialect.policy == POLICIES["refuse"]:
        return None
    if dialect.scheme is Scheme.IOB1:
        return _Raw(_RAW, "", tag)
    return outside(tag) if dialect.policy == POLICIES["discard"] else Mark("B", split(tag)[1] or "", tag)


def _has_letter_to_repair(given: Given) -> bool:
    """Whether there is a letter to repair, and a repair; in IOB2 the command line stops there."""
    is_repaired = given.dialect.policy != POLICIES["refuse"] and has_tag(_is_unknown)(given)
    return is_repaired and (given.ask == "scores" or given.dialect.scheme is Scheme.IOB1)


def _untyped(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Leave a tag without a type to the validation."""
    return _Raw(_RAW, "", tag) if _is_untyped(tag, dialect) else None


def _is_printed(dialect: Dialect) -> bool:
    """Whether the command line is asked."""
    return dialect.round.rule != "exact"


def _failing(pipeline: Pipeline) -> Pipeline:
    """Let a unit with a raw tag end as validation and repair make it."""
    dialect, decode = pipeline.dialect, pipeline.decode

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        if any(mark.role == _RAW for mark in marks):
            return _failed(_end_of([mark.text for mark in marks], dialect))
        return decode(marks, side)

    return replace(pipeline, decode=decoded)


def _end_of(tags: Sequence[str], dialect: Dialect) -> Exception:
    """Return what comes out of a unit in which a tag has no type, or one of IOB has an unknown letter."""
    roles, refused = roles_of(dialect.scheme), IllegalTransition(f"the tags {tags!r} do not pass validation")
    pairs = [split(tag) for tag in tags]
    if any((letter == "O") != (kind is None) for letter, kind in pairs):
        return refused
    marks = [Mark("O" if letter == "O" else roles.get(letter, ""), kind or "", letter) for letter, kind in pairs]
    unknown = any(not mark.role for mark in marks)
    if unknown or violations_of(dialect.scheme, marks):
        if dialect.policy == POLICIES["refuse"]:
            return refused
        if dialect.scheme not in _REPAIRED:
            return LibraryRaises("NotImplementedError")
        if not _can_be_repaired(marks, dialect):
            return LibraryRaises("AssertionError")
        if unknown and _is_printed(dialect):
            return refused
    return LibraryRaises("ValueError" if _is_printed(dialect) else "AssertionError")


def _can_be_repaired(marks: Sequence[Mark], dialect: Dialect) -> bool:
    """Whether a repair finds a type, and in IOB a B, wherever it has to mend."""
    before: Mark | None = None
    for given in marks:
        mark = given
        if not mark.role or not is_legal(dialect.scheme, before, mark):
            if not mark.type or (dialect.scheme is Scheme.IOB1 and mark.role != "B"):
                return False
            mark = _mended(mark, dialect)
        before = mark
    return True


def _mended(mark: Mark, dialect: Dialect) -> Mark:
    """Return the tag that a repair writes in place of an illegal one."""
    if dialect.policy == POLICIES["discard"]:
        return outside("O")
    role = "I" if dialect.scheme is Scheme.IOB1 else "B"
    return Mark(role, mark.type, f"{prefix_of(dialect.scheme, role)}-{mark.type}")


def _is_unrepaired(given: Given) -> bool:
    """Whether a unit has to be repaired: it has an unknown letter or an illegal transition."""
    if given.dialect.policy == POLICIES["refuse"] or given.dialect.item is Item.TOKEN:
        return False
    return has_tag(_is_unknown)(given) or any(_is_illegal(unit, given.dialect) for unit in given.tagged())


def _is_illegal(tags: Sequence[str], dialect: Dialect) -> bool:
    try:
        return bool(violations_of(dialect.scheme, parser(dialect)(tags)))
    except NerconformError:
        return False


def _unrepaired(pipeline: Pipeline) -> Pipeline:
    """Crash in a unit that has to be repaired."""
    dialect = pipeline.dialect
    careful = decoder(replace(dialect, policy=POLICIES["refuse"]))

    def raw(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
        return _Raw(_RAW, "", tag) if _is_unknown(tag, dialect) or _is_untyped(tag, dialect) else None

    def decode(marks: Sequence[Mark], side: Side) -> Spans:
        try:
            return careful(marks, side)
        except IllegalTransition:
            raise LibraryRaises("NotImplementedError") from None

    return _in_its_order(_failing(of_tags(raw)(replace(pipeline, decode=decode))))


def _as_repaired(pipeline: Pipeline) -> Pipeline:
    """Compare tokens after validation and repair, which read the tags as spans."""
    dialect = replace(pipeline.dialect, item=Item.SPAN)
    parse, scheme = parser(dialect), dialect.scheme

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        tags = [mark.text for mark in marks]
        in_iob = scheme is Scheme.IOB1 and dialect.policy != POLICIES["refuse"]
        if any(_is_untyped(tag, dialect) or (in_iob and _is_unknown(tag, dialect)) for tag in tags):
            return _failed(_end_of(tags, dialect))
        try:
            mended = list(_all_mended(parse(tags), dialect))
        except NerconformError as error:
            return _failed(error)
        return decode_tokens(mended, side)

    raw = replace(pipeline, parse=lambda tags: tuple(_Raw(_RAW, "", tag) for tag in tags))
    return replace(_in_its_order(raw), decode=decoded)


def _all_mended(marks: Sequence[Mark], dialect: Dialect) -> Iterator[Mark]:
    """Yield the marks with every illegal one repaired, each beside what has become of the one before."""
    if dialect.policy == POLICIES["refuse"] and (found := violations_of(dialect.scheme, marks)):
        raise IllegalTransition(str(found[0]))
    before: Mark | None = None
    for given in marks:
        mark = given if is_legal(dialect.scheme, before, given) else _mended(given, dialect)
        yield mark
        before = mark


def _is_printed_accuracy(given: Given) -> bool:
    """Whether tokens are compared by the command line."""
    return given.ask == "report" and given.dialect.item is Item.TOKEN


def _has_predicted_type_alone(given: Given) -> bool:
    """Whether a predicted tag has a type that no gold tag has."""
    gold, pred = (_kinds(side) for side in (given.gold, given.pred))
    return bool(pred - gold)


def _kinds(side: Any) -> set[str | None]:  # noqa: ANN401 - a side of the data
    return {split(tag)[1] for unit in members(side) for tag in members(unit) if isinstance(tag, str)}


_raises_at_a_type_of_one_run = raises_at_tally(
    lambda tally: bool(tally.pred_types - tally.gold_types), "StatisticsError"
)
"""The change that raises where a type has one score alone: beside the prediction, only the gold is scored."""


_READING = {"policy": "lenient", "duplicates": "set", "align": "none"}
_SMALLEST_TIE = 64
"""Entities of both sides together: 2 tp / 64 is the first F1 whose per cent have a third decimal, a 5."""
_ROUNDED = {**_READING, "item": "token", "round": "2-binary-x100"}
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO)


def _is_no_string(tag: object, _dialect: Dialect) -> bool:
    return not isinstance(tag, str)


def _as_string(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Split whatever it is, behind a cache, which wants it hashable."""
    if not _is_no_string(tag, dialect):
        return None
    raise LibraryRaises("TypeError" if isinstance(tag, list | dict | set) else "AttributeError")


def _is_not_sized(unit: object) -> bool:
    return not hasattr(unit, "__len__")


def _is_string(unit: object) -> bool:
    return isinstance(unit, str)


def _equal_to_itself(tag: Any, _dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Read what is no tag as a class of its own."""
    if isinstance(tag, str) and tag:
        return None
    text = tag if isinstance(tag, str) else repr(tag)
    return Mark(ALONE, text, text)


def _has_other_item(given: Given) -> bool:
    """Whether the function that compares tokens is asked, and something is no tag."""
    odd = any(tag == "" or not isinstance(tag, str) for tag in everything(given))
    return given.dialect.item is Item.TOKEN and given.ask == "scores" and odd


def _half_up(value: float, digits: int) -> Fraction:
    """Return a ratio in per cent as a double is rounded half up."""
    return Fraction((Decimal(value) * 100).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def _has_ties(given: Given) -> bool:
    """Whether entities are printed, and there are as many tags as the smallest F1 needs that is half-way."""
    tags = sum(len(unit) for unit in given.tagged())
    return given.ask == "report" and given.dialect.item is Item.SPAN and tags >= _SMALLEST_TIE


_quirk = partial(Quirk, base=_READING, schemes=_SCHEMES)
QUIRKS = (
    _quirk(
        "seqscore.string-as-unit",
        Step.PARSE,
        has_unit(_is_string),
        of_given_units(lambda unit: list(unit) if _is_string(unit) else unit),
    ),
    _quirk("seqscore.unit-not-checked", Step.PARSE, has_unit(_is_not_sized), raises_at(_is_not_sized, "TypeError")),
    _quirk(
        "seqscore.tag-that-is-no-string-crashes",
        Step.PARSE,
        has_tag(lambda tag, _: not isinstance(tag, str | Span)),
        of_tags(_as_string),
    ),
    _quirk(
        "seqscore.accuracy-of-unchecked-tags",
        Step.PARSE,
        _has_other_item,
        of_tags(_equal_to_itself),
        base={**_READING, "item": "token"},
    ),
    _quirk(
        "seqscore.unknown-letter-repaired",
        Step.PARSE,
        _has_letter_to_repair,
        first_then(of_tags(_repaired), _failing, _in_its_order),
        schemes=_REPAIRED,
    ),
    _quirk(
        "seqscore.prints-inexact-doubles",
        Step.SCORE,
        _has_ties,
        in_doubles(_half_up),
        base={**_READING, "round": "2-half-up-x100"},
    ),
    _quirk("seqscore.printed-accuracy-after-repair", Step.PARSE, _is_printed_accuracy, _as_repaired, base=_ROUNDED),
    _quirk(
        "seqscore.type-missing-asserted",
        Step.DECODE,
        has_tag(_is_untyped),
        first_then(of_tags(_untyped), _failing, _in_its_order),
    ),
    _quirk(
        "seqscore.repair-not-implemented",
        Step.DECODE,
        _is_unrepaired,
        _unrepaired,
        schemes=(Scheme.IO, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO),
    ),
    _quirk("seqscore.standard-error-of-one-run", Step.SCORE, _has_predicted_type_alone, _raises_at_a_type_of_one_run),
    _quirk(
        "seqscore.iob-without-discard",
        Step.DECODE,
        has_illegal,
        raises_where_refused("ValueError", lambda _: POLICIES["refuse"]),
        schemes=(Scheme.IOB1,),
    ),
)

"""The validation of seqscore, and its repairs: what becomes of tags that it does not expect."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Own
from nerconform.libraries.quirk_changes import failed, failing_in_order, has_tag, members, of_tags, outside, split
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side, decode_tokens, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import Mark, Scheme, is_legal, prefix_of, roles_of, violations_of
from nerconform.reference.tags import parser

_REPAIRED = (Scheme.IOB1, Scheme.IOB2)
"""The schemes whose encodings have a repair."""
_RAW = "raw"
"""The role of a tag of which validation has to say what becomes."""


class _Raw(Mark, Own):
    """The mark of such a tag."""

    __slots__ = ()


def is_unknown(tag: object, dialect: Dialect) -> bool:
    """Whether a tag has a type, and a letter that the encoding does not have; that of O is refused."""
    if not isinstance(tag, str):
        return False
    letter, kind = split(tag)
    return bool(kind) and letter not in {*roles_of(dialect.scheme), "O"}


def is_untyped(tag: object, dialect: Dialect) -> bool:
    """Whether a tag ends behind its hyphen; that of O is refused."""
    return isinstance(tag, str) and split(tag)[1] == "" and split(tag)[0] != "O" and dialect.item is Item.SPAN


def repaired(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Repair a letter like a transition, which none of its pairs is."""
    if not is_unknown(tag, dialect) or dialect.policy == POLICIES["refuse"]:
        return None
    if dialect.scheme is Scheme.IOB1:
        return _Raw(_RAW, "", tag)
    return outside(tag) if dialect.policy == POLICIES["discard"] else Mark("B", split(tag)[1] or "", tag)


def repairs(given: Given) -> bool:
    """Whether there is a letter to repair, and a repair; in IOB2 the command line stops there."""
    repairs = given.dialect.policy != POLICIES["refuse"] and has_tag(is_unknown)(given)
    return repairs and (given.ask == "scores" or given.dialect.scheme is Scheme.IOB1)


def untyped(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Leave a tag without a type to the validation."""
    return _Raw(_RAW, "", tag) if is_untyped(tag, dialect) else None


def _is_printed(dialect: Dialect) -> bool:
    """Whether the command line is asked."""
    return dialect.round.rule != "exact"


def in_its_order(pipeline: Pipeline) -> Pipeline:
    """Read predictions first, unit by unit; the command line reads one file after the other."""
    return failing_in_order(by_file=_is_printed(pipeline.dialect))(pipeline)


def failing(pipeline: Pipeline) -> Pipeline:
    """Let a unit with a raw tag end as validation and repair make it."""
    dialect, decode = pipeline.dialect, pipeline.decode

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        if any(mark.role == _RAW for mark in marks):
            return failed(_end_of([mark.text for mark in marks], dialect))
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


def is_unrepaired(given: Given) -> bool:
    """Whether a unit has to be repaired: it has an unknown letter or an illegal transition."""
    if given.dialect.policy == POLICIES["refuse"] or given.dialect.item is Item.TOKEN:
        return False
    return has_tag(is_unknown)(given) or any(_is_illegal(unit, given.dialect) for unit in given.tagged())


def _is_illegal(tags: Sequence[str], dialect: Dialect) -> bool:
    try:
        return bool(violations_of(dialect.scheme, parser(dialect)(tags)))
    except NerconformError:
        return False


def unrepaired(pipeline: Pipeline) -> Pipeline:
    """Crash in a unit that has to be repaired."""
    dialect = pipeline.dialect
    careful = decoder(replace(dialect, policy=POLICIES["refuse"]))

    def raw(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
        return _Raw(_RAW, "", tag) if is_unknown(tag, dialect) or is_untyped(tag, dialect) else None

    def decode(marks: Sequence[Mark], side: Side) -> Spans:
        try:
            return careful(marks, side)
        except IllegalTransition:
            raise LibraryRaises("NotImplementedError") from None

    return in_its_order(failing(of_tags(raw)(replace(pipeline, decode=decode))))


def as_repaired(pipeline: Pipeline) -> Pipeline:
    """Compare tokens after validation and repair, which read the tags as spans."""
    dialect = replace(pipeline.dialect, item=Item.SPAN)
    parse, scheme = parser(dialect), dialect.scheme

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        tags = [mark.text for mark in marks]
        in_iob = scheme is Scheme.IOB1 and dialect.policy != POLICIES["refuse"]
        if any(is_untyped(tag, dialect) or (in_iob and is_unknown(tag, dialect)) for tag in tags):
            return failed(_end_of(tags, dialect))
        try:
            mended = list(_all_mended(parse(tags), dialect))
        except NerconformError as error:
            return failed(error)
        return decode_tokens(mended, side)

    raw = replace(pipeline, parse=lambda tags: tuple(_Raw(_RAW, "", tag) for tag in tags))
    return replace(in_its_order(raw), decode=decoded)


def _all_mended(marks: Sequence[Mark], dialect: Dialect) -> Iterator[Mark]:
    """Yield the marks with every illegal one repaired, each beside what has become of the one before."""
    if dialect.policy == POLICIES["refuse"] and (found := violations_of(dialect.scheme, marks)):
        raise IllegalTransition(str(found[0]))
    before: Mark | None = None
    for given in marks:
        mark = given if is_legal(dialect.scheme, before, given) else _mended(given, dialect)
        yield mark
        before = mark


def is_printed_accuracy(given: Given) -> bool:
    """Whether tokens are compared by the command line."""
    return given.ask == "report" and given.dialect.item is Item.TOKEN


def has_predicted_type_alone(given: Given) -> bool:
    """Whether a predicted tag has a type that no gold tag has."""
    gold, pred = (_kinds(side) for side in (given.gold, given.pred))
    return bool(pred - gold)


def _kinds(side: Any) -> set[str | None]:  # noqa: ANN401 - a side of the data
    return {split(tag)[1] for unit in members(side) for tag in members(unit) if isinstance(tag, str)}


def raises_at_a_type_of_one_run(pipeline: Pipeline) -> Pipeline:
    """Raise where a type has one score alone: beside the prediction, only the gold is scored."""
    before = pipeline.count

    def count(units: Iterable[Outcomes]) -> Tally:
        tally = before(units)
        if tally.pred_types - tally.gold_types:
            raise LibraryRaises("StatisticsError")
        return tally

    return replace(pipeline, count=count)

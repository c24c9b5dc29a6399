"""Quirks of seqscore: what its validation and its repairs do not look at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerconform.comparison.causes.illegal import has_illegal, raises_where_refused
from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.reading import (
    failed,
    failing_in_order,
    first_then,
    has_tag,
    has_unit,
    of_tags,
    of_units,
    outside,
    raises_at,
    split,
)
from nerconform.reference.decoding import Side, decode_tokens
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import IllegalTransition, NerconformError
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Mark, Scheme, is_legal, letter_of, roles_of, violations_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser

_LIBRARY, _VERSIONS = "seqscore", "==0.9.0"
_READING: Mapping[str, str] = MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"})
_ROUNDED: Mapping[str, str] = MappingProxyType({**_READING, "item": "token", "round": "2-binary-x100"})
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO)
_REPAIRED = (Scheme.IOB1, Scheme.IOB2)
_RAW = "raw"
"""The role of a tag of which validation has to say what becomes."""


def _is_unknown(tag: object, dialect: Dialect) -> bool:
    """Whether a tag has a type, and a letter that the encoding does not have; that of O is refused."""
    if not isinstance(tag, str):
        return False
    letter, kind = split(tag)
    return bool(kind) and letter not in {*roles_of(dialect.scheme), "O"}


def _is_untyped(tag: object, dialect: Dialect) -> bool:
    """Whether a tag ends behind its hyphen; that of O is refused."""
    return isinstance(tag, str) and split(tag)[1] == "" and split(tag)[0] != "O" and dialect.item is Item.SPAN


def _is_no_string(tag: object, _dialect: Dialect) -> bool:
    return not isinstance(tag, str)


def _repaired(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Repair a letter like a transition, which none of its pairs is."""
    if not _is_unknown(tag, dialect) or dialect.policy == POLICIES["refuse"]:
        return None
    if dialect.scheme is Scheme.IOB1:
        return Mark(_RAW, "", tag)
    return outside(tag) if dialect.policy == POLICIES["discard"] else Mark("B", split(tag)[1] or "", tag)


def _repairs(given: Given) -> bool:
    """Whether there is a letter to repair, and a repair; in IOB2 the command line stops there."""
    repairs = given.dialect.policy != POLICIES["refuse"] and has_tag(_is_unknown)(given)
    return repairs and (given.ask == "scores" or given.dialect.scheme is Scheme.IOB1)


def _untyped(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    return Mark(_RAW, "", tag) if _is_untyped(tag, dialect) else None


def _is_printed(dialect: Dialect) -> bool:
    """Whether the command line is asked."""
    return dialect.round.rule != "exact"


def _in_its_order(pipeline: Pipeline) -> Pipeline:
    """Read predictions first, unit by unit; the command line reads one file after the other."""
    return failing_in_order(by_file=_is_printed(pipeline.dialect))(pipeline)


def _failing(pipeline: Pipeline) -> Pipeline:
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
    return Mark(role, mark.type, f"{letter_of(dialect.scheme, role)}-{mark.type}")


def _as_repaired(pipeline: Pipeline) -> Pipeline:
    """Compare tokens after validation and repair, which read the tags as spans."""
    dialect = replace(pipeline.dialect, item=Item.SPAN)
    parse, scheme = parser(dialect), dialect.scheme

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        tags = [mark.text for mark in marks]
        in_iob = scheme is Scheme.IOB1 and dialect.policy != POLICIES["refuse"]
        if any(_is_untyped(tag, dialect) or (in_iob and _is_unknown(tag, dialect)) for tag in tags):
            return failed(_end_of(tags, dialect))
        try:
            mended = list(_all_mended(parse(tags), dialect))
        except NerconformError as error:
            return failed(error)
        return decode_tokens(mended, side)

    raw = replace(pipeline, parse=lambda tags: tuple(Mark(_RAW, "", tag) for tag in tags))
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
    return given.ask == "report" and given.dialect.item is Item.TOKEN


def _as_string(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Split whatever it is, behind a cache, which wants it hashable."""
    if not _is_no_string(tag, dialect):
        return None
    raise LibraryRaises("TypeError" if isinstance(tag, list | dict | set) else "AttributeError")


def _is_not_sized(unit: object) -> bool:
    return not hasattr(unit, "__len__")


def _is_string(unit: object) -> bool:
    return isinstance(unit, str)


QUIRKS = (
    Quirk(
        id="seqscore.string-as-unit",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A string is taken for a list of tags",
        prose=(
            "Units are only iterated, so a flat list of tags is read as units of letters. Where every letter happens "
            "to be a legal tag, as in O, the answer is a score."
        ),
        clause="INP-4",
        base=_READING,
        schemes=_SCHEMES,
        fires=has_unit(_is_string),
        change=of_units(lambda unit: list(unit) if _is_string(unit) else unit),
        shown=Shown(Scheme.IOB2, "", "", counts=(0, 0, 0), data=(["O"], ["O"])),
    ),
    Quirk(
        id="seqscore.unit-not-checked",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="What is no unit crashes",
        prose=(
            "The lengths of the units are compared before anybody looks at what they are; None or a number among them "
            "ends in a TypeError without place."
        ),
        clause="INP-4",
        base=_READING,
        schemes=_SCHEMES,
        fires=has_unit(_is_not_sized),
        change=raises_at(_is_not_sized, "TypeError"),
        shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([[]], [None])),
    ),
    Quirk(
        id="seqscore.tag-that-is-no-string-crashes",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A tag that is no string crashes",
        prose=(
            "Tags are split as strings, behind a cache, without a look at what they are. A label index that was not "
            "mapped back, or None from padding, ends in an AttributeError, and a list in a TypeError, that names "
            "neither unit nor position."
        ),
        clause="TAG-8",
        base=_READING,
        schemes=_SCHEMES,
        fires=has_tag(lambda tag, _: not isinstance(tag, str | Span)),
        change=of_tags(_as_string),
        shown=Shown(Scheme.IOB2, "", "", error="AttributeError", data=([["O"]], [[None]])),
    ),
    Quirk(
        id="seqscore.unknown-letter-repaired",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A letter outside the encoding is repaired like a transition",
        prose=(
            "score_label_sequences finds letters that the encoding does not have, and hands them to the repair of "
            "transitions with all other errors. No such letter stands in a legal pair, so with conlleval each becomes "
            "a B of its type, and with discard an O; in IOB, whose repair knows B alone, an assertion fails. The "
            "command line stops at the same letter, as its message says, so one input is an error there and a score "
            "here."
        ),
        clause="TAG-6",
        base=_READING,
        schemes=_REPAIRED,
        fires=_repairs,
        change=first_then(of_tags(_repaired), _failing, _in_its_order),
        shown=Shown(Scheme.IOB2, "Q-X", "Q-X", spans=(Span("X", 0, 1),), counts=(1, 1, 1)),
        modes=("conlleval*", "discard*"),
    ),
    Quirk(
        id="seqscore.printed-accuracy-after-repair",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="The accuracy that is printed is that of repaired tags",
        prose=(
            "The command line validates and repairs a file while it reads it, and compares the tags that come out; "
            "its functions compare the tags as they are. A prediction that was repaired to the gold is accurate in "
            "print alone, and where there is no repair an illegal transition has no accuracy at all."
        ),
        clause="MAT-12",
        base=_ROUNDED,
        schemes=_SCHEMES,
        fires=_is_printed_accuracy,
        change=_as_repaired,
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-X"]], [["I-X"]])),
    ),
    Quirk(
        id="seqscore.type-missing-asserted",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.DECODE,
        title="A tag without a type ends in an assertion",
        prose=(
            "B- is split into a letter and an empty type, which passes validation. Where the mention is built, or the "
            "tag is put together again by a repair, an assertion wants a type, and an AssertionError comes out instead "
            "of the error that every other malformed tag gets."
        ),
        clause="TAG-5",
        base=_READING,
        schemes=_SCHEMES,
        fires=has_tag(_is_untyped),
        change=first_then(of_tags(_untyped), _failing, _in_its_order),
        shown=Shown(Scheme.IOB2, "B-", "B-", error="AssertionError"),
    ),
    Quirk(
        id="seqscore.repair-not-implemented",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.DECODE,
        title="No repair of BIOES, BILOU, BMES and BMEOW",
        prose=(
            "Its functions take a repair with every encoding, but those of four letters implement none: legal data "
            "pass, and the first illegal transition ends in a NotImplementedError. Its command line refuses the "
            "pair instead."
        ),
        clause="DEC-5",
        base=_READING,
        schemes=(Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO),
        fires=has_illegal,
        change=raises_where_refused("NotImplementedError", lambda _: POLICIES["refuse"]),
        shown=Shown(Scheme.BIOES, "O", "B-X", error="NotImplementedError"),
    ),
    Quirk(
        id="seqscore.iob-without-discard",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.DECODE,
        title="IOB is asked for discard and has only conlleval",
        prose=(
            "With repair `discard` its IOB encoding reads legal data, and raises a ValueError at the first illegal "
            "transition, whose message says which repair it has. IOB is IOB1 there, where `discard` has no meaning."
        ),
        clause="DEC-6",
        base=_READING,
        schemes=(Scheme.IOB1,),
        fires=has_illegal,
        change=raises_where_refused("ValueError", lambda _: POLICIES["refuse"]),
        shown=Shown(Scheme.IOB1, "O", "B-X", error="ValueError"),
    ),
)

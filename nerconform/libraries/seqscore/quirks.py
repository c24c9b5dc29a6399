"""Quirks of seqscore: what its validation and its repairs do not look at."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from nerconform.libraries.illegal import has_illegal, raises_where_refused
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.reading import everything, first_then, has_tag, has_unit, of_given_units, of_tags, raises_at
from nerconform.libraries.seqscore.quirks_validation import (
    as_repaired,
    failing,
    has_predicted_type_alone,
    in_its_order,
    is_printed_accuracy,
    is_unrepaired,
    is_untyped,
    raises_at_a_type_of_one_run,
    repaired,
    repairs,
    unrepaired,
    untyped,
)
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Item
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.spans import Span

_LIBRARY, _VERSIONS = "seqscore", "==0.9.0"
_READING: Mapping[str, str] = MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"})
_ROUNDED: Mapping[str, str] = MappingProxyType({**_READING, "item": "token", "round": "2-binary-x100"})
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO)
_REPAIRED = (Scheme.IOB1, Scheme.IOB2)


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
        change=of_given_units(lambda unit: list(unit) if _is_string(unit) else unit),
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
        id="seqscore.accuracy-of-unchecked-tags",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="Accuracy compares whatever stands in place of a tag",
        prose=(
            "score_sequence_label_accuracy compares two labels as they stand, and looks at none. Label indices, -100 "
            "from padding, None and empty strings are equal to themselves."
        ),
        clause="TAG-8",
        base=MappingProxyType({**_READING, "item": "token"}),
        schemes=_SCHEMES,
        fires=_has_other_item,
        change=of_tags(_equal_to_itself),
        shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["O", None]], [["B-X", None]])),
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
        fires=repairs,
        change=first_then(of_tags(repaired), failing, in_its_order),
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
        fires=is_printed_accuracy,
        change=as_repaired,
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
        fires=has_tag(is_untyped),
        change=first_then(of_tags(untyped), failing, in_its_order),
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
            "pass, and the first illegal transition or unknown letter ends in a NotImplementedError. Its command line "
            "refuses the pair instead."
        ),
        clause="DEC-5",
        base=_READING,
        schemes=(Scheme.IO, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO),
        fires=is_unrepaired,
        change=unrepaired,
        shown=Shown(Scheme.BIOES, "O", "B-X", error="NotImplementedError"),
    ),
    Quirk(
        id="seqscore.standard-error-of-one-run",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.SCORE,
        title="A type that one run alone has crashes the scores of all",
        prose=(
            "Where several files are scored, the mean F1 of each type and its standard error are taken over the files "
            "that have the type. A type that is not in the reference and that one file alone predicts has one score, "
            "of which there is no standard error: statistics.stdev raises, and nothing is printed at all. Of a type "
            "that two of three files predict, the mean is that of two."
        ),
        clause="CNT-4",
        base=_READING,
        schemes=_SCHEMES,
        fires=has_predicted_type_alone,
        change=raises_at_a_type_of_one_run,
        shown=Shown(Scheme.IOB2, "", "", error="StatisticsError", data=([["O"]], [["B-X"]])),
        modes=("runs*",),
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

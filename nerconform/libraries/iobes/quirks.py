"""Quirks of iobes: how it reads tags that its schemes do not have."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import has_no_string, has_tag, of_tags, outside, outside_if, raising, split
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import Mark, Scheme, roles_of

_BASE = {"policy": "lenient", "bare": "outside", "align": "none"}
_SCHEMES = (Scheme.IOB1, Scheme.IOB2, Scheme.BIOES, Scheme.BILOU, Scheme.BMEWO)


def _is_unknown(tag: object, dialect: Dialect) -> bool:
    """Whether a tag has a hyphen behind a letter that the scheme does not have."""
    return isinstance(tag, str) and "-" in tag and split(tag)[0] not in roles_of(dialect.scheme)


def _is_bare(tag: object, dialect: Dialect) -> bool:
    """Whether a tag is a letter of the scheme, with or without a hyphen, and has no type."""
    return isinstance(tag, str) and tag.removesuffix("-") in roles_of(dialect.scheme)


def _is_empty(tag: object, _dialect: Dialect) -> bool:
    return tag == ""


def _is_no_string(tag: object, _dialect: Dialect) -> bool:
    return not isinstance(tag, str)


def _of_its_own_type(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    if not _is_bare(tag, dialect):
        return None
    letter, kind = split(tag)
    return Mark(roles_of(dialect.scheme)[letter], letter if kind is None else kind, tag)


def _without_a_look(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Look for a hyphen in whatever it is."""
    if not _is_no_string(tag, dialect):
        return None
    if not isinstance(tag, list | tuple | dict | set):
        raise LibraryRaises("TypeError")
    return outside(str(tag))


def _has_unit(given: Given) -> bool:
    """Whether there is a unit."""
    return bool(given.gold or given.pred)


def _is_begin(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and split(tag)[0] == "B"


def _legal_by_types(pipeline: Pipeline) -> Pipeline:
    """Refuse a B unless the tag before is of its type, which is not O; decode all others."""
    lenient = decoder(replace(pipeline.dialect, policy=POLICIES["lenient"]))

    def decode(marks: Sequence[Mark], side: Side) -> Spans:
        before = "O"
        for mark in marks:
            kind = split(mark.text)[1]
            kind = mark.text if kind is None else kind
            if mark.role == "B" and (before == "O" or before != kind):
                raise IllegalTransition(mark.text)
            before = kind
        return lenient(marks, side)

    return replace(pipeline, decode=decode)


_quirk = partial(Quirk, base=_BASE, schemes=_SCHEMES)
QUIRKS = (
    _quirk("iobes.bmewo-name-error", Step.PARSE, _has_unit, raising(Step.PARSE, "NameError"), schemes=(Scheme.BMEWO,)),
    _quirk(
        "iobes.bmewo-errors-uncalled", Step.PARSE, _has_unit, raising(Step.PARSE, "TypeError"), schemes=(Scheme.BMEWO,)
    ),
    _quirk(
        "iobes.iob-looks-at-types-alone",
        Step.DECODE,
        has_tag(_is_begin),
        _legal_by_types,
        base={**_BASE, "policy": "refuse"},
        schemes=(Scheme.IOB1,),
    ),
    _quirk("iobes.unknown-letter-is-outside", Step.PARSE, has_tag(_is_unknown), outside_if(_is_unknown)),
    _quirk("iobes.bare-letter-is-its-own-type", Step.PARSE, has_tag(_is_bare), of_tags(_of_its_own_type)),
    _quirk("iobes.empty-tag-is-outside", Step.PARSE, has_tag(_is_empty), outside_if(_is_empty)),
    _quirk("iobes.tag-that-is-no-string", Step.PARSE, has_no_string, of_tags(_without_a_look)),
)

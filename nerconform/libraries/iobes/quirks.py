"""Quirks of iobes: how it reads tags that its schemes do not have."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import everything, has_tag, of_tags, outside, raising, split
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.spans import Span

_BASE = MappingProxyType({"policy": "lenient", "bare": "outside", "align": "none"})
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


def _outside_if_unknown(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    return outside(tag) if _is_unknown(tag, dialect) else None


def _of_its_own_type(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    if not _is_bare(tag, dialect):
        return None
    letter, kind = split(tag)
    return Mark(roles_of(dialect.scheme)[letter], letter if kind is None else kind, tag)


def _outside_if_empty(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    return outside(tag) if _is_empty(tag, dialect) else None


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


def _has_no_string(given: Given) -> bool:
    """Whether a unit begins with a string and holds something else, or with what is neither string nor list."""
    return any(not isinstance(tag, str | Span) for tag in everything(given))


QUIRKS = (
    Quirk(
        id="iobes.bmewo-name-error",
        step=Step.PARSE,
        base=_BASE,
        schemes=(Scheme.BMEWO,),
        fires=_has_unit,
        change=raising(Step.PARSE, "NameError"),
    ),
    Quirk(
        id="iobes.bmewo-errors-uncalled",
        step=Step.PARSE,
        base=_BASE,
        schemes=(Scheme.BMEWO,),
        fires=_has_unit,
        change=raising(Step.PARSE, "TypeError"),
    ),
    Quirk(
        id="iobes.iob-looks-at-types-alone",
        step=Step.DECODE,
        base=MappingProxyType({**_BASE, "policy": "refuse"}),
        schemes=(Scheme.IOB1,),
        fires=has_tag(_is_begin),
        change=_legal_by_types,
    ),
    Quirk(
        id="iobes.unknown-letter-is-outside",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(_is_unknown),
        change=of_tags(_outside_if_unknown),
    ),
    Quirk(
        id="iobes.bare-letter-is-its-own-type",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(_is_bare),
        change=of_tags(_of_its_own_type),
    ),
    Quirk(
        id="iobes.empty-tag-is-outside",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(_is_empty),
        change=of_tags(_outside_if_empty),
    ),
    Quirk(
        id="iobes.tag-that-is-no-string",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_no_string,
        change=of_tags(_without_a_look),
    ),
)

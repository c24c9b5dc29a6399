"""Quirks of seqscore: what its validation and its repairs do not look at."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import (
    everything,
    first_then,
    has_illegal,
    has_tag,
    has_unit,
    of_given_units,
    of_tags,
    raises_at,
    raises_where_refused,
)
from nerconform.libraries.seqscore.validation import (
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
        step=Step.PARSE,
        base=_READING,
        schemes=_SCHEMES,
        fires=has_unit(_is_string),
        change=of_given_units(lambda unit: list(unit) if _is_string(unit) else unit),
    ),
    Quirk(
        id="seqscore.unit-not-checked",
        step=Step.PARSE,
        base=_READING,
        schemes=_SCHEMES,
        fires=has_unit(_is_not_sized),
        change=raises_at(_is_not_sized, "TypeError"),
    ),
    Quirk(
        id="seqscore.tag-that-is-no-string-crashes",
        step=Step.PARSE,
        base=_READING,
        schemes=_SCHEMES,
        fires=has_tag(lambda tag, _: not isinstance(tag, str | Span)),
        change=of_tags(_as_string),
    ),
    Quirk(
        id="seqscore.accuracy-of-unchecked-tags",
        step=Step.PARSE,
        base=MappingProxyType({**_READING, "item": "token"}),
        schemes=_SCHEMES,
        fires=_has_other_item,
        change=of_tags(_equal_to_itself),
    ),
    Quirk(
        id="seqscore.unknown-letter-repaired",
        step=Step.PARSE,
        base=_READING,
        schemes=_REPAIRED,
        fires=repairs,
        change=first_then(of_tags(repaired), failing, in_its_order),
    ),
    Quirk(
        id="seqscore.printed-accuracy-after-repair",
        step=Step.PARSE,
        base=_ROUNDED,
        schemes=_SCHEMES,
        fires=is_printed_accuracy,
        change=as_repaired,
    ),
    Quirk(
        id="seqscore.type-missing-asserted",
        step=Step.DECODE,
        base=_READING,
        schemes=_SCHEMES,
        fires=has_tag(is_untyped),
        change=first_then(of_tags(untyped), failing, in_its_order),
    ),
    Quirk(
        id="seqscore.repair-not-implemented",
        step=Step.DECODE,
        base=_READING,
        schemes=(Scheme.IO, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO),
        fires=is_unrepaired,
        change=unrepaired,
    ),
    Quirk(
        id="seqscore.standard-error-of-one-run",
        step=Step.SCORE,
        base=_READING,
        schemes=_SCHEMES,
        fires=has_predicted_type_alone,
        change=raises_at_a_type_of_one_run,
    ),
    Quirk(
        id="seqscore.iob-without-discard",
        step=Step.DECODE,
        base=_READING,
        schemes=(Scheme.IOB1,),
        fires=has_illegal,
        change=raises_where_refused("ValueError", lambda _: POLICIES["refuse"]),
    ),
)

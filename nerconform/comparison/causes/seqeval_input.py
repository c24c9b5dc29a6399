"""Quirks of seqeval on bad input: what it does not check. No search draws such input; golden cases hold it (KIT-7)."""

from dataclasses import replace

from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising, unchanged
from nerconform.comparison.causes.reading import everything, first_then, has_unit, of_tags, raises_at
from nerconform.comparison.causes.seqeval import LENIENT
from nerconform.comparison.causes.seqeval_strict import first_crash
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.options import Item, Unknown
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.values import Zero

_ONE = Zero.parse("1")


def _is_strict(dialect: Dialect) -> bool:
    """Whether the dialect is that of strict mode: default mode refuses no letter."""
    return dialect.unknown is Unknown.REFUSE


def _indexed(given: Given) -> Change:
    """Return the change to a library that crashes at an empty tag; strict mode, if it fails at no other tag before."""
    crashes = not _is_strict(given.dialect) or first_crash(given, given.dialect.scheme) == "IndexError"
    return raising(Step.PARSE, "IndexError") if crashes else unchanged


def _used_as_string(tag: object, dialect: Dialect) -> Mark | None:
    """Crash at a number or None."""
    if not isinstance(tag, str | list | tuple):
        raise LibraryRaises("TypeError" if _is_strict(dialect) else "AttributeError")
    return None


def _listed(tag: object, dialect: Dialect) -> Mark | None:
    """Crash at a span among tags: strict mode looks its type up as a letter."""
    if isinstance(tag, list | tuple):
        raise LibraryRaises("KeyError" if _is_strict(dialect) else "AttributeError")
    return None


def _is_no_list(unit: object) -> bool:
    return not isinstance(unit, list | tuple)


def _is_without_length(unit: object) -> bool:
    return not isinstance(unit, list | tuple | str)


def _of_no_units(given: Given) -> Change:
    """Return the change of a whole input: default mode joins its units first, strict mode measures them."""
    wanted = _is_without_length if _is_strict(given.dialect) else _is_no_list
    return first_then(raises_at(wanted, "TypeError"), of_tags(_listed))


def _has_no_unit(given: Given) -> bool:
    if given.dialect.item is Item.TOKEN:
        return False
    return has_unit(_is_no_list)(given) or any(isinstance(tag, list | tuple) for tag in everything(given))


def _counts_as_one(pipeline: Pipeline) -> Pipeline:
    """Return the path on which undefined ratios are 1."""
    return Pipeline.of(replace(pipeline.dialect, zero=_ONE))


def _has_no_zero(given: Given) -> bool:
    """Whether the choice of zero is no option of it."""
    try:
        Zero.parse(given.choices.get("zero", "0"))
    except NerconformError:
        return True
    return False


def _has_no_string(given: Given) -> bool:
    odd = any(not isinstance(tag, str | list | tuple) for tag in everything(given))
    return odd and given.dialect.item is Item.SPAN


EMPTY_TAG = Quirk(
    id="seqeval.empty-tag-crashes",
    library="seqeval",
    versions="!=0.0.15,!=0.0.16,!=0.0.17,<=1.2.2",
    step=Step.PARSE,
    title="An empty tag is indexed, not refused",
    prose=(
        "Both modes take the letter of a tag by its position. An empty string has no first character, and an "
        "IndexError without place or tag comes out of the library."
    ),
    clause="TAG-8",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=lambda given: "" in given.tags() and given.dialect.item is Item.SPAN,
    change=raising(Step.PARSE, "IndexError"),
    reads=_indexed,
    shown=Shown(Scheme.IOB2, "", "", error="IndexError", data=([[""]], [["O"]])),
)
NO_STRING = Quirk(
    id="seqeval.tag-that-is-no-string-crashes",
    library="seqeval",
    versions=">=0.0.18,<=1.2.2",
    step=Step.PARSE,
    title="A tag that is no string crashes",
    prose=(
        "Tags are used as strings without a look at them. Label indices that were not mapped back, or None from "
        "padding, end in an AttributeError or TypeError that names neither unit nor position."
    ),
    clause="TAG-8",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_has_no_string,
    change=of_tags(_used_as_string),
    shown=Shown(Scheme.IOB2, "", "", error="AttributeError", data=([["O"]], [[None]])),
)
NO_UNIT = Quirk(
    id="seqeval.unit-not-checked",
    library="seqeval",
    versions=">=1.1.1,<=1.2.2",
    step=Step.PARSE,
    title="What is no unit crashes or is joined",
    prose=(
        "Units are joined or measured before anybody looks at what they are. A string, None or a number among the "
        "units, or a span among the tags, ends in an exception from inside the library."
    ),
    clause="INP-4",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_has_no_unit,
    change=unchanged,
    reads=_of_no_units,
    shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([["O"]], [None])),
)
NO_ZERO = Quirk(
    id="seqeval.zero-division-is-not-checked",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.SCORE,
    title="Every other value of zero_division counts as 1",
    prose=(
        "The value is compared with 'warn' and 0, and whatever is neither counts as 1. A misspelt or unsupported "
        "value silently turns undefined ratios into 1."
    ),
    clause="INP-5",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_has_no_zero,
    change=_counts_as_one,
    shown=Shown(
        Scheme.IOB2, "", "", numbers={"strict.micro.f1": 1.0}, data=([["O"]], [["O"]]), choices={"zero": "none"}
    ),
)
QUIRKS = (EMPTY_TAG, NO_STRING, NO_UNIT, NO_ZERO)

"""Quirks of seqeval on bad input: what it does not check. No search draws such input; golden cases hold it (KIT-7)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.raising import raising, raising_at_once, unchanged
from nerconform.libraries.reading import everything, first_then, has_unit, of_tags, raises_at
from nerconform.libraries.seqeval.quirks_default import DOT, LENIENT
from nerconform.libraries.seqeval.quirks_strict import first_crash
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Item, Unknown
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.units import Annotation, Unit
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


_SCHEMES = (Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU)
_STRICT: Mapping[str, str] = MappingProxyType({**LENIENT, "policy": "discard", "unknown": "refuse"})


def _by_default(pipeline: Pipeline) -> Pipeline:
    """Return the path of default mode, with all that it does to odd letters."""
    dialect = pipeline.dialect.set(policy="lenient", unknown="as-I")
    return DOT.change(replace(Pipeline.of(dialect), read=pipeline.read))


def _has_tags(given: Given) -> bool:
    """Whether there is a tag that is not `O`."""
    return bool(given.tags() - {"O"})


def _has_no_mode(given: Given) -> bool:
    """Whether the policy that is imposed is none, and so the mode that is handed over."""
    try:
        return not policy_of(given.choices.get("policy", "lenient"))
    except UnknownOption:
        return True


def _counted_again(pipeline: Pipeline) -> Pipeline:
    """Return the path on which every unit is followed by its gold with nothing predicted, which weighs nothing."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        units = before(gold, pred)
        return [*units, *(Unit(unit.gold, Annotation(["O"] * len(unit.gold.tags or ()))) for unit in units)]

    return replace(pipeline, read=read)


def _not_strict(id_: str) -> Quirk:
    """Return the quirk of a mode that is asked to be strict, and is default mode."""
    return Quirk(id=id_, step=Step.DECODE, base=_STRICT, schemes=_SCHEMES, fires=_has_tags, change=_by_default)


QUIRKS = (
    Quirk(
        id="seqeval.empty-tag-crashes",
        step=Step.PARSE,
        base=LENIENT,
        schemes=tuple(Scheme),
        fires=lambda given: "" in given.tags() and given.dialect.item is Item.SPAN,
        change=raising(Step.PARSE, "IndexError"),
        reads=_indexed,
    ),
    Quirk(
        id="seqeval.tag-that-is-no-string-crashes",
        step=Step.PARSE,
        base=LENIENT,
        schemes=tuple(Scheme),
        fires=_has_no_string,
        change=of_tags(_used_as_string),
    ),
    Quirk(
        id="seqeval.unit-not-checked",
        step=Step.PARSE,
        base=LENIENT,
        schemes=tuple(Scheme),
        fires=_has_no_unit,
        change=unchanged,
        reads=_of_no_units,
    ),
    Quirk(
        id="seqeval.zero-division-is-not-checked",
        step=Step.SCORE,
        base=LENIENT,
        schemes=tuple(Scheme),
        fires=_has_no_zero,
        change=_counts_as_one,
    ),
    _not_strict("seqeval.strict-without-scheme-is-lenient"),
    _not_strict("seqeval.scheme-without-mode-is-ignored"),
    Quirk(
        id="seqeval.mode-is-not-checked",
        step=Step.DECODE,
        base=_STRICT,
        schemes=_SCHEMES,
        fires=_has_no_mode,
        change=_by_default,
    ),
    Quirk(
        id="seqeval.name-of-a-scheme-crashes",
        step=Step.PARSE,
        base=_STRICT,
        schemes=_SCHEMES,
        fires=lambda _given: True,
        change=raising_at_once("TypeError"),
    ),
    Quirk(
        id="seqeval.units-that-are-no-lists-are-refused",
        step=Step.PARSE,
        base=LENIENT,
        schemes=tuple(Scheme),
        fires=lambda given: given.dialect.item is Item.SPAN,
        change=raising_at_once("TypeError"),
    ),
    Quirk(
        id="seqeval.sample-weight-changes-nothing",
        step=Step.PARSE,
        base=LENIENT,
        schemes=tuple(Scheme),
        fires=_has_tags,
        change=_counted_again,
    ),
)

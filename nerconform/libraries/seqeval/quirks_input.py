"""Quirks of seqeval on input that is not tags, or is asked by other functions: accuracy and counts of tokens."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step, unchanged
from nerconform.libraries.quirk_changes import (
    everything,
    first_then,
    has_entities,
    has_no_length,
    has_unit,
    members,
    of_read,
    of_tags,
    raises_at,
    raises_at_tally,
    raising,
    raising_at_once,
)
from nerconform.libraries.seqeval.quirks import BASE_CHOICES, LENIENT, as_one, first_crash, raising_where
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.option_values import Labels, Zero
from nerconform.reference.options import Item, Unknown
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.units import Annotation, Unit

_ONE = Zero.parse("1")


def _compares_spans(given: Given) -> bool:
    return given.dialect.item is Item.SPAN


def _is_strict(dialect: Dialect) -> bool:
    """Whether the dialect is that of strict mode: default mode refuses no letter."""
    return dialect.unknown is Unknown.REFUSE


def _is_indexed(given: Given) -> bool:
    """Whether an empty tag crashes: in strict mode, if it fails at no other tag before."""
    return not _is_strict(given.dialect) or first_crash(given, given.dialect.scheme) == "IndexError"


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


def _of_no_units(given: Given) -> Change:
    """Return the change of a whole input: default mode joins its units first, strict mode measures them."""
    wanted = has_no_length if _is_strict(given.dialect) else _is_no_list
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
_STRICT = {**LENIENT, "policy": "discard", "unknown": "refuse"}


def _by_default(pipeline: Pipeline) -> Pipeline:
    """Return the path of default mode, with all that it does to odd letters."""
    dialect = pipeline.dialect.set(policy="lenient", unknown="as-I")
    return as_one(replace(Pipeline.of(dialect), read=pipeline.read))


def _has_no_mode(given: Given) -> bool:
    """Whether the policy that is imposed is none, and so the mode that is handed over."""
    try:
        return not policy_of(given.choices.get("policy", "lenient"))
    except UnknownOption:
        return True


def _counted_again(units: Sequence[Unit]) -> Sequence[Unit]:
    """Add the gold of every unit with nothing predicted, which weighs nothing."""
    return [*units, *(Unit(unit.gold, Annotation(["O"] * len(unit.gold.tags or ()))) for unit in units)]


_quirk = partial(Quirk, base=LENIENT, schemes=tuple(Scheme))


def _not_strict(id_: str) -> Quirk:
    """Return the quirk of a mode that is asked to be strict, and is default mode."""
    return _quirk(id_, Step.DECODE, has_entities, _by_default, base=_STRICT, schemes=_SCHEMES)


_COUNTED = {"policy": "lenient", "item": "token", "align": "none", "labels": "given{B-X,B-Y}"}


def _forgiven(pipeline: Pipeline) -> Pipeline:
    """Pass over gold tokens that have another predicted tag: they are not missed."""
    keep = pipeline.filter
    return replace(pipeline, filter=lambda units: [_without_wrong(*unit) for unit in keep(units)])


def _without_wrong(gold: Spans, pred: Spans) -> tuple[Spans, Spans]:
    found = {span.start: span.type for span in pred}
    return tuple(span for span in gold if found.get(span.start, span.type) == span.type), pred


def _has_two_classes(given: Given) -> bool:
    return len(given.tags() - {"O"}) > 1


def joined(given: Given) -> tuple[list[Any], list[Any]]:
    """Return both sides as they are counted: joined if some gold unit is a list. Raises `LibraryRaises`."""
    gold, pred = members(given.gold), members(given.pred)
    try:
        if any(isinstance(unit, list) for unit in gold):
            gold, pred = ([tag for unit in side for tag in unit] for side in (gold, pred))
    except TypeError:
        raise LibraryRaises("TypeError") from None
    return gold, pred


def text_of(value: object) -> str:
    """Return a tag for what stands in place of one: equal values have one."""
    return value if isinstance(value, str) and value else f"\0{value!r}"


def _always_reads(gold: Sequence[str], pred: Sequence[str]) -> Change:
    """Return the change to a library that reads one unit of these tags, whatever is passed in."""
    units = [Unit(Annotation(gold), Annotation(pred))]
    return lambda pipeline: replace(pipeline, read=lambda _gold, _pred: units)


def _counted(given: Given) -> Change:
    """Return the change of a whole input: pairs are made until one side ends, of whatever stands there."""
    try:
        pairs = list(zip(*joined(given), strict=False))
    except LibraryRaises as raised:
        return raising(Step.PARSE, raised.error)
    gold, pred = ([text_of(pair[side]) for pair in pairs] for side in (0, 1))
    classes, read = {*gold, *pred} - {"O"}, _always_reads(gold, pred)

    def change(pipeline: Pipeline) -> Pipeline:
        labels = Labels.of(classes or pipeline.dialect.labels.given)
        return read(Pipeline.of(replace(pipeline.dialect, labels=labels)))

    return change


def _is_unchecked(given: Given) -> bool:
    """Whether something is no unit or no tag, or the two sides have other lengths."""
    sides = members(given.gold), members(given.pred)
    units = [unit for side in sides for unit in side]
    if not all(isinstance(unit, list) for unit in units):
        return True
    odd = any(not isinstance(tag, str) or not tag for tag in everything(given))
    return odd or list(map(len, sides[0])) != list(map(len, sides[1]))


_NO_TAG = "\0"
"""What stands for a prediction that is not there: no tag is like it."""


def _has_no_gold(given: Given) -> bool:
    return not any(members(unit) or isinstance(unit, str) for unit in members(given.gold))


def _equal_to_itself(tag: object, _dialect: Dialect) -> Mark | None:
    """Read an empty tag as any other."""
    return Mark(ALONE, "", "") if tag == "" else None


def paired(gold: Sequence[Any], pred: Sequence[Any]) -> Change:
    """Return the path on which these items are paired off until one side ends; gold that is left is wrong."""
    tags, found = ([text_of(item) for item in side] for side in (gold, pred))
    missing = [_NO_TAG] * (len(tags) - len(found))
    return _always_reads(tags, [*found[: len(tags)], *missing])


def _compared_in_pairs(given: Given) -> Change:
    """Return the change of a whole input: units are joined if some gold unit is a list, and what is there paired."""
    try:
        return paired(*joined(given))
    except LibraryRaises as raised:
        return raising_at_once(raised.error)


def _differ_in_length(given: Given) -> bool:
    """Whether some unit is longer on one side, or there are more units."""
    lengths = [[len(unit) for unit in members(side) if isinstance(unit, list | tuple)] for side in given[:2]]
    return lengths[0] != lengths[1]


def _is_unchecked_accuracy(given: Given) -> bool:
    """Whether something is no unit, or no tag."""
    odd = any(not isinstance(tag, str) for tag in everything(given))
    return odd or has_unit(lambda unit: not isinstance(unit, list))(given)


def _of_sentences(given: Given) -> Change:
    """Return the change of a whole input: units are compared as a whole, and no units divided by nothing."""
    gold, pred = ([tuple(unit) for unit in members(side)] for side in (given.gold, given.pred))
    return paired(gold, pred) if gold else raising_at_once("ZeroDivisionError")


def _of_accuracy(
    id_: str,
    step: Step,
    fires: Callable[[Given], bool],
    change: Change = unchanged,
    reads: Callable[[Given], Change] | None = None,
) -> Quirk:
    """Return a quirk where tokens are compared; where spans are, another function is asked."""

    def fires_on_tokens(given: Given) -> bool:
        return given.dialect.item is Item.TOKEN and fires(given)

    base = {**BASE_CHOICES, "item": "token"}
    return Quirk(id_, step, fires_on_tokens, change, base=base, schemes=tuple(Scheme), reads=reads)


QUIRKS = (
    _quirk(
        "seqeval.empty-tag-crashes",
        Step.PARSE,
        lambda given: "" in given.tags() and given.dialect.item is Item.SPAN,
        raising(Step.PARSE, "IndexError"),
        reads=raising_where(_is_indexed, "IndexError"),
    ),
    _quirk("seqeval.tag-that-is-no-string-crashes", Step.PARSE, _has_no_string, of_tags(_used_as_string)),
    _quirk("seqeval.unit-not-checked", Step.PARSE, _has_no_unit, reads=_of_no_units),
    _quirk("seqeval.zero-division-is-not-checked", Step.SCORE, _has_no_zero, _counts_as_one),
    _not_strict("seqeval.strict-without-scheme-is-lenient"),
    _not_strict("seqeval.scheme-without-mode-is-ignored"),
    _quirk("seqeval.mode-is-not-checked", Step.DECODE, _has_no_mode, _by_default, base=_STRICT, schemes=_SCHEMES),
    _quirk(
        "seqeval.name-of-a-scheme-crashes",
        Step.PARSE,
        lambda _given: True,
        raising_at_once("TypeError"),
        base=_STRICT,
        schemes=_SCHEMES,
    ),
    _quirk("seqeval.units-that-are-no-lists-are-refused", Step.PARSE, _compares_spans, raising_at_once("TypeError")),
    _quirk("seqeval.sample-weight-changes-nothing", Step.PARSE, has_entities, of_read(_counted_again)),
    _quirk("seqeval.wrong-tag-is-no-false-negative", Step.FILTER, _has_two_classes, _forgiven, base=_COUNTED),
    _quirk("seqeval.counts-of-unchecked-input", Step.PARSE, _is_unchecked, base=_COUNTED, reads=_counted),
    _of_accuracy(
        "seqeval.accuracy-of-nothing",
        Step.COUNT,
        _has_no_gold,
        raises_at_tally(lambda tally: not tally.by_type, "ZeroDivisionError"),
    ),
    _of_accuracy(
        "seqeval.accuracy-of-empty-tags", Step.PARSE, lambda given: "" in given.tags(), of_tags(_equal_to_itself)
    ),
    _of_accuracy("seqeval.accuracy-stops-at-the-shorter-side", Step.PARSE, _differ_in_length, reads=_compared_in_pairs),
    _of_accuracy("seqeval.accuracy-of-unchecked-input", Step.PARSE, _is_unchecked_accuracy, reads=_compared_in_pairs),
    _of_accuracy("seqeval.accuracy-of-tuples-is-of-sentences", Step.PARSE, lambda _: True, reads=_of_sentences),
)

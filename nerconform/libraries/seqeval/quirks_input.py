"""Quirks of seqeval on input that is not tags, or is asked by other functions: accuracy and counts of tokens."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import (
    everything,
    first_then,
    has_unit,
    members,
    of_tags,
    raises_at,
    raising,
    raising_at_once,
    unchanged,
)
from nerconform.libraries.seqeval.quirks_default import DOT, LENIENT, READING
from nerconform.libraries.seqeval.quirks_strict import first_crash
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.option_values import Labels, Zero
from nerconform.reference.options import Item, Unknown
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.units import Annotation, Unit

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


_READING: Mapping[str, str] = MappingProxyType(
    {"policy": "lenient", "item": "token", "align": "none", "labels": "given{B-X,B-Y}"}
)


def _forgiven(pipeline: Pipeline) -> Pipeline:
    """Return the path on which gold tokens that have another predicted tag are passed over: they are not missed."""
    keep = pipeline.filter

    def kept(units: Stream) -> Iterator[tuple[Spans, Spans]]:
        for gold, pred in keep(units):
            found = {span.start: span.type for span in pred}
            yield tuple(span for span in gold if found.get(span.start, span.type) == span.type), pred

    return replace(pipeline, filter=kept)


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


def _counted(given: Given) -> Change:
    """Return the change of a whole input: pairs are made until one side ends, of whatever stands there."""
    try:
        pairs = list(zip(*joined(given), strict=False))
    except LibraryRaises as raised:
        return raising(Step.PARSE, raised.error)
    gold, pred = ([text_of(pair[side]) for pair in pairs] for side in (0, 1))
    classes = {*gold, *pred} - {"O"}

    def change(pipeline: Pipeline) -> Pipeline:
        labels = Labels.of(classes or pipeline.dialect.labels.given)
        path = Pipeline.of(replace(pipeline.dialect, labels=labels))

        def read(_gold: object, _pred: object) -> Sequence[Unit]:
            return [Unit(Annotation(gold), Annotation(pred))]

        return replace(path, read=read)

    return change


def _is_unchecked(given: Given) -> bool:
    """Whether something is no unit or no tag, or the two sides have other lengths."""
    sides = members(given.gold), members(given.pred)
    units = [unit for side in sides for unit in side]
    if not all(isinstance(unit, list) for unit in units):
        return True
    odd = any(not isinstance(tag, str) or not tag for tag in everything(given))
    return odd or list(map(len, sides[0])) != list(map(len, sides[1]))


_ACCURACY_READING = MappingProxyType({**READING, "item": "token"})
_NO_TAG = "\0"
"""What stands for a prediction that is not there: no tag is like it."""


def _of_tokens(fires: Callable[[Given], bool]) -> Callable[[Given], bool]:
    """Return the predicate where tokens are compared; where spans are, another function is asked."""
    return lambda given: given.dialect.item is Item.TOKEN and fires(given)


def _divides_by_nothing(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the accuracy of no gold token crashes."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        found = list(units)
        tally = count(found)
        if not tally.by_type:
            raise LibraryRaises("ZeroDivisionError")
        return tally

    return replace(pipeline, count=counted)


def _has_no_gold(given: Given) -> bool:
    return not any(members(unit) or isinstance(unit, str) for unit in members(given.gold))


def _equal_to_itself(tag: object, _dialect: Dialect) -> Mark | None:
    """Read an empty tag as any other."""
    return Mark(ALONE, "", "") if tag == "" else None


def paired(gold: Sequence[Any], pred: Sequence[Any]) -> Change:
    """Return the path on which these items are paired off until one side ends; gold that is left is wrong."""
    tags, found = ([text_of(item) for item in side] for side in (gold, pred))
    missing = [_NO_TAG] * (len(tags) - len(found))
    units = [Unit(Annotation(tags), Annotation([*found[: len(tags)], *missing]))]

    def read(_gold: object, _pred: object) -> Sequence[Unit]:
        return units

    return lambda pipeline: replace(pipeline, read=read)


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
    Quirk(
        id="seqeval.wrong-tag-is-no-false-negative",
        step=Step.FILTER,
        base=_READING,
        schemes=tuple(Scheme),
        fires=_has_two_classes,
        change=_forgiven,
    ),
    Quirk(
        id="seqeval.counts-of-unchecked-input",
        step=Step.PARSE,
        base=_READING,
        schemes=tuple(Scheme),
        fires=_is_unchecked,
        change=unchanged,
        reads=_counted,
    ),
    Quirk(
        id="seqeval.accuracy-of-nothing",
        step=Step.COUNT,
        base=_ACCURACY_READING,
        schemes=tuple(Scheme),
        fires=_of_tokens(_has_no_gold),
        change=_divides_by_nothing,
    ),
    Quirk(
        id="seqeval.accuracy-of-empty-tags",
        step=Step.PARSE,
        base=_ACCURACY_READING,
        schemes=tuple(Scheme),
        fires=_of_tokens(lambda given: "" in given.tags()),
        change=of_tags(_equal_to_itself),
    ),
    Quirk(
        id="seqeval.accuracy-stops-at-the-shorter-side",
        step=Step.PARSE,
        base=_ACCURACY_READING,
        schemes=tuple(Scheme),
        fires=_of_tokens(_differ_in_length),
        change=unchanged,
        reads=_compared_in_pairs,
    ),
    Quirk(
        id="seqeval.accuracy-of-unchecked-input",
        step=Step.PARSE,
        base=_ACCURACY_READING,
        schemes=tuple(Scheme),
        fires=_of_tokens(_is_unchecked_accuracy),
        change=unchanged,
        reads=_compared_in_pairs,
    ),
    Quirk(
        id="seqeval.accuracy-of-tuples-is-of-sentences",
        step=Step.PARSE,
        base=_ACCURACY_READING,
        schemes=tuple(Scheme),
        fires=lambda given: given.dialect.item is Item.TOKEN,
        change=unchanged,
        reads=_of_sentences,
    ),
)

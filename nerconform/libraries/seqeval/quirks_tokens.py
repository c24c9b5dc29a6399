"""Quirks of seqeval's `accuracy_score`: it pairs tokens off, whatever stands in their place and wherever units end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.raising import raising, raising_at_once, unchanged
from nerconform.libraries.reading import everything, has_unit, members, of_tags
from nerconform.libraries.seqeval.quirks_default import READING
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.units import Annotation, Unit
from nerconform.reference.values import Labels

_READING: Mapping[str, str] = MappingProxyType(
    {"policy": "lenient", "item": "token", "align": "none", "labels": "given{B-X,B-Y}"}
)
_MODES = ("performance-measure",)


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


OTHER_TAG = Quirk(
    id="seqeval.wrong-tag-is-no-false-negative",
    library="seqeval",
    versions="==1.2.2",
    step=Step.FILTER,
    title="A wrong tag is a false positive, and no false negative",
    prose=(
        "performance_measure counts a token as FN where the prediction is O. A token with another tag than the gold "
        "one is FP alone, though the gold tag was missed, so TP and FN do not add up to the tokens of the gold."
    ),
    clause="CNT-1",
    base=_READING,
    schemes=tuple(Scheme),
    fires=_has_two_classes,
    change=_forgiven,
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"strict.micro.fp": 1, "strict.micro.fn": 0},
        data=([["B-X"]], [["B-Y"]]),
    ),
    link="https://github.com/chakki-works/seqeval/pull/40",
    modes=_MODES,
)
UNCHECKED = Quirk(
    id="seqeval.counts-of-unchecked-input",
    library="seqeval",
    versions="==1.2.2",
    step=Step.PARSE,
    title="The counts of tokens look at no length and no form",
    prose=(
        "performance_measure joins the units of each side if some gold unit is a list, and pairs off what is there "
        "until one side ends. Sides of different lengths, a flat list of tags, empty tags and values that are no tags "
        "are counted; a unit that is no list ends in a TypeError without place."
    ),
    clause="INP-2",
    base=_READING,
    schemes=tuple(Scheme),
    fires=_is_unchecked,
    change=unchanged,
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-X", "O"]], [["B-X"]])),
    modes=_MODES,
    reads=_counted,
)


_ACCURACY_READING = MappingProxyType({**READING, "item": "token"})
_VERSIONS = ">=0.0.3,<=1.2.2"
_ACCURACY_MODES = ("default", "default:*")
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


NO_TOKENS = Quirk(
    id="seqeval.accuracy-of-nothing",
    library="seqeval",
    versions=_VERSIONS,
    step=Step.COUNT,
    title="The accuracy of no token crashes",
    prose=(
        "accuracy_score divides by the number of gold tags before it looks whether there is one. Where there is "
        "none, a ZeroDivisionError comes out of the library, and zero_division is no argument of it."
    ),
    clause="SCO-4",
    base=_ACCURACY_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(_has_no_gold),
    change=_divides_by_nothing,
    shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError", data=([], [])),
    modes=_ACCURACY_MODES,
)
EMPTY_TOKEN = Quirk(
    id="seqeval.accuracy-of-empty-tags",
    library="seqeval",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="Accuracy compares empty tags as any others",
    prose=(
        "accuracy_score compares the tags as they stand and looks at none of them. An empty one on both sides is "
        "right, and on one side wrong, where every other function crashes on it."
    ),
    clause="TAG-8",
    base=_ACCURACY_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(lambda given: "" in given.tags()),
    change=of_tags(_equal_to_itself),
    shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["", "O"]], [["", "B-X"]])),
    modes=_ACCURACY_MODES,
)
IN_PAIRS = Quirk(
    id="seqeval.accuracy-stops-at-the-shorter-side",
    library="seqeval",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="The accuracy of sides of different lengths is answered",
    prose=(
        "accuracy_score joins the units of each side and pairs the tokens off until one side ends, and divides by the "
        "number of gold tokens. The check of lengths that every other function makes is missing, so tokens are "
        "compared with those of other units, and what was predicted too much goes unseen."
    ),
    clause="INP-2",
    base=_ACCURACY_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(_differ_in_length),
    change=unchanged,
    reads=_compared_in_pairs,
    shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["B-X", "O"]], [["B-X"]])),
    modes=_ACCURACY_MODES,
)
UNCHECKED_TOKENS = Quirk(
    id="seqeval.accuracy-of-unchecked-input",
    library="seqeval",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="Accuracy looks at no form: flat lists, numbers and None are compared",
    prose=(
        "accuracy_score joins the units of each side if some gold unit is a list, and compares whatever stands there. "
        "A flat list of tags is one unit; beside nested gold a flat prediction is a list of letters. Label indices, "
        "-100 from padding and None are equal to themselves. Every other function refuses or crashes."
    ),
    clause="INP-4",
    base=_ACCURACY_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(_is_unchecked_accuracy),
    change=unchanged,
    reads=_compared_in_pairs,
    shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["O", None]], [["B-X", None]])),
    modes=_ACCURACY_MODES,
)
SENTENCES = Quirk(
    id="seqeval.accuracy-of-tuples-is-of-sentences",
    library="seqeval",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="The accuracy of units that are tuples is one of whole units",
    prose=(
        "accuracy_score joins the units if one of the gold units is a list. Of tuples none is, so that each unit is "
        "taken for a token: it is right where all its tags are, and one wrong tag makes it wrong."
    ),
    clause="INP-4",
    base=_ACCURACY_READING,
    schemes=tuple(Scheme),
    fires=lambda given: given.dialect.item is Item.TOKEN,
    change=unchanged,
    reads=_of_sentences,
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 0), data=([["O", "O"]], [["O", "B-X"]])),
    modes=("tuples",),
)


QUIRKS = (OTHER_TAG, UNCHECKED, NO_TOKENS, EMPTY_TOKEN, IN_PAIRS, UNCHECKED_TOKENS, SENTENCES)

"""Quirks of seqeval's `accuracy_score`: it pairs tokens off, whatever stands in their place and wherever units end."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising_at_once, unchanged
from nerconform.comparison.causes.reading import everything, has_unit, members, of_tags
from nerconform.comparison.causes.seqeval import READING
from nerconform.comparison.causes.seqeval_counts import joined, text_of
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.units import Annotation, Unit

_READING = MappingProxyType({**READING, "item": "token"})
_VERSIONS = ">=0.0.3,<=1.2.2"
_MODES = ("default", "default:*")
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


def _is_unchecked(given: Given) -> bool:
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
    base=_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(_has_no_gold),
    change=_divides_by_nothing,
    shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError", data=([], [])),
    modes=_MODES,
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
    base=_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(lambda given: "" in given.tags()),
    change=of_tags(_equal_to_itself),
    shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["", "O"]], [["", "B-X"]])),
    modes=_MODES,
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
    base=_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(_differ_in_length),
    change=unchanged,
    reads=_compared_in_pairs,
    shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["B-X", "O"]], [["B-X"]])),
    modes=_MODES,
)
UNCHECKED = Quirk(
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
    base=_READING,
    schemes=tuple(Scheme),
    fires=_of_tokens(_is_unchecked),
    change=unchanged,
    reads=_compared_in_pairs,
    shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["O", None]], [["B-X", None]])),
    modes=_MODES,
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
    base=_READING,
    schemes=tuple(Scheme),
    fires=lambda given: given.dialect.item is Item.TOKEN,
    change=unchanged,
    reads=_of_sentences,
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 0), data=([["O", "O"]], [["O", "B-X"]])),
    modes=("tuples",),
)
QUIRKS = (NO_TOKENS, EMPTY_TOKEN, IN_PAIRS, UNCHECKED, SENTENCES)

"""Wrong units: metrics that answer where sentences or tags are bad input, each in a way of its own."""

from collections.abc import Mapping
from itertools import chain, zip_longest
from typing import Any

from nerconform.reference.options import Item
from nerconform.suite.lenient_reading import (
    Sides,
    each_item,
    each_pair,
    each_unit,
    in_gold,
    in_predictions,
    items_of,
    of_lists,
    of_tags,
    wrong,
    zipped,
)
from nerconform.suite.mistake import Mistake


def _extra_gold(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    return (gold[: len(pred)], pred) if pred and of_tags(gold) else (gold, pred)


def _extra_predictions(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    return (gold, pred[: len(gold)]) if gold and all(pred) and of_tags(pred) else (gold, pred)


def _both_cut(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Cut the longer side, then the longer sentence of each pair."""
    pairs = [zipped(one, other) for one, other in zip(gold, pred, strict=False)]
    if len(gold) == len(pred) or all(len(one) == len(other) for one, other in zip(gold, pred, strict=False)):
        return gold, pred
    return [one for one, _ in pairs], [other for _, other in pairs]


def _joined(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Join the tags of all sentences, of which there are as many on both sides."""
    if not of_tags(gold) or not of_tags(pred) or len(gold) != len(pred):
        return gold, pred
    return [list(chain.from_iterable(gold))], [list(chain.from_iterable(pred))]


def _without_empty(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    return [unit for unit in gold if unit != []], [unit for unit in pred if unit != []]


def _outside(unit: Any) -> list[str]:  # noqa: ANN401 - whatever was passed
    return ["O"] * len(unit) if of_tags([unit]) else []


def _later_unchecked(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Check the first sentence; of the others the longer side is cut."""
    rest = [zipped(one, other) for one, other in zip(gold[1:], pred[1:], strict=True)]
    return [gold[0], *(one for one, _ in rest)], [pred[0], *(other for _, other in rest)]


def _filled(gold: list[Any], pred: list[Any]) -> Sides:
    """Fill a prediction up with O after its last entity, where gold has O."""
    missing = gold[len(pred) :]
    return gold, [*pred, *missing] if {*pred} - {"O"} and {*missing} == {"O"} else pred


def _unchecked_without_entities(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Check nothing where no side has an entity."""
    units = [*gold, *pred]
    nothing = of_tags(units) and all(units) and {tag for unit in units for tag in unit} == {"O"}
    return ([], []) if nothing else (gold, pred)


def _flat(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Take two flat lists for one sentence, if the first tag has more than one letter."""
    flat = all(isinstance(tag, str) for tag in (*gold, *pred)) and len(gold[0]) > 1
    return ([gold], [pred]) if flat else (gold, pred)


def _flat_prediction(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    return gold, [pred] if of_tags(gold) and all(isinstance(tag, str) for tag in pred) else pred


def _split(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    """Split strings among lists at their blanks."""
    if not any(isinstance(unit, list) for unit in gold):
        return gold, pred
    return each_unit(lambda unit: unit.split() if isinstance(unit, str) else unit)(gold, pred)


def _tags_only(unit: Any) -> Any:  # noqa: ANN401 - whatever was passed
    """Read what is a list among tags as O."""
    if not isinstance(unit, list) or not any(isinstance(tag, str) for tag in unit):
        return unit
    return ["O" if isinstance(tag, list | tuple) else tag for tag in unit]


def _layers_filled(unit: Any) -> Any:  # noqa: ANN401 - whatever was passed
    if not isinstance(unit, Mapping):
        return unit
    rows = list(zip_longest(*unit["layers"], fillvalue="O"))
    return {"layers": [list(layer) for layer in zip(*rows, strict=True)]}


def _looked_up(tag: Any) -> Any:  # noqa: ANN401 - whatever was passed
    """Look up a label id in a list of its own: O, then B and I of each type."""
    if not isinstance(tag, int):
        return tag
    return f"{'IB'[tag % 2]}-{(tag + 1) // 2}" if tag else "O"


def _looked_up_all(gold: Any, pred: Any) -> Sides:  # noqa: ANN401 - whatever was passed
    plain = any(isinstance(tag, str) for unit in (*gold, *pred) for tag in unit)
    return (gold, pred) if plain else each_item(_looked_up)(gold, pred)


_OF_SPANS, _OF_TOKENS = Item.SPAN, Item.TOKEN

UNITS: tuple[Mistake, ...] = (
    wrong(
        "extra-gold-units-ignored",
        "If there are more gold sentences than predicted ones, the extra gold sentences are ignored.",
        _extra_gold,
        _OF_SPANS,
    ),
    wrong(
        "extra-predicted-units-ignored",
        "If there are more predicted sentences than gold ones, the extra predicted sentences are ignored.",
        _extra_predictions,
        _OF_SPANS,
    ),
    wrong(
        "extra-units-of-tokens-ignored",
        "If tokens are compared, extra sentences of the longer side are ignored.",
        zipped,
        _OF_TOKENS,
    ),
    wrong(
        "empty-units-dropped",
        "Sentences without tokens are removed from gold and predictions before their numbers are compared.",
        _without_empty,
    ),
    wrong(
        "no-predictions-as-outside",
        "An empty list of predictions is read as sentences without entities.",
        lambda gold, pred: (gold, pred or list(map(_outside, gold))),
    ),
    wrong(
        "no-gold-as-outside",
        "An empty list of gold sentences is read as sentences without entities.",
        lambda gold, pred: (gold or list(map(_outside, pred)), pred),
    ),
    wrong(
        "both-sides-cut",
        "If the numbers of sentences and of tokens differ, only what both sides have is compared.",
        _both_cut,
    ),
    wrong(
        "only-all-tags-counted",
        "Only the number of tags of all sentences together is compared, not that of each sentence.",
        _joined,
        _OF_SPANS,
    ),
    wrong(
        "only-all-tokens-counted",
        "If tokens are compared, only the number of tokens of all sentences together is checked.",
        _joined,
        _OF_TOKENS,
    ),
    wrong(
        "only-first-unit-checked",
        "Only the first sentence is checked for equal numbers of gold and predicted tags.",
        _later_unchecked,
    ),
    wrong(
        "missing-tags-as-outside",
        "A prediction that ends after its last entity is filled up with O.",
        each_pair(_filled),
        _OF_SPANS,
    ),
    wrong(
        "missing-tokens-as-outside",
        "If tokens are compared, a prediction that is too short is filled up with O.",
        each_pair(lambda gold, pred: (gold, [*pred, *["O"] * (len(gold) - len(pred))])),
        _OF_TOKENS,
    ),
    wrong(
        "extra-tags-ignored",
        "Predicted tags after the end of the gold sentence are ignored.",
        each_pair(lambda gold, pred: (gold, pred[: len(gold)] if gold else pred)),
        _OF_SPANS,
    ),
    wrong(
        "extra-tokens-ignored",
        "If tokens are compared, predicted tags after the end of the gold sentence are ignored.",
        each_pair(lambda gold, pred: (gold, pred[: len(gold)] if gold else pred)),
        _OF_TOKENS,
    ),
    wrong(
        "empty-prediction-as-outside",
        "A predicted sentence without tags counts as missed entities, if gold has entities there.",
        each_pair(lambda gold, pred: (gold, pred or ["O" for _ in gold] if {*gold} - {"O"} else pred)),
    ),
    wrong(
        "empty-predictions-as-outside",
        "If no predicted sentence has tags, nothing is predicted.",
        lambda gold, pred: (gold, list(map(_outside, gold)) if pred and of_lists(pred) and not any(pred) else pred),
    ),
    wrong(
        "empty-gold-as-outside",
        "A gold sentence without tags is read as a sentence without entities.",
        each_pair(lambda gold, pred: (gold or _outside(pred), pred)),
    ),
    wrong(
        "unchecked-without-entities",
        "If neither gold nor the predictions have an entity, the numbers of tags are not compared.",
        _unchecked_without_entities,
    ),
    wrong("flat-lists-as-one-unit", "Two flat lists of tags are read as one sentence.", _flat, _OF_SPANS),
    wrong(
        "flat-lists-of-tokens-as-one-unit",
        "If tokens are compared, two flat lists are read as one sentence.",
        _flat,
        _OF_TOKENS,
    ),
    wrong("flat-prediction-as-one-unit", "A flat prediction is read as one sentence.", _flat_prediction, _OF_SPANS),
    wrong(
        "flat-prediction-of-tokens-as-one-unit",
        "If tokens are compared, a flat prediction is read as one sentence.",
        _flat_prediction,
        _OF_TOKENS,
    ),
    wrong(
        "strings-as-characters",
        "A string in place of a sentence is read as the list of its characters.",
        each_unit(lambda unit: list(unit) if isinstance(unit, str) else unit),
        _OF_SPANS,
    ),
    wrong("strings-split-at-blanks", "A string among the sentences is split at its blanks.", _split),
    wrong(
        "none-as-empty-unit",
        "None in place of a sentence is read as a sentence without tokens.",
        each_unit(lambda unit: [] if unit is None else unit),
    ),
    wrong(
        "numbers-as-empty-units",
        "A number in place of a sentence is read as a sentence without tokens.",
        each_unit(lambda unit: [] if isinstance(unit, int) else unit),
    ),
    wrong("spans-among-tags-as-outside", "A span among tags is read as O.", each_unit(_tags_only)),
    wrong(
        "empty-gold-tags-as-outside",
        "An empty string in gold is read as O.",
        in_gold(items_of(lambda tag: "O" if tag == "" else tag)),
    ),
    wrong(
        "empty-predicted-tags-as-outside",
        "An empty string in a prediction is read as O.",
        in_predictions(items_of(lambda tag: "O" if tag == "" else tag)),
    ),
    wrong(
        "none-as-outside",
        "None is read as O.",
        each_item(lambda tag: "O" if tag is None else tag),
        _OF_SPANS,
    ),
    wrong(
        "tokens-of-none",
        "If tokens are compared, None is a label like any other.",
        each_item(lambda tag: "None" if tag is None else tag),
        _OF_TOKENS,
    ),
    wrong("zero-as-outside", "The number 0 is read as O.", each_item(lambda tag: "O" if tag == 0 else tag)),
    wrong(
        "tokens-of-numbers",
        "If tokens are compared, numbers are labels like any other.",
        each_item(lambda tag: str(tag) if isinstance(tag, int) else tag),
        _OF_TOKENS,
    ),
    wrong(
        "label-ids-looked-up",
        "Numbers are looked up in a list of labels that nobody has passed.",
        _looked_up_all,
        _OF_SPANS,
    ),
    wrong("layers-filled", "A layer that is shorter than another one is filled up with O.", each_unit(_layers_filled)),
)
"""Mistakes that make something of bad sentences and bad tags."""

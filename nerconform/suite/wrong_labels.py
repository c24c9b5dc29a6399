"""Wrong labels: metrics of arrays that take the ids of a model for labels in another order."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from nerconform.asking.arguments import model_labels
from nerconform.asking.observation import Unsupported
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_parsing import TAGGED, Tags, of_tags

_Order = Callable[[Sequence[str]], Sequence[str]]


def labels_in_another_order(labels: Mapping[int, str]) -> Iterator[Mistake]:
    """Yield the mistakes of reading ids of a model by another list than its own."""
    own = [labels[number] for number in sorted(labels)]
    for name, words, order in _ORDERS:
        names = list(order(own))
        if names == own:
            continue
        others = dict(zip(own, names, strict=True))
        for side, whose, of_gold in (("", "Label ids", True), ("predicted-", "Label ids of predictions", False)):
            says = f"{whose} are read by a list of labels {words}, not by the model's own."
            change = _read_by(labels, others, of_gold=of_gold)
            yield Mistake(f"{side}labels-{name}", says, change, TAGGED, of_arrays=True)


def _types_by_half(own: Sequence[str]) -> list[str]:
    """Take the type from half the id, as by id // 2: B and I of one type get different ones."""
    prefixes = [label[:2] for label in own]
    if own[0] != "O" or prefixes[1:] != ["B-", "I-"] * (len(own) // 2):
        return list(own)
    types = ["no type", *(label[2:] for label in own[1::2])]
    return ["O", *(f"{prefix}{types[at // 2]}" for at, prefix in enumerate(prefixes) if at)]


def _without(own: Sequence[str]) -> list[str]:
    return [label for label in own if label != "O"]


_ORDERS: tuple[tuple[str, str, _Order], ...] = (
    ("sorted", "in alphabetical order", sorted),
    ("outside-last", "in which O stands last", lambda own: [*_without(own), "O"]),
    ("outside-first", "in which O stands first", lambda own: ["O", *_without(own)]),
    ("one-before", "in which each stands one place further back", lambda own: [own[-1], *own[:-1]]),
    ("types-by-half-of-id", "whose types come from id // 2", _types_by_half),
    ("without-the-last", "without the model's last label, which is read as O", lambda own: [*own[:-1], "O"]),
    ("one-behind", "in which each stands one place further forward", lambda own: [*own[1:], own[0]]),
)


def _read_by(labels: Mapping[int, str], others: Mapping[str, str], *, of_gold: bool) -> Change:
    """Return the change that takes labels of the model for others, on one side or on both."""

    def change(pipeline: Pipeline) -> Pipeline:
        def fix(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
            found = model_labels([*gold, *pred], pipeline.dialect, labels)
            if isinstance(found, Unsupported):
                return gold, pred
            tags, types = found
            names = {own: kind for kind, own in types.items()}

            def read(tag: str) -> str:
                prefix, hyphen, kind = others.get(tags[tag], tags[tag]).partition("-")
                own = kind if kind in names or not names else f"{kind} of the model"
                return f"{prefix}{hyphen}{names.get(kind, own) if hyphen else ''}"

            sides = [[[read(tag) for tag in unit] for unit in side] for side in (gold, pred)]
            return (sides[0] if of_gold else gold), sides[1]

        return of_tags(fix)(pipeline)

    return change

"""Labels: what the ids of a model stand for, and the id that stands for nothing."""

from collections.abc import Mapping
from pathlib import Path

from nerconform.base.plain_text import short
from nerconform.formats import json_values as fields
from nerconform.formats.file_errors import IgnoredAlone, UnknownLabelId, WrongForm
from nerconform.formats.json_values import is_number, json_values
from nerconform.formats.record import Tags
from nerconform.formats.source import TextSource
from nerconform.reference.refusals import LengthsDiffer

IGNORED = ""
"""Stands for -100, 'no label here', until gold and prediction have met; no tag is empty."""
IGNORED_ID = -100
_FORM = 'Name the config.json of the model, or a file such as {"0": "O", "1": "B-PER"}.'


def tag_of(value: object, names: Mapping[int, str], place: str) -> str:
    """Return the tag of an id or a label. Raises `UnknownLabelId`, `NotATag` or `EmptyTag`."""
    if not is_number(value):
        return fields.tag(value, place, 'Write a label such as "B-PER", or its id.')
    if value == IGNORED_ID:
        return IGNORED
    if value not in names:
        hint = (
            "Name the config.json of the model, which has the label of each id: --id2label config.json. In "
            "Python id2label={0: 'O', 1: 'B-PER'}."
        )
        raise UnknownLabelId(f"it is not known which label the id {short(value)} means", place=place, hint=hint)
    return str(names[value])  # type: ignore[index] # an integer


def names_of(value: object, place: str) -> dict[int, str]:
    """Return the names in an object or a list. Raises `WrongForm`."""
    if isinstance(value, list):
        value = dict(enumerate(value))
    if not isinstance(value, Mapping):
        raise WrongForm(f"expected the label of each id, found {short(value)}", place=place, hint=_FORM)
    if isinstance(value.get("id2label"), dict | list):
        return names_of(value["id2label"], place)
    names = {}
    for key, name in value.items():
        digits = str(key)
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:  # noqa: PLR2004 # more ids than any model has
            raise WrongForm(f"{short(key)} is not a label id", place=place, hint=_FORM)
        if not isinstance(name, str) or not name:
            raise WrongForm(f"the label of the id {digits} is {short(name)}, not a text", place=place, hint=_FORM)
        names[int(digits)] = name
    return names


def names_from(given: Path | str | Mapping[int, str] | None) -> dict[int, str] | None:
    """Return the names that were given, `None` if none were. Raises `WrongForm` and what `json_values` raises."""
    if given is None:
        return None
    if isinstance(given, Mapping):
        return names_of(given, "id2label")
    with TextSource(Path(given)) as source:
        values = [value.data for value in json_values(source)]
    if not values:
        raise WrongForm("the file, which should name the label of each id, is empty", place=source.name, hint=_FORM)
    one = values[0] if len(values) == 1 and isinstance(values[0], dict | list) else values
    return names_of(one, source.name)


def meet(gold: Tags, pred: Tags | None, tokens: Tags | None, place: str) -> tuple[Tags, Tags | None, Tags | None]:
    """Return both sides and the tokens without the positions at which gold has no label.

    Tokens that are not one for each label stay. Raises `IgnoredAlone` or `LengthsDiffer`.
    """
    if pred is not None and len(gold) != len(pred):
        hint = (
            "Keep positions with the label -100 in gold and in pred, or remove them from both. Or look for a "
            "sentence that "
            "was truncated."
        )
        message = f"gold has {len(gold)} labels, and the prediction has {len(pred)}"
        raise LengthsDiffer(message, place=place, hint=hint)
    kept = [position for position, tag in enumerate(gold) if tag != IGNORED]
    for position in kept:
        if pred is not None and pred[position] == IGNORED:
            hint = "Write a predicted label wherever gold has a label. Only a gold label of -100 leaves a position out."
            message = f"the prediction is -100, and gold is {short(gold[position])}"
            raise IgnoredAlone(message, place=f"{place}, position {position}", hint=hint)

    def chosen(items: Tags | None) -> Tags | None:
        return items and tuple([items[position] for position in kept])

    return chosen(gold) or (), chosen(pred), chosen(tokens) if tokens and len(tokens) == len(gold) else tokens

"""Labels: what the ids of a model stand for, and the id that stands for nothing."""

from collections.abc import Mapping
from pathlib import Path

from nerconform.formats import fields
from nerconform.formats.file_errors import IgnoredAlone, UnknownLabelId, WrongForm
from nerconform.formats.json_values import is_number, json_values, short
from nerconform.formats.source import TextSource
from nerconform.reference.refusals import LengthsDiffer

IGNORED = ""
"""Stands for -100, 'no label here', until gold and prediction have met; no tag is empty."""
IGNORED_ID = -100
_FORM = "Names are an object from ids to labels, as in a model's config.json, or a list of labels."


class LabelNames:
    """The names of label ids."""

    def __init__(self, names: Mapping[int, str] | None = None) -> None:
        """Begin with the names that are known."""
        self.names = dict(names or {})

    def tag(self, value: object, place: str) -> str:
        """Return the tag of an id or a label. Raises `UnknownLabelId`, `NotATag` or `EmptyTag`."""
        if not is_number(value):
            return fields.tag(value, place, "Write a label or its id.")
        if value == IGNORED_ID:
            return IGNORED
        name = self.names.get(value)  # type: ignore[call-overload] # an integer
        if name is None:
            hint = "Say id2label: a model's config.json, or an object or list of names."
            raise UnknownLabelId(f"the label id {short(value)} has no name", place=place, hint=hint)
        return str(name)


def names_of(value: object, place: str) -> dict[int, str]:
    """Return the names in an object or a list. Raises `WrongForm`."""
    if isinstance(value, list):
        value = dict(enumerate(value))
    if not isinstance(value, Mapping):
        raise WrongForm(f"these are no names of labels: {short(value)}", place=place, hint=_FORM)
    if isinstance(value.get("id2label"), dict | list):
        return names_of(value["id2label"], place)
    names = {}
    for key, name in value.items():
        digits = str(key)
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 9 or not isinstance(name, str) or not name:  # noqa: PLR2004 # more ids than any model has
            raise WrongForm(f"no name of a label id: {short(key)}: {short(name)}", place=place, hint=_FORM)
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
        raise WrongForm("the file is empty", place=source.name, hint=_FORM)
    one = values[0] if len(values) == 1 and isinstance(values[0], dict | list) else values
    return names_of(one, source.name)


def meet(
    gold: tuple[str, ...], pred: tuple[str, ...] | None, place: str
) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """Return both sides without the positions at which gold has no label. Raises `IgnoredAlone` or `LengthsDiffer`."""
    if pred is not None and len(gold) != len(pred):
        hint = "Write both sides with or without the positions that have -100; look for truncation."
        raise LengthsDiffer(f"gold has {len(gold)} labels, the prediction has {len(pred)}", place=place, hint=hint)
    kept = [position for position, tag in enumerate(gold) if tag != IGNORED]
    if pred is not None:
        for position in kept:
            if pred[position] == IGNORED:
                hint = "Where gold has a label a prediction is due; drop positions only by gold's -100."
                message = f"the prediction is -100 where gold is {short(gold[position])}"
                raise IgnoredAlone(message, place=f"{place}, position {position}", hint=hint)
        pred = tuple([pred[position] for position in kept])
    return tuple([gold[position] for position in kept]), pred

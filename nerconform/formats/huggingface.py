"""Hugging Face's usual forms: label ids or labels, -100 where there is none, one unit or all of them in an object."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from nerconform.base.plain_text import short
from nerconform.formats import json_values as fields
from nerconform.formats.file_errors import MissingField, MixedForms, WrongForm
from nerconform.formats.json_values import is_number, json_values
from nerconform.formats.labels import IGNORED, meet, names_from, names_of, tag_of
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Ledger, Record
from nerconform.reference.refusals import UnitsDiffer

GOLD = ("label_ids", "references", "gold")
PRED = ("predictions", "prediction", "pred", "preds")
EITHER = ("labels", "ner_tags", "tags", "label")
_FORM = (
    'Write {"tokens": [...], "ner_tags": [...]} on each line, or once {"predictions": [[...]], "label_ids": [[...]]}.'
)
_LOGITS = "Write one list of labels or label ids for each sentence. If these are logits, write logits.argmax(-1)."


_SIDES = {"gold": "gold labels", "pred": "predicted labels"}


class _DatasetRow(NamedTuple):
    """One unit, not yet read."""

    sides: dict[str, list[Any]]
    tokens: tuple[str, ...] | None
    unit: fields.Json
    place: str


def read_huggingface(source: fields.JsonSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of a file, in order.

    Where gold has -100 both sides and the tokens lose the position; where the sides are in two files, -100 stays as
    `IGNORED` until they meet. Raises `WrongForm`, `MissingField`, `MixedForms`, `UnknownLabelId`, `IgnoredAlone`,
    `RepeatedId`, `UnitsDiffer`, `LengthsDiffer`, and what `json_values` raises.
    """
    reader = LabelReader(source.name, options, side)
    for value in json_values(source):
        for row in reader.rows(value.data, f"{source.name}:{value.line}"):
            yield reader.record(row, value.line)


class LabelReader:
    """What is known of a file."""

    def __init__(self, file: str, options: ReaderOptions, side: FileSide) -> None:
        """Begin with the names of labels that were given."""
        self.side = side
        self.ledger = Ledger(file)
        given = names_from(options.id2label)
        self.named = given is not None
        self.names = given or {}
        self.columns = {"gold": options.gold_column, "pred": options.pred_column}

    def rows(self, data: object, place: str) -> Iterator[_DatasetRow]:
        """Yield the units of a value: a list of labels, an object, or a list of either."""
        if isinstance(data, list):
            if all(isinstance(label, str | int) for label in data):
                main = "pred" if self.side is FileSide.PRED else "gold"
                yield _DatasetRow({main: data} if data else {main: []}, None, {}, place)
                return
            for number, one in enumerate(data):
                where = f"{place}, sentence {number}"
                if isinstance(one, list) and not all(isinstance(label, str | int) for label in one):
                    raise WrongForm(f"{short(one)} is not a list of labels", place=where, hint=_LOGITS)
                yield from self.rows(one, where)
            return
        yield from self._object_rows(fields.mapping(data, place, _FORM), place)

    def _object_rows(self, unit: fields.Json, place: str) -> Iterator[_DatasetRow]:
        """Yield the unit that an object is, or those of which it holds the columns."""
        if unit.get("id2label") is not None and not self.named:
            self.names = names_of(unit["id2label"], f"{place}, id2label")
        keys = self.keys(unit, place)
        if not keys:
            return
        sides = {target: fields.list_of(unit, key, f"{place}, {key}") or [] for target, key in keys.items()}
        if not any(isinstance(one, list) for values in sides.values() for one in values):
            yield _DatasetRow(sides, fields.tokens_of(unit, place), unit, place)
            return
        counts = {target: len(values) for target, values in sides.items()}
        if len(set(counts.values())) > 1:
            message = f"gold has {counts['gold']} sentences, and the predictions have {counts['pred']}"
            raise UnitsDiffer(
                message, place=place, hint="Write gold and predictions of every sentence, in the same order."
            )
        columns = {key: self._column(unit, key, len(next(iter(sides.values()))), place) for key in ("tokens", "id")}
        for number, values in enumerate(zip(*sides.values(), strict=True)):
            where = f"{place}, sentence {number}"
            for value in values:
                if not isinstance(value, list) or any(isinstance(label, list) for label in value):
                    raise WrongForm(f"{short(value)} is not a list of labels", place=where, hint=_LOGITS)
            one = {key: column[number] for key, column in columns.items() if column is not None}
            yield _DatasetRow(dict(zip(sides, values, strict=True)), fields.tokens_of(one, where), one, where)

    def _column(self, unit: fields.Json, key: str, count: int, place: str) -> list[Any] | None:
        """Return a column of the whole file, `None` if it is not there."""
        column = fields.list_of(unit, key, place)
        if column is not None and len(column) != count:
            message = f"{key} has {len(column)} sentences, and the labels have {count}"
            raise UnitsDiffer(
                message, place=place, hint=f"Write {key} and labels of every sentence, in the same order."
            )
        return column

    def keys(self, unit: fields.Json, place: str) -> dict[str, str]:
        """Return which field is which side; nothing for an object that holds only names of labels."""
        found = {}
        if self.side is not FileSide.PRED:
            found["gold"] = self._key(unit, "gold", GOLD + EITHER, place)
        if self.side is not FileSide.GOLD:
            found["pred"] = self._key(unit, "pred", PRED if self.side is FileSide.BOTH else PRED + EITHER, place)
        keys = {target: key for target, key in found.items() if key}
        main = "pred" if self.side is FileSide.PRED else "gold"
        if main not in keys and not (set(unit) == {"id2label"} and not keys):
            known = ", ".join((PRED if main == "pred" else GOLD) + EITHER)
            hint = (
                f"If a field holds them, name it: --{main}-column FIELD. Without this option the field is called "
                f"{known}."
            )
            raise MissingField(f"the object has no field with {_SIDES[main]}", place=place, hint=hint)
        return keys

    def _key(self, unit: fields.Json, target: str, known: tuple[str, ...], place: str) -> str:
        """Return the field of one side: the one that was said, or the one that is there."""
        said = self.columns[target]
        if said is not None:
            if unit.get(str(said)) is None and "id2label" not in unit:
                hint = f"Name a field that it has: --{target}-column FIELD with one of {short(list(unit))}."
                raise MissingField(f"the object has no field {said!r}", place=place, hint=hint)
            return str(said) if unit.get(str(said)) is not None else ""
        present = [key for key in known if unit.get(key) is not None]
        own = [key for key in present if key not in EITHER]
        if self.side is FileSide.PRED and own:
            present = own
        if len(present) > 1:
            message = f"the fields {' and '.join(present)} could each hold {_SIDES[target]}"
            raise MixedForms(message, place=place, hint=f"Name the one that does: --{target}-column {present[0]}.")
        return present[0] if present else ""

    def record(self, row: _DatasetRow, line: int) -> Record:
        """Return one unit, read."""
        tags = {
            target: tuple(
                [tag_of(label, self.names, f"{row.place}, {target}, position {at}") for at, label in enumerate(labels)]
            )
            for target, labels in row.sides.items()
        }
        gold, pred = tags.get("gold"), tags.get("pred")
        length, tokens = len(next(iter(tags.values()))), row.tokens
        kept = [tag != IGNORED for tag in (pred if gold is None else gold) or ()]
        if self.side is FileSide.BOTH and gold is not None:
            gold, pred, tokens = meet(gold, pred, tokens, row.place)
            length = len(gold)
        if tokens is not None and not (self.side is not FileSide.BOTH and len(tokens) == sum(kept)):
            fields.same_length(length, tokens, row.place)
        return fields.record_of(row.unit, row.place, line, self.ledger, (gold, pred), tokens=tokens)


def is_labels(value: object) -> bool:
    """Whether a value is a list of labels or ids."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) or is_number(one) for one in value)

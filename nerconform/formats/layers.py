"""Layers: the tags of several layers of entities, in columns of their own or stacked in one cell (INP-6)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from nerconform.formats.file_errors import StackedTags
from nerconform.formats.reader_options import TOGETHER, Column, ReaderOptions
from nerconform.formats.record import Annotation
from nerconform.formats.stacked_tags import tags_in

OUTSIDE = "O"
_GOES_ON = "IELM"
"""Prefixes that can go on with an entity."""
Layers = tuple[tuple[str, ...], ...]
"""The tags of each layer, as many in each."""


@dataclass(frozen=True, slots=True)
class LayerColumns:
    """The options of a file as if it had its first layer alone, and the columns of the other layers, by side."""

    first: ReaderOptions
    gold: tuple[Column, ...] = ()
    pred: tuple[Column, ...] = ()

    @classmethod
    def of(cls, options: ReaderOptions) -> Self:
        """Return what the options say."""
        gold, *golds = options.layer_columns(options.gold_column)
        pred, *preds = options.layer_columns(options.pred_column)
        kept = [tuple(one for one in more if one is not None) for more in (golds, preds)]
        first = replace(options, gold_column=gold, pred_column=pred) if golds or preds else options
        return cls(first, kept[0], kept[1])

    @property
    def are_columns(self) -> bool:
        """Whether layers have columns of their own."""
        return bool(self.gold or self.pred)


def wanted_layers(layers: Layers, wanted: str) -> Annotation:
    """Return all layers, or the tags of the one that is wanted: O where this sentence has no such layer."""
    if wanted == TOGETHER:
        return layers
    number = int(wanted)
    return layers[number - 1] if number <= len(layers) else (OUTSIDE,) * len(layers[0])


def layers_in_cells(cells: Sequence[str], place: Callable[[int], str]) -> Layers:
    """Return the tags of each layer of stacked cells: the first tag of a cell is that of the first layer, and so on.

    A cell with fewer tags than others is O in the other layers. `place` says where a cell stands. Raises `StackedTags`
    for a cell with fewer tags than the one before it that goes on with an entity which was in another layer there.
    """
    found = [tags_in(cell) for cell in cells]
    depth = max(map(len, found), default=1)
    rows = [(*row, *(OUTSIDE,) * (depth - len(row))) for row in found]
    for at in range(1, len(rows)):
        if len(found[at]) < len(found[at - 1]):
            _refuse_moved(rows[at - 1], rows[at], cells[at], place(at))
    return tuple(zip(*rows, strict=True))


def _refuse_moved(before: Sequence[str], now: Sequence[str], cell: str, place: str) -> None:
    """Refuse a cell that goes on with an entity of another layer. Raises `StackedTags`."""
    known = [_parts(tag) for tag in before]
    for layer, (prefix, kind) in enumerate(map(_parts, now)):
        if prefix in _GOES_ON and known[layer][1] != kind and kind in {one for _, one in known}:
            message = (
                f"the cell {cell[:60]!r} has fewer tags than the cell above, so it is not clear which layers they "
                "belong to"
            )
            hint = f"Write a tag for each layer, O where a layer has no entity: {OUTSIDE}|{cell}."
            raise StackedTags(message, place=place, hint=hint)


def _parts(tag: str) -> tuple[str, str]:
    """Return prefix and type of a tag, whichever side the prefix is on; of O both are a blank."""
    for prefix, delimiter, kind in ((tag[:1], tag[1:2], tag[2:]), (tag[-1:], tag[-2:-1], tag[:-2])):
        if delimiter and delimiter in "-_" and kind:
            return prefix, kind
    return " ", " "

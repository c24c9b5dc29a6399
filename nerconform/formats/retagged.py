"""Retagged: a unit as it was read, with its new tags."""

from collections.abc import Callable
from typing import NamedTuple

from nerconform.formats.record import Record

Tags = tuple[str, ...]


class Retagged(NamedTuple):
    """A unit and its new tags, as many on each side as there were; `None` where the side is."""

    record: Record
    gold: Tags | None
    pred: Tags | None


Retag = Callable[[Record], Retagged]

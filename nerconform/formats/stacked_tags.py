"""Stacked tags: the tags of several layers in one cell, as in `B-ORG|B-LOC`, which no scheme reads as two entities."""

import re
from collections.abc import Iterable
from functools import lru_cache

from nerconform.formats.file_errors import StackedTags

_BETWEEN = "|+,;/&# "
_ONE = rf"(?:O|[BIOESLUMW][-_][^{_BETWEEN}]+|[^{_BETWEEN}]+[-_][BIOESLUMW])"
_STACKED = re.compile(rf"{_ONE}(?:[{_BETWEEN}]+{_ONE})+")
_CUT = re.compile(f"[{_BETWEEN}]+")
_LAYERS = (
    "Add --layers together to score or validate all layers, --layers apart for each of them. Or write entities that "
    'overlap as spans in JSON Lines: {"tokens": [...], "gold": [["ORG", 0, 2], ["LOC", 0, 1]]}.'
)

_SENTENCE = (
    "Write one token on a line, or a sentence on a line as JSON Lines: "
    '{"tokens": ["Ada", "slept"], "gold": ["B-PER", "O"], "pred": ["O", "O"]}.'
)


@lru_cache(1 << 12)
def is_stacked(tag: str) -> bool:
    """Whether a tag consists of several, each `O` or a prefix with a type."""
    return _STACKED.fullmatch(tag) is not None


def tags_in(cell: str) -> tuple[str, ...]:
    """Return the tags of a cell in their order, one where it is not stacked."""
    return tuple(_CUT.split(cell)) if is_stacked(cell) else (cell,)


def restacked(cell: str, tags: tuple[str, ...]) -> str | None:
    """Return a cell with other tags, as many as it has, and the same between them.

    `None` if it would be read otherwise. A cell that has fewer tags than others is O in the other layers, and does not
    write them.
    """
    if not is_stacked(cell):
        return tags[0]
    parts = re.split(f"([{_BETWEEN}]+)", cell)
    parts[::2] = tags[: len(parts[::2])]
    new = "".join(parts)
    return new if tags_in(new) == tuple(parts[::2]) else None


def first_stacked(tags: Iterable[str]) -> int | None:
    """Return the position of the first stacked tag, `None` if there is none."""
    return next((position for position, tag in enumerate(tags) if is_stacked(tag)), None)


def refusal(tag: str, place: str) -> StackedTags:
    """Return the error of a stacked tag; between the tags of a whole sentence stand blanks."""
    blanks = " " in tag
    message = f"one cell holds the tags of {'a whole sentence' if blanks else 'several layers'}: {tag[:60]!r}"
    return StackedTags(message, place=place, hint=_SENTENCE if blanks else _LAYERS)

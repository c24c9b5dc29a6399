"""Stacked tags: the tags of several layers in one cell, as in `B-ORG|B-LOC`, which no scheme reads as two entities."""

import re
from collections.abc import Iterable
from functools import lru_cache

from nerconform.formats.file_errors import StackedTags

_ONE = r"(?:O|[BIOESLUMW][-_][^|+,;/]+)"
_STACKED = re.compile(rf"{_ONE}(?:[|+,;/]{_ONE})+")
_HINT = (
    "Give each layer a column of its own and score it with --gold-column, or write entities that overlap as spans in "
    'JSON Lines: {"tokens": [...], "gold": [["ORG", 0, 2], ["LOC", 0, 1]]}.'
)


@lru_cache(1 << 12)
def is_stacked(tag: str) -> bool:
    """Whether a tag consists of several, each `O` or a prefix with a type."""
    return _STACKED.fullmatch(tag) is not None


def first_stacked(tags: Iterable[str]) -> int | None:
    """Return the position of the first stacked tag, `None` if there is none."""
    return next((position for position, tag in enumerate(tags) if is_stacked(tag)), None)


def refusal(tag: str, place: str) -> StackedTags:
    """Return the error of a stacked tag."""
    return StackedTags(f"one cell holds the tags of several layers: {tag[:60]!r}", place=place, hint=_HINT)

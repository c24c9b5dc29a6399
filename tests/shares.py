"""Shares: which of many alike comparisons are made: one in a few, or with NERCONFORM_EVERY=1 each of them."""

import os
from collections.abc import Iterable
from typing import TypeVar

_Item = TypeVar("_Item")
EVERY = os.environ.get("NERCONFORM_EVERY", "") not in {"", "0"}


def one_in(number: int, items: Iterable[_Item]) -> list[_Item]:
    """Return one item in `number`, the first item included."""
    return list(items)[:: 1 if EVERY else number]

"""Pinning: which causes a list of known divergences speaks of, so that a search expects them on any input (KIT-7).

An entry pins values on fixed cases. It is drafted under the name of its cause; where it has kept that name, and the
reference changed by the cause gives what was observed, a search has found nothing new.
"""

import re
from collections.abc import Collection

from nerconform.comparison.causes import QUIRKS
from nerconform.comparison.causes.quirk import Quirk
from nerconform.comparison.mistakes import mistakes


def slug(name: str) -> str:
    """Return the name of a cause as an id may be written."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "find"


def speaks_of(entries: Collection[str], cause: str) -> bool:
    """Whether one of these entries is about a cause; a draft whose name is taken has a number behind it."""
    return any(re.fullmatch(rf"{re.escape(slug(cause))}(-\d+)?", entry) for entry in entries)


def pinned_quirks(entries: Collection[str]) -> tuple[Quirk, ...]:
    """Return the mistakes and the quirks of other libraries that entries speak of, as quirks of the metric."""
    return tuple(quirk for quirk in (*QUIRKS.values(), *mistakes()) if speaks_of(entries, quirk.id))

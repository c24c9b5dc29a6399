"""Spelled: units as a run writes them, read back for a drawing; shortened where a page would break."""

import re
from dataclasses import dataclass

from nerconform.reference.spans import Span

_SPAN = re.compile(r"(\S*)\[([0-9]{1,9}),([0-9]{1,9})\)")
_EMPTY = "(empty)"
_RAW = "[('\"{"
_WIDEST = 60


@dataclass(frozen=True, slots=True)
class Spelled:
    """One side of one unit: its tags, or its spans where it has no tags; `raw` is text that is neither."""

    tags: tuple[str, ...] = ()
    spans: tuple[Span, ...] | None = None
    raw: str = ""

    @property
    def length(self) -> int:
        """Return the number of tokens that the unit is known to have."""
        return len(self.tags) or max((span.end for span in self.spans or ()), default=0)


def spelled(text: str) -> Spelled:
    """Return a unit of a run: tags with blanks between them, spans as `TYPE[start,end)`, or whatever it is."""
    if text in {_EMPTY, ""}:
        return Spelled()
    if text[0] in _RAW or (not text.isprintable() and "\n" in text):
        return Spelled(raw=text)
    spans = spans_of(text)
    return Spelled(tuple(text.split(" "))) if spans is None else Spelled(spans=spans)


def spans_of(text: str) -> tuple[Span, ...] | None:
    """Return spans from their text, `None` where it is none."""
    if text == "none":
        return ()
    found = [_SPAN.fullmatch(part) for part in text.split(" ")]
    if not all(found):
        return None
    return tuple(Span(one[1], int(one[2]), int(one[3])) for one in found if one)


def cut(text: str, widest: int = _WIDEST) -> str:
    """Return text that fits into a cell; what is left out is counted."""
    return text if len(text) <= widest else f"{text[: widest - 20]}… ({len(text)} characters)"

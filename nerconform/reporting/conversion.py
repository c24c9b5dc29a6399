"""Conversion: what is to be said beside a converted file."""

from collections.abc import Iterator

from nerconform.comparison.converted import Converted, Tally
from nerconform.reporting.evaluation_view import plain


def notes(converted: Converted) -> Iterator[str]:
    """Yield a line for what was repaired and one for what was lost, each with the first places, where there is any."""
    way = converted.way
    if converted.repaired.count:
        words = _counted(converted.repaired, "illegal transition")
        yield f"{words} decided by the policy {way.source.policy}{_places(converted.repaired)}"
    if converted.merged.count:
        words = _counted(converted.merged, "span")
        lost = f"lost in {way.target.scheme}, which cannot say where two of one type touch"
        yield f"{words} {lost}{_places(converted.merged)}"


def _counted(tally: Tally, noun: str) -> str:
    return f"{tally.count} {noun}{'s were' if tally.count > 1 else ' was'}"


def _places(tally: Tally) -> str:
    """Return the first places, and how many there are beside them."""
    rest = tally.count - len(tally.places)
    more = f"; and {rest} more" if rest else ""
    return ": " + "; ".join(map(plain, tally.places)) + more

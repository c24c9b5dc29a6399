"""Conversion: what is to be said beside a converted file."""

from collections.abc import Iterator

from nerconform.base.plain_text import plain
from nerconform.results.tagged_files import ConvertedFile, CountedPlaces


def notes(converted: ConvertedFile) -> Iterator[str]:
    """Yield a line for what was repaired and one for what was lost, each with the first places, where there is any."""
    if converted.repaired.count:
        words = _counted(converted.repaired, "illegal transition")
        yield f"{words} decided by the policy {converted.policy}{_places(converted.repaired)}"
    if converted.merged.count:
        words = _counted(converted.merged, "span")
        lost = f"lost in {converted.target.scheme}, which cannot say where two of one type touch"
        yield f"{words} {lost}{_places(converted.merged)}"


def _counted(places: CountedPlaces, noun: str) -> str:
    return f"{places.count} {noun}{'s were' if places.count > 1 else ' was'}"


def _places(found: CountedPlaces) -> str:
    """Return the first places, and how many there are beside them."""
    rest = found.count - len(found.places)
    more = f"; and {rest} more" if rest else ""
    return ": " + "; ".join(map(plain, found.places)) + more

"""Sizes: how many units, and how many tokens in each."""

from typing import NamedTuple

from nerconform.reference.refusals import UnknownOption


class Size(NamedTuple):
    """The fewest and the most units of a corpus, and tokens of a unit, both inclusive.

    What Hypothesis can draw is limited: far beyond `LARGE`, units that must be there are empty, or `O` alone.
    """

    units: tuple[int, int] = (0, 4)
    tokens: tuple[int, int] = (0, 8)

    def checked(self) -> "Size":
        """Return this size. Raises `UnknownOption` where a range is reversed or negative."""
        for name, (fewest, most) in zip(self._fields, self, strict=True):
            if not 0 <= fewest <= most:
                hint = "Give the fewest and the most, such as Size(units=(1, 4), tokens=(0, 8))."
                raise UnknownOption(f"{name}: there is nothing from {fewest} to {most}", hint=hint)
        return self


SMALL = Size()
"""Four units at most, of eight tokens at most: where differences are found, and where they are read."""
LARGE = Size(units=(5, 40), tokens=(0, 60))
"""As many as an ordinary test file has on a page."""

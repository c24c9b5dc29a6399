"""Progress: who is told how far a search is."""

from collections.abc import Callable

Told = Callable[[str, int, int, str], None] | None
"""Told the sides, how many inputs are done, how many there will be (0: nobody knows), and what was found, in words."""


def tell(told: Told, names: tuple[str, str], done: int, total: int, words: str) -> None:
    """Tell somebody, if there is anybody."""
    if told:
        told(" ~ ".join(names), done, total, words)

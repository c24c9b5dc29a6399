"""Findings: what lint reports."""

from typing import NamedTuple


class Finding(NamedTuple):
    """One broken rule: where, what, and what to do."""

    place: str
    message: str
    hint: str

    def __str__(self) -> str:
        """Return the finding on one line."""
        return f"{self.place}: {self.message}. {self.hint}"

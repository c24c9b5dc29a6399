"""Stored: a comparison as it was read back from its file, which is all that a report of it needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class StoredComparison:
    """A comparison as plain data (`spec/formats/comparison.schema.json`)."""

    data: Mapping[str, Any]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Take what `Comparison.to_dict` wrote. The caller has checked it against the JSON Schema."""
        return cls(data)

    def to_dict(self) -> dict[str, object]:
        """Return the plain data."""
        return dict(self.data)

    @property
    def unexplained(self) -> int:
        """Return how many numbers of libraries and how many bridges nothing explains."""
        departures = (column["departure"] for column in self.data["columns"])
        return sum(bool(one) and not one["explained"] for one in departures) + sum(
            not bridge["explained"] for bridge in self.data["bridges"]
        )

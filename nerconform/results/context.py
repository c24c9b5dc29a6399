"""Context: what stands beside numbers: which files were read and how, and how ratios are printed."""

import re
from fractions import Fraction
from typing import NamedTuple

from nerconform.results.values import Number, ResultRecord, as_fraction

PythonNumber = Fraction | int | None
"""A count, or a ratio exactly; `None` where it is undefined."""


def python_number(number: Number | None) -> PythonNumber:
    """Return a number for arithmetic: a count as an integer, a ratio exactly, `None` where it is undefined."""
    return number if number is None or isinstance(number, int) else as_fraction(number)


class Exact:
    """The number of a record for arithmetic: a property whose argument is the field that holds it as it is known."""

    def __init__(self, field: str) -> None:
        """Take the name of the field."""
        self.field = field

    def __get__(self, record: object, owner: type) -> PythonNumber:
        """Return a count as an integer, a ratio exactly, `None` where it is undefined."""
        return python_number(getattr(record, self.field))


class MeasureParts(NamedTuple):
    """The parts of a measure such as `strict.micro.f1`."""

    schema: str
    scope: str
    quantity: str

    @classmethod
    def of(cls, measure: str) -> "MeasureParts":
        """Return the parts of a measure by its text."""
        found = re.fullmatch(r"(\w+)\.(type\{.*\}|\w+)\.(.+)", measure)
        return cls(found[1], found[2], found[3]) if found else cls(measure, "", "")

    @property
    def is_count(self) -> bool:
        """Whether the number is a count, not a ratio."""
        return not (self.quantity in {"precision", "recall"} or self.quantity[1:2].isdigit())


class FileRead(ResultRecord, frozen=True):
    """One file that was read, as the user named it, and the SHA-256 of its bytes in hexadecimal digits."""

    file: str
    sha256: str


class FilesRead(ResultRecord, frozen=True):
    """The files that were read, gold first, in which units and with which options of the reader.

    `citation` is what stands behind the `#` of a signature.
    """

    unit: str
    reader: str
    inputs: tuple[FileRead, ...]
    citation: str


class RatioFormat(ResultRecord, frozen=True):
    """How ratios are printed: by the rule of an axis `round` with so many digits, as so many times the ratio."""

    rule: str = "exact"
    digits: int = 0
    scale: int = 1

    def __str__(self) -> str:
        """Return the option of the axis."""
        return self.rule if self.rule == "exact" else f"{self.digits}-{self.rule}-x{self.scale}"


class Interval(ResultRecord, frozen=True):
    """The bounds of a percentile interval, as ratios."""

    low: float
    high: float


class Resampling(ResultRecord, frozen=True):
    """How intervals and tests were drawn: everything that is needed to draw the same again."""

    resamples: int
    seed: int
    random: str
    level: int = 95

    def __str__(self) -> str:
        """Return the text form, which stands behind `#` in signatures."""
        return f"resamples:{self.resamples} seed:{self.seed} random:{self.random}"

"""The base of every error: what is wrong, where, why, and what to do about it.

`code` is stable: golden cases about bad input ask for it, and reports print it. It is the name of the class in lower
case, `units-differ` for `UnitsDiffer`. Every error is a `ValueError`, because each speaks of a value that the caller
passed.
"""

import re
from typing import ClassVar

_MAX_CHARACTERS = 2000
"""Characters of a message or a hint: more is an input that is quoted, such as a cell of 300 kB."""


class NerconformError(ValueError):
    """Something was asked that has no answer; the message says what, where, why and what to do."""

    code: ClassVar[str] = "error"

    def __init_subclass__(cls) -> None:
        """Name the code after the class, unless the class says another."""
        cls.code = vars(cls).get("code") or re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, message: str, *, place: str = "", hint: str = "") -> None:
        """Keep the three parts apart, so that every surface can lay them out in its own way.

        A message that quotes a long input is cut in its middle, and line ends in it are escaped.
        """
        super().__init__(message)
        self.message = shortened(_on_one_line(message))
        self.place = place
        self.hint = shortened(hint)

    def at(self, place: str) -> "NerconformError":
        """Return this error with its place put in front of what it already knew (outermost first)."""
        self.place = f"{place}, {self.place}" if self.place else place
        return self

    def __str__(self) -> str:
        """Return `place: message [code] hint`, on one line."""
        head = f"{self.place}: " if self.place else ""
        tail = f" {self.hint}" if self.hint else ""
        return _on_one_line(f"{head}{self.message} [{self.code}]{tail}")


def _on_one_line(text: str) -> str:
    return text.replace("\r", "\\r").replace("\n", "\\n")


def shortened(text: str) -> str:
    """Return a text with at most `_MAX_CHARACTERS` of its characters; it says how many are left out of its middle."""
    if len(text) <= _MAX_CHARACTERS:
        return text
    half = _MAX_CHARACTERS // 2
    return f"{text[:half]}... ({len(text) - 2 * half} characters left out) ...{text[-half:]}"

"""Choices: which imposed choices a library takes that has no option for them."""

from collections.abc import Mapping

from nerconform.asking.observation import Unsupported
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect

TOKENS = Dialect().set(policy="lenient", item="token", align="none")
"""The dialect of metrics that compare tokens."""


def impose(dialect: Dialect, choices: Mapping[str, str], who: str) -> Dialect | Unsupported:
    """Return the dialect if these choices change nothing in it, else why `who` cannot be asked.

    A choice that is what a library does anyway can be imposed on it; no other can, unless the library has an option.
    """
    for axis, text in choices.items():
        try:
            wanted = dialect.set(**{axis: text})
        except NerconformError as error:
            return Unsupported(f"{who} has no option for {axis}:{text} ({error.message})")
        if str(wanted) != str(dialect):
            return Unsupported(f"{who} has no option for {axis}:{text}")
    return dialect


def number_or_text(text: str) -> int | float | str:
    """Return the text as a number if it is one: what a caller would write who means this option."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text

"""Plain text: text from outside made safe to print, and two lines of tokens below each other."""

from collections.abc import Sequence
from reprlib import Repr

from nerconform.base.bounds import MAX_DIGITS, has_few_digits

MAX_SHOWN = 2_000
"""The characters of one text from a file, such as a tag, that are printed."""


def plain(text: str) -> str:
    """Return a text from a file as it can be printed on one line: what is not printable is escaped.

    Of a text of more than `MAX_SHOWN` characters the beginning is left, and the number of its characters.
    """
    if len(text) > MAX_SHOWN:
        return f"{_escaped(text[:MAX_SHOWN])}... ({len(text):,} characters)"
    return _escaped(text)


def _escaped(text: str) -> str:
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def inert(text: str) -> str:
    """Return lines of text without what a terminal obeys: all that is not printable is escaped, but line ends and tabs.

    Every writer of lines passes its whole text through here, so that no name from a file has to be escaped before.
    """
    return "\n".join(line if line.isprintable() else _inert_line(line) for line in text.split("\n"))


def _inert_line(line: str) -> str:
    end = "\r" if line.endswith("\r") else ""
    return "\t".join(map(_escaped, line.removesuffix(end).split("\t"))) + end


class _Short(Repr):
    """What Python prints of a value, without what is long or deep."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel, self.maxstring, self.maxother = 2, 40, 40

    def repr_int(self, number: int, level: int) -> str:
        """Return a number; Python prints none of more than 4,300 digits."""
        if has_few_digits(number):
            return super().repr_int(number, level)
        return f"a number of more than {MAX_DIGITS} digits"


def short(value: object) -> str:
    """Return a value as it is shown in a message: never long, never deep."""
    return _SHORT.repr(value)


_SHORT = _Short()


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 case`, `2 cases`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def passing(passed: int, number: int) -> str:
    """Return how many of several metrics pass: `both pass`, `all 3 pass`, `1 of 2 pass`."""
    if passed < number:
        return f"{passed} of {number} pass"
    return "both pass" if number == 2 else f"all {number} pass"  # noqa: PLR2004 - as it says


def aligned(gold: Sequence[str], pred: Sequence[str]) -> list[tuple[str, str]]:
    """Return the units of both sides in pairs, the tokens of each pair below each other where they correspond."""
    length = max(len(gold), len(pred))
    sides = [[*side, *[""] * (length - len(side))] for side in (gold, pred)]
    return [_aligned(*pair) for pair in zip(*sides, strict=True)]


def _aligned(gold: str, pred: str) -> tuple[str, str]:
    """Pad the tokens of one pair of units to common widths."""
    columns = list(zip(gold.split(" "), pred.split(" "), strict=False))
    if gold.count(" ") != pred.count(" ") or any(character in gold + pred for character in "[('\""):
        return gold, pred
    widths = [max(map(len, column)) for column in columns]
    lines = [
        " ".join(column[side].ljust(width) for column, width in zip(columns, widths, strict=True)) for side in (0, 1)
    ]
    return lines[0].rstrip(), lines[1].rstrip()

"""Logits: the numbers and labels of constrained decoding, checked once where they enter (VIT-1, VIT-5).

What comes in may be lists, tuples, arrays or tensors; what leaves is units of rows of Python numbers, so that nothing
after this module rounds.
"""

import operator
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import inf, isfinite
from numbers import Real
from typing import NamedTuple, cast

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.reference.dialect import Dialect
from nerconform.reference.refusals import FlatInput
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.tags import parser


class InvalidLabels(NerconformError):
    """The labels of the columns are none, repeat, or are no list."""


class InvalidLengths(NerconformError):
    """The lengths of the units are no numbers of tokens, or do not fit the logits."""


class InvalidLogit(NerconformError):
    """A logit is NaN, plus infinity, or no number."""


class WrongShape(NerconformError):
    """Logits are not one row for each token with one number for each label."""


class NoLegalSequence(NerconformError):
    """No legal sequence can be written with these labels, or each has a label whose logit is minus infinity."""


Number = int | float | Fraction
Row = list[Number]
"""The logits of one token, one for each label; minus infinity says that the label is forbidden there."""
_FORM = (
    "For one sentence pass a row of numbers for each token: [[0.1, 2.3], [1.5, 0.2]]. For several pass a list of such "
    "lists, and their numbers of tokens: lengths=[2, 7]."
)


_LABELS = "Pass one tag for each column of the logits: labels=['O', 'B-PER', 'I-PER']."
_LENGTHS = "Pass the number of tokens of each sentence: lengths=[12, 7, ...]."


class LabelColumns(NamedTuple):
    """The labels of the columns as they were given, and read."""

    scheme: Scheme
    labels: tuple[str, ...]
    marks: tuple[Mark, ...]


def read_columns(labels: object, scheme: Scheme) -> LabelColumns:
    """Return the labels of the columns.

    Raises `InvalidLabels` where there are none or one repeats, and the errors of TAG-5 to TAG-8, with the position.
    """
    names = _plain(labels)
    if not isinstance(names, list | tuple):
        raise InvalidLabels(f"the argument labels is {_what(labels)}, not a list of tags", hint=_LABELS)
    if not names:
        raise InvalidLabels("the argument labels is an empty list", hint=_LABELS)
    try:
        marks = parser(Dialect(scheme=scheme))(names)
    except NerconformError as error:
        raise error.at("labels") from None
    seen: dict[str, int] = {}
    for position, name in enumerate(names):
        if seen.setdefault(name, position) != position:
            message = f"columns {seen[name]} and {position} both have the label {name!r}"
            raise InvalidLabels(message, place=f"labels, position {position}", hint=_LABELS)
    return LabelColumns(scheme, tuple(map(str, names)), marks)


def read_lengths(lengths: object) -> list[int]:
    """Return the numbers of tokens of the units. Raises `InvalidLengths`."""
    counts = _plain(lengths)
    if not isinstance(counts, list | tuple):
        raise InvalidLengths(
            f"the argument lengths is {_what(lengths)}, not a list of numbers of tokens", place="lengths", hint=_LENGTHS
        )
    found = []
    for unit, one in enumerate(counts):
        try:
            number = None if isinstance(one, bool) else operator.index(one)
        except TypeError:
            number = None
        if number is None or number < 0:
            message = f"{short(one)} is not a number of tokens"
            raise InvalidLengths(message, place=f"lengths, sentence {unit}", hint=_LENGTHS)
        found.append(number)
    return found


def read_logits(logits: object, columns: LabelColumns, lengths: object = None) -> list[list[Row]]:
    """Return the rows of each unit; where no lengths are given, there is one unit.

    Raises `FlatInput`, `WrongShape`, `InvalidLengths` or `InvalidLogit`, each with unit, position and label.
    """
    shape = getattr(logits, "shape", None)
    if shape is not None and len(shape) > 1 and shape[-1] != len(columns.labels):
        raise _wrong_width(shape[-1], columns)
    rows = _listed(logits, "the argument logits is", "")
    depth = _depth(rows)
    if rows and depth == 1:
        raise FlatInput("the argument logits is one flat list of numbers, not a list of rows", hint=_FORM)
    if lengths is None:
        if depth > _ROWS_DEPTH:
            raise WrongShape(
                "these are several sentences, and the argument lengths is missing", place="logits", hint=_FORM
            )
        return [_rows(rows, columns, "")]
    counts = read_lengths(lengths)
    padded = depth > _ROWS_DEPTH or (rows and all(map(_is_empty, rows)))
    units = _unpadded(rows, counts) if padded else _cut(rows, counts)
    return [_rows(unit, columns, f"sentence {index}, ") for index, unit in enumerate(units)]


_ROWS_DEPTH = 2
"""How deep rows of numbers are nested; units of rows are deeper."""


def _plain(value: object) -> object:
    """Return an array or a tensor as nested lists of numbers, and anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def _what(value: object) -> str:
    """Return what a value is, shortly."""
    return f"the {type(value).__name__} {short(value)}"


def _listed(value: object, subject: str, place: str) -> Sequence[object]:
    """Return a list as it is, and refuse anything else."""
    plain = _plain(value)
    if not isinstance(plain, list | tuple):
        raise WrongShape(f"{subject} {_what(value)}, not a list", place=place, hint=_FORM)
    return plain


def _depth(value: object) -> int:
    """Return how deep lists are nested, by the first of them that is not empty."""
    depth = 0
    while isinstance(value, list | tuple):
        depth += 1
        value = _plain(next((one for one in value if not _is_empty(one)), value[0] if value else None))
    return depth


def _is_empty(value: object) -> bool:
    return isinstance(plain := _plain(value), list | tuple) and not plain


def _cut(rows: Sequence[object], counts: Sequence[int]) -> list[Sequence[object]]:
    """Return the rows of each unit, where those of all units stand on end."""
    ends = [0, *accumulate(counts)]
    if ends[-1] != len(rows):
        message = f"the argument lengths adds up to {ends[-1]} tokens, and the argument logits has {len(rows)} rows"
        raise InvalidLengths(message, place="lengths", hint=f"Pass one row for each token, without padding. {_LENGTHS}")
    return [rows[start:end] for start, end in pairwise(ends)]


def _unpadded(units: Sequence[object], counts: Sequence[int]) -> list[Sequence[object]]:
    """Return the rows of each unit, without the padding after them."""
    if len(units) != len(counts):
        message = f"the argument lengths has {len(counts)} numbers, and the argument logits has {len(units)} sentences"
        raise InvalidLengths(message, place="lengths", hint=_LENGTHS)
    found = []
    for index, (unit, count) in enumerate(zip(units, counts, strict=True)):
        rows = _listed(unit, "the rows of the sentence are", f"sentence {index}")
        if count > len(rows):
            message = f"lengths says {count} tokens, and the sentence has only {len(rows)} rows of logits"
            raise InvalidLengths(message, place=f"lengths, sentence {index}", hint=_LENGTHS)
        found.append(rows[:count])
    return found


def _rows(rows: Sequence[object], columns: LabelColumns, place: str) -> list[Row]:
    """Return rows of numbers, checked."""
    found: list[Row] = []
    for position, given in enumerate(rows):
        where = f"{place}position {position}"
        row = _listed(given, "the row is", where)
        if len(row) != len(columns.labels):
            raise _wrong_width(len(row), columns).at(where)
        if set(map(type, row)) <= {float} and all(map(isfinite, cast("Sequence[float]", row))):
            found.append(list(cast("Sequence[float]", row)))
        else:
            cells = zip(row, columns.labels, strict=True)
            found.append([_number(value, f"{where}, label {name!r}") for value, name in cells])
    return found


def _wrong_width(width: int, columns: LabelColumns) -> NerconformError:
    message = f"each token needs one logit for each of the {len(columns.labels)} labels, and this one has {width}"
    return WrongShape(message, hint="Pass rows with one number for each label, in the order of the argument labels.")


def _number(value: object, place: str) -> Number:
    """Return a number of any width as one that Python compares and adds exactly."""
    number = _exact(value)
    if number is None:
        raise InvalidLogit(f"the logit is {_what(value)}, not a number", place=place, hint="Pass integers or floats.")
    if number != number or number == inf:  # noqa: PLR0124 # NaN
        hint = "Pass finite numbers, or -inf to forbid the label at that token; look for an overflow in the model."
        raise InvalidLogit(f"the logit is {number}", place=place, hint=hint)
    return number


def _exact(value: object) -> Number | None:
    """Return a number without rounding, `None` for what is none (a truth value, text, a complex number)."""
    plain = _plain(value)
    if isinstance(plain, bool):
        return None
    if isinstance(plain, int | float):
        return plain
    if not isinstance(plain, Real) or not hasattr(plain, "as_integer_ratio"):
        return None
    try:
        return Fraction(*plain.as_integer_ratio())  # a float wider than Python's
    except (OverflowError, ValueError):  # an infinity, NaN
        return float(plain)

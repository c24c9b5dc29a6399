"""Viterbi: the best legal sequence for the logits of a model (VIT-1 to VIT-5).

Sums are exact: every number is brought to one denominator, and integers are added and compared. So a tie is a tie, no
rounding decides, and the answer is that of the definition whatever the numbers are.
"""

from collections.abc import Sequence
from math import inf, lcm
from typing import overload

from nerconform.reference.logits import NoLegalSequence, Row, read_columns, read_logits
from nerconform.reference.schemes import scheme_of
from nerconform.reference.transitions import Transitions

_MAX_SHOWN_LABELS = 8
"""How many labels a message shows."""


@overload
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: None = None) -> list[str]: ...
@overload
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: object) -> list[list[str]]: ...
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: object = None) -> list[str] | list[list[str]]:
    """Return the tags of the best legal sequence of one unit, or with `lengths` those of each unit (VIT-1).

    As `nerconform.api.viterbi_decode`, which says what the parameters are and what is raised.
    """
    columns = read_columns(labels, scheme_of(scheme))
    units = read_logits(logits, columns, lengths)
    transitions = Transitions.of(columns.scheme, columns.marks)
    if lengths is None:
        return [columns.labels[column] for column in best_path(units[0], transitions)]
    paths = (best_path(rows, transitions, f"unit {index}") for index, rows in enumerate(units))
    return [[columns.labels[column] for column in path] for path in paths]


def best_path(rows: Sequence[Row], transitions: Transitions, place: str = "") -> list[int]:
    """Return the columns of the best legal sequence; of equals that with the smallest last column, and so on back.

    Where the greatest logit of each token, the first of equals, makes a legal sequence, that is the answer (VIT-4):
    no sequence has a greater sum, and none of equal sum has a smaller column anywhere. Raises `NoLegalSequence`.
    """
    greatest = list(map(max, rows))
    path = [row.index(most) for row, most in zip(rows, greatest, strict=True)]
    if -inf not in greatest and transitions.allow(path):
        return path
    numbers, never = _integers(rows)
    found = _Search(transitions, never).path(numbers)
    if found is None:
        raise _nothing_legal(rows, transitions, place)
    return found


def _integers(rows: Sequence[Row]) -> tuple[list[list[int]], int]:
    """Return the rows on one denominator, and a number for what is forbidden.

    Sums of allowed numbers lie between `-size` and `size`, the sum of the greatest absolute value of each row. Whatever
    is added to `never` stays below that, so one comparison at the end tells whether a sequence had to use it.
    """
    ratios = [[(0, 0) if value == -inf else value.as_integer_ratio() for value in row] for row in rows]
    common = lcm(*{below for row in ratios for _, below in row if below})
    scaled = [[above * (common // below) if below else None for above, below in row] for row in ratios]
    size = sum(max((abs(value) for value in row if value is not None), default=0) for row in scaled)
    never = -2 * size - 1
    return [[never if value is None else value for value in row] for row in scaled], never


class _Search:
    """The search through the tokens: for each column the best sum of a sequence that ends there."""

    def __init__(self, transitions: Transitions, never: int) -> None:
        self.transitions = transitions
        self.never = never
        self.sums: list[int] = []
        self.origins: list[list[int | None]] = []
        """For each token but the first, the best predecessor of each class of columns."""

    def path(self, rows: Sequence[Sequence[int]]) -> list[int] | None:
        """Return the best columns, `None` where each sequence uses what is forbidden."""
        for position, row in enumerate(rows):
            self.step(row, first=not position)
        column = self._best(self.transitions.last)
        if column is None or self.sums[column] <= self.never // 2:
            return None
        path = [column]
        for origins in reversed(self.origins):
            column = origins[self.transitions.class_of[path[-1]]]
            if column is None:
                raise AssertionError(path)
            path.append(column)
        return path[::-1]

    def step(self, row: Sequence[int], *, first: bool) -> None:
        """Go on by one token. The work is that of the groups, the classes and the columns, all linear in the labels."""
        table = self.transitions
        if first:
            starts = set(table.first)
            self.sums = [value if column in starts else self.never for column, value in enumerate(row)]
            return
        shared, own = ([self._best(group) for group in groups] for groups in (table.shared, table.own))
        origins = [self._better(shared[left], own[right]) for left, right in table.classes]
        bases = [self.never if origin is None else self.sums[origin] for origin in origins]
        self.sums = [value + bases[number] for value, number in zip(row, table.class_of, strict=True)]
        self.origins.append(origins)

    def _best(self, group: Sequence[int]) -> int | None:
        """Return the first of the best columns of a group."""
        return max(group, key=self.sums.__getitem__, default=None)

    def _better(self, one: int | None, other: int | None) -> int | None:
        """Return the better of two columns, of equals the smaller (VIT-3)."""
        if one is None or other is None:
            return other if one is None else one
        return min(one, other, key=lambda column: (-self.sums[column], column))


def _nothing_legal(rows: Sequence[Row], transitions: Transitions, place: str) -> NoLegalSequence:
    """Return the error of a unit without a legal sequence: the labels, or the infinities, are to blame."""
    scheme, marks = transitions.scheme, transitions.marks
    if _Search(transitions, -1).path([[0] * len(marks) for _ in rows]) is None:
        labels = ", ".join(
            [mark.text for mark in marks[:_MAX_SHOWN_LABELS]] + ["..."] * (len(marks) > _MAX_SHOWN_LABELS)
        )
        message = f"these labels cannot make a legal sequence of length {len(rows)} in {scheme}: {labels}"
        return NoLegalSequence(message, place=place, hint="Add O or the prefixes that are missing; look at the scheme.")
    search = _Search(transitions, -1)
    position = 0
    for row in rows:
        search.step([-1 if value == -inf else 0 for value in row], first=not position)
        if max(search.sums) < 0:
            break
        position += 1
    message = f"each legal sequence in {scheme} needs a label whose logit is -inf"
    hint = "Up to the position before, one could do without; allow another label here or earlier."
    return NoLegalSequence(message, place=f"{place}, position {position}".removeprefix(", "), hint=hint)

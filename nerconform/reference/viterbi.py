"""Viterbi: the best legal sequence for the logits of a model (VIT-1 to VIT-5).

Sums are exact: every number is brought to one denominator, and integers are added and compared. So a tie is a tie, no
rounding decides, and the answer is that of the definition whatever the numbers are.

The transitions are the table of a scheme over the labels of the columns, as few sets instead of a square. Whether a
label may follow another depends on their roles, and on their types only in so far as these are equal. So the
predecessors of a label are a set shared by all types, and a few labels of its own type.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf, lcm
from typing import NamedTuple, Self

from nerconform.reference.logits import NoLegalSequence, Row, read_columns, read_logits
from nerconform.reference.schemes import Mark, Scheme, is_legal, scheme_of

_MAX_SHOWN_LABELS = 8
"""How many labels a message shows."""


def viterbi_decode(logits: object, labels: object, scheme: str, lengths: object = None) -> list[str] | list[list[str]]:
    """Return the tags of the best legal sequence of one unit, or with `lengths` those of each unit (VIT-1).

    As `nerconform.api.viterbi_decode`, which says what the parameters are and what is raised.
    """
    columns = read_columns(labels, scheme_of(scheme))
    units = read_logits(logits, columns, lengths)
    transitions = Transitions.of(columns.scheme, columns.marks)
    if lengths is None:
        return [columns.labels[column] for column in best_path(units[0], transitions)]
    paths = (best_path(rows, transitions, f"sentence {index}") for index, rows in enumerate(units))
    return [[columns.labels[column] for column in path] for path in paths]


Group = tuple[int, ...]
"""Columns, ascending."""


class Transitions(NamedTuple):
    """Which column may stand first, which last, and from which columns each may be reached."""

    scheme: Scheme
    marks: tuple[Mark, ...]
    """The label of each column, read."""
    first: Group
    last: Group
    shared: tuple[Group, ...]
    """Sets of predecessors that do not depend on the type."""
    own: tuple[Group, ...]
    """Sets of predecessors of one type, each with one column for each role at most."""
    classes: tuple[tuple[int, int], ...]
    """Labels with the same predecessors are one class: those in a group of `shared`, and those in one of `own`."""
    class_of: tuple[int, ...]
    """The class of each column."""

    @classmethod
    def of(cls, scheme: Scheme, marks: Sequence[Mark]) -> Self:
        """Return the transitions between these labels. Linear in their number."""
        roles = list(dict.fromkeys(mark.role for mark in marks))
        free = {role: _before(scheme, role, roles, "y") for role in roles}
        tied = {role: _before(scheme, role, roles, "x") - free[role] for role in roles}
        everywhere = _ColumnGroups(marks, by_type=False)
        inside = _ColumnGroups(marks, by_type=True)
        pairs = [(everywhere.index(free[role], kind), inside.index(tied[role], kind)) for role, kind, _ in marks]
        numbers = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
        return cls(
            scheme,
            tuple(marks),
            tuple(column for column, mark in enumerate(marks) if is_legal(scheme, None, mark)),
            tuple(column for column, mark in enumerate(marks) if is_legal(scheme, mark, None)),
            tuple(everywhere.found),
            tuple(inside.found),
            tuple(numbers),
            tuple(numbers[pair] for pair in pairs),
        )

    def allow(self, path: Sequence[int]) -> bool:
        """Whether a sequence of columns is legal from its start to its end (DEC-3)."""
        marks = [None, *(self.marks[column] for column in path), None]
        return all(is_legal(self.scheme, before, after) for before, after in pairwise(marks))


def _before(scheme: Scheme, role: str, roles: Iterable[str], kind: str) -> frozenset[str]:
    """Return the roles that may stand, with this type, before this role with the type x."""
    after = Mark(role, "x", "")
    return frozenset(one for one in roles if is_legal(scheme, Mark(one, kind, ""), after))


class _ColumnGroups:
    """The distinct groups of columns that have certain roles, among all columns or among those of one type."""

    def __init__(self, marks: Sequence[Mark], *, by_type: bool) -> None:
        self.found: list[Group] = []
        self._by_type = by_type
        self._marks = marks
        self._columns: dict[str, list[int]] = defaultdict(list)
        self._numbers: dict[tuple[frozenset[str], str], int] = {}
        for column, mark in enumerate(marks):
            self._columns[self._scope(mark.type)].append(column)

    def _scope(self, kind: str) -> str:
        return kind if self._by_type else ""

    def index(self, roles: frozenset[str], kind: str) -> int:
        """Return the number of the group, a new one if it was not asked for before."""
        scope = self._scope(kind) if roles else ""
        if (roles, scope) not in self._numbers:
            self._numbers[roles, scope] = len(self.found)
            columns = self._columns[scope] if roles else []
            self.found.append(tuple(column for column in columns if self._marks[column].role in roles))
        return self._numbers[roles, scope]


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
    ratios = [[None if value == -inf else value.as_integer_ratio() for value in row] for row in rows]
    common = lcm(*{below for row in ratios for _, below in filter(None, row)})
    scaled = [[ratio and ratio[0] * (common // ratio[1]) for ratio in row] for row in ratios]
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
        message = f"no legal {scheme} sequence of {len(rows)} tokens can be written with only these labels: {labels}"
        hint = "Add the labels that are missing, such as O. Or pass the scheme of the labels: scheme='BIOES'."
        return NoLegalSequence(message, place=place, hint=hint)
    search = _Search(transitions, -1)
    position = 0
    for row in rows:
        search.step([-1 if value == -inf else 0 for value in row], first=not position)
        if max(search.sums) < 0:
            break
        position += 1
    message = f"the logits of -inf up to this position forbid every legal {scheme} sequence"
    hint = "Give at least one label, such as O, a finite logit at this position or at one before it."
    return NoLegalSequence(message, place=f"{place}, position {position}".removeprefix(", "), hint=hint)

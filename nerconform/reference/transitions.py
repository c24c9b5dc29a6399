"""Transitions: the table of a scheme over the labels of columns, as few sets instead of a square (VIT-1).

Whether a label may follow another depends on their roles, and on their types only in so far as these are equal. So the
predecessors of a label are a set shared by all types, and a few labels of its own type: as many entries as there are
labels, times the number of roles, where a square table has the square.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, Self

from nerconform.reference.schemes import Mark, Scheme, is_legal

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

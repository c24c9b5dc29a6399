"""Behaviours: what tags can become under the policies of a family, each found once (DEC-4, DEC-15).

The transducer of the reference runs on tables whose cells at decision points are empty. When it looks into one, an
option is chosen for its point and stays chosen; then the run is repeated with the next option of the last choice, until
there is none left. So only the points that the tags really meet are branched on.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple, TypeVar

from nerconform.reference.points import OPTIONS, REFUSE, Action, Actions, Option, Points, actions_of
from nerconform.reference.policies import family_of, lists_of
from nerconform.reference.schemes import Scheme

Assignment = tuple[int | None, ...]
"""For each point of a family, in its order, which of its options was chosen; `None` where the point was not met."""
_Found = TypeVar("_Found")


class PolicyCell(NamedTuple):
    """One role in one state: the moves that the options of its point make, one alone where the move is legal."""

    point: str | None
    moves: tuple[Action, ...]


States = tuple[Mapping[str, PolicyCell], ...]
"""The cells of the five states of `Actions`, by role."""


class _State(dict[str, Action]):
    """The moves of one state; at a decision point there is none until an option is chosen."""

    def __init__(self, cells: Mapping[str, PolicyCell], meet: Callable[[str], None]) -> None:
        super().__init__((role, cell.moves[0]) for role, cell in cells.items() if cell.point is None)
        self._points = {role: cell.point for role, cell in cells.items() if cell.point is not None}
        self._meet = meet

    def __missing__(self, role: str) -> Action:
        self._meet(self._points[role])
        return self[role]


class Choices:
    """The moves of a scheme whose decision points are chosen while tags are decoded.

    `points` and `sizes` are the points that vary and how many options each has, `cells` what the options do.
    """

    def __init__(
        self, scheme: Scheme, lists: Mapping[str, Collection[str]] | None = None, *, reopens: bool = False
    ) -> None:
        """Begin with nothing chosen; by default the family of the scheme varies. `reopens` is the rule R."""
        lists = lists_of(scheme) if lists is None else lists
        self.points = tuple(lists)
        self.sizes = tuple(map(len, lists.values()))
        self.cells = _cells(scheme, lists, reopens=reopens)
        self._places: dict[str, list[tuple[_State, str, tuple[Action, ...]]]] = {name: [] for name in lists}
        self._chosen: dict[str, int] = {}
        self._moves = Actions(*(self._state(cells) for cells in self.cells))

    def _state(self, cells: Mapping[str, PolicyCell]) -> _State:
        state = _State(cells, lambda point: self._choose(point, 0))
        for role, cell in cells.items():
            if cell.point is not None:
                self._places[cell.point].append((state, role, cell.moves))
        return state

    def _choose(self, point: str, option: int) -> None:
        """Fill every cell of a point."""
        self._chosen[point] = option
        for state, role, moves in self._places[point]:
            state[role] = moves[option]

    def _forget(self, point: str) -> int:
        """Empty every cell of a point, and return what was chosen there."""
        for state, role, _ in self._places[point]:
            del state[role]
        return self._chosen.pop(point)

    def behaviours(
        self, decode: Callable[[Actions], _Found], given: Assignment = ()
    ) -> Iterator[tuple[Assignment, _Found]]:
        """Yield what `decode` finds, once for every different way through the decision points that it meets.

        The assignments exclude each other and cover all that make the choices that are `given`. `decode` has to be a
        function of the moves alone. One iterator ends where another begins.
        """
        for point in list(self._chosen):
            self._forget(point)
        for point, option in zip(self.points, given, strict=False):
            if option is not None:
                self._choose(point, option)
        kept = len(self._chosen)
        while True:
            found = decode(self._moves)
            yield tuple(self._chosen.get(name) for name in self.points), found
            while len(self._chosen) > kept:
                last = next(reversed(self._chosen))
                option = self._forget(last) + 1
                if option < self.sizes[self.points.index(last)]:
                    self._choose(last, option)
                    break
            else:
                return


def _cells(scheme: Scheme, lists: Mapping[str, Collection[str]], *, reopens: bool) -> States:
    """Return what these options do in each state, by role.

    A cell belongs to the point without which a policy refuses there.
    """
    member = next(family_of(scheme))._replace(R=reopens)
    without = {name: actions_of(scheme, _with(member, name, None)) for name in lists}
    chosen = {
        name: [actions_of(scheme, _with(member, name, OPTIONS[name][text])) for text in texts]
        for name, texts in lists.items()
    }
    found = []
    for number, state in enumerate(actions_of(scheme, member)):
        cells = {}
        for role, move in state.items():
            point = next((name for name, moves in without.items() if _refuses(moves[number][role])), None)
            moves = (move,) if point is None else tuple(one[number][role] for one in chosen[point])
            cells[role] = PolicyCell(point, moves)
        found.append(cells)
    return tuple(found)


def _with(points: Points, name: str, option: Option | None) -> Points:
    """Return these points with another option at one of them."""
    return points._replace(**{name: option})  # type: ignore[arg-type] # R is a flag, the others are options


def _refuses(move: Action) -> bool:
    return move is not None and move.pending is REFUSE.pending

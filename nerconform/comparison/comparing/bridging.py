"""Bridging: from one way of computing a number to another, each step by evaluating the data (CMP-3 to CMP-5)."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from nerconform.comparison.comparing.bridge import Bridge, BridgeStep, End, Standing, UnitChange
from nerconform.comparison.comparing.moves import Computation, Move, Route
from nerconform.comparison.comparing.numbers import change_of
from nerconform.comparison.comparing.readings import Reading, Readings, Refused
from nerconform.comparison.comparing.standings import changes, standing_of

_NOWHERE = Standing(None, {})


class _Found:
    """What stands behind some moves: reading, measure, value and counts; or why there is nothing."""

    def __init__(self, readings: Readings, route: Route, taken: Sequence[Move]) -> None:
        at = route.at(taken)
        self.reading: Reading | Refused = (
            Refused("these choices exclude each other") if at is None else readings.read(at[0])
        )
        self.measure = route.left.measure if at is None else at[1]
        self.standing: Standing | Refused = (
            self.reading if isinstance(self.reading, Refused) else standing_of(self.reading, self.measure)
        )


def bridge(readings: Readings, left: Computation, right: Computation, names: tuple[str, str]) -> Bridge:
    """Return the bridge between two ways, broken where one of them has no number on these data."""
    route = Route(left, right)
    ends = [_Found(readings, route, taken) for taken in ((), route.moves)]
    for end, way, name in zip(ends, (left, right), names, strict=True):
        if isinstance(end.standing, Refused):
            shown = [one.standing if isinstance(one.standing, Standing) else _NOWHERE for one in ends]
            sides = [End(*one) for one in zip(names, (left.measure, right.measure), shown, strict=True)]
            return Bridge(sides[0], sides[1], broken=f"{name} gives no {way.measure}: {end.standing.reason}")
    return _Building(readings, route, names).bridge()


class _Building:
    """A bridge that is being built: the first move along the path that has a number is taken, then the next."""

    def __init__(self, readings: Readings, route: Route, names: tuple[str, str]) -> None:
        self.readings, self.route, self.names = readings, route, names
        self.first, self.last = self._behind(()), self._behind(route.moves)

    def bridge(self) -> Bridge:
        """Return the bridge."""
        ends = [_standing(found) for found in (self.first, self.last)]
        left, right = (
            End(name, found.measure, standing)
            for name, found, standing in zip(self.names, (self.first, self.last), ends, strict=True)
        )
        return Bridge(left, right, tuple(self._steps()))

    def _steps(self) -> Iterator[BridgeStep]:
        pending, taken, before = list(self.route.moves), list[Move](), self.first
        while pending:
            chosen, after = next(self._possible(pending, taken, before))
            yield self._step(chosen, before, after)
            taken += chosen
            pending = [move for move in pending if move not in chosen]
            before = after

    def _possible(self, pending: list[Move], taken: list[Move], before: _Found) -> Iterator[tuple[list[Move], _Found]]:
        """Yield moves that can be taken now, and where they lead: single ones, then pairs, then more together."""
        prefixes = (pending[:size] for size in range(3, len(pending) + 1))
        for chosen in (*combinations(pending, 1), *combinations(pending, 2), *prefixes):
            found = self._behind([*taken, *chosen])
            if isinstance(found.standing, Standing) and not self._is_gap(before, found):
                yield list(chosen), found

    def _is_gap(self, before: _Found, found: _Found) -> bool:
        """Whether the value is undefined here, and defined before and at the end."""
        values = [_standing(one).value for one in (before, found, self.last)]
        return values[1] is None and values[0] is not None and values[2] is not None

    def _step(self, chosen: list[Move], before: _Found, after: _Found) -> BridgeStep:
        alone = self._behind(chosen)
        refused = alone.standing.reason if isinstance(alone.standing, Refused) else ""
        change = None if refused else change_of(_standing(self.first).value, _standing(alone).value)
        units: tuple[UnitChange, ...] = ()
        scored = before.reading is after.reading and before.measure.schema == after.measure.schema
        if isinstance(before.reading, Reading) and isinstance(after.reading, Reading) and not scored:
            units = changes(before.reading, after.reading, (before.measure, after.measure))
        parts = tuple(move.part for move in chosen)
        return BridgeStep(parts, _standing(before), _standing(after), change, refused, units)

    def _behind(self, taken: Sequence[Move]) -> _Found:
        return _Found(self.readings, self.route, taken)


def _standing(found: _Found) -> Standing:
    """Return value and counts of what is known to have them."""
    assert isinstance(found.standing, Standing)  # noqa: S101 - looked at before
    return found.standing

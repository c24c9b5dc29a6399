"""Count: from outcomes to counts (CNT-1 to CNT-7)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Self

from nerconform.reference.dialect import Dialect
from nerconform.reference.options import LabelRule, Pool
from nerconform.reference.outcomes import SAMPLES, Outcome, Outcomes, Pair, Schema, answered, relation

_CELLS = {outcome: cell for cell, outcome in enumerate(Outcome)}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many outcomes of each kind; the rest follows (CNT-1)."""

    cor: int = 0
    inc: int = 0
    par: int = 0
    mis: int = 0
    spu: int = 0

    @property
    def pos(self) -> int:
        """Return POS, the gold spans: COR + INC + PAR + MIS."""
        return self.cor + self.inc + self.par + self.mis

    @property
    def act(self) -> int:
        """Return ACT, the predicted spans: COR + INC + PAR + SPU."""
        return self.cor + self.inc + self.par + self.spu

    @property
    def tp(self) -> int:
        """Return the true positives: COR."""
        return self.cor

    @property
    def fp(self) -> int:
        """Return the false positives: ACT - COR."""
        return self.act - self.cor

    @property
    def fn(self) -> int:
        """Return the false negatives: POS - COR."""
        return self.pos - self.cor

    def __add__(self, other: "Counts") -> "Counts":
        """Return the counts of both (LAW-8)."""
        return Counts(*map(add, self.as_tuple(), other.as_tuple()))

    def as_tuple(self) -> tuple[int, int, int, int, int]:
        """Return COR, INC, PAR, MIS, SPU."""
        return (self.cor, self.inc, self.par, self.mis, self.spu)


ByType = Mapping[str, Mapping[Schema, Counts]]


@dataclass(frozen=True, slots=True)
class Tally:
    """All counts of an evaluation: in all, per type, and under `pool:mean` for each unit by itself.

    `by_type` has a row for every type of either side that is left after the filter, and so have the two sets of types.
    The tally of a unit can stand for several with the same counts, `times` says for how many.
    """

    total: Mapping[Schema, Counts]
    by_type: ByType
    gold_types: frozenset[str]
    pred_types: frozenset[str]
    units: tuple["Tally", ...] = ()
    times: int = 1

    def counts(self, schema: Schema, kind: str) -> Counts:
        """Return the counts of one type, all 0 where it does not occur."""
        return self.by_type.get(kind, {}).get(schema, Counts())

    def __add__(self, other: Self) -> "Tally":
        """Return the tally of both (LAW-8)."""
        return sum_of((self, other)) or self


def alike(tallies: Sequence[Tally]) -> Iterator[tuple[Tally, int]]:
    """Yield each tally once, however often it comes, and for how many units it stands in all."""
    number = Counter(map(id, tallies))
    for tally in {id(tally): tally for tally in tallies}.values():
        yield tally, tally.times * number[id(tally)]


def sum_of(tallies: Iterable[Tally]) -> Tally | None:
    """Return the tally of all, `None` of none; linear in all their types, which `+` one by one is not."""
    listed = list(tallies)
    total: _Kept = {}
    by_type: dict[str, _Kept] = {}
    gold_types, pred_types = set[str](), set[str]()
    for tally, times in alike(listed):
        _keep(total, tally.total, times)
        for kind, counts in tally.by_type.items():
            _keep(by_type.setdefault(kind, {}), counts, times)
        gold_types |= tally.gold_types
        pred_types |= tally.pred_types
    if not total:
        return None
    in_order = {kind: _summed(by_type[kind]) for kind in sorted(by_type)}
    units = tuple(unit for tally in listed for unit in tally.units)
    return Tally(_summed(total), in_order, frozenset(gold_types), frozenset(pred_types), units)


_Kept = dict[Schema, list[tuple[int, ...]]]
"""The cells of all counts of each schema."""


def _keep(kept: _Kept, counts: Mapping[Schema, Counts], times: int) -> None:
    """Keep the counts of every schema, which occur `times` times."""
    for schema, more in counts.items():
        cells = more.as_tuple()
        kept.setdefault(schema, []).append(cells if times == 1 else tuple(times * cell for cell in cells))


def _summed(kept: _Kept) -> dict[Schema, Counts]:
    """Return the sum of the counts of every schema."""
    return {schema: Counts(*map(sum, zip(*counts, strict=True))) for schema, counts in kept.items()}


Count = Callable[[Iterable[Outcomes]], Tally]
"""The outcomes of all units in, one after the other, their tally out."""


def counter(dialect: Dialect) -> Count:
    """Return the count step of a dialect."""

    def counted(units: Iterable[Outcomes]) -> Tally:
        counting = _Counting(dialect)
        for unit in units:
            counting.add(unit)
        return counting.tally()

    def count_apart(units: Iterable[Outcomes]) -> Tally:
        apart = tuple(counted([unit]) for unit in units)
        whole = apart[0] if len(apart) == 1 else sum_of(apart) or counted(())
        return replace(whole, units=apart)

    return count_apart if dialect.pool is Pool.MEAN else counted


class _Counting:
    """A tally that is being made: units are counted together (CNT-5), those without spans add nothing (CNT-7)."""

    def __init__(self, dialect: Dialect) -> None:
        schemas = answered(dialect)
        self.total: dict[Schema, list[int]] = {schema: [0] * len(Outcome) for schema in schemas}
        self.by_type: dict[Schema, dict[str, list[int]]] = {schema: {} for schema in schemas}
        self.related: Counter[tuple[str, int]] = Counter()
        self.gold_types: set[str] = set()
        self.pred_types: set[str] = set()

    def add(self, unit: Outcomes) -> None:
        """Count one unit: the total from the rows, the types from the rows or from each type's own (CNT-2, CNT-3)."""
        rows = unit.rows[Schema.STRICT]
        self._name_types(rows)
        shared = unit.of_type is None and all(unit.rows[schema] is rows for schema in self.total)
        if shared and all(type(row) is Pair for row in rows):
            for row in rows:
                self.related[charged(row), relation(row)] += 1
            return
        for schema, total in self.total.items():
            for row in unit.rows[schema]:
                cell = _CELLS[row.outcome(schema)]
                total[cell] += 1
                if unit.of_type is None:
                    self._counts(schema, charged(row))[cell] += 1
            for kind, of_type in (unit.of_type or {}).items():
                counts = self._counts(schema, kind)
                for row in of_type[schema]:
                    counts[_CELLS[row.outcome(schema)]] += 1

    def _name_types(self, rows: Iterable[Pair]) -> None:
        """Note the types of both sides."""
        for gold, pred in rows:
            if gold is not None:
                self.gold_types.add(gold.type)
            if pred is not None:
                self.pred_types.add(pred.type)

    def _judge(self) -> None:
        """Count the rows that all schemas share, those of one type and relation at once."""
        for (kind, sample), number in self.related.items():
            for schema, total in self.total.items():
                cell = _CELLS[SAMPLES[sample].outcome(schema)]
                total[cell] += number
                self._counts(schema, kind)[cell] += number
        self.related.clear()

    def _counts(self, schema: Schema, kind: str) -> list[int]:
        """Return the counts of one type, to be added to."""
        by_type = self.by_type[schema]
        if kind not in by_type:
            by_type[kind] = [0] * len(Outcome)
        return by_type[kind]

    def tally(self) -> Tally:
        """Return what has been counted."""
        self._judge()
        kinds = sorted(self.gold_types | self.pred_types)
        return Tally(
            {schema: Counts(*total) for schema, total in self.total.items()},
            {kind: {schema: Counts(*self._counts(schema, kind)) for schema in self.total} for kind in kinds},
            frozenset(self.gold_types),
            frozenset(self.pred_types),
        )


def charged(row: Pair) -> str:
    """Return the type to which a row is charged: the gold span's, the predicted span's where there is none (CNT-2)."""
    span = row.gold if row.gold is not None else row.pred
    assert span is not None  # noqa: S101 - a row has a span
    return span.type


def rows_of(tally: Tally, dialect: Dialect) -> tuple[str, ...]:
    """Return the types that have a row: those present, or those given (CNT-4)."""
    return dialect.types.given if dialect.types.rule is LabelRule.GIVEN else tuple(sorted(tally.by_type))

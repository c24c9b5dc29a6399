"""Count: from outcomes to counts (CNT-1 to CNT-7)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Self

from nerconform.reference.credits import CELLS, OF_OUTCOME, Amount, adder, plain
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Align, LabelRule, Pool
from nerconform.reference.outcomes import SAMPLES, AskedRow, Outcomes, Pair, Schema, answered, relation


@dataclass(frozen=True, slots=True)
class Counts:
    """How many outcomes of each kind; the rest follows (CNT-1)."""

    cor: Amount = 0
    inc: Amount = 0
    par: Amount = 0
    mis: Amount = 0
    spu: Amount = 0
    more_cor: Amount = 0
    """How many more predictions than gold spans are COR; other than 0 only where each side is counted by itself."""
    more_par: Amount = 0

    @property
    def pos(self) -> Amount:
        """Return POS, the gold spans: COR + INC + PAR + MIS."""
        return self.cor + self.inc + self.par + self.mis

    @property
    def act(self) -> Amount:
        """Return ACT, the predicted spans: COR + INC + PAR + SPU."""
        return self.tp_pred + self.inc + self.par_pred + self.spu

    @property
    def tp(self) -> Amount:
        """Return the true positives: COR."""
        return self.cor

    @property
    def tp_gold(self) -> Amount:
        """Return the gold spans that are COR (CNT-8)."""
        return self.cor

    @property
    def tp_pred(self) -> Amount:
        """Return the predictions that are COR (CNT-8)."""
        return self.cor + self.more_cor

    @property
    def par_gold(self) -> Amount:
        """Return the gold spans that are PAR (CNT-8)."""
        return self.par

    @property
    def par_pred(self) -> Amount:
        """Return the predictions that are PAR (CNT-8)."""
        return self.par + self.more_par

    @property
    def fp(self) -> Amount:
        """Return the false positives: ACT less the predictions that are COR."""
        return self.act - self.tp_pred

    @property
    def fn(self) -> Amount:
        """Return the false negatives: POS less the gold spans that are COR."""
        return self.pos - self.tp_gold

    def by_side(self, name: str) -> tuple[Amount, Amount]:
        """Return a count of gold spans and that of predictions; only COR, TP and PAR can differ (CNT-8)."""
        side = {"cor": "tp", "tp": "tp", "par": "par"}.get(name)
        if side is None:
            count: Amount = getattr(self, name)
            return count, count
        return getattr(self, f"{side}_gold"), getattr(self, f"{side}_pred")

    def __add__(self, other: "Counts") -> "Counts":
        """Return the counts of both (LAW-8)."""
        return Counts(*map(plain, map(add, self.cells(), other.cells())))

    def as_tuple(self) -> tuple[Amount, Amount, Amount, Amount, Amount]:
        """Return COR, INC, PAR, MIS, SPU; where each side is counted by itself, COR and PAR are those of gold."""
        return (self.cor, self.inc, self.par, self.mis, self.spu)

    def cells(self) -> tuple[Amount, ...]:
        """Return everything that adds up."""
        return (self.cor, self.inc, self.par, self.mis, self.spu, self.more_cor, self.more_par)


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


_Kept = dict[Schema, list[tuple[Amount, ...]]]
"""The cells of all counts of each schema."""


def _keep(kept: _Kept, counts: Mapping[Schema, Counts], times: int) -> None:
    """Keep the counts of every schema, which occur `times` times."""
    for schema, more in counts.items():
        cells = more.cells()
        kept.setdefault(schema, []).append(cells if times == 1 else tuple(times * cell for cell in cells))


def _summed(kept: _Kept) -> dict[Schema, Counts]:
    """Return the sum of the counts of every schema."""
    return {schema: Counts(*map(plain, map(sum, zip(*counts, strict=True)))) for schema, counts in kept.items()}


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
        self.add_row = adder(dialect)
        self.by_outcome = dialect.align is not Align.TWO_SIDED and not dialect.weights.by_class
        self.total: dict[Schema, list[Amount]] = {schema: [0] * CELLS for schema in schemas}
        self.by_type: dict[Schema, dict[str, list[Amount]]] = {schema: {} for schema in schemas}
        self.related: Counter[tuple[str, int]] = Counter()
        self.gold_types: set[str] = set()
        self.pred_types: set[str] = set()

    def add(self, unit: Outcomes) -> None:
        """Count one unit: the total from the rows, the types from the rows or from each type's own (CNT-2, CNT-3)."""
        rows = unit.rows[Schema.STRICT]
        self._name_types(rows)
        shared = unit.of_type is None and all(unit.rows[schema] is rows for schema in self.total)
        if shared and self.by_outcome and all(type(row) is Pair for row in rows):
            for row in rows:
                self.related[charged(row), relation(row)] += 1
            return
        for schema, total in self.total.items():
            for row in unit.rows[schema]:
                self.add_row(total, row, schema)
                if unit.of_type is None:
                    self.add_row(self._counts(schema, charged(row)), row, schema)
            for kind, of_type in (unit.of_type or {}).items():
                counts = self._counts(schema, kind)
                for row in of_type[schema]:
                    self.add_row(counts, row, schema)

    def _name_types(self, rows: Iterable[Pair]) -> None:
        """Note the types of both sides; a span that only answers may be outside the subset (FIL-2)."""
        for row in rows:
            asks = row.gold_asks if isinstance(row, AskedRow) else None
            if row.gold is not None and asks is not False:
                self.gold_types.add(row.gold.type)
            if row.pred is not None and asks is not True:
                self.pred_types.add(row.pred.type)

    def _judge(self) -> None:
        """Count the rows that all schemas share, those of one type and relation at once."""
        for (kind, sample), number in self.related.items():
            for schema, total in self.total.items():
                cell = OF_OUTCOME[SAMPLES[sample].outcome(schema)]
                total[cell] += number
                self._counts(schema, kind)[cell] += number

    def _counts(self, schema: Schema, kind: str) -> list[Amount]:
        """Return the counts of one type, to be added to."""
        by_type = self.by_type[schema]
        if kind not in by_type:
            by_type[kind] = [0] * CELLS
        return by_type[kind]

    def _made(self, cells: list[Amount]) -> Counts:
        """Return counts; only rows that are credited in shares make amounts that are not whole."""
        return Counts(*cells) if self.by_outcome else Counts(*map(plain, cells))

    def tally(self) -> Tally:
        """Return what has been counted."""
        self._judge()
        kinds = sorted(self.gold_types | self.pred_types)
        return Tally(
            {schema: self._made(total) for schema, total in self.total.items()},
            {kind: {schema: self._made(self._counts(schema, kind)) for schema in self.total} for kind in kinds},
            frozenset(self.gold_types),
            frozenset(self.pred_types),
        )


def charged(row: Pair) -> str:
    """Return the type to which a row is charged: the gold span's, the predicted span's where there is none (CNT-2).

    A span that asks is charged to its own type (CNT-8).
    """
    if isinstance(row, AskedRow):
        return row.own.type
    span = row.gold if row.gold is not None else row.pred
    assert span is not None  # noqa: S101 - a row has a span
    return span.type


def rows_of(tally: Tally, dialect: Dialect) -> tuple[str, ...]:
    """Return the types that have a row: those present, or those given (CNT-4)."""
    return dialect.types.given if dialect.types.rule is LabelRule.GIVEN else tuple(sorted(tally.by_type))

"""Tallies: the counts of a part of the data. Parts are counted anywhere and in any order, and add up to the whole."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.reference.counting import Counts, sum_of
from nerconform.reference.counting import Tally as TypeCounts
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation, require_one_dialect, require_parts
from nerconform.reference.options import Attribution, Pool
from nerconform.reference.outcomes import Schema, answered
from nerconform.reference.refusals import CannotAdd
from nerconform.reference.scoring import scorer
from nerconform.reference.signature import Signature, parse_signature
from nerconform.results.tally_part import TallyPart, TypeTally
from nerconform.results.values import BadResult, decode, encode
from nerconform.version import SPEC_VERSION, __version__

_AGAIN = "`nerconform score --part`, or Tally.to_json"
_ALL = None
"""Stands in the column `type` of the Arrow form for all types together."""


def require_tally(dialect: Dialect) -> None:
    """Raise `CannotAdd` where a choice of the dialect needs all the data at once, before anything is counted."""
    require_parts(dialect)
    if dialect.pool is Pool.MEAN:
        hint = "Evaluate all the data at once with `nc.evaluate`, or choose pool:corpus."
        raise CannotAdd(
            "pool:mean needs the score of every unit, which a tally (added counts) does not keep", hint=hint
        )


@dataclass(frozen=True, slots=True)
class PartTally:
    """The counts of a part of the data in one dialect, and how many units (sentences or documents) it has.

    `+` and `sum` add parts up: the order does not matter, and the sum equals the tally of all units at once. Two
    dialects refuse (`CannotAdd`). `evaluation()` returns the scores. JSON and Arrow hold a tally without loss.
    """

    dialect: Dialect
    counts: TypeCounts
    units: int

    @classmethod
    def empty(cls, dialect: Dialect) -> "PartTally":
        """Return the tally of no units. Raises `CannotAdd` for a dialect whose parts do not add up."""
        require_tally(dialect)
        return cls(dialect, TypeCounts({one: Counts() for one in answered(dialect)}, {}, frozenset(), frozenset()), 0)

    @property
    def signature(self) -> str:
        """Return the signature of all measures (DIA-4)."""
        return str(Signature(self.dialect))

    def evaluation(self) -> Evaluation:
        """Return every measure of the dialect."""
        return Evaluation(self.dialect, self.counts, scorer(self.dialect), engine="columnar")

    def __add__(self, other: "PartTally") -> "PartTally":
        """Return the tally of both parts (LAW-8). Raises `CannotAdd` for two dialects."""
        return merged((self, other)) if isinstance(other, PartTally) else NotImplemented

    def __radd__(self, other: object) -> "PartTally":
        """Let `sum` begin with 0."""
        return self if other == 0 else NotImplemented

    def record(self, sources: tuple[str, ...] = ()) -> TallyPart:
        """Return the record of the tally, with the digests of the files that were counted."""
        counts = self.counts
        return TallyPart(
            tool=__version__,
            spec=SPEC_VERSION,
            signature=self.signature,
            units=self.units,
            total={str(schema): found.as_tuple() for schema, found in counts.total.items()},
            types={
                kind: TypeTally(
                    kind in counts.gold_types,
                    kind in counts.pred_types,
                    {str(schema): found.as_tuple() for schema, found in schemas.items()},
                )
                for kind, schemas in counts.by_type.items()
            },
            sources=sources,
        )

    @classmethod
    def of_record(cls, part: TallyPart, place: str = "") -> "PartTally":
        """Return the tally that a record holds. Raises `BadResult` for one that no evaluation can have."""
        try:
            dialect = parse_signature(part.signature).dialect
            require_tally(dialect)
        except NerconformError as error:
            raise BadResult(error.message, place=place, hint=f"Write it with {_AGAIN}.") from None
        schemas = answered(dialect)
        rows = [part.total, *(one.schemas for one in part.types.values())]
        if any(set(row) != set(map(str, schemas)) for row in rows):
            raise _damaged(f"the dialect answers {', '.join(schemas)}, and the part has other schemas", place)
        if not all(one.in_gold or one.in_pred for one in part.types.values()):
            raise _damaged("a type is in neither side", place)
        by_type = {kind: _counts(part.types[kind].schemas, schemas) for kind in sorted(part.types)}
        found = TypeCounts(
            _counts(part.total, schemas),
            by_type,
            frozenset(kind for kind, one in part.types.items() if one.in_gold),
            frozenset(kind for kind, one in part.types.items() if one.in_pred),
        )
        _require_sums(dialect, found, place)
        return cls(dialect, found, part.units)

    def to_json(self) -> str:
        """Return the tally as JSON text: some 100 bytes for each type and schema."""
        return encode(self.record())

    @classmethod
    def from_json(cls, text: str | bytes, place: str = "the text") -> "PartTally":
        """Return the tally that JSON text holds. Raises `BadResult`."""
        return cls.of_record(decode(text, TallyPart, place, _AGAIN), place)

    def to_arrow(self) -> Any:  # noqa: ANN401 - a pyarrow.RecordBatch; pyarrow has no types
        """Return the tally as a record batch: a row for each schema and type, and one with type null for all types.

        The rows of any number of tallies below each other are their sum.
        """
        import pyarrow as pa  # noqa: PLC0415 - an extra

        total = [(schema, _ALL, found, 0, 0, self.units) for schema, found in self.counts.total.items()]
        rows = [
            (schema, kind, found, int(kind in self.counts.gold_types), int(kind in self.counts.pred_types), 0)
            for kind, schemas in self.counts.by_type.items()
            for schema, found in schemas.items()
        ]
        return pa.RecordBatch.from_pylist(
            [
                {
                    "signature": self.signature,
                    "schema": str(schema),
                    "type": kind,
                    **dict(zip(_CELLS, found.as_tuple(), strict=True)),
                    "in_gold": in_gold,
                    "in_pred": in_pred,
                    "units": units,
                }
                for schema, kind, found, in_gold, in_pred, units in (*total, *rows)
            ],
            schema=arrow_schema(),
        )

    @classmethod
    def from_arrow(cls, data: object) -> "PartTally":
        """Return the sum of the tallies whose rows a record batch, a table or a data frame holds, in any order.

        Raises `CannotAdd` where they are of two dialects, `BadResult` where there is none or a row is missing.
        """
        from nerconform.formats.arrow_columns import table_of  # noqa: PLC0415 - pyarrow is an extra

        rows = table_of(data).to_pylist()
        signatures = sorted({str(row["signature"]) for row in rows})
        if not signatures:
            raise _damaged("the table has no rows", "")
        dialects = [parse_signature(text).dialect for text in signatures]
        for one in dialects[1:]:
            require_one_dialect(dialects[0], one)
        total: dict[str, tuple[int, ...]] = {}
        types: dict[str, dict[str, tuple[int, ...]]] = {}
        sides: dict[str, tuple[bool, bool]] = {}
        units = dict.fromkeys(answered(dialects[0]), 0)
        for row in rows:
            schema, kind = str(row["schema"]), row["type"]
            place = total if kind is _ALL else types.setdefault(kind, {})
            cells = tuple(int(row[cell]) for cell in _CELLS)
            place[schema] = tuple(map(sum, zip(place.get(schema, (0,) * len(cells)), cells, strict=True)))
            if kind is _ALL:
                units[Schema(schema)] += int(row["units"])
            else:
                before = sides.get(kind, (False, False))
                sides[kind] = (before[0] or bool(row["in_gold"]), before[1] or bool(row["in_pred"]))
        if len(set(units.values())) != 1:
            raise _damaged("the schemas speak of different numbers of units: a row is missing", "")
        part = {
            "format": "nerconform-tally-2",
            "tool": __version__,
            "spec": SPEC_VERSION,
            "signature": signatures[0],
            "units": next(iter(units.values())),
            "total": total,
            "types": {
                kind: {"in_gold": sides[kind][0], "in_pred": sides[kind][1], "schemas": schemas}
                for kind, schemas in types.items()
            },
        }
        return cls.from_json(encode(part), "the table")


_CELLS = ("cor", "inc", "par", "mis", "spu")


def arrow_schema() -> Any:  # noqa: ANN401 - a pyarrow.Schema; pyarrow has no types
    """Return the schema of the Arrow form of a tally."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    texts = [pa.field("signature", pa.string()), pa.field("schema", pa.string()), pa.field("type", pa.string())]
    return pa.schema([*texts, *(pa.field(name, pa.int64()) for name in (*_CELLS, "in_gold", "in_pred", "units"))])


def merged(tallies: Iterable[PartTally]) -> PartTally:
    """Return the sum of tallies, of one at least; linear in all their types. Raises `CannotAdd`."""
    parts = list(tallies)
    if not parts:
        raise CannotAdd(
            "there are no tallies to add",
            hint="Pass one tally or more; for no sentences at all pass Tally.empty(dialect).",
        )
    dialect = parts[0].dialect
    for part in parts:
        require_one_dialect(dialect, part.dialect)
    require_tally(dialect)
    counts = sum_of(part.counts for part in parts)
    assert counts is not None  # noqa: S101 - there is one tally at least
    return PartTally(dialect, counts, sum(part.units for part in parts))


def _counts(row: Mapping[str, tuple[int, ...]], schemas: Iterable[Schema]) -> Mapping[Schema, Counts]:
    return {schema: Counts(*row[str(schema)]) for schema in schemas}


def _require_sums(dialect: Dialect, found: TypeCounts, place: str) -> None:
    """Raise `BadResult` where the types do not sum up to the total, as they do unless each is matched by itself."""
    if dialect.canonical().attribution is Attribution.REFILTER:
        return
    for schema, total in found.total.items():
        if sum((schemas[schema] for schemas in found.by_type.values()), Counts()) != total:
            raise _damaged(f"the counts of the types do not sum up to the total ({schema})", place)


def _damaged(message: str, place: str) -> BadResult:
    return BadResult(message, place=place, hint=f"Write it again with {_AGAIN}.")


Tally = PartTally
"""The public name; the reference has counts of the same name, which know no dialect."""

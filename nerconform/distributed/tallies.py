"""Tallies: the counts of a part of the data. Parts are counted anywhere and in any order, and add up to the whole."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.distributed.unit_tallies import UnitTally, UnitTallySum, in_order, require_few, split_document
from nerconform.engines.vectors import UnitKinds
from nerconform.formats.provenance import UnitKind
from nerconform.reference.counting import Counts, sum_of
from nerconform.reference.counting import Tally as TypeCounts
from nerconform.reference.credits import CELLS, plain
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation, require_one_dialect, require_parts
from nerconform.reference.measures import ALL_COUNTS, SER, Measure
from nerconform.reference.options import Attribution, Pool
from nerconform.reference.outcomes import EXTENSIONS, Schema, answered
from nerconform.reference.refusals import CannotAdd, NotAnswered
from nerconform.reference.scoring import scorer
from nerconform.reference.signature import Signature, parse_signature
from nerconform.results.context import Interval
from nerconform.results.tally_part import TallyPart, TypeTally, text_of
from nerconform.results.values import BadResult, ExactNumber, decode, encode
from nerconform.stats.resampler import Resampler
from nerconform.stats.unit_draws import drawing, unsampled_choice
from nerconform.version import SPEC_VERSION, __version__

_AGAIN = "`nerconform score --part`, or Tally.to_json"
_ALL = None
"""Stands in the column `type` of the Arrow form for all types together."""


def require_tally(dialect: Dialect) -> None:
    """Raise `CannotAdd` where a choice of the dialect needs all the data at once, before anything is counted."""
    require_parts(dialect)
    if dialect.pool is Pool.MEAN:
        hint = (
            "Score the counts of all sentences together: --set pool=corpus. Or pass all the data to one call of "
            "nc.evaluate."
        )
        raise CannotAdd(
            "pool:mean averages the scores of single sentences. A part keeps only the sum of their counts, "
            "so the mean cannot be computed from parts",
            hint=hint,
        )


@dataclass(frozen=True, slots=True)
class PartTally:
    """The counts of a part of the data in one dialect, and how many units (sentences or documents) it has.

    `+` and `sum` add parts up: the order does not matter, and the sum equals the tally of all units at once. Two
    dialects refuse (`CannotAdd`). `evaluation()` returns the scores. JSON and Arrow hold a tally without loss.
    `unit_tally` says what single units add, where the tally was counted for resampling; then `interval` answers.
    """

    dialect: Dialect
    counts: TypeCounts
    units: int
    unit_tally: UnitTally = field(default_factory=UnitTally)

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

    def interval(self, measure: str = "strict.micro.f1", resamples: int = 1000, seed: int = 0) -> Interval:
        """Return the 95 % interval of a ratio of the micro average, as one process draws it with the same seed.

        Raises `NotAnswered` for another measure, for a tally without counts for resampling, for no resamples, and
        where the ratio is undefined in some; `UnknownOption` for more than 1,000,000.
        """
        asked = Measure.parse(measure)
        if self.unit_tally.vectors is None:
            hint = "Count the data again with --resamples 1000, in Python resampling=True."
            raise NotAnswered(
                "an interval needs the counts of each sentence, which this tally does not keep", hint=hint
            )
        if asked.scope != "micro" or asked.quantity in {*ALL_COUNTS, SER}:
            hint = (
                "Ask for one of these, such as strict.micro.f1. For intervals of all scores count the files again in "
                "one run: nerconform score GOLD PRED --intervals all."
            )
            raise NotAnswered(
                f"counts that were added up give intervals only for micro precision, recall and F, not for {measure}",
                hint=hint,
            )
        self.evaluation().value(asked)  # refuses what the dialect does not answer
        drawn = drawing(resamples, seed)
        if drawn is None:
            hint = "Draw some, such as tally.interval(resamples=1000)."
            raise NotAnswered("an interval needs resamples, and the argument resamples is 0", hint=hint)
        found = Resampler(asked, drawn).of_kinds(self.unit_tally.vectors, self.dialect)
        if not isinstance(found, Interval):
            hint = f"Count more data. The score without an interval: tally.evaluation().value('{asked}')."
            raise NotAnswered(f"there is no interval: {found.reason}", hint=hint)
        return found

    def __add__(self, other: "PartTally") -> "PartTally":
        """Return the tally of both parts (LAW-8).

        Raises `CannotAdd` for two dialects, or where one part alone has counts for resampling; `SplitDocument`.
        """
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
            total={str(schema): _recorded(found) for schema, found in counts.total.items()},
            types={
                kind: TypeTally(
                    kind in counts.gold_types,
                    kind in counts.pred_types,
                    {str(schema): _recorded(found) for schema, found in schemas.items()},
                )
                for kind, schemas in counts.by_type.items()
            },
            sources=sources,
            unit="document" if self.unit_tally.kind is UnitKind.DOCUMENT else "sentence",
            vectors=None if self._is_unsampled() else in_order(self.unit_tally.vectors or UnitKinds()),
            documents=tuple(sorted(self.unit_tally.documents)),
        )

    def _is_unsampled(self) -> bool:
        """Whether there are no counts of single units, or none that the dialect can be resampled from."""
        return self.unit_tally.vectors is None or bool(unsampled_choice(self.dialect))

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
        by_type = {kind: _counts(part.types[kind].schemas, schemas, place) for kind in sorted(part.types)}
        found = TypeCounts(
            _counts(part.total, schemas, place),
            by_type,
            frozenset(kind for kind, one in part.types.items() if one.in_gold),
            frozenset(kind for kind, one in part.types.items() if one.in_pred),
        )
        _require_sums(dialect, found, place)
        return cls(dialect, found, part.units, _unit_tally(part, found.total, place))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the record, so that a tally goes from one process to another."""
        return PartTally.of_record, (self.record(),)

    def to_json(self) -> str:
        """Return the tally as JSON text: some 100 bytes for each type and schema, and 50 for each vector of units."""
        return text_of(self.record())

    @classmethod
    def from_json(cls, text: str | bytes, place: str = "the text") -> "PartTally":
        """Return the tally that JSON text holds. Raises `BadResult`."""
        return cls.of_record(decode(text, TallyPart, place, _AGAIN), place)

    def to_arrow(self) -> Any:  # noqa: ANN401 - a pyarrow.RecordBatch; pyarrow has no types
        """Return the tally as a record batch: a row for each schema and type, and one with type null for all types.

        The rows of any number of tallies below each other are their sum. With counts for resampling there is a row for
        each vector of units (`units` says how many add it), and one for each document that is named; their schema is
        null.
        """
        import pyarrow as pa  # noqa: PLC0415 - an extra

        counts, row = self.counts, {"signature": self.signature, "unit": str(self.unit_tally.kind)}
        rows: list[dict[str, Any]] = [
            {**row, "schema": str(schema), **_cells(found), "units": self.units}
            for schema, found in counts.total.items()
        ]
        for kind, schemas in counts.by_type.items():
            sides = {"in_gold": int(kind in counts.gold_types), "in_pred": int(kind in counts.pred_types)}
            rows += [
                {**row, "schema": str(schema), "type": kind, **_cells(found), **sides}
                for schema, found in schemas.items()
            ]
        rows += [{**row, "units": times, "vector": vector} for vector, times in (self.unit_tally.vectors or {}).items()]
        rows += [{**row, "document": name} for name in sorted(self.unit_tally.documents)]
        return pa.RecordBatch.from_pylist(rows, schema=arrow_schema())

    @classmethod
    def from_arrow(cls, data: object) -> "PartTally":
        """Return the sum of the tallies whose rows a record batch, a table or a data frame holds, in any order.

        Raises `CannotAdd` where they are of two dialects or of two kinds of units, `SplitDocument`, `BadResult` where
        there is none or a row is missing.
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
        vectors, documents = UnitKinds(), set[str]()
        for row in rows:
            schema, kind, name = row["schema"], row["type"], row["document"]
            if name is not None:
                if name in documents:
                    raise split_document(name)
                documents.add(name)
            elif schema is None:
                vectors[tuple(row["vector"])] += row["units"]
            else:
                place = total if kind is _ALL else types.setdefault(kind, {})
                cells = tuple(int(row[cell]) for cell in _CELLS)
                place[schema] = tuple(map(sum, zip(place.get(schema, (0,) * len(cells)), cells, strict=True)))
                before = sides.get(kind, (False, False))
                sides[kind] = (before[0] or bool(row["in_gold"]), before[1] or bool(row["in_pred"]))
                units[Schema(schema)] += int(row["units"] or 0)
        if len(set(units.values())) != 1:
            raise _damaged("the schemas speak of different numbers of units: a row is missing", "")
        kinds = sorted({row["unit"] for row in rows if row["units"]})
        if len(kinds) > 1:
            raise CannotAdd(
                "one part was counted by sentence, and another with --unit document, so their intervals "
                "cannot be added",
                hint="Count every part again with --unit document, or every part without it.",
            )
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
            "unit": (kinds or [str(UnitKind.SENTENCE)])[0],
            "vectors": in_order(vectors) if vectors else None,
            "documents": sorted(documents),
        }
        return cls.from_json(encode(part), "the table")


_CELLS = ("cor", "inc", "par", "mis", "spu")


def arrow_schema() -> Any:  # noqa: ANN401 - a pyarrow.Schema; pyarrow has no types
    """Return the schema of the Arrow form of a tally."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    texts = [pa.field(name, pa.string()) for name in ("signature", "unit", "schema", "type")]
    numbers = [pa.field(name, pa.int64()) for name in (*_CELLS, "in_gold", "in_pred", "units")]
    return pa.schema([*texts, *numbers, pa.field("vector", pa.list_(pa.int64())), pa.field("document", pa.string())])


class TallySum:
    """A sum of tallies that grows part by part: memory holds the sum, however many parts there are."""

    def __init__(self, dialect: Dialect) -> None:
        """Take the dialect of all parts. Raises `CannotAdd` for a dialect whose parts do not add up."""
        self._waiting = [PartTally.empty(dialect).counts]
        self._units, self._single, self.dialect = 0, UnitTallySum(), dialect
        self._none = UnitTally()

    def add(self, part: PartTally) -> None:
        """Add a part; what its parts are counted in plays no part where it has no units. Raises as `+`."""
        require_one_dialect(self.dialect, part.dialect)
        if part.units:
            self._single.add(part.unit_tally)
        elif self._none == UnitTally():
            self._none = part.unit_tally
        self._units += part.units
        self._waiting.append(part.counts)
        if len(self._waiting) > _WAITING:
            self._waiting = [self._counts()]

    def tally(self) -> PartTally:
        """Return the sum of what was added."""
        single = self._single.tally() if self._units else self._none
        return PartTally(self.dialect, self._counts(), self._units, single)

    def _counts(self) -> TypeCounts:
        found = sum_of(self._waiting)
        assert found is not None  # noqa: S101 - there is the tally of nothing
        return found


_WAITING = 100
"""Tallies that are added up together: adding them one by one would look at all types again and again."""


def merged(tallies: Iterable[PartTally]) -> PartTally:
    """Return the sum of tallies, of one at least; linear in all their types. Raises as `+`."""
    whole = None
    for part in tallies:
        whole = whole or TallySum(part.dialect)
        whole.add(part)
    if whole is None:
        hint = "Pass one tally or more. For data without sentences: Tally.empty(dialect)."
        raise CannotAdd("the list of tallies to add is empty", hint=hint)
    return whole.tally()


def _cells(counts: Counts) -> dict[str, int]:
    """Return the counts of a row of the Arrow form. Raises `CannotAdd` for counts that it has no columns for."""
    cells = [one for one in counts.as_tuple() if isinstance(one, int)]
    if counts.more_cor or counts.more_par or len(cells) < len(_CELLS):
        hint = "Write the tally as JSON: tally.to_json(). Tally.from_json reads it."
        what = "fractions" if len(cells) < len(_CELLS) else "true positives that are counted once for each side"
        raise CannotAdd(f"an Arrow table holds only whole counts, and this tally has {what}", hint=hint)
    return dict(zip(_CELLS, cells, strict=True))


def _unit_tally(part: TallyPart, total: Mapping[Schema, Counts], place: str) -> UnitTally:
    """Return what a record says of single units. Raises `BadResult` where it contradicts the rest of the record."""
    kind, names = UnitKind(part.unit), frozenset(part.documents)
    if len(names) < len(part.documents) or len(names) > (part.units if kind is UnitKind.DOCUMENT else 0):
        raise _damaged("it names documents that were not counted", place)
    if part.vectors is None:
        return UnitTally(kind, None, names)
    found = UnitKinds()
    whole = [cell for schema, one in total.items() if schema not in EXTENSIONS for cell in one.as_tuple()]
    summed = [0] * len(whole)
    for text in part.vectors:
        times, *vector = map(int, text.split())
        if len(vector) != len(summed):
            raise _damaged("a vector of units has another length than the dialect", place)
        found[tuple(vector)] += times
        summed = [before + times * cell for before, cell in zip(summed, vector, strict=True)]
    require_few(found)
    if sum(found.values()) != part.units or summed != whole:
        raise _damaged("the vectors of units do not sum up to the total", place)
    return UnitTally(kind, found, names)


def _recorded(counts: Counts) -> tuple[int | ExactNumber, ...]:
    """Return counts as a record holds them; the last two cells only where the sides differ."""
    cells = counts.cells() if counts.more_cor or counts.more_par else counts.as_tuple()
    return tuple(one if isinstance(one, int) else ExactNumber(one.numerator, one.denominator) for one in cells)


def _counts(
    row: Mapping[str, tuple[int | ExactNumber, ...]], schemas: Iterable[Schema], place: str
) -> Mapping[Schema, Counts]:
    """Return the counts of a record. Raises `BadResult` for such as no evaluation can have."""
    found = {}
    for schema in schemas:
        cells = [one if isinstance(one, int) else plain(one.fraction) for one in row[str(schema)]]
        if len(cells) not in {len(_CELLS), CELLS}:
            raise _damaged(f"the counts of {schema} are {len(cells)} numbers, not {len(_CELLS)}", place)
        counts = Counts(*cells)
        if min(*counts.as_tuple(), counts.tp_pred, counts.par_pred) < 0:
            raise _damaged(f"a count of {schema} is below 0", place)
        found[schema] = counts
    return found


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

"""Arrow tally: one batch of Arrow in, its counts out; `pyarrow` and NumPy are loaded by whoever comes here."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.distributed.tallies import PartTally, merged, require_tally
from nerconform.distributed.unit_tallies import UnitTally, split_document
from nerconform.engines.arrays import Indices
from nerconform.engines.choice import Engine, NotServed, evaluate
from nerconform.engines.columnar import Columnar
from nerconform.engines.columnar_decoding import Alphabet
from nerconform.engines.unit_counts import UnitCells
from nerconform.engines.vectors import UnitKinds, Vector, vector_of
from nerconform.formats.arrow_columns import ArrowSides, Names, documents_of
from nerconform.formats.labels import names_of
from nerconform.formats.provenance import UnitKind
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.tags import parser

_ROW = re.compile(r"\b(?:row|unit|sentence) (\d+)")
"""A row in the place of an error: each is a sentence."""


def tally_arrow(  # noqa: PLR0913 - what is counted, and how
    batch: object,
    gold: str = "gold",
    pred: str = "pred",
    dialect: str | Dialect = "semeval",
    scheme: str | None = None,
    *,
    labels: Sequence[str] | Mapping[int, str] | None = None,
    resampling: bool = False,
    document: str | None = None,
) -> PartTally:
    """Return the counts of the rows of an Arrow batch or table, each row a sentence.

    `gold` and `pred` name list columns of strings (plain or in a dictionary), of label ids (then `labels` is a list of
    tags or a mapping from id to tag, and a token whose gold id is -100 is left out), or of structs with `type` (or
    `label`), `start` and `end`. A data frame that exports Arrow (Polars, DuckDB) is a batch, too.

    With `resampling` the tally also keeps how many sentences add each vector of counts, so that `Tally.interval`
    answers. `document` names a column of strings or numbers: rows on end with one value are a document, and documents
    are the units. A document that stands in two parts is refused where the parts are added.

    Raises `CannotAdd` for a dialect whose parts do not add up, `MissingColumn`, `WrongColumn`, `NullInColumn`,
    `UnknownLabelId`, `IgnoredAlone`, `SplitDocument`, `TooManyVectors`, and the errors of `evaluate`; each names the
    row, counted from 0.
    """
    names = None if labels is None else names_of(labels if isinstance(labels, Mapping) else list(labels), "labels")
    counter = BatchCounter(resolve(dialect, scheme), (gold, pred), names, resampling=resampling, document=document)
    return merged((counter.tally(batch), counter.rest()))


class _OpenDocument(NamedTuple):
    """The last document of a batch, which may go on in the next one; the vector is empty without resampling."""

    name: str
    vector: Vector


class BatchCounter:
    """Counts batches of one dialect; the tags of all batches share one alphabet.

    With `resampling` it keeps how many units add each vector of counts. With `document`, the name of a column, units
    are documents: rows on end with one name. Then batches come in order, and `rest` returns the last document.
    """

    def __init__(  # noqa: PLR0913 - what is counted, and how
        self,
        dialect: Dialect,
        columns: tuple[str, str],
        names: Names | None = None,
        engine: Engine = Engine.AUTO,
        *,
        resampling: bool = False,
        document: str | None = None,
    ) -> None:
        """Take the dialect, the names of both columns and of label ids, and who counts. Raises `CannotAdd`."""
        require_tally(dialect)
        self.dialect, self.columns, self.names, self.asked = dialect, columns, names, engine
        self.resampling, self.document = resampling, document
        self.engine = self._engine()
        self.alphabet = Alphabet(parser(dialect))
        self._open: _OpenDocument | None = None

    def _engine(self) -> Columnar | None:
        """Return the engine, `None` where the reference has to count. Raises `NotServed` where it was asked for."""
        try:
            return Columnar.of(self.dialect)
        except NotServed:
            if self.asked is Engine.COLUMNAR:
                raise
            return None

    def tally(self, batch: object, first_row: int = 0) -> PartTally:
        """Return the counts of a batch, without its last document if another batch can go on with it.

        Nothing of a batch that is refused is counted. Errors name the row; `first_row` is the number of the first row.
        """
        try:
            sides = ArrowSides.of(batch, self.columns, self.names)
            if not sides.rows:
                return self._part(PartTally.empty(self.dialect).counts, 0, UnitKinds())
            counts, units = self._counted(sides) or self._by_lists(sides)
            if self.document is None:
                found = UnitKinds() if units is None else units.kinds()
                return self._part(counts, sides.rows, found)
            return self._documents(counts, units, *documents_of(batch, self.document))
        except NerconformError as error:
            error.place = _ROW.sub(lambda found: f"row {first_row + int(found[1])}", error.place)
            raise

    def rest(self) -> PartTally:
        """Return the document that was open at the end of the last batch, whose sentences are counted already."""
        closed, self._open = self._open, None
        vectors = UnitKinds() if closed is None else UnitKinds([closed.vector])
        names = () if closed is None else (closed.name,)
        return self._part(PartTally.empty(self.dialect).counts, len(names), vectors, names)

    def _part(self, counts: Tally, units: int, vectors: UnitKinds, names: Sequence[str] = ()) -> PartTally:
        kind = UnitKind.SENTENCE if self.document is None else UnitKind.DOCUMENT
        return PartTally(
            self.dialect, counts, units, UnitTally(kind, vectors if self.resampling else None, frozenset(names))
        )

    def _documents(self, counts: Tally, units: UnitCells | None, begins: Indices, names: list[str]) -> PartTally:
        """Return the counts of all rows, and as units the documents that have ended. Raises `SplitDocument`."""
        vectors: list[Vector] = [()] * len(names) if units is None else _sums(units, begins)
        if self._open is not None and self._open.name == names[0]:
            vectors[0] = tuple(map(sum, zip(vectors[0], self._open.vector, strict=True)))
        elif self._open is not None:
            vectors, names = [self._open.vector, *vectors], [self._open.name, *names]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise split_document(twice)
        self._open = _OpenDocument(names[-1], vectors[-1])
        return self._part(counts, len(names) - 1, UnitKinds(vectors[:-1]), names[:-1])

    def _counted(self, sides: ArrowSides) -> tuple[Tally, UnitCells | None] | None:
        """Return the counts of columns of tags; `None` of spans, and where the reference has to say what is wrong."""
        if not sides.are_tags or self.asked is Engine.REFERENCE or self.engine is None:
            return None
        try:
            columns = sides.columns(self.alphabet)
            if self.resampling:
                return self.engine.count_apart(self.alphabet, *columns)
            return self.engine.count(self.alphabet, *columns), None
        except NerconformError:
            return None

    def _by_lists(self, sides: ArrowSides) -> tuple[Tally, UnitCells | None]:
        """Return the counts of lists. Raises what the rows deserve."""
        gold, pred = sides.lists()
        if self.resampling and self.asked is not Engine.REFERENCE and self.engine is not None:
            with suppress(NerconformError):
                return self.engine.count_units(gold, pred)
        found = evaluate(self.dialect, gold, pred, self.asked, outcomes=self.resampling)
        units = np.array([vector_of(unit) for unit in found.outcomes or ()], dtype=np.int64)
        return found.tally, UnitCells.of_vectors(units) if self.resampling else None


def _sums(units: UnitCells, begins: Indices) -> list[Vector]:
    """Return the vector of each document."""
    flags = np.zeros(units.cells.shape[1], dtype=np.bool_)
    flags[begins] = True
    return list(map(tuple, units.joined(flags).vectors().tolist()))

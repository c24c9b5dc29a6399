"""Arrow tally: one batch of Arrow in, its counts out; `pyarrow` and NumPy are loaded by whoever comes here."""

import re
from collections.abc import Mapping, Sequence

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.distributed.tallies import PartTally, require_tally
from nerconform.engines.choice import Engine, evaluate
from nerconform.engines.columnar import Columnar
from nerconform.engines.columnar_decoding import Alphabet
from nerconform.formats.arrow_columns import ArrowSides, Names
from nerconform.formats.labels import names_of
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect

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
) -> PartTally:
    """Return the counts of the rows of an Arrow batch or table, each row a sentence.

    `gold` and `pred` name list columns of strings (plain or in a dictionary), of label ids (then `labels` is a list of
    tags or a mapping from id to tag, and a token whose gold id is -100 is left out), or of structs with `type` (or
    `label`), `start` and `end`. A data frame that exports Arrow (Polars, DuckDB) is a batch, too.

    Raises `CannotAdd` for a dialect whose parts do not add up, `MissingColumn`, `WrongColumn`, `NullInColumn`,
    `UnknownLabelId`, `IgnoredAlone`, and the errors of `evaluate`; each names the row, counted from 0.
    """
    names = None if labels is None else names_of(labels if isinstance(labels, Mapping) else list(labels), "labels")
    return BatchCounter(resolve(dialect, scheme), (gold, pred), names).tally(batch)


class BatchCounter:
    """Counts batches of one dialect; the tags of all batches share one alphabet."""

    def __init__(
        self, dialect: Dialect, columns: tuple[str, str], names: Names | None = None, engine: Engine = Engine.AUTO
    ) -> None:
        """Take the dialect, the names of both columns and of label ids, and who counts. Raises `CannotAdd`."""
        require_tally(dialect)
        self.dialect, self.columns, self.names, self.asked = dialect, columns, names, engine
        self.engine = Columnar.of(dialect)
        self.alphabet = Alphabet(self.engine.parse)

    def tally(self, batch: object, first_row: int = 0) -> PartTally:
        """Return the counts of a batch; nothing of a batch that is refused is counted.

        Errors name the row; `first_row` is the number of the first row.
        """
        try:
            sides = ArrowSides.of(batch, self.columns, self.names)
            if not sides.rows:
                return PartTally.empty(self.dialect)
            return PartTally(self.dialect, self._counted(sides) or self._by_lists(sides), sides.rows)
        except NerconformError as error:
            error.place = _ROW.sub(lambda found: f"row {first_row + int(found[1])}", error.place)
            raise

    def _counted(self, sides: ArrowSides) -> Tally | None:
        """Return the counts of columns of tags; `None` of spans, and where the reference has to say what is wrong."""
        if not sides.are_tags or self.asked is Engine.REFERENCE:
            return None
        try:
            return self.engine.count_numbers(self.alphabet, *sides.numbers(self.alphabet.__getitem__))
        except NerconformError:
            return None

    def _by_lists(self, sides: ArrowSides) -> Tally:
        """Return the counts of lists. Raises what the rows deserve."""
        return evaluate(self.dialect, *sides.lists(), self.asked).tally

"""Corpus evaluations: what dialects make of Parquet files, batch by batch, so that no sentence is kept.

Each dialect counts the files by itself, in several processes. For a step of a bridge the files are read once more, and
the sentences in which the two dialects part are counted; a fixed sample of them is kept to be shown.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from nerconform.api import resolve
from nerconform.asking.question import Form
from nerconform.asking.records import unit as unit_record
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.engines.choice import Engine
from nerconform.files.parquet_files import score_parquet
from nerconform.files.record_shards import RecordFiles, rank_of
from nerconform.files.score_files import sides_of
from nerconform.formats.provenance import UnitKind
from nerconform.formats.read import paths_of, read
from nerconform.formats.record import Record
from nerconform.products.compare.evaluations import PathEvaluation, PathEvaluations
from nerconform.products.compare.library_answers import DataSides
from nerconform.products.compare.unit_changes import FoundChanges, unit_changes
from nerconform.reference.measures import Measure
from nerconform.reference.pipeline import Pipeline
from nerconform.results.bridge import UnitChange
from nerconform.results.comparison import CitedUnit

MOST_LISTED = 100
"""Sentences that are listed for each step."""
_RECORDS_AT_ONCE = 5000


class KeptChange(NamedTuple):
    """A sentence in which two dialects part, with its rank among all sentences."""

    rank: int
    unit: int
    change: UnitChange
    cited: CitedUnit


class ChangesPart(NamedTuple):
    """The sentences of a part in which two dialects part: how many, and those that come first in rank."""

    number: int
    kept: tuple[KeptChange, ...] = ()

    def with_part(self, other: "ChangesPart") -> "ChangesPart":
        """Return both parts together."""
        kept = sorted((*self.kept, *other.kept), key=lambda one: one[:2])[:MOST_LISTED]
        return ChangesPart(self.number + other.number, tuple(kept))


class CorpusEvaluations(PathEvaluations):
    """Evaluates dialects on files, each once; it holds no units."""

    def __init__(self, files: RecordFiles, scheme: str) -> None:
        """Look at the first sentence. Raises the errors of the formats."""
        super().__init__([], [])
        self.files = files
        first = next(iter(read(files.gold, None, files.options)))
        spans = any(side and not isinstance(side[0], str) for side in (first.gold, first.pred))
        self.sides = DataSides([], [], Form.SPANS if spans else Form.TAGS, scheme)
        self.sentences = 0
        self._cited: dict[int, CitedUnit] = {}

    def cited(self, index: int) -> CitedUnit:
        """Return a listed sentence as it was read."""
        return self._cited[index]

    def _read(self, path: ChangedDialect) -> PathEvaluation:
        files, paths = self.files, paths_of(self.files.gold)
        scored, _ = score_parquet(
            paths, path.dialect, files.options, UnitKind.SENTENCE, Engine.AUTO, files.jobs, resampling=True
        )
        self.sentences = scored.units
        return PathEvaluation(scored.evaluation, (), kinds=scored.kinds)

    def changes(self, before: PathEvaluation, after: PathEvaluation, measures: tuple[Measure, Measure]) -> FoundChanges:
        """Return the sentences in which two evaluations part: a sample, and how many more there are."""
        dialects = str(before.evaluation.dialect), str(after.evaluation.dialect)
        whole = ChangesPart(0)
        work = partial(changes_part, dialects, (str(measures[0]), str(measures[1])))
        for part in self.files.each(work):
            whole = whole.with_part(part)
        kept = sorted(whole.kept, key=lambda one: one.unit)
        self._cited |= {one.unit: one.cited for one in kept}
        return FoundChanges(tuple(one.change for one in kept), whole.number - len(kept))


def changes_part(
    dialects: tuple[str, str], measures: tuple[str, str], records: Iterator[Record], first: int
) -> ChangesPart:
    """Return the sentences in which two dialects part, of which `first` is the number of the first."""
    pipelines = [Pipeline.of(resolve(text)) for text in dialects]
    asked = Measure.parse(measures[0]), Measure.parse(measures[1])
    found = ChangesPart(0)
    while batch := list(islice(records, _RECORDS_AT_ONCE)):
        evaluations = [
            pipeline.evaluate_spans((sides_of(pipeline, record) for record in batch), outcomes=True)
            for pipeline in pipelines
        ]
        before, after = (PathEvaluation(one, one.outcomes or ()) for one in evaluations)
        changed = unit_changes(before, after, asked)
        kept = tuple(_kept(first + one.unit, one, batch[one.unit]) for one in changed)
        found = found.with_part(ChangesPart(len(kept), kept))
        first += len(batch)
    return found


def _kept(unit: int, change: UnitChange, record: Record) -> KeptChange:
    gold, pred = (unit_record(list(side or ())) for side in (record.gold, record.pred))
    numbered = UnitChange(unit, change.counts, change.before, change.after, change.same)
    return KeptChange(rank_of(unit), unit, numbered, CitedUnit(record.place(), record.tokens, gold, pred))

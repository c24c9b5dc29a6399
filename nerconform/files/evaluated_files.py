"""Evaluated files: an evaluation, what was read for it, and the record of every number."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import convert

from nerconform.base.errors import NerconformError
from nerconform.distributed.tallies import PartTally, require_tally
from nerconform.distributed.unit_tallies import UnitTally, require_few
from nerconform.engines.vectors import UnitKinds
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import ALL_COUNTS, SER, Measure
from nerconform.reference.outcomes import Outcomes, Schema, shown
from nerconform.reference.signature import Signature, short_dialect
from nerconform.results.context import FileRead, FilesRead, Interval, RatioFormat, Resampling
from nerconform.results.score_result import FileScores, MeasuredValue, SchemaScores, TextsFound
from nerconform.results.tally_part import TallyPart
from nerconform.results.values import number_of
from nerconform.stats.resampler import Resampler
from nerconform.stats.unit_draws import unsampled_choice
from nerconform.version import SPEC_VERSION, __version__


class OneAnnotation(NerconformError):
    """A file has one annotation alone, and a score needs gold and prediction."""

    code = "one-annotation"


class NoDocuments(NerconformError):
    """Documents are to be units, and the file marks none."""

    code = "no-documents"


@dataclass(frozen=True, slots=True)
class EvaluatedFiles:
    """An evaluation, and what was read for it.

    `units` is how many units there were, `alone` why one process did it all, where more were asked for.
    """

    evaluation: Evaluation
    units: int
    run: RunPart
    sources: tuple[SourceFile, ...]
    alone: str = ""
    kinds: UnitKinds | None = None

    def part(self) -> TallyPart:
        """Return the counts as a part that can be merged with others. Raises `CannotAdd`, `TooManyVectors`."""
        dialect = self.evaluation.dialect
        require_tally(dialect)
        digests = tuple(source.sha256 for source in self.sources)
        kind = self.run.unit or UnitKind.SENTENCE
        if self.kinds is not None:
            require_few(self.kinds)
        single = UnitTally(kind, self.kinds)
        return PartTally(dialect, self.evaluation.tally, self.units, single).record(digests)

    def scores(
        self,
        measures: Sequence[Measure] = (),
        drawn: Resampling | None = None,
        sampled: "SampledFiles | None" = None,
        schemas: Sequence[Schema] = (),
    ) -> FileScores:
        """Return the record of every number, and of those that are asked for apart. Raises `NotAnswered`.

        `schemas` are those that are wanted; of none, those that are shown where nobody asks for one. With `drawn`, and
        where `kinds` are known, micro averages have intervals; with `sampled` every other F1 as well.
        """
        dialect = self.evaluation.dialect
        values = [(measure, self.evaluation.value(measure)) for measure in measures]
        cited = [
            MeasuredValue(
                str(measure),
                number_of(value),
                f"{Signature(dialect, measure)} # {self.run}",
                self._interval(measure, drawn, sampled),
            )
            for measure, value in values
        ]
        tables = () if measures else schemas or shown(dialect)
        found = {str(schema): self._interval(Measure(schema, "micro", "f1"), drawn) for schema in tables}
        others = [] if measures or sampled is None else list(self._other_f1())
        rows = {str(measure): self._interval(measure, drawn, sampled) for measure in others}
        data = self.evaluation.to_dict(*schemas)
        return FileScores(
            tool=__version__,
            spec=SPEC_VERSION,
            signature=str(data["signature"]),
            schemas=convert(data["schemas"], Mapping[str, SchemaScores]),
            citation=f"{Signature(dialect)} # {self.run}",
            short=short_dialect(str(dialect)),
            round=RatioFormat(*dialect.round),
            engine=self.evaluation.engine,
            units=self.units,
            read=files_read(self.run, self.sources),
            measures=tuple(cited),
            intervals={schema: interval for schema, interval in found.items() if interval is not None},
            row_intervals={name: interval for name, interval in rows.items() if interval is not None},
            no_interval=unsampled_choice(dialect) if drawn is not None else "",
            drawn=drawn,
            texts={side: TextsFound(*counts) for side, counts in self.evaluation.texts.items()},
        )

    def _other_f1(self) -> Iterator[Measure]:
        """Yield F1 of every type and of the averages over types, for each schema."""
        for schema in shown(self.evaluation.dialect):
            for kind in self.evaluation.schemas[schema].by_type:
                yield Measure.of_type(schema, kind, "f1")
            yield from (Measure(schema, scope, "f1") for scope in ("macro", "weighted"))

    def _interval(
        self, measure: Measure, drawn: Resampling | None, sampled: "SampledFiles | None" = None
    ) -> Interval | None:
        """Return the interval of a ratio, `None` of a count and where there is none."""
        if drawn is None or self.kinds is None or measure.quantity in {*ALL_COUNTS, SER}:
            return None
        resampler = Resampler(measure, drawn)
        if measure.scope == "micro":
            found = resampler.of_kinds(self.kinds, self.evaluation.dialect)
        elif sampled is not None:
            found = resampler.interval(sampled, self.evaluation.dialect)
        else:
            return None
        return found if isinstance(found, Interval) else None


class SampledFiles(NamedTuple):
    """An evaluation with the outcomes of each sentence or document, from which every F1 can be drawn."""

    evaluation: Evaluation
    outcomes: Sequence[Outcomes]


def files_read(run: RunPart, sources: Sequence[SourceFile]) -> FilesRead:
    """Return the record of what was read."""
    inputs = tuple(FileRead(source.file, source.sha256) for source in sources)
    return FilesRead(str(run.unit), run.reader, inputs, str(run))

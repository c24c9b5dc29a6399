"""Compare: one data set, several implementations and dialects: the numbers, and why they differ."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from nerconform.api import resolve
from nerconform.asking.calling import Calling
from nerconform.asking.process import Limits
from nerconform.asking.question import Form
from nerconform.asking.records import unit as unit_record
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.distributed.tallies import require_tally
from nerconform.engines.vectors import UnitKinds
from nerconform.families.policy_sweep import sweep
from nerconform.files.evaluated_files import files_read
from nerconform.files.record_shards import RecordFiles
from nerconform.files.score_files import both_sides
from nerconform.formats.byte_files import shown
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind, require_file
from nerconform.formats.read import Input, paths_of, read, read_beside
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record, with_text
from nerconform.formats.stored_files import SameFile
from nerconform.products.compare.columns import AnsweredColumn, Columns, Participant, defaults, participants
from nerconform.products.compare.columns import Wanted as Implementation
from nerconform.products.compare.conclusions import conclusion
from nerconform.products.compare.corpus_evaluations import CorpusEvaluations
from nerconform.products.compare.evaluations import PathEvaluation, PathEvaluations
from nerconform.products.compare.library_answers import DataSides
from nerconform.products.compare.steps import end_of, lead, widest
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.options import Location
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import CannotAdd
from nerconform.reference.schemes import scheme_of
from nerconform.reference.signature import AS
from nerconform.reference.units import Unit, read_plain_units, read_units
from nerconform.results.bridge import change_of
from nerconform.results.comparison import (
    CitedUnit,
    Comparison,
    ComparisonColumn,
    NumbersFrom,
    SecondPrediction,
)
from nerconform.results.context import FilesRead
from nerconform.results.sweep_result import Sweep
from nerconform.results.values import number_of
from nerconform.stats.resampler import NotResampled, Resampler
from nerconform.stats.unit_draws import drawing, unsampled_choice
from nerconform.version import SPEC_VERSION, __version__


class ComparedData(NamedTuple):
    """Both sides as implementations are handed them, and every unit as it was read; a file has places and tokens."""

    sides: DataSides
    units: Sequence[Unit]
    records: Sequence[Record] = ()

    @property
    def sentences(self) -> int:
        """Return how many units there are."""
        return len(self.units)

    def place(self, index: int) -> str:
        """Return where a unit stands."""
        return self.records[index].place() if self.records else f"sentence {index}"

    def with_texts(self) -> tuple[list[object], list[object]]:
        """Return both sides with the text of each unit of a file."""
        sides = [with_text(record) for record in self.records]
        return [gold for gold, _ in sides], [pred for _, pred in sides]

    def cited(self, index: int) -> CitedUnit:
        """Return a unit as it was read."""
        gold, pred = (
            unit_record(side.mentions or side.spans if side.tags is None else list(side.tags))
            for side in self.units[index]
        )
        return CitedUnit(self.place(index), self.records[index].tokens if self.records else (), gold, pred)


def data_of(gold: object, pred: object, decoder: Dialect) -> ComparedData:
    """Return the data of lists of units. Raises what units deserve (INP-1 to INP-4).

    Where one side has spans, the tags of the other are decoded by the dialect.
    """
    units = read_plain_units(gold, pred)
    if _has_mentions(units):
        return ComparedData(DataSides(list(gold), list(pred), Form.MENTIONS, str(decoder.scheme)), units)  # type: ignore[call-overload] # lists, as was seen
    return ComparedData(_sides(units, decoder), units)


def data_of_files(
    gold: Input, pred: Path | None, against: Path | None, options: ReaderOptions, decoder: Dialect
) -> tuple[ComparedData, ComparedData | None]:
    """Return the data of a file with both sides, or of two; and the same gold with a second prediction, if any.

    Raises the errors of the formats and `OneAnnotation`.
    """
    records = list(both_sides(read(gold, pred, options)))
    first = _data(records, decoder)
    if against is None:
        return first, None
    return first, _data(list(both_sides(read_beside(records, shown(paths_of(gold)[0]), against, options))), decoder)


def _data(records: Sequence[Record], decoder: Dialect) -> ComparedData:
    units = read_units([record.gold or () for record in records], [record.pred or () for record in records])
    if _has_mentions(units):
        texted: list[tuple[Any, Any]] = [with_text(record) for record in records]
        gold, pred = ([one[side] for one in texted] for side in (0, 1))
        return ComparedData(DataSides(gold, pred, Form.MENTIONS, str(decoder.scheme)), units, records)
    return ComparedData(_sides(units, decoder), units, records)


def _has_mentions(units: Sequence[Unit]) -> bool:
    """Whether some entity has a text and no offsets."""
    return any(side.mentions for unit in units for side in unit)


def _sides(units: Sequence[Unit], decoder: Dialect) -> DataSides:
    """Return all units as tags, or all as spans where there are any."""
    scheme = str(decoder.scheme)
    if all(side.tags is not None for unit in units for side in unit):
        tags = [[list(unit[side].tags or ()) for unit in units] for side in (0, 1)]
        return DataSides(tags[0], tags[1], Form.TAGS, scheme)
    pipeline = Pipeline.of(decoder)
    spans = [[list(pipeline.spans(unit[n], side)) for unit in units] for n, side in enumerate(Side)]
    return DataSides(spans[0], spans[1], Form.SPANS, scheme)


DEFAULT_MEASURE = "strict.micro.f1"
RESAMPLES = 10_000
_PLAIN = ReaderOptions()
_CALLING = Calling()
_SECONDS = 600.0
"""A library may take so long for a whole file."""
_DECODER = "semeval"
_SENTENCE = re.compile(r"\bsentence (\d+)\b")
Progress = Callable[[str, int, int], None] | None
"""Told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is compared: whom, in which scheme, by which number, and how intervals are drawn."""

    implementations: Sequence[Implementation] = ()
    scheme: str = "IOB2"
    measure: str | Measure = DEFAULT_MEASURE
    bridges: Sequence[tuple[str, str]] = ()
    dialect: str | None = None
    timeout: float | None = None
    calling: Calling = _CALLING
    resamples: int = RESAMPLES
    seed: int = 0
    spread: bool = False
    shown_units: int = 2

    def __post_init__(self) -> None:
        """Refuse numbers that have no meaning. Raises `UnknownOption`."""
        drawing(self.resamples, self.seed)

    @property
    def decoder(self) -> Dialect:
        """Return the dialect that makes spans of tags where only spans can be used."""
        return resolve(_DECODER, str(scheme_of(self.scheme)))


def compare(  # noqa: PLR0913 - what is compared, on what, and which number
    gold: object,
    pred: object,
    implementations: Sequence[Implementation] | Implementation = (),
    *,
    scheme: str = "IOB2",
    measure: str | Measure = DEFAULT_MEASURE,
    bridges: Sequence[tuple[str, str]] = (),
    against: object = None,
    dialect: str | None = None,
    timeout: float | None = None,
    calling: Calling | Mapping[str, object] | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
    spread: bool = False,
    progress: Progress = None,
) -> Comparison:
    """Return what implementations and dialects give on one data set, and why their numbers differ.

    `gold` and `pred` are lists of units as for `nerconform.evaluate`, `scheme` says how their tags are written.
    `implementations` are those of `nerconform.check`, and names of dialects; a library that is not installed is stood
    in for by the reference in the dialect that it declares. By default: the installed libraries that read such data,
    and the named dialects. `measure` is the number that is compared.

    `bridges` are pairs of columns, each as `NAME` or `NAME|MEASURE`; by default one, between the two libraries that
    differ most. `against` is a second prediction for the same gold. Intervals and tests are drawn from so many
    `resamples` (0: none; at most 1,000,000) with this `seed`. `spread` adds the number under every policy. `dialect`,
    `timeout` and `calling` are those of `nerconform.check`.

    Raises what units deserve (INP-1 to INP-4), `UnknownImplementation`, `NotInstalled`, `NoSuchColumn`,
    `UnknownMeasure`, `UnknownOption` and the errors of scheme and dialect. A refusal or a crash is an answer.
    """
    one = isinstance(implementations, str) or not isinstance(implementations, Sequence)
    wanted: Sequence[Implementation] = (implementations,) if one else implementations  # type: ignore[assignment]
    called = calling if isinstance(calling, Calling) else Calling.of(calling or {})
    terms = Terms(wanted, scheme, measure, bridges, dialect, timeout, called, resamples, seed, spread)
    data = data_of(gold, pred, terms.decoder)
    second = None if against is None else data_of(gold, against, terms.decoder)
    return _Comparing(data, second, terms, progress).comparison("" if second is None else "against")


def compare_files(  # noqa: PLR0913 - what is read, and how
    gold: Input,
    pred: Path | None,
    terms: Terms,
    *,
    against: Path | None = None,
    options: ReaderOptions = _PLAIN,
    progress: Progress = None,
    jobs: int = 1,
) -> Comparison:
    """Return the comparison of a file with both annotations, of two files, or of a corpus, each sentence a unit.

    `against` is a file with a second prediction. If only dialects whose counts add up are compared on Parquet files,
    no sentence is kept, `jobs` processes share the work, and each step of a bridge lists a sample of its sentences.
    Otherwise all sentences are kept. Raises what `score_files` and `compare` raise, with file and line.
    """
    files = RecordFiles(gold, pred, options, jobs, progress)
    if against is None and files.in_parts and not terms.spread:
        asked = participants(terms.implementations, terms.dialect, Limits(_SECONDS), terms.calling)
        if _add_up(asked, terms.scheme):
            run, sources = files.run()
            corpus = CorpusEvaluations(files, terms.scheme)
            return _Comparing(corpus, None, terms, progress).comparison("", files_read(run, sources))
    paths = paths_of(gold, pred, against)
    for path in (*paths, *([options.id2label] if isinstance(options.id2label, Path) else [])):
        require_file(path)
    if len({path.resolve() for path in paths}) < len(paths):
        hint = "Name each file once. If it has both gold and predictions: nerconform compare FILE."
        raise SameFile("this file is named twice", place=str(paths[-1]), hint=hint)
    data, second = data_of_files(gold, pred, against, options, terms.decoder)
    sources = tuple(map(SourceFile.of, paths))
    digests = tuple(source.sha256 for source in sources)
    run = RunPart(__version__, UnitKind.SENTENCE, digests, options.text() or "default")
    name = "" if against is None else str(against)
    return _Comparing(data, second, terms, progress).comparison(name, files_read(run, sources))


def _add_up(asked: Sequence[Participant], scheme: str) -> bool:
    """Whether all who are compared are dialects, at least one, whose counts of parts add up."""
    for one in asked:
        implementation = one.implementation
        if one.program is not None or not isinstance(implementation, ReferenceImplementation):
            return False
        dialect = implementation.dialect(DataSides([], [], Form.TAGS, scheme).question())
        if not isinstance(dialect, Dialect) or dialect.canonical().location is not Location.OFFSETS:
            return False
        try:
            require_tally(dialect)
        except CannotAdd:
            return False
    return bool(asked)


def _not_drawn(path: ChangedDialect, *evaluations: PathEvaluation) -> str:
    """Return why units of a path cannot be drawn, or nothing."""
    regrouping = next((quirk.id for quirk in path.quirks if quirk.reads is not None), None)
    counting = next((quirk.id for quirk in path.quirks if quirk.step in {"filter", "count", "score"}), None)
    if reason := unsampled_choice(path.dialect):
        return reason
    if regrouping or counting:
        return f"the quirk {regrouping or counting} looks across units"
    if path.quirks and not all(evaluated.outcomes for evaluated in evaluations):
        return f"with {', '.join(quirk.id for quirk in path.quirks)} it counts no spans of single units"
    return ""


class _Comparing:
    """A comparison that is being made."""

    def __init__(
        self, data: ComparedData | CorpusEvaluations, second: ComparedData | None, terms: Terms, progress: Progress
    ) -> None:
        self.data, self.terms, self.progress = data, terms, progress
        self.measure = Measure.parse(terms.measure) if isinstance(terms.measure, str) else terms.measure
        self.drawn = drawing(terms.resamples, terms.seed)
        self.resampler = None if self.drawn is None else Resampler(self.measure, self.drawn)
        self.first = self._columns(data)
        self.second = None if second is None else self._columns(second)

    def _columns(self, data: ComparedData | CorpusEvaluations) -> Columns:
        sides = data.sides
        if isinstance(data, CorpusEvaluations):
            return Columns(data, sides, self.measure, self.terms.decoder)
        with_texts = data.with_texts if data.records and sides.form is not Form.MENTIONS else None
        evaluations = PathEvaluations(sides.gold, sides.pred, with_texts=with_texts)
        return Columns(evaluations, sides, self.measure, self.terms.decoder)

    def comparison(self, second: str, read: FilesRead | None = None) -> Comparison:
        """Return the comparison."""
        answered = self._answered()
        by_name = {one.column.name: one for one in answered}
        ends = [
            (end_of(left, by_name, self.measure), end_of(right, by_name, self.measure))
            for left, right in self.terms.bridges
        ] or widest(answered, self.measure)
        bridges = []
        for number, (left, right) in enumerate(ends):
            self._tell("bridges", number, len(ends))
            bridges.append(lead(self.first.evaluations, left, right))
        self._tell("bridges", len(ends), len(ends))
        touched = sorted({unit.unit for one in bridges for step in one.steps for unit in step.units})
        parts = (f"nerconform:{__version__}" if read is None else read.citation, self.drawn)
        run_text = " ".join(str(part) for part in parts if part is not None)
        return Comparison(
            tool=__version__,
            spec=SPEC_VERSION,
            measure=str(self.measure),
            scheme=self.data.sides.scheme,
            units=self.data.sentences,
            run_text=run_text,
            columns=tuple(self._cited(one.column, run_text) for one in answered),
            bridges=tuple(bridges),
            cited={index: self.data.cited(index) for index in touched},
            drawn=self.drawn,
            second=second,
            conclusion=conclusion([one.column for one in answered], read) if second else None,
            spread=self._spread(),
            read=read,
            shown_units=self.terms.shown_units,
        )

    def _cited(self, column: ComparisonColumn, run_text: str) -> ComparisonColumn:
        """Return a column with the signature of its number."""
        if not column.dialect:
            return column
        rules = column.name if column.name.startswith(AS) else column.dialect
        return replace(column, citation=f"{rules}|{self.measure}|spec:{SPEC_VERSION} # {run_text}")

    def _spread(self) -> Sweep | None:
        if not self.terms.spread:
            return None
        sides = self.data.sides
        return sweep(sides.gold, sides.pred, self.terms.decoder, measure=self.measure, progress=self.progress)

    def _answered(self) -> list[AnsweredColumn]:
        """Return the columns."""
        terms = self.terms
        limits = Limits.of(_SECONDS if terms.timeout is None else terms.timeout)
        asked = participants(terms.implementations, terms.dialect, limits, terms.calling) or defaults(self.data.sides)
        found = []
        for number, participant in enumerate(asked):
            self._tell("numbers", number, len(asked))
            one = self.first.answer(participant)
            column = self._placed(self._with_interval(one))
            if self.second is not None:
                column = self._against(participant, one, column)
            found.append(AnsweredColumn(column, one.computation))
        self._tell("numbers", len(asked), len(asked))
        return found

    def _placed(self, column: ComparisonColumn) -> ComparisonColumn:
        """Return a column whose refusal by the reference says where the unit stands, in a file by its line."""
        if column.numbers_from is not NumbersFrom.REFERENCE:
            return column
        data = self.data
        if isinstance(data, CorpusEvaluations):
            return column
        return replace(column, refused=_SENTENCE.sub(lambda unit: data.place(int(unit[1])), column.refused, 1))

    def _with_interval(self, one: AnsweredColumn) -> ComparisonColumn:
        """Return a column with its interval, or why it has none."""
        column = one.column
        if self.resampler is None or column.value is None:
            return column
        evaluated = self._read(self.first, one)
        if evaluated is None or one.computation is None:
            return replace(column, no_interval="nothing explains its number")
        if evaluated.kinds is not None:
            return self._of_kinds(column, evaluated.kinds, one.computation.path.dialect)
        found = self.resampler.interval(
            evaluated, one.computation.path.dialect, _not_drawn(one.computation.path, evaluated)
        )
        if isinstance(found, NotResampled):
            return replace(column, no_interval=found.reason)
        return replace(column, interval=found)

    def _of_kinds(self, column: ComparisonColumn, kinds: UnitKinds, dialect: Dialect) -> ComparisonColumn:
        """Return a column with the interval that follows from what units add."""
        assert self.resampler is not None  # noqa: S101 - the caller has looked
        if self.measure.scope != "micro" or self.measure.quantity in COUNTS:
            return replace(column, no_interval="of Parquet files only ratios of the micro average have intervals")
        found = self.resampler.of_kinds(kinds, dialect)
        if isinstance(found, NotResampled):
            return replace(column, no_interval=found.reason)
        return replace(column, interval=found)

    def _against(self, participant: Participant, first: AnsweredColumn, column: ComparisonColumn) -> ComparisonColumn:
        """Return a column with what it gives for the second prediction, and how the two compare."""
        assert self.second is not None  # noqa: S101 - the caller has looked
        other = self.second.answer(participant)
        difference = change_of(column.value, other.column.value)
        against = SecondPrediction(other.column.number or number_of(None), number_of(difference))
        evaluations = (self._read(self.first, first), self._read(self.second, other))
        if self.resampler is None or None in evaluations or first.computation is None or other.computation is None:
            return replace(column, against=against)
        if None in {column.value, other.column.value} or first.computation.key != other.computation.key:
            return replace(column, against=against)
        path = first.computation.path
        reason = _not_drawn(path, *evaluations)  # type: ignore[arg-type] # no None, as was seen
        found = self.resampler.paired(evaluations, path.dialect, reason)  # type: ignore[arg-type] # the same
        if isinstance(found, NotResampled):
            return replace(column, against=against)
        p = None if found.p is None else number_of(found.p)
        filled = replace(against, interval=found.interval, difference_interval=found.difference, p_number=p)
        return replace(column, against=filled)

    def _read(self, columns: Columns, one: AnsweredColumn) -> PathEvaluation | None:
        """Return the evaluation that gives a column its number, `None` where nothing explains it."""
        if one.computation is None or not one.column.is_explained:
            return None
        found = columns.evaluations.along(one.computation.path)
        return found if isinstance(found, PathEvaluation) else None

    def _tell(self, name: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(name, done, total)

"""PathEvaluations: what the reference makes of the data along a path, not all of it anew for every path.

Units whose tags are legal on both sides are decoded alike under every policy, so they are decoded once for every way of
parsing, and matched once for every way of matching. A policy, or a quirk, is asked about the other units alone: those
with an illegal transition or a tag that is refused, and those on which the quirk can fire. What a measure sees of an
evaluation, and in which units two of them part, is said here, too.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.engines.vectors import UnitKinds
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.credits import Amount
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans
from nerconform.reference.locating import texts_of
from nerconform.reference.measures import COUNTS, OUTCOME_COUNTS, Measure
from nerconform.reference.options import Align, Attribution, Credit, Gold, LabelRule, Location, Pool, Subset
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema, answered
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit, read_units
from nerconform.results.bridge import PathValue
from nerconform.results.values import Count, ExactNumber, SideCounts, number_of


def lengths_of(pipeline: Pipeline, units: Iterable[Unit]) -> list[int]:
    """Return how many places each unit takes where all are one: a quirk may put something behind each."""
    return [
        max(
            len(pipeline.parse(side.tags))
            if side.tags is not None
            else max((span.end for span in side.spans), default=0)
            for side in unit
        )
        for unit in units
    ]


def apart(whole: Outcomes, lengths: Sequence[int]) -> Iterator[Outcomes]:
    """Yield the outcomes of all units as one unit by unit: a row belongs to the unit in which its first span starts."""
    firsts = list(accumulate(lengths, initial=0))[:-1]
    rows = _split(whole.rows, firsts)
    of_type = {kind: _split(alignment, firsts) for kind, alignment in (whole.of_type or {}).items()}
    for index in range(len(firsts)):
        kinds = {kind: units[index] for kind, units in of_type.items()}
        yield Outcomes(rows[index], None if whole.of_type is None else kinds)


def _split(alignment: Alignment, firsts: Sequence[int]) -> list[Alignment]:
    """Return the rows of each unit, their spans in its own tokens."""
    units: list[dict[Schema, list[Pair]]] = [{schema: [] for schema in alignment} for _ in firsts]
    for schema, rows in alignment.items():
        for row in rows:
            unit = bisect_right(firsts, next(span.start for span in row if span is not None)) - 1
            gold, pred = (None if span is None else _moved(span, firsts[unit]) for span in row)
            units[unit][schema].append(row.with_spans(gold, pred))
    return [{schema: tuple(rows) for schema, rows in unit.items()} for unit in units]


def _moved(span: Span, by: int) -> Span:
    return span.moved(-by)


def is_tagged(unit: Unit) -> bool:
    """Whether both sides are tags."""
    return unit.gold.tags is not None and unit.pred.tags is not None


def agreed(spans: Spans, schemas: Sequence[Schema], *, refilters: bool) -> Outcomes:
    """Return the outcomes of a unit in which every span meets its equal."""
    rows = tuple(Pair(span, span) for span in spans)
    if not refilters:
        return Outcomes(dict.fromkeys(schemas, rows))
    kinds = sorted({span.type for span in spans})
    of_type = {kind: tuple(row for row in rows if row.gold is not None and row.gold.type == kind) for kind in kinds}
    return Outcomes(dict.fromkeys(schemas, rows), {kind: dict.fromkeys(schemas, of_type[kind]) for kind in kinds})


def mark_of(pipeline: Pipeline, tag: str) -> Mark | None:
    """Return what a tag says, `None` where it is refused."""
    try:
        (mark,) = pipeline.parse((tag,))
    except NerconformError:
        return None
    return mark


def spans_of(pipeline: Pipeline, marks: Mapping[str, Mark | None], annotation: Annotation, side: Side) -> Spans | None:
    """Return the spans of one side of a unit, `None` where it is illegal, or a tag is refused."""
    try:
        if annotation.tags is None:
            return pipeline.spans(annotation, side)
        found = [marks[tag] for tag in annotation.tags]
        return None if None in found else pipeline.decode(found, side)  # type: ignore[arg-type] # no None, as was seen
    except (KeyError, TypeError, NerconformError):  # a tag that is no string, or an illegal transition
        return None


_MATCHING = (
    *("item", "duplicates", "align", "scope", "overlap", "attribution", "labels"),
    *("rename", "subset", "cover", "credit", "weights"),
)
"""The axes on which it depends who meets whom, and what a meeting counts, once the spans are there."""
_Both = tuple[Spans, Spans]
_Kept = list[_Both | None]
"""The spans of every unit that is legal, `None` for the others."""


class NoEvaluation(NamedTuple):
    """A path without an answer on these data: why, the type of the error, and whether a library would crash with it."""

    reason: str
    error: str = ""
    crashes: bool = False


class Computation(NamedTuple):
    """A way to compute a number: the path, the measure, and the implementation that does so.

    `declared` is the dialect that the implementation declares; where the path makes another choice, it is its own.
    """

    path: ChangedDialect
    measure: Measure
    whose: str = ""
    declared: Dialect | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """Return dialect and quirks: two ways with one key compute one number of the same data."""
        return (str(self.path.dialect), *(quirk.id for quirk in self.path.quirks))

    def departs(self, axis: str) -> bool:
        """Whether the implementation makes another choice than it declares."""
        return self.declared is not None and self.declared.option(axis) != self.path.dialect.option(axis)


@dataclass(frozen=True, slots=True)
class PathEvaluation:
    """The evaluation of the data along a path, and who met whom in each unit, in the unit's own tokens.

    `outcomes` is empty where a quirk regroups the units, or counts something else than spans. `texts` has the text of
    each span of each unit, where entities are located by their texts. `kinds` says how many units add each vector of
    counts, where the units were not kept.
    """

    evaluation: Evaluation
    outcomes: Sequence[Outcomes]
    texts: Sequence[Mapping[Span, str]] = ()
    kinds: UnitKinds | None = None


class _Matched(NamedTuple):
    """The outcomes of the units that are legal, `None` for the others, and their tally."""

    outcomes: list[Outcomes | None]
    tally: Tally


@dataclass(slots=True)
class PathEvaluations:
    """Reads one data set along any path. Raises what no path could read (INP-1 to INP-4)."""

    gold: Sequence[object]
    pred: Sequence[object]
    ask: str = "scores"
    with_texts: Callable[[], tuple[Sequence[object], Sequence[object]]] | None = None
    """The same data with the text of each unit, where they are not passed with it anyway."""
    units: list[Unit] = field(init=False)
    _alphabet: tuple[str, ...] = field(init=False)
    _found: dict[object, PathEvaluation | NoEvaluation] = field(init=False, default_factory=dict)
    _legal: dict[object, _Kept] = field(init=False, default_factory=dict)
    _matched: dict[object, _Matched] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Read the units, and list their tags."""
        self.units = read_units(self.gold, self.pred)
        sides = (side.tags or () for unit in self.units for side in unit)
        self._alphabet = tuple(sorted({tag for tags in sides for tag in tags if isinstance(tag, str)}))

    def along(self, path: ChangedDialect) -> PathEvaluation | NoEvaluation:
        """Return the evaluation along a path, or why there is none.

        Between two libraries a path can hold a quirk of one and choices of the other, for which it was not made: what
        it then raises, whatever it is, means that there is no number.
        """
        key = str(path.dialect), tuple(quirk.id for quirk in path.quirks)
        if key not in self._found:
            try:
                self._found[key] = self._read(path)
            except NerconformError as error:
                self._found[key] = NoEvaluation(f"{type(error).__name__}: {error}", type(error).__name__)
            except LibraryRaises as raised:
                self._found[key] = NoEvaluation(raised.error, raised.error, crashes=True)
            except Exception as error:
                if not path.quirks:
                    raise
                self._found[key] = NoEvaluation(f"{type(error).__name__}: {error}", type(error).__name__, crashes=True)
        return self._found[key]

    def firing(self, quirks: Iterable[Quirk], dialect: Dialect) -> tuple[Quirk, ...]:
        """Return the quirks that can fire on these data."""
        given = Given(self.gold, self.pred, dialect, self.ask)
        return tuple(quirk for quirk in quirks if dialect.scheme in quirk.schemes and quirk.fires(given))

    def spans(self, dialect: Dialect) -> list[_Both] | None:
        """Return what a dialect decodes, unit by unit, `None` where it refuses."""
        try:
            return list(self._decoded(Pipeline.of(dialect), self._legal_in(dialect), frozenset()))
        except NerconformError:
            return None

    def _read(self, path: ChangedDialect) -> PathEvaluation:
        if path.dialect.canonical().location is not Location.OFFSETS:
            return self._located(path)
        plain = pipeline = Pipeline.of(path.dialect)
        given = Given(self.gold, self.pred, path.dialect, self.ask)
        for quirk in path.quirks:
            pipeline = quirk.on(given)(pipeline)
        counts = pipeline.count is not plain.count
        regroups = counts or pipeline.filter is not plain.filter or pipeline.read is not plain.read
        if regroups or pipeline.dialect.pool is Pool.FLAT or any(quirk.reads is not None for quirk in path.quirks):
            whole = self._whole(pipeline)
            return replace(whole, outcomes=()) if counts and pipeline.match is not plain.match else whole
        if path.dialect.labels.rule is LabelRule.GOLD:
            decoded = self._decoded(pipeline, self._legal_in(path.dialect), self._fired(path))
            found = [pipeline.match(*unit) for unit in pipeline.filter(decoded)]
            return PathEvaluation(Evaluation(pipeline.dialect, pipeline.count(found), pipeline.score), found)
        return self._by_unit(path, plain, pipeline)

    def _located(self, path: ChangedDialect) -> PathEvaluation:
        """Return the evaluation by texts, unit by unit. No library locates texts, so quirks change nothing here."""
        gold, pred = (self.gold, self.pred) if self.with_texts is None else self.with_texts()
        pipeline = Pipeline.of(path.dialect)
        evaluation = pipeline.evaluate(gold, pred, outcomes=True)
        texts = [
            texts_of(path.dialect, unit, pipeline.spans(unit.gold, Side.GOLD), pipeline.spans(unit.pred, Side.PRED))
            for unit in read_units(gold, pred)
        ]
        return PathEvaluation(evaluation, evaluation.outcomes or (), texts)

    def _whole(self, pipeline: Pipeline) -> PathEvaluation:
        """Return the evaluation of all units at once."""
        evaluation = pipeline.evaluate(self.gold, self.pred, outcomes=True)
        outcomes = evaluation.outcomes or ()
        if pipeline.dialect.pool is Pool.FLAT:
            outcomes = tuple(apart(outcomes[0], lengths_of(pipeline, self.units))) if outcomes else ()
        return PathEvaluation(evaluation, outcomes if len(outcomes) == len(self.units) else ())

    def _by_unit(self, path: ChangedDialect, plain: Pipeline, pipeline: Pipeline) -> PathEvaluation:
        """Return the evaluated in which the legal units are those of the plain path, and the others are read anew."""
        fired = self._fired(path)
        legal = self._legal_in(path.dialect)
        decoded = self._decoded(pipeline, legal, fired)
        matched = self._matched_in(path.dialect, plain, legal)
        outcomes: list[Outcomes] = []
        anew: list[Outcomes] = []
        for index, (spans, known) in enumerate(zip(pipeline.filter(decoded), matched.outcomes, strict=True)):
            if known is None or index in fired:
                anew.append(pipeline.match(*spans))
                outcomes.append(anew[-1])
            else:
                outcomes.append(known)
        if fired:
            return PathEvaluation(Evaluation(pipeline.dialect, pipeline.count(outcomes), pipeline.score), outcomes)
        tally = matched.tally + pipeline.count(anew) if anew else matched.tally
        return PathEvaluation(Evaluation(pipeline.dialect, tally, pipeline.score), outcomes)

    def _fired(self, path: ChangedDialect) -> frozenset[int]:
        """Return the units on which one of the quirks can fire."""
        if not path.quirks:
            return frozenset()
        sides = zip(self.gold, self.pred, strict=True)
        given = (Given([gold], [pred], path.dialect, self.ask) for gold, pred in sides)
        return frozenset(index for index, unit in enumerate(given) if any(quirk.fires(unit) for quirk in path.quirks))

    def _decoded(self, pipeline: Pipeline, legal: _Kept, fired: frozenset[int]) -> Iterator[_Both]:
        """Yield the spans of every unit; errors are given their place."""
        for index, (unit, spans) in enumerate(zip(self.units, legal, strict=True)):
            if spans is not None and index not in fired:
                yield spans
                continue
            yield self._spans(pipeline, unit.gold, Side.GOLD, index), self._spans(pipeline, unit.pred, Side.PRED, index)

    def _spans(self, pipeline: Pipeline, annotation: Annotation, side: Side, index: int) -> Spans:
        try:
            return pipeline.spans(annotation, side)
        except NerconformError as error:
            raise error.at(f"{side}, sentence {index}") from None

    def _legal_in(self, dialect: Dialect) -> _Kept:
        """Return the spans of the units that are legal on both sides, as every policy decodes them."""
        strict = Pipeline.of(replace(dialect, policy=POLICIES["refuse"], gold=Gold.SAME, pool=Pool.CORPUS))
        marks = {tag: mark_of(strict, tag) for tag in self._alphabet}
        key = dialect.scheme, dialect.item, tuple(marks.values())
        if key not in self._legal:
            self._legal[key] = [
                (gold, pred) if gold is not None and pred is not None else None
                for gold, pred in (
                    (spans_of(strict, marks, unit.gold, Side.GOLD), spans_of(strict, marks, unit.pred, Side.PRED))
                    for unit in self.units
                )
            ]
        return self._legal[key]

    def _matched_in(self, dialect: Dialect, pipeline: Pipeline, legal: _Kept) -> _Matched:
        """Return the outcomes of the legal units."""
        canonical = dialect.canonical()
        key = id(legal), dialect.pool, tuple(canonical.option(axis) for axis in _MATCHING)
        if key not in self._matched:
            agreed = self._agreed_in(dialect, pipeline, legal)
            outcomes, anew = list(agreed.outcomes), list[Outcomes]()
            some = [index for index, spans in enumerate(legal) if spans is not None and outcomes[index] is None]
            units = pipeline.filter([legal[index] or ((), ()) for index in some])
            for index, spans in zip(some, units, strict=True):
                outcomes[index] = pipeline.match(*spans)
                anew.append(outcomes[index])  # type: ignore[arg-type] # put there in the line above
            self._matched[key] = _Matched(outcomes, agreed.tally + pipeline.count(anew))
        return self._matched[key]

    def _agreed_in(self, dialect: Dialect, pipeline: Pipeline, legal: _Kept) -> _Matched:
        """Return the outcomes of the legal units whose tags give the same spans on both sides.

        Their spans are disjoint, and two equal spans that overlap no other meet in every evaluation.
        """
        aligned = dialect.align is not Align.NONE
        refilters = aligned and dialect.attribution is Attribution.REFILTER
        filters = (
            dialect.labels.rule is not LabelRule.UNION
            or bool(dialect.rename.given)
            or dialect.subset is not Subset.ALL
            or dialect.credit is not Credit.FIXED
            or dialect.weights.by_class
            or dialect.align is Align.TWO_SIDED
        )
        schemas = answered(dialect)
        key = id(legal), dialect.pool, schemas, refilters, filters
        if key not in self._matched:
            outcomes = [
                agreed(spans[0], schemas, refilters=refilters)
                if not filters and spans is not None and spans[0] == spans[1] and is_tagged(unit)
                else None
                for unit, spans in zip(self.units, legal, strict=True)
            ]
            self._matched[key] = _Matched(outcomes, pipeline.count(one for one in outcomes if one is not None))
        return self._matched[key]


def path_value_of(evaluated: PathEvaluation, measure: Measure) -> PathValue | NoEvaluation:
    """Return value and counts of a measure; a ratio as a ratio, whatever scale the dialect prints it on."""
    evaluation = evaluated.evaluation
    try:
        value = evaluation.value(measure)
    except (NotAnswered, KeyError) as error:  # a quirk can take all results away
        return NoEvaluation(f"{type(error).__name__}: {error}")
    if isinstance(value, Fraction):
        value /= evaluation.dialect.round.scale
    return PathValue(number_of(value), counts_of(evaluated, measure))


def counts_of(evaluated: PathEvaluation, measure: Measure) -> Mapping[str, Count]:
    """Return the counts of the measure's type, or of all types together."""
    tally = evaluated.evaluation.tally
    if measure.type is not None:
        counts = tally.counts(measure.schema, measure.type)
    else:
        counts = tally.total.get(measure.schema, Counts())
    return counts_named(counts, aligned=is_aligned(evaluated))


def counts_named(counts: Counts, *, aligned: bool) -> Mapping[str, Count]:
    """Return counts by their names; without alignment there is no INC, PAR, MIS and SPU."""
    return {name: _recorded(counts, name) for name in COUNTS if aligned or name not in OUTCOME_COUNTS}


def _recorded(counts: Counts, name: str) -> Count:
    """Return the record of a count, of both sides where they differ."""
    gold, pred = counts.by_side(name)
    return _amount(gold) if gold == pred else SideCounts(_amount(gold), _amount(pred))


def _amount(amount: Amount) -> int | ExactNumber:
    return amount if isinstance(amount, int) else ExactNumber(amount.numerator, amount.denominator)


def is_aligned(evaluated: PathEvaluation) -> bool:
    """Whether an evaluation pairs spans that are not equal."""
    return evaluated.evaluation.dialect.align is not Align.NONE

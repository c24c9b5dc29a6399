"""Family scores: one measure under every policy of a family, without decoding all the data for each (DEC-15).

What is legal is the same under every policy, and is counted once. The rest is cut into blocks (`tag_blocks`). Blocks of
one shape are decoded once for each way through the decision points that they meet (`behaviours`), equal results are
counted once, and the sums are made for all policies together. What a block adds to the counts is a sparse vector of
integers, so that blocks add up without a tally being made for each policy; under `pool:mean` a unit is a block, and
what it adds is one unit with these counts (CNT-6).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, chain
from math import prod
from typing import NamedTuple

from nerconform.families.behaviours import Assignment, Choices
from nerconform.families.effects import Value
from nerconform.families.tag_blocks import Block, Cutter, LookCounts, Looks, ReadSide, ReadUnit
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.credits import CELLS, Amount
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Filter, Spans, Stream, keep, renamer
from nerconform.reference.measures import Measure
from nerconform.reference.options import LabelRule, Pool
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit
from nerconform.results.sweep_result import IllegalTransitions


class Feature(NamedTuple):
    """What is counted: an outcome of a type (`None`: of all), a type on a side, or units with equal counts."""

    name: str
    of: Hashable
    outcome: int = 0


Contribution = Mapping[Feature, Amount]


class Counting:
    """The steps of a pipeline behind decoding, for one measure."""

    def __init__(self, pipeline: Pipeline, measure: Measure, keep: Filter) -> None:
        """Take the filter apart, because under `labels:gold` that of a pipeline has to see all units at once."""
        self._pipeline = pipeline
        self._measure = measure
        self._schema = Schema(measure.schema)
        self._keep = keep
        self._values: dict[frozenset[tuple[Feature, Amount]], Value | NotAnswered] = {}

    def of(self, units: Stream) -> Contribution:
        """Return what these units, or blocks, add."""
        found = self._pipeline.count(self._pipeline.match(*unit) for unit in self._keep(units))
        return dict(self._features(found))

    def _features(self, tally: Tally) -> Iterator[tuple[Feature, Amount]]:
        """Yield what is not 0 in a tally, as far as the measure looks at it."""
        kinds = self._kinds(tally)
        rows = chain([(None, tally.total[self._schema])], ((kind, tally.counts(self._schema, kind)) for kind in kinds))
        for kind, counts in rows:
            yield from ((Feature("counts", kind, n), count) for n, count in enumerate(counts.cells()) if count)
        for name, types in (("gold", tally.gold_types), ("pred", tally.pred_types)):
            yield from ((Feature(name, kind), 1) for kind in kinds if kind in types)
        alike: dict[Feature, int] = {}
        for unit in tally.units:
            key = (
                unit.total[self._schema],
                tuple((kind, unit.counts(self._schema, kind)) for kind in self._kinds(unit)),
            )
            feature = Feature("unit", key)
            alike[feature] = alike.get(feature, 0) + 1
        yield from alike.items()

    def _kinds(self, tally: Tally) -> Sequence[str]:
        """Return the types that the measure looks at."""
        if self._measure.scope == "micro":
            return ()
        return [kind for kind in tally.by_type if self._measure.type in {None, kind}]

    def value(self, whole: Contribution) -> Value | NotAnswered:
        """Return the value of the measure, or why there is none: a type without a row."""
        key = frozenset(whole.items())
        if key not in self._values:
            evaluation = Evaluation(self._pipeline.dialect, self._tally(whole), self._pipeline.score)
            try:
                self._values[key] = evaluation.value(self._measure)
            except NotAnswered as error:
                self._values[key] = error
        return self._values[key]

    def _tally(self, whole: Contribution) -> Tally:
        """Return the tally that a sum of contributions speaks of."""
        counts: dict[str | None, list[Amount]] = {None: [0] * CELLS}
        types: dict[str, set[str]] = {"gold": set(), "pred": set()}
        units: list[Tally] = []
        for (name, of, outcome), count in whole.items():
            if name == "counts":
                counts.setdefault(of, [0] * CELLS)[outcome] = count  # type: ignore[arg-type] # a type or None
            elif name == "unit":
                units.append(self._unit(int(count), *of))  # type: ignore[misc] # as `_features` made it
            else:
                types[name].add(str(of))
        total = {self._schema: Counts(*counts[None])}
        by_type = {
            kind: {self._schema: Counts(*counts.get(kind, ()))} for kind in sorted(types["gold"] | types["pred"])
        }
        return Tally(total, by_type, frozenset(types["gold"]), frozenset(types["pred"]), tuple(units))

    def _unit(self, times: int, total: Counts, by_type: tuple[tuple[str, Counts], ...]) -> Tally:
        """Return the tally of so many units."""
        rows = {kind: {self._schema: counts} for kind, counts in by_type}
        return Tally({self._schema: total}, rows, frozenset(), frozenset(), times=times)


Sums = defaultdict[Assignment, Counter[Feature]]
"""What all policies that choose like an assignment have in common, beyond what shorter assignments say."""


def _add(total: Counter[Feature], contribution: Contribution, times: int) -> None:
    for feature, count in contribution.items():
        total[feature] = total.get(feature, 0) + times * count  # type: ignore[assignment] # amounts add up as integers do


def of_policies(entries: Sums, sizes: Sequence[int]) -> Iterator[Contribution]:
    """Yield the sum for each policy, the last point varying fastest.

    Chooses at the first point, and leaves the others to the rest: what only they decide is merged once for all.
    """
    if not sizes:
        yield entries[()]
        return
    for option in range(sizes[0]):
        merged = Sums(Counter)
        for (first, *rest), contribution in entries.items():
            if first is None or first == option:
                _add(merged[tuple(rest)], contribution, 1)
        yield from of_policies(merged, sizes[1:])


Progress = Callable[[str, int, int], None] | None
"""Is called with what is being done, how much of it is done, and how much there is."""
Contribute = Callable[[Spans, Spans], Contribution]
"""The spans of a block in, what they add out."""
Answer = Value | NotAnswered
_STEP = 200
_UNITS_AT_ONCE = 1000


class FamilyScores(NamedTuple):
    """The value under each policy in the order of the family, what illegal transitions touch, who meets each point."""

    values: tuple[Value, ...]
    touched: Mapping[str, IllegalTransitions]
    met: Mapping[str, int]


@dataclass(slots=True)
class FamilyData:
    """What units add, as far as no policy changes it, and the illegal stretches of units; parts of the data add up.

    It grows with the different stretches, not with the units; only under `labels:gold` it keeps all legal spans.
    """

    looks: dict[Side, LookCounts]
    legal: Counter[Feature] = field(default_factory=Counter)
    spans: list[tuple[Spans, Spans]] = field(default_factory=list)
    blocks: Counter[tuple[Block, ...]] = field(default_factory=Counter)
    """How many units have these blocks."""
    tagged: bool = False
    """Whether a side of a unit has tags."""

    @property
    def units(self) -> int:
        """Return how many units were read."""
        return self.looks[Side.GOLD].sides["units"]

    def update(self, other: "FamilyData") -> None:
        """Add another part."""
        for side, looks in other.looks.items():
            self.looks[side].update(looks)
        _add(self.legal, other.legal, 1)
        self.spans += other.spans
        self.blocks.update(other.blocks)
        self.tagged |= other.tagged


def family_data(units: Iterable[Unit], dialect: Dialect, measure: Measure) -> FamilyData:
    """Return what units add; the policy of the dialect has to be `lenient`, under which all of them can be decoded.

    Under `pool:flat` all units have to be here, because they are joined.
    """
    pipeline, choices = Pipeline.of(dialect), Choices(dialect.scheme)
    looks = {side: Looks(dialect.scheme, choices) for side in Side}
    found = FamilyData({side: looks[side].counts for side in Side})
    counting, cutter = Counting(pipeline, measure, pipeline.filter), Cutter(choices)
    by_gold = dialect.labels.rule is LabelRule.GOLD
    joined = _joined(list(units)) if dialect.pool is Pool.FLAT else units
    legal: list[tuple[Spans, Spans]] = []
    for unit in joined:
        read = ReadUnit(*(_side(pipeline, looks[side], one, side) for side, one in zip(Side, unit, strict=True)))
        for side, one in zip(Side, read, strict=True):
            looks[side].counts.add(one)
            found.tagged |= one.marks is not None
        if not read.illegal:
            legal.append((read.gold.spans, read.pred.spans))
        else:
            # A mean over units needs the counts of each unit, so there the unit is one block.
            whole = dialect.pool is Pool.MEAN
            outside, blocks = read.cut([(0, read.length)] if whole else cutter.ranges(read))
            found.blocks[tuple(blocks)] += 1
            if any(outside):
                legal.append(outside)
        if len(legal) == _UNITS_AT_ONCE and not by_gold:
            _add(found.legal, counting.of(legal), 1)
            legal.clear()
    if by_gold:
        found.spans = legal
    else:
        _add(found.legal, counting.of(legal), 1)
    return found


def family_scores(units: Iterable[Unit], dialect: Dialect, measure: Measure, progress: Progress = None) -> FamilyScores:
    """Return the scores of units that the dialect can be asked under `lenient`, which has to be its policy.

    Each value is what `Pipeline.of(dialect).evaluate(...).value(measure)` gives under the policy; `None` where it is
    undefined, or where the type that is measured has no row. Raises `NotAnswered` where no policy gives it a row.
    """
    return scores_of_data(family_data(units, dialect, measure), dialect, measure, progress)


def scores_of_data(data: FamilyData, dialect: Dialect, measure: Measure, progress: Progress = None) -> FamilyScores:
    """Return the same of units that were read, in one part or in several. Raises `NotAnswered`."""
    family = _Family(Pipeline.of(dialect), Choices(dialect.scheme), data)
    by_gold = dialect.labels.rule is LabelRule.GOLD
    values = list(
        family.values_by_gold(measure, progress)
        if by_gold
        else family.values(measure, family.pipeline.filter, data.legal, progress)
    )
    without = [value for value in values if isinstance(value, NotAnswered)]
    if without and len(without) == len(values):
        raise without[0]
    answered = tuple(None if isinstance(value, NotAnswered) else value for value in values)
    touched = {str(side): looks.record(family.choices.points) for side, looks in data.looks.items()}
    return FamilyScores(answered, touched, family.met())


@dataclass(frozen=True, slots=True)
class _Family:
    """Data that were read, scored under every policy of a family."""

    pipeline: Pipeline
    choices: Choices
    data: FamilyData
    ways: dict[Block, set[str]] = field(default_factory=dict)
    """The points that a block meets, for the blocks that have been gone through."""

    def values(self, measure: Measure, keep_some: Filter, legal: Contribution, progress: Progress) -> Iterator[Answer]:
        """Yield the value under each policy, where this filter is the one of every policy, and what is legal adds."""
        counting = Counting(self.pipeline, measure, keep_some)
        of_block: Contribute = cache(lambda gold, pred: counting.of([(gold, pred)]))
        sums = self._sums(legal, of_block, progress)
        total = prod(self.choices.sizes)
        for number, whole in enumerate(of_policies(sums, self.choices.sizes), 1):
            yield counting.value(whole)
            _tell(progress, "policies", number, total)

    def values_by_gold(self, measure: Measure, progress: Progress) -> Iterator[Answer]:
        """Yield the value under each policy, where the gold spans say which types take part.

        Policies under which the gold has the same types have one filter, so each such group is looked at by itself.
        """
        spans, named = self.data.spans, renamer(self.pipeline.dialect.rename)
        legal = _types(chain(*(gold for gold, _ in named(spans))))
        sums = self._sums(legal, lambda gold, _: _types(chain(*(one for one, _ in named([(gold, ())])))), progress)
        groups = [frozenset(str(feature.of) for feature in whole) for whole in of_policies(sums, self.choices.sizes)]
        found = {types: list(self._values_of(types, measure, progress)) for types in set(groups)}
        return (found[types][number] for number, types in enumerate(groups))

    def _values_of(self, types: frozenset[str], measure: Measure, progress: Progress) -> Iterator[Answer]:
        """Yield the value under each policy, where these types take part."""
        named = renamer(self.pipeline.dialect.rename)

        def keep_some(units: Stream) -> Stream:
            return keep(named(units), types)

        legal = Counting(self.pipeline, measure, keep_some).of(self.data.spans)
        return self.values(measure, keep_some, legal, progress)

    def _sums(self, legal: Contribution, of_block: Contribute, progress: Progress) -> Sums:
        """Return the sums of what the legal part and all blocks add."""
        sums = Sums(Counter)
        _add(sums[(None,) * len(self.choices.points)], legal, 1)
        shapes = Counter[Block]()
        for blocks, times in self.data.blocks.items():
            for block in blocks:
                shapes[block] += times
        for number, (block, times) in enumerate(shapes.items(), 1):
            points = self.ways.setdefault(block, set())
            for assignment, spans in self.choices.behaviours(block.decoded):
                _add(sums[assignment], of_block(*spans), times)
                points.update(
                    name for name, option in zip(self.choices.points, assignment, strict=True) if option is not None
                )
            _tell(progress, "illegal stretches", number, len(shapes))
        return sums

    def met(self) -> Mapping[str, int]:
        """Return how many units meet each point under some policy, once the blocks have been gone through."""
        found = Counter[str]()
        for blocks, times in self.data.blocks.items():
            for name in set().union(*(self.ways[block] for block in blocks)):
                found[name] += times
        return {name: found[name] for name in self.choices.points}


def _tell(progress: Progress, name: str, done: int, total: int) -> None:
    """Report now and then."""
    if progress is not None and (not done % _STEP or done == total):
        progress(name, done, total)


def _types(spans: Iterable[Span]) -> Contribution:
    return {Feature("gold", span.type): 1 for span in spans}


def _side(pipeline: Pipeline, looks: Looks, annotation: Annotation, side: Side) -> ReadSide:
    """Return one side of one unit, and count its illegal transitions."""
    if annotation.tags is None:
        return ReadSide(None, annotation.spans)
    marks = pipeline.parse(annotation.tags)
    return ReadSide(marks, pipeline.decode(marks, side), looks.illegal(marks))


def _joined(units: Sequence[Unit]) -> list[Unit]:
    """Return all units as one, as `pool:flat` decodes them (DEC-10)."""
    lengths = [max(side.length or max((span.end for span in side.spans), default=0) for side in unit) for unit in units]
    offsets = list(accumulate(lengths, initial=0))
    sides = []
    for annotations in zip(*units, strict=True):
        if any(annotation.tags is None for annotation in annotations):
            moved = (
                span.moved(offset)
                for annotation, offset in zip(annotations, offsets, strict=False)
                for span in annotation.spans
            )
            sides.append(Annotation(None, tuple(moved)))
        else:
            sides.append(Annotation([tag for annotation in annotations for tag in annotation.tags or ()]))
    return [Unit(*sides)] if units else []

"""Family scores: one measure under every policy of a family, without decoding all the data for each (DEC-15).

What is legal is the same under every policy, and is counted once. The rest is cut into blocks (`blocks`). Blocks of one
shape are decoded once for each way through the decision points that they meet (`behaviours`), equal results are counted
once (`contributions`), and the sums are made for all policies together (`sums`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import accumulate, chain
from math import prod
from typing import NamedTuple

from nerconform.families.behaviours import Choices
from nerconform.families.contributions import Contribution, Counting, Feature, Sums
from nerconform.families.spread import Value
from nerconform.families.tag_blocks import Block, Cutter, ReadSide, ReadUnit
from nerconform.families.touched import Looks
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Filter, Spans, keep
from nerconform.reference.measures import Measure
from nerconform.reference.options import LabelRule, Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit
from nerconform.results.sweep_result import IllegalTransitions

Progress = Callable[[str, int, int], None] | None
"""Is told what is being done, how much of it is done, and how much there is."""
Contribute = Callable[[Spans, Spans], Contribution]
"""The spans of a block in, what they add out."""
Answer = Value | NotAnswered
_STEP = 200


class FamilyScores(NamedTuple):
    """The value under each policy in the order of the family, what illegal transitions touch, who meets each point."""

    values: tuple[Value, ...]
    touched: Mapping[str, IllegalTransitions]
    met: Mapping[str, int]


def family_scores(units: Sequence[Unit], dialect: Dialect, measure: Measure, progress: Progress = None) -> FamilyScores:
    """Return the scores of units that the dialect can be asked under `lenient`, which has to be its policy.

    Each value is what `Pipeline.of(dialect).evaluate(...).value(measure)` gives under the policy; `None` where it is
    undefined, or where the type that is measured has no row. Raises `NotAnswered` where no policy gives it a row.
    """
    data = _Data.of(units, dialect)
    by_gold = dialect.labels.rule is LabelRule.GOLD
    values = list(
        data.values_by_gold(measure, progress) if by_gold else data.values(measure, data.pipeline.filter, progress)
    )
    without = [value for value in values if isinstance(value, NotAnswered)]
    if without and len(without) == len(values):
        raise without[0]
    answered = tuple(None if isinstance(value, NotAnswered) else value for value in values)
    return FamilyScores(answered, data.touched, data.met())


@dataclass(frozen=True, slots=True)
class _Data:
    """Units as they were read: what no policy changes, and the blocks of each unit that has some."""

    pipeline: Pipeline
    choices: Choices
    touched: Mapping[str, IllegalTransitions]
    legal: list[tuple[Spans, Spans]]
    blocks: list[list[Block]]
    ways: dict[Block, set[str]] = field(default_factory=dict)
    """The points that a block meets, for the blocks that have been gone through."""

    @classmethod
    def of(cls, units: Sequence[Unit], dialect: Dialect) -> "_Data":
        """Read and cut units."""
        pipeline, choices = Pipeline.of(dialect), Choices(dialect.scheme)
        looks = {side: Looks(dialect.scheme, choices) for side in Side}
        joined = _joined(units) if dialect.pool is Pool.FLAT else units
        read = [
            ReadUnit(*(_side(pipeline, looks[side], one, side) for side, one in zip(Side, unit, strict=True)))
            for unit in joined
        ]
        touched = {str(side): looks[side].touched([getattr(unit, side) for unit in read]) for side in Side}
        found = cls(pipeline, choices, touched, [], [])
        cutter = Cutter(choices)
        for unit in read:
            if not unit.illegal:
                found.legal.append((unit.gold.spans, unit.pred.spans))
                continue
            # A mean over units needs the counts of each unit, so there the unit is one block.
            whole = dialect.pool is Pool.MEAN
            outside, blocks = unit.cut([(0, unit.length)] if whole else cutter.ranges(unit))
            found.blocks.append(blocks)
            if any(outside):
                found.legal.append(outside)
        return found

    def values(self, measure: Measure, keep_some: Filter, progress: Progress) -> Iterator[Answer]:
        """Yield the value under each policy, where this filter is the one of every policy."""
        counting = Counting(self.pipeline, measure, keep_some)
        of_block: Contribute = cache(lambda gold, pred: counting.of([(gold, pred)]))
        sums = self._sums(counting.of(self.legal), of_block, progress)
        total = prod(self.choices.sizes)
        for number, whole in enumerate(sums.of_policies(self.choices.sizes), 1):
            yield counting.value(whole)
            _tell(progress, "policies", number, total)

    def values_by_gold(self, measure: Measure, progress: Progress) -> Iterator[Answer]:
        """Yield the value under each policy, where the gold spans say which types take part.

        Policies under which the gold has the same types have one filter, so each such group is looked at by itself.
        """
        sums = self._sums(_types(chain(*(gold for gold, _ in self.legal))), lambda gold, _: _types(gold), progress)
        groups = [frozenset(str(feature.of) for feature in whole) for whole in sums.of_policies(self.choices.sizes)]
        found = {types: list(self.values(measure, partial(keep, types=types), progress)) for types in set(groups)}
        return (found[types][number] for number, types in enumerate(groups))

    def _sums(self, legal: Contribution, of_block: Contribute, progress: Progress) -> Sums:
        """Return the sums of what the legal part and all blocks add."""
        sums = Sums()
        sums.add((None,) * len(self.choices.points), legal)
        shapes = Counter(chain(*self.blocks))
        for number, (block, times) in enumerate(shapes.items(), 1):
            points = self.ways.setdefault(block, set())
            for assignment, spans in self.choices.behaviours(block.decoded):
                sums.add(assignment, of_block(*spans), times)
                points.update(
                    name for name, option in zip(self.choices.points, assignment, strict=True) if option is not None
                )
            _tell(progress, "illegal stretches", number, len(shapes))
        return sums

    def met(self) -> Mapping[str, int]:
        """Return how many units meet each point under some policy, once the blocks have been gone through."""
        found = Counter(name for blocks in self.blocks for name in set().union(*(self.ways[block] for block in blocks)))
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
                Span(span.type, span.start + offset, span.end + offset)
                for annotation, offset in zip(annotations, offsets, strict=False)
                for span in annotation.spans
            )
            sides.append(Annotation(None, tuple(moved)))
        else:
            sides.append(Annotation([tag for annotation in annotations for tag in annotation.tags or ()]))
    return [Unit(*sides)] if units else []

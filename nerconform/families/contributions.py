"""Contributions: what a block adds to the counts of the whole, and what the counts of the whole are worth.

A contribution is a sparse vector of integers, so that blocks add up without a tally being made for each policy. Under
`pool:mean` a unit is a block, and what it adds is one unit with these counts (CNT-6).
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from nerconform.families.behaviours import Assignment
from nerconform.families.spread import Value
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Filter, Stream
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered


class Feature(NamedTuple):
    """What is counted: an outcome of a type (`None`: of all), a type on a side, or units with equal counts."""

    name: str
    of: Hashable
    outcome: int = 0


Contribution = Mapping[Feature, int]


class Counting:
    """The steps of a pipeline behind decoding, for one measure."""

    def __init__(self, pipeline: Pipeline, measure: Measure, keep: Filter) -> None:
        """Take the filter apart, because under `labels:gold` that of a pipeline has to see all units at once."""
        self._pipeline = pipeline
        self._measure = measure
        self._schema = Schema(measure.schema)
        self._keep = keep
        self._values: dict[frozenset[tuple[Feature, int]], Value | NotAnswered] = {}

    def of(self, units: Stream) -> Contribution:
        """Return what these units, or blocks, add."""
        found = self._pipeline.count(self._pipeline.match(*unit) for unit in self._keep(units))
        return dict(self._features(found))

    def _features(self, tally: Tally) -> Iterator[tuple[Feature, int]]:
        """Yield what is not 0 in a tally, as far as the measure looks at it."""
        kinds = self._kinds(tally)
        rows = chain([(None, tally.total[self._schema])], ((kind, tally.counts(self._schema, kind)) for kind in kinds))
        for kind, counts in rows:
            yield from ((Feature("counts", kind, n), count) for n, count in enumerate(counts.as_tuple()) if count)
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
        counts: dict[str | None, list[int]] = {None: [0] * 5}
        types: dict[str, set[str]] = {"gold": set(), "pred": set()}
        units: list[Tally] = []
        for (name, of, outcome), count in whole.items():
            if name == "counts":
                counts.setdefault(of, [0] * 5)[outcome] = count  # type: ignore[arg-type] # a type or None
            elif name == "unit":
                units.append(self._unit(count, *of))  # type: ignore[misc] # as `_features` made it
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


Entries = Mapping[Assignment, Contribution]
"""What all policies that choose like an assignment have in common, beyond what shorter assignments say."""


class Sums:
    """Contributions that are being collected, by the assignment of options under which they are due."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.entries: dict[Assignment, dict[Feature, int]] = {}

    def add(self, assignment: Assignment, contribution: Contribution, times: int = 1) -> None:
        """Add what a behaviour contributes, as often as it occurs."""
        _add(self.entries.setdefault(assignment, {}), contribution, times)

    def of_policies(self, sizes: Sequence[int]) -> Iterator[Contribution]:
        """Yield the sum for each policy, the last point varying fastest."""
        return _of_policies(self.entries, sizes)


def _add(total: dict[Feature, int], contribution: Contribution, times: int) -> None:
    for feature, count in contribution.items():
        total[feature] = total.get(feature, 0) + times * count


def _of_policies(entries: Entries, sizes: Sequence[int]) -> Iterator[Contribution]:
    """Choose at the first point, and leave the others to the rest: what only they decide is merged once for all."""
    if not sizes:
        yield entries.get((), {})
        return
    for option in range(sizes[0]):
        merged: dict[Assignment, dict[Feature, int]] = {}
        for (first, *rest), contribution in entries.items():
            if first is None or first == option:
                _add(merged.setdefault(tuple(rest), {}), contribution, 1)
        yield from _of_policies(merged, sizes[1:])

"""Scored policies: the policy, and whether units are concatenated, from numbers only."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from random import Random
from typing import NamedTuple

from nerconform.products.identify.boxes import Outcome, Probe, Unasked, probe_of
from nerconform.products.identify.branches import Branches
from nerconform.products.identify.hypotheses import Expected, Hypothesis, expected, fits, in_schemas
from nerconform.products.identify.probe_corpora import random_tags
from nerconform.products.identify.separation import ProbeSearch, ProbeStep, entropy
from nerconform.reference.decoding import Side
from nerconform.reference.encoding import encode_spans
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.points import OPTIONS, Points, text_of
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span

STAGE = "policy"
_MAX_BRANCHES = 500
_MAX_PROBES = 20
_CANDIDATES_AT_ONCE = 14
_RARE = 0.2
_MAX_USELESS_CANDIDATES = 280


class Known(NamedTuple):
    """What is still possible: a branch, under a way of pooling."""

    pool: Pool
    points: Points


class ScoredPolicies:
    """Finds the policies of a scorer whose other choices are known."""

    def __init__(self, search: ProbeSearch, hypothesis: Hypothesis, types: Sequence[str], seed: int) -> None:
        """Ask on behalf of this hypothesis; spans have these types, and the first two can be illegal."""
        self.search, self.hypothesis, self.types = search, hypothesis, types
        self.random = Random(seed)  # noqa: S311 - data, not secrets
        self.branches = Branches(hypothesis.dialect.scheme)
        self._pipelines: dict[Pool, Pipeline] = {}
        self._due: dict[object, Expected] = {}

    def run(self, points: Sequence[Points] | None = None) -> list[Known]:
        """Return what is left; `points` are the branches that are still possible, all if not given."""
        pool = self.hypothesis.dialect.pool
        pools = (Pool.CORPUS, Pool.FLAT) if pool is Pool.CORPUS else (pool,)
        left = [Known(each, branch) for each in pools for branch in points or self.branches.roots()]
        stale, first = 0, len(self.search.steps)
        while not (self._settled(left) or self.search.spent or stale >= _MAX_USELESS_CANDIDATES):
            if len(self.search.steps) - first >= _MAX_PROBES:
                break
            best, leaves = self._best(left)
            if best is None:
                stale += _CANDIDATES_AT_ONCE
                continue
            stale = 0
            outcome = self.search.ask(best)
            before = [known for known, _ in leaves]
            self.search.record(ProbeStep(STAGE, best, outcome))
            kept = [known for known, spans in leaves if self._fits(known.pool, best, spans, outcome)]
            left = list(dict.fromkeys(kept or before))
            gone = _excluded(self.branches, before, left)
            self.search.steps[-1] = ProbeStep(STAGE, best, outcome, (len(before), len(kept)), gone, fitted=bool(kept))
        return left

    def _settled(self, left: Sequence[Known]) -> bool:
        """Whether one policy is left, under one way of pooling."""
        return len(left) == 1 and self.branches.is_whole(left[0].points)

    def _best(self, left: Sequence[Known]) -> tuple[Probe | None, list[tuple[Known, tuple[Spans, ...] | None]]]:
        """Return the probe, of a few, whose answer tells most, and the parts into which it may part what is left."""
        best: Probe | None = None
        parts: list[tuple[Known, tuple[Spans, ...] | None]] = []
        gain = 1e-9
        self._due.clear()
        for probe in islice(self._probes(left), _CANDIDATES_AT_ONCE):
            leaves = list(self._leaves(left, probe))
            if not leaves:
                continue
            seen: defaultdict[object, float] = defaultdict(float)
            for known, spans in leaves:
                due = self._expected(known.pool, probe, spans)
                seen[self.search.seen(self.hypothesis, due)] += self.branches.weight(known.points)
            if (bits := entropy(seen.values())) > gain:
                best, parts, gain = probe, leaves, bits
        return best, parts

    def _leaves(self, left: Sequence[Known], probe: Probe) -> Iterator[tuple[Known, tuple[Spans, ...] | None]]:
        """Yield the parts of all that is left on this probe; none at all where they are too many."""
        found = []
        for known in left:
            units = self._marks(known.pool, probe.pred)
            parts = list(self.branches.units(known.points, units, _MAX_BRANCHES))
            found += [(Known(known.pool, points), spans) for points, spans in parts]
            if not parts or len(found) > _MAX_BRANCHES:
                return
        yield from found

    def _marks(self, pool: Pool, units: Iterable[Iterable[object]]) -> list[tuple[Mark, ...]]:
        parse = self._pipeline(pool).parse
        marks = [parse([str(tag) for tag in unit]) for unit in units]
        return [tuple(chain.from_iterable(marks))] if pool is Pool.FLAT else marks

    def _pipeline(self, pool: Pool) -> Pipeline:
        if pool not in self._pipelines:
            dialect = replace(self.hypothesis.dialect, pool=pool, policy=POLICIES["lenient"])
            self._pipelines[pool] = Pipeline.of(dialect)
        return self._pipelines[pool]

    def _expected(self, pool: Pool, probe: Probe, spans: tuple[Spans, ...] | None) -> Expected:
        """Return the numbers that are due if the prediction decodes to these spans."""
        if spans is None:
            return None
        key = (pool, probe, spans)
        if key not in self._due:
            pipeline = self._pipeline(pool)
            gold = [pipeline.decode(marks, Side.GOLD) for marks in self._marks(pool, probe.gold)]
            evaluation = pipeline.evaluate_spans(zip(gold, spans, strict=True))
            tally = in_schemas(evaluation.tally, self.hypothesis.schemas)
            evaluation = Evaluation(evaluation.dialect, tally, evaluation.score)
            self._due[key] = expected(self.hypothesis, evaluation, self.search.keys, alike=False)
        return self._due[key]

    def _fits(self, pool: Pool, probe: Probe, spans: tuple[Spans, ...] | None, outcome: Outcome) -> bool:
        if isinstance(outcome, Unasked):
            return True
        due = self._expected(pool, probe, spans)
        return fits(self.hypothesis, due, outcome, self.search.reading)

    def _probes(self, left: Sequence[Known]) -> Iterator[Probe]:
        """Yield predictions of a few short units, illegal as a rule, over gold that some policy would find in them.

        Some units are one span from end to end, which may go on in the next where units are concatenated.
        """
        scheme, random = self.hypothesis.dialect.scheme, self.random
        pair = self.types[:2]
        base = [Span(kind, 2 * at, 2 * at + 1) for at, kind in enumerate(self.types)]
        every = encode_spans(base, 2 * len(base), scheme)
        while True:
            units = [(every, every)]
            for _ in range(random.randint(1, 4)):
                length = random.choice((1, 2, 2, 3, 3, 4))
                tags = random_tags(scheme, pair, random, length)
                if random.random() < _RARE:
                    tags = encode_spans([Span(pair[0], 0, length)], length, scheme)
                gold = encode_spans(self._gold(left, tags), length, scheme)
                units += [(gold, tags)] * random.choice((1, 1, 2))
            random.shuffle(units)
            yield probe_of(units)

    def _gold(self, left: Sequence[Known], tags: Sequence[str]) -> list[Span]:
        """Return the spans that some policy would find, but for a few, or else single tokens.

        Schemas that count an overlap, and readings that use a span twice, see nothing of where a span ends, or of how
        many were found, where the gold is what was found.
        """
        random = self.random
        if random.random() < _RARE:
            return [Span(random.choice(self.types[:2]), at, at + 1) for at in range(random.randrange(2), len(tags), 2)]
        leaves = self.branches.leaves(random.choice(left).points, self._pipeline(Pool.CORPUS).parse(tags))
        spans = random.choice([spans for _, spans in leaves if spans is not None] or [()])
        return [span for span in spans if random.random() > _RARE]


def _excluded(branches: Branches, before: Sequence[Known], after: Sequence[Known]) -> dict[str, tuple[str, ...]]:
    """Return the options that are gone, by decision point."""
    gone: dict[str, tuple[str, ...]] = {}
    if lost := {str(known.pool) for known in before} - {str(known.pool) for known in after}:
        gone["pool"] = tuple(sorted(lost))
    return gone | points_excluded(branches, [each.points for each in before], [each.points for each in after])


def points_excluded(
    branches: Branches, before: Sequence[Points], after: Sequence[Points]
) -> dict[str, tuple[str, ...]]:
    """Return the options that no branch has any more, by decision point."""
    gone: dict[str, tuple[str, ...]] = {}
    for name in branches.points:
        had = _texts(name, before)
        if lost := tuple(text for text in had if text not in _texts(name, after)):
            gone[f"policy {name}"] = lost
    if any(each.R for each in before) and not any(each.R for each in after):
        gone["policy R"] = ("reopen",)
    return gone


def _texts(name: str, branches: Sequence[Points]) -> list[str]:
    """Return the options of a point in these branches; where it is open in one, all of them."""
    options = {getattr(branch, name) for branch in branches}
    if None in options:
        return list(OPTIONS[name])
    return [text for text in OPTIONS[name] if any(text == text_of(name, option) for option in options)]

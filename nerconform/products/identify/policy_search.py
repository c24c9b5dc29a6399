"""Policy search: asking what tells most about a policy, until one is left or nothing tells them apart any more.

What is possible is kept as branches: sets of policies with an option at some points, and any at the others (DEC-4).
Going through tags, a branch parts where the decoder comes to a point that is open, so that what is kept grows with what
was asked, never with all there are. A decoder shows its spans, a scorer the numbers that come of them.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from random import Random
from typing import NamedTuple

from nerconform.asking.observation import Unsupported
from nerconform.families.behaviours import Assignment, Choices
from nerconform.products.identify.boxes import Outcome, Probe, probe_of
from nerconform.products.identify.hypotheses import Expected, Hypothesis, expected, fits, in_schemas
from nerconform.products.identify.probe_corpora import every_type, random_tags
from nerconform.products.identify.separation import ProbeSearch, ProbeStep, entropy
from nerconform.reference.decoding import RefusedAt, Side, transduce
from nerconform.reference.encoding import encode_spans
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.points import OPTIONS, REFUSE, Actions, Points, points_of, text_of
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span

BranchPart = tuple[Points, tuple[Spans, ...] | None]
"""A part of a branch, and what it makes of some units; `None` is a refusal."""
_REFUSAL_WEIGHT = 4
_DROP = OPTIONS["F"]["drop"]


class Branches:
    """The branches of one scheme."""

    def __init__(self, scheme: Scheme) -> None:
        """List the points of the scheme, and what can be chosen there."""
        self.scheme = scheme
        self.points = [name for name in OPTIONS if name in points_of(scheme)]
        self._options = {name: tuple(OPTIONS[name].values()) for name in self.points}
        lists = {name: OPTIONS[name] for name in self.points}
        rules = (False, True) if "R" in points_of(scheme) else (False,)
        self._choices = {reopens: Choices(scheme, lists, reopens=reopens) for reopens in rules}

    def roots(self) -> list[Points]:
        """Return the branches before anything was asked: without R, and with it."""
        return [Points(R=reopens) for reopens in self._choices]

    def is_whole(self, branch: Points) -> bool:
        """Whether every point of the scheme has its option."""
        return all(getattr(branch, name) is not None for name in self.points)

    def policy(self, branch: Points) -> Policy:
        """Return the policy of a branch under its usual name; what is still open is refused."""
        still_open = [name for name in self.points if getattr(branch, name) is None]
        return Policy.of(branch._replace(**dict.fromkeys(still_open, REFUSE))).canonical(self.scheme)  # type: ignore[arg-type] # points

    def weight(self, branch: Points) -> float:
        """Return how likely a branch is beside others: who refuses at one point is likely to refuse at the next."""
        return float(_REFUSAL_WEIGHT ** sum(option == REFUSE for option in branch[:-1]))

    def parts(self, branch: Points, units: Sequence[Sequence[Mark]]) -> Iterator[BranchPart]:
        """Yield the parts of a branch that differ on these units, and what each makes of them."""

        def decode(moves: Actions) -> tuple[Spans, ...] | None:
            try:
                return tuple(transduce(moves, marks) for marks in units)
            except RefusedAt:
                return None

        given = tuple(self._number(name, branch) for name in self.points)
        for chosen, spans in self._choices[branch.R].behaviours(decode, given):
            yield self._branch(chosen, reopens=branch.R), spans

    def _number(self, name: str, branch: Points) -> int | None:
        option = getattr(branch, name)
        return None if option is None else self._options[name].index(option)

    def _branch(self, chosen: Assignment, *, reopens: bool) -> Points:
        pairs = zip(self.points, chosen, strict=True)
        return Points(**{name: self._options[name][at] for name, at in pairs if at is not None}, R=reopens)

    def decoding_to(self, branch: Points, marks: Sequence[Mark], due: Spans) -> list[Points]:
        """Return the parts of a branch that decode the tags to these spans.

        The tags are gone through one by one, and a part that has gone astray is dropped. A span that ends at the last
        tag is not looked at before the next one, which may re-open it.
        """
        left = [branch._replace(F=_DROP)]
        for end in range(1, len(marks)):
            found = [part for one in left for part in self.parts(one, [marks[:end]])]
            left = [one for one, spans in found if spans is not None and _is_on_the_way(spans[0], due, end)]
        back = dict.fromkeys(one._replace(F=branch.F) for one in left)
        return [one for each in back for one, spans in self.parts(each, [marks]) if spans == (due,)]


def _is_on_the_way(spans: Spans, due: Spans, end: int) -> bool:
    sure = tuple(span for span in spans if span.end < end)
    return sure == due[: len(sure)]


_MAX_PARTS = 500


class Known(NamedTuple):
    """What is still possible: a branch of policies, under a way of pooling."""

    pool: Pool
    points: Points


Part = tuple[Known, tuple[Spans, ...] | None]
"""A part of what is possible, and the spans of each unit of a probe in it; `None` is a refusal."""


class PolicySearch(ABC):
    """The policies of a scheme that are still possible, and how the answers of a black box show them."""

    def __init__(
        self,
        search: ProbeSearch,
        scheme: Scheme,
        parse: Callable[[Sequence[str]], tuple[Mark, ...]],
        pools: Sequence[Pool],
    ) -> None:
        """Begin with every policy, under each of these ways of pooling."""
        self.search, self.parse = search, parse
        self.branches = Branches(scheme)
        self.left = [Known(pool, points) for pool in pools for points in self.branches.roots()]

    @abstractmethod
    def probes(self) -> Iterator[Probe]:
        """Yield probes without end."""

    @abstractmethod
    def seen(self, known: Known, probe: Probe, spans: tuple[Spans, ...] | None) -> Hashable:
        """Return what an answer would show of these spans."""

    @abstractmethod
    def fits(self, known: Known, probe: Probe, spans: tuple[Spans, ...] | None, outcome: Outcome) -> bool:
        """Whether an answer is the one that these spans give."""

    def cost(self, probe: Probe) -> float:  # noqa: ARG002 - for those whose probes differ in it
        """Return what the bits of an answer are divided by."""
        return 1.0

    def is_settled(self) -> bool:
        """Whether one policy is left, under one way of pooling."""
        known = {(one.pool, self.branches.policy(one.points)) for one in self.left}
        return len(known) == 1 and all(self.branches.is_whole(one.points) for one in self.left)

    def narrow(self, most: int, at_once: int, patience: int) -> None:
        """Ask up to `most` probes, each the best of some, until that many in a row were not worth asking."""
        stale = 0
        while most > 0 and stale < patience and not (self.is_settled() or self.search.spent):
            probe = self._best(at_once)
            if probe is None:
                stale += at_once
                continue
            stale, most = 0, most - 1
            self.ask(probe, self.parts(probe))

    def ask(self, probe: Probe, parts: Sequence[Part]) -> Outcome:
        """Ask a probe, and keep the parts that expect the answer; all of them where none does."""
        outcome = self.search.ask(probe)
        self.record(probe, outcome, [known for known, _ in parts], self._kept(parts, probe, outcome))
        return outcome

    def record(self, probe: Probe, outcome: Outcome, before: Sequence[Known], kept: Sequence[Known]) -> None:
        """Note what an answer leaves."""
        gone = self._excluded(before, kept) if kept else {}
        left = (len(before), len(kept))
        self.search.record(ProbeStep("policy", probe, outcome, left, gone, fitted=bool(kept)))
        self.left = list(dict.fromkeys(kept or before))

    def hold_to(self, probe: Probe, outcome: Outcome) -> None:
        """Keep what expects an answer; everything where nothing does."""
        self.left = list(dict.fromkeys(self._kept(self.parts(probe), probe, outcome))) or self.left

    def _kept(self, parts: Iterable[Part], probe: Probe, outcome: Outcome) -> list[Known]:
        return [known for known, spans in parts if self.fits(known, probe, spans, outcome)]

    def _best(self, at_once: int) -> Probe | None:
        """Return the probe, of some, whose answer tells most; `None` where none tells anything."""
        best, most = None, 1e-9
        for probe in islice(self.probes(), at_once):
            weights: defaultdict[Hashable, float] = defaultdict(float)
            for known, spans in self.parts(probe):
                weights[self.seen(known, probe, spans)] += self.branches.weight(known.points)
            if (gain := entropy(weights.values()) / self.cost(probe)) > most:
                best, most = probe, gain
        return best

    def parts(self, probe: Probe) -> list[Part]:
        """Return the parts of all that is left on this probe; none at all where they are too many."""
        found: list[Part] = []
        for known in self.left:
            units = self.marks(known.pool, probe.pred)
            parts = islice(self.branches.parts(known.points, units), _MAX_PARTS + 1)
            found += ((known._replace(points=points), spans) for points, spans in parts)
            if len(found) > _MAX_PARTS:
                return []
        return found

    def marks(self, pool: Pool, units: Iterable[Iterable[object]]) -> list[tuple[Mark, ...]]:
        """Return the marks of units, which are one unit where they are concatenated."""
        marks = [self.parse([str(tag) for tag in unit]) for unit in units]
        return [tuple(chain.from_iterable(marks))] if pool is Pool.FLAT else marks

    def _excluded(self, before: Sequence[Known], after: Sequence[Known]) -> dict[str, tuple[str, ...]]:
        """Return the options that are gone, by decision point."""
        gone: dict[str, tuple[str, ...]] = {}
        if lost := {str(known.pool) for known in before} - {str(known.pool) for known in after}:
            gone["pool"] = tuple(sorted(lost))
        had, have = ([known.points for known in each] for each in (before, after))
        for name in self.branches.points:
            kept = _texts(name, have)
            if options := tuple(text for text in _texts(name, had) if text not in kept):
                gone[f"policy {name}"] = options
        if any(points.R for points in had) and not any(points.R for points in have):
            gone["policy R"] = ("reopen",)
        return gone


def _texts(name: str, branches: Sequence[Points]) -> list[str]:
    """Return the options of a point in these branches; where it is open in one, all of them."""
    options = {getattr(branch, name) for branch in branches}
    if None in options:
        return list(OPTIONS[name])
    return [text for text in OPTIONS[name] if any(text == text_of(name, option) for option in options)]


_MAX_PROBES = 20
_CANDIDATES_AT_ONCE = 14
_MAX_USELESS_CANDIDATES = 280
_RARE = 0.2


class ScoredPolicies(PolicySearch):
    """Finds the policies of a scorer whose other choices are known."""

    def __init__(self, search: ProbeSearch, hypothesis: Hypothesis, types: Sequence[str], seed: int) -> None:
        """Ask on behalf of this hypothesis; spans have these types, and the first two can be illegal."""
        own = hypothesis.dialect.pool
        pools = (Pool.CORPUS, Pool.FLAT) if own is Pool.CORPUS else (own,)
        lenient = replace(hypothesis.dialect, policy=POLICIES["lenient"])
        self.hypothesis, self.types = hypothesis, types
        self.random = Random(seed)  # noqa: S311 - data, not secrets
        self._pipelines = {pool: Pipeline.of(replace(lenient, pool=pool)) for pool in pools}
        self._due: dict[object, Expected] = {}
        super().__init__(search, lenient.scheme, self._pipelines[own].parse, pools)

    def run(self, points: Sequence[Points] | None = None) -> list[Known]:
        """Return what is left; `points` are the branches that are still possible, all if not given."""
        if points:
            self.left = [Known(pool, branch) for pool in self._pipelines for branch in points]
        self.narrow(_MAX_PROBES, _CANDIDATES_AT_ONCE, _MAX_USELESS_CANDIDATES)
        return self.left

    def seen(self, known: Known, probe: Probe, spans: tuple[Spans, ...] | None) -> Hashable:
        """Return what could be seen of the numbers."""
        return self.search.seen(self.hypothesis, self._expected(known.pool, probe, spans))

    def fits(self, known: Known, probe: Probe, spans: tuple[Spans, ...] | None, outcome: Outcome) -> bool:
        """Whether an answer has the numbers that are due; a question that is not taken says nothing."""
        if isinstance(outcome, Unsupported):
            return True
        return fits(self.hypothesis, self._expected(known.pool, probe, spans), outcome, self.search.number_format)

    def _expected(self, pool: Pool, probe: Probe, spans: tuple[Spans, ...] | None) -> Expected:
        """Return the numbers that are due if the prediction decodes to these spans."""
        if spans is None:
            return None
        key = (pool, probe, spans)
        if key not in self._due:
            pipeline = self._pipelines[pool]
            gold = [pipeline.decode(marks, Side.GOLD) for marks in self.marks(pool, probe.gold)]
            evaluation = pipeline.evaluate_spans(zip(gold, spans, strict=True))
            tally = in_schemas(evaluation.tally, self.hypothesis.view.schemas)
            evaluation = Evaluation(evaluation.dialect, tally, evaluation.score)
            self._due[key] = expected(self.hypothesis, evaluation, self.search.keys, alike=False)
        return self._due[key]

    def probes(self) -> Iterator[Probe]:
        """Yield predictions of a few short units, illegal as a rule, over gold that some policy would find in them.

        Some units are one span from end to end, which may go on in the next where units are concatenated.
        """
        self._due.clear()
        scheme, random = self.hypothesis.dialect.scheme, self.random
        pair = self.types[:2]
        every = every_type(scheme, self.types)
        while True:
            units = [(every, every)]
            for _ in range(random.randint(1, 4)):
                length = random.choice((1, 2, 2, 3, 3, 4))
                tags = random_tags(scheme, pair, random, length)
                if random.random() < _RARE:
                    tags = encode_spans([Span(pair[0], 0, length)], length, scheme)
                gold = encode_spans(self._gold(tags), length, scheme)
                units += [(gold, tags)] * random.choice((1, 1, 2))
            random.shuffle(units)
            yield probe_of(units)

    def _gold(self, tags: Sequence[str]) -> list[Span]:
        """Return the spans that some policy would find, but for a few, or else single tokens.

        Schemas that count an overlap, and readings that use a span twice, see nothing of where a span ends, or of how
        many were found, where the gold is what was found.
        """
        random = self.random
        if random.random() < _RARE:
            return [Span(random.choice(self.types[:2]), at, at + 1) for at in range(random.randrange(2), len(tags), 2)]
        parts = self.branches.parts(random.choice(self.left).points, [self.parse(tags)])
        found = random.choice([spans[0] for _, spans in parts if spans is not None] or [()])
        return [span for span in found if random.random() > _RARE]

"""Decoders: the policy of a black box that returns spans, in one probe where it refuses nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

from nerconform.products.identify.boxes import Box, DecoderFunction
from nerconform.products.identify.branches import Branches, fingerprint, tags_of
from nerconform.products.identify.probes import DecodedSpans, Outcome, Probe, Unasked, decoding, same
from nerconform.products.identify.scored_policies import points_excluded
from nerconform.products.identify.separation import CannotIdentify, ProbeStep, entropy
from nerconform.reference.dialect import Dialect
from nerconform.reference.families import lists_of
from nerconform.reference.filtering import Spans
from nerconform.reference.points import Points, text_of
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.tags import parser

LIMIT = 12
"""The most probes that a decoder is asked."""
_MOST_LEAVES = 300
_TRIES = 40
_VERIFIED_LENGTH = 3
_LONGER = 100


class DecoderSearch:
    """The probes asked of one decoder in one scheme, and the branches of policies that are left."""

    def __init__(self, box: Box, scheme: Scheme, types: tuple[str, str], seed: int, *, limit: int = LIMIT) -> None:
        """Ask at most `limit` probes."""
        self.box, self.scheme, self.types, self.limit = box, scheme, types, limit
        self.random = Random(seed)  # noqa: S311 - data, not secrets
        self.branches = Branches(scheme)
        self.parse = parser(Dialect(scheme=scheme))
        self.steps: list[ProbeStep] = []
        self.left: list[Points] = self.branches.roots()
        self.unasked: Unasked | None = None
        self.seen: list[tuple[Probe, Outcome]] = []

    def run(self) -> None:
        """Ask the fingerprint, and more where it is refused or leaves several policies.

        A decoder that refuses is asked point by point; where the probes would not do for both, at once.
        """
        if self.limit > len(self.branches.points) or not self.branches.points:
            self._fingerprint()
        while len(self.steps) < self.limit and self.unasked is None and not self._settled():
            probe = self._best()
            if probe is None:
                break
            self._ask_and_keep(probe)
        self._keep_what_fits()

    def _settled(self) -> bool:
        """Whether one policy is left, or one of the family and the named ones: the verification is for the others."""
        if not all(map(self.branches.is_whole, self.left)):
            return False
        policies = {self.branches.policy(branch) for branch in self.left}
        return len(policies) == 1 or sum(map(self._is_usual, self.left)) == 1

    def _is_usual(self, branch: Points) -> bool:
        """Whether a branch is a policy of the scheme's family, or a named one."""
        lists = lists_of(self.scheme)
        listed = all(text_of(name, getattr(branch, name)) in lists[name] for name in self.branches.points)
        return (listed and not branch.R) or self.branches.policy(branch).name in POLICIES

    def _fingerprint(self) -> None:
        probe = decoding(fingerprint(self.scheme, self.types))
        outcome = asked_twice(self.box, probe)
        before = self.left
        if isinstance(outcome, DecodedSpans):
            self.left = self._decoding_to(before, probe, outcome.spans[0])
            if not self.left and isinstance(self.box, DecoderFunction) and self.box.inclusive is None:
                turned = self.box.turned(outcome)
                self.left = self._decoding_to(before, probe, turned.spans[0])
                if self.left:
                    self.box.inclusive, outcome = True, turned
        if isinstance(outcome, Unasked):
            self.unasked = outcome
        self._record(probe, outcome, before, self.left, fitted=bool(self.left))
        self.left = self.left or before

    def _decoding_to(self, branches: Sequence[Points], probe: Probe, spans: Spans) -> list[Points]:
        marks = self.marks(probe)
        return [leaf for branch in branches for leaf in self.branches.decoding_to(branch, marks, spans)]

    def marks(self, probe: Probe) -> tuple[Mark, ...]:
        """Return the marks of the unit that a probe asks."""
        return self.parse([str(tag) for tag in probe.pred[0]])

    def _best(self) -> Probe | None:
        """Return the short unit, of some, whose spans tell most; illegal at one point first."""
        best, gain = None, 1e-9
        for tags in islice(self._units(), _TRIES):
            probe = decoding(tags)
            leaves = self._parts(probe)
            if not leaves:
                continue
            weights: defaultdict[Spans | None, float] = defaultdict(float)
            for branch, spans in leaves:
                weights[spans] += self.branches.weight(branch)
            bits = entropy(weights.values())
            bits /= 1 + 0.2 * len(tags)
            if bits > gain:
                best, gain = probe, bits
        return best

    def _parts(self, probe: Probe) -> list[tuple[Points, Spans | None]]:
        marks = self.marks(probe)
        found: list[tuple[Points, Spans | None]] = []
        for branch in self.left:
            found += self.branches.leaves(branch, marks)
            if len(found) > _MOST_LEAVES:
                return []
        return found

    def _units(self) -> Iterator[list[str]]:
        tags = tags_of(self.scheme, self.types)
        while True:
            yield [self.random.choice(tags) for _ in range(self.random.choice((1, 2, 2, 3, 3, 4)))]

    def _ask_and_keep(self, probe: Probe) -> None:
        parts = self._parts(probe)
        outcome = self.box.ask(probe) if self.steps else asked_twice(self.box, probe)
        due = outcome.spans[0] if isinstance(outcome, DecodedSpans) else None
        kept = [branch for branch, spans in parts if spans == due]
        self._record(probe, outcome, [branch for branch, _ in parts], kept, fitted=bool(kept))
        self.left = list(dict.fromkeys(kept)) or self.left

    def _record(
        self, probe: Probe, outcome: Outcome, before: Sequence[Points], after: Sequence[Points], *, fitted: bool
    ) -> None:
        gone = points_excluded(self.branches, before, after) if fitted else {}
        self.steps.append(ProbeStep("policy", probe, outcome, (len(before), len(after)), gone, fitted=fitted))
        self.seen.append((probe, outcome))

    def _keep_what_fits(self) -> None:
        """Drop the branches that an earlier answer excludes, such as a refused fingerprint; usual ones go first."""
        self.left.sort(key=lambda branch: not (self.branches.is_whole(branch) and self._is_usual(branch)))
        for probe, outcome in self.seen:
            due = outcome.spans[0] if isinstance(outcome, DecodedSpans) else None
            if isinstance(outcome, Unasked) or any(not self.branches.is_whole(branch) for branch in self.left):
                continue
            kept = [leaf for leaf, spans in self._parts(probe) if spans == due]
            self.left = kept or self.left

    def verify(self) -> None:
        """Ask every unit of up to three tags, and some longer ones; keep the branches that expect every answer."""
        tags = tags_of(self.scheme, self.types)
        short = [list(unit) for size in range(_VERIFIED_LENGTH + 1) for unit in product(tags, repeat=size)]
        longer = [[self.random.choice(tags) for _ in range(self.random.randint(4, 9))] for _ in range(_LONGER)]
        for unit in (*short, *longer):
            self.seen.append((decoding(unit), self.box.ask(decoding(unit))))
        for probe, outcome in self.seen:
            if isinstance(outcome, Unasked):
                continue
            due = outcome.spans[0] if isinstance(outcome, DecodedSpans) else None
            parts = self._parts(probe)
            kept = [branch for branch, spans in parts if spans == due]
            self.left = list(dict.fromkeys(kept)) or self.left


def asked_twice(box: Box, probe: Probe) -> Outcome:
    """Return the answer. Raises `CannotIdentify` where a second call gives another."""
    outcome, again = box.ask(probe), box.ask(probe)
    if not same(outcome, again):
        hint = "Fix its seed, or make it forget what it was asked before."
        raise CannotIdentify(f"one question got two answers: {outcome}, then {again}", place=box.name, hint=hint)
    return outcome

"""Decoders: the policy of a black box that returns spans, in one probe where it refuses nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

from nerconform.base.errors import NerconformError
from nerconform.products.identify.boxes import (
    Box,
    DecodedSpans,
    DecoderFunction,
    Outcome,
    Probe,
    RefusedProbe,
    Unasked,
    decoding,
    same,
)
from nerconform.products.identify.branches import Branches, fingerprint, legal, tags_of
from nerconform.products.identify.identification import answer_record, near_record, step_record
from nerconform.products.identify.scored_policies import points_excluded
from nerconform.products.identify.separation import CannotIdentify, ProbeStep, Told, entropy
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.points import OPTIONS, Points, text_of
from nerconform.reference.policies import POLICIES, Policy, lists_of
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.tags import parser
from nerconform.results.identification_result import AlikeOptions, Identification, NearDialect
from nerconform.results.values import RefusalDue
from nerconform.version import SPEC_VERSION, __version__

MAX_DECODER_PROBES = 12
"""The most probes that a decoder is asked."""
_MAX_BRANCHES = 300
_MAX_CANDIDATES = 40
_MAX_VERIFIED_TAGS = 3
_LONGER_UNITS = 100


class DecoderSearch:
    """The probes asked of one decoder in one scheme, and the branches of policies that are left."""

    def __init__(
        self, box: Box, scheme: Scheme, types: tuple[str, str], seed: int, *, limit: int = MAX_DECODER_PROBES
    ) -> None:
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
        for tags in islice(self._units(), _MAX_CANDIDATES):
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
            if len(found) > _MAX_BRANCHES:
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
        short = [list(unit) for size in range(_MAX_VERIFIED_TAGS + 1) for unit in product(tags, repeat=size)]
        longer = [[self.random.choice(tags) for _ in range(self.random.randint(4, 9))] for _ in range(_LONGER_UNITS)]
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


_ORDER = (
    Scheme.BIOES,
    Scheme.BILOU,
    Scheme.BMES,
    Scheme.BMEWO,
    Scheme.IOB2,
    Scheme.IOB1,
    Scheme.IOE2,
    Scheme.IOE1,
    Scheme.IO,
)
"""In which schemes a decoder is tried: those with most prefixes first, for who reads these may read others too."""
_MAX_NEAREST = 3
_UNSEEN = "no spans that it returned depend on it"


def identify_decoder(
    box: Box, scheme: Scheme | None, types: tuple[str, str], *, seed: int, told: Told = None
) -> Identification:
    """Return the policy of a decoder; its scheme is looked for where it is not given.

    Raises `CannotIdentify` where it reads no scheme, answers one question in two ways, or does not take the questions.
    """
    if scheme is not None:
        return _in_scheme(box, scheme, types, [], seed=seed, told=told)
    steps: list[ProbeStep] = []
    first: Identification | None = None
    for candidate in _schemes(box, types, steps):
        found = _in_scheme(box, candidate, types, steps, seed=seed, told=told)
        if found.identified:
            return found
        first = first or found
    if first is None:
        hint = "Say how its tags are written: --scheme IOB2; tags are such as B-PER."
        shown = steps[_ORDER.index(Scheme.IOB2)].outcome
        raise CannotIdentify(f"it reads a legal unit of no scheme; of IOB2: {shown}", place=box.name, hint=hint)
    return first


def _schemes(box: Box, types: tuple[str, str], steps: list[ProbeStep]) -> Iterator[Scheme]:
    """Yield the schemes of which it reads a legal unit; each probe is put after the steps."""
    for number, scheme in enumerate(_ORDER, start=1):
        probe = decoding(legal(scheme, types))
        outcome = box.ask(probe) if steps else asked_twice(box, probe)
        due = _decode(Dialect(scheme=scheme), probe)
        right = _spans(outcome) == due
        if (
            not right
            and isinstance(outcome, DecodedSpans)
            and isinstance(box, DecoderFunction)
            and box.inclusive is None
        ):
            turned = box.turned(outcome)
            if turned.spans[0] == due:
                box.inclusive, outcome, right = True, turned, True
        gone = {} if right else {"scheme": (str(scheme),)}
        left = len(_ORDER) - number
        steps.append(ProbeStep("scheme", probe, outcome, (left + 1, left + right), gone))
        if right:
            yield scheme


def _in_scheme(  # noqa: PLR0913 - who is asked, how, and what was asked before
    box: Box, scheme: Scheme, types: tuple[str, str], steps: Sequence[ProbeStep], *, seed: int, told: Told
) -> Identification:
    """Return the policy in one scheme; `steps` are the probes that were spent on finding it."""
    search = DecoderSearch(box, scheme, types, seed, limit=max(1, MAX_DECODER_PROBES - len(steps)))
    if told:
        told(box.name, len(steps), MAX_DECODER_PROBES)
    search.run()
    if search.unasked is not None:
        raise CannotIdentify(f"the decoder was not asked: {search.unasked.reason}", place=box.name)
    doubts = len(search.left)
    search.verify()
    if told:
        told(box.name, MAX_DECODER_PROBES, MAX_DECODER_PROBES)
    answers = [answer for answer in search.seen if not isinstance(answer[1], Unasked)]
    _refuse_empty(box, answers)
    notes = [f"it reads a legal unit of {scheme}, the first of {', '.join(_ORDER)}"] if steps else []
    if isinstance(box, DecoderFunction) and box.inclusive:
        notes.append("its ends are inclusive")
    if doubts > 1 and len(search.left) < doubts:
        notes.append("the last doubts were settled by the inputs of the verification")
    return _result(search, [*steps, *search.steps], notes, answers)


def _refuse_empty(box: Box, answers: Sequence[tuple[Probe, Outcome]]) -> None:
    """Raise where every answer is the same: an exception, or nothing."""
    if all(isinstance(outcome, RefusedProbe) for _, outcome in answers):
        raise CannotIdentify(f"it raised at every question: {answers[0][1]}", place=box.name, hint=_ARGUMENTS)
    if len({str(outcome) for _, outcome in answers}) == 1:
        raise CannotIdentify(f"it gave one answer to every question: {answers[0][1]}", place=box.name, hint=_ARGUMENTS)


_ARGUMENTS = "A decoder takes the tags of one unit, or a list of units, and returns spans."


def _result(
    search: DecoderSearch, steps: Sequence[ProbeStep], notes: Sequence[str], answers: Sequence[tuple[Probe, Outcome]]
) -> Identification:
    box, scheme = search.box, search.scheme
    shares = _shares(search, answers)
    policy, matched = shares[0]
    identified = matched == len(answers)
    dialect = Dialect(scheme=scheme, policy=policy)
    fitting = [other for other, share in shares if share == matched] if identified else [policy]
    others = tuple(str(other) for other in fitting[1:])
    return Identification(
        tool=__version__,
        spec=SPEC_VERSION,
        implementation=box.name,
        version=box.version,
        kind="decoder",
        scheme=str(scheme),
        identified=identified,
        dialect=str(dialect),
        signature=_signature(dialect),
        names=_names(policy, scheme) if identified else (),
        left=(AlikeOptions("policy", others, _UNSEEN),) if others else (),
        notes=tuple(notes),
        steps=tuple(map(step_record, steps)),
        verified=len(search.seen) - len(search.steps),
        failed=len(answers) - matched,
        nearest=()
        if identified
        else tuple(_near(other, share, scheme, answers) for other, share in shares[:_MAX_NEAREST]),
    )


def _signature(dialect: Dialect) -> str:
    """Return the two choices that a decoder makes."""
    return f"scheme:{dialect.scheme},policy:{dialect.policy}"


def _names(policy: Policy, scheme: Scheme) -> tuple[str, ...]:
    """Return every name that the policy has in this scheme."""
    return tuple(
        name for name, named in POLICIES.items() if scheme in named.points and named.canonical(scheme) == policy
    )


def _shares(search: DecoderSearch, answers: Sequence[tuple[Probe, Outcome]]) -> list[tuple[Policy, int]]:
    """Return policies with how many answers each expects, the best first: what is left, the named ones, neighbours."""
    scheme, branches = search.scheme, search.branches
    found = {branches.policy(branch): None for branch in search.left}
    if all(_matched(policy, scheme, answers) == len(answers) for policy in found):
        return sorted(((policy, len(answers)) for policy in found), key=lambda item: item[0].name not in POLICIES)
    found |= {named.canonical(scheme): None for named in POLICIES.values() if scheme in named.points}
    counted = {policy: _matched(policy, scheme, answers) for policy in found}
    best = max(counted, key=lambda policy: counted[policy])
    near = {Policy.of(points).canonical(scheme) for points in _neighbours(best.at(scheme))} - counted.keys()
    counted |= {policy: _matched(policy, scheme, answers) for policy in sorted(near, key=str)}
    return sorted(counted.items(), key=lambda item: -item[1])


def _neighbours(points: Points) -> list[Points]:
    """Return the points with one option changed."""
    return [
        points._replace(**{name: option})  # type: ignore[arg-type] # a point
        for name, options in OPTIONS.items()
        if getattr(points, name) is not None
        for option in options.values()
    ]


def _matched(policy: Policy, scheme: Scheme, answers: Sequence[tuple[Probe, Outcome]]) -> int:
    """Return how many answers a policy expects."""
    dialect = Dialect(scheme=scheme, policy=policy)
    return sum(_decode(dialect, probe) == _spans(outcome) for probe, outcome in answers)


def _spans(outcome: Outcome) -> Spans | None:
    return outcome.spans[0] if isinstance(outcome, DecodedSpans) else None


def _decode(dialect: Dialect, probe: Probe) -> Spans | None:
    """Return the spans of the unit of a probe, `None` where the dialect refuses it."""
    try:
        return decoder(dialect)(parser(dialect)([str(tag) for tag in probe.pred[0]]), Side.PRED)
    except NerconformError:
        return None


def _near(policy: Policy, matched: int, scheme: Scheme, answers: Sequence[tuple[Probe, Outcome]]) -> NearDialect:
    """Return a policy with the smallest unit on which it fails: every unit of up to three tags was asked."""
    dialect = Dialect(scheme=scheme, policy=policy)
    failing = [answer for answer in answers if _decode(dialect, answer[0]) != _spans(answer[1])]
    probe, outcome = min(failing, key=lambda answer: answer[0].size)
    spans = _decode(dialect, probe)
    due = RefusalDue("illegal-transition") if spans is None else answer_record(DecodedSpans((spans,)))
    head = _signature(dialect), _names(policy, scheme), matched, len(answers)
    return near_record(*head, probe=probe, due=due, outcome=outcome)

"""Decoders: the policy of a black box that returns spans, in one probe where it refuses nothing."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from types import MappingProxyType

from nerconform.asking.observation import Refusal, Unsupported
from nerconform.base.errors import NerconformError
from nerconform.products.identify.boxes import Box, DecodedSpans, DecoderFunction, Outcome, Probe, decoding, same
from nerconform.products.identify.policy_search import Known, PolicySearch
from nerconform.products.identify.separation import (
    CannotIdentify,
    ProbeSearch,
    ProbesProgress,
    ProbeStep,
    answer_record,
    asked,
    outcome_text,
    step_record,
)
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Pool
from nerconform.reference.points import OPTIONS, Points
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Scheme, prefix_of, roles_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser
from nerconform.reference.words import ABOUT
from nerconform.results.identification_result import AlikeOptions, Identification, NearDialect
from nerconform.results.values import RefusalDue
from nerconform.version import SPEC_VERSION, __version__

MAX_DECODER_PROBES = 12
"""The most probes that a decoder is asked."""
_CANDIDATES_AT_ONCE = 40
_MAX_VERIFIED_TAGS = 3
_LONGER_UNITS = 100
_FOUR = (
    "B-X O E-X B-X I-Y E-X E-X E-X I-Y E-Y B-X B-X E-X O S-X E-X B-X "
    "S-X B-Y I-X E-X E-Y B-X S-Y S-X B-Y E-X E-Y B-Y B-X O O B-Y I-Y"
)
_ROLES: Mapping[Scheme, str] = MappingProxyType(
    {
        Scheme.IO: "I-X I-X O I-Y I-X",
        Scheme.IOB1: "I-X B-Y",
        Scheme.IOB2: "I-Y I-Y B-Y I-X",
        Scheme.IOE1: "E-X E-Y E-Y I-X E-Y I-X E-Y O I-Y E-Y",
        Scheme.IOE2: "I-Y I-X I-X E-X I-Y E-X E-Y I-X O E-X I-Y I-X I-X I-X",
        Scheme.BIOS: "B-X I-Y B-X B-Y I-Y B-Y B-X B-Y S-X I-Y B-Y O I-Y B-X",
    }
)


def fingerprint(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return the tags of the fingerprint, in the prefixes of the scheme and with these two types."""
    names = dict(zip("XY", types, strict=True))
    parts = (tag.partition("-") for tag in _ROLES.get(scheme, _FOUR).split())
    return [prefix if prefix == "O" else f"{prefix_of(scheme, prefix)}-{names[kind]}" for prefix, _, kind in parts]


def legal(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return a legal unit that shows every prefix of a scheme, and spans that touch."""
    bounds = ((0, 0, 1), (0, 1, 3), (0, 3, 4), (0, 4, 5), (1, 5, 6), (0, 7, 10), (0, 10, 12), (1, 13, 15))
    return encode_spans([Span(types[kind], start, end) for kind, start, end in bounds], 16, scheme)


class DecoderSearch(PolicySearch):
    """The policies of a decoder in one scheme; `answers` are those to all that it was asked."""

    def __init__(self, search: ProbeSearch, scheme: Scheme, types: tuple[str, str], seed: int) -> None:
        """Ask as many probes as the search has left, one at least."""
        super().__init__(search, scheme, parser(Dialect(scheme=scheme)), (Pool.CORPUS,))
        self.scheme, self.types = scheme, types
        self.random = Random(seed)  # noqa: S311 - data, not secrets
        self.tags = ["O", *(f"{prefix}-{kind}" for prefix in roles_of(scheme) for kind in types)]
        self.answers: list[tuple[Probe, Outcome]] = []

    def run(self) -> None:
        """Ask the fingerprint, and more where it is refused or leaves several policies.

        A decoder that refuses is asked point by point; where the probes would not do for both, at once. Raises
        `CannotIdentify` where it does not take the questions.
        """
        first = len(self.search.steps)
        most = max(1, self.search.limit - first)
        if most > len(self.branches.points) or not self.branches.points:
            self._fingerprint()
            most -= 1
        self.narrow(most, _CANDIDATES_AT_ONCE, _CANDIDATES_AT_ONCE)
        self.answers = [(step.probe, step.outcome) for step in self.search.steps[first:]]
        for answer in self.answers:
            self.hold_to(*answer)

    def _fingerprint(self) -> None:
        probe = decoding(fingerprint(self.scheme, self.types))
        outcome = self.search.ask(probe)
        if isinstance(outcome, Unsupported):
            raise CannotIdentify(
                f"the decoder cannot be asked: {outcome.reason}", place=self.search.box.name, hint=_ARGUMENTS
            )
        kept: list[Known] = []
        if isinstance(outcome, DecodedSpans):
            ((marks,), spans) = self.marks(Pool.CORPUS, probe.pred), outcome.spans[0]
            branches = [part for one in self.left for part in self.branches.decoding_to(one.points, marks, spans)]
            kept = [Known(Pool.CORPUS, points) for points in branches]
        self.record(probe, outcome, self.left, kept)

    def probes(self) -> Iterator[Probe]:
        """Yield short units, illegal at one point as a rule."""
        while True:
            yield decoding([self.random.choice(self.tags) for _ in range(self.random.choice((1, 2, 2, 3, 3, 4)))])

    def cost(self, probe: Probe) -> float:
        """Return more for a longer unit."""
        return 1 + 0.2 * probe.size

    def seen(self, known: Known, probe: Probe, spans: tuple[Spans, ...] | None) -> Hashable:  # noqa: ARG002 - spans are all
        """Return the spans."""
        return spans

    def fits(self, known: Known, probe: Probe, spans: tuple[Spans, ...] | None, outcome: Outcome) -> bool:  # noqa: ARG002 - as above
        """Whether an answer has these spans; a question that is not taken says nothing."""
        return isinstance(outcome, Unsupported) or spans == (
            outcome.spans if isinstance(outcome, DecodedSpans) else None
        )

    def verify(self) -> None:
        """Ask every unit of up to three tags, and some longer ones; keep the branches that expect every answer."""
        short = [list(unit) for size in range(_MAX_VERIFIED_TAGS + 1) for unit in product(self.tags, repeat=size)]
        random = self.random
        longer = [[random.choice(self.tags) for _ in range(random.randint(4, 9))] for _ in range(_LONGER_UNITS)]
        self.answers += ((probe, self.search.box.ask(probe)) for probe in map(decoding, (*short, *longer)))
        for answer in self.answers:
            self.hold_to(*answer)


_ORDER = (
    Scheme.BIOES,
    Scheme.BILOU,
    Scheme.BMES,
    Scheme.BMEWO,
    Scheme.BIOS,
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
    box: Box, scheme: Scheme | None, types: tuple[str, str], *, seed: int, progress: ProbesProgress = None
) -> Identification:
    """Return the policy of a decoder; its scheme is looked for where it is not given.

    Raises `CannotIdentify` where it reads no scheme, answers one question in two ways, or does not take the questions.
    """
    search = ProbeSearch(box, MAX_DECODER_PROBES, progress)
    if scheme is not None:
        return _in_scheme(search, scheme, types, seed)
    first: Identification | None = None
    for candidate in _schemes(search, types):
        found = _in_scheme(search, candidate, types, seed)
        if found.identified:
            return found
        first = first or found
    if first is None:
        hint = (
            "The decoder may have a bug. To see where: name the scheme that it should read, for example --scheme IOB2, "
            "in Python scheme='IOB2'."
        )
        shown = search.steps[_ORDER.index(Scheme.IOB2)].outcome
        raise CannotIdentify(
            "the decoder reads no scheme right: in every scheme it returned wrong spans for legal tags (in IOB2 it "
            f"returned {outcome_text(shown)})",
            place=box.name,
            hint=hint,
        )
    return first


def _schemes(search: ProbeSearch, types: tuple[str, str]) -> Iterator[Scheme]:
    """Yield the schemes of which it reads a legal unit; the probes of a scheme are forgotten when the next is tried."""
    for number, scheme in enumerate(_ORDER, start=1):
        probe = decoding(legal(scheme, types))
        outcome = search.ask(probe)
        right = _spans(outcome) == _decode(Dialect(scheme=scheme), probe)
        gone = {} if right else {"scheme": (str(scheme),)}
        left = len(_ORDER) - number
        search.record(ProbeStep("scheme", probe, outcome, (left + 1, left + right), gone))
        if right:
            yield scheme
        del search.steps[number:]


def _in_scheme(search: ProbeSearch, scheme: Scheme, types: tuple[str, str], seed: int) -> Identification:
    """Return the policy in one scheme."""
    box, notes = search.box, []
    if search.steps:
        notes.append(f"it decodes legal {scheme} tags; the schemes were tried in the order {', '.join(_ORDER)}")
    policies = DecoderSearch(search, scheme, types, seed)
    policies.run()
    doubts = len(policies.left)
    before = len(policies.answers)
    policies.verify()
    answers = [answer for answer in policies.answers if not isinstance(answer[1], Unsupported)]
    _refuse_empty(box, answers)
    if isinstance(box, DecoderFunction) and box.inclusive:
        notes.append("its ends are inclusive")
    if doubts > 1 and len(policies.left) < doubts:
        notes.append("the inputs of the verification excluded the last alternatives")
    shares = _shares(policies, answers)
    policy, matched = shares[0]
    identified = matched == len(answers)
    dialect = Dialect(scheme=scheme, policy=policy)
    others = tuple(str(other) for other, share in shares[1:] if share == matched) if identified else ()
    near = () if identified else tuple(_near(*one, scheme, answers) for one in shares[:_MAX_NEAREST])
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
        left=(AlikeOptions("policy", others, _UNSEEN, (ABOUT["policy"],)),) if others else (),
        notes=tuple(notes),
        steps=tuple(map(step_record, search.steps)),
        verified=len(policies.answers) - before,
        failed=len(answers) - matched,
        nearest=near,
    )


def _refuse_empty(box: Box, answers: Sequence[tuple[Probe, Outcome]]) -> None:
    """Raise where every answer is the same: an exception, or nothing."""
    (_, first), *others = answers
    if all(isinstance(outcome, Refusal) for _, outcome in answers):
        message = f"the decoder raises an exception for every input: {outcome_text(first)}"
    elif all(same(first, outcome) for _, outcome in others):
        message = f"the decoder gives the same answer for every input: {outcome_text(first)}"
    else:
        return
    raise CannotIdentify(message, place=box.name, hint=_ARGUMENTS)


_ARGUMENTS = "Name a function that takes the tags of one sentence, or a list of sentences, and returns spans."


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
    scheme = search.scheme
    counted = {search.branches.policy(known.points): 0 for known in search.left}
    counted = {policy: _matched(policy, scheme, answers) for policy in counted}
    if all(count == len(answers) for count in counted.values()):
        return sorted(counted.items(), key=lambda item: item[0].name not in POLICIES)
    named = (policy.canonical(scheme) for policy in POLICIES.values() if scheme in policy.points)
    counted |= {policy: _matched(policy, scheme, answers) for policy in named if policy not in counted}
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
    return NearDialect(
        **asked(probe, outcome),
        signature=_signature(dialect),
        names=_names(policy, scheme),
        matched=matched,
        asked=len(answers),
        due=due,
    )

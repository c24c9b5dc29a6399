"""Decoded: what the answers of a decoder come to."""

from collections.abc import Iterator, Sequence

from nerconform.base.errors import NerconformError
from nerconform.products.identify.boxes import Box, DecoderFunction
from nerconform.products.identify.branches import legal
from nerconform.products.identify.decoders import LIMIT, DecoderSearch, asked_twice
from nerconform.products.identify.identification import Identification, Left, Near
from nerconform.products.identify.probes import DecodedSpans, Outcome, Probe, RefusedProbe, Unasked, decoding
from nerconform.products.identify.separation import CannotIdentify, ProbeStep, Told
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.points import OPTIONS, Points
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Scheme
from nerconform.reference.tags import parser

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
"""In which schemes a decoder is tried: those with most letters first, for who reads these may read others too."""
_NEAREST = 3
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
    """Yield the schemes of which it reads a legal unit; each probe is put behind the steps."""
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
    search = DecoderSearch(box, scheme, types, seed, limit=max(1, LIMIT - len(steps)))
    if told:
        told(box.name, len(steps), LIMIT)
    search.run()
    if search.unasked is not None:
        raise CannotIdentify(f"the decoder was not asked: {search.unasked.reason}", place=box.name)
    doubts = len(search.left)
    search.verify()
    if told:
        told(box.name, LIMIT, LIMIT)
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
        implementation=box.name,
        version=box.version,
        kind="decoder",
        scheme=scheme,
        identified=identified,
        dialect=dialect,
        signature=_signature(dialect),
        names=_names(policy, scheme) if identified else (),
        measure=None,
        left=(Left("policy", others, _UNSEEN),) if others else (),
        notes=tuple(notes),
        steps=tuple(steps),
        verified=len(search.seen) - len(search.steps),
        failed=len(answers) - matched,
        nearest=() if identified else tuple(_near(other, share, scheme, answers) for other, share in shares[:_NEAREST]),
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


def _near(policy: Policy, matched: int, scheme: Scheme, answers: Sequence[tuple[Probe, Outcome]]) -> Near:
    """Return a policy with the smallest unit on which it fails: every unit of up to three tags was asked."""
    dialect = Dialect(scheme=scheme, policy=policy)
    failing = [answer for answer in answers if _decode(dialect, answer[0]) != _spans(answer[1])]
    probe, outcome = min(failing, key=lambda answer: answer[0].size)
    spans = _decode(dialect, probe)
    due = str(RefusedProbe("illegal-transition", "")) if spans is None else str(DecodedSpans((spans,)))
    return Near(_signature(dialect), _names(policy, scheme), matched, len(answers), probe, due, outcome)

"""Scored: what the answers of a scorer come to."""

from collections.abc import Sequence

from nerconform.asking.question import Form
from nerconform.diagnosis.shrinking import shrink
from nerconform.products.identify.boxes import Box
from nerconform.products.identify.fitting import Answers, fits_all, left_beside, matched, names_of, neighbours
from nerconform.products.identify.hypotheses import Hypothesis, View
from nerconform.products.identify.identification import Identification, Near
from nerconform.products.identify.probes import NamedNumbers, Outcome, Probe, Unasked
from nerconform.products.identify.scorers import LIMIT, MALFORMED, ScorerSearch
from nerconform.products.identify.separation import ProbeSearch, Told
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import rounded
from nerconform.version import SPEC_VERSION

VERIFIED = 36
_NEAREST = 3
_QUESTIONS = 150


def identify_scorer(box: Box, scheme: Scheme, types: Sequence[str], *, seed: int, told: Told = None) -> Identification:
    """Return the dialect of a scorer.

    Raises `CannotIdentify` where it answers nothing, one thing, or one question in two ways, and `UnreadableResult`.
    """
    search = ProbeSearch(box, LIMIT, told)
    stages = ScorerSearch(search, scheme, types, seed)
    stages.run()
    further = stages.verify(VERIFIED)
    asked = [(step.probe, step.outcome) for step in search.steps if step.probe.gold and step.stage != MALFORMED]
    read = stages.odd if stages.reads_odd else []
    proper = [(probe, outcome) for probe, outcome in (*asked, *further) if not isinstance(outcome, Unasked)]
    answers = [*proper, *(answer for answer in read if not isinstance(answer[1], Unasked))]
    answer, others = _answer(search, stages, answers)
    identified = fits_all(search, answer, answers)
    count = matched(search, answer, answers)
    return Identification(
        implementation=box.name,
        version=box.version,
        kind="scorer",
        scheme=scheme,
        identified=identified,
        dialect=answer.dialect,
        signature=_signature(answer),
        names=names_of(search, answer, proper, stages.odd) if identified else (),
        measure=str(answer.view),
        left=tuple(left_beside(search, answer, others, answers)) if identified else (),
        notes=tuple(_notes(search, stages)),
        steps=tuple(search.steps),
        verified=len(further),
        failed=len(answers) - count,
        nearest=() if identified else tuple(_nearest(search, answer, others, answers)),
    )


def _answer(search: ProbeSearch, stages: ScorerSearch, answers: Answers) -> tuple[Hypothesis, list[Hypothesis]]:
    """Return the hypothesis that fits best, the stages' own answer first, and the others that were thought of."""
    own = stages.answer
    joint = stages.rejoined()
    named = [one for one in joint if one != own]
    candidates = [own, *named]
    best = next((one for one in candidates if fits_all(search, one, answers)), None)
    if best is None:
        beside = neighbours(own, stages.types, search.keys)
        best = max([*candidates, *beside], key=lambda one: matched(search, one, answers))
    return best, [*candidates, *neighbours(best, stages.types, search.keys)]


def _signature(answer: Hypothesis) -> str:
    """Return the signature; where it names one measure alone, with that measure."""
    view = answer.view
    measure = str(view) if isinstance(view, View) and view.ratio is not None else "*"
    return f"{answer.dialect}|{measure}|spec:{SPEC_VERSION}"


def _notes(search: ProbeSearch, stages: ScorerSearch) -> list[str]:
    notes = []
    if search.reading.scale > 1:
        notes.append("its numbers are per cent")
    if search.reading.digits is not None:
        notes.append(f"its numbers have {search.reading.digits} decimals")
    if not stages.reads_odd:
        notes.append(
            "what it makes of tags without a type and of other letters is in no option; those probes exclude nothing"
        )
    if search.spent:
        notes.append(
            f"it was asked {search.limit} probes, and no more are allowed: what is left may be more than shown"
        )
    if not all(step.fitted for step in search.steps):
        notes.append("some answers are expected by no dialect; they excluded nothing")
    return notes


def _nearest(search: ProbeSearch, answer: Hypothesis, others: Sequence[Hypothesis], answers: Answers) -> list[Near]:
    """Return the dialects that expect most answers, each with the smallest input on which it fails."""
    scheme, view = answer.dialect.scheme, answer.view
    named = {
        Hypothesis(dialect.set(scheme=str(scheme)), view): name
        for name, dialect in NAMED.items()
        if scheme in dialect.policy.points
    }
    alike: dict[tuple[bool, ...], list[Hypothesis]] = {}
    for one in dict.fromkeys([answer, *named, *others]):
        pattern = tuple(search.fits(one, probe, outcome) for probe, outcome in answers)
        alike.setdefault(pattern, []).append(one)
    best = sorted(alike.items(), key=lambda pair: -sum(pair[0]))[:_NEAREST]
    return [
        _near(search, ones[0], tuple(named[one] for one in ones if one in named), sum(pattern), answers)
        for pattern, ones in best
        if not all(pattern)
    ]


def _near(search: ProbeSearch, one: Hypothesis, names: tuple[str, ...], count: int, answers: Answers) -> Near:
    def disagrees(probe: Probe) -> Outcome | None:
        if not probe.pred or (probe.form is Form.TAGS and not all(probe.pred)):
            return None  # many crash on nothing, whatever else they do
        outcome = search.box.ask(probe)
        return None if search.fits(one, probe, outcome) else outcome

    failing = [answer for answer in answers if not search.fits(one, *answer)]
    probe, outcome = min(failing, key=lambda answer: answer[0].size)
    probe, outcome = shrink(probe, outcome, disagrees, _QUESTIONS)
    return Near(_signature(one), names, count, len(answers), probe, *_difference(search, one, probe, outcome))


def _difference(search: ProbeSearch, one: Hypothesis, probe: Probe, outcome: Outcome) -> tuple[str, Outcome]:
    """Return what was due and what came, numbers only where they differ."""
    due = search.due(one, probe)
    if due is None:
        return "refused", outcome
    if not isinstance(outcome, NamedNumbers):
        return str(NamedNumbers(due)), outcome
    rule = one.dialect.round
    differ = [key for key, value in outcome.values.items() if not search.reading.agrees(due.get(key), value, rule)]
    shown = {key: None if (value := due.get(key)) is None else rounded(value, rule) for key in differ}
    return str(NamedNumbers(shown)), NamedNumbers({key: outcome.values[key] for key in differ})

"""Search: asking the probe that splits the hypotheses best, until none of them is split any more."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import log2
from typing import Any

from nerconform.asking.observation import Refusal, Unsupported
from nerconform.asking.question import Form
from nerconform.asking.records import error, number, spans, units
from nerconform.base.errors import NerconformError
from nerconform.products.identify.boxes import Box, DecodedSpans, NamedNumbers, Outcome, Probe, same
from nerconform.products.identify.hypotheses import (
    Expected,
    Hypothesis,
    NumberFormat,
    evaluation,
    expected,
    fits,
)
from nerconform.reference.outcomes import Schema
from nerconform.results.identification_result import ProbeAnswer, ProbeStepRecord
from nerconform.results.values import UnsupportedObserved, ValuesObserved

_PREDICTIONS_PER_STEP = 300
_SAMPLED_HYPOTHESES = 48
_MIN_CANDIDATES, _MAX_CANDIDATES = 4, 30
_MAX_USELESS = 48
_MIN_USELESS = 16
_MAX_MISFITS = 3
_USELESS_PREDICTIONS = 3000
_MAX_NEAREST = 9
_KEYS = ("precision", "recall", "f1")


ProbesProgress = Callable[[str, int, int], None] | None
"""Is called with the name of the black box, the number of probes it was asked, and the limit of probes."""


class CannotIdentify(NerconformError):
    """Nothing can be learned from what the black box answers."""

    code = "cannot-identify"


@dataclass(frozen=True, slots=True)
class ProbeStep:
    """One probe that was asked: what for, what came back, and what is no longer possible since.

    `left` is the number of hypotheses of this stage that were possible before and after; `excluded` has the options
    that no hypothesis makes any more, by axis; `fitted` is false where no hypothesis expected the answer.
    """

    stage: str
    probe: Probe
    outcome: Outcome
    left: tuple[int, int] = (0, 0)
    excluded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fitted: bool = True


class ProbeSearch:
    """The probes that were asked of one black box, and how its numbers are read."""

    def __init__(self, box: Box, limit: int, progress: ProbesProgress = None) -> None:
        """Ask this box at most `limit` probes."""
        self.box, self.limit, self.progress = box, limit, progress
        self.number_format = NumberFormat()
        self.steps: list[ProbeStep] = []
        self.keys: tuple[str, ...] = _KEYS
        self._numbers: list[NamedNumbers] = []

    @property
    def spent(self) -> bool:
        """Whether there is no probe left."""
        return len(self.steps) >= self.limit

    def ask(self, probe: Probe) -> Outcome:
        """Return the answer, the first of all twice. Raises `CannotIdentify` where the two differ."""
        outcome = self.box.ask(probe)
        if not self.steps:
            again = self.box.ask(probe)
            if not same(outcome, again):
                hint = "Fix the random seed of the metric. Keep no state from one call to the next."
                message = (
                    f"the function gave two answers to one input: {outcome_text(outcome)}, then {outcome_text(again)}"
                )
                raise CannotIdentify(message, place=self.box.name, hint=hint)
        if isinstance(outcome, NamedNumbers):
            named = self.keys if self._numbers else ()
            self.keys = tuple(dict.fromkeys([*named, *outcome.values])) or self.keys
            self._numbers.append(outcome)
            self.number_format = NumberFormat.of(value for each in self._numbers for value in each.values.values())
        return outcome

    def record(self, step: ProbeStep) -> None:
        """Keep a step."""
        self.steps.append(step)
        if self.progress:
            self.progress(self.box.name, len(self.steps), self.limit)

    def due(self, hypothesis: Hypothesis, probe: Probe, *, alike: bool = False) -> Expected:
        """Return what a hypothesis expects."""
        schemas = frozenset({Schema.STRICT}) if alike else hypothesis.view.schemas
        return expected(hypothesis, evaluation(hypothesis.dialect, probe, schemas), self.keys, alike=alike)

    def fits(self, hypothesis: Hypothesis, probe: Probe, outcome: Outcome, *, alike: bool = False) -> bool:
        """Whether a hypothesis expects this answer; a question that is not taken says nothing."""
        if isinstance(outcome, Unsupported):
            return True
        return fits(hypothesis, self.due(hypothesis, probe, alike=alike), outcome, self.number_format)

    def split(
        self,
        stage: str,
        hypotheses: Sequence[Hypothesis],
        pool: Iterator[Probe],
        *,
        known: Sequence[ProbeStep] = (),
        alike: bool = False,
    ) -> list[Hypothesis]:
        """Return the hypotheses that are left once no probe of the pool tells them apart, or no probe may be asked.

        An answer that none of them expects excludes none; but then what is there is outside the family, and a few of
        those that expect most answers are returned. `known` are steps that count for these hypotheses, too.
        """
        left = list(hypotheses)
        mine = list(known)
        stale = 0
        while (
            len(left) > 1
            and not self.spent
            and sum(not step.fitted for step in mine) < _MAX_MISFITS
            and stale < min(_MAX_USELESS, max(_MIN_USELESS, _USELESS_PREDICTIONS // len(left)))
        ):
            some = len(left) // _SAMPLED_HYPOTHESES + 1
            tries = min(_MAX_CANDIDATES, max(_MIN_CANDIDATES, _PREDICTIONS_PER_STEP * some // len(left)))
            probes = list(islice(pool, tries))
            gains = [self._gain(left[at % some :: some], probe, alike=alike) for at, probe in enumerate(probes)]
            if not probes:
                break
            if max(gains) <= 0:
                stale += len(probes)
                continue
            stale = 0
            probe = probes[gains.index(max(gains))]
            outcome = self.ask(probe)
            answers = [(probe, outcome), *((step.probe, step.outcome) for step in mine if step.fitted)]
            kept = [one for one in left if all(self.fits(one, *answer, alike=alike) for answer in answers)]
            count = (len(left), len(kept))
            mine.append(ProbeStep(stage, probe, outcome, count, excluded(left, kept or left), fitted=bool(kept)))
            self.record(mine[-1])
            left = kept or left
        return left if all(step.fitted for step in mine) else self._nearest(left, mine, alike=alike)

    def _nearest(
        self, hypotheses: Sequence[Hypothesis], steps: Sequence[ProbeStep], *, alike: bool
    ) -> list[Hypothesis]:
        """Return the few that expect most of these answers, the plain ones first."""

        def missed(one: Hypothesis) -> int:
            return sum(not self.fits(one, step.probe, step.outcome, alike=alike) for step in steps)

        return sorted(hypotheses, key=missed)[:_MAX_NEAREST]

    def _gain(self, hypotheses: Sequence[Hypothesis], probe: Probe, *, alike: bool) -> float:
        """Return how many bits the answer would give, were each hypothesis as likely as the other."""
        classes = Counter(self.seen(one, self.due(one, probe, alike=alike)) for one in hypotheses)
        return entropy(classes.values())

    def seen(self, hypothesis: Hypothesis, due: Expected) -> tuple[tuple[str, float | None], ...] | None:
        """Return what could be seen of the numbers that are due."""
        rule = hypothesis.dialect.round
        return (
            None if due is None else tuple((key, self.number_format.coarse(value, rule)) for key, value in due.items())
        )


def entropy(sizes: Iterable[float]) -> float:
    """Return the bits of a choice between classes of these sizes."""
    sizes = list(sizes)
    total = sum(sizes)
    return sum(-size / total * log2(size / total) for size in sizes) if len(sizes) > 1 else 0.0


def excluded(before: Sequence[Hypothesis], after: Sequence[Hypothesis]) -> dict[str, tuple[str, ...]]:
    """Return the options that no hypothesis makes any more, by axis."""
    gone: dict[str, tuple[str, ...]] = {}
    had, have = options_of(before), options_of(after)
    for axis, options in had.items():
        if axis == "policy":  # no hypothesis varies it: policies have a stage of their own
            continue
        if lost := tuple(option for option in options if option not in have.get(axis, ())):
            gone[axis] = lost
    return gone


def options_of(hypotheses: Iterable[Hypothesis]) -> dict[str, tuple[str, ...]]:
    """Return the options that hypotheses make, by axis, each once."""
    found: dict[str, dict[str, None]] = {}
    for hypothesis in hypotheses:
        for axis, option in hypothesis.options().items():
            found.setdefault(axis, {})[option] = None
    return {axis: tuple(options) for axis, options in found.items()}


def answer_record(outcome: Outcome) -> ProbeAnswer:
    """Return an answer as data."""
    match outcome:
        case NamedNumbers(values):
            return ValuesObserved({name: number(value) for name, value in values.items()})
        case DecodedSpans(found):
            return tuple(map(spans, found))
        case Refusal():
            return error(outcome)
    return UnsupportedObserved(outcome.reason)


def outcome_text(outcome: Outcome) -> str:
    """Return an answer on one line."""
    record = answer_record(outcome)
    return " | ".join(map(str, record)) if isinstance(record, tuple) else str(record)


def step_record(step: ProbeStep) -> ProbeStepRecord:
    """Return a step as data."""
    before, after = step.left
    return ProbeStepRecord(
        **asked(step.probe, step.outcome),
        stage=step.stage,
        before=before,
        after=after,
        excluded=step.excluded,
        fitted=step.fitted,
    )


def asked(probe: Probe, outcome: Outcome) -> dict[str, Any]:
    """Return a probe and its answer as the fields of a record."""
    gold, pred = (units([list(unit) for unit in side], Form.TAGS) for side in (probe.gold, probe.pred))
    return {"form": str(probe.form), "gold": gold, "pred": pred, "answer": answer_record(outcome)}

"""Smoke: whether implementations answer at all: a broken harness, or a wrong metric."""

from enum import StrEnum

from nerconform.results.values import Mismatch, ResultRecord


class TrialState(StrEnum):
    """What became of one question."""

    RIGHT = "right"
    """Answered, as the reference answers in the dialect that the implementation declares."""
    WRONG = "wrong"
    """Answered otherwise."""
    CRASHED = "crashed"
    """The metric raised something that it does not declare as a refusal."""
    REFUSED = "refused"
    """Refused, which is an answer; whether it is due is for `check` to say."""
    UNSUPPORTED = "unsupported"
    """Not a question for this implementation."""
    BROKEN = "broken"
    """Nothing came that could be read: the harness is at fault, not the metric."""


class SmokeVerdict(StrEnum):
    """What all of it says of an implementation."""

    WORKS = "works"
    """Everything was answered, refused or unsupported, and nothing is wrong."""
    WRONG = "wrong"
    """The harness works, and the metric is wrong."""
    BROKEN = "broken"
    """The harness is broken, or nothing was answered."""


class Trial(ResultRecord, frozen=True):
    """One question and what became of it; `mismatches` are filled where it is wrong, `reason` where none is right."""

    what: str
    state: TrialState
    reason: str = ""
    mismatches: tuple[Mismatch, ...] = ()


class ImplementationSmoke(ResultRecord, frozen=True):
    """What came of one implementation: its trials, or the fault that kept it from being asked anything."""

    name: str
    verdict: SmokeVerdict
    version: str = ""
    fault: str = ""
    form: str = ""
    scheme: str = ""
    trials: tuple[Trial, ...] = ()

    def count(self, state: TrialState) -> int:
        """Return how many questions came to this."""
        return sum(trial.state is state for trial in self.trials)


class Smoke(ResultRecord, frozen=True, tag_field="format", tag="nerconform-smoke-2"):
    """What `nerconform smoke` found."""

    implementations: tuple[ImplementationSmoke, ...]
    tool: str
    spec: str

    @property
    def status(self) -> int:
        """Return the exit status: 2 if a harness is broken, else 1 if a metric is wrong, else 0."""
        verdicts = {one.verdict for one in self.implementations}
        return 2 if SmokeVerdict.BROKEN in verdicts else int(SmokeVerdict.WRONG in verdicts)

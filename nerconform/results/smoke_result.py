"""Smoked: what `nerconform smoke` found, the model that its reports are a view of (PRO-7)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from nerconform.results.run import Mismatch
from nerconform.version import SPEC_VERSION, __version__

FORMAT = "nerconform-smoke-1"
"""The name of the file format; `spec/formats/smoke.schema.json` is its JSON Schema."""


class State(StrEnum):
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


class Verdict(StrEnum):
    """What all of it says of an implementation."""

    WORKS = "works"
    WRONG = "wrong"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Trial:
    """One question and what became of it; `mismatches` are filled where it is wrong, `reason` where none is right."""

    what: str
    state: State
    reason: str = ""
    mismatches: tuple[Mismatch, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the trial as plain data; empty parts are left out."""
        return _filled({**asdict(self), "mismatches": tuple(asdict(one) for one in self.mismatches)})


@dataclass(frozen=True, slots=True)
class Smoked:
    """What came of one implementation: its trials, or the fault that kept it from being asked anything."""

    name: str
    version: str = ""
    fault: str = ""
    form: str = ""
    scheme: str = ""
    trials: tuple[Trial, ...] = ()

    def count(self, state: State) -> int:
        """Return how many questions came to this."""
        return sum(trial.state is state for trial in self.trials)

    @property
    def verdict(self) -> Verdict:
        """Return broken where anything was, or nothing was answered; else wrong where anything was; else works."""
        answered = self.count(State.RIGHT) + self.count(State.WRONG) + self.count(State.CRASHED)
        if self.fault or self.count(State.BROKEN) or not answered:
            return Verdict.BROKEN
        return Verdict.WRONG if self.count(State.WRONG) + self.count(State.CRASHED) else Verdict.WORKS

    def to_dict(self) -> dict[str, object]:
        """Return the implementation as plain data; empty parts are left out."""
        trials = [trial.to_dict() for trial in self.trials]
        return {**_filled({**asdict(self), "trials": ()}), "verdict": self.verdict, "trials": trials}


@dataclass(frozen=True, slots=True)
class Smoke:
    """What `nerconform smoke` found."""

    implementations: tuple[Smoked, ...]

    @property
    def status(self) -> int:
        """Return the exit status: 2 if a harness is broken, else 1 if a metric is wrong, else 0."""
        verdicts = {one.verdict for one in self.implementations}
        return 2 if Verdict.BROKEN in verdicts else int(Verdict.WRONG in verdicts)

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/smoke.schema.json`)."""
        implementations = [one.to_dict() for one in self.implementations]
        return {"format": FORMAT, "tool": __version__, "spec": SPEC_VERSION, "implementations": implementations}


def _filled(data: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping without empty texts and lists."""
    return {name: value for name, value in data.items() if value not in ("", ())}

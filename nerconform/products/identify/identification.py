"""Identification: which dialect a black box implements, how that was found, and what cannot be told from outside."""

from dataclasses import dataclass
from typing import NamedTuple

from nerconform.asking.question import Form
from nerconform.products.identify.boxes import Outcome, Probe
from nerconform.products.identify.separation import ProbeStep
from nerconform.reference.dialect import Dialect
from nerconform.reference.schemes import Scheme
from nerconform.version import SPEC_VERSION, __version__

FORMAT = "nerconform-identification-1"


class Left(NamedTuple):
    """Options of one axis that could stand in place of the answer's, as far as can be seen, and why."""

    axis: str
    options: tuple[str, ...]
    reason: str


class Near(NamedTuple):
    """A dialect that comes near: how many of the questions it answers alike, and the smallest on which it does not.

    `names` are those of named dialects or policies that answer every one of the questions as it does.
    """

    signature: str
    names: tuple[str, ...]
    matched: int
    asked: int
    probe: Probe
    due: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Identification:
    """What was found.

    `identified` is false where no dialect expects every answer; then `nearest` has those that come nearest. `signature`
    is the answer: of a scorer dialect, measure and spec, of a decoder the two choices that it makes, scheme and policy.
    `names` are the named dialects (of a decoder: the named policies) that cannot be told from it; `left` what else
    cannot. `notes` say how its results were read. `verified` inputs beyond the probes were answered, `failed` of all
    otherwise than the answer says.
    """

    implementation: str
    version: str
    kind: str
    scheme: Scheme
    identified: bool
    dialect: Dialect
    signature: str
    names: tuple[str, ...]
    measure: str | None
    left: tuple[Left, ...]
    notes: tuple[str, ...]
    steps: tuple[ProbeStep, ...]
    verified: int
    failed: int
    nearest: tuple[Near, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/identification.schema.json`)."""
        return {
            "format": FORMAT,
            "tool": __version__,
            "spec": SPEC_VERSION,
            "implementation": self.implementation,
            "version": self.version,
            "kind": self.kind,
            "scheme": str(self.scheme),
            "identified": self.identified,
            "signature": self.signature,
            "names": list(self.names),
            "measure": self.measure,
            "left": [{"axis": axis, "options": list(options), "reason": why} for axis, options, why in self.left],
            "notes": list(self.notes),
            "probes": [_step(number, step) for number, step in enumerate(self.steps, start=1)],
            "verified": self.verified,
            "failed": self.failed,
            "nearest": [_near(near) for near in self.nearest],
        }


def _step(number: int, step: ProbeStep) -> dict[str, object]:
    before, after = step.left
    return {
        "number": number,
        "stage": step.stage,
        **_data(step.probe),
        "answer": str(step.outcome),
        "possible": {"before": before, "after": after},
        "excluded": {axis: list(options) for axis, options in step.excluded.items()},
        "fitted": step.fitted,
    }


def _near(near: Near) -> dict[str, object]:
    head = {"signature": near.signature, "names": list(near.names), "matched": near.matched, "asked": near.asked}
    return {**head, **_data(near.probe), "due": near.due, "answer": str(near.outcome)}


def _data(probe: Probe) -> dict[str, object]:
    """Return the units of a probe: tags as one string each, spans as lists."""
    return {"form": str(probe.form), "gold": _side(probe, probe.gold), "pred": _side(probe, probe.pred)}


def _side(probe: Probe, side: tuple[tuple[object, ...], ...]) -> list[object]:
    if probe.form is Form.TAGS:
        return [" ".join(map(str, unit)) for unit in side]
    return [[list(item) if isinstance(item, tuple) else item for item in unit] for unit in side]

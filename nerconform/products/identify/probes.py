"""Probes: what a black box is asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nerconform.asking.observation import Value
from nerconform.asking.question import Form
from nerconform.diagnosis.shrinking import BothSides, Item
from nerconform.reference.filtering import Spans
from nerconform.suite.agreement import show

Probe = BothSides
"""Both sides of some units; a decoder is asked the units of `pred`, and `gold` is empty."""


def probe_of(units: Iterable[tuple[Sequence[Item], Sequence[Item]]], form: Form = Form.TAGS) -> Probe:
    """Return the probe of pairs of gold and prediction."""
    pairs = [(tuple(gold), tuple(pred)) for gold, pred in units]
    return Probe(tuple(gold for gold, _ in pairs), tuple(pred for _, pred in pairs), form)


def decoding(tags: Sequence[str]) -> Probe:
    """Return the probe that asks a decoder one unit."""
    return Probe((), (tuple(tags),))


@dataclass(frozen=True, slots=True)
class NamedNumbers:
    """Numbers under the names that the black box gives them: `f1`, or a whole measure such as `strict.micro.f1`."""

    values: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the numbers as text, not more than a dozen."""
        shown = [f"{name}={show(value)}" for name, value in list(self.values.items())[:12]]
        more = len(self.values) - len(shown)
        return ", ".join([*shown, *([f"and {more} more"] if more else [])])


@dataclass(frozen=True, slots=True)
class DecodedSpans:
    """The spans of each unit, in canonical order."""

    spans: tuple[Spans, ...]

    def __str__(self) -> str:
        """Return the spans as text."""
        units = (" ".join(f"{span.type}[{span.start},{span.end})" for span in unit) or "none" for unit in self.spans)
        return " | ".join(units)


@dataclass(frozen=True, slots=True)
class RefusedProbe:
    """An exception: a refusal, if the question was a bad one, else a crash."""

    error: str
    message: str

    def __str__(self) -> str:
        """Return type and message on one line."""
        return f"refused: {self.error}: {' '.join(self.message.split())[:120]}"


@dataclass(frozen=True, slots=True)
class Unasked:
    """The black box does not take this question, and says why."""

    reason: str

    def __str__(self) -> str:
        """Return why."""
        return f"not taken: {self.reason}"


Outcome = NamedNumbers | DecodedSpans | RefusedProbe | Unasked


def same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are one: numbers to twelve digits, refusals by their type."""
    if isinstance(one, RefusedProbe) and isinstance(other, RefusedProbe):
        return one.error == other.error
    if isinstance(one, NamedNumbers) and isinstance(other, NamedNumbers):
        return {key: show(value) for key, value in one.values.items()} == {
            key: show(value) for key, value in other.values.items()
        }
    return one == other

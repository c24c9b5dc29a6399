"""Fitting: what else fits everything that was asked, what comes near, and why some choices do not show."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nerconform.comparison.identifying.axes import SINGLE, first_labels, views_of
from nerconform.comparison.identifying.hypotheses import Hypothesis, View
from nerconform.comparison.identifying.identification import Left
from nerconform.comparison.identifying.outcomes import Outcome
from nerconform.comparison.identifying.probes import Probe
from nerconform.comparison.identifying.search import Search
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.values import Rounding

Answers = Sequence[tuple[Probe, Outcome]]
_LABELS = ("labels", "labels_avg")


def matched(search: Search, hypothesis: Hypothesis, answers: Answers) -> int:
    """Return how many answers a hypothesis expects."""
    return sum(search.fits(hypothesis, probe, outcome) for probe, outcome in answers)


def fits_all(search: Search, hypothesis: Hypothesis, answers: Answers) -> bool:
    """Whether a hypothesis expects every answer."""
    return all(search.fits(hypothesis, probe, outcome) for probe, outcome in answers)


def neighbours(hypothesis: Hypothesis, types: Sequence[str], keys: Sequence[str]) -> list[Hypothesis]:
    """Return the hypotheses that make one choice otherwise, view included."""
    dialect = hypothesis.dialect
    labels = first_labels(types)
    options = {**SINGLE, **dict.fromkeys(_LABELS, labels)}
    made = [
        Hypothesis(replace(dialect, **{axis: value}), hypothesis.view) for axis in options for value in options[axis]
    ]
    if isinstance(hypothesis.view, View):
        made += [Hypothesis(dialect, view) for view in views_of(keys, Schema)]
    own = (str(dialect), hypothesis.view)
    return [one for one in dict.fromkeys(made) if (str(one.dialect), one.view) != own]


def left_beside(search: Search, answer: Hypothesis, others: Iterable[Hypothesis], answers: Answers) -> list[Left]:
    """Return, axis by axis, the options of other hypotheses that fit as well as the answer.

    Where only several choices together fit in place of the answer's, their axes stand together.
    """
    plain, mine = answer.plain(), answer.options()
    single: dict[str, dict[str, bool]] = {}
    joint: dict[tuple[str, ...], dict[str, None]] = {}
    seen: list[dict[str, str]] = []
    changes = {one: {axis: text for axis, text in one.options().items() if text != mine.get(axis)} for one in others}
    for one, change in sorted(changes.items(), key=lambda item: len(item[1])):
        if not change or any(known.items() <= change.items() for known in seen):
            continue
        idle = one.plain() == plain
        if not idle and not fits_all(search, one, answers):
            continue
        seen.append(change)
        if len(change) == 1:
            ((axis, option),) = change.items()
            single.setdefault(axis, {})[option] = idle
        else:
            joint.setdefault(tuple(change), {})[" ".join(f"{axis}:{text}" for axis, text in change.items())] = None
    left = [
        Left(axis, tuple(options), _reason(axis, answer, idle=all(options.values())))
        for axis, options in single.items()
    ]
    return left + [Left(" and ".join(axes), tuple(options), _JOINT) for axes, options in joint.items()]


_JOINT = "together they come to the same"


def _reason(axis: str, answer: Hypothesis, *, idle: bool) -> str:
    """Return why a choice does not show."""
    view = answer.view
    if idle:
        return f"it plays no part in {view}"
    if axis in {"align", "scope", "overlap"} and answer.schemas == {Schema.STRICT}:
        return "the strict schema counts equal spans, and on flat spans in order these readings pair the same ones"
    return _REASONS.get(axis, "no question that was asked tells them apart")


_REASONS = {
    "duplicates": "tags cannot repeat a span",
    "align": "on flat spans in order these readings pair alike",
    "zero": "both leave the ratio undefined, or no question reaches it",
    "policy": "they decode alike whatever was asked",
}


def names_of(search: Search, answer: Hypothesis, answers: Answers, odd: Answers) -> tuple[str, ...]:
    """Return the named dialects that expect every answer; to malformed tags, too, if one of them does."""
    scheme = answer.dialect.scheme
    found = {
        name: Hypothesis(replace(dialect, scheme=scheme), answer.view)
        for name, dialect in NAMED.items()
        if scheme in dialect.policy.points and _rounds_alike(search, dialect)
    }
    found = {name: one for name, one in found.items() if fits_all(search, one, answers)}
    best = tuple(name for name, one in found.items() if fits_all(search, one, odd))
    return best or tuple(found)


def _rounds_alike(search: Search, dialect: Dialect) -> bool:
    """Whether a dialect shows as many decimals as were seen."""
    digits, scale = search.reading.digits, search.reading.scale
    if dialect.round == Rounding():
        return digits is None and scale == 1
    return (dialect.round.digits, dialect.round.scale) == (digits, scale)

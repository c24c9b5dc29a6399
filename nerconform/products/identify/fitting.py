"""Fitting: what else fits everything that was asked, what comes near, and why some choices do not show."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle

from nerconform.products.identify.axes import SINGLE, first_labels, views_of
from nerconform.products.identify.hypotheses import Hypothesis, View
from nerconform.products.identify.identification import Left
from nerconform.products.identify.probes import Outcome, Probe, probe_of
from nerconform.products.identify.separation import ProbeSearch
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.named import NAMED
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import rounded
from nerconform.reference.spans import Span
from nerconform.reference.values import Rounding

Answers = Sequence[tuple[Probe, Outcome]]
_LABELS = ("labels", "labels_avg")


def matched(search: ProbeSearch, hypothesis: Hypothesis, answers: Answers) -> int:
    """Return how many answers a hypothesis expects."""
    return sum(search.fits(hypothesis, probe, outcome) for probe, outcome in answers)


def fits_all(search: ProbeSearch, hypothesis: Hypothesis, answers: Answers) -> bool:
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


def left_beside(search: ProbeSearch, answer: Hypothesis, others: Iterable[Hypothesis], answers: Answers) -> list[Left]:
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


def names_of(search: ProbeSearch, answer: Hypothesis, answers: Answers, odd: Answers) -> tuple[str, ...]:
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


def _rounds_alike(search: ProbeSearch, dialect: Dialect) -> bool:
    """Whether a dialect shows as many decimals as were seen."""
    digits, scale = search.reading.digits, search.reading.scale
    if dialect.round == Rounding():
        return digits is None and scale == 1
    return (dialect.round.digits, dialect.round.scale) == (digits, scale)


Make = Callable[[int, int, Scheme, Sequence[str]], Probe]
RULES = ("half-up", "half-even", "binary")
_SIZES = (8, 16, 20, 32, 40, 80, 160, 200, 400, 800, 4000)


def rounded_ones(search: ProbeSearch, hypothesis: Hypothesis, types: Sequence[str]) -> list[Hypothesis]:
    """Return the hypothesis with every rule that fits all answers; where several did, ties were asked."""
    reading = search.reading
    if reading.digits is None:
        return [hypothesis]
    rules = [Rounding(rule, reading.digits, reading.scale) for rule in RULES]
    made = [Hypothesis(replace(hypothesis.dialect, round=rule), hypothesis.view) for rule in rules]
    known = [step for step in search.steps if search.fits(hypothesis, step.probe, step.outcome)]
    make = _tokens if hypothesis.dialect.item is Item.TOKEN else _ratio
    ties = cycle(_ties(rules, hypothesis.dialect.scheme, types, make))  # what one turn passes over, the next may need
    left = [one for one in made if all(search.fits(one, step.probe, step.outcome) for step in known)]
    return search.split("rounding", left or made, ties, known=known)


def _ties(rules: Sequence[Rounding], scheme: Scheme, types: Sequence[str], make: Make) -> Iterator[Probe]:
    """Yield data whose every ratio lies in the middle between two numbers with so many decimals."""
    for size in _SIZES:
        kinds: dict[tuple[bool, ...], int] = {}
        for correct in range(1, size):
            values = [rounded(Fraction(correct, size), rule) for rule in rules]
            kinds.setdefault(tuple(value == values[0] for value in values), correct)
        for kind, correct in kinds.items():
            if not all(kind):
                yield make(correct, size, scheme, types)


def _tokens(correct: int, size: int, scheme: Scheme, types: Sequence[str]) -> Probe:
    """Return one unit in which so many of `size` tokens have the right tag."""
    spans = [Span(types[0], 2 * at, 2 * at + 1) for at in range((size + 1) // 2)]
    gold = encode_spans(spans, size + 1, scheme)[:size]
    pred = [tag if at < correct else "O" if tag != "O" else gold[0] for at, tag in enumerate(gold)]
    return probe_of([(gold, pred)])


def _ratio(correct: int, size: int, scheme: Scheme, types: Sequence[str]) -> Probe:
    """Return one unit in which so many of `size` spans of every type are right, on both sides."""
    places = [(kind, index) for kind in types for index in range(size + size - correct)]
    gold = [Span(kind, 2 * at, 2 * at + 1) for at, (kind, index) in enumerate(places) if index < size]
    pred = [Span(kind, 2 * at, 2 * at + 1) for at, (kind, index) in enumerate(places) if index >= size - correct]
    length = 2 * len(places)
    return probe_of([(encode_spans(gold, length, scheme), encode_spans(pred, length, scheme))])

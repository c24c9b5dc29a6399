"""Rounding: by which rule a black box rounds, where its numbers show that it does (SCO-10)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle

from nerconform.comparison.identifying.hypotheses import Hypothesis
from nerconform.comparison.identifying.probes import Probe, probe_of
from nerconform.comparison.identifying.search import Search
from nerconform.reference.encoding import encode_spans
from nerconform.reference.options import Item
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import rounded
from nerconform.reference.spans import Span
from nerconform.reference.values import Rounding

Make = Callable[[int, int, Scheme, Sequence[str]], Probe]
RULES = ("half-up", "half-even", "binary")
_SIZES = (8, 16, 20, 32, 40, 80, 160, 200, 400, 800, 4000)


def rounded_ones(search: Search, hypothesis: Hypothesis, types: Sequence[str]) -> list[Hypothesis]:
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

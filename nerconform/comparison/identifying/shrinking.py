"""Shrinking: the smallest input on which a dialect and a black box still disagree."""

from collections.abc import Callable, Iterator

from nerconform.comparison.identifying.outcomes import Outcome
from nerconform.comparison.identifying.probes import Probe, Side
from nerconform.implementations.question import Form
from nerconform.reference.spans import Span

Unit = tuple[str | Span, ...]
Disagrees = Callable[[Probe], Outcome | None]
"""Asks a probe; what the black box answered, if the dialect expects something else."""


def shrink(probe: Probe, outcome: Outcome, disagrees: Disagrees, most: int) -> tuple[Probe, Outcome]:
    """Return a smaller probe on which they disagree, and the answer; at most so many questions are asked.

    Whole units go first, then tokens or spans, then tags become `O`, then types become one.
    """
    asked = 0
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(probe):
            if asked == most:
                return probe, outcome
            asked += 1
            answer = disagrees(candidate)
            if answer is not None:
                probe, outcome, smaller = candidate, answer, True
                break
    return probe, outcome


def _smaller(probe: Probe) -> Iterator[Probe]:
    for size in (len(probe.gold) // 2, 1):
        if 0 < size < len(probe.gold):
            for start in range(0, len(probe.gold), size):
                yield _units(probe, range(start, start + size))
    for unit in range(len(probe.gold)):
        yield from _without_tokens(probe, unit) if probe.form is Form.TAGS else _without_spans(probe, unit)
    if probe.form is Form.TAGS:
        yield from _outside(probe)
    yield from _one_type(probe)


def _units(probe: Probe, gone: range) -> Probe:
    gold, pred = (tuple(unit for at, unit in enumerate(side) if at not in gone) for side in (probe.gold, probe.pred))
    return Probe(gold, pred, probe.form)


def _without_tokens(probe: Probe, unit: int) -> Iterator[Probe]:
    """Yield the probe without some tokens of a unit: half of them, a few, one."""
    length = len(probe.gold[unit])
    for size in dict.fromkeys((length // 2, length // 4, 4, 1)):
        for start in range(0, length - size + 1, size) if 0 < size < length else ():
            gold, pred = (
                _with(side, unit, side[unit][:start] + side[unit][start + size :]) for side in (probe.gold, probe.pred)
            )
            yield Probe(gold, pred, probe.form)


def _without_spans(probe: Probe, unit: int) -> Iterator[Probe]:
    for at in range(len(probe.gold[unit])):
        yield probe._replace(gold=_with(probe.gold, unit, probe.gold[unit][:at] + probe.gold[unit][at + 1 :]))
    for at in range(len(probe.pred[unit])):
        yield probe._replace(pred=_with(probe.pred, unit, probe.pred[unit][:at] + probe.pred[unit][at + 1 :]))


def _outside(probe: Probe) -> Iterator[Probe]:
    for at, unit in enumerate(probe.gold):
        yield from (probe._replace(gold=_with(probe.gold, at, other)) for other in _one_outside(unit))
    for at, unit in enumerate(probe.pred):
        yield from (probe._replace(pred=_with(probe.pred, at, other)) for other in _one_outside(unit))


def _one_outside(tags: Unit) -> Iterator[Unit]:
    return ((*tags[:at], "O", *tags[at + 1 :]) for at, tag in enumerate(tags) if tag != "O")


def _one_type(probe: Probe) -> Iterator[Probe]:
    """Yield the probe with one type written in place of another."""
    kinds = sorted({_type(item) for side in (probe.gold, probe.pred) for unit in side for item in unit} - {""})
    for other in kinds[1:]:
        gold, pred = (
            tuple(tuple(_retyped(item, other, kinds[0]) for item in unit) for unit in side)
            for side in (probe.gold, probe.pred)
        )
        yield Probe(gold, pred, probe.form)


def _type(item: str | Span) -> str:
    return item.type if isinstance(item, Span) else item.partition("-")[2]


def _retyped(item: str | Span, old: str, new: str) -> str | Span:
    if _type(item) != old:
        return item
    return item._replace(type=new) if isinstance(item, Span) else f"{item.partition('-')[0]}-{new}"


def _with(side: Side, at: int, unit: Unit) -> Side:
    return (*side[:at], unit, *side[at + 1 :])

"""Neighbours: inputs one small edit away, on which an explanation has to hold as well (KIT-6)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from nerconform.asking.question import Form, Question

if TYPE_CHECKING:
    from nerconform.reference.spans import Span

_Units = list[list[Any]]
_Edit = Callable[[Random, _Units, _Units], bool]


def neighbours(question: Question, most: int, seed: int = 0) -> list[Question]:
    """Return at most so many different questions, each one or two small edits away from this one.

    The edits are drawn by the input itself and the seed, so that they are the same in every run.
    """
    random = Random(f"{seed} {question.gold!r} {question.pred!r}")  # noqa: S311 - no secret
    edits = _edits(question)
    found: dict[str, Question] = {}
    for _ in range(4 * most):
        gold, pred = _copy(question.gold), _copy(question.pred)
        done = [random.choice(edits)(random, gold, pred) for _ in range(random.choice((1, 1, 2)))]
        if any(done) and (gold, pred) != (question.gold, question.pred):
            found.setdefault(repr((gold, pred)), replace(question, gold=gold, pred=pred))
        if len(found) == most:
            break
    return list(found.values())


def _edits(question: Question) -> tuple[_Edit, ...]:
    """Return the edits that these data take: where the sides are of unequal lengths, those of one side alone."""
    gold, pred = _copy(question.gold), _copy(question.pred)
    of_tags = question.form is Form.TAGS
    many = len(gold) == len(pred)
    even = many and (not of_tags or all(len(one) == len(other) for one, other in zip(gold, pred, strict=True)))
    return (*(_UNITS if many else ()), *(_TOKENS if of_tags and even else ()), *(_TAGS if of_tags else _SPANS))


def _copy(side: Any) -> _Units:  # noqa: ANN401 - units of tags or of spans
    return [list(unit) for unit in side]


def _place(random: Random, units: _Units) -> tuple[int, int] | None:
    """Return the unit and position of some tag or span."""
    places = [(unit, at) for unit, items in enumerate(units) for at in range(len(items))]
    return random.choice(places) if places else None


def _drop_unit(random: Random, gold: _Units, pred: _Units) -> bool:
    if not gold:
        return False
    unit = random.randrange(len(gold))
    del gold[unit], pred[unit]
    return True


def _repeat_unit(random: Random, gold: _Units, pred: _Units) -> bool:
    if not gold:
        return False
    unit = random.randrange(len(gold))
    gold.append(list(gold[unit]))
    pred.append(list(pred[unit]))
    return True


def _right_unit(random: Random, gold: _Units, pred: _Units) -> bool:
    """Make a prediction right."""
    if not gold:
        return False
    unit = random.randrange(len(gold))
    pred[unit] = list(gold[unit])
    return True


def _drop_token(random: Random, gold: _Units, pred: _Units) -> bool:
    place = _place(random, gold)
    if place is None:
        return False
    unit, at = place
    del gold[unit][at], pred[unit][at]
    return True


def _repeat_token(random: Random, gold: _Units, pred: _Units) -> bool:
    place = _place(random, gold)
    if place is None:
        return False
    unit, at = place
    gold[unit].insert(at, gold[unit][at])
    pred[unit].insert(at, pred[unit][at])
    return True


def _put_outside(random: Random, gold: _Units, pred: _Units) -> bool:
    """Put a token outside somewhere on both sides: what stood at the end of its unit may not any more."""
    if not gold:
        return False
    unit = random.randrange(len(gold))
    at = random.choice((0, len(gold[unit]), random.randint(0, len(gold[unit]))))
    gold[unit].insert(at, "O")
    pred[unit].insert(at, "O")
    return True


def _outside(random: Random, gold: _Units, pred: _Units) -> bool:
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is None or side[place[0]][place[1]] == "O":
        return False
    side[place[0]][place[1]] = "O"
    return True


def _other_tag(random: Random, gold: _Units, pred: _Units) -> bool:
    """Put one of the input's tags in the place of another."""
    tags = sorted({tag for side in (gold, pred) for unit in side for tag in unit})
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is None:
        return False
    side[place[0]][place[1]] = random.choice(tags)
    return True


def _drop_span(random: Random, gold: _Units, pred: _Units) -> bool:
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is None:
        return False
    del side[place[0]][place[1]]
    return True


def _other_span(random: Random, gold: _Units, pred: _Units) -> bool:
    """Move an end of a span, or give it another of the input's types."""
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is None:
        return False
    unit, at = place
    span: Span = side[unit][at]
    kinds = sorted({one.type for part in (gold, pred) for items in part for one in items})
    side[unit][at] = random.choice(
        (
            span._replace(end=span.end + 1),
            span._replace(end=max(span.end - 1, span.start + 1)),
            span._replace(start=max(span.start - 1, 0)),
            span._replace(type=random.choice(kinds)),
        )
    )
    return True


_UNITS: tuple[_Edit, ...] = (_drop_unit, _repeat_unit, _right_unit)
_TOKENS: tuple[_Edit, ...] = (_drop_token, _repeat_token, _put_outside)
_TAGS: tuple[_Edit, ...] = (_outside, _outside, _other_tag, _other_tag)
_SPANS: tuple[_Edit, ...] = (_drop_span, _drop_span, _other_span, _other_span, _other_span)

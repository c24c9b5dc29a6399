"""seqnereval: the four schemas of SemEval-2013 task 9.1, asked through examples/external."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import (
    bounds_kept,
    first_then,
    has_no_length,
    has_no_string,
    has_odd_bounds,
    has_unit,
    members,
    of_given_units,
    raises_at,
    raises_at_units,
)
from nerconform.reference.decoding import decoder
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.outcomes import Outcomes, Pair, answered
from nerconform.reference.pipeline import Pipeline, of_units
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="seqnereval")
BASE = {"policy": "lenient", "bare": "two-chars", "align": "all-overlaps"}
SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.BILOU)
_ROLES = {"B": "B", "U": "B", "I": "I", "L": "I", "O": "I"}
"""What the letters do: begin a span, or go on with one of their type."""


def _closed_up(units: Units) -> Units:
    """Leave out units without spans on each side by itself, so that what follows moves up."""
    gold, pred = ([unit[side] for unit in units if unit[side]] for side in (0, 1))
    if len(gold) != len(pred):
        raise LibraryRaises("Exception")
    return list(zip(gold, pred, strict=True))


def _has_unit_of_o(given: Given) -> bool:
    """Whether a unit has no tag but O, or nothing at all."""
    return any(_is_bare(unit) for side in (given.gold, given.pred) for unit in members(side))


def _has_nothing_but_o(given: Given) -> bool:
    """Whether every unit of both sides is like this; or there is no unit."""
    return all(_is_bare(unit) for side in (given.gold, given.pred) for unit in members(side))


def _is_bare(unit: object) -> bool:
    return isinstance(unit, list | tuple | str) and all(tag == "O" for tag in unit)


def walked(pipeline: Pipeline) -> Pipeline:
    """Match as the library walks."""

    def match(gold: Spans, pred: Spans) -> Outcomes:
        return Outcomes(dict.fromkeys(answered(pipeline.dialect), tuple(_walk(_in_order(gold), _in_order(pred)))))

    return replace(pipeline, match=match)


def _meet(left: Span, right: Span) -> bool:
    """Whether the bounds are equal, whatever they are, or a token is shared."""
    return left[1:] == right[1:] or max(left.start, right.start) < min(left.end, right.end)


def _in_order(spans: Spans) -> list[Span]:
    return sorted(spans, key=lambda span: (span.start, span.end))


def _walk(gold: Sequence[Span], pred: Sequence[Span]) -> Iterator[Pair]:
    """Walk along both sides, and forget at the wrong moments which of the two has met somebody.

    `met` says of each side whether the span at which the walk stands is taken to have met another one; such a span is
    passed over. It is set for the prediction behind a spurious one, too, and stays where only the other side moves on.
    At a span without tokens inside another the walk stands still.
    """
    at, met = [0, 0], [False, False]
    while at[0] < len(gold) and at[1] < len(pred):
        left, right = gold[at[0]], pred[at[1]]
        if _meet(left, right):
            yield Pair(left, right)
            met = [met[0] or right.end < left.end, met[1] or left.end < right.end]
            met = [False, False] if left.end == right.end else met
            at = [at[0] + (left.end <= right.end), at[1] + (right.end <= left.end)]
        elif left.end <= right.start:
            yield from () if met[0] else (Pair(left, None),)
            met[0] = False
            at[0] += 1
        elif right.end <= left.start:
            yield from () if met[1] else (Pair(None, right),)
            met[1] = True
            at[1] += 1
        else:
            raise LibraryRaises("OutOfTime")
    yield from (Pair(span, None) for span in gold[at[0] + met[0] :])
    yield from (Pair(None, span) for span in pred[at[1] + met[1] :])


def _may_forget(given: Given) -> bool:
    """Whether a unit has two tags other than O on one side, or two spans: with one the walk forgets nothing."""
    units = (members(unit) for side in (given.gold, given.pred) for unit in members(side))
    return any(sum(one != "O" for one in unit) > 1 for unit in units)


def _of_any_scheme(pipeline: Pipeline) -> Pipeline:
    """Read O with something behind it as I; but for BILOU, read five letters, by two rules alone."""
    bilou = pipeline.dialect.scheme is Scheme.BILOU
    lenient = decoder(replace(pipeline.dialect, scheme=Scheme.IOB2, policy=POLICIES["lenient"]))

    def mark_of(tag: str) -> Mark:
        is_read = isinstance(tag, str) and tag != "O" and tag[:1] in (("O",) if bilou else tuple(_ROLES))
        return Mark(_ROLES[tag[0]], tag[2:], tag) if is_read else pipeline.parse([tag])[0]

    decode = pipeline.decode if bilou else lenient
    return replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags)), decode=decode)


def _has_another_letter(given: Given) -> bool:
    """Whether a tag begins with one of the five letters, and is none of the scheme."""
    roles = roles_of(given.dialect.scheme)
    return any(tag[0] in _ROLES and (tag[0] == "O" or tag[0] not in roles) for tag in given.tags() - {"O", ""})


def _letters(unit: Any) -> Any:  # noqa: ANN401 - what stands in place of a unit
    """Return a string as the list of its letters."""
    return list(unit) if isinstance(unit, str) else unit


def _is_no_string(tag: object) -> bool:
    return not isinstance(tag, str | Span)


def _taken_for_strings(pipeline: Pipeline) -> Pipeline:
    """Crash at the first tag that is no string: inside an entity it is sliced, elsewhere asked how it begins."""
    parse = pipeline.parse

    def parsed(tags: Sequence[Any]) -> tuple[Mark, ...]:
        position = next((index for index, tag in enumerate(tags) if _is_no_string(tag)), None)
        if position is None:
            return parse(tags)
        parse(tags[:position])
        is_inside = position and tags[position - 1] != "O"
        is_sliced = isinstance(tags[position], list | tuple)
        raise LibraryRaises("TypeError" if is_inside and not is_sliced else "AttributeError")

    return replace(pipeline, parse=parsed)


_quirk = partial(Quirk, base=BASE, schemes=SCHEMES)
QUIRKS = (
    _quirk("seqnereval.letters-of-any-scheme", Step.PARSE, _has_another_letter, _of_any_scheme),
    _quirk("seqnereval.units-close-up", Step.FILTER, _has_unit_of_o, of_units(_closed_up)),
    _quirk(
        "seqnereval.no-unit-left",
        Step.FILTER,
        _has_nothing_but_o,
        raises_at_units(lambda units: not any(map(any, units)), "UnboundLocalError"),
    ),
    _quirk("seqnereval.walk-forgets", Step.MATCH, _may_forget, walked),
    _quirk(
        "seqnereval.string-is-a-unit",
        Step.PARSE,
        has_unit(lambda unit: isinstance(unit, str)),
        of_given_units(_letters),
    ),
    _quirk("seqnereval.tag-that-is-no-string", Step.PARSE, has_no_string, _taken_for_strings),
    _quirk(
        "seqnereval.unit-that-is-no-list", Step.PARSE, has_unit(has_no_length), raises_at(has_no_length, "TypeError")
    ),
    _quirk("seqnereval.spans-are-not-checked", Step.PARSE, has_odd_bounds, first_then(bounds_kept(), walked)),
)

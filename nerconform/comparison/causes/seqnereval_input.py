"""Quirks of seqnereval on bad input: what it does not check. No search draws such input; golden cases do (KIT-7)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nerconform.comparison.causes.bounds import has_odd_bounds
from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.reading import everything, has_unit, members, of_units, raises_at
from nerconform.comparison.causes.seqnereval import BASE, SCHEMES, walked
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

_LIBRARY, _VERSIONS = "seqnereval", "==0.0.1"


def _is_no_list(unit: object) -> bool:
    return not isinstance(unit, list | tuple | str)


def _letters(unit: Any) -> Any:  # noqa: ANN401 - what stands in place of a unit
    """Return a string as the list of its letters."""
    return list(unit) if isinstance(unit, str) else unit


def _is_no_string(tag: object) -> bool:
    return not isinstance(tag, str | Span)


def _has_no_string(given: Given) -> bool:
    """Whether something in place of a tag is no string."""
    return any(map(_is_no_string, everything(given)))


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


def _unchecked(pipeline: Pipeline) -> Pipeline:
    """Take the bounds of spans as they come, and walk along them as ever."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        units = members(gold), members(pred)
        if len(units[0]) != len(units[1]) or not has_odd_bounds(Given(gold, pred, pipeline.dialect)):
            return before(gold, pred)
        sides = ([Annotation(None, tuple(Span(*item) for item in unit)) for unit in side] for side in units)
        return [Unit(*pair) for pair in zip(*sides, strict=True)]

    return walked(replace(pipeline, read=read))


QUIRKS = (
    Quirk(
        id="seqnereval.string-is-a-unit",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A string is a unit of its letters",
        prose=(
            "Whatever has a length and can be gone through is taken for the tags of a document. A flat list of tags is "
            "so many documents; where each tag is one letter, that is B, I, L, O or U, nothing is refused."
        ),
        clause="INP-4",
        base=BASE,
        schemes=SCHEMES,
        fires=has_unit(lambda unit: isinstance(unit, str)),
        change=of_units(_letters),
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=(["B"], ["B"])),
    ),
    Quirk(
        id="seqnereval.tag-that-is-no-string",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A tag that is no string crashes",
        prose=(
            "Whatever stands for a tag is asked what it begins with, and inside an entity first for what follows its "
            "second character. None or a number is a TypeError there and an AttributeError elsewhere, a list always "
            "the latter; neither says where."
        ),
        clause="TAG-8",
        base=BASE,
        schemes=SCHEMES,
        fires=_has_no_string,
        change=_taken_for_strings,
        shown=Shown(Scheme.IOB2, "", "", error="AttributeError", data=([[0]], [[0]])),
    ),
    Quirk(
        id="seqnereval.unit-that-is-no-list",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A unit that is no list crashes",
        prose=(
            "The length of each unit is compared with that of its tokens; what has none ends in a TypeError without "
            "place."
        ),
        clause="INP-4",
        base=BASE,
        schemes=SCHEMES,
        fires=has_unit(_is_no_list),
        change=raises_at(_is_no_list, "TypeError"),
        shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([["B-X"]], [None])),
    ),
    Quirk(
        id="seqnereval.spans-are-not-checked",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="The bounds of a span are not checked",
        prose=(
            "A span is whatever two numbers it is given. One that is reversed, empty or begins below 0 is compared "
            "like any other, and equal ones are right. At one without tokens inside another the walk stands still, and "
            "there is never an answer."
        ),
        clause="INP-3",
        base=BASE,
        schemes=SCHEMES,
        fires=has_odd_bounds,
        change=_unchecked,
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([[Span("X", 2, 1)]], [[Span("X", 2, 1)]])),
    ),
)

"""Quirks of nervaluate: how it loads tags, and what it returns of nothing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import of_tags
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.spans import Span

READING: Mapping[str, str] = MappingProxyType(
    {
        "policy": "lenient",
        "align": "input-best",
        "scope": "schema",
        "overlap": "gold:1%",
        "attribution": "refilter",
    }
)
"""The choices of 1.x, as far as its quirks need them."""
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
_PREFIXES = ("B-", "I-")


def load(marks: Sequence[Mark], _side: Side) -> Spans:
    """Return the spans as the loader of lists reads them: two characters are the prefix, the rest is the type."""
    return collect(marks, opening=_PREFIXES)


def collect(marks: Sequence[Mark], opening: tuple[str, ...] = ("",)) -> Spans:
    """Return the spans as every release reads them; 1.x raises where a tag that opens one does not begin so."""
    spans, pending, start = list[Span](), None, 0
    for position, mark in enumerate(marks):
        tag = mark.text
        kind = tag[2:]
        if tag != "O" and pending == kind and tag[:1] != "B":
            continue
        if pending is not None:
            spans.append(Span(pending, start, position))
            pending = None
        if tag != "O":
            if not tag.startswith(opening):
                raise LibraryRaises("ValueError")
            pending, start = kind, position
    return tuple(spans) if pending is None else (*spans, Span(pending, start, len(marks)))


def _loaded(like: Callable[[str, Dialect], bool]) -> Change:
    """Return the change in which such tags are loaded as they are; all others are still held to the dialect."""

    def read(tag: object, dialect: Dialect) -> Mark | None:
        return Mark("I", tag[2:], tag) if isinstance(tag, str) and tag and like(tag, dialect) else None

    change = of_tags(read)
    return lambda pipeline: replace(change(pipeline), decode=load)


def _firing(like: Callable[[str, Dialect], bool]) -> Callable[[Given], bool]:
    return lambda given: any(like(tag, given.dialect) for tag in given.tags() if tag)


def _has_another_prefix(tag: str, _dialect: Dialect) -> bool:
    return tag != "O" and not tag.startswith(_PREFIXES)


def _has_no_type(tag: str, _dialect: Dialect) -> bool:
    return tag in _PREFIXES


def _is_b_in_io(tag: str, dialect: Dialect) -> bool:
    return dialect.scheme is Scheme.IO and tag.startswith("B-") and tag != "B-"


def _without_results(pipeline: Pipeline) -> Pipeline:
    """Return the path on which no units have no results: no schema, no row."""
    count, score = pipeline.count, pipeline.score

    def counted(units: Iterable[Outcomes]) -> Tally:
        found = list(units)
        return count(found) if found else Tally({}, {}, frozenset(), frozenset())

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return score(tally, beta) if tally.total else {}

    return replace(pipeline, count=counted, score=scored)


NO_RESULTS = Quirk(
    id="nervaluate.no-units-no-results",
    step=Step.COUNT,
    base=READING,
    schemes=tuple(Scheme),
    fires=lambda given: not given.gold and not given.pred,
    change=_without_results,
)


QUIRKS = (
    Quirk(
        id="nervaluate.one-table-for-three-schemes",
        step=Step.PARSE,
        base=READING,
        schemes=(Scheme.IO,),
        fires=_firing(_is_b_in_io),
        change=_loaded(_is_b_in_io),
    ),
    Quirk(
        id="nervaluate.empty-type-accepted",
        step=Step.PARSE,
        base=READING,
        schemes=_SCHEMES,
        fires=_firing(_has_no_type),
        change=_loaded(_has_no_type),
    ),
    Quirk(
        id="nervaluate.letter-checked-where-a-span-opens",
        step=Step.PARSE,
        base=READING,
        schemes=_SCHEMES,
        fires=_firing(_has_another_prefix),
        change=_loaded(_has_another_prefix),
    ),
    NO_RESULTS,
)

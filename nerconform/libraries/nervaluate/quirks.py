"""Quirks of nervaluate: how it loads tags, and what it returns of nothing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.reading import of_tags
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.spans import Span

_VERSIONS = ">=1.0,<=1.2.1"
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


PREFIX_UNCHECKED = Quirk(
    id="nervaluate.letter-checked-where-a-span-opens",
    library="nervaluate",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="The letter is checked only where a span opens",
    prose=(
        "The loader looks at the prefix of a tag where a span opens: when none is pending, when the type changes, and "
        "behind B. Inside a span any other tag that ends in the same type behind two characters continues it, whatever "
        "its letter and its delimiter, O-PER and I_PER, too."
    ),
    clause="TAG-6",
    base=READING,
    schemes=_SCHEMES,
    fires=_firing(_has_another_prefix),
    change=_loaded(_has_another_prefix),
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-X", "Q-X"]], [["B-X", "Q-X"]])),
)
NO_TYPE = Quirk(
    id="nervaluate.empty-type-accepted",
    library="nervaluate",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="A tag without a type is read as one",
    prose=(
        "B- begins with an accepted prefix, and what follows is the type, here the empty string. It makes spans of an "
        "empty type instead of being refused."
    ),
    clause="TAG-5",
    base=READING,
    schemes=_SCHEMES,
    fires=_firing(_has_no_type),
    change=_loaded(_has_no_type),
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-"]], [["B-"]])),
)
B_IN_IO = Quirk(
    id="nervaluate.one-table-for-three-schemes",
    library="nervaluate",
    versions=_VERSIONS,
    step=Step.PARSE,
    title="It is told no scheme",
    prose=(
        "One rule reads IO, IOB1 and IOB2 alike, so a B in IO data is no letter outside the scheme but opens a span."
    ),
    clause="SCH-3",
    base=READING,
    schemes=(Scheme.IO,),
    fires=_firing(_is_b_in_io),
    change=_loaded(_is_b_in_io),
    shown=Shown(Scheme.IO, "", "", counts=(1, 1, 1), data=([["B-X"]], [["B-X"]])),
)
NO_RESULTS = Quirk(
    id="nervaluate.no-units-no-results",
    library="nervaluate",
    versions=_VERSIONS,
    step=Step.COUNT,
    title="No units give no results instead of zeros",
    prose=(
        "Results are made when the first unit is evaluated. Where there is none, the dictionary of the schemas stays "
        "empty, and reading a count from it raises a KeyError."
    ),
    clause="CNT-7",
    base=READING,
    schemes=tuple(Scheme),
    fires=lambda given: not given.gold and not given.pred,
    change=_without_results,
    shown=Shown(Scheme.IOB2, "", "", data=([], [])),
)
QUIRKS = (B_IN_IO, NO_TYPE, PREFIX_UNCHECKED, NO_RESULTS)

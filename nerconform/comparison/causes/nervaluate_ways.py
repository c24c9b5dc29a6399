"""Quirks of nervaluate in the ways that are asked by their names: texts of files, loaders not named, a second time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from types import MappingProxyType
from typing import NoReturn

from nerconform.comparison.causes.nervaluate import NO_RESULTS
from nerconform.comparison.causes.nervaluate_earlier import listed, with_rows
from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import unchanged
from nerconform.comparison.causes.reading import members
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import Unit

_ONE: Mapping[str, str] = MappingProxyType(
    {
        "policy": "lenient",
        "align": "input-best",
        "scope": "schema",
        "overlap": "gold:1%",
        "attribution": "refilter",
    }
)
_ZERO: Mapping[str, str] = MappingProxyType(
    {"bare": "two-chars", "policy": "lenient", "unknown": "as-I", "duplicates": "by-value", "align": "absorb"}
)
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
_SINCE_ONE, _BEFORE_ONE = ">=1.0,<=1.2.1", ">=0.1.6,<1.0"


def _raising(error: str) -> Change:
    """Return the change that raises before any unit is read."""

    def read(_gold: object, _pred: object) -> NoReturn:
        raise LibraryRaises(error)

    return lambda pipeline: replace(pipeline, read=read)


def _where_guessed(given: Given) -> Change:
    """Return the change of a whole input to an `Evaluator` that tells the loader by the first item of the gold."""
    gold = given.gold
    if not isinstance(gold, list) or not gold or not isinstance(gold[0], list):
        return _raising("ValueError")
    return unchanged if gold[0] else _raising("IndexError")


def _begins_with_nothing(given: Given) -> bool:
    return not members(given.gold) or not members(members(given.gold)[0])


def _has_a_token(given: Given) -> bool:
    return any(members(unit) for side in (given.gold, given.pred) for unit in members(side))


def _ends_with_nothing(given: Given) -> bool:
    return any(members(side) and not members(members(side)[-1]) for side in (given.gold, given.pred))


def _stripped(pipeline: Pipeline) -> Pipeline:
    """Return the path on which empty units at the end are one, if all are empty, and none if there is but one."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        units = list(before(gold, pred))
        if len(units) == 1 and not units[0].gold.tags:
            return []
        while len(units) > 1 and not units[-1].gold.tags and not units[-1].pred.tags:
            units.pop()
        return units

    return NO_RESULTS.change(replace(pipeline, read=read))


def _of_no_type(given: Given) -> Change:
    """Return the change of a whole input: every unit is one span without a type, if that type is listed."""
    is_listed = "" in listed(given)

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        return (Span("", 0, len(marks)),) if marks and is_listed else ()

    return with_rows(given, lambda pipeline: replace(pipeline, decode=decode))


def _twice(pipeline: Pipeline) -> Pipeline:
    """Return the path on which everything counts twice."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        total = {schema: _doubled(counts) for schema, counts in tally.total.items()}
        rows = {
            kind: {schema: _doubled(counts) for schema, counts in row.items()} for kind, row in tally.by_type.items()
        }
        return replace(tally, total=total, by_type=rows)

    return replace(pipeline, count=counted)


def _doubled(counts: Counts) -> Counts:
    return Counts(**{each.name: 2 * getattr(counts, each.name) for each in fields(Counts)})


def _of_texts(name: str, versions: str, way: str, error: str, title: str, prose: str) -> Quirk:  # noqa: PLR0913, PLR0917
    """Return the quirk of a loader of texts that raises, whatever the tags are."""
    return Quirk(
        id=f"nervaluate.{name}",
        library="nervaluate",
        versions=versions,
        step=Step.PARSE,
        title=title,
        prose=prose,
        clause="INP-4",
        base=_ONE if versions == _SINCE_ONE else _ZERO,
        schemes=_SCHEMES,
        fires=_has_a_token,
        change=_raising(error),
        shown=Shown(Scheme.IOB2, "", "", error=error, data=([["O"]], [["O"]])),
        modes=(way,),
        reads=lambda given: _raising(error) if _has_a_token(given) else unchanged,
    )


NOT_GUESSED = Quirk(
    id="nervaluate.first-unit-without-span-crashes",
    library="nervaluate",
    versions=_SINCE_ONE,
    step=Step.PARSE,
    title="Spans are refused where the first unit has none",
    prose=(
        "Unless a loader is named, the form of the data is told by the first item of the first unit of the gold. A "
        "unit without spans, or without tags, has none, and ends in an IndexError; no unit at all in a ValueError."
    ),
    clause="CNT-7",
    base=_ONE,
    schemes=tuple(Scheme),
    fires=_begins_with_nothing,
    change=_raising("IndexError"),
    shown=Shown(Scheme.IOB2, "", "", error="IndexError", data=([[], ["O"]], [[], ["O"]])),
    modes=("auto",),
    reads=_where_guessed,
)
STRIPPED = Quirk(
    id="nervaluate.empty-units-at-the-end-are-lost",
    library="nervaluate",
    versions=_SINCE_ONE,
    step=Step.PARSE,
    title="Empty units at the end of a text are no units",
    prose=(
        "White space is taken from the end of the text before it is cut into units at empty lines. Units without "
        "tokens are units in the middle, and none at the end. One that is all of the text is none either, so that "
        "nothing is evaluated, and there are no results."
    ),
    clause="CNT-7",
    base=_ONE,
    schemes=tuple(Scheme),
    fires=_ends_with_nothing,
    change=_stripped,
    shown=Shown(Scheme.IOB2, "", "", data=([[]], [[]])),
    modes=("conll", "conll:*"),
)
COLUMN = _of_texts(
    "conll-reads-the-second-column",
    _SINCE_ONE,
    "conll:columns",
    "ValueError",
    "The tag of a line is its second column",
    "The loader of texts takes what stands behind the first tab of a line for the tag. Files of CoNLL-2003 have the "
    "tag in the last column, of four, and a part of speech in the second, which is refused as a tag.",
)
TABS = _of_texts(
    "conll-takes-tabs-alone",
    _SINCE_ONE,
    "conll:blanks",
    "ValueError",
    "Columns with blanks between them are one column",
    "The loader of texts cuts lines at tabs. Files of CoNLL have blanks between their columns, so the first line is "
    "refused, which is all of it one column.",
)
TABS_BEFORE = _of_texts(
    "conll-without-tabs-crashes",
    _BEFORE_ONE,
    "conll:blanks",
    "IndexError",
    "A line of blanks crashes",
    "The loader of texts cuts lines at tabs, and looks up the second column of a line that has none: an IndexError "
    "without place.",
)
COLUMN_BEFORE = Quirk(
    id="nervaluate.conll-takes-the-second-column-for-the-tag",
    library="nervaluate",
    versions=_BEFORE_ONE,
    step=Step.DECODE,
    title="The tag of a line is its second column, whatever stands there",
    prose=(
        "The loader of texts takes what stands behind the first tab of a line for the tag, in files of CoNLL-2003 a "
        "part of speech. Two characters are the letter and the hyphen, and the rest, of NN nothing, is the type: every "
        "unit is one entity of it, which is dropped because nobody listed the type. All scores are 0, without a word."
    ),
    clause="INP-4",
    base=_ZERO,
    schemes=_SCHEMES,
    fires=_has_a_token,
    change=lambda pipeline: replace(pipeline, decode=lambda _marks, _side: ()),
    shown=Shown(Scheme.IOB2, "B-X", "B-X", counts=(0, 0, 0)),
    modes=("conll:columns",),
    reads=_of_no_type,
)
TWICE = Quirk(
    id="nervaluate.second-evaluation-adds-to-the-first",
    library="nervaluate",
    versions=">=0.1.5,<1.0",
    step=Step.COUNT,
    title="A second evaluation adds to the first",
    prose=(
        "The counts are kept in the Evaluator and never set back, so that evaluate() gives all counts twice when it is "
        "called a second time. Ratios stay as they are, so nobody sees it there."
    ),
    clause="CNT-1",
    base=_ZERO,
    schemes=tuple(Scheme),
    fires=lambda given: bool(members(given.gold) or members(given.pred)),
    change=_twice,
    shown=Shown(Scheme.IOB2, "B-X", "B-X", counts=(2, 2, 2)),
    modes=("again",),
)
QUIRKS = (NOT_GUESSED, STRIPPED, COLUMN, TABS, TABS_BEFORE, COLUMN_BEFORE, TWICE)

"""Quirks of nervaluate that reads the text of a file: its columns, the ends of its lines, and units that are lost."""

from collections.abc import Sequence
from dataclasses import replace

from nerconform.comparison.causes.nervaluate import NO_RESULTS, READING, load
from nerconform.comparison.causes.nervaluate_earlier import ZERO, listed, with_rows
from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising_at_once, unchanged
from nerconform.comparison.causes.reading import has_a_token, members
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
_SINCE_ONE, _BEFORE_ONE = ">=1.0,<=1.2.1", ">=0.1.6,<1.0"


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


def _with_returns(pipeline: Pipeline) -> Pipeline:
    """Return the path on which all of a text is one unit, each tag but the last has a carriage return in its type."""

    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [_last_tag(side) for side in (gold, pred)]
        if None in sides and sides != [None, None]:
            raise LibraryRaises("ValueError")
        return [Unit(*(Annotation(None, side or ()) for side in sides))] if None not in sides else []

    return NO_RESULTS.change(replace(pipeline, read=read))


def _last_tag(side: object) -> Spans | None:
    """Return the span of the last line, whose end alone is cut off; `None` where the text is empty.

    All others are loaded, or refused, and their types are listed nowhere.
    """
    units = members(side)
    if units in ([], [[]]):
        return None
    *before, last = [tag for unit in units for tag in unit] or ["O"]
    marks = [Mark("I", "", tag) for tag in (*(f"{tag}\r" for tag in before), last)]
    return tuple(span for span in load(marks, Side.GOLD) if not span.type.endswith("\r"))


def _with_returns_before(given: Given) -> Change:
    """Return the change of a whole input: an empty line is none and crashes, other types than those listed are lost."""
    if any(len(members(side)) > 1 for side in (given.gold, given.pred)):
        return raising_at_once("IndexError")
    known = listed(given)

    def change(pipeline: Pipeline) -> Pipeline:
        parse, decode = pipeline.parse, pipeline.decode

        def parsed(tags: Sequence[str]) -> tuple[Mark, ...]:
            return parse([*(f"{tag}\r" for tag in tags[:-1]), *tags[-1:]])

        def decoded(marks: Sequence[Mark], side: Side) -> Spans:
            return tuple(span for span in decode(marks, side) if span.type in known)

        return replace(pipeline, parse=parsed, decode=decoded)

    return with_rows(given, change)


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
        base=READING if versions == _SINCE_ONE else ZERO,
        schemes=_SCHEMES,
        fires=has_a_token,
        change=raising_at_once(error),
        shown=Shown(Scheme.IOB2, "", "", error=error, data=([["O"]], [["O"]])),
        modes=(way,),
        reads=lambda given: raising_at_once(error) if has_a_token(given) else unchanged,
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
    base=READING,
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
    base=ZERO,
    schemes=_SCHEMES,
    fires=has_a_token,
    change=lambda pipeline: replace(pipeline, decode=lambda _marks, _side: ()),
    shown=Shown(Scheme.IOB2, "B-X", "B-X", counts=(0, 0, 0)),
    modes=("conll:columns",),
    reads=_of_no_type,
)
RETURNS = Quirk(
    id="nervaluate.carriage-return-belongs-to-the-tag",
    library="nervaluate",
    versions=_SINCE_ONE,
    step=Step.PARSE,
    title="In a file of Windows the end of a line belongs to the tag",
    prose=(
        "Lines are cut at the line feed alone. An O with a carriage return behind it is refused as a tag, and a type "
        "with one is a type that nobody listed, so that its spans are dropped without a word. No line is empty, so "
        "all of the text is one unit. Of the last line alone the end is cut off."
    ),
    clause="INP-4",
    base=READING,
    schemes=_SCHEMES,
    fires=has_a_token,
    change=_with_returns,
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-X", "B-X"]], [["B-X", "B-X"]])),
    modes=("conll:returns",),
)
RETURNS_BEFORE = Quirk(
    id="nervaluate.carriage-return-is-a-type",
    library="nervaluate",
    versions=_BEFORE_ONE,
    step=Step.PARSE,
    title="In a file of Windows all types are others, and an empty line crashes",
    prose=(
        "Lines are cut at the line feed alone. A type with a carriage return behind it is one that nobody listed, and "
        "so is that of an O, so that all spans but one of the last line are dropped without a word. An empty line has "
        "a carriage return, and no second column: an IndexError."
    ),
    clause="INP-4",
    base=ZERO,
    schemes=_SCHEMES,
    fires=lambda given: bool(members(given.gold) or members(given.pred)),
    change=raising_at_once("IndexError"),
    shown=Shown(Scheme.IOB2, "", "", error="IndexError", data=([["O"], ["O"]], [["O"], ["O"]])),
    modes=("conll:returns",),
    reads=_with_returns_before,
)
QUIRKS = (STRIPPED, COLUMN, TABS, TABS_BEFORE, COLUMN_BEFORE, RETURNS, RETURNS_BEFORE)

"""Quirks of nervaluate that reads the text of a file: its columns, the ends of its lines, and units that are lost."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace

from nerconform.libraries.nervaluate.quirks import NO_RESULTS, READING, load
from nerconform.libraries.nervaluate.quirks_earlier import ZERO, listed, with_rows
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.raising import raising_at_once, unchanged
from nerconform.libraries.reading import everything, has_a_token, members
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.outcomes import Outcomes
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


_SINCE_ONE = ">=1.0,<=1.2.1"


def _where_guessed(given: Given) -> Change:
    """Return the change of a whole input to an `Evaluator` that tells the loader by the first item of the gold."""
    gold = given.gold
    if not isinstance(gold, list) or not gold or not isinstance(gold[0], list):
        return raising_at_once("ValueError")
    return unchanged if gold[0] else raising_at_once("IndexError")


def _begins_with_nothing(given: Given) -> bool:
    return not members(given.gold) or not members(members(given.gold)[0])


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


def _loaded_again(pipeline: Pipeline) -> Pipeline:
    """Return the path that loads what it has loaded: a span is no tag."""
    keep = pipeline.filter

    def kept(units: Stream) -> Stream:
        found = list(units)
        if any(gold or pred for gold, pred in found):
            raise LibraryRaises("TypeError")
        return keep(found)

    return replace(pipeline, filter=kept)


def _one_token_longer(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the end of a span is its last token, though it is the first one behind it."""
    before = pipeline.read

    def longer(side: Annotation) -> Annotation:
        return Annotation(None, tuple(span._replace(end=span.end + 1) for span in side.spans))

    def read(gold: object, pred: object) -> Sequence[Unit]:
        return [Unit(*map(longer, unit)) for unit in before(gold, pred)]

    return replace(pipeline, read=read)


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
    base=READING,
    schemes=tuple(Scheme),
    fires=_begins_with_nothing,
    change=raising_at_once("IndexError"),
    shown=Shown(Scheme.IOB2, "", "", error="IndexError", data=([[], ["O"]], [[], ["O"]])),
    modes=("auto",),
    reads=_where_guessed,
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
    base=ZERO,
    schemes=tuple(Scheme),
    fires=lambda given: bool(members(given.gold) or members(given.pred)),
    change=_twice,
    shown=Shown(Scheme.IOB2, "B-X", "B-X", counts=(2, 2, 2)),
    modes=("again", "again:tags"),
)
LOADED_AGAIN = Quirk(
    id="nervaluate.second-evaluation-of-tags-crashes",
    library="nervaluate",
    versions=">=0.1.6,<1.0",
    step=Step.FILTER,
    title="A second evaluation of tags loads spans as tags",
    prose=(
        "What evaluate() loads is kept in the place of what was passed in, so that a second call hands spans to the "
        "loader of lists. The first span ends in a TypeError, or from Python 3.12 on in a KeyError."
    ),
    clause="CNT-1",
    base=ZERO,
    schemes=(Scheme.IO, Scheme.IOB1, Scheme.IOB2),
    fires=lambda given: any(given.tagged()),
    change=_loaded_again,
    shown=Shown(Scheme.IOB2, "B-X", "B-X", error="TypeError"),
    modes=("again:tags",),
)
NOT_LOADED = Quirk(
    id="nervaluate.tags-without-a-loader-crash",
    library="nervaluate",
    versions=">=0.1.5,<1.0",
    step=Step.PARSE,
    title="Tags are taken for spans where no loader is named",
    prose=(
        "The signature of Evaluator has lists of tags among its forms, and the loader named default loads nothing: a "
        "tag is asked for its label like a span, which ends in a TypeError."
    ),
    clause="INP-4",
    base=ZERO,
    schemes=(Scheme.IO, Scheme.IOB1, Scheme.IOB2),
    fires=lambda given: any(given.tagged()),
    change=raising_at_once("TypeError"),
    shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([["B-X"]], [["B-X"]])),
    modes=("auto",),
)
ENDS = Quirk(
    id="nervaluate.ends-are-inclusive",
    library="nervaluate",
    versions=">=0.1.5,<=1.2.1",
    step=Step.MATCH,
    title="The end of a span is its last token, in Prodigy's spans, too",
    prose=(
        "The README names Prodigy's lists of spans as a form that is accepted, whose ends are exclusive as those of "
        "spaCy and of every slice. They are taken for inclusive, so a span is longer by one: two that touch overlap, "
        "and shares of an overlap are others."
    ),
    clause="MAT-4",
    base=READING,
    schemes=tuple(Scheme),
    fires=lambda given: any(isinstance(item, Span) for item in everything(given)),
    change=_one_token_longer,
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"partial.micro.par": 1},
        data=([[Span("X", 0, 1)]], [[Span("X", 1, 2)]]),
    ),
    link="https://github.com/MantisAI/nervaluate/issues/81",
    modes=("ends",),
)


QUIRKS = (
    STRIPPED,
    COLUMN,
    TABS,
    TABS_BEFORE,
    COLUMN_BEFORE,
    RETURNS,
    RETURNS_BEFORE,
    NOT_GUESSED,
    TWICE,
    LOADED_AGAIN,
    NOT_LOADED,
    ENDS,
)

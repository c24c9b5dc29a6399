"""Quirks of nervaluate in ways that are asked by their names: loaders not named, a second time, exclusive ends."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace

from nerconform.comparison.causes.nervaluate import READING
from nerconform.comparison.causes.nervaluate_earlier import ZERO
from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising_at_once, unchanged
from nerconform.comparison.causes.reading import everything, members
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Stream
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

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
QUIRKS = (NOT_GUESSED, TWICE, LOADED_AGAIN, NOT_LOADED, ENDS)

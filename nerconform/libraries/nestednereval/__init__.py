"""nestednereval: metrics of nested entities (Rojas and others, COLING 2022), asked through examples/external."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import everything, members, of_counts
from nerconform.reference.counting import Counts
from nerconform.reference.filtering import Spans, filterer, span_text
from nerconform.reference.matching import matcher
from nerconform.reference.options import Subset
from nerconform.reference.outcomes import AskedRow, Outcomes, Pair
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="nestednereval")


def _hits_of_predictions(counts: Counts) -> Counts:
    """Take the predictions that are correct for the gold spans that are found."""
    return Counts(cor=counts.tp_pred, mis=counts.mis, spu=counts.spu)


def _hits_of_gold(counts: Counts) -> Counts:
    """Take the gold spans that are found for the predictions that are correct."""
    return Counts(cor=counts.tp_gold, mis=counts.mis, spu=counts.spu)


def _nestings(spans: Spans) -> list[list[Span]]:
    """Return each outermost span with all that it contains: the longest first, then by type backwards."""
    found: list[list[Span]] = []
    for one in spans:
        others = [other for other in spans if other != one]
        inside = [other for other in others if one.start <= other.start and other.end <= one.end]
        around = (other for other in others if other.start <= one.start and one.end <= other.end)
        if inside and all(other.bounds == one.bounds for other in around):
            nesting = sorted([one, *inside], key=lambda span: (span.end - span.start, span.type), reverse=True)
            found += [] if nesting in found else [nesting]
    return found


def _asking(spans: Spans, subset: Subset) -> Iterator[Span]:
    """Yield the spans that ask, as often as the library asks for them."""
    for nesting in _nestings(spans):
        yield from {Subset.NESTED: nesting, Subset.OUTER: nesting[:1]}.get(subset, nesting[1:])


def _by_nesting(pipeline: Pipeline) -> Pipeline:
    """Let the spans of a subset ask nesting by nesting."""
    subset = pipeline.dialect.subset
    whole = matcher(replace(pipeline.dialect, subset=Subset.ALL))

    def match(gold: Spans, pred: Spans) -> Outcomes:
        def asked(rows: Sequence[Pair]) -> tuple[Pair, ...]:
            answers = {(row.gold_asks, row.own): row for row in rows if isinstance(row, AskedRow)}
            sides = ((True, gold), (False, pred))
            return tuple(answers[side, span] for side, spans in sides for span in _asking(spans, subset))

        return Outcomes({schema: asked(rows) for schema, rows in whole(gold, pred).rows.items()})

    return replace(pipeline, match=match)


def _with_copies(pipeline: Pipeline) -> Pipeline:
    """Compare nestings as lists, in which the copies of an entity stand as often as they are given."""
    keep_all = filterer(replace(pipeline.dialect, subset=Subset.ALL))

    def listed(spans: Spans) -> Spans:
        return tuple(
            Span(" ".join(map(span_text, nesting)), nesting[0].start, nesting[0].end) for nesting in _nestings(spans)
        )

    return replace(pipeline, filter=lambda units: ((listed(gold), listed(pred)) for gold, pred in keep_all(units)))


def _has_copies(given: Given) -> bool:
    """Whether a sentence has a span twice on one side."""
    units = (list(members(unit)) for side in (given.gold, given.pred) for unit in members(side))
    return any(unit.count(one) > 1 for unit in units for one in unit if one != "O")


def _has_two(given: Given) -> bool:
    """Whether a sentence has two spans on one side, or two tags other than O."""
    units = (members(unit) for side in (given.gold, given.pred) for unit in members(side))
    return any(sum(one != "O" for one in unit) > 1 for unit in units)


def _has_any(given: Given) -> bool:
    """Whether there is a span, or a tag other than O."""
    return any(one != "O" for one in everything(given))


QUIRKS = (
    Quirk(
        "nestednereval.copies-raise-recall",
        Step.COUNT,
        _has_two,
        of_counts(_hits_of_predictions),
        base={"align": "two-sided", "subset": "all"},
        schemes=(Scheme.IOB2,),
    ),
    Quirk(
        "nestednereval.precision-of-gold-hits",
        Step.COUNT,
        _has_any,
        of_counts(_hits_of_gold),
        base={"align": "two-sided", "subset": "nested"},
        schemes=(Scheme.IOB2,),
    ),
    Quirk(
        "nestednereval.inner-entity-counts-twice",
        Step.MATCH,
        _has_two,
        _by_nesting,
        base={"align": "two-sided", "subset": "inner"},
        schemes=(Scheme.IOB2,),
    ),
    Quirk(
        "nestednereval.copies-make-nestings",
        Step.FILTER,
        _has_copies,
        _with_copies,
        base={"align": "none", "subset": "nesting"},
        schemes=(Scheme.IOB2,),
    ),
)

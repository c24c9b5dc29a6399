"""The quirk of sklearn-crfsuite's accuracy of sequences."""

from collections.abc import Iterable
from dataclasses import replace

from nerconform.comparison.causes.quirk import Quirk, Shown, Step
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme


def _by_items(pipeline: Pipeline) -> Pipeline:
    """Return the path on which what is right counts twice: each of its sequences has two items."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        return replace(tally, total={schema: _doubled(counts) for schema, counts in tally.total.items()})

    return replace(pipeline, count=counted)


def _doubled(counts: Counts) -> Counts:
    """Return the counts with twice as many that are right, of as many gold items and predictions as there are."""
    right = counts.cor
    return replace(counts, cor=2 * right, mis=counts.mis - right, spu=counts.spu - right)


QUIRKS = (
    Quirk(
        id="sklearn-crfsuite.sequences-of-one-length-count-by-items",
        library="sklearn-crfsuite",
        versions="==0.5.0",
        step=Step.COUNT,
        title="Sequences of one length are compared item by item, so that the accuracy of sequences exceeds 1",
        prose=(
            "Both sides are made an array of objects. Where all sequences have one length this array has two "
            "dimensions, and its equal items are counted, not its equal rows, and divided by the number of sequences: "
            "of sequences of two tags the answer is twice the share of equal tags, up to 2."
        ),
        clause="SCO-1",
        base={"policy": "lenient", "item": "token", "align": "none"},
        schemes=tuple(Scheme),
        fires=lambda given: bool(given.tags()),
        change=_by_items,
        shown=Shown(Scheme.IOB2, "", "", numbers={"strict.micro.recall": 2.0}, data=([["O"]], [["O"]])),
        modes=("sequences",),
    ),
)

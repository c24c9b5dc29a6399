"""Quirks of sklearn-crfsuite's accuracy of sequences, and of its functions of one number without an average."""

from collections.abc import Iterable
from dataclasses import replace

from nerconform.comparison.causes.quirk import LibraryRaises, Quirk, Shown, Step
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Stream
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


def _of_class_1(pipeline: Pipeline) -> Pipeline:
    """Return the path on which all tags are the classes of a binary problem, of which none is right."""
    keep, count = pipeline.filter, pipeline.count

    def kept(units: Stream) -> Stream:
        found = list(units)
        if len({span.type for unit in found for side in unit for span in side}) > 1:
            raise LibraryRaises("ValueError")
        return keep(found)

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        return replace(tally, total={schema: _all_wrong(counts) for schema, counts in tally.total.items()})

    return replace(pipeline, filter=kept, count=counted)


def _all_wrong(counts: Counts) -> Counts:
    """Return the counts with nothing that is right, of as many gold items and predictions as there are."""
    return replace(counts, cor=0, mis=counts.mis + counts.cor, spu=counts.spu + counts.cor)


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
    Quirk(
        id="sklearn-crfsuite.average-is-binary",
        library="sklearn-crfsuite",
        versions="==0.5.0",
        step=Step.FILTER,
        title="Without an average the numbers are those of the class 1",
        prose=(
            "flat_precision_score, flat_recall_score and flat_f1_score hand on what they are given, and scikit-learn's "
            "average is that of a binary problem whose positive class is the number 1. Of tags, which are strings, two "
            "or more are refused with a ValueError, and where all are equal every number is 0, right as they are."
        ),
        clause="SCO-5",
        base={"policy": "lenient", "item": "token", "align": "none"},
        schemes=tuple(Scheme),
        fires=lambda given: bool(given.tags()),
        change=_of_class_1,
        shown=Shown(Scheme.IOB2, "", "", numbers={"strict.micro.recall": 0.0}, data=([["O"]], [["O"]])),
        link="https://github.com/TeamHG-Memex/sklearn-crfsuite/issues/1",
        modes=("no-average",),
    ),
)

"""Quirks of sklearn-crfsuite: what is joined and not looked at, and what scikit-learn makes of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from types import MappingProxyType
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.raising import unchanged
from nerconform.libraries.reading import everything, has_unit, members, of_tags, raises_at
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Stream
from nerconform.reference.options import LabelRule, Undefined
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.units import Annotation, Unit, check_lengths
from nerconform.reference.values import Labels

_LIBRARY, _VERSIONS = "sklearn-crfsuite", "==0.5.0"
_BASE: Mapping[str, str] = MappingProxyType({"policy": "lenient", "item": "token", "align": "none"})
_LABELS: Mapping[str, str] = MappingProxyType(
    {**_BASE, "labels": "given{B-X,B-Y}", "types": "given{B-X,B-Y}", "labels_avg": "given{B-X,B-Y}", "zero": "1"}
)
_SCHEMES = tuple(Scheme)
_OVERWRITTEN = "accuracy"


def _refused_without_token(pipeline: Pipeline) -> Pipeline:
    def kept(units: Stream) -> Stream:
        found = list(units)
        if not any(gold or pred for gold, pred in found):
            raise LibraryRaises("ValueError")
        return pipeline.filter(found)

    return replace(pipeline, filter=kept)


def _has_no_token(given: Given) -> bool:
    return not any(unit for side in (given.gold, given.pred) for unit in members(side))


def _unweighted(pipeline: Pipeline) -> Pipeline:
    """Take the mean over labels for the weighted one where the weights are all 0."""
    score, labels = pipeline.score, pipeline.dialect.labels_avg.given

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        found = score(tally, beta)
        return {schema: each if weighs(tally, schema) else _with_mean(each) for schema, each in found.items()}

    def weighs(tally: Tally, schema: Schema) -> bool:
        return any(tally.counts(schema, label).pos for label in labels)

    return replace(pipeline, score=scored)


def _with_mean(scores: Scores) -> Scores:
    return replace(scores, averages={**scores.averages, "weighted": scores.averages["macro"]})


def _may_weigh_nothing(given: Given) -> bool:
    """Whether labels are given, none of which is in the gold, and a ratio that is undefined counts as 1."""
    labels = given.dialect.labels_avg
    gold = {tag for unit in members(given.gold) for tag in members(unit) if isinstance(tag, str)}
    undefined = Undefined.ONE in given.dialect.zero
    return labels.rule is LabelRule.GIVEN and undefined and bool(gold) and gold.isdisjoint(labels.given)


def _without_row(given: Given) -> Change:
    """Return the change of a whole input: every tag has a row but the one that is called accuracy."""
    types = given.dialect.types
    kinds = types.given if types.rule is LabelRule.GIVEN else sorted(given.tags())
    rows = Labels(LabelRule.GIVEN, tuple(kind for kind in kinds if kind != _OVERWRITTEN))
    return lambda pipeline: replace(pipeline, dialect=replace(pipeline.dialect, types=rows))


def _is_overwritten(given: Given) -> bool:
    """Whether a row is called accuracy."""
    types = given.dialect.types
    rows = set(types.given) if types.rule is LabelRule.GIVEN else given.tags()
    return given.ask == "scores" and _OVERWRITTEN in rows


def _joined(pipeline: Pipeline) -> Pipeline:
    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = (list(chain.from_iterable(side)) if isinstance(side, Iterable) else [] for side in (gold, pred))
        unit = Unit(*map(Annotation, sides))
        check_lengths(unit, "all units as one")
        return [unit]

    return replace(pipeline, read=read)


def _are_joined(given: Given) -> bool:
    """Whether it matters where a unit ends: the two sides have others, or a unit is a string."""
    gold, pred = members(given.gold), members(given.pred)
    strings = any(isinstance(unit, str) for unit in (*gold, *pred))
    return strings or list(map(_length, gold)) != list(map(_length, pred))


def _length(unit: object) -> int:
    return len(members(unit))


def _is_not_listed(unit: object) -> bool:
    return not isinstance(unit, Iterable)


def _as_class(tag: Any, _dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
    """Take any value for a class, if classes can be sorted."""
    if isinstance(tag, int | float):
        tag = str(tag)
    if not isinstance(tag, str):
        raise LibraryRaises("TypeError")
    return Mark(ALONE, tag, tag)


def _has_other_class(given: Given) -> bool:
    return any(tag == "" or not isinstance(tag, str) for tag in everything(given))


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
        id="sklearn-crfsuite.unit-not-checked",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="What is no unit crashes",
        prose=(
            "Units are joined before anybody looks at what they are; None or a number among them ends in a TypeError "
            "without place."
        ),
        clause="INP-4",
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_unit(_is_not_listed),
        change=raises_at(_is_not_listed, "TypeError"),
        shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([[]], [None])),
    ),
    Quirk(
        id="sklearn-crfsuite.units-are-flattened",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="Units are joined before anything is compared",
        prose=(
            "The units of each side are joined to one list, and only the lengths of the two lists must agree. A unit "
            "too many that is empty, or tags that moved from one unit into the next, go unseen, and a flat list of "
            "tags is joined to one list of letters."
        ),
        clause="INP-1",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_are_joined,
        change=_joined,
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["O"]], [["O"], []])),
    ),
    Quirk(
        id="sklearn-crfsuite.tags-not-checked",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="Any value is a class",
        prose=(
            "Tags are classes, which may be any strings, the empty one too, and numbers. Where None or a list stands "
            "among strings, sorting the classes raises a TypeError without place."
        ),
        clause="TAG-8",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_other_class,
        change=of_tags(_as_class),
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([[""]], [[""]])),
    ),
    Quirk(
        id="sklearn-crfsuite.no-token-refused",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.FILTER,
        title="Data without a token are refused",
        prose=("Units are flattened and handed to scikit-learn, which refuses an empty list of samples (1.9.1 does)."),
        clause="CNT-7",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_no_token,
        change=_refused_without_token,
        shown=Shown(Scheme.IOB2, "", "", error="ValueError", data=([[]], [[]])),
    ),
    Quirk(
        id="sklearn-crfsuite.weights-of-nothing-are-equal",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.SCORE,
        title="The weighted average of labels without gold is the unweighted one",
        prose=(
            "A mean whose weights are all 0 is taken without weights. So where none of the given labels is in the "
            "gold, and undefined ratios count as 1, the weighted average is the macro average: a label that is neither "
            "in the gold nor predicted adds 1, and raises the average of one that is only predicted, whose precision "
            "is 0."
        ),
        clause="SCO-7",
        base=_LABELS,
        schemes=_SCHEMES,
        fires=_may_weigh_nothing,
        change=_unweighted,
        shown=Shown(Scheme.IOB2, "O", "B-X", numbers={"strict.weighted.precision": 0.5, "strict.weighted.f1": 0.5}),
    ),
    Quirk(
        id="sklearn-crfsuite.tag-accuracy-overwritten",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.SCORE,
        title="A tag that is called accuracy has no row",
        prose=(
            "The dictionary has one key for each tag, and behind them the averages, one of which is called accuracy: "
            "it takes the place of the row of a tag with that name. Whatever stands under the key in the end is cut "
            "down to its precision, so that where labels are given, and there is no accuracy, the precision of the tag "
            "stands there as if it were one. The printed report has the row."
        ),
        clause="CNT-4",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_is_overwritten,
        change=unchanged,
        reads=_without_row,
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["accuracy"]], [["accuracy"]])),
        link="https://github.com/scikit-learn/scikit-learn/issues/29205",
    ),
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

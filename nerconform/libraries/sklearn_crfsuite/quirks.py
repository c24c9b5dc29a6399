"""Quirks of sklearn-crfsuite: what is joined and not looked at, and what scikit-learn makes of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from types import MappingProxyType
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import everything, has_unit, members, of_tags, raises_at, unchanged
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Stream
from nerconform.reference.option_values import Labels
from nerconform.reference.options import LabelRule, Undefined
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.units import Annotation, Unit, check_lengths

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
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_unit(_is_not_listed),
        change=raises_at(_is_not_listed, "TypeError"),
    ),
    Quirk(
        id="sklearn-crfsuite.units-are-flattened",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_are_joined,
        change=_joined,
    ),
    Quirk(
        id="sklearn-crfsuite.tags-not-checked",
        step=Step.PARSE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_other_class,
        change=of_tags(_as_class),
    ),
    Quirk(
        id="sklearn-crfsuite.no-token-refused",
        step=Step.FILTER,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_no_token,
        change=_refused_without_token,
    ),
    Quirk(
        id="sklearn-crfsuite.weights-of-nothing-are-equal",
        step=Step.SCORE,
        base=_LABELS,
        schemes=_SCHEMES,
        fires=_may_weigh_nothing,
        change=_unweighted,
    ),
    Quirk(
        id="sklearn-crfsuite.tag-accuracy-overwritten",
        step=Step.SCORE,
        base=_BASE,
        schemes=_SCHEMES,
        fires=_is_overwritten,
        change=unchanged,
        reads=_without_row,
    ),
    Quirk(
        id="sklearn-crfsuite.sequences-of-one-length-count-by-items",
        step=Step.COUNT,
        base={"policy": "lenient", "item": "token", "align": "none"},
        schemes=tuple(Scheme),
        fires=lambda given: bool(given.tags()),
        change=_by_items,
    ),
    Quirk(
        id="sklearn-crfsuite.average-is-binary",
        step=Step.FILTER,
        base={"policy": "lenient", "item": "token", "align": "none"},
        schemes=tuple(Scheme),
        fires=lambda given: bool(given.tags()),
        change=_of_class_1,
    ),
)

"""Quirks of sklearn-crfsuite: what is joined and not looked at, and what scikit-learn makes of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import (
    everything,
    first_then,
    has_unit,
    members,
    of_scores,
    of_tags,
    of_tally,
    raises_at,
    raises_at_units,
)
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Units
from nerconform.reference.option_values import Labels
from nerconform.reference.options import LabelRule, Undefined
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.units import Annotation, Unit, check_lengths

_BASE = {"policy": "lenient", "item": "token", "align": "none"}
_LABELS = {**_BASE, "labels": "given{B-X,B-Y}", "types": "given{B-X,B-Y}", "labels_avg": "given{B-X,B-Y}", "zero": "1"}
_SCHEMES = tuple(Scheme)
_OVERWRITTEN = "accuracy"


def _has_no_token(given: Given) -> bool:
    return not any(unit for side in (given.gold, given.pred) for unit in members(side))


def _unweighted(pipeline: Pipeline) -> Pipeline:
    """Take the mean over labels for the weighted one where the weights are all 0."""
    labels = pipeline.dialect.labels_avg.given

    def fix(scores: Scores, tally: Tally, schema: Schema) -> Scores:
        if any(tally.counts(schema, label).pos for label in labels):
            return scores
        return replace(scores, averages={**scores.averages, "weighted": scores.averages["macro"]})

    return of_scores(fix)(pipeline)


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


def _of_total(fix: Callable[[Counts], Counts]) -> Change:
    """Return the change of the counts of all types."""
    return of_tally(lambda tally: replace(tally, total={schema: fix(counts) for schema, counts in tally.total.items()}))


def _by_items(counts: Counts) -> Counts:
    """Count what is right twice, of as many gold items and predictions: each sequence has two items."""
    return replace(counts, cor=2 * counts.cor, mis=counts.mis - counts.cor, spu=counts.spu - counts.cor)


def _all_wrong(counts: Counts) -> Counts:
    """Count nothing that is right, of as many gold items and predictions as there are."""
    return replace(counts, cor=0, mis=counts.mis + counts.cor, spu=counts.spu + counts.cor)


def _has_two_classes(units: Units) -> bool:
    return len({span.type for unit in units for side in unit for span in side}) > 1


def _has_tags(given: Given) -> bool:
    return bool(given.tags())


_quirk = partial(Quirk, base=_BASE, schemes=_SCHEMES)
QUIRKS = (
    _quirk(
        "sklearn-crfsuite.unit-not-checked",
        Step.PARSE,
        has_unit(_is_not_listed),
        raises_at(_is_not_listed, "TypeError"),
    ),
    _quirk("sklearn-crfsuite.units-are-flattened", Step.PARSE, _are_joined, _joined),
    _quirk("sklearn-crfsuite.tags-not-checked", Step.PARSE, _has_other_class, of_tags(_as_class)),
    _quirk(
        "sklearn-crfsuite.no-token-refused",
        Step.FILTER,
        _has_no_token,
        raises_at_units(lambda units: not any(map(any, units)), "ValueError"),
    ),
    _quirk("sklearn-crfsuite.weights-of-nothing-are-equal", Step.SCORE, _may_weigh_nothing, _unweighted, base=_LABELS),
    _quirk("sklearn-crfsuite.tag-accuracy-overwritten", Step.SCORE, _is_overwritten, reads=_without_row),
    _quirk("sklearn-crfsuite.sequences-of-one-length-count-by-items", Step.COUNT, _has_tags, _of_total(_by_items)),
    _quirk(
        "sklearn-crfsuite.average-is-binary",
        Step.FILTER,
        _has_tags,
        first_then(raises_at_units(_has_two_classes, "ValueError"), _of_total(_all_wrong)),
    ),
)

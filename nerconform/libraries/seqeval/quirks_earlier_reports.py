"""Quirks of earlier releases of seqeval: what their reports and scores left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.seqeval.quirks_default import as_one
from nerconform.libraries.seqeval.quirks_earlier import READING, SCHEMES, by_last_hyphen, side_of, types
from nerconform.reference.counting import Tally
from nerconform.reference.named import NAMED
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import Score, Scores, scorer
from nerconform.reference.units import Unit
from nerconform.reference.values import Zero


def _is_defined(given: Given) -> bool:
    """Whether gold and prediction have the same types, at least one: then every ratio has a denominator."""
    sides = (given._replace(pred=[]), given._replace(gold=[]))
    gold, pred = ({kind for _, kind in types(given, side.tags())} for side in sides)
    return bool(gold) and gold == pred


def _has_gold(given: Given) -> bool:
    """Whether some gold tag is surely in a span: beside a letter that is none of the five a chunk may be lost."""
    letters = {tag[side_of(given)] for tag in given._replace(pred=()).tags() if tag}
    return bool(letters - {"O"}) and letters <= {*"BIESO"}


def _refuses_nothing(pipeline: Pipeline) -> Pipeline:
    """Return the path on which no units are refused."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        if not gold and not pred:
            raise LibraryRaises("ValueError")
        return before(gold, pred)

    return replace(pipeline, read=read)


def _rows_of_gold(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a type that no gold span has gets no row."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        return replace(tally, by_type={kind: row for kind, row in tally.by_type.items() if kind in tally.gold_types})

    return replace(pipeline, count=counted)


def _crashes_without_gold(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the weighted average over no gold span crashes."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        if not tally.gold_types:
            raise LibraryRaises("ZeroDivisionError")
        return tally

    return replace(pipeline, count=counted)


def _macro_is_weighted(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the macro average is the weighted one."""
    score = pipeline.score

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        found = score(tally, beta)
        return {
            schema: Scores({**scores.averages, "macro": scores.averages["weighted"]}, scores.by_type)
            if tally.gold_types
            else scores
            for schema, scores in found.items()
        }

    return replace(pipeline, score=scored)


def _accuracy_of_spans(pipeline: Pipeline) -> Pipeline:
    """Return the path on which accuracy is the recall of spans."""
    if pipeline.dialect.item is not Item.TOKEN:
        return pipeline
    read = Pipeline.of(NAMED["seqeval"].set(scheme=pipeline.dialect.scheme))
    spans = _crashes_without_gold(as_one(by_last_hyphen(read)))
    score = spans.score

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        found = {}
        for schema, scores in score(tally, beta).items():
            recall = scores.averages["micro"].recall
            found[schema] = Scores({**scores.averages, "micro": Score(recall, recall, recall)}, scores.by_type)
        return found

    return replace(spans, score=scored)


def _zero_is_zero(pipeline: Pipeline) -> Pipeline:
    """Return the path on which what is undefined is 0, whatever was asked for."""
    return replace(pipeline, score=scorer(replace(pipeline.dialect, zero=Zero())))


GOLD_ROWS = Quirk(
    id="seqeval.rows-of-gold-types-alone",
    library="seqeval",
    versions="<1.2.0",
    step=Step.COUNT,
    title="A type that is only predicted has no row",
    prose=(
        "The report goes through the types of the gold spans. What was predicted of another type is in the micro "
        "average, but no row shows it."
    ),
    clause="CNT-4",
    base=READING,
    schemes=SCHEMES,
    fires=lambda given: bool(given.tags() - {"O"}),
    change=_rows_of_gold,
    shown=Shown(Scheme.IOB2, "O", "B-X", numbers={"strict.type{X}.act": None}),
    modes=("default",),
)
NO_GOLD = Quirk(
    id="seqeval.report-without-gold-crashes",
    library="seqeval",
    versions="<1.2.0",
    step=Step.COUNT,
    title="The report crashes where there is no gold span",
    prose=(
        "The weighted average divides by the sum of the supports. Where that is 0 NumPy raises a "
        "ZeroDivisionError, which comes out of classification_report, as text and as dictionary."
    ),
    clause="SCO-7",
    base=READING,
    schemes=SCHEMES,
    fires=lambda given: given.dialect.item is Item.SPAN and not _has_gold(given),
    change=_crashes_without_gold,
    shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError"),
    modes=("default",),
)
MACRO = Quirk(
    id="seqeval.macro-row-is-weighted",
    library="seqeval",
    versions=">=0.0.10,<0.0.15",
    step=Step.SCORE,
    title="The row called macro avg is weighted by support",
    prose=(
        "When the one row `avg / total` became `micro avg` and `macro avg`, the second kept what it was: the mean "
        "over types weighted by their gold spans. From 0.0.15 on there are three rows, and macro is macro."
    ),
    clause="SCO-6",
    base=READING,
    schemes=SCHEMES,
    fires=lambda given: bool(given.tags() - {"O"}),
    change=_macro_is_weighted,
    shown=Shown(
        Scheme.IOB2,
        "B-X B-Y B-Y",
        "B-X O O",
        numbers={"strict.macro.f1": 1 / 3},
    ),
    modes=("default",),
)
ACCURACY = Quirk(
    id="seqeval.accuracy-of-entities",
    library="seqeval",
    versions="<0.0.3",
    step=Step.DECODE,
    title="Accuracy is the recall of entities",
    prose=(
        "accuracy_score counts entities that are right and divides by the gold entities, so that it is "
        "recall_score, but that it crashes where there is no gold entity. From 0.0.3 on it counts tags."
    ),
    clause="SCO-11",
    base=MappingProxyType({**READING, "item": "token"}),
    schemes=SCHEMES,
    fires=lambda given: given.dialect.item is Item.TOKEN and bool(given.gold),
    change=_accuracy_of_spans,
    shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError"),
    modes=("default",),
)
NO_UNITS = Quirk(
    id="seqeval.no-units-inconsistent",
    library="seqeval",
    versions=">=1.0.0,<1.1.1",
    step=Step.PARSE,
    title="No units are refused as inconsistent",
    prose=(
        "The check of the lengths wants the members of both sides to be lists, and only lists. Two empty lists have "
        "no members, and are refused as of different lengths, which they are not."
    ),
    clause="CNT-7",
    base=MappingProxyType({**READING, "policy": "discard", "labels_avg": "union"}),
    schemes=(*SCHEMES[1:], Scheme.BILOU),
    fires=lambda given: not given.gold and not given.pred and given.dialect.item is Item.SPAN,
    change=_refuses_nothing,
    shown=Shown(Scheme.IOB2, "", "", error="ValueError", data=([], [])),
    modes=("strict", "strict:*"),
)
ZERO = Quirk(
    id="seqeval.zero-division-ignored",
    library="seqeval",
    versions=">=1.0.0,<1.2.0",
    step=Step.SCORE,
    title="Default mode ignores zero_division",
    prose=(
        "classification_report takes zero_division and documents what it does; without mode='strict' nobody reads "
        "it, and what is undefined is 0."
    ),
    clause="SCO-4",
    base=MappingProxyType({**READING, "zero": "1"}),
    schemes=SCHEMES,
    fires=lambda given: given.dialect.zero != Zero() and not _is_defined(given),
    change=_zero_is_zero,
    shown=Shown(Scheme.IOB2, "", "", numbers={"strict.micro.precision": 0.0}),
    modes=("default",),
)
QUIRKS = (GOLD_ROWS, NO_GOLD, MACRO, ACCURACY, NO_UNITS, ZERO)

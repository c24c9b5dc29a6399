"""Quirks of earlier releases of seqeval: what their reports and scores left out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
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


QUIRKS = (
    Quirk(
        id="seqeval.rows-of-gold-types-alone",
        step=Step.COUNT,
        base=READING,
        schemes=SCHEMES,
        fires=lambda given: bool(given.tags() - {"O"}),
        change=_rows_of_gold,
    ),
    Quirk(
        id="seqeval.report-without-gold-crashes",
        step=Step.COUNT,
        base=READING,
        schemes=SCHEMES,
        fires=lambda given: given.dialect.item is Item.SPAN and not _has_gold(given),
        change=_crashes_without_gold,
    ),
    Quirk(
        id="seqeval.macro-row-is-weighted",
        step=Step.SCORE,
        base=READING,
        schemes=SCHEMES,
        fires=lambda given: bool(given.tags() - {"O"}),
        change=_macro_is_weighted,
    ),
    Quirk(
        id="seqeval.accuracy-of-entities",
        step=Step.DECODE,
        base=MappingProxyType({**READING, "item": "token"}),
        schemes=SCHEMES,
        fires=lambda given: given.dialect.item is Item.TOKEN and bool(given.gold),
        change=_accuracy_of_spans,
    ),
    Quirk(
        id="seqeval.no-units-inconsistent",
        step=Step.PARSE,
        base=MappingProxyType({**READING, "policy": "discard", "labels_avg": "union"}),
        schemes=(*SCHEMES[1:], Scheme.BILOU),
        fires=lambda given: not given.gold and not given.pred and given.dialect.item is Item.SPAN,
        change=_refuses_nothing,
    ),
    Quirk(
        id="seqeval.zero-division-ignored",
        step=Step.SCORE,
        base=MappingProxyType({**READING, "zero": "1"}),
        schemes=SCHEMES,
        fires=lambda given: given.dialect.zero != Zero() and not _is_defined(given),
        change=_zero_is_zero,
    ),
)

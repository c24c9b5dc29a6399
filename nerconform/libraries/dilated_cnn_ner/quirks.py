"""Quirks of Strubell's dilated-cnn-ner: its evaluation of segments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.illegal import has_illegal
from nerconform.libraries.quirk import Given, Quirk, Shown, Step
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span

_TOTAL = ("strict.micro.precision", "strict.micro.recall", "strict.micro.f1")
_GOES_ON = frozenset({"I", "E"})


class _NeverRight(str):
    """The type of a prediction that is counted and never correct."""

    __slots__ = ()


def _decode_predictions(spans: Spans, marks: Sequence[Mark]) -> Iterator[Span]:
    """Mark every span behind which a tag goes on, if only with another one."""
    for span in spans:
        followed = span.end < len(marks) and marks[span.end].role in _GOES_ON
        yield span._replace(type=_NeverRight(span.type)) if followed else span


def _apart(row: Pair) -> Iterator[Pair]:
    """Part a pair whose prediction is never right."""
    if row.gold is None or row.pred is None or not isinstance(row.pred.type, _NeverRight):
        yield row
    else:
        yield from (Pair(row.gold, None), Pair(None, row.pred))


def _change(pipeline: Pipeline) -> Pipeline:
    def decode(marks: Sequence[Mark], side: Side) -> Spans:
        spans = pipeline.decode(marks, side)
        return tuple(_decode_predictions(spans, marks)) if side is Side.PRED else spans

    def match(gold: Spans, pred: Spans) -> Outcomes:
        found = pipeline.match(gold, pred)
        rows = {schema: tuple(one for row in found.rows[schema] for one in _apart(row)) for schema in found.rows}
        return replace(found, rows=rows)

    return replace(pipeline, decode=decode, match=match)


def _undefined(pipeline: Pipeline) -> Pipeline:
    """Leave undefined in the total, and in F of the mean over types, whatever divides by 0."""

    def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        scores, counts = dict(pipeline.score(tally, beta)), tally.total[Schema.STRICT]
        strict = scores[Schema.STRICT]
        total, mean = strict.averages["micro"], strict.averages["macro"]
        precision, recall = (total.precision if counts.act else None), (total.recall if counts.pos else None)
        micro = Score(precision, recall, total.f if counts.cor else None)
        macro = replace(mean, f=mean.f if mean.precision or mean.recall else None)
        averages = {**strict.averages, "micro": micro, "macro": macro}
        return {**scores, Schema.STRICT: replace(strict, averages=averages)}

    return replace(pipeline, score=score)


def _may_have_nothing_right(given: Given) -> bool:
    """Whether no unit of both sides is the same, and has an entity."""
    sides = [side if isinstance(side, list | tuple) else [] for side in (given.gold, given.pred)]
    return not any(gold == pred and set(gold) - {"O"} for gold, pred in zip(*sides, strict=False))


QUIRKS = (
    Quirk(
        id="dilated-cnn-ner.next-tag-must-not-go-on",
        library="iesl/dilated-cnn-ner",
        versions="f9d0b7a",
        step=Step.MATCH,
        title="A prediction is not correct if I or L follows it",
        prose=(
            "Correct is not the intersection of two sets of spans. The evaluation walks along both sides until one "
            "stops, and counts only if both stop. That an I or L of another type begins a new span is known where "
            "spans are counted, not here: the prediction before it goes into ACT and never into COR. Legal "
            "predictions are counted as they should be. It speaks of legal gold, because the types of gold inside a "
            "span are not looked at. Verified by running it on all 30,807 pairs of legal gold and any prediction of "
            "1 to 3 tokens with two types."
        ),
        clause="MAT-1",
        base=MappingProxyType({"policy": "lample", "gold": "legal", "align": "none"}),
        schemes=(Scheme.BILOU,),
        fires=has_illegal,
        change=_change,
        shown=Shown(Scheme.BILOU, "U-X O", "U-X I-Y", counts=(1, 2, 0)),
    ),
    Quirk(
        id="dilated-cnn-ner.nothing-right-is-nan",
        library="iesl/dilated-cnn-ner",
        versions="f9d0b7a",
        step=Step.SCORE,
        title="Where nothing is right F1 is undefined, and so is what has no denominator",
        prose=(
            "Ratios of one type are guarded: precision without predictions is 0, recall without gold 1. Those of the "
            "total are not: they are nan, and F1 is nan even where both are 0. So is F1 of the mean over the types of "
            "the gold."
        ),
        clause="SCO-4",
        base=MappingProxyType(
            {
                "policy": "lample",
                "gold": "legal",
                "align": "none",
                "zero": "P0,R1",
                "empty": "nan",
                "labels_avg": "gold",
                "macro_f": "of-means",
                "round": "2-binary-x100",
            }
        ),
        schemes=(Scheme.BILOU,),
        fires=_may_have_nothing_right,
        change=_undefined,
        shown=Shown(Scheme.BILOU, "", "", numbers=dict.fromkeys(_TOTAL)),
    ),
)

"""Quirks of Strubell's dilated-cnn-ner: its evaluation of segments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import has_illegal
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span

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
        step=Step.MATCH,
        base=MappingProxyType({"policy": "lample", "gold": "legal", "align": "none"}),
        schemes=(Scheme.BILOU,),
        fires=has_illegal,
        change=_change,
    ),
    Quirk(
        id="dilated-cnn-ner.nothing-right-is-nan",
        step=Step.SCORE,
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
    ),
)

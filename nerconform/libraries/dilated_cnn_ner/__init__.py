"""dilated-cnn-ner: the evaluation of the repository iesl/dilated-cnn-ner."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import first_then, has_illegal, of_scores, total_where_undefined
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Scores
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="iesl/dilated-cnn-ner")
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


def _undefined_mean(scores: Scores, _tally: Tally, _schema: Schema) -> Scores:
    """Leave undefined F of the mean over types, if it divides by 0."""
    mean = scores.averages["macro"]
    macro = replace(mean, f=mean.f if mean.precision or mean.recall else None)
    return replace(scores, averages={**scores.averages, "macro": macro})


def _may_have_nothing_right(given: Given) -> bool:
    """Whether no unit of both sides is the same, and has an entity."""
    sides = [side if isinstance(side, list | tuple) else [] for side in (given.gold, given.pred)]
    return not any(gold == pred and set(gold) - {"O"} for gold, pred in zip(*sides, strict=False))


_quirk = partial(Quirk, base={"policy": "lample", "gold": "legal", "align": "none"}, schemes=(Scheme.BILOU,))
QUIRKS = (
    _quirk("dilated-cnn-ner.next-tag-must-not-go-on", Step.MATCH, has_illegal, _change),
    _quirk(
        "dilated-cnn-ner.nothing-right-is-nan",
        Step.SCORE,
        _may_have_nothing_right,
        first_then(total_where_undefined(None), of_scores(_undefined_mean)),
        base={
            "policy": "lample",
            "gold": "legal",
            "align": "none",
            "zero": "P0,R1",
            "empty": "nan",
            "labels_avg": "gold",
            "macro_f": "of-means",
            "round": "2-binary-x100",
        },
    ),
)

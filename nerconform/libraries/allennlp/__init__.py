"""AllenNLP: its functions from tags to spans, and its span F1. It is asked by no name: only its defects stand here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import has_entities
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline, of_decoded
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="allennlp")
_TINY = 1e-13
_BASE = {"policy": "lenient", "bare": "two-chars", "duplicates": "set", "align": "none"}


def _with_outside(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Add a span without type for every token outside."""
    outside = (Span("", position, position + 1) for position, mark in enumerate(marks) if mark.role == "O")
    return tuple(sorted([*spans, *outside], key=lambda span: span.end))


def _fires(given: Given) -> bool:
    """Whether a tag is O."""
    return "O" in given.tags()


def _continued(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Make one span of each type that a span continues, from all whose type has its name anywhere."""
    found = set(spans)
    for kind in sorted({span.type[2:] for span in spans if span.type.startswith("C-")}):
        parts = {span for span in found if kind in span.type}
        whole = Span(kind, min(span.start for span in parts), max(span.end for span in parts))
        found = (found - parts) | {whole}
    return tuple(sorted(found, key=lambda span: span.end))


def _continues(given: Given) -> bool:
    """Whether a type begins with `C-`."""
    return any(tag[2:].startswith("C-") for tag in given.tags())


def _padded(pipeline: Pipeline) -> Pipeline:
    """Score the total and the rows of types in doubles, with a little more in every denominator."""

    def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        exact = pipeline.score(tally, beta)[Schema.STRICT]
        micro = _divided(tally.total[Schema.STRICT], beta)
        rows = {kind: _divided(tally.counts(Schema.STRICT, kind), beta) for kind in exact.by_type}
        return {Schema.STRICT: Scores({**exact.averages, "micro": micro}, rows)}

    return replace(pipeline, score=score)


def _divided(counts: Counts, beta: Fraction) -> Score:
    precision = counts.tp / (counts.tp + counts.fp + _TINY)
    recall = counts.tp / (counts.tp + counts.fn + _TINY)
    square = float(beta * beta)
    f = (1 + square) * (precision * recall) / (square * precision + recall + _TINY)
    return Score(*map(Fraction, (precision, recall, f)))


_quirk = partial(Quirk, base=_BASE, schemes=(Scheme.BMES,))
QUIRKS = (
    _quirk(
        "allennlp.bmes-outside-as-span",
        Step.DECODE,
        _fires,
        of_decoded(_with_outside),
        base={"policy": "lenient", "unknown": "single", "duplicates": "set", "align": "none"},
    ),
    _quirk(
        "allennlp.continued-spans", Step.DECODE, _continues, of_decoded(_continued), schemes=(Scheme.IOB1, Scheme.IOB2)
    ),
    _quirk(
        "allennlp.tiny-in-denominators",
        Step.SCORE,
        has_entities,
        _padded,
        schemes=(Scheme.IOB1, Scheme.IOB2, Scheme.BILOU, Scheme.BMES),
    ),
)

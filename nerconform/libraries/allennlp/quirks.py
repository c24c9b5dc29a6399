"""Quirks of AllenNLP: its functions from tags to spans, and its span F1."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.quirk import Given, Quirk, Shown, Step
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline, of_decoded
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span

_TINY = 1e-13
_BASE = MappingProxyType({"policy": "lenient", "bare": "two-chars", "duplicates": "set", "align": "none"})


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


def _has_entities(given: Given) -> bool:
    """Whether a tag is not O: with nothing right all is 0."""
    return bool(given.tags() - {"O"})


QUIRKS = (
    Quirk(
        id="allennlp.bmes-outside-as-span",
        library="allennlp",
        versions="80fb606",
        step=Step.DECODE,
        title="In BMES every O is an entity without type",
        prose=(
            "bmes_tags_to_spans was written for data in which every token belongs to something: it knows no O, and "
            "what is neither B, M, E nor S is a span of its own, here of the type ''. Two sequences of O agree on "
            "one entity per token, which raises every score. Verified by running it on all 66,430 sequences of up "
            "to 5 tokens with two types."
        ),
        clause="SCH-8",
        base=MappingProxyType({"policy": "lenient", "unknown": "single", "duplicates": "set", "align": "none"}),
        schemes=(Scheme.BMES,),
        fires=_fires,
        change=of_decoded(_with_outside),
        shown=Shown(Scheme.BMES, "O", "O", spans=(Span("", 0, 1),), counts=(1, 1, 1)),
    ),
    Quirk(
        id="allennlp.continued-spans",
        library="allennlp",
        versions="80fb606",
        step=Step.DECODE,
        title="A span of C-X and whatever has X in its type become one span of X",
        prose=(
            "The metric was written for semantic roles, where C-ARG0 continues ARG0. Of a unit that has a span of such "
            "a type, all spans in whose types the rest of its name occurs, anywhere, become one from the first start "
            "to the last end: C-A swallows ORGAN, too. Where two such types are part of one another, the outcome "
            "depends on the order of a set of strings, and so on the run."
        ),
        clause="DEC-1",
        base=_BASE,
        schemes=(Scheme.IOB1, Scheme.IOB2),
        fires=_continues,
        change=of_decoded(_continued),
        shown=Shown(Scheme.IOB2, "B-C-X", "B-C-X", spans=(Span("X", 0, 1),), counts=(1, 1, 1)),
    ),
    Quirk(
        id="allennlp.tiny-in-denominators",
        library="allennlp",
        versions="80fb606",
        step=Step.SCORE,
        title="Every denominator has 1e-13 added",
        prose=(
            "Precision, recall and F1 divide by their denominators and 1e-13, so that none is 0. A perfect score is "
            "0.9999999999999, F1 still less, and small scores are off by more than doubles need to be."
        ),
        clause="SCO-4",
        base=_BASE,
        schemes=(Scheme.IOB1, Scheme.IOB2, Scheme.BILOU, Scheme.BMES),
        fires=_has_entities,
        change=_padded,
        shown=Shown(Scheme.IOB2, "B-X", "B-X", numbers={"strict.micro.precision": 1 / (1 + _TINY)}),
    ),
)

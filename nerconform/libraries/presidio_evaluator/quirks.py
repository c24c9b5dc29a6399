"""Quirks of presidio-evaluator: it counts predictions once for each gold entity that they overlap, by types."""

from dataclasses import dataclass, replace
from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import has_entities, has_span, of_scores
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span

AGAIN, TOGETHER = "again", "together"


@dataclass(frozen=True, slots=True)
class _GoldByGold:
    """A match step that goes through the gold spans, from left to right, and counts what overlaps each.

    With `again` a prediction counts for every gold span that it overlaps. With `together` predictions of one type on
    one gold span count as one.
    """

    traits: frozenset[str]

    def __call__(self, gold: Spans, pred: Spans) -> Outcomes:
        """Return the outcomes of one unit."""
        rows, counted = list[Pair](), set[Span]()
        for span in sorted(gold, key=lambda one: one.start):
            near = [one for one in pred if one.overlaps(span) and (AGAIN in self.traits or one not in counted)]
            rows.append(Pair(span, span if span in near else None))
            wrong = [one for one in near if one != span]
            rows += [Pair(None, one) for one in self._merged(wrong)]
            counted.update(near)
        rows += [Pair(None, one) for one in pred if not any(one.overlaps(span) for span in gold)]
        return Outcomes({Schema.STRICT: tuple(rows)})

    def _merged(self, pred: list[Span]) -> list[Span]:
        """Return the predictions that count."""
        return list({one.type: one for one in pred}.values()) if TOGETHER in self.traits else pred


def _walking(trait: str) -> Change:
    """Return the change to the walk, which keeps what it does already."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.match.traits if isinstance(pipeline.match, _GoldByGold) else frozenset()
        return replace(pipeline, match=_GoldByGold(before | {trait}))

    return change


def _undefined_where_nothing_is_right(scores: Scores, tally: Tally, schema: Schema) -> Scores:
    """Leave F undefined where precision and recall are 0."""

    def fixed(score: Score, counts: Counts) -> Score:
        return score if counts.cor else replace(score, f=None)

    rows = {kind: fixed(score, tally.counts(schema, kind)) for kind, score in scores.by_type.items()}
    return replace(scores, by_type=rows)


def _has_any(given: Given) -> bool:
    """Whether there is an entity on either side."""
    return has_span(given) or has_entities(given)


_quirk = partial(Quirk, base={"policy": "lenient", "align": "none", "zero": "nan"}, schemes=tuple(Scheme))
QUIRKS = (
    _quirk("presidio-evaluator.prediction-counts-for-each-gold-entity", Step.MATCH, _has_any, _walking(AGAIN)),
    _quirk("presidio-evaluator.predictions-of-one-type-count-as-one", Step.MATCH, _has_any, _walking(TOGETHER)),
    _quirk(
        "presidio-evaluator.f1-undefined-where-nothing-is-right",
        Step.SCORE,
        _has_any,
        of_scores(_undefined_where_nothing_is_right),
    ),
)

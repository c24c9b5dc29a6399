"""Quirks of nereval: it goes through the gold, and remembers nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span


@dataclass(frozen=True, slots=True)
class _Found(Outcomes):
    """The outcomes of a unit in which a prediction may serve several gold spans; how many predictions there are."""

    predictions: int = 0


def _match(gold: Spans, pred: Spans) -> Outcomes:
    """Give each gold span the first prediction that is right by text or by type."""
    rows = tuple(_rows(gold, pred))
    return _Found(dict.fromkeys(Schema, rows), predictions=len(pred))


def _rows(gold: Spans, pred: Spans) -> Iterator[Pair]:
    for span in gold:
        yield Pair(span, next((one for one in pred if _is_right(span, one)), None))


def _is_right(gold: Span, pred: Span) -> bool:
    return gold[1:] == pred[1:] or (gold.type == pred.type and gold.overlaps(pred))


def _change(pipeline: Pipeline) -> Pipeline:
    def count(units: Iterable[Outcomes]) -> Tally:
        gold = pred = 0
        right = dict.fromkeys(Schema, 0)
        for unit in units:
            pred += unit.predictions if isinstance(unit, _Found) else 0
            gold += len(unit.rows[Schema.EXACT])
            for schema in Schema:
                right[schema] += sum(row.outcome(schema) is Outcome.COR for row in unit.rows[schema])
        total = {schema: Counts(cor=cor, mis=gold - cor, spu=pred - cor) for schema, cor in right.items()}
        return Tally(total, {}, frozenset(), frozenset())

    return replace(pipeline, match=_match, count=count)


def _fires(given: Given) -> bool:
    """Whether a unit has two spans on one side, and one on the other."""
    sides = zip(members(given.gold), members(given.pred), strict=False)
    return any(gold and pred and len(members(gold)) + len(members(pred)) > len("GP") for gold, pred in sides)


QUIRKS = (
    Quirk(
        "nereval.prediction-serves-several",
        Step.MATCH,
        _fires,
        _change,
        base={"policy": "lenient", "align": "best", "scope": "schema"},
        schemes=(Scheme.IOB2,),
    ),
)

"""Metrics with the four schemas that pair anew in each schema, as nervaluate 1 does, with one mistake."""

from collections import Counter
from collections.abc import Callable

from tests.diagnosis.metrics.four_schemas import SCHEMAS, Row, judged, overlaps, scores
from tests.diagnosis.metrics.record import Entity, Tags, wrong
from tests.diagnosis.metrics.tags_decoded import chunks

Near = Callable[[Entity, Entity], bool]


def paired_by_schema(gold: Tags, pred: Tags, near: Near, *, again: bool = False) -> Row:
    """Return the scores of all types together; with `again` a gold entity can be paired with several predictions."""
    counts = {schema: Counter[str]() for schema in SCHEMAS}
    for g_tags, p_tags in zip(gold, pred, strict=True):
        for schema in SCHEMAS:
            found, true = chunks(p_tags), chunks(g_tags)
            free = [g for g in true if g not in found]
            counts[schema]["correct"] += len(true) - len(free)
            missed = list(free)
            for p in found:
                if p in true:
                    continue
                candidates = [g for g in free if near(g, p)]
                candidates.sort(key=lambda g: judged(schema, g, p) != "correct")
                if not candidates:
                    counts[schema]["spurious"] += 1
                    continue
                g = candidates[0]
                counts[schema][judged(schema, g, p)] += 1
                missed = [one for one in missed if one != g]
                free = free if again else missed
            counts[schema]["missed"] += len(missed)
    return {schema: scores(schema, counts[schema]) for schema in SCHEMAS}


@wrong("four schemas", "Entities that touch overlap.", "by-schema-if-touching", "touching-overlaps", dialect="semeval")
def touching_pairs_by_schema(gold: Tags, pred: Tags) -> Row:
    return paired_by_schema(gold, pred, lambda g, p: g[1] <= p[2] and p[1] <= g[2])


@wrong(
    "four schemas",
    "A prediction around a gold entity does not overlap it.",
    "by-schema-if-prediction-starts-or-ends-in-gold",
    "pairs-if-prediction-starts-or-ends-in-gold",
    dialect="semeval",
)
def edges_pair_by_schema(gold: Tags, pred: Tags) -> Row:
    return paired_by_schema(gold, pred, lambda g, p: g[1] <= p[1] < g[2] or g[1] < p[2] <= g[2])


@wrong(
    "four schemas",
    "A gold entity that is paired can be paired again.",
    "by-schema-gold-reused",
    "align:first-any",
    "gold-reused",
    dialect="semeval",
)
def gold_paired_again(gold: Tags, pred: Tags) -> Row:
    return paired_by_schema(gold, pred, overlaps, again=True)

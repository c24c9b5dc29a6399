"""A metric that calls nervaluate, with a mistake after the call."""

from nervaluate import Evaluator

from tests.diagnosis.metrics.of_spans import Spans
from tests.diagnosis.metrics.record import Numbers, wrong

SCHEMAS = {"strict": "strict", "exact": "ent_type", "partial": "partial", "type": "exact"}
"""Under which of its names a result is returned: two are mixed up."""


@wrong(
    "four schemas",
    "nervaluate's results `exact` and `ent_type` are mixed up.",
    "schemas-exact-and-type-swapped",
    "dialect:nervaluate-1",
    "library:nervaluate",
    dialect="semeval",
    input="spans",
)
def nervaluate_schemas_mixed_up(gold: Spans, pred: Spans) -> dict[str, Numbers]:
    def listed(side: Spans) -> list[list[dict[str, object]]]:
        return [[{"label": kind, "start": start, "end": end - 1} for kind, start, end in spans] for spans in side]

    kinds = sorted({span[0] for side in (gold, pred) for spans in side for span in spans})
    found = Evaluator(listed(gold), listed(pred), tags=kinds, loader="dict").evaluate()["overall"]
    return {
        name: {ratio: getattr(found[theirs], ratio) for ratio in ("precision", "recall", "f1")}
        for name, theirs in SCHEMAS.items()
        if theirs in found
    }

"""Right metrics, in which the kit must find nothing."""

from typing import Any

import numpy as np
from seqeval.metrics import f1_score, precision_score, recall_score
from seqeval.scheme import IOB2

from tests.diagnosis.metrics.arrays import masked
from tests.diagnosis.metrics.four_schemas import Results, counted, results
from tests.diagnosis.metrics.record import LABELS, Numbers, Tags, Three, right
from tests.diagnosis.metrics.tags_decoded import bioes_chunks, chunks, scored


@right("tags")
def plain_conlleval(gold: Tags, pred: Tags) -> Numbers:
    return scored([chunks(x) for x in gold], [chunks(x) for x in pred])


@right("tags", dialect="seqeval")
def seqeval_wrapped(gold: Tags, pred: Tags) -> Numbers:
    return {
        "precision": precision_score(gold, pred),
        "recall": recall_score(gold, pred),
        "f1": f1_score(gold, pred),
    }


@right("tags", dialect="seqeval-strict")
def seqeval_strict_wrapped(y_true: Tags, y_pred: Tags) -> Three:
    return (
        float(precision_score(y_true, y_pred, mode="strict", scheme=IOB2)),
        float(recall_score(y_true, y_pred, mode="strict", scheme=IOB2)),
        float(f1_score(y_true, y_pred, mode="strict", scheme=IOB2)),
    )


@right("tags", dialect="conlleval,scheme:BIOES")
def own_bioes_decoder(gold: Tags, pred: Tags) -> Numbers:
    return scored([bioes_chunks(x) for x in gold], [bioes_chunks(x) for x in pred])


@right("four schemas", dialect="semeval")
def own_four_schemas(gold: Tags, pred: Tags) -> Results:
    return results(counted(gold, pred))


@right("arrays", dialect="seqeval", id2label=LABELS)
def compute_metrics(p: Any) -> Numbers:  # noqa: ANN401 - EvalPrediction
    predictions, labels = p
    gold, pred = masked(np.argmax(predictions, axis=2), labels)
    return {"precision": precision_score(gold, pred), "recall": recall_score(gold, pred), "f1": f1_score(gold, pred)}

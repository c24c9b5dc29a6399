"""Peers: every library that scores tags, asked as its users ask it, and what it computes."""

from collections.abc import Mapping
from typing import NamedTuple

from conlleval import evaluate as conlleval
from seqeval.metrics import classification_report
from seqeval.scheme import IOB2
from seqscore.scoring import score_label_sequences

from benchmarks.corpus import Corpus
from benchmarks.engines import BARE, CONTESTANTS, NERVALUATE, SCHEMAS, SEQEVAL, STRICT, Run

STRICT_SEQEVAL, SEQSCORE, CONLLEVAL = "seqeval, strict mode", "seqscore, conlleval repair", "conlleval (PyPI)"
REFERENCE, REFERENCE_SCHEMAS = "reference conlleval", "reference semeval (four schemas)"


class Peer(NamedTuple):
    """One contestant: what it computes, in words, and the call, which returns its exact micro F1."""

    computes: str
    run: Run


def _strict_seqeval(data: Corpus) -> float:
    report = classification_report(data.gold, data.pred, output_dict=True, mode="strict", scheme=IOB2)
    return float(report["micro avg"]["f1-score"])


def _seqscore(data: Corpus) -> float:
    return float(score_label_sequences(data.pred, data.gold, "BIO", repair="conlleval")[0].f1)


def _conlleval(data: Corpus) -> float:
    lines: list[str] = []
    for gold, pred in zip(data.gold, data.pred, strict=True):
        lines += [f"w {one} {other}" for one, other in zip(gold, pred, strict=True)]
        lines.append("")
    return float(conlleval(lines)["overall"]["chunks"]["evals"]["f1"])


_ALL = "strict: types, micro, macro, weighted"
PEERS: Mapping[str, Peer] = {
    BARE: Peer("nothing: looks up every tag", CONTESTANTS[BARE]),
    STRICT: Peer(_ALL, CONTESTANTS[STRICT]),
    SCHEMAS: Peer("four schemas: types, micro, macro, weighted", CONTESTANTS[SCHEMAS]),
    REFERENCE: Peer(_ALL, CONTESTANTS[REFERENCE]),
    REFERENCE_SCHEMAS: Peer("four schemas: types, micro, macro, weighted", CONTESTANTS[REFERENCE_SCHEMAS]),
    SEQEVAL: Peer(_ALL, CONTESTANTS[SEQEVAL]),
    STRICT_SEQEVAL: Peer(f"{_ALL}; other reading of illegal tags", _strict_seqeval),
    NERVALUATE: Peer("four schemas: types, micro; indices of every error", CONTESTANTS[NERVALUATE]),
    SEQSCORE: Peer("strict: types, micro; accuracy", _seqscore),
    CONLLEVAL: Peer("strict: types, micro; accuracy; from lines, which are made within the time", _conlleval),
}

#!/usr/bin/env python3
"""A harness around your own checkout of seqnereval, behind the protocol.

`harness.py FOLDER`, or with the folder in NERCONFORM_SEQNEREVAL. Tags go to NERTagListEvaluator, spans to NEREvaluator;
the numbers are the attributes of their score cards, because `summarize_result` puts 0 in place of most of them.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serving import Harness, Message, crashed, run

CARDS = {"strict": "strict_match", "exact": "bounds_match", "partial": "partial_match", "type": "type_match"}
LISTS = {"cor": "correct", "inc": "incorrect", "par": "partial", "mis": "missed", "spu": "spurious"}
NUMBERS = {"pos": "possible", "act": "actual", "precision": "precision", "recall": "recall", "f1": "f1"}
CHECKS = ("Unknown Token Tag", "# of documents", "Exception: Number of tags")
"""What the exceptions begin with that it raises on purpose."""


def announcement(library: ModuleType) -> Message:
    """Return what the library takes and counts: nothing by type, which it returns of the last document alone."""
    return {
        "protocols": [1],
        "name": "seqnereval",
        "version": import_module(f"{library.__name__}.__version__").__version__,
        "serves": "seqnereval",
        "dialects": ["bare:two-chars,policy:lenient,align:sweep"],
        "schemes": ["IO", "IOB1", "IOB2", "BILOU"],
        "forms": ["tags", "spans", "raw"],
        "measures": [f"{schema}.micro.{name}" for schema in CARDS for name in (*LISTS, *NUMBERS)],
        "refusals": [{"error": "Exception", "begins": begins} for begins in CHECKS],
    }


def reading(told: Message) -> Message:
    """Return how a kind of question is read: in BILOU neither L nor U closes a span, so I and L go on with it."""
    policy = "lample" if told["scheme"] == "BILOU" else "lenient"
    return {"ok": True, "dialect": f"scheme:{told['scheme']},bare:two-chars,policy:{policy},align:sweep"}


def answer(library: ModuleType, told: Message) -> Message:
    """Return the answer to one question."""
    gold, pred = told["gold"], told["pred"]
    try:
        if told["form"] == "spans":
            sides = [
                [[library.Span(kind, start, end - 1) for kind, start, end in unit] for unit in side]
                for side in (gold, pred)
            ]
            evaluator = library.NEREvaluator(*sides)
        else:
            evaluator = library.NERTagListEvaluator([["w"] * _length(unit) for unit in gold], gold, pred)
        found, _ = evaluator.evaluate()
    except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
        return crashed(error)
    values = {}
    for schema, attribute in CARDS.items():
        card = getattr(found, attribute)
        values |= {f"{schema}.micro.{name}": len(getattr(card, held)) for name, held in LISTS.items()}
        values |= {f"{schema}.micro.{name}": getattr(card, held) for name, held in NUMBERS.items()}
    return {"values": values}


def _length(unit: object) -> int:
    """Return the number of tokens of a unit; whatever has none is for the library to refuse."""
    return len(unit) if isinstance(unit, list | str) else 0


def start(folder: str) -> Harness:
    """Load a copy. Raises `ImportError` if there is no library."""
    sys.path.insert(0, folder)
    library = import_module("seqnereval")
    return Harness(announcement(library), lambda told: answer(library, told), reading)


if __name__ == "__main__":
    sys.exit(run("seqnereval", "NERCONFORM_SEQNEREVAL", start))

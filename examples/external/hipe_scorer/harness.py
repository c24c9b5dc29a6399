#!/usr/bin/env python3
"""A harness around your own checkout of HIPE-scorer, behind the protocol.

`harness.py FOLDER`, or with the folder in NERCONFORM_HIPE_SCORER; it needs numpy and smart_open. Each question becomes
two files of its columns, in which a sentence is a segment of one document, and `evaluate` is asked for the results.
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serving import Harness, Message, crashed, names, run, tags_of, values

SCHEMAS = {"strict": "strict", "exact": "exact", "partial": "partial", "type": "ent_type"}
COLUMN = "NE-COARSE-LIT"
QUANTITIES = {
    "cor": "correct",
    "inc": "incorrect",
    "par": "partial",
    "mis": "missed",
    "spu": "spurious",
    "pos": "possible",
    "act": "actual",
    "precision": "P_micro",
    "recall": "R_micro",
    "f1": "F1_micro",
}


def announcement() -> Message:
    """Return what the scorer takes and counts; its version is that of its release on the task of 2022."""
    return {
        "protocols": [1],
        "name": "HIPE-scorer",
        "version": "2.0",
        "serves": "HIPE-scorer",
        "dialects": ["hipe"],
        "schemes": ["IOB1", "IOB2"],
        "forms": ["tags"],
        "measures": names((*SCHEMAS,), (*QUANTITIES,)),
        "refusals": [{"error": "AssertionError", "begins": "Data mismatch"}],
    }


def answer(library: ModuleType, told: Message) -> Message:
    """Return the answer to one question."""
    if any(set(tag) & set(' \t\n\r|"') or not tag for tag in tags_of(told)):
        return {"unsupported": "a line is split at tabs, and a bar parts alternatives"}
    try:
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{side}.tsv" for side in ("gold", "pred")]
            for path in paths:
                path.write_text(_written(told[path.stem]), "utf-8")
            evaluator = library.Evaluator(*map(str, paths))
            total, rows = evaluator.evaluate(COLUMN, eval_type="nerc")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises is its answer
        return crashed(error)
    found = {
        (ours, kind): {name: _plain(result[theirs][key]) for name, key in QUANTITIES.items()}
        for kind, result in ((None, total), *rows.items())
        for ours, theirs in SCHEMAS.items()
    }
    return values(told["measures"], found)


def _written(units: list[list[str]]) -> str:
    """Return a file of tokens; a line of segment stands before each sentence that has any."""
    lines = [f"TOKEN\t{COLUMN}\tMISC", "# document_id = d"]
    for unit in filter(None, units):
        lines += ["# segment", *(f"w\t{tag}\t_" for tag in unit)]
    return "\n".join(lines) + "\n"


def _plain(value: object) -> object:
    return value.item() if hasattr(value, "item") else value


def start(folder: str) -> Harness:
    """Load a copy. Raises `ImportError` if there is no checkout."""
    sys.path.insert(0, folder)
    library = import_module("hipe_evaluation.ner_eval")
    return Harness(announcement(), lambda told: answer(library, told))


if __name__ == "__main__":
    sys.exit(run("HIPE-scorer", "NERCONFORM_HIPE_SCORER", start))

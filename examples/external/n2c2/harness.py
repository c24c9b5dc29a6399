#!/usr/bin/env python3
"""A harness around your own copy of the evaluation script of n2c2 2018, track 2, behind the protocol.

`harness.py PATH [strict|lenient]`, or with the path in NERCONFORM_N2C2_TRACK2. The script's own classes get the spans
of each document as annotations T1, T2, ... in list order; its counts and its F are read back.
"""

import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serving import Harness, Message, crashed, load, names, run, values

SCHEMAS = {"strict": "strict", "lenient": "type"}
QUANTITIES = ("tp_gold", "tp_pred", "pos", "act", "precision", "recall", "f1", "f2")
DIALECTS = {"strict": "n2c2-2018-strict", "lenient": "n2c2-2018-lenient"}


def announcement(mode: str) -> Message:
    """Return what the script takes and counts in a mode; it names no version."""
    return {
        "protocols": [1],
        "name": "n2c2-2018-track2",
        "version": "2021.7.12",
        "serves": f"n2c2-2018-track2:{mode}",
        "dialects": [DIALECTS[mode]],
        "schemes": ["IOB2"],
        "forms": ["spans"],
        "measures": names((SCHEMAS[mode],), QUANTITIES),
    }


def record(script: ModuleType, spans: list[list[object]], at: int) -> object:
    """Return a document of the script with these spans."""
    tags = {f"T{n}": script.ClinicalConcept(f"T{n}", start, end, kind) for n, (kind, start, end) in enumerate(spans, 1)}
    made = script.RecordTrack2.__new__(script.RecordTrack2)
    made.basename, made.annotations = f"{at}.ann", {"tags": tags, "relations": {}}
    return made


def answer(script: ModuleType, mode: str, told: Message) -> Message:
    """Return the answer to one question: each type is an evaluation of its own, as in the script."""
    if not told["gold"]:
        return {"unsupported": "without documents the script prints nothing"}
    corpora = script.Corpora.__new__(script.Corpora)
    corpora.docs = [
        tuple(record(script, side, at) for side in sides)
        for at, sides in enumerate(zip(told["gold"], told["pred"], strict=True))
    ]
    kinds = {kind for side in ("gold", "pred") for unit in told[side] for kind, *_ in unit}
    found = {}
    try:
        for kind in (None, *kinds):
            scores = script.MultipleEvaluator(corpora, [], [], tag_type=kind, mode=mode).scores["tags"]
            counts = {name: scores[name] for name in ("tp", "fp", "fn")}
            measures = script.Measures(**counts)
            tp, act, pos = counts["tp"], counts["tp"] + counts["fp"], counts["tp"] + counts["fn"]
            row = {"tp_gold": tp, "tp_pred": tp, "act": act, "pos": pos, "f2": measures.f_score(beta=2)}
            found[SCHEMAS[mode], kind] = {**scores["micro"], **row}
    except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
        return crashed(error)
    return values(told["measures"], found)


def start(path: str, mode: str) -> Harness:
    """Load a copy. Raises an error that `run` knows if there is no script."""
    script = load(path)
    return Harness(announcement(mode), lambda told: answer(script, mode, told))


if __name__ == "__main__":
    sys.exit(run("script of track 2", "NERCONFORM_N2C2_TRACK2", start, "lenient"))

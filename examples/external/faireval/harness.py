#!/usr/bin/env python3
"""A harness around your own copy of FairEval.py, behind the protocol.

`harness.py PATH [traditional|fair|weighted]`, or with the path in NERCONFORM_FAIREVAL. The spans of each sentence are
given as its README does: label, first token, last token, set of tokens. `weighted` has the weights of its paper.
"""

import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serving import Harness, Message, crashed, load, names, run, values

WEIGHTS = {
    "TP": {"TP": 1},
    "FP": {"FP": 1},
    "FN": {"FN": 1},
    "LE": {"FP": 0.5, "FN": 0.5},
    "BES": {"TP": 0.5, "FN": 0.5},
    "BEL": {"TP": 0.5, "FP": 0.5},
    "BEO": {"TP": 0.5, "FP": 0.25, "FN": 0.25},
    "LBE": {"FP": 0.5, "FN": 0.5},
}
DIALECTS = {
    "traditional": "align:two-sided",
    "fair": "fair-eval",
    "weighted": "align:fair,weights:given{BES=1/2+0+1/2,BEL=1/2+1/2+0,BEO=1/2+1/4+1/4}",
}
QUANTITIES = ("precision", "recall", "f1")


def announcement(mode: str) -> Message:
    """Return what the script takes and returns in a mode; it names no version, so the year of its paper stands here."""
    return {
        "protocols": [1],
        "name": "FairEval",
        "version": "2022",
        "serves": f"FairEval:{mode}",
        "dialects": [DIALECTS[mode]],
        "schemes": ["IOB2"],
        "forms": ["spans"],
        "measures": names(("strict",), QUANTITIES),
    }


def answer(script: ModuleType, mode: str, told: Message) -> Message:
    """Return the answer to one question: each sentence is compared, and its counts are added up."""
    version, total = "traditional" if mode == "traditional" else "fair", {}
    try:
        for gold, pred in zip(told["gold"], told["pred"], strict=True):
            sides = (
                [[kind, start + 1, end, {*range(start + 1, end + 1)}] for kind, start, end in side]
                for side in (gold, pred)
            )
            found = script.compare_spans(*sides)
            for kind, counts in ((None, found["overall"][version]), *found["per_label"][version].items()):
                row = total.setdefault(kind, {})
                for name, count in counts.items():
                    row[name] = row.get(name, 0) + count
        scores = {("strict", kind): ratios(script, mode, row) for kind, row in {None: {}, **total}.items()}
    except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
        return crashed(error)
    return values(told["measures"], scores)


def ratios(script: ModuleType, mode: str, counts: dict[str, int]) -> dict[str, float]:
    """Return precision, recall and F of the script for its own counts."""
    both = [one(counts, mode, WEIGHTS) for one in (script.precision, script.recall)]
    return dict(zip(QUANTITIES, [*both, script.fscore(dict(zip(("Prec", "Rec"), both, strict=True)))], strict=True))


def start(path: str, mode: str) -> Harness:
    """Load a copy. Raises an error that `run` knows if there is no script."""
    script = load(path)
    return Harness(announcement(mode), lambda told: answer(script, mode, told))


if __name__ == "__main__":
    sys.exit(run("FairEval.py", "NERCONFORM_FAIREVAL", start, "fair"))

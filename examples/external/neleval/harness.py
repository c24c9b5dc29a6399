#!/usr/bin/env python3
"""A harness around your own checkout of neleval, behind the protocol.

`harness.py FOLDER [sets|overlap-maxmax|overlap-maxsum|overlap-summax|overlap-sumsum]`, or with the folder in
NERCONFORM_NELEVAL. Each sentence is a document, its spans are mentions with the end inclusive. The measures are
`MODE::span`, which ignores types, and `MODE::span+type`; of `sets` only the latter. neleval asks `collections` for a
name that Python 3.10 has moved; the harness puts it back.
"""

import collections
import collections.abc
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serving import Harness, Message, crashed, names, run, values

KEYS = {"sets": {"strict": "span+type"}, "overlap": {"partial": "span", "partial-type": "span+type"}}
QUANTITIES = ("precision", "recall", "f1")
DIALECTS = {
    "sets": "duplicates:set",
    **{f"overlap-{name}": f"neleval-{name}" for name in ("maxmax", "maxsum", "summax", "sumsum")},
}


def announcement(mode: str) -> Message:
    """Return what a measure takes and returns."""
    return {
        "protocols": [1],
        "name": "neleval",
        "version": "3.1.1",
        "serves": f"neleval:{mode}",
        "dialects": [DIALECTS[mode]],
        "schemes": ["IOB2"],
        "forms": ["spans"],
        "measures": names((*KEYS[mode.partition("-")[0]],), QUANTITIES, types=False),
    }


def annotations(module: ModuleType, units: list[list[list[object]]]) -> list[object]:
    """Return the mentions of one side."""
    return [
        module.Annotation(f"d{number}", start, end - 1, [module.Candidate(None, None, kind)])
        for number, unit in enumerate(units)
        for kind, start, end in unit
    ]


def _overlap(unit: list[list[object]]) -> bool:
    """Whether two spans of a sentence overlap."""
    spans = sorted((start, end) for _, start, end in unit)
    return any(end > start for (_, end), (start, _) in pairwise(spans))


def answer(module: ModuleType, evaluate: ModuleType, mode: str, told: Message) -> Message:
    """Return the answer to one question."""
    if mode != "sets" and any(_overlap(unit) for side in ("gold", "pred") for unit in told[side]):
        return {"unsupported": "the documentation says that the mentions of one side must not overlap"}
    found = {}
    try:
        for schema, key in KEYS[mode.partition("-")[0]].items():
            gold, system = (annotations(module, told[side]) for side in ("gold", "pred"))
            measure = module.Measure.from_string(f"{mode}::{key}")
            matrix = evaluate.Matrix(*measure.contingency(system, gold))
            found[schema, None] = dict(zip(QUANTITIES, (matrix.precision, matrix.recall, matrix.fscore), strict=True))
    except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
        return crashed(error)
    return values(told["measures"], found)


def start(folder: str, mode: str) -> Harness:
    """Load a copy. Raises `ImportError` if there is no checkout."""
    sys.path.insert(0, folder)
    collections.Sequence = collections.abc.Sequence
    module, evaluate = import_module("neleval.annotation"), import_module("neleval.evaluate")
    return Harness(announcement(mode), lambda told: answer(module, evaluate, mode, told))


if __name__ == "__main__":
    sys.exit(run("neleval", "NERCONFORM_NELEVAL", start, "sets"))

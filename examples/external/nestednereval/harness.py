#!/usr/bin/env python3
"""A harness around your own checkout of nestednereval, behind the protocol.

`harness.py FOLDER [standard|flat|nested|outer|inner|nesting]`, or with the folder in
NERCONFORM_NESTEDNEREVAL. The spans of a sentence are given as its README does: type, first token, last token.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serving import Harness, Message, crashed, names, run, values

DIALECTS = {
    "standard": "align:two-sided,subset:all",
    **{name: f"align:two-sided,subset:{name}" for name in ("flat", "nested", "outer", "inner")},
    "nesting": "align:none,subset:nesting",
}
QUANTITIES = ("precision", "recall", "f1")


def announcement(mode: str) -> Message:
    """Return what the library takes and returns of a metric; it has no version but that of its setup.py."""
    return {
        "protocols": [1],
        "name": "nestednereval",
        "version": "0.0.2",
        "serves": f"nestednereval:{mode}",
        "dialects": [DIALECTS[mode]],
        "schemes": ["IOB2"],
        "forms": ["spans"],
        "measures": names(("strict",), QUANTITIES, types=False),
    }


def answer(library: ModuleType, mode: str, told: Message) -> Message:
    """Return the answer to one question."""
    entities = [
        {key: [(kind, start, end - 1) for kind, start, end in unit] for key, unit in (("real", gold), ("pred", pred))}
        for gold, pred in zip(told["gold"], told["pred"], strict=True)
    ]
    try:
        *ratios, _ = getattr(library, f"{mode}_metric")(entities)
    except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
        return crashed(error)
    return values(told["measures"], {("strict", None): dict(zip(QUANTITIES, ratios, strict=True))})


def start(folder: str, mode: str) -> Harness:
    """Load a copy. Raises `ImportError` if there is no library."""
    sys.path.insert(0, folder)
    library = import_module("nestednereval.metrics")
    return Harness(announcement(mode), lambda told: answer(library, mode, told))


if __name__ == "__main__":
    sys.exit(run("nestednereval", "NERCONFORM_NESTEDNEREVAL", start, "standard"))

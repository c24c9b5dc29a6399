#!/usr/bin/env python3
"""A harness in Python: strict precision, recall and F1 of IOB2 tags, behind the protocol of nerconform."""

import json
import sys

ANNOUNCEMENT = {
    "protocols": [1],
    "name": "example-python",
    "version": "1.0",
    "dialects": ["conlleval"],
    "schemes": ["IOB2"],
    "forms": ["tags", "raw"],
    "measures": [f"strict.micro.{name}" for name in ("tp", "fp", "fn", "pos", "act", "precision", "recall", "f1")],
    "parts": ["spans"],
    "refusals": [{"error": "ValueError"}],
}


def decode(tags: list[str]) -> list[tuple[str, int, int]]:
    """Return the spans of a unit: I opens one where none of its type is open."""
    spans: list[tuple[str, int, int]] = []
    inside = ""
    for position, tag in enumerate(tags):
        if not isinstance(tag, str):
            raise ValueError(f"not a tag: {tag!r}")  # noqa: TRY004 - it is announced that ValueError refuses
        letter, _, kind = tag.partition("-")
        if tag != "O" and (letter not in {"B", "I"} or not kind):
            raise ValueError(f"not an IOB2 tag: {tag!r}")
        if letter == "I" and kind == inside:
            spans[-1] = (kind, spans[-1][1], position + 1)
        elif tag != "O":
            spans.append((kind, position, position + 1))
        inside = kind
    return spans


def evaluate(gold: list[list[str]], pred: list[list[str]]) -> dict[str, object]:
    """Return the answer to one question. Put the call of your own metric here."""
    sides = [gold, pred]
    if not all(isinstance(side, list) and all(isinstance(unit, list) for unit in side) for side in sides):
        raise ValueError("a side is a list of lists of tags")
    if [len(unit) for unit in gold] != [len(unit) for unit in pred]:
        raise ValueError("gold and prediction differ in length")
    spans = {"gold": [decode(unit) for unit in gold], "pred": [decode(unit) for unit in pred]}
    found = {side: {(index, *span) for index, unit in enumerate(spans[side]) for span in unit} for side in spans}
    tp, pos, act = len(found["gold"] & found["pred"]), len(found["gold"]), len(found["pred"])
    ratios = {"precision": (tp, act), "recall": (tp, pos), "f1": (2 * tp, pos + act)}
    values = {"tp": tp, "fp": act - tp, "fn": pos - tp, "pos": pos, "act": act}
    values |= {name: over / under if under else 0 for name, (over, under) in ratios.items()}
    return {"values": {f"strict.micro.{name}": value for name, value in values.items()}, "spans": spans}


def answer(message: dict[str, object]) -> dict[str, object]:
    """Return the answer to a message of the kit."""
    if message["command"] == "start":
        return ANNOUNCEMENT
    if message["command"] == "dialect":
        return {"ok": True}
    try:
        return {"id": message["id"], **evaluate(message["gold"], message["pred"])}
    except Exception as error:  # noqa: BLE001 - whatever it raises is its answer
        return {"id": message["id"], "error": {"error": type(error).__name__, "message": str(error)}}


for line in sys.stdin:
    told = json.loads(line)
    if told["command"] == "stop":
        break
    sys.stdout.write(json.dumps(answer(told)) + "\n")
    sys.stdout.flush()

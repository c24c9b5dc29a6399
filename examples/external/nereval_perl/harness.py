#!/usr/bin/env python3
"""A harness around your own copy of nereval.perl, the scorer of GermEval 2014, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_GERMEVAL_PL. The script is run once for each question. The tags stand
in the two columns of outer entities, and O in those of inner ones; the report of the outer level is read back. The
script takes types of its task alone, so LOC stands behind each type.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

RATIOS = ("precision", "recall", "f1")
SUFFIX = "LOC"
_TAG = re.compile(r"([BI])-([^\t\n]+)")
_FIRST = re.compile(r"STRICT: Found: (\d+) outer .*? Gold: (\d+) \(outer\)")
_LEVEL = re.compile(
    r"3\.1 Per-Level.*?:\nAccuracy: *([\d.]+)%;\nPrecision: *([\d.]+)%;\nRecall: *([\d.]+)%;\nFB1: *([\d.]+)"
)
_ROW = re.compile(r"==> +(.*)\n=+\nOuter strict: Precision: *([\d.]+)%; Recall: *([\d.]+)%; FB1: *([\d.]+)")
_MEASURE = re.compile(r"strict\.(micro|type\{(.*)\})\.(\w+)")


def announcement(script: str) -> dict[str, object]:
    """Return what the script takes and prints; its version is the date in its head."""
    date = re.search(r"^# Version: +(\d{4})-(\d{2})-(\d{2})", script, re.MULTILINE)
    names = [f"strict.micro.{name}" for name in ("pos", "act", *RATIOS)]
    return {
        "protocols": [1],
        "name": "nereval.perl",
        "version": ".".join(str(int(part)) for part in date.groups()) if date else "",
        "serves": "nereval.perl",
        "dialects": ["conlleval,bare:untyped,unknown:as-I,round:2-binary-x100"],
        "schemes": ["IO", "IOB1", "IOB2"],
        "forms": ["tags"],
        "measures": [*names, *(f"strict.type.{name}" for name in RATIOS)],
        "options": ["item"],
    }


def reading(told: dict[str, object]) -> dict[str, object]:
    """Return how a kind of question is read: of tokens the script prints its accuracy alone."""
    if told["choices"].get("item") != "token":
        return {"ok": True}
    return {"ok": True, "measures": [f"strict.micro.{name}" for name in RATIOS]}


def answer(perl: list[str], told: dict[str, object]) -> dict[str, object]:
    """Return the answer to one question."""
    sides = told["gold"], told["pred"]
    if any([len(unit) for unit in side] != [len(unit) for unit in sides[0]] for side in sides):
        return {"unsupported": "a line holds both tags of a token, so both sides have to be equally long"}
    tags = [tag for side in sides for unit in side for tag in unit]
    if any(tag != "O" and not _TAG.fullmatch(tag) for tag in tags):
        return {"unsupported": "the script stops at tags other than O, and B or I with a type"}
    if not tags:
        return {"unsupported": "where there are no tokens no ratio is printed"}
    units = [zip(*unit, strict=True) for unit in zip(*sides, strict=True)]
    lines = "".join(
        "".join(f"1\tw\t{_sent(gold)}\tO\t{_sent(pred)}\tO\n" for gold, pred in unit) + "\n" for unit in units
    )
    done = subprocess.run(perl, input=lines.encode("utf-8", "surrogatepass"), capture_output=True, check=False)  # noqa: S603 - the user's own copy
    report, words = (stream.decode("utf-8", "replace").strip() for stream in (done.stdout, done.stderr))
    if done.returncode or report.startswith("Error in"):
        return {"error": {"error": "died", "message": words.rpartition("\n")[2] or report}}
    return {"values": read(report, token=told["choices"].get("item") == "token", asked=told["measures"])}


def _sent(tag: str) -> str:
    return tag if tag == "O" else tag + SUFFIX


def read(report: str, *, token: bool, asked: list[str]) -> dict[str, object]:
    """Return the numbers of the outer level that were asked for; those of tokens are its accuracy."""
    act, pos = map(int, _FIRST.search(report).groups())
    accuracy, *ratios = _LEVEL.search(report).groups()
    values = _printed([accuracy] * 3) if token else {"pos": pos, "act": act, **_printed(ratios)}
    rows = {kind.removesuffix(SUFFIX): _printed(shares) for kind, *shares in _ROW.findall(report)}
    answered = {}
    for measure in asked:
        scope, kind, name = _MEASURE.fullmatch(measure).groups()
        row = values if scope == "micro" else rows.get(unquote(kind), {})
        answered |= {measure: row[name]} if name in row else {}
    return answered


def _printed(texts: list[str]) -> dict[str, object]:
    return {name: {"printed": text} for name, text in zip(RATIOS, texts, strict=True)}


def main(path: str) -> int:
    """Answer line after line. Returns 0, or 2 if there is no script."""
    try:
        announced = announcement(Path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        sys.stderr.write(f"no nereval.perl: {error}; give its path, or set NERCONFORM_GERMEVAL_PL\n")
        return 2
    for line in sys.stdin:
        told = json.loads(line)
        if told["command"] == "stop":
            break
        said = announced
        if told["command"] == "dialect":
            said = reading(told)
        elif told["command"] == "run":
            said = {"id": told["id"], **answer(["perl", path], told)}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(next(iter(sys.argv[1:]), os.environ.get("NERCONFORM_GERMEVAL_PL", ""))))

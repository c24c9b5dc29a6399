#!/usr/bin/env python3
"""A harness around your own copy of conlleval.pl, the script of the CoNLL shared tasks, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_CONLLEVAL_PL. The script is run once for each question, on lines
of a token, its gold and its predicted tag, and its report is read back: what it prints is answered as it was printed.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

COUNTS = ("tp", "fp", "fn", "pos", "act")
RATIOS = ("precision", "recall", "f1")
REFUSED = "unexpected number of features"
_RATIOS = r"precision:\s*([\d.]+)%; recall:\s*([\d.]+)%; FB1:\s*([\d.]+)"
_FIRST = re.compile(r"processed (\d+) tokens with (\d+) phrases; found: (\d+) phrases; correct: (\d+)\.")
_MEASURE = re.compile(r"strict\.(micro|type\{(.*)\})\.(\w+)")


def announcement(script: str) -> dict[str, object]:
    """Return what the script takes and prints; its version is the one that it names in its head."""
    version = re.search(r"^# version: +([\d-]+)", script, re.MULTILINE)
    micro = [f"strict.micro.{name}" for name in (*COUNTS, *RATIOS)]
    return {
        "protocols": [1],
        "name": "conlleval.pl",
        "version": ".".join(str(int(part)) for part in version[1].split("-")) if version else "",
        "serves": "conlleval.pl",
        "dialects": ["conlleval,bare:untyped,unknown:as-I,round:2-binary-x100"],
        "schemes": ["IO", "IOB1", "IOB2", "IOE1", "IOE2"],
        "forms": ["tags"],
        "measures": [*micro, *(f"strict.type.{name}" for name in ("act", *RATIOS))],
        "parts": ["rows"],
        "options": ["item"],
        "refusals": [{"error": "died", "begins": REFUSED}],
    }


def reading(told: dict[str, object]) -> dict[str, object]:
    """Return how a kind of question is read: of tokens the script prints their number and its accuracy alone."""
    if told["choices"].get("item") != "token":
        return {"ok": True}
    return {"ok": True, "measures": [f"strict.micro.{name}" for name in ("pos", "act", *RATIOS)], "parts": []}


def answer(perl: list[str], told: dict[str, object]) -> dict[str, object]:
    """Return the answer to one question; of a script that dies, its last words: Perl warns before them."""
    sides = told["gold"], told["pred"]
    if any([len(unit) for unit in side] != [len(unit) for unit in sides[0]] for side in sides):
        return {"unsupported": "a line holds both tags of a token, so both sides have to be equally long"}
    tags = [tag for side in sides for unit in side for tag in unit]
    if any(mark in tag for tag in tags for mark in " \n"):
        return {"unsupported": "a line is split at blanks, so no tag can hold one"}
    units = [zip(*unit, strict=True) for unit in zip(*sides, strict=True)]
    text = "".join("".join(f"w {gold} {pred}\n" for gold, pred in unit) + "\n" for unit in units)
    lines = text.encode("utf-8", "surrogatepass")
    done = subprocess.run(perl, input=lines, capture_output=True, check=False)  # noqa: S603 - the user's own copy
    report, words = (stream.decode("utf-8", "replace").strip() for stream in (done.stdout, done.stderr))
    if done.returncode:
        return {"error": {"error": "died", "message": words.rpartition("\n")[2].removeprefix("conlleval: ")}}
    return read(report, token=told["choices"].get("item") == "token", asked=told["measures"])


def read(report: str, *, token: bool, asked: list[str]) -> dict[str, object]:
    """Return the numbers of a report that were asked for; those of tokens are its accuracy."""
    first, *rest = report.split("\n")
    tokens, pos, act, right = map(int, _FIRST.fullmatch(first).groups())
    if not rest and any(measure.endswith(RATIOS) for measure in asked):
        return {"unsupported": "where there are no tokens no ratio is printed"}
    rows = {}
    for line in rest[1:]:
        kind, *ratios, found = re.fullmatch(rf" *(.*): {_RATIOS}  (\d+)", line).groups()
        rows[kind] = {"act": int(found), **_printed(ratios)}
    counts = dict(zip(COUNTS, (right, act - right, pos - right, pos, act), strict=True))
    values = {**counts, **_printed(re.search(_RATIOS, rest[0]).groups() if rest else [])}
    if token:
        accuracy = re.match(r"accuracy:\s*([\d.]+)%", rest[0]) if rest else None
        values, rows = {"pos": tokens, "act": tokens, **_printed([accuracy[1]] * 3 if accuracy else [])}, {}
    answered = {}
    for measure in asked:
        scope, kind, name = _MEASURE.fullmatch(measure).groups()
        row = values if scope == "micro" else rows.get(unquote(kind), {})
        answered |= {measure: row[name]} if name in row else {}
    return {"values": answered, "rows": sorted(rows)}


def _printed(texts: list[str]) -> dict[str, object]:
    return {name: {"printed": text} for name, text in zip(RATIOS, texts, strict=False)}


def main(path: str) -> int:
    """Answer line after line. Returns 0, or 2 if there is no script."""
    try:
        announced = announcement(Path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        sys.stderr.write(f"no conlleval.pl: {error}; give its path, or set NERCONFORM_CONLLEVAL_PL\n")
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
    sys.exit(main(next(iter(sys.argv[1:]), os.environ.get("NERCONFORM_CONLLEVAL_PL", ""))))

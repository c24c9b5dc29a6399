#!/usr/bin/env python3
"""A harness around your own copy of conlleval.pl, the script of the CoNLL shared tasks, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_CONLLEVAL_PL. The script is run once for each question, on lines
of a token, its gold and its predicted tag, and its report is read back: what it prints is answered as it was printed.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from loops import PerlLoop
from serving import Harness, Message, is_of_tokens, paired, printed, run, tags_of, text_of, values

COUNTS = ("tp", "fp", "fn", "pos", "act")
RATIOS = ("precision", "recall", "f1")
REFUSED = "unexpected number of features"
_RATIOS = r"precision:\s*([\d.]+)%; recall:\s*([\d.]+)%; FB1:\s*([\d.]+)"
_FIRST = re.compile(r"processed (\d+) tokens with (\d+) phrases; found: (\d+) phrases; correct: (\d+)\.")


def announcement(script: str) -> Message:
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


def reading(told: Message) -> Message:
    """Return how a kind of question is read: of tokens the script prints their number and its accuracy alone."""
    if not is_of_tokens(told):
        return {"ok": True}
    return {"ok": True, "measures": [f"strict.micro.{name}" for name in ("pos", "act", *RATIOS)], "parts": []}


def answer(loop: PerlLoop, told: Message) -> Message:
    """Return the answer to one question; of a script that dies, its last words."""
    if refused := paired(told):
        return refused
    if any(mark in tag for tag in tags_of(told) for mark in " \n"):
        return {"unsupported": "a line is split at blanks, so no tag can hold one"}
    units = [zip(*unit, strict=True) for unit in zip(told["gold"], told["pred"], strict=True)]
    done = loop.run(given="".join("".join(f"w {gold} {pred}\n" for gold, pred in unit) + "\n" for unit in units))
    if done.status:
        return {"error": {"error": "died", "message": done.last_words.removeprefix("conlleval: ")}}
    return read(done.report, token=is_of_tokens(told), asked=told["measures"])


def read(report: str, *, token: bool, asked: list[str]) -> Message:
    """Return the numbers of a report that were asked for; those of tokens are its accuracy."""
    first, *rest = report.split("\n")
    tokens, pos, act, right = map(int, _FIRST.fullmatch(first).groups())
    if not rest and any(measure.endswith(RATIOS) for measure in asked):
        return {"unsupported": "where there are no tokens no ratio is printed"}
    if token:
        accuracy = re.match(r"accuracy:\s*([\d.]+)%", rest[0]) if rest else None
        row = {"pos": tokens, "act": tokens, **printed(RATIOS, [accuracy[1]] * 3 if accuracy else [])}
        return {**values(asked, {("strict", None): row}), "rows": []}
    counts = dict(zip(COUNTS, (right, act - right, pos - right, pos, act), strict=True))
    found = {("strict", None): counts | printed(RATIOS, re.search(_RATIOS, rest[0]).groups() if rest else [])}
    for line in rest[1:]:
        kind, *ratios, guessed = re.fullmatch(rf" *(.*): {_RATIOS}  (\d+)", line).groups()
        found["strict", kind] = {"act": int(guessed), **printed(RATIOS, ratios)}
    return {**values(asked, found), "rows": sorted(kind for _, kind in found if kind is not None)}


def start(path: str) -> Harness:
    """Start a copy. Raises `OSError` if there is no script."""
    announced, loop = announcement(text_of(path)), PerlLoop(path)
    return Harness(announced, lambda told: answer(loop, told), reading)


if __name__ == "__main__":
    sys.exit(run("conlleval.pl", "NERCONFORM_CONLLEVAL_PL", start))

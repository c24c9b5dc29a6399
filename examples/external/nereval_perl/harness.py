#!/usr/bin/env python3
"""A harness around your own copy of nereval.perl, the scorer of GermEval 2014, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_GERMEVAL_PL. The script is run once for each question. The tags stand
in the two columns of outer entities, and O in those of inner ones; the report of the outer level is read back. The
script takes types of its task alone, so LOC stands behind each type.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from loops import PerlLoop
from serving import Harness, Message, is_of_tokens, paired, printed, run, tags_of, text_of, values

RATIOS = ("precision", "recall", "f1")
SUFFIX = "LOC"
_TAG = re.compile(r"([BI])-([^\t\n]+)")
_FIRST = re.compile(r"STRICT: Found: (\d+) outer .*? Gold: (\d+) \(outer\)")
_LEVEL = re.compile(
    r"3\.1 Per-Level.*?:\nAccuracy: *([\d.]+)%;\nPrecision: *([\d.]+)%;\nRecall: *([\d.]+)%;\nFB1: *([\d.]+)"
)
_ROW = re.compile(r"==> +(.*)\n=+\nOuter strict: Precision: *([\d.]+)%; Recall: *([\d.]+)%; FB1: *([\d.]+)")


def announcement(script: str) -> Message:
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


def reading(told: Message) -> Message:
    """Return how a kind of question is read: of tokens the script prints its accuracy alone."""
    if not is_of_tokens(told):
        return {"ok": True}
    return {"ok": True, "measures": [f"strict.micro.{name}" for name in RATIOS]}


def answer(loop: PerlLoop, told: Message) -> Message:
    """Return the answer to one question."""
    if refused := paired(told):
        return refused
    tags = tags_of(told)
    if any(tag != "O" and not _TAG.fullmatch(tag) for tag in tags):
        return {"unsupported": "the script stops at tags other than O, and B or I with a type"}
    if not tags:
        return {"unsupported": "where there are no tokens no ratio is printed"}
    units = [zip(*unit, strict=True) for unit in zip(told["gold"], told["pred"], strict=True)]
    lines = ("".join(f"1\tw\t{_sent(gold)}\tO\t{_sent(pred)}\tO\n" for gold, pred in unit) for unit in units)
    done = loop.run(given="".join(line + "\n" for line in lines))
    if done.status or done.report.startswith("Error in"):
        return {"error": {"error": "died", "message": done.last_words or done.report}}
    return values(told["measures"], read(done.report, token=is_of_tokens(told)))


def _sent(tag: str) -> str:
    return tag if tag == "O" else tag + SUFFIX


def read(report: str, *, token: bool) -> dict[tuple[str, str | None], Message]:
    """Return the rows of the outer level, by schema and type; those of tokens are its accuracy."""
    accuracy, *ratios = _LEVEL.search(report).groups()
    if token:
        return {("strict", None): printed(RATIOS, [accuracy] * 3)}
    act, pos = map(int, _FIRST.search(report).groups())
    rows = {("strict", kind.removesuffix(SUFFIX)): printed(RATIOS, shares) for kind, *shares in _ROW.findall(report)}
    return {("strict", None): {"pos": pos, "act": act, **printed(RATIOS, ratios)}, **rows}


def start(path: str) -> Harness:
    """Start a copy. Raises `OSError` if there is no script."""
    announced, loop = announcement(text_of(path)), PerlLoop(path)
    return Harness(announced, lambda told: answer(loop, told), reading)


if __name__ == "__main__":
    sys.exit(run("nereval.perl", "NERCONFORM_GERMEVAL_PL", start))

#!/usr/bin/env python3
"""A harness around your own copy of evalIOB2.pl, the scorer of JNLPBA 2004, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_JNLPBA_PL. The script is run once for each question, on a file of gold
and a file of answers, and its report is read back: what it prints is answered as it was printed. It prints left and
right boundaries as well as whole entities, and a table of types where gold has two types or more.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from loops import PerlLoop
from serving import Harness, Message, names, printed, run, tags_of, text_of, values

SCHEMAS = {"FULLY CORRECT answer": "strict", "correct LEFT boundary": "left", "correct RIGHT boundary": "right"}
RATIOS = ("recall", "precision", "f1")
LENGTHS = "the number of tokens in a sentence is different"
_TABLE = re.compile(r"\[(?:Object|<(.*)>) Identification Performance\]\n# of OBJECTs: (\d+),\t ANSWERs: (\d+)\.")
_ROW = re.compile(r"(FULLY .*?|correct .*?) with class info: (\d+) \(([\d.]+) / ([\d.]+) / ([\d.]+)\)")


def announcement(script: str) -> Message:
    """Return what the script takes and prints; its version is the one that it names in its help."""
    version = re.search(r"\[evalIOB2\] ([\d.]+)", script)
    return {
        "protocols": [1],
        "name": "evalIOB2.pl",
        "version": version[1] if version else "",
        "serves": "evalIOB2.pl",
        "dialects": ["jnlpba-2004"],
        "schemes": ["IOB2"],
        "forms": ["tags"],
        "measures": names((*SCHEMAS.values(),), ("tp_gold", "tp_pred", "pos", "act", *RATIOS)),
        "refusals": [{"error": "died", "begins": LENGTHS}],
    }


def answer(loop: PerlLoop, told: Message) -> Message:
    """Return the answer to one question; of a script that dies, its last words."""
    if any(not tag or "\t" in tag or "\n" in tag for tag in tags_of(told)):
        return {"unsupported": "a line is split at tabs, so no tag can be empty or hold one"}
    for side in ("gold", "pred"):
        units = ("".join(f"w\t{tag}\n" for tag in unit) for unit in told[side])
        (loop.folder / side).write_bytes("\n".join(units).encode("utf-8", "surrogatepass"))
    done = loop.run("gold", "pred")
    if done.status:
        return {"error": {"error": "died", "message": done.last_words}}
    return values(told["measures"], read(done.report))


def read(report: str) -> dict[tuple[str, str | None], Message]:
    """Return the rows of a report, by schema and type; those of all types have no type."""
    rows = {}
    starts = [*_TABLE.finditer(report)]
    for start, end in zip(starts, [*(one.start() for one in starts[1:]), None], strict=True):
        kind, pos, act = start.groups()
        for row in _ROW.finditer(report[start.end() : end]):
            words, right, *ratios = row.groups()
            counts = {"tp_gold": int(right), "tp_pred": int(right), "pos": int(pos), "act": int(act)}
            rows[SCHEMAS[words], kind] = {**counts, **printed(RATIOS, ratios)}
    return rows


def start(path: str) -> Harness:
    """Start a copy. Raises `OSError` if there is no script."""
    announced, loop = announcement(text_of(path)), PerlLoop(path)
    return Harness(announced, lambda told: answer(loop, told))


if __name__ == "__main__":
    sys.exit(run("evalIOB2.pl", "NERCONFORM_JNLPBA_PL", start))

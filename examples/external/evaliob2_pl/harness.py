#!/usr/bin/env python3
"""A harness around your own copy of evalIOB2.pl, the scorer of JNLPBA 2004, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_JNLPBA_PL. The script is run once for each question, on a file of gold
and a file of answers, and its report is read back: what it prints is answered as it was printed. It prints left and
right boundaries as well as whole entities, and a table of types where gold has two types or more.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from serving import Message, names, refuse, serve, values

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


def answer(perl: list[str], told: Message) -> Message:
    """Return the answer to one question; of a script that dies, its last words."""
    tags = [tag for side in ("gold", "pred") for unit in told[side] for tag in unit]
    if any(not tag or "\t" in tag or "\n" in tag for tag in tags):
        return {"unsupported": "a line is split at tabs, so no tag can be empty or hold one"}
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / side for side in ("gold", "pred")]
        for path in paths:
            units = ("".join(f"w\t{tag}\n" for tag in unit) for unit in told[path.name])
            path.write_bytes("\n".join(units).encode("utf-8", "surrogatepass"))
        done = subprocess.run([*perl, *map(str, paths)], capture_output=True, check=False)  # noqa: S603 - the user's own copy
    report, words = (stream.decode("utf-8", "surrogateescape").strip() for stream in (done.stdout, done.stderr))
    if done.returncode:
        return {"error": {"error": "died", "message": words.rpartition("\n")[2]}}
    return values(told["measures"], read(report))


def read(report: str) -> dict[tuple[str, str | None], Message]:
    """Return the rows of a report, by schema and type; those of all types have no type."""
    rows = {}
    starts = [*_TABLE.finditer(report)]
    for start, end in zip(starts, [*(one.start() for one in starts[1:]), None], strict=True):
        kind, pos, act = start.groups()
        for row in _ROW.finditer(report[start.end() : end]):
            words, right, *ratios = row.groups()
            printed = {name: {"printed": text} for name, text in zip(RATIOS, ratios, strict=True)}
            counts = {"tp_gold": int(right), "tp_pred": int(right), "pos": int(pos), "act": int(act)}
            rows[SCHEMAS[words], kind] = {**counts, **printed}
    return rows


def main(path: str) -> int:
    """Answer line after line. Returns 0, or 2 if there is no script."""
    try:
        announced = announcement(Path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        return refuse("evalIOB2.pl", path, error, "NERCONFORM_JNLPBA_PL")
    return serve(announced, lambda told: answer(["perl", path], told))


if __name__ == "__main__":
    sys.exit(main(next(iter(sys.argv[1:]), os.environ.get("NERCONFORM_JNLPBA_PL", ""))))

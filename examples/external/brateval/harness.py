#!/usr/bin/env python3
"""A harness around your own classes of brateval, behind the protocol.

`harness.py CLASSPATH [exact|overlap] [exact|inexact]`, or with the jar or the folder of classes in NERCONFORM_BRATEVAL.
Each sentence is a document of brat, its spans are T1, T2, ... in list order, and a token is one character. The table
that CompareEntities prints is read back; without `annotation.conf` it has a row of each type.
"""

import errno
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from loops import JavaLoop
from serving import Harness, Message, names, printed, run, values

CLASS = "au.com.nicta.csp.brateval.CompareEntities"
SCHEMAS = {
    ("exact", "exact"): "strict",
    ("exact", "inexact"): "exact",
    ("overlap", "exact"): "type",
    ("overlap", "inexact"): "partial",
}
QUANTITIES = ("tp", "fp", "fn", "precision", "recall", "f1")
_ROW = re.compile(r"^(.*)\|(\d+)\|(\d+)\|(\d+)\|([\d.]+)\|([\d.]+)\|([\d.]+)$", re.MULTILINE)


def announcement(span: str, kind: str) -> Message:
    """Return what the program takes and prints with these options."""
    return {
        "protocols": [1],
        "name": "brateval",
        "version": "0.3.2",
        "serves": f"brateval:{span}-{kind}",
        "dialects": ["brateval-exact,round:4-half-up-x1"],
        "schemes": ["IOB2"],
        "forms": ["spans"],
        "measures": names((SCHEMAS[span, kind],), _quantities(span, kind), types=kind == "exact"),
    }


def _quantities(span: str, kind: str) -> tuple[str, ...]:
    """Return what is asked: its true positives hold the partial ones, so with both options relaxed only ratios."""
    return QUANTITIES[3:] if (span, kind) == ("overlap", "inexact") else QUANTITIES


def answer(loop: JavaLoop, span: str, kind: str, told: Message) -> Message:
    """Return the answer to one question."""
    spans = [one for side in ("gold", "pred") for unit in told[side] for one in unit]
    if any(not re.fullmatch(r"[^\s|]+", name) or name == "all" for name, *_ in spans):
        return {"unsupported": "a type of brat has no blank, and the row of all types is named all"}
    for side in ("gold", "pred"):
        folder = loop.folder / side
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for number, unit in enumerate(told[side]):
            lines = (
                f"T{at}\t{name} {start} {end}\t{'x' * (end - start)}\n" for at, (name, start, end) in enumerate(unit, 1)
            )
            (folder / f"{number}.ann").write_text("".join(lines), "utf-8")
    report, error = loop.run("-e", "pred", "-g", "gold", "-s", span, "-t", kind)
    if error:
        return {"error": {"error": error.partition(":")[0], "message": error}}
    found = {}
    for name, tp, fp, fn, *ratios in _ROW.findall(report):
        counts = dict(zip(QUANTITIES, map(int, (tp, fp, fn)), strict=False))
        found[SCHEMAS[span, kind], None if name == "all" else name] = counts | printed(QUANTITIES[3:], ratios)
    return values(told["measures"], found)


def start(path: str, span: str, kind: str) -> Harness:
    """Start a copy. Raises `FileNotFoundError` if there are no classes."""
    if not path or not Path(path).exists():
        raise FileNotFoundError(errno.ENOENT, "nothing is there")
    loop = JavaLoop(path, CLASS)
    return Harness(announcement(span, kind), lambda told: answer(loop, span, kind, told))


if __name__ == "__main__":
    sys.exit(run("brateval", "NERCONFORM_BRATEVAL", start, "exact", "exact"))

#!/usr/bin/env python3
"""A harness around your own copy of evaluateNER.jar, the scorer of SemEval-2013 task 9.1, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_SEMEVAL_JAR. Each question becomes a document of gold and a file of
answers. The jar knows four types alone, so other types of a question get their names in sorted order. A token is one
character and a blank, and the ends of the jar are inclusive. Its log is read back: four tables, and one of each type.
"""

import json
import os
import re
import sys
import zipfile
from pathlib import Path
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from java_loop import JavaLoop

CLASS = "labda.SemEval2013.task9.evaluation.EvaluatorNER"
TYPES = ("brand", "drug", "drug_n", "group")
TITLES = {
    "Strict matching": "strict",
    "Exact matching": "exact",
    "Partial matching": "partial",
    "type matching": "type",
}
NAMES = ("cor", "inc", "par", "mis", "spu", "pos", "precision", "recall", "f1")
RATIOS = NAMES[-3:]
_TABLE = re.compile(r"^(Strict|Exact|Partial|type) matching(?: \(.*\)| on (\w+))?\ncor\t.*\n(.*)$", re.MULTILINE)
_MEASURE = re.compile(r"(\w+)\.(micro|type\{(.*)\})\.(\w+)")


def announcement(jar: str) -> dict[str, object]:
    """Return what the jar takes and prints; its version is the day of its classes."""
    with zipfile.ZipFile(jar) as archive:
        year, month, day, *_ = archive.getinfo(CLASS.replace(".", "/") + ".class").date_time
    micro = [f"{schema}.micro.{name}" for schema in TITLES.values() for name in NAMES]
    return {
        "protocols": [1],
        "name": "evaluateNER.jar",
        "version": f"{year:04}-{month:02}-{day:02}",
        "serves": "evaluateNER.jar",
        "dialects": ["semeval-jar"],
        "schemes": ["IOB2"],
        "forms": ["spans"],
        "measures": [*micro, *(f"exact.type.{name}" for name in NAMES)],
    }


def answer(loop: JavaLoop, told: dict[str, object]) -> dict[str, object]:
    """Return the answer to one question."""
    kinds = sorted({kind for side in ("gold", "pred") for unit in told[side] for kind, *_ in unit})
    if len(kinds) > len(TYPES):
        return {"unsupported": "the jar knows four types"}
    given = dict(zip(kinds, kinds if set(kinds) <= set(TYPES) else TYPES, strict=False))
    sentences, lines = [], []
    for number, (gold, pred) in enumerate(zip(told["gold"], told["pred"], strict=True)):
        name = f"DDI-DrugBank.d1.s{number}"
        entities = (
            f'<entity id="{name}.e{at}" charOffset="{2 * start}-{2 * end - 2}" type="{given[kind]}" text="x"/>'
            for at, (kind, start, end) in enumerate(gold)
        )
        sentences.append(f'<sentence id="{name}" text="x">{"".join(entities)}</sentence>')
        lines += [f"{name}|{2 * start}-{2 * end - 2}|x|{given[kind]}\n" for kind, start, end in pred]
    document = f'<?xml version="1.0" encoding="UTF-8"?><document id="DDI-DrugBank.d1">{"".join(sentences)}</document>'
    (loop.folder / "gold").mkdir(exist_ok=True)
    (loop.folder / "gold" / "d1.xml").write_text(document, "utf-8")
    (loop.folder / "sys.txt").write_text("".join(lines), "utf-8")
    log = loop.folder / "sys_scores.log"
    log.unlink(missing_ok=True)
    _, error = loop.run("gold", "sys.txt")
    if error or not log.exists():
        return {"error": {"error": error.partition(":")[0] or "NoLog", "message": error}}
    return {"values": read(log.read_text("utf-8"), given, told["measures"])}


def read(log: str, given: dict[str, str], asked: list[str]) -> dict[str, object]:
    """Return the numbers of a log that were asked for."""
    tables = {}
    for title, kind, row in _TABLE.findall(log):
        counts, ratios = row.split("\t")[:6], row.split("\t")[6:]
        values = dict(zip(NAMES, [*map(int, counts), *({"printed": _padded(text)} for text in ratios)], strict=True))
        tables[title.lower(), kind] = values
    answered = {}
    for measure in asked:
        schema, scope, kind, name = _MEASURE.fullmatch(measure).groups()
        row = tables[schema, "" if scope == "micro" else given.get(unquote(kind), "")]
        answered[measure] = row[name]
    return answered


def _padded(text: str) -> str:
    """Return a number that is printed without zeros at its end with both its decimals."""
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals:0<2}"


def main(path: str) -> int:
    """Answer line after line. Returns 0, or 2 if there is no jar."""
    try:
        announced = announcement(path)
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        sys.stderr.write(f"no evaluateNER.jar: {error}; give its path, or set NERCONFORM_SEMEVAL_JAR\n")
        return 2
    loop = JavaLoop(path, CLASS)
    for line in sys.stdin:
        told = json.loads(line)
        if told["command"] == "stop":
            break
        said = announced
        if told["command"] == "dialect":
            said = {"ok": True}
        elif told["command"] == "run":
            said = {"id": told["id"], **answer(loop, told)}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
    loop.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(next(iter(sys.argv[1:]), os.environ.get("NERCONFORM_SEMEVAL_JAR", ""))))

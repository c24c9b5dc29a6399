#!/usr/bin/env python3
"""A harness around your own copy of evaluateNER.jar, the scorer of SemEval-2013 task 9.1, behind the protocol.

`harness.py PATH`, or with the path in NERCONFORM_SEMEVAL_JAR. Each question becomes a document of gold and a file of
answers. The jar knows four types alone, so other types of a question get their names in sorted order. A token is one
character and a blank, and the ends of the jar are inclusive. Its log is read back: four tables, and one of each type.
"""

import re
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from loops import JavaLoop
from serving import Harness, Message, names, printed, run, values

CLASS = "labda.SemEval2013.task9.evaluation.EvaluatorNER"
TYPES = ("brand", "drug", "drug_n", "group")
TITLES = {
    "Strict matching": "strict",
    "Exact matching": "exact",
    "Partial matching": "partial",
    "type matching": "type",
}
COUNTS = ("cor", "inc", "par", "mis", "spu", "pos")
RATIOS = ("precision", "recall", "f1")
_TABLE = re.compile(r"^(Strict|Exact|Partial|type) matching(?: \(.*\)| on (\w+))?\ncor\t.*\n(.*)$", re.MULTILINE)


def announcement(jar: str) -> Message:
    """Return what the jar takes and prints; its version is the day of its classes."""
    with zipfile.ZipFile(jar) as archive:
        year, month, day, *_ = archive.getinfo(CLASS.replace(".", "/") + ".class").date_time
    return {
        "protocols": [1],
        "name": "evaluateNER.jar",
        "version": f"{year:04}-{month:02}-{day:02}",
        "serves": "evaluateNER.jar",
        "dialects": ["semeval-jar"],
        "schemes": ["IOB2"],
        "forms": ["spans"],
        "measures": [
            *names((*TITLES.values(),), (*COUNTS, *RATIOS), types=False),
            *(f"exact.type.{name}" for name in (*COUNTS, *RATIOS)),
        ],
    }


def answer(loop: JavaLoop, told: Message) -> Message:
    """Return the answer to one question."""
    kinds = sorted({kind for side in ("gold", "pred") for unit in told[side] for kind, *_ in unit})
    if len(kinds) > len(TYPES):
        return {"unsupported": "the jar knows four types"}
    given = dict(zip(TYPES if set(kinds) <= set(TYPES) else kinds, TYPES, strict=False))
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
    return values(told["measures"], read(log.read_text("utf-8"), given))


def read(log: str, given: dict[str, str]) -> dict[tuple[str, str | None], Message]:
    """Return the rows of a log, by schema and type of the question; those of all types have no type."""
    kinds = {"": None, **{name: kind for kind, name in given.items()}}
    found = {}
    for title, name, row in _TABLE.findall(log):
        if name not in kinds:
            continue
        counts, ratios = row.split("\t")[: len(COUNTS)], row.split("\t")[len(COUNTS) :]
        shares = printed(RATIOS, [*map(_padded, ratios)])
        found[TITLES[f"{title} matching"], kinds[name]] = dict(zip(COUNTS, map(int, counts), strict=True)) | shares
    return found


def _padded(text: str) -> str:
    """Return a number that is printed without zeros at its end with both its decimals."""
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals:0<2}"


def start(jar: str) -> Harness:
    """Start a copy. Raises `OSError`, `KeyError` or `BadZipFile` if there is no jar."""
    announced, loop = announcement(jar), JavaLoop(jar, CLASS)
    return Harness(announced, lambda told: answer(loop, told))


if __name__ == "__main__":
    sys.exit(run("evaluateNER.jar", "NERCONFORM_SEMEVAL_JAR", start))

"""The drivers in other languages: the JavaScript one is run, and its scorer is an oracle for the reference.

`.ci/run` has a step of its own that runs all three, because Java and C++ have to be compiled.
"""

import json
import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import nerconform as nc
from nerconform.products.export.export_files import export

FOLDER = Path(__file__).parents[2] / "examples" / "drivers"
PREFIXES = {
    "IO": "I",
    "IOB1": "BI",
    "IOB2": "BI",
    "IOE1": "IE",
    "IOE2": "IE",
    "BIOES": "BIES",
    "BILOU": "BILU",
    "BMES": "BMES",
    "BIOS": "BIS",
}
SCORERS = ("javascript/scorer.js", "java/Scorer.java", "cpp/scorer.hpp")

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")


@pytest.mark.long
@needs_node
def test_the_right_scorer_passes_and_every_wrong_one_is_found(tmp_path: Path) -> None:
    for name, text in export(
        ["legal-data", "illegal-tags:lenient", "illegal-tags:discard", "layers", "pieces"]
    ).files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = subprocess.run(
        ["node", "--test"],  # noqa: S607 - wherever Node.js is
        cwd=FOLDER / "javascript",
        env={"PATH": str(Path(shutil.which("node") or "node").parent), "NERCONFORM_CASES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-2000:]
    assert found.stdout.count("the cases find a scorer that") >= 10
    assert "fail 0" in found.stdout


def _corpora(number: int) -> list[dict[str, Any]]:
    """Return random corpora of legal and illegal tags in every scheme."""
    chance = random.Random(23)  # noqa: S311 - inputs, not secrets
    corpora = []
    for _ in range(number):
        scheme = chance.choice(list(PREFIXES))
        policy = "lenient" if scheme in {"IOB1", "IOE1"} else chance.choice(["lenient", "discard"])
        tags = ["O", *(f"{prefix}-{kind}" for prefix in PREFIXES[scheme] for kind in ("X", "Y"))]
        lengths = [chance.randrange(7) for _ in range(chance.randrange(1, 4))]
        gold, pred = ([[chance.choice(tags) for _ in range(length)] for length in lengths] for _ in range(2))
        corpora.append({"gold": gold, "pred": pred, "scheme": scheme, "policy": policy})
    return corpora


@pytest.mark.long
@needs_node
def test_the_reference_counts_what_the_scorer_in_javascript_counts() -> None:
    corpora = _corpora(4000)
    found = subprocess.run(
        ["node", str(FOLDER / "javascript" / "score_lines.js")],  # noqa: S607 - wherever Node.js is
        input="".join(json.dumps(one) + "\n" for one in corpora),
        capture_output=True,
        text=True,
        check=True,
    )
    counted = [json.loads(line) for line in found.stdout.splitlines()]
    seen: Counter[object] = Counter()
    for one, theirs in zip(corpora, counted, strict=True):
        dialect = "conlleval" if one["policy"] == "lenient" else "iob2-discard"
        ours = nc.evaluate(one["gold"], one["pred"], dialect, str(one["scheme"]))
        rows = {kind: row.counts for kind, row in ours.by_type.items()}
        assert theirs["micro"] == {name: getattr(ours.counts, name) for name in ("tp", "act", "pos")}, one
        assert theirs["types"] == {
            kind: {name: getattr(counts, name) for name in ("tp", "act", "pos")} for kind, counts in rows.items()
        }, one
        seen[one["scheme"], one["policy"]] += 1
    assert len(seen) == 2 * len(PREFIXES) - 2


def test_the_scorers_of_all_languages_make_the_same_ten_mistakes() -> None:
    mistakes = set()
    for name in SCORERS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        first = text.index('"ignores types"')
        listed = text[first : text.index('"averages over gold types"', first)]
        mistakes.add(tuple(part for part in listed.split('"') if part.strip(" ,\n")))
    assert len(mistakes) == 1
    assert len(mistakes.pop()) == 9  # and the last

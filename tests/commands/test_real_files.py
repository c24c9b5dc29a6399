"""Real predictions, where the corpora are at hand: the numbers that conlleval.pl prints for them."""

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Command

WNUT17 = Path(__file__).parents[3] / "shared" / "corpora" / "wnut17"
pytestmark = pytest.mark.skipif(not WNUT17.is_dir(), reason="the corpora are not on this machine")


@pytest.mark.parametrize(
    ("name", "counts", "f1"), [("arcada", (373, 787, 1079), "39.98"), ("mic-cis", (365, 891, 1079), "37.06")]
)
def test_real_predictions_have_the_known_scores(
    name: str, counts: tuple[int, int, int], f1: str, command: Command
) -> None:
    status, out, err = command("score", str(WNUT17 / f"{name}.tsv"), "--dialect", "conlleval", "--format", "json")
    assert (status, err) == (0, "")
    micro = json.loads(out)["schemas"]["strict"]["averages"]["micro"]
    assert tuple(micro["counts"][key] for key in ("tp", "act", "pos")) == counts
    assert f"{100 * micro['f1']['numerator'] / micro['f1']['denominator']:.2f}" == f1


@pytest.mark.parametrize(
    ("name", "units", "tags", "illegal"),
    [
        ("arcada", 1287, 23394, [0, 0]),
        ("mic-cis", 1287, 23394, [0, 13]),
        ("emerging.dev.conll.gold", 1009, 15733, [0]),
        ("emerging.test.annotated.gold", 1287, 23394, [0]),
    ],
)
def test_real_files_are_read_to_the_end(name: str, units: int, tags: int, illegal: list[int], command: Command) -> None:
    status, out, err = command("validate", str(WNUT17 / f"{name}.tsv"), "--format", "json")
    assert (status, err) == (int(any(illegal)), "")
    sides = json.loads(out)["sides"]
    assert [(side["units"], side["tags"]) for side in sides] == [(units, tags)] * len(illegal)
    assert [len(side.get("findings", [])) for side in sides] == illegal
    assert {finding["kind"] for side in sides for finding in side.get("findings", [])} <= {"pair"}

"""`nerconform sweep`: whole outputs, plots, logits, and what it refuses."""

import importlib.util
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nerconform as nc
from nerconform.base.json_text import dumps
from nerconform.families import policy_sweep
from nerconform.files import score_files
from nerconform.results.sweep_result import Sweep
from nerconform.results.values import decode, encode, number_of, plain_data, schema_of
from tests.commands.conftest import Command, but_one_sentence

DATA = Path(__file__).parent / "data"
TEXT = ("--format", "text")
FOUR = ("illegal.bioes", "--scheme", "BIOES")
LABELS = ("O", *(f"{letter}-{kind}" for kind in ("LOC", "ORG", "PER") for letter in "BIES"))

COPIED = ("points{", "|", "dialect")
"""What stands in the lines that may be longer than a terminal."""

OUTPUTS = {
    "sweep.txt": ("both.conll", *TEXT),
    "sweep-bioes.txt": (*FOUR, *TEXT),
    "sweep-counts.txt": (*FOUR, "--measure", "partial.type{ORG}.par", *TEXT),
    "sweep-own-policy.txt": ("both.conll", "--set", "policy=points{I1=single,I2=refuse}", *TEXT),
    "sweep-rounded.txt": ("both.conll", "--dialect", "seqscore", *TEXT),
    "sweep-undefined.txt": ("both.conll", "--set", "labels=given{MISC}", "--set", "zero=nan", *TEXT),
    "sweep-no-point.txt": ("io.conll", "--scheme", "IO", *TEXT),
    "sweep.json": ("both.conll", "--all", "--format", "json"),
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand beside copies of the files, and be of a release that does not change."""
    for file in DATA.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    for module in (score_files, policy_sweep):
        monkeypatch.setattr(module, "__version__", "0.0.0")


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    status, out, err = command("sweep", *OUTPUTS[name])
    assert (status, but_one_sentence(err)) == (0, "")
    assert ".json" in name or not any(line != line.rstrip() for line in out.splitlines())
    snapshot(name, out)


@pytest.mark.parametrize("name", OUTPUTS)
def test_text_fits_100_columns_but_for_what_is_to_be_copied(name: str, command: Command) -> None:
    args = OUTPUTS[name] if ".json" not in name else OUTPUTS["sweep.txt"]
    _, out, _ = command("sweep", *args)
    assert max(len(line) for line in out.splitlines() if not any(word in line for word in COPIED)) <= 100


def _json(command: Command, *args: str) -> dict[str, Any]:
    status, out, err = command("sweep", *args, "--format", "json")
    assert (status, but_one_sentence(err)) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_json_reads_back_as_itself(command: Command) -> None:
    _, schema, _ = command("sweep", "--json-schema")
    assert schema == dumps(schema_of(Sweep))
    for args in OUTPUTS.values():
        _, out, _ = command("sweep", *args, "--format", "json")
        assert encode(decode(out, Sweep, "")) == out


@pytest.mark.parametrize("policy", ["minimum", "maximum"])
def test_the_policy_of_an_extreme_scores_as_is_said(policy: str, command: Command) -> None:
    found = _json(command, *FOUR)[policy]
    args = ("--set", f"policy={found['policy']}", "--measure", "strict.micro.f1", "--format", "json")
    _, out, _ = command("score", *FOUR, *args)
    assert json.loads(out)["measures"][0]["value"] == found["value"]


def test_files_are_swept_as_the_same_data_in_python_is(command: Command) -> None:
    units = [unit.splitlines() for unit in (DATA / "illegal.bioes").read_text(encoding="utf-8").split("\n\n")]
    gold, pred = ([[line.split()[column] for line in unit] for unit in units] for column in (1, 2))
    once = _json(command, *FOUR, "--all")
    again = json.loads(encode(nc.sweep(gold, pred, scheme="BIOES", every=True)))
    place = "illegal.bioes:2, pred: "
    for one in once["named"]:
        if "refused" in one:
            one["refused"] = one["refused"].replace("illegal.bioes:3, pred", "pred, sentence 0, position 2")
    assert place not in json.dumps(once)
    assert once == {**again, "read": once["read"]}


@pytest.mark.long
def test_an_svg_holds_every_name_and_the_signature(command: Command) -> None:
    status, _, _ = command("sweep", *FOUR, "--plot", "spread.svg")
    assert status == 0
    image = Path("spread.svg").read_bytes()
    words = " ".join(" ".join(ET.fromstring(image).itertext()).split())  # noqa: S314 - as was just written
    for name in ("lenient", "discard", "ncrfpp", "jie", "lample", "refused: refuse, allennlp-bioul", "policy:*"):
        assert name in words
    command("sweep", *FOUR, "--plot", "spread.svg")
    assert Path("spread.svg").read_bytes() == image


def test_a_png_is_one(command: Command) -> None:
    assert command("sweep", "both.conll", "--plot", "spread.PNG")[0] == 0
    assert Path("spread.PNG").read_bytes().startswith(b"\x89PNG")


def _logits(*tags: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Return logits whose greatest is that of each tag."""
    return np.array([[2.0 if label == tag else float(label == "O") for label in LABELS] for tag in tags])


def _units() -> "list[np.ndarray[Any, np.dtype[np.float64]]]":
    lines = (DATA / "illegal.bioes").read_text(encoding="utf-8")
    return [_logits(*(line.split()[2] for line in unit.splitlines())) for unit in lines.split("\n\n")]


def _save(path: Path, units: "list[np.ndarray[Any, np.dtype[np.float64]]]", labels: Sequence[str]) -> None:
    lengths = np.array([len(unit) for unit in units])
    np.savez_compressed(path, logits=np.concatenate(units), lengths=lengths, labels=np.array(labels))


@pytest.mark.long
def test_the_best_legal_tags_are_scored_beside_the_family(command: Command) -> None:
    _save(Path("logits.npz"), _units(), LABELS)
    found = _json(command, *FOUR, "--logits", "logits.npz")
    best = [nc.viterbi_decode(unit, LABELS, "BIOES") for unit in _units()]
    units = [unit.splitlines() for unit in (DATA / "illegal.bioes").read_text(encoding="utf-8").split("\n\n")]
    due = nc.evaluate([[line.split()[1] for line in unit] for unit in units], best, scheme="BIOES").f1
    assert found["viterbi"] == {
        "name": "viterbi",
        "value": plain_data(number_of(due)),
    }
    _, out, _ = command("sweep", *FOUR, "--logits", "logits.npz", *TEXT)
    assert "the best legal tags of the logits" in out
    assert {key: value for key, value in found.items() if key != "viterbi"} == {
        key: value for key, value in _json(command, *FOUR).items() if key != "viterbi"
    }


def test_logits_of_other_units_are_refused(command: Command) -> None:
    units = _units()
    _save(Path("fewer.npz"), units[:-1], LABELS)
    _save(Path("shorter.npz"), [units[0], units[1][:-1], *units[2:]], LABELS)
    _save(Path("other.npz"), units, [label.replace("-", "_") for label in LABELS])
    for name, words in {
        "fewer.npz": "fewer.npz: the logits have 3 sentences, and the annotated data have 4",
        "shorter.npz": "shorter.npz: sentence 1 has logits for 3 tokens, and at illegal.bioes:9 it has 4",
        "other.npz": "other.npz, labels, position 1: the tag 'B_LOC' is neither O nor PREFIX-TYPE",
        "missing.npz": "missing.npz: ",
        "illegal.bioes": "the file is not an .npz archive",
    }.items():
        status, out, err = command("sweep", *FOUR, "--logits", name)
        assert (status, out) == (2, "")
        assert words in err
        assert "Traceback" not in err


REFUSED = {
    "three files": (("both.conll", "both.conll", "both.conll"), "GOLD PRED"),
    "a file against itself": (("both.conll", "both.conll"), "gold and predictions are the same file"),
    "one annotation": (("iob1.conll",), "iob1.conll:1: there is only one column of tags"),
    "no such file": (("nothing.conll",), "nothing.conll"),
    "unknown measure": (("both.conll", "--measure", "f1"), "there is no measure 'f1'"),
    "measure without a row": (
        ("both.conll", "--measure", "strict.type{GPE}.f1"),
        "the data have no entity of the type 'GPE'",
    ),
    "schema without alignment": (
        ("both.conll", "--dialect", "conlleval", "--measure", "partial.micro.f1"),
        "use a dialect with other schemas",
    ),
    "tokens": (("both.conll", "--set", "item=token"), "With item:token the score compares tags one by one"),
    "unknown axis": (("both.conll", "--set", "colour=red"), "there is no axis 'colour'"),
    "choice without option": (("both.conll", "--set", "policy"), "is not AXIS=OPTION"),
    "a whole signature": (("both.conll", "--dialect", "semeval|strict.micro.f1"), "has more than a dialect"),
    "another scheme": (FOUR[:1], "illegal.bioes:2, gold: the prefix 'E' of the tag 'E-ORG' is not in IOB2"),
    "illegal gold": (
        ("illegal.bioes", "--gold-column", "2", "--pred-column", "1", "--scheme", "BIOES", "--set", "gold=legal"),
        "illegal.bioes:3, gold: 'O' may not follow 'I-ORG' (SCH-8) in BIOES",
    ),
    "a plot of another form": (
        ("both.conll", "--plot", "spread.pdf"),
        "a plot cannot be written as .pdf, only as .svg or .png",
    ),
    "a plot in no folder": (("both.conll", "--plot", "no/spread.svg"), "the folder of the plot does not exist"),
    "all policies on a terminal": (("both.conll", "--all", *TEXT), "only JSON output holds"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_leaves_nothing_behind(name: str, command: Command) -> None:
    args, words = REFUSED[name]
    status, out, err = command("sweep", *args)
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_a_plot_without_matplotlib_says_what_to_install(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerconform.reporting.sweep_plot.find_spec", lambda _: None)
    status, out, err = command("sweep", "both.conll", "--plot", "spread.svg")
    assert (status, out) == (2, "")
    assert "pip install 'nerconform[plots]'" in err
    assert not Path("spread.svg").exists()


def test_matplotlib_is_here_for_the_tests() -> None:
    assert importlib.util.find_spec("matplotlib")

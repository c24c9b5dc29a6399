"""`nerconform agree`: whole outputs, and what it refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.products.agree import agree_files
from tests.commands.conftest import Command, has_printed_form

ANN = "Mary B-PER\nAnn I-PER\nmet O\nOslo B-LOC\n\nthe O\nBank B-ORG\nfell O\n"
FILES = {
    "ann.conll": ANN,
    "bob.conll": ANN.replace("Ann I-PER", "Ann O"),
    "eve.conll": ANN.replace("B-LOC", "B-ORG").replace("Bank B-ORG", "Bank O"),
    "short.conll": ANN[:40],
    "three.conll": ANN.replace(" ", " x "),
}
THREE = ("ann.conll", "bob.conll", "eve.conll", "--resamples", "0")
OUTPUTS = {
    "agree.txt": THREE,
    "agree-all.txt": (*THREE, "--verbose"),
    "agree.csv.txt": (*THREE, "--format", "csv"),
    "agree.json": (*THREE, "--format", "json"),
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand beside the files, and be of a release that does not change."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(agree_files, "__version__", "0.0.0")


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    status, out, err = command("agree", *OUTPUTS[name])
    assert (status, err) == (0, "")
    snapshot(name, out)


def test_the_first_screen_fits_and_says_the_interval(command: Command) -> None:
    _, out, _ = command("agree", *THREE[:3], width=80)
    lines = out.splitlines()
    assert len(lines) <= 25
    assert max(map(len, lines)) <= 80
    assert "35.56 per cent, 95 % interval [" in lines[0]


def test_the_json_has_the_printed_form(command: Command) -> None:
    _, schema, _ = command("agree", "--json-schema")
    _, out, _ = command("agree", *THREE, "--format", "json")
    assert has_printed_form(schema, out)["mean"] == {"is": "exact", "numerator": 16, "denominator": 45}


def test_another_column_is_read_where_it_is_named(command: Command) -> None:
    status, out, _ = command("agree", "ann.conll", "three.conll", "--resamples", "0")
    assert status == 0
    assert "100.00" in out


ERRORS = {
    ("ann.conll",): "Name one file for each annotator",
    ("ann.conll", "ann.conll"): "Name one file for each annotator",
    ("ann.conll", "bob.conll", "--dialect", "semeval"): "--set attribution=refilter",
    ("ann.conll", "short.conll"): "short.conll",
}


@pytest.mark.parametrize("args", ERRORS, ids=" ".join)
def test_an_error_says_what_to_do(args: tuple[str, ...], command: Command) -> None:
    status, out, err = command("agree", *args)
    assert (status, out) == (2, "")
    assert ERRORS[args] in err


def test_the_last_of_many_columns_is_named(command: Command, tmp_path: Path) -> None:
    files = []
    for name in ("ann", "bob"):
        files.append(tmp_path / name)
        files[-1].write_text("Ada B-PER B-PER\nslept O O\n")
    _, _, err = command("agree", *map(str, files))
    assert "(and 1 more file): the tags are read from column 2, the last of 3 (numbered from 0)" in err
    assert "column" not in command("agree", *map(str, files), "--column", "1")[2]

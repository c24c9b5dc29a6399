"""Folders, patterns and URLs of Parquet files are one corpus for every verb that reads gold and prediction."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Command

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
NAMED = ("--gold-column", "g", "--pred-column", "p")
ROWS = [
    {"g": ["B-PER", "I-PER", "O"], "p": ["B-PER", "O", "O"], "tokens": ["Ada", "Lo", "met"]},
    {"g": ["B-LOC", "O"], "p": ["I-LOC", "O"], "tokens": ["Rome", "is"]},
    {"g": ["O", "B-ORG"], "p": ["O", "B-PER"], "tokens": ["the", "UN"]},
]


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of two Parquet files; beside it one file of JSON Lines has the same sentences."""
    folder = tmp_path / "corpus" / "lang=en"
    folder.mkdir(parents=True)
    parquet.write_table(pa.Table.from_pylist(ROWS[:2]), folder / "a.parquet", row_group_size=1)
    parquet.write_table(pa.Table.from_pylist(ROWS[2:]), folder / "b.parquet")
    lines = [{"gold": row["g"], "pred": row["p"], "tokens": row["tokens"]} for row in ROWS]
    (tmp_path / "x.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    monkeypatch.chdir(tmp_path)
    return folder


def numbers(text: str) -> Any:  # noqa: ANN401 - JSON
    """Return what a result says of the data, without the names of files and the rows in them."""
    left_out = {"read", "citation", "errors", "cited", "named", "most_listed"}
    return {key: value for key, value in json.loads(text).items() if key not in left_out}


@pytest.mark.parametrize("named", [["corpus"], ["corpus/**/*.parquet"], ["file"]])
@pytest.mark.parametrize("verb", ["sweep", "analyze"])
def test_a_corpus_is_read_as_one_file(corpus: Path, command: Command, verb: str, named: list[str]) -> None:
    named = [f"file://{corpus}"] if named == ["file"] else named
    _, expected, _ = command(verb, "x.jsonl", "--format", "json")
    status, found, err = command(verb, *named, *NAMED, "--format", "json")
    assert status == 0, err
    assert numbers(found) == numbers(expected)


@pytest.mark.usefixtures("corpus")
def test_dialects_are_compared_on_a_corpus(command: Command) -> None:
    with_ = ("--with", "semeval,seqeval-strict", "--resamples", "50", "--format", "json")
    _, expected, _ = command("compare", "x.jsonl", *with_)
    status, found, err = command("compare", "corpus", *NAMED, *with_)
    assert status in {0, 1}, err
    parts = ("name", "results", "value", "interval")
    columns = [[[column[part] for part in parts] for column in json.loads(one)["columns"]] for one in (found, expected)]
    assert len(columns[0]) == 2
    assert columns[0] == columns[1]


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_corpus_is_validated_in_any_number_of_processes(command: Command, jobs: str) -> None:
    status, out, _ = command("validate", "corpus", "--column", "p", "--jobs", jobs, "--format", "text")
    assert status == 1
    assert "corpus/lang=en/a.parquet:2: 'I-LOC' may not be the first tag (SCH-5)" in out
    assert command("validate", "corpus", "--column", "g", "--jobs", jobs)[0] == 0


def test_rows_that_cannot_be_read_are_named(corpus: Path, command: Command) -> None:
    table = pa.table({"g": [["O"], None], "p": [["O"], ["O"]]})
    parquet.write_table(table, corpus / "c.parquet")
    for verb, args in (("sweep", NAMED), ("analyze", NAMED), ("validate", ("--column", "g", "--jobs", "2"))):
        status, _, err = command(verb, "corpus", *args)
        assert status == 2
        assert "c.parquet:2: the column 'g', which should hold gold, is missing or null" in " ".join(err.split())


def test_a_corrupt_row_group_is_named(corpus: Path, command: Command) -> None:
    file = corpus / "a.parquet"
    data = bytearray(file.read_bytes())
    group = parquet.ParquetFile(file).metadata.row_group(1).column(0)
    start = group.dictionary_page_offset or group.data_page_offset
    data[start : start + group.total_compressed_size] = b"\xff" * group.total_compressed_size
    file.write_bytes(data)
    status, _, err = command("sweep", "corpus", *NAMED)
    assert status == 2
    assert "a.parquet, row group 1: pyarrow cannot read the file" in " ".join(err.split())


_LOADED = """
import sys
from nerconform.commands.main import main
status = main(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(status)
"""


def test_scores_of_parquet_load_nothing_that_they_do_not_need(corpus: Path) -> None:
    command = [sys.executable, "-c", _LOADED, "score", str(corpus), *NAMED, "--resamples", "0"]
    found = subprocess.run(command, capture_output=True, check=True, text=True)
    loaded = set(found.stderr.splitlines())
    assert {"pyarrow.parquet", "nerconform.formats.arrow_columns"} <= loaded
    assert not loaded & {
        "pyarrow.compute",
        "pandas",
        "yaml",
        "nerconform.formats.conll",
        "nerconform.libraries.library",
    }

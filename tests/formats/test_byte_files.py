"""Byte files: compressed ones, and standard input, which every verb that takes files reads."""

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.commands.main import main
from nerconform.formats.byte_files import shown
from nerconform.formats.file_errors import UnreadableFile
from nerconform.formats.read import read

Write = Callable[..., Path]
BOTH = b"Ada B-PER B-PER\nslept O O\n\nBob B-PER O\n"


@pytest.mark.parametrize(
    "argv",
    [
        ["score", "-"],
        ["validate", "-"],
        ["sweep", "-"],
        ["compare", "-", "--with", "conlleval", "--resamples", "0"],
        ["convert", "-", "--to", "BIOES"],
        ["diff", "reference:conlleval", "--data", "-"],
    ],
    ids=lambda argv: argv[0],
)
def test_a_verb_reads_standard_input(
    argv: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BOTH)))
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert "error" not in err
    assert "S-PER" in out if argv[0] == "convert" else out


def test_gold_may_come_in_on_standard_input(
    file: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ada B-PER\n\nBob O\n")))
    assert main(["score", "-", str(file("Ada B-PER\n\nBob B-PER\n")), "--measure", "strict.micro.f1"]) == 0
    assert "66.67" in capsys.readouterr().out


def test_a_compressed_file_that_was_cut_off_is_refused(file: Write) -> None:
    with pytest.raises(UnreadableFile, match="cannot be read"):
        list(read(file(gzip.compress(BOTH * 99)[:-20], "data.gz")))


def test_a_compressed_file_is_not_replaced_by_a_plain_one(file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(gzip.compress(BOTH), "data.gz")
    assert main(["convert", str(path), "--to", "BIOES", "--in-place"]) == 2
    assert "--output" in capsys.readouterr().err
    assert gzip.decompress(path.read_bytes()) == BOTH


@pytest.mark.parametrize(
    ("name", "printed"),
    [("a\0b", "a\\0b"), ("a\\0b", "a\\0b"), ("caf\udce9", "caf\\udce9"), ("café", "café")],
)
def test_a_name_is_printed_without_bytes_that_are_no_text(name: str, printed: str) -> None:
    assert shown(Path(name)) == printed

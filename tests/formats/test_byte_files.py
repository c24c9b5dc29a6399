"""Byte files: compressed ones, and standard input, which every verb that takes files reads."""

import bz2
import gzip
import io
import lzma
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from nerconform.base.bounds import STDIN
from nerconform.commands.main import main
from nerconform.formats.byte_files import shown
from nerconform.formats.file_errors import UnreadableFile
from nerconform.formats.provenance import SourceFile
from nerconform.formats.read import read
from nerconform.formats.source import CHUNK_BYTES

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


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_standard_input_may_be_compressed(compress: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    data = compress((BOTH + b"\n") * 10_000)  # more than is read at once
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    for _ in range(2):
        assert sum(1 for _ in read(STDIN)) == 20_000
    assert SourceFile.of(STDIN).sha256 == sha256(data).hexdigest()


def test_standard_input_that_is_no_text_is_refused_at_once_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    zeros = io.BytesIO(bytes(4 * CHUNK_BYTES))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(zeros))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["score", "-"]) == 2
    assert "-:1:1: the text contains a NUL character" in capsys.readouterr().err
    assert zeros.tell() <= 2 * CHUNK_BYTES
    assert list(tmp_path.iterdir()) == []


def test_standard_input_is_not_read_after_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = []

    class Typed(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            if size is not None and len(data) < size:
                ends.append(self.tell())
            return data

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Typed(BOTH)))
    assert main(["score", "-"]) == 0
    assert ends == [len(BOTH)]


def test_standard_input_that_is_closed_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["score", "-"]) == 2
    assert "-: standard input is closed" in capsys.readouterr().err


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

"""File types: every file of the table is scored to the same counts, or refused by name; and the page says so."""

import gzip
import json
import os
import shlex
import sys
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from nerconform.base.errors import NerconformError
from nerconform.commands.main import main
from nerconform.commands.verb_options import gold_and_pred, reader_options
from nerconform.commands.verb_parser import build_parser
from nerconform.files.evaluated_files import EvaluatedFiles
from nerconform.files.score_files import score_files
from nerconform.formats.detect import format_of
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.source import TextSource
from nerconform.reference.named import NAMED
from tests.formats.file_types import CORPUS, COUNTS, PAGE, REFUSED, TYPES, FileType, page, save
from tests.steps import of_library

PLAIN_COLUMNS = [one for one in TYPES if one.kind == "conll" and "--layers" not in one.ask]


def scored(one: FileType, engine: str = "auto") -> EvaluatedFiles:
    """Return the scores of a file type, asked as its command line says."""
    parser, _ = build_parser()
    args: Any = parser.parse_args(["score", *shlex.split(one.ask)])
    options = reader_options(args)
    gold, pred = gold_and_pred(args.files, options)
    return score_files(gold, pred, NAMED["semeval"], options=options, engine=engine)


@cache
def refusals() -> list[str]:
    """Return what the kit says of each file that it does not read."""
    words = []
    for one in REFUSED:
        with TemporaryDirectory() as folder, chdir(folder):
            one.write(Path())
            with pytest.raises(NerconformError) as error:
                scored(one)
            words.append(f"{error.value.place}: {error.value.message}. {error.value.hint}".replace("\n", " "))
    return words


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("one", [pytest.param(one, marks=of_library(one.needs), id=one.what) for one in TYPES])
def test_every_file_type_gives_the_same_counts(one: FileType) -> None:
    if one.needs:
        pytest.importorskip(one.needs, reason=f"{one.needs} reads this file type")
    one.write(Path())
    found = scored(one)
    counts = found.evaluation.counts
    assert (counts.tp, counts.fp, counts.fn) == COUNTS
    assert found.units == 2
    first = Path(shlex.split(one.ask)[0])
    if first.is_file() and "--encoding" not in one.ask:
        with TextSource(first) as source:
            assert format_of(source, reader_options(build_parser()[0].parse_args(["score", "x"]))) == one.kind


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("one", TYPES, ids=lambda one: one.what)
def test_the_command_line_of_the_table_gives_these_counts(one: FileType, capsys: pytest.CaptureFixture[str]) -> None:
    if one.needs:
        pytest.importorskip(one.needs, reason=f"{one.needs} reads this file type")
    one.write(Path())
    assert main(["score", *shlex.split(one.ask), "--format", "json", "--resamples", "0"]) == 0
    counts = json.loads(capsys.readouterr().out)["schemas"]["strict"]["averages"]["micro"]["counts"]
    assert (counts["tp"], counts["fp"], counts["fn"]) == COUNTS


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("one", PLAIN_COLUMNS, ids=lambda one: one.what)
def test_both_engines_read_columns_alike(one: FileType) -> None:
    pytest.importorskip("numpy")
    one.write(Path())
    assert scored(one, "columnar").evaluation.counts == scored(one, "reference").evaluation.counts


@pytest.mark.parametrize("number", range(len(REFUSED)), ids=lambda number: REFUSED[number].what)
def test_what_is_not_read_is_named_with_the_way_out(number: int) -> None:
    one, words = REFUSED[number], refusals()[number]
    assert one.kind in words
    assert words.startswith(shlex.split(one.ask)[0])
    assert len(words) > 60


def test_the_table_is_long_enough_and_no_name_comes_twice() -> None:
    names = [one.what for one in (*TYPES, *REFUSED)]
    assert len(TYPES) >= 30
    assert len({*names}) == len(names)


def test_the_page_is_the_table() -> None:
    hint = "write it with `python -m tests.formats.file_types`"
    assert PAGE.read_text(encoding="utf-8") == page(refusals()), hint


def test_a_task_that_nobody_annotated_is_not_one_without_entities(here: Path) -> None:
    task = {"id": 1, "data": {"text": "Ada"}, "annotations": [], "predictions": [{"result": []}]}
    save(here / "export.json", json.dumps([task]))
    with pytest.raises(NerconformError, match="the task has no annotation"):
        list(read(here / "export.json"))


def test_a_placeholder_in_columns_is_a_token(here: Path) -> None:
    save(here / "data.conll", "<PERSON> B-PER B-PER\nslept O O\n\n</PERSON> O O\n")
    assert [one.tokens[0] for one in read(here / "data.conll")] == ["<PERSON>", "</PERSON>"]


def test_a_file_that_looks_like_another_is_read_as_what_is_said(here: Path) -> None:
    save(here / "data.conll", "#begin document (x)\nAda B-PER O\n")
    options = ReaderOptions(format="conll", comment="#")
    assert score_files(here / "data.conll", None, NAMED["semeval"], options=options).units == 1


def test_a_package_that_is_missing_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    save(here / "data.parquet", b"PAR1")
    with pytest.raises(NerconformError) as error:
        list(read(here / "data.parquet"))
    assert "nerconform[arrow]" in error.value.hint


def test_a_text_of_brat_without_annotations_is_refused(here: Path) -> None:
    save(here / "gold" / "a.ann", "")
    save(here / "gold" / "b.txt", "Ada")
    with pytest.raises(NerconformError, match=r"no \.ann file"):
        list(read(here / "gold"))


def test_an_empty_file_of_brat_is_a_document_without_entities(here: Path) -> None:
    save(here / "a.ann", "")
    save(here / "a.txt", "Ada")
    assert [(one.gold, one.text) for one in read(here / "a.ann")] == [((), "Ada")]


TABLES = [one for one in TYPES if one.what in {"Parquet", "Feather", "Arrow, a file", "Arrow, a stream"}]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have names on POSIX")
@pytest.mark.parametrize("one", [pytest.param(one, marks=of_library(one.needs), id=one.what) for one in TABLES])
def test_a_table_is_read_from_a_file_compressed_or_from_a_pipe(one: FileType, here: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow writes and reads these tables")
    one.write(here)
    (path,) = here.iterdir()
    plain = [(unit.gold, unit.pred, unit.tokens) for unit in read(path)]
    assert len(plain) == len(CORPUS)
    packed = here / "packed"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert [(unit.gold, unit.pred, unit.tokens) for unit in read(packed)] == plain
    reading, writing = os.pipe()
    os.write(writing, path.read_bytes())
    os.close(writing)
    piped = list(read(Path(f"/dev/fd/{reading}"), options=ReaderOptions(format="arrow")))
    os.close(reading)
    assert [(unit.gold, unit.pred, unit.tokens) for unit in piped] == plain

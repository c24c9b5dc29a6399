"""Files are scored alike, whoever reads and counts them, and in however many processes."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from multiprocessing import parent_process
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.engines.choice import NotServed
from nerconform.files import count_files as streamed
from nerconform.files.count_files import Count, count_part
from nerconform.files.evaluated_files import EvaluatedFiles
from nerconform.files.score_files import score_files
from nerconform.formats.blocks import ReadPlan
from nerconform.formats.provenance import UnitKind
from nerconform.formats.reader_options import ReaderOptions
from tests.formats.columns import SEPARATORS, texts
from tests.formats.conftest import file  # noqa: F401 # a fixture
from tests.formats.test_refusals import BAD, Bad

Write = Callable[..., Path]
Answer = tuple[object, ...] | str
every_dialect = pytest.mark.parametrize("name", list(nc.dialects()))


def answer(scored: Callable[[], EvaluatedFiles]) -> Answer:
    """Return what was counted, or the whole error."""
    try:
        found = scored()
    except NerconformError as error:
        return f"{error.code} {error}"
    return found.evaluation.to_dict(), found.evaluation.tally, found.units, str(found.run)


def by(
    engine: str,
    paths: Sequence[Path],
    dialect: nc.Dialect,
    unit: UnitKind = UnitKind.SENTENCE,
    options: ReaderOptions = ReaderOptions(),  # noqa: B008 # frozen
) -> Answer:
    """Return what an engine counts in files, or what it is refused with."""
    gold, pred = paths[0], paths[1] if paths[1:] else None
    return answer(lambda: score_files(gold, pred, dialect, unit, options, engine))


def assert_alike(
    paths: Sequence[Path], dialect: nc.Dialect, unit: UnitKind, options: ReaderOptions, *, served: bool = True
) -> None:
    """Assert that the engine answers as the reference does, errors included."""
    expected = by("reference", paths, dialect, unit, options)
    found = by("columnar", paths, dialect, unit, options)
    if isinstance(found, str) and found.startswith("not-served"):
        assert not served
    else:
        assert found == expected


@pytest.mark.parametrize("files", [1, 2])
@given(st.data())
def test_files_are_scored_or_refused_as_by_the_reference(
    files: int, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    separator = data.draw(st.sampled_from(SEPARATORS))
    comment = data.draw(st.sampled_from([None, None, "#"]))
    options = ReaderOptions(format="conll", separator=separator, comment=comment)
    paths = [tmp_path_factory.getbasetemp() / f"{name}.conll" for name in ("gold", "pred")[:files]]
    text = data.draw(texts(separator, 3 - files))
    for path in paths:
        path.write_bytes(text.encode("utf-8"))
        edits = data.draw(st.integers(0, 2))
        for old, new in [("O", "B-Y"), ("a", "b"), ("-DOCSTART-\n", "\n"), ("\n\n", "\n")][:edits]:
            text = text.replace(old, new, data.draw(st.integers(0, 3)))
    dialect = nc.dialects()[data.draw(st.sampled_from(list(nc.dialects())))]
    assert_alike(paths, dialect, data.draw(st.sampled_from(list(UnitKind))), options)


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_what_cannot_be_read_is_refused_in_the_same_words(file: Write, bad: Bad) -> None:  # noqa: F811 # the fixture
    paths = [file(bad.content, "gold")] + ([] if bad.pred is None else [file(bad.pred, "pred")])
    found, expected = (
        by(engine, paths, nc.Dialect(), options=ReaderOptions(**bad.options)) for engine in ("columnar", "reference")
    )
    assert found == expected
    assert isinstance(found, str)


UNITS = ["-DOCSTART- O O", "", "a B-X B-X", "b I-X O", "", "c O I-Y", "-DOCSTART- O O", "d B-Y B-Y", "", "e O B-Z", ""]


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """Return a file of 400 units in 200 documents."""
    path = tmp_path / "both.conll"
    path.write_text("\n".join(UNITS * 100), encoding="utf-8")
    return path


@pytest.mark.parametrize("unit", list(UnitKind))
@every_dialect
def test_every_dialect_counts_files_as_the_reference_does(name: str, unit: UnitKind, both: Path) -> None:
    for choices in ({}, {"pool": "flat"}, {"labels": "gold"}):
        assert_alike([both], nc.dialects()[name].set(policy="lenient", **choices), unit, ReaderOptions())


def test_a_dialect_that_counts_units_by_themselves_is_left_to_the_reference(both: Path) -> None:
    assert_alike([both], resolve("semeval,pool:mean"), UnitKind.DOCUMENT, ReaderOptions(), served=False)
    found = score_files(both, None, resolve("semeval,pool:mean"))
    assert found.evaluation.engine == "reference: the input is small"


@pytest.mark.parametrize("jobs", [3])
def test_several_processes_count_as_one(both: Path, jobs: int) -> None:
    expected, found = (
        score_files(both, None, nc.dialects()["semeval"], UnitKind.DOCUMENT, engine="columnar", jobs=number)
        for number in (1, jobs)
    )
    assert found.scores().to_dict() == expected.scores().to_dict()
    assert (found.units, found.alone) == (200, "")


def test_one_process_says_why_it_is_alone(both: Path, tmp_path: Path) -> None:
    pred = tmp_path / "pred.conll"
    pred.write_bytes(both.read_bytes())
    lines = tmp_path / "lines.conll"
    lines.write_text("# a comment\na O O\n\n", encoding="utf-8")
    comments = ReaderOptions(comment="# a comment")
    reasons = [
        score_files(path, other, resolve(dialect), options=options, engine=engine, jobs=2).alone
        for path, other, dialect, options, engine in [
            (both, None, "hipe", ReaderOptions(), "columnar"),
            (both, None, "semeval,pool:flat", ReaderOptions(), "columnar"),
            (both, pred, "semeval", ReaderOptions(gold_column=1), "columnar"),
            (lines, None, "semeval", ReaderOptions(comment="# a"), "columnar"),
            (lines, None, "semeval", comments, "columnar"),
            (both, None, "semeval,pool:mean", ReaderOptions(), "auto"),
        ]
    ]
    assert reasons == [
        "labels:gold looks at all sentences together",
        "pool:flat looks at all sentences together",
        "two files are read side by side",
        "comments can give two sentences the same id",
        "the files are read line by line",
        "the reference counts",
    ]


def killed(dialect: str, apart: UnitKind | None, plan: ReadPlan) -> list[Count]:
    """End as the kernel ends a process when memory runs out; in the process that started it, take long."""
    if parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(5)
    return count_part(dialect, apart, plan)


@pytest.mark.long
def test_a_killed_worker_is_the_reason_why_one_process_counts(both: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    semeval = nc.dialects()["semeval"]
    expected = score_files(both, None, semeval, engine="columnar")
    monkeypatch.setattr(streamed, "count_part", killed)
    found = score_files(both, None, semeval, engine="columnar", jobs=2)
    assert found.alone.startswith("a worker process was killed")
    assert found.evaluation.counts == expected.evaluation.counts


def test_an_error_in_a_part_is_that_of_the_whole_file(both: Path) -> None:
    both.write_text(both.read_text(encoding="utf-8") + "f O B\n", encoding="utf-8")
    found = answer(lambda: score_files(both, None, nc.dialects()["semeval"], engine="columnar", jobs=2))
    assert found == by("reference", [both], nc.dialects()["semeval"])
    assert "both.conll:1100, pred" in str(found)


def test_who_counted_is_told(both: Path) -> None:
    semeval = nc.dialects()["semeval"]
    read = [
        score_files(both, None, dialect, options=options, engine=engine).evaluation.engine
        for dialect, options, engine in [
            (semeval, ReaderOptions(), "columnar"),
            (semeval, ReaderOptions(comment="# comment"), "columnar"),
            (semeval, ReaderOptions(), "auto"),
            (semeval, ReaderOptions(), "reference"),
        ]
    ]
    assert read == [
        "columnar",
        "columnar: read line by line, comments can name the columns, or start with more than eight bytes",
        "reference: the input is small",
        "reference",
    ]


def test_large_files_are_counted_by_the_engine_unless_it_does_not_serve_them(
    both: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streamed, "FEW", 100)
    assert score_files(both, None, nc.dialects()["semeval"]).evaluation.engine == "columnar"
    mean = score_files(both, None, resolve("semeval,pool:mean"))
    assert mean.evaluation.engine == "reference: pool:mean counts every sentence by itself"
    spans = both.with_suffix(".jsonl")
    spans.write_text('{"gold": [["X", 0, 1]], "pred": [["X", 0, 1]]}\n' * 99, encoding="utf-8")
    found = score_files(spans, None, nc.dialects()["semeval"])
    assert found.evaluation.engine == "columnar: read line by line, the file is not in columns"
    assert found.evaluation.counts.tp == 99
    with pytest.raises(NotServed, match="pool:mean"):
        score_files(spans, None, resolve("semeval,pool:mean"), engine="columnar")


def test_progress_is_told_of_every_byte(both: Path) -> None:
    for options, engine in ((ReaderOptions(), "columnar"), (ReaderOptions(), "reference")):
        sizes: list[int] = []
        score_files(both, None, nc.dialects()["semeval"], options=options, engine=engine, progress=sizes.append)
        assert sum(sizes) == both.stat().st_size


def test_units_are_counted_in_batches(both: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streamed, "_BATCH", 3)
    comments = ReaderOptions(comment="# a comment")
    assert_alike([both], nc.dialects()["semeval"], UnitKind.DOCUMENT, comments)


@pytest.mark.long
def test_more_tags_than_a_table_should_hold_are_counted(both: Path) -> None:
    rows = [f"w B-T{number} {'B' if number % 3 else 'I'}-T{number // 2}" for number in range(4500)]
    both.write_text("\n\n".join(rows), encoding="utf-8")
    assert_alike([both], nc.dialects()["conlleval"], UnitKind.SENTENCE, ReaderOptions())
    found = score_files(both, None, nc.dialects()["conlleval"], engine="columnar").evaluation
    assert found.counts.tp == 1  # number 0 alone is half of itself

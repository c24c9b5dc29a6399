"""Parquet files: many are one corpus, refusals name file, row group and row, and a killed worker changes nothing."""

import json
import os
import signal
import tempfile
import time
from collections.abc import Sequence
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import nerconform as nc
from nerconform.base import worker_pool
from nerconform.distributed import parquet_shards
from nerconform.distributed.parquet_shards import Shard, ShardPlan, count_shard, shared_out
from nerconform.distributed.tallies import PartTally
from nerconform.distributed.unit_tallies import SplitDocument
from nerconform.files.evaluated_files import NoDocuments, OneAnnotation
from nerconform.files.merge_parts import RepeatedPart, merge_parts
from nerconform.files.parquet_files import score_parquet
from nerconform.files.score_files import score_files
from nerconform.formats.arrow_columns import NullInColumn
from nerconform.formats.file_errors import MissingColumn, MissingFile, UnreadableFile
from nerconform.formats.provenance import UnitKind
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.stored_files import SameFile, StoredFile, UnknownStore, are_parquet, files_of
from nerconform.reference.refusals import CannotAdd, IllegalTransition, LengthsDiffer
from nerconform.results.context import Resampling
from nerconform.results.values import encode

NAMED = ReaderOptions(gold_column="gold", pred_column="pred")
GOLD = [["B-PER", "I-PER", "O"], ["B-LOC", "O"], [], ["O"], ["B-ORG", "B-PER"], ["O", "B-LOC"], ["I-PER", "O"]]
PRED = [["B-PER", "O", "O"], ["B-LOC", "O"], [], ["B-LOC"], ["B-ORG", "I-ORG"], ["O", "B-LOC"], ["B-PER", "O"]]
EXPECTED = nc.evaluate(GOLD, PRED)


def write(path: Path, gold: Sequence[Any], pred: Sequence[Any], rows: int = 2) -> Path:
    parquet.write_table(pa.table({"gold": gold, "pred": pred}), path, row_group_size=rows)
    return path


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    (folder / "more").mkdir(parents=True)
    write(folder / "a.parquet", GOLD[:3], PRED[:3])
    write(folder / "b.parquet", GOLD[3:4], PRED[3:4])
    write(folder / "more" / "c.parquet", GOLD[4:], PRED[4:])
    return folder


@pytest.mark.parametrize("named", [["."], ["*.parquet", "more"], ["**/*.parquet"], ["more/c.parquet", "[ab].parquet"]])
def test_files_folders_and_patterns_are_one_corpus(corpus: Path, named: Sequence[str]) -> None:
    found, part = score_parquet([corpus / name for name in named], nc.dialects()["semeval"], NAMED)
    assert found.evaluation.to_dict() == EXPECTED.to_dict()
    assert found.units == part.units == 7
    assert len(part.sources) == 3
    assert len(found.run.digests) == 1


def test_the_order_and_the_names_of_files_change_nothing_that_is_cited(corpus: Path) -> None:
    first = score_parquet([corpus], nc.dialects()["semeval"], NAMED)
    (corpus / "a.parquet").rename(corpus / "z.parquet")
    second = score_parquet([corpus], nc.dialects()["semeval"], NAMED)
    assert (str(first[0].run), first[1]) == (str(second[0].run), second[1])


@pytest.mark.parametrize("engine", ["auto", "columnar", "reference"])
def test_every_engine_counts_the_same(corpus: Path, engine: str) -> None:
    found, _ = score_parquet([corpus], nc.dialects()["semeval"], NAMED, engine=engine)
    assert found.evaluation.to_dict() == EXPECTED.to_dict()


@pytest.mark.parametrize("jobs", [1, 3])
def test_several_processes_count_the_same(corpus: Path, jobs: int) -> None:
    told: list[int] = []
    found, _ = score_parquet([corpus], nc.dialects()["semeval"], NAMED, jobs=jobs, progress=told.append)
    assert found.evaluation.to_dict() == EXPECTED.to_dict()
    assert sum(told) <= sum(file.size() for file in files_of([corpus]))


MARK = "NERCONFORM_TEST_KILLED"


def _killed(most: int) -> None:
    """Kill this process, if it is not the one that started it and `most` others have not been killed before.

    The one that started them waits until one has been killed for each task that it takes.
    """
    mark = Path(os.environ[MARK])
    if parent_process() is not None:
        if mark.stat().st_size < most:
            with mark.open("a") as file:
                file.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
        return
    for _ in range(600):
        if mark.stat().st_size:
            return
        time.sleep(0.1)


def killed_once(plan: ShardPlan, shard: Shard) -> PartTally:
    """Count a shard; the first process that has counted one is killed before it can answer."""
    found = count_shard(plan, shard)
    _killed(1)
    return found


def always_killed(plan: ShardPlan, shard: Shard) -> PartTally:
    _killed(1000)
    time.sleep(1)
    return count_shard(plan, shard)


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "killed").touch()
    monkeypatch.setenv(MARK, str(tmp_path / "killed"))
    return tmp_path / "killed"


@pytest.mark.long
def test_a_worker_that_is_killed_changes_no_count(corpus: Path, mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_shards, "count_shard", killed_once)
    found, part = score_parquet([corpus], nc.dialects()["semeval"], NAMED, jobs=2, resampling=True)
    assert mark.read_text() == "x"
    assert found.evaluation.to_dict() == EXPECTED.to_dict()
    assert part == score_parquet([corpus], nc.dialects()["semeval"], NAMED, resampling=True)[1]


@pytest.mark.long
def test_workers_that_are_always_killed_are_reported(corpus: Path, mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_shards, "count_shard", always_killed)
    with pytest.raises(worker_pool.KilledWorkers, match=r"parquet.* a worker process was killed 3 times"):
        score_parquet([corpus], nc.dialects()["semeval"], NAMED, jobs=2)
    assert len(mark.read_text()) >= 3


@given(
    st.lists(st.lists(st.integers(1, 9), max_size=30), min_size=1, max_size=9),
    st.integers(1, 5),
)
def test_processes_share_all_row_groups_out_once(files: list[list[int]], jobs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stored = []
        for number, groups in enumerate(files):
            path = Path(folder) / f"{number}.parquet"
            with parquet.ParquetWriter(path, pa.schema([("gold", pa.list_(pa.string()))])) as writer:
                for rows in groups:
                    writer.write_table(pa.table({"gold": [["O"]] * rows}))
            stored.append(StoredFile(str(path)))
        found = shared_out(stored, jobs)
    firsts = {(file, group): sum(groups[:group]) for file, groups in zip(stored, files, strict=True)
              for group in range(len(groups))}  # fmt: skip
    assert [(shard.file, group) for shard in found for group in shard.groups] == list(firsts)
    assert all(shard.first_row == firsts[shard.file, shard.groups[0]] for shard in found if shard.groups)
    assert sum(shard.rows for shard in found) == sum(map(sum, files))
    if jobs > 1 and len(files) == 1 and len(files[0]) > 1:  # one process has no more than half of what is left
        assert len(found) > 1
        assert all(len(shard.groups) == 1 or shard.rows <= sum(files[0]) / (2 * jobs) for shard in found)


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_is_told_while_one_file_is_read(tmp_path: Path, jobs: int) -> None:
    path, told = write(tmp_path / "x.parquet", GOLD * 20, PRED * 20, rows=1), list[int]()
    found, part = score_parquet([path], nc.dialects()["semeval"], NAMED, jobs=jobs, progress=told.append)
    assert len(told) > 10
    assert path.stat().st_size - len(told) <= sum(told) <= path.stat().st_size
    assert found.units == 20 * len(GOLD)
    assert part == score_parquet([path], nc.dialects()["semeval"], NAMED)[1]


def test_a_corrupt_row_group_is_named_and_nothing_is_counted(corpus: Path) -> None:
    file = corpus / "a.parquet"
    data = bytearray(file.read_bytes())
    group = parquet.ParquetFile(file).metadata.row_group(1).column(0)
    start = group.dictionary_page_offset or group.data_page_offset
    data[start : start + group.total_compressed_size] = b"\xff" * group.total_compressed_size
    file.write_bytes(data)
    for jobs in (1, 2):
        with pytest.raises(UnreadableFile, match=r"a\.parquet, row group 1: pyarrow cannot read the file"):
            score_parquet([corpus], nc.dialects()["semeval"], NAMED, jobs=jobs)


ROWS = [["O"]] * 5
REFUSED: list[tuple[Any, Any, type[nc.NerconformError], str]] = [
    ([*ROWS, None], [*ROWS, ["O"]], NullInColumn, "row group 2, row 5, column 'gold'"),
    ([*ROWS, ["O"]], [*ROWS[:3], ["O", None], *ROWS[:2]], NullInColumn, "row group 1, row 3, position 1"),
    ([*ROWS, ["O"]], [*ROWS, ["O", "O"]], LengthsDiffer, "row group 2, row 5"),
    ([*ROWS, ["O", "I-PER"]], [*ROWS, ["O", "O"]], IllegalTransition, "row group 2, gold, row 5, position 1"),
]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("refused", REFUSED)
def test_a_row_that_is_refused_is_named(
    tmp_path: Path, refused: tuple[Any, Any, type[nc.NerconformError], str], jobs: int
) -> None:
    gold, pred, error, words = refused
    file = write(tmp_path / "x.parquet", gold, pred)
    with pytest.raises(error, match=f"x.parquet, {words}"):
        score_parquet([file], nc.Dialect().set(policy="refuse"), NAMED, jobs=jobs)


def test_a_row_group_in_several_batches_is_counted_once_and_its_rows_keep_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_shards, "_BATCH", 2)
    file = write(tmp_path / "x.parquet", GOLD, PRED, rows=100)
    found, _ = score_parquet([file], nc.dialects()["semeval"], NAMED)
    assert found.evaluation.to_dict() == EXPECTED.to_dict()
    bad = write(tmp_path / "y.parquet", [*GOLD, ["O"]], [*PRED, ["O", "O"]], rows=100)
    with pytest.raises(LengthsDiffer, match="row group 0, row 7"):
        score_parquet([bad], nc.dialects()["semeval"], NAMED)


def test_label_ids_and_spans_are_read_with_their_names(tmp_path: Path) -> None:
    file = write(tmp_path / "ids.parquet", [[1, 2, 0], [0]], [[1, 0, 0], [1]])
    options = ReaderOptions(gold_column="gold", pred_column="pred", id2label={0: "O", 1: "B-X", 2: "I-X"})
    expected = nc.evaluate([["B-X", "I-X", "O"], ["O"]], [["B-X", "O", "O"], ["B-X"]])
    assert score_parquet([file], nc.dialects()["semeval"], options)[0].evaluation == expected
    spans = [[{"label": "X", "start": 0, "end": 2}], []], [[{"label": "X", "start": 0, "end": 1}], []]
    file = write(tmp_path / "spans.parquet", *spans)
    assert score_parquet([file], nc.dialects()["semeval"], NAMED)[0].evaluation == nc.evaluate(*spans)


def test_a_file_of_no_rows_adds_nothing(tmp_path: Path) -> None:
    kind = pa.list_(pa.string())
    empty = pa.table({"gold": pa.array([], kind), "pred": pa.array([], kind)})
    parquet.write_table(empty, tmp_path / "x.parquet")
    found, part = score_parquet([tmp_path / "x.parquet"], nc.dialects()["semeval"], NAMED)
    assert (found.units, part.types, found.evaluation.counts.as_tuple()) == (0, {}, (0, 0, 0, 0, 0))


def test_what_cannot_be_asked_is_refused_before_anything_is_read(corpus: Path) -> None:
    semeval = nc.dialects()["semeval"]
    with pytest.raises(OneAnnotation, match="which column of the Parquet file holds pred"):
        score_parquet([corpus], semeval, ReaderOptions(gold_column="gold"))
    with pytest.raises(
        MissingColumn, match=r"a\.parquet, row group 0: the table has no column 'other', which should hold pred"
    ):
        score_parquet([corpus], semeval, ReaderOptions(gold_column="gold", pred_column="other"))
    with pytest.raises(NoDocuments, match="--document COLUMN"):
        score_parquet([corpus], semeval, NAMED, UnitKind.DOCUMENT)
    with pytest.raises(CannotAdd, match="pool:mean"):
        score_parquet([corpus], semeval.set(pool="mean"), NAMED)
    with pytest.raises(SameFile, match="named twice"):
        score_parquet([corpus, corpus / "a.parquet"], semeval, NAMED)
    with pytest.raises(MissingFile, match="no file has this name"):
        score_parquet([corpus / "?.parq"], semeval, NAMED)


def test_a_folder_is_parquet_if_it_has_such_files(corpus: Path, tmp_path: Path) -> None:
    assert are_parquet([corpus, corpus / "*.PARQUET"])
    assert not are_parquet([corpus, tmp_path / "x.conll"])
    (corpus / "_delta").mkdir()
    write(corpus / "_delta" / "x.parquet", [], [])
    assert "x.parquet" not in [file.name for file in local(corpus)]


def local(folder: Path) -> list[Path]:
    return [Path(file.name) for file in files_of([folder])]


def parts_of(
    files: Sequence[Path],
    folder: Path,
    dialect: nc.Dialect,
    options: ReaderOptions = NAMED,
    *,
    resampling: bool = False,
) -> list[Path]:
    found = []
    unit = UnitKind.SENTENCE if options.document is None else UnitKind.DOCUMENT
    for number, file in enumerate(files):
        _, part = score_parquet([file], dialect, options, unit, resampling=resampling)
        found.append(folder / f"part-{number}.json")
        found[-1].write_text(encode(part))
    return found


def test_merged_parts_are_the_corpus(corpus: Path, tmp_path: Path) -> None:
    semeval = nc.dialects()["semeval"]
    parts = parts_of(local(corpus), tmp_path, semeval)
    whole, record = score_parquet([corpus], semeval, NAMED)
    merged, sum_of_parts = merge_parts(parts[::-1])
    assert merged.evaluation.to_dict() == whole.evaluation.to_dict()
    assert merged.run.digests == whole.run.digests
    assert sum_of_parts == record
    (tmp_path / "tree.json").write_text(encode(merge_parts(parts[:2])[1]))
    assert merge_parts([parts[2], tmp_path / "tree.json"])[1] == record


def test_parts_are_not_counted_twice_and_dialects_do_not_mix(corpus: Path, tmp_path: Path) -> None:
    files = local(corpus)
    parts = parts_of(files, tmp_path, nc.dialects()["semeval"])
    with pytest.raises(RepeatedPart, match="named twice"):
        merge_parts([parts[0], parts[0]])
    (tmp_path / "copy.json").write_bytes(parts[0].read_bytes())
    with pytest.raises(RepeatedPart, match="counted the same data file"):
        merge_parts([parts[0], tmp_path / "copy.json"])
    (tmp_path / "other").mkdir()
    others = parts_of(files[1:2], tmp_path / "other", nc.dialects()["conlleval"])
    with pytest.raises(CannotAdd, match=r"part-0\.json and .*by different rules cannot be added"):
        merge_parts([parts[0], *others])
    with pytest.raises(MissingFile):
        merge_parts([tmp_path / "none.json"])


def test_parts_of_any_format_merge(tmp_path: Path) -> None:
    lines = ["a B-X B-X\nb O B-X\n", "c B-Y O\n"]
    semeval = nc.dialects()["semeval"]
    paths = []
    for number, text in enumerate(lines):
        (tmp_path / f"{number}.conll").write_text(text)
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_text(encode(score_files(tmp_path / f"{number}.conll", None, semeval).part()))
    found, _ = merge_parts(paths)
    expected = nc.evaluate([["B-X", "O"], ["B-Y"]], [["B-X", "B-X"], ["O"]])
    assert found.evaluation.to_dict() == expected.to_dict()
    with pytest.raises(CannotAdd, match="pool:flat"):
        score_files(tmp_path / "0.conll", None, semeval.set(pool="flat")).part()


DOCUMENTS = ["a", "a", "b", "c", "c", "c", "d"]
BY_DOCUMENT = ReaderOptions(gold_column="gold", pred_column="pred", document="doc")
DRAWN = Resampling(200, 3, "")


def write_documents(path: Path, rows: slice, names: Sequence[str] = DOCUMENTS) -> Path:
    table = pa.table({"gold": GOLD[rows], "pred": PRED[rows], "doc": pa.array(names[rows]).dictionary_encode()})
    parquet.write_table(table, path, row_group_size=2)
    return path


@pytest.mark.parametrize("unit", UnitKind)
def test_parts_have_the_interval_of_one_process(tmp_path: Path, unit: UnitKind) -> None:
    """The reference reads all sentences from one file of JSON Lines; the parts are counted from Parquet."""
    rows = [{"gold": g, "pred": p, "document": d} for g, p, d in zip(GOLD, PRED, DOCUMENTS, strict=True)]
    (tmp_path / "x.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    semeval = nc.dialects()["semeval"]
    expected = score_files(tmp_path / "x.jsonl", None, semeval, unit, engine="reference", apart=True)
    options = BY_DOCUMENT if unit is UnitKind.DOCUMENT else NAMED
    files = [write_documents(tmp_path / f"{n}.parquet", rows) for n, rows in enumerate((slice(3), slice(3, 7)))]
    parts = parts_of(files, tmp_path, semeval, options, resampling=True)
    found, record = merge_parts(parts[::-1])
    assert found.kinds == expected.kinds
    assert found.units == record.units == {UnitKind.SENTENCE: 7, UnitKind.DOCUMENT: 4}[unit]
    assert found.scores((), DRAWN).intervals == expected.scores((), DRAWN).intervals
    assert record == score_parquet(files, semeval, options, unit, resampling=True)[1]
    assert record.documents == ({UnitKind.SENTENCE: (), UnitKind.DOCUMENT: ("a", "b", "c", "d")}[unit])


def test_a_document_in_two_places_is_refused_by_name(tmp_path: Path) -> None:
    semeval = nc.dialects()["semeval"]
    files = [write_documents(tmp_path / f"{n}.parquet", rows) for n, rows in enumerate((slice(4), slice(4, 7)))]
    with pytest.raises(SplitDocument, match=r"1\.json: the sentences of the document 'c' do not follow each other"):
        merge_parts(parts_of(files, tmp_path, semeval, BY_DOCUMENT))
    with pytest.raises(SplitDocument, match="the sentences of the document 'c' do not follow each other"):
        score_parquet(files, semeval, BY_DOCUMENT, UnitKind.DOCUMENT)
    again = write_documents(tmp_path / "2.parquet", slice(7), ["a", "b", "b", "b", "a", "d", "d"])
    with pytest.raises(SplitDocument, match=r"2\.parquet.*the sentences of the document 'a' do not follow each other"):
        score_parquet([again], semeval, BY_DOCUMENT, UnitKind.DOCUMENT)


def test_parts_with_and_without_counts_for_resampling_do_not_add_up(corpus: Path, tmp_path: Path) -> None:
    semeval, files = nc.dialects()["semeval"], local(corpus)
    (tmp_path / "with").mkdir()
    parts = parts_of(files[:1], tmp_path, semeval)
    parts += parts_of(files[1:], tmp_path / "with", semeval, resampling=True)
    with pytest.raises(CannotAdd, match="one part has the counts that intervals need"):
        merge_parts(parts)


@pytest.mark.long
@pytest.mark.parametrize("below", ["", "/*.parquet", "/**/c.parquet", "/more/c.parquet"])
def test_a_url_names_what_a_path_names(corpus: Path, below: str) -> None:
    url, path = Path(f"file://{corpus}{below}"), Path(f"{corpus}{below}")
    assert are_parquet([url])
    assert [file.name for file in files_of([url])] == [f"file://{file.name}" for file in files_of([path])]
    by_url, by_path = (score_parquet([one], nc.dialects()["semeval"], NAMED, jobs=2)[1] for one in (url, path))
    assert by_url == by_path


@pytest.mark.parametrize("store", ["nostore", "fsspec+nostore"])
def test_a_store_that_nobody_opens_is_refused_with_its_url(corpus: Path, store: str) -> None:
    with pytest.raises(UnknownStore) as error:
        files_of([Path(f"{store}://x/y.parquet")])
    assert str(error.value).startswith(f"{store}://x/y.parquet: no installed package opens {store}:// addresses: ")
    with pytest.raises(MissingFile, match="no file has this name"):
        files_of([Path(f"file://{corpus}/*.parq")])
    with pytest.raises(SameFile, match="named twice"):
        files_of([Path(f"file://{corpus}")] * 2)


def test_fsspec_opens_what_arrow_does_not(corpus: Path) -> None:
    memory = pytest.importorskip("fsspec").filesystem("memory")
    for file in local(corpus):
        memory.pipe(f"/bucket/{file.name}", file.read_bytes())
    found, part = score_parquet([Path("memory://bucket/*.parquet")], nc.dialects()["semeval"], NAMED, jobs=2)
    assert found.evaluation.to_dict() == EXPECTED.to_dict()
    assert part == score_parquet([corpus], nc.dialects()["semeval"], NAMED)[1]


def test_a_file_without_row_groups_has_no_sentences_with_or_without_a_bar(tmp_path: Path) -> None:
    path = tmp_path / "empty.parquet"
    tags = pa.list_(pa.string())
    parquet.ParquetWriter(path, pa.schema([("gold", tags), ("pred", tags)])).close()
    files, dialect = [path], nc.dialects()["semeval"]
    found = [
        score_parquet(files, dialect, NAMED, UnitKind.SENTENCE, "auto", 1, progress)[0].units
        for progress in (None, lambda _: None)
    ]
    assert found == [0, 0]

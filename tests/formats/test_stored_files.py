"""Stored files: a path, a folder, a pattern and a URL name the same files, and what cannot be read is said."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats import stored_files
from nerconform.formats.provenance import SourceFile, require_file
from nerconform.formats.read import read, read_row_groups
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record
from nerconform.formats.stored_files import StoredFile, are_parquet, files_of, opened, url_of

DATA = ("a.parquet", "b.PQ", "sub/c.parq", "sub/deep/d.parquet", "x[1].parquet")
OTHER = ("_hidden.parquet", ".b.parquet", "_part/e.parquet", "sub/.git/f.parquet", "README.md", "sub/parquet")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with data, and with files that are none."""
    for name in (*DATA, *OTHER):
        path = tmp_path / "corpus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    return tmp_path / "corpus"


def names(paths: list[Path], below: Path) -> list[str]:
    """Return the files that are meant, as paths below a folder."""
    return [one.name.partition(f"{below}/")[2] for one in files_of(paths)]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("s3:/bucket/a", "s3://bucket/a"),
        ("hf://datasets/x", "hf://datasets/x"),
        ("file:/a/b", "file:///a/b"),
        ("a+b.c-1:/x", "a+b.c-1://x"),
        ("C:/data/a", ""),
        ("a/b", ""),
        ("1s:/x", ""),
        ("s3:x", ""),
    ],
)
def test_a_url_is_told_from_a_path(text: str, url: str) -> None:
    assert url_of(text) == url_of(Path(text)) == url
    assert StoredFile(url or text).is_remote is bool(url)
    assert str(StoredFile(text)) == text


def test_what_is_meant_as_parquet(tree: Path) -> None:
    assert are_parquet([tree, tree / "a.parquet", tree / "b.PQ", Path("none/*.pq"), Path("s3:/x/y")])
    assert not are_parquet([tree / "a.parquet", tree / "README.md"])
    assert not are_parquet([tree / "sub" / "deep" / "d"])
    (tree / "empty").mkdir()
    assert not are_parquet([tree / "empty"])


def test_a_folder_is_its_data_in_the_order_of_names(tree: Path) -> None:
    assert names([tree], tree) == sorted(DATA)
    assert names([tree / "sub", tree / "a.parquet"], tree) == ["sub/c.parq", "sub/deep/d.parquet", "a.parquet"]
    assert names([tree / "README.md"], tree) == ["README.md"]


PATTERNS = {
    "*.parquet": ["a.parquet", "x[1].parquet"],
    "sub/*.parq": ["sub/c.parq"],
    "**/*.parquet": ["a.parquet", "sub/deep/d.parquet", "x[1].parquet"],
    "sub/**/*.par*": ["sub/c.parq", "sub/deep/d.parquet"],
    "[ab].*": ["a.parquet", "b.PQ"],
}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_the_files_that_match(tree: Path, pattern: str) -> None:
    found = [one for one in names([tree / pattern], tree) if one in DATA]
    assert found == PATTERNS[pattern]


def test_names_without_a_file_and_files_that_are_named_twice(tree: Path) -> None:
    for missing in (tree / "none.parquet", tree / "none*.parquet"):
        with pytest.raises(NerconformError, match="no file has this name") as caught:
            files_of([tree / "a.parquet", missing])
        assert (caught.value.place, caught.value.code) == (str(missing), "missing-file")
    with pytest.raises(NerconformError, match="named twice") as caught:
        files_of([tree / "a.parquet", tree / "sub" / ".." / "a.parquet"])
    assert (caught.value.place, caught.value.code) == (str(tree / "sub/../a.parquet"), "same-file")


class TestUrls:
    """The same folder behind a URL."""

    @pytest.fixture(autouse=True)
    def _arrow(self) -> None:
        pytest.importorskip("pyarrow", reason="pyarrow opens URLs")

    def test_a_url_of_a_folder_is_its_data(self, tree: Path) -> None:
        assert names([Path(f"file://{tree}")], tree) == sorted(DATA)
        assert files_of([Path(f"file://{tree}/a.parquet")]) == [StoredFile(f"file://{tree}/a.parquet")]

    @pytest.mark.parametrize("pattern", PATTERNS)
    def test_a_url_with_a_pattern_is_the_files_that_match(self, tree: Path, pattern: str) -> None:
        found = [one for one in names([Path(f"file://{tree}/{pattern}")], tree) if one in DATA]
        assert found == PATTERNS[pattern]

    def test_a_url_needs_pyarrow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(stored_files, "find_spec", {}.get)
        with pytest.raises(NerconformError, match="read by pyarrow, which is not installed") as caught:
            files_of([Path("file:/a/b")])
        assert (caught.value.code, caught.value.place) == ("needs-package", "file:///a/b")
        assert "nerconform[arrow]" in caught.value.hint

    def test_a_store_that_does_not_answer_is_named_with_the_reason(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(url: str) -> tuple[Any, str]:
            raise OSError(f"access to {url}\n  denied")

        monkeypatch.setattr(stored_files, "opened", refuse)
        with pytest.raises(NerconformError) as caught:
            files_of([Path("s3:/bucket/a")])
        assert (caught.value.code, caught.value.place) == ("unreadable-file", "s3://bucket/a")
        assert caught.value.message == "the file cannot be read: access to s3://bucket/a denied"

    def test_what_follows_a_question_mark_is_for_the_store(self) -> None:
        filesystem, path = opened("s3://bucket/corpus/[ab].parquet?region=eu-west-1")
        assert (filesystem.region, path) == ("eu-west-1", "bucket/corpus/[ab].parquet")

    def test_brackets_of_a_pattern_are_no_part_of_the_address_and_those_of_a_host_are(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = list[str]()

        def filesystem_of(url: str) -> tuple[str, str]:
            asked.append(url)
            return "store", "bucket"

        monkeypatch.setattr(stored_files, "filesystem_of", filesystem_of)
        assert opened("s3://[::1]:80/a/[bc].pq?x=1") == ("store", "bucket/[bc].pq")
        assert opened("s3://[::1]:80/a.pq") == ("store", "bucket")
        assert opened("s3://host/[ab]/[bc].pq") == ("store", "bucket/[ab]/[bc].pq")
        assert asked == ["s3://[::1]:80/a?x=1", "s3://[::1]:80/a.pq", "s3://host"]

    @pytest.mark.parametrize(
        ("scheme", "remedy"),
        [("http", "pip install fsspec aiohttp"), ("klingon", "the package of fsspec that opens klingon://")],
    )
    def test_the_package_of_a_store_is_named_where_it_is_not_installed(
        self, monkeypatch: pytest.MonkeyPatch, scheme: str, remedy: str
    ) -> None:
        def import_module(name: str) -> None:
            raise ImportError(f"no module {name}")

        monkeypatch.setattr(stored_files, "import_module", import_module)
        with pytest.raises(NerconformError, match=f"no installed package opens {scheme}://") as caught:
            StoredFile(f"{scheme}://x/y").source()
        assert caught.value.place == f"{scheme}://x/y"
        assert remedy in caught.value.hint

    def test_a_url_without_a_file(self, tree: Path) -> None:
        for name in ("none", "none/*.parquet", "*.none"):
            with pytest.raises(NerconformError, match="no file has this name") as caught:
                files_of([Path(f"file://{tree}/{name}")])
            assert (caught.value.place, caught.value.code) == (f"file://{tree}/{name}", "missing-file")
        with pytest.raises(NerconformError, match="named twice"):
            files_of([Path(f"file://{tree}/a.parquet"), Path(f"file://{tree}")])

    def test_a_store_that_nobody_opens(self) -> None:
        with pytest.raises(NerconformError, match="no installed package opens klingon://") as caught:
            files_of([Path("klingon:/x/y.parquet")])
        assert caught.value.place == "klingon://x/y.parquet"
        assert "copy the files" in caught.value.hint

    @pytest.mark.parametrize("head", ["", "file://"])
    def test_size_and_digest_are_those_of_the_bytes(self, tree: Path, head: str) -> None:
        path = tree / "sub" / "c.parq"
        path.write_bytes(bytes(range(256)) * 5000)  # more than one block
        file = StoredFile(f"{head}{path}")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert (file.size(), file.digest()) == (256 * 5000, digest)
        assert SourceFile.of(Path(file.name)) == (file.name, digest)
        path.write_bytes(b"")
        assert (file.size(), file.digest()) == (0, hashlib.sha256().hexdigest())

    def test_the_digest_of_a_folder_is_that_of_its_files_on_end(self, tree: Path) -> None:
        every = sorted(one for one in tree.rglob("*") if one.is_file())
        whole = hashlib.sha256(b"".join(one.read_bytes() for one in every)).hexdigest()
        assert SourceFile.of(tree) == (str(tree), whole)

    def test_a_file_at_a_url_is_not_asked_for_what_it_is(self, tree: Path) -> None:
        require_file(Path(f"file:{tree}/none"))
        require_file(tree)
        require_file(tree / "none")
        with pytest.raises(NerconformError, match="a pipe or a device") as caught:
            require_file(Path("/dev/null"))
        assert (caught.value.place, "Save the data" in caught.value.hint) == ("/dev/null", True)


class TestRowGroups:
    """Some row groups of a table, by path and by URL."""

    @pytest.fixture
    def table(self, tmp_path: Path) -> Path:
        pa: Any = pytest.importorskip("pyarrow", reason="pyarrow writes the table")
        parquet: Any = pytest.importorskip("pyarrow.parquet")
        rows = pa.table(
            {"gold": [[f"B-{row}"] for row in range(5)], "pred": [["O"]] * 5, "mine": [["B-X"]] * 4 + [None]}
        )
        parquet.write_table(rows, tmp_path / "t.parquet", row_group_size=2)
        return tmp_path / "t.parquet"

    @pytest.mark.parametrize("head", ["", "file://"])
    def test_rows_keep_their_numbers(self, table: Path, head: str) -> None:
        def rows(groups: list[int], first: int, options: ReaderOptions) -> list[Record]:
            return list(read_row_groups(StoredFile(f"{head}{table}"), groups, first, options))

        some = rows([1, 2], 2, ReaderOptions())
        assert [(one.gold, one.pred, one.line) for one in some] == [
            ((f"B-{row}",), ("O",), row + 1) for row in range(2, 5)
        ]
        named = rows([0], 0, ReaderOptions(gold_column="mine", pred_column="gold"))
        assert [(one.gold, one.pred) for one in named] == [(("B-X",), ("B-0",)), (("B-X",), ("B-1",))]
        with pytest.raises(NerconformError, match="the column 'mine', which should hold gold, is missing") as caught:
            rows([2], 4, ReaderOptions(gold_column="mine", pred_column="pred"))
        assert caught.value.place == f"{head}{table}:5"
        assert "--gold-column with one of gold, pred" in caught.value.hint

    def test_a_table_at_a_url_is_read_as_a_file_is(self, table: Path) -> None:
        options = ReaderOptions(pred_column="gold", gold_column="pred")
        (whole, remote) = (list(read(path, None, options)) for path in (table, Path(f"file:{table}")))
        assert [(one.gold, one.pred, one.line) for one in remote] == [(one.gold, one.pred, one.line) for one in whole]
        assert [(one.gold, one.pred) for one in remote] == [(("O",), (f"B-{row}",)) for row in range(5)]
        assert remote[0].file == f"file://{table}"

    def test_a_table_without_rows_has_no_units(self, table: Path) -> None:
        pa: Any = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(
            pa.table({"gold": pa.array([], pa.list_(pa.string()))}), table
        )
        for path, place in ((table, str(table)), (Path(f"file:{table}"), f"file://{table}")):
            with pytest.raises(NerconformError, match="no sentences in the format arrow") as caught:
                list(read(path))
            assert (caught.value.code, caught.value.place) == ("no-units", place)

    def test_a_damaged_table_is_named(self, table: Path) -> None:
        table.write_bytes(table.read_bytes()[:-9])
        with pytest.raises(NerconformError, match="pyarrow cannot read the file") as caught:
            list(read_row_groups(StoredFile(str(table)), [0], 0, ReaderOptions()))
        assert (caught.value.place, caught.value.code) == (str(table), "unreadable-file")

"""Rewriting by law, on any bytes: the same tags give the same bytes, other tags change nothing but the tags."""

import io
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fuzz.fuzz_formats import OPTIONS, SEEDS, SPLIT
from nerconform.base.errors import NerconformError
from nerconform.formats.file_errors import CannotExpress, NoTags
from nerconform.formats.read import read
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import Annotation, Record, Retagged, Tags, is_spans
from nerconform.formats.rewrite import Echo, rewrite

TAGGED = [seed for seed in SEEDS if seed[0] in {1, 2, 5} and SPLIT not in seed[2]] + [
    (1, 0, b"\xef\xbb\xbfa\x0b B-X \t I-X \r\n \t\n-DOCSTART- O O\nb\xc2\xa0c O O"),
    (1, 10, b"B-X\n\nO\n"),
    (2, 0, b' [ {"gold" : ["O","B-X"]},\r\n{"gold":[] ,"pred":["O"]} ] \n\n'),
    (5, 0, b'[["B-X", "O"], [-100]]\n{"labels": ["O", -100], "preds": ["O", "B-X"], "n": [{}, 1e5]}\n'),
    (5, 0, b'{\n"label_ids": [["O"], []],\n"predictions": [["B-X"], []]}\n'),
]
PIECES = st.sampled_from(
    [b"\n", b"\t", b" ", b"\r\n", b"\xef\xbb\xbf", b"#", b"-DOCSTART-", b"O", b"B-X", b"[", b"]", b"{}", b",", b":",
     b'"', b"-100", b"null", b'"gold"', b"\\u0042", b"\xff", b"\xc2\xa0", b"\xe2\x80\xa8", b"\x0b", b"[]", b'["O"]']
)  # fmt: skip


@st.composite
def near(draw: st.DrawFn) -> tuple[bytes, ReaderOptions]:
    """Draw a file with tags, somewhat changed, and how it is read."""
    kind, chosen, content = draw(st.sampled_from(TAGGED))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(content)))
        until = draw(st.integers(at, min(at + 3, len(content))))
        content = content[:at] + draw(PIECES) + content[until:]
    some = draw(st.sampled_from([OPTIONS[chosen], *OPTIONS[:13]]))
    return content, ReaderOptions(**{"format": list(FileFormat)[kind], **some})  # type: ignore[arg-type] # each its own type


def same(record: Record) -> Retagged:
    return Retagged(record, _longer(record, record.gold, ""), _longer(record, record.pred, ""))


def longer(record: Record) -> Retagged:
    return Retagged(record, _longer(record, record.gold, "q"), _longer(record, record.pred, "q"))


def _longer(record: Record, annotation: Annotation | None, more: str) -> Tags | None:
    if is_spans(annotation):
        raise NoTags("spans", place=record.place())
    return None if annotation is None else tuple(f"{tag}{more}" for tag in annotation)


def _plain(record: Record) -> Record:
    """Return a unit without the name of its file."""
    return replace(record, file="")


@given(near())
@example((SEEDS[0][2], ReaderOptions()))
def test_the_same_tags_give_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, drawn: tuple[bytes, ReaderOptions]
) -> None:
    content, options = drawn
    path = tmp_path_factory.getbasetemp() / "data"
    path.write_bytes(content)
    units, found = _read(path, options), _rewritten(path, options)
    if isinstance(units, str):
        assert found in {units, "no-tags", "cannot-express"}
    elif found == "no-tags":
        assert any(is_spans(side) for unit in units for side in (unit.gold, unit.pred))
    elif found == "cannot-express":
        assert isinstance(options.id2label, dict) or b"id2label" in content
    else:
        assert found == content


def _read(path: Path, options: ReaderOptions) -> list[Record] | str:
    """Return the units of a file, or the code of the error."""
    try:
        return list(read(path, None, options))
    except NerconformError as error:
        return error.code


def _rewritten(path: Path, options: ReaderOptions) -> bytes | str:
    """Return a file with the tags that it has, or the code of the error."""
    out = io.BytesIO()
    try:
        rewrite(path, out, options, same)
    except NerconformError as error:
        return error.code
    return out.getvalue()


@given(near())
@example((SEEDS[0][2], ReaderOptions()))
def test_other_tags_change_nothing_but_the_tags(
    tmp_path_factory: pytest.TempPathFactory, drawn: tuple[bytes, ReaderOptions]
) -> None:
    content, options = drawn
    path, new = (tmp_path_factory.getbasetemp() / name for name in ("data", "new"))
    path.write_bytes(content)
    try:
        rewrite(path, new, options, longer)
        units = list(read(path, None, options))
    except NerconformError:
        return
    due = [replace(_plain(unit), gold=longer(unit).gold, pred=longer(unit).pred) for unit in units]
    assert [_plain(unit) for unit in read(new, None, options)] == due


def test_a_rewritten_file_is_read_again_in_every_seed(tmp_path: Path) -> None:
    read_again = 0
    for kind, chosen, content in TAGGED:
        path, new = tmp_path / "data", tmp_path / "new"
        path.write_bytes(content)
        options = ReaderOptions(**{"format": list(FileFormat)[kind], **OPTIONS[chosen]})  # type: ignore[arg-type] # as above
        try:
            rewrite(path, new, options, longer)
        except (CannotExpress, NoTags):
            continue
        read_again += 1
        assert [longer(unit).gold for unit in read(path, None, options)] == [
            unit.gold for unit in read(new, None, options)
        ]
    assert read_again >= 9


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_a_target_that_is_no_regular_file_is_given_all_of_it(tmp_path: Path) -> None:
    path, pipe, content = tmp_path / "data", tmp_path / "pipe", b"a B-X\n\nb O\n"
    path.write_bytes(content)
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        found = pool.submit(pipe.read_bytes)
        rewrite(path, pipe, ReaderOptions(), same)
        assert found.result(timeout=60) == content


def test_a_file_that_cannot_be_written_is_named_with_the_reason(tmp_path: Path) -> None:
    path, target = tmp_path / "data", tmp_path / "none" / "new"
    path.write_bytes(b"a B-X\n")
    with pytest.raises(CannotExpress, match="the file cannot be written: No such file or directory") as caught:
        rewrite(path, target, ReaderOptions(), same)
    assert caught.value.place == str(target)
    with pytest.raises(CannotExpress, match="the file cannot be written: Is a directory") as caught:
        rewrite(path, tmp_path, ReaderOptions(), same)
    assert caught.value.place == str(tmp_path)


@pytest.mark.parametrize("to_stream", [False, True])
def test_a_tag_that_the_encoding_of_the_file_cannot_hold_is_refused(tmp_path: Path, *, to_stream: bool) -> None:
    path, target = tmp_path / "data", tmp_path / "new"
    path.write_bytes("é B-é\n".encode("latin-1"))

    def greek(record: Record) -> Retagged:
        return Retagged(record, ("B-Ω",), None)

    with pytest.raises(CannotExpress, match=r"has no character '\\u03a9'") as caught:
        rewrite(path, io.BytesIO() if to_stream else target, ReaderOptions(encoding="latin-1"), greek)
    assert caught.value.place == str(path if to_stream else target)
    assert not target.exists()
    rewrite(path, target, ReaderOptions(encoding="latin-1"), longer)
    assert target.read_bytes() == "é B-éq\n".encode("latin-1")


@pytest.mark.parametrize(
    ("name", "encodings"),
    [
        ("utf-8-sig", ("utf-8",)),
        ("utf-16", ("utf-16-le", "utf-16-be")),
        ("utf-32", ("utf-32-le", "utf-32-be")),
    ],
)
def test_a_file_is_written_again_with_the_byte_order_mark_that_it_has(
    tmp_path: Path, name: str, encodings: tuple[str, ...]
) -> None:
    path, text, options = tmp_path / "data", "a B-é\n", ReaderOptions(encoding=name)
    for encoding in encodings:
        path.write_bytes(f"\ufeff{text}".encode(encoding))
        assert _rewritten(path, options) == path.read_bytes()
        path.write_bytes(text.encode(encoding))
        without = "wrong-encoding" if len(encodings) > 1 else path.read_bytes()
        assert _rewritten(path, options) == without, "nobody knows the order of bytes where a file does not say it"


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("jsonl", b'\n{"gold": ["O"]}\n\n{"gold": ["B-X"]}\n\n \n'),
        ("jsonl", b'[]\n{"gold": ["B-X"]}\n[]\n[{"gold": ["O"]}, {"gold": ["B-Y"]}]\n'),
        ("huggingface", b'[]\n\n["B-X"]\n'),
        ("huggingface", b'\n["O"]\n\n{"id2label": ["O"]}\n \n'),
        ("conll", b"\n\na O\n\n \n-DOCSTART- O\n\n"),
        ("conllu", b"# a\n1\ta" + b"\t_" * 7 + b"\tNER=B-X\n\n\n# b\n"),
    ],
)
def test_what_stands_around_the_units_stays(tmp_path: Path, kind: str, content: bytes) -> None:
    path = tmp_path / "data"
    path.write_bytes(content)
    assert _rewritten(path, ReaderOptions(format=kind)) == content


def test_a_mark_of_the_order_of_bytes_stands_only_at_the_start_of_a_file() -> None:
    echo = Echo()
    for text in ("", "\ufeffa", "b\n\ufeff", "\ufeffc"):
        echo.add(text)
    assert (echo.mark, list(echo.lines())) == ("\ufeff", ["ab\n", "\ufeff\ufeffc"])
    echo = Echo()
    for text in ("a\n\n", "\ufeffb\n"):
        echo.add(text)
    assert (echo.mark, list(echo.lines())) == ("", ["a\n", "\n", "\ufeffb\n"])

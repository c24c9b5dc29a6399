"""Logits files: what is written comes back, and what is no such file is refused with file and key."""

import io
import os
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.formats.logit_files import Logits, read_logits

INF = float("inf")
LABELS = ["O", "B-X", "I-X"]
UNITS = [np.array([[0, 1, 2], [0.5, -INF, 1]]), np.empty((0, 3)), np.array([[3, 2, 1]])]
Write = Callable[..., Path]


def arrays(**changes: object) -> dict[str, Any]:
    """Return the arrays of a good file, some of them changed, or left out by `None`."""
    good: dict[str, object] = {"logits": np.concatenate(UNITS), "lengths": [2, 0, 1], "labels": np.array(LABELS)}
    return {key: array for key, array in (good | changes).items() if array is not None}


def archive(**changes: object) -> bytes:
    """Return the bytes of a file, some arrays of it changed."""
    content = io.BytesIO()
    np.savez(content, **arrays(**changes))
    return content.getvalue()


def saved(path: Path, units: list[NDArray[Any]]) -> Path:
    """Write a file as the documented call of NumPy does."""
    rows = np.concatenate(units) if units else np.empty((0, len(LABELS)))
    lengths = np.array([len(unit) for unit in units], dtype=np.int64)
    np.savez_compressed(path, logits=rows, lengths=lengths, labels=np.array(LABELS))
    return path


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_what_is_written_comes_back_to_the_last_bit(tmp_path: Path, dtype: str) -> None:
    path = tmp_path / "logits.npz"
    units = [unit.astype(dtype) for unit in UNITS]
    saved(path, units)
    found = read_logits(path)
    assert (found.lengths, found.labels, found.logits.dtype) == ((2, 0, 1), tuple(LABELS), np.dtype(dtype))
    assert [unit.tobytes() for unit in found.units()] == [unit.tobytes() for unit in units]
    assert [one.name for one in tmp_path.iterdir()] == ["logits.npz"]


def test_the_documented_call_of_numpy_makes_such_a_file(file: Write) -> None:
    found = read_logits(file(archive(), "logits.npz"))
    assert [len(unit) for unit in found.units()] == list(found.lengths)
    tags = nc.viterbi_decode(found.logits, found.labels, "IOB2", found.lengths)
    assert tags == [nc.viterbi_decode(unit, LABELS, "IOB2") for unit in UNITS]
    assert tags == [["B-X", "I-X"], [], ["O"]]


def test_no_units_are_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "logits.npz"
    saved(path, [])
    found = read_logits(path)
    assert (found.units(), found.lengths, found.logits.shape) == ([], (), (0, 3))


def test_integers_are_logits_too(tmp_path: Path) -> None:
    path = tmp_path / "logits.npz"
    saved(path, [np.array([[1, 2, 3]])])
    assert read_logits(path).logits.tolist() == [[1, 2, 3]]


GOOD = archive()
NAN = np.array([[0, 1, 2], [0, 1, 2], [0, np.nan, 1]])
BAD: dict[str, tuple[bytes, str, str, str]] = {
    "no archive": (b"O B-X\n", "not-logits", "", "not an .npz archive"),
    "an empty file": (b"", "not-logits", "", "not an .npz archive"),
    "one array alone": (np.array([1]).tobytes(), "not-logits", "", "not an .npz archive"),
    "a pickle": (pickle.dumps([1]), "not-logits", "", "not an .npz archive"),
    "an archive cut off": (GOOD[:-60], "not-logits", "", "BadZipFile"),
    "a byte that was changed": (
        GOOD.replace(b"\0\0\0\0\0\0\xe0?", b"\0\0\0\0\0\0\xe1?"),
        "not-logits",
        ", logits",
        "CRC",
    ),
    "no labels": (archive(labels=None), "not-logits", "", "'labels' is missing; the archive has logits, lengths"),
    "an array too many": (archive(tokens=[1]), "not-logits", "", "'tokens' does not belong here"),
    "pickled labels": (archive(labels=np.array(["O", None, 1])), "not-logits", ", labels", "pickled objects"),
    "pickled logits": (archive(logits=np.array([[None]])), "not-logits", ", logits", "pickled objects"),
    "labels of bytes": (
        archive(labels=np.array([b"O", b"B", b"I"])),
        "invalid-labels",
        ", labels",
        "a list of strings",
    ),
    "labels in a table": (archive(labels=np.array([LABELS])), "invalid-labels", ", labels", "the shape [1, 3]"),
    "a label twice": (archive(labels=["O", "I-X", "O"]), "invalid-labels", ", labels, position 2", "columns 0 and "),
    "an empty label": (archive(labels=["O", "", "I-X"]), "empty-tag", ", labels, position 1", "empty"),
    "no label": (archive(labels=np.array([], dtype="U1")), "invalid-labels", ", labels", "[0]"),
    "lengths with fractions": (archive(lengths=[2.0, 0, 1]), "invalid-lengths", ", lengths", "float64"),
    "one length for all": (archive(lengths=3), "invalid-lengths", ", lengths", "the shape []"),
    "a negative length": (archive(lengths=[2, -1, 2]), "invalid-lengths", ", lengths, sentence 1", "-1"),
    "lengths that do not add up": (archive(lengths=[2, 2]), "wrong-shape", ", logits", "ask for [4, 3]"),
    "a label too few": (archive(labels=["O", "B-X"]), "wrong-shape", ", logits", "[3, 3]; lengths and labels ask for"),
    "padded units": (archive(logits=np.zeros((3, 2, 3))), "wrong-shape", ", logits", "[3, 2, 3]"),
    "truth values": (archive(logits=np.ones((3, 3), dtype=bool)), "invalid-logit", ", logits", "bool"),
    "texts": (archive(logits=np.array([["1"]])), "invalid-logit", ", logits", "<U1"),
    "NaN": (archive(logits=NAN), "invalid-logit", ", logits, sentence 2, position 0, label 'B-X'", "nan"),
    "infinity": (
        archive(logits=np.array([[0, 1, INF]] * 3)),
        "invalid-logit",
        ", logits, sentence 0, position 0",
        "inf",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_such_file_is_refused_with_file_and_key(file: Write, name: str) -> None:
    content, code, place, reason = BAD[name]
    path = file(content, "logits.npz")
    with pytest.raises(NerconformError) as caught:
        read_logits(path)
    error = caught.value
    assert (error.code, error.place[: len(f"{path}{place}")]) == (code, f"{path}{place}")
    assert reason in error.message
    assert error.hint
    assert len(str(error)) < 500


def test_an_array_twice_is_refused(file: Write) -> None:
    path = file(GOOD, "logits.npz")
    with zipfile.ZipFile(path, "a") as zipped, pytest.warns(UserWarning, match="Duplicate name"):
        zipped.writestr("labels.npy", b"")
    with pytest.raises(NerconformError, match="'labels' occurs twice"):
        read_logits(path)


def test_a_member_that_is_no_array_is_refused(file: Write) -> None:
    path = file(archive(labels=None), "logits.npz")
    with zipfile.ZipFile(path, "a") as zipped:
        zipped.writestr("labels.npy", b"O B-X I-X")
    with pytest.raises(NerconformError, match="'labels' in the archive is not an array"):
        read_logits(path)


def test_a_header_that_promises_more_than_there_is_is_refused(file: Write) -> None:
    content = io.BytesIO()
    header = {"descr": "<f8", "fortran_order": False, "shape": (10**15, 3)}
    np.lib.format.write_array_header_1_0(content, header)
    path = file(archive(logits=None), "logits.npz")
    with zipfile.ZipFile(path, "a") as zipped:
        zipped.writestr("logits.npy", content.getvalue())
    with pytest.raises(NerconformError, match=r"logits.npz, logits: the array cannot be read"):
        read_logits(path)


def test_what_is_no_file(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(writing)
    for path, code in (
        (tmp_path, "not-a-file"),
        (tmp_path / "none", "missing-file"),
        (Path(f"/dev/fd/{reading}"), "not-a-file"),
    ):
        with pytest.raises(NerconformError) as caught:
            read_logits(path)
        assert caught.value.code == code
    os.close(reading)


def test_the_units_are_views_of_the_rows() -> None:
    logits = np.arange(6.0).reshape(2, 3)
    first, second = Logits(logits, (1, 1), tuple(LABELS)).units()
    assert np.shares_memory(first, logits)
    assert (first.tolist(), second.tolist()) == ([[0, 1, 2]], [[3, 4, 5]])


def test_without_numpy_the_extra_is_named() -> None:
    code = """if True:
        import sys
        sys.modules["numpy"] = None
        try:
            import nerconform.formats.logit_files
        except ValueError as error:
            print(error)
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "reading logits needs NumPy [missing-numpy] Run: pip install 'nerconform[engines]'.\n"

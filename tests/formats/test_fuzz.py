"""Readers raise nothing but errors of the kit, whatever they are given; finds of the fuzzer are kept in `finds/`."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.fuzz_formats import FORMATS, OPTIONS, SEEDS, SPLIT, run

FINDS = sorted((Path(__file__).parent / "finds").glob("*"))
HEADS = st.tuples(st.integers(0, len(FORMATS) - 1), st.integers(0, len(OPTIONS) - 1)).map(bytes)
PIECES = st.sampled_from(
    [b"\n", b"\t", b" ", b"\r", b"\0", b"\xef\xbb\xbf", b"#", b"-DOCSTART-", b"O", b"B-X", b"\\ud800", b"[", b"]", b"{",
     b"}", b'"', b",", b":", b"-100", b"null", b"1e9", b'"start"', b'"gold"', b'"tokens"', b"\xff", SPLIT, b"\xc2\xa0"]
)  # fmt: skip


@pytest.mark.parametrize("path", FINDS, ids=lambda path: path.name)
def test_finds_stay_mended(path: Path) -> None:
    run(path.read_bytes())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_seeds_are_read(seed: tuple[int, int, bytes]) -> None:
    run(bytes(seed[:2]) + seed[2])


@given(HEADS, st.binary(max_size=80))
def test_any_bytes(head: bytes, content: bytes) -> None:
    run(head + content)


@given(HEADS, st.lists(PIECES, max_size=20))
def test_any_pieces(head: bytes, pieces: list[bytes]) -> None:
    run(head + b"".join(pieces))


@given(st.data(), st.sampled_from(SEEDS), st.one_of(st.none(), HEADS))
def test_anything_near_a_valid_file(data: st.DataObject, seed: tuple[int, int, bytes], head: bytes | None) -> None:
    content = seed[2]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content)))
        until = data.draw(st.integers(at, min(at + 5, len(content))))
        content = content[:at] + data.draw(PIECES) + content[until:]
    run((head or bytes(seed[:2])) + content)

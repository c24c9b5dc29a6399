"""Which other ways of writing would make all transitions legal."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.api import encode, violations
from nerconform.base.errors import NerconformError
from nerconform.files import validate_files as validating
from nerconform.files.validate_files import Pair, legal_in, validate_files
from nerconform.formats.reader_options import ReaderOptions
from nerconform.reference.dialect import Dialect
from nerconform.reference.schemes import Scheme
from nerconform.results.tagged_files import TagForm
from tests.formats.columns import SEPARATORS, texts


def _pairs(*units: list[str]) -> set[Pair]:
    return {pair for unit in units for pair in zip([None, *unit], [*unit, None], strict=True)}


def _names(*units: list[str]) -> list[str]:
    return [written.scheme for written in legal_in(_pairs(*units), Dialect())]


def test_a_span_that_touches_its_like_tells_iob1() -> None:
    assert _names(["I-A", "B-A"], ["O", "I-B"]) == ["IOB1"]


def test_without_one_it_may_be_three_schemes() -> None:
    assert _names(["O", "I-A"]) == ["IO", "IOB1", "IOE1"]


def test_four_letters_tell_their_scheme() -> None:
    assert _names(["B-A", "E-A", "O", "S-B"]) == ["BIOES", "BMES"]
    assert _names(["B-A", "M-A", "E-A", "W-B"]) == ["BMEWO"]


def test_another_delimiter_or_side_is_found_where_no_scheme_is_enough() -> None:
    assert legal_in(_pairs(["PER_B", "PER_I"]), Dialect()) == [
        TagForm("IOB2", "suffix", "_"),
        TagForm("BIOS", "suffix", "_"),
    ]


def test_nothing_fits_what_breaks_every_table() -> None:
    assert _names(["I-A", "E-A"], ["B-A", "X-A"]) == []


@given(st.sampled_from([scheme for scheme in Scheme if scheme is not Scheme.IO]), st.integers(1, 4))
def test_what_a_scheme_wrote_is_legal_in_it(scheme: Scheme, length: int) -> None:
    tags = encode([("A", 0, length), ("A", length, length + 1)], length + 2, scheme)
    assert scheme in _names(tags)
    assert violations(tags, scheme) == ()


def _found(paths: list[Path], scheme: Scheme, options: ReaderOptions) -> object:
    try:
        return validate_files(paths, scheme, None, options)
    except NerconformError as error:
        return str(error)


@given(st.data())
def test_large_files_are_judged_as_small_ones(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    separator = data.draw(st.sampled_from(SEPARATORS))
    path = tmp_path_factory.getbasetemp() / "tags.conll"
    path.write_bytes(data.draw(texts(separator, data.draw(st.integers(0, 2)))).encode("utf-8"))
    options = ReaderOptions(format="conll", separator=separator)
    scheme = data.draw(st.sampled_from(list(Scheme)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(validating, "FEW", 0)
        in_blocks = _found([path], scheme, options)
        patch.setattr(validating, "FEW", 1 << 30)
        assert in_blocks == _found([path], scheme, options)


def test_a_large_file_is_read_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tags.conll"
    path.write_text("a O O\n\nb O I-X\nc O Q-X\n\n" * 30000, encoding="utf-8")
    monkeypatch.setattr(validating, "read", None)
    found = validate_files([path], Scheme.IOB2)
    assert [(one.side, one.units, one.tags, len(one.findings)) for one in found.sides] == [
        ("gold", 60000, 90000, 0),
        ("pred", 60000, 90000, 60000),
    ]
    last = found.sides[1].findings[-1]
    assert (last.line, last.tag, last.clause) == (5 * 29999 + 4, "Q-X", "TAG-6")

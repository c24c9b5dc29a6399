"""Which other ways of writing would make all transitions legal."""

from hypothesis import given
from hypothesis import strategies as st

from nerconform.api import encode, violations
from nerconform.comparison.validated import Written
from nerconform.comparison.validating import Pair, legal_in
from nerconform.reference.dialect import Dialect
from nerconform.reference.schemes import Scheme


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
    assert legal_in(_pairs(["PER_B", "PER_I"]), Dialect()) == [Written("IOB2", "suffix", "_")]


def test_nothing_fits_what_breaks_every_table() -> None:
    assert _names(["I-A", "E-A"], ["B-A", "X-A"]) == []


@given(st.sampled_from([scheme for scheme in Scheme if scheme is not Scheme.IO]), st.integers(1, 4))
def test_what_a_scheme_wrote_is_legal_in_it(scheme: Scheme, length: int) -> None:
    tags = encode([("A", 0, length), ("A", length, length + 1)], length + 2, scheme)
    assert scheme in _names(tags)
    assert violations(tags, scheme) == ()

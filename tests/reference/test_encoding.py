"""Encoding, proven on every span set of up to five tokens (ENC-1 to ENC-3, LAW-9)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import InvalidSpan, NotAUnit, OverlappingSpans
from nerconform.reference.schemes import Scheme
from tests.reference.exhaustive import LETTERS, SpanSet, span_sets, tags_of_spans

SCHEMES = list(LETTERS)
every_scheme = pytest.mark.parametrize("scheme", SCHEMES)


@every_scheme
def test_a_span_set_is_written_as_the_scheme_describes_itself(scheme: str) -> None:
    for length in range(6):
        for spans in span_sets(length):
            assert nc.encode(spans, length, scheme) == list(tags_of_spans(spans, length, scheme))


@every_scheme
def test_decoding_what_was_encoded_gives_it_back_under_every_policy_except_in_io(scheme: str) -> None:
    policies = [name for name, policy in POLICIES.items() if Scheme(scheme) in policy.points]
    assert {"refuse", "lenient"} <= set(policies)
    for length in range(6):
        for spans in span_sets(length):
            tags = nc.encode(spans, length, scheme)
            for policy in policies:
                decoded = nc.decode(tags, scheme, policy)
                assert decoded == (merged(spans) if scheme == "IO" else spans)


def merged(spans: SpanSet) -> SpanSet:
    """Join touching spans of one type, as IO does."""
    joined: list[tuple[str, int, int]] = []
    for kind, start, end in spans:
        if joined and joined[-1][0] == kind and joined[-1][2] == start:
            start = joined.pop()[1]  # noqa: PLW2901 - the earlier span's start is the joined one's
        joined.append((kind, start, end))
    return tuple(joined)


@pytest.mark.long
@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES if scheme != "IO"])
def test_conversion_between_schemes_that_are_not_lossy_goes_there_and_back(scheme: str) -> None:
    for other in SCHEMES[1:]:
        for spans in span_sets(4):
            tags = nc.encode(spans, 4, scheme)
            there = nc.encode(nc.decode(tags, scheme, "refuse"), 4, other)
            assert nc.encode(nc.decode(there, other, "refuse"), 4, scheme) == tags


@given(st.permutations([("X", 0, 2), ("X", 2, 3), ("Y", 4, 5)]), st.sampled_from(SCHEMES))
def test_the_order_in_which_spans_are_given_does_not_matter(spans: list[Any], scheme: str) -> None:
    in_order = [("X", 0, 2), ("X", 2, 3), ("Y", 4, 5)]
    assert nc.encode(spans, 6, scheme) == nc.encode(in_order, 6, scheme)


def test_spans_may_be_given_in_every_form() -> None:
    forms: list[Any] = [nc.Span("PER", 0, 2), ["PER", 0, 2], {"type": "PER", "start": 0, "end": 2}]
    forms.append({"label": "PER", "start": 0, "end": 2})
    for form in forms:
        assert nc.encode([form], 3) == ["B-PER", "I-PER", "O"]
    assert nc.encode([], 0) == []


@pytest.mark.parametrize(
    "spans",
    [(("X", 0, 2), ("X", 1, 3)), (("X", 0, 2), ("Y", 0, 2)), (("X", 0, 1), ("X", 0, 1)), (("X", 0, 4), ("Y", 1, 2))],
)
def test_spans_that_share_a_token_have_no_encoding(spans: SpanSet) -> None:
    for scheme in SCHEMES:
        with pytest.raises(OverlappingSpans, match="share a token"):
            nc.encode(spans, 4, scheme)


@pytest.mark.parametrize("span", [("X", 0, 4), ("X", 3, 4), ("X", 2, 2), ("X", 2, 1), ("X", -1, 1)])
def test_a_span_outside_its_unit_has_no_encoding(span: tuple[str, int, int]) -> None:
    with pytest.raises(InvalidSpan, match="invalid-span"):
        nc.encode([span], 3)


def test_a_span_with_gaps_has_no_encoding() -> None:
    with pytest.raises(InvalidSpan, match="from 0 to 3 has a gap"):
        nc.encode([{"type": "X", "pieces": [[0, 1], [2, 3]]}], 3)


def test_neither_a_span_without_type_nor_a_length_below_zero_can_be_encoded() -> None:
    with pytest.raises(NerconformError):
        nc.encode([("", 0, 1)], 1)
    with pytest.raises(NerconformError):
        nc.encode([], -1)


def test_tags_are_no_spans() -> None:
    with pytest.raises(NotAUnit, match="these are tags"):
        nc.encode(["B-PER"], 1)


@every_scheme
@given(kind=st.text(min_size=1, max_size=3))
def test_a_type_may_hold_any_character_even_the_delimiter(scheme: str, kind: str) -> None:
    spans = ((kind, 0, 2), (kind, 3, 4))
    assert nc.decode(nc.encode(spans, 5, scheme), scheme, "refuse") == spans

"""Conversion, proven on every legal sequence of up to four tokens, and by laws on hostile types (ENC-3)."""

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.encoding import Convert, converter, target_of
from nerconform.reference.schemes import Scheme
from tests.reference.exhaustive import LETTERS, SpanSet, alphabet, span_sets, tags_of_spans
from tests.reference.strategies import flat

SCHEMES = list(LETTERS)
LOSSLESS = [scheme for scheme in SCHEMES if scheme != "IO"]
TYPE = st.text(min_size=1, max_size=4) | st.sampled_from(
    ["O", "-", "--", "B", "I-", "-B", "B-B", "_O", "O-O", "-DOCSTART-"]
)
DELIMITER = st.text(min_size=1, max_size=3) | st.sampled_from(["-", "_", "--", "-B", "B-", "O", "BB", "I", "S", "EE"])


def merged(spans: SpanSet) -> SpanSet:
    """Join touching spans of one type: what IO can say."""
    found: list[tuple[str, int, int]] = []
    for kind, start, end in spans:
        joins = bool(found) and (found[-1][0], found[-1][2]) == (kind, start)
        found.append((kind, found.pop()[1] if joins else start, end))
    return tuple(found)


def encoded(delimiter: str) -> str:
    """Write a delimiter as a signature does, byte by byte."""
    return "".join(f"%{byte:02X}" for byte in delimiter.encode())


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_legal_sequence_becomes_the_encoding_of_its_spans_in_every_scheme(scheme: str) -> None:
    for other in SCHEMES:
        convert = converter(nc.Dialect().set(scheme=scheme), nc.Dialect().set(scheme=other))
        for length in range(5):
            for spans in span_sets(length):
                known = merged(spans) if scheme == "IO" else spans
                found = convert(tags_of_spans(spans, length, scheme))
                assert found.tags == tags_of_spans(known, length, other)
                assert found.repaired == ()
                lost = [span for span in known if other == "IO" and _begins_none(span, known)]
                assert list(found.merged) == lost
                assert len(found.merged) == (len(known) - len(merged(known)) if other == "IO" else 0)


def _begins_none(span: tuple[str, int, int], spans: SpanSet) -> bool:
    """Whether no joined span begins where this one does."""
    return all((kind, start) != span[:2] for kind, start, _ in merged(spans))


@pytest.mark.parametrize("scheme", LOSSLESS)
def test_every_legal_sequence_comes_back_as_it_was_from_every_scheme_that_is_not_lossy(scheme: str) -> None:
    ways = [nc.Dialect().set(scheme=other) for other in LOSSLESS]
    there = [converter(nc.Dialect().set(scheme=scheme), way) for way in ways]
    back = [converter(way, nc.Dialect().set(scheme=scheme)) for way in ways]
    for length in range(5):
        for spans in span_sets(length):
            tags = tags_of_spans(spans, length, scheme)
            for go, come in zip(there, back, strict=True):
                assert come(go(tags).tags).tags == tags


Way = tuple[str, str, str]
WAY = st.tuples(st.sampled_from(LOSSLESS), st.sampled_from(["prefix", "suffix"]), DELIMITER)


@given(st.lists(TYPE, min_size=2, max_size=2).flatmap(lambda kinds: flat(types=kinds)), WAY, WAY)
def test_there_and_back_is_the_identity_whatever_the_types_and_delimiters_hold(
    spans: list[tuple[str, int, int]], here: Way, there: Way
) -> None:
    if any(_is_letter(delimiter, scheme) for scheme, _, delimiter in (here, there)):
        with pytest.raises(NerconformError, match="cannot be told from the prefix"):
            _both(here, there)
        return
    go, come = _both(here, there)
    tags = _tags(spans, here)
    assert go(tags).tags == _tags(spans, there)
    assert come(go(tags).tags).tags == tags


def _both(here: Way, there: Way) -> tuple[Convert, Convert]:
    """Return the way there and the way back."""
    return converter(_dialect(here), _dialect(there)), converter(_dialect(there), _dialect(here))


def _dialect(way: Way) -> nc.Dialect:
    scheme, affix, delimiter = way
    return nc.Dialect().set(scheme=scheme, affix=affix, delimiter=encoded(delimiter))


def _tags(spans: list[tuple[str, int, int]], way: Way) -> tuple[str, ...]:
    scheme, affix, delimiter = way
    return tuple(_written(tag, affix, delimiter) for tag in tags_of_spans(tuple(spans), 6, scheme))


def _is_letter(delimiter: str, scheme: str) -> bool:
    """Whether a delimiter is a letter of the scheme, once or several times."""
    return len(set(delimiter)) == 1 and delimiter[0] in LETTERS[scheme]


def _written(tag: str, affix: str, delimiter: str) -> str:
    """Write a tag of the form letter-type in another way."""
    if tag == "O":
        return tag
    letter, kind = tag[0], tag[2:]
    return f"{letter}{delimiter}{kind}" if affix == "prefix" else f"{kind}{delimiter}{letter}"


@st.composite
def anything(draw: st.DrawFn) -> tuple[list[str], str, str]:
    """Draw any sequence of tags, legal or not, with its scheme and a policy that reads it."""
    scheme = draw(st.sampled_from(SCHEMES))
    tags = draw(st.lists(st.sampled_from(alphabet(scheme)), max_size=8))
    policies = ["lenient", *(["discard"] if scheme not in {"IOB1", "IOE1"} else [])]
    return tags, scheme, draw(st.sampled_from(policies))


@given(anything(), st.sampled_from(SCHEMES))
def test_conversion_is_decoding_and_encoding_and_counts_what_it_repaired(
    drawn: tuple[list[str], str, str], other: str
) -> None:
    tags, scheme, policy = drawn
    spans = nc.decode(tags, scheme, policy)
    assert nc.convert(tags, scheme, other, policy) == nc.encode(spans, len(tags), other)
    source = nc.Dialect().set(scheme=scheme, policy=policy)
    found = converter(source, target_of(source, other))(tags)
    assert found.repaired == nc.violations(tags, scheme)
    assert len(found.merged) == (len(spans) - len(nc.decode(found.tags, "IO")) if other == "IO" else 0)
    assert nc.violations(found.tags, other) == ()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_illegal_sequence_is_refused_at_its_first_illegal_transition(scheme: str) -> None:
    for length in (1, 2, 3):
        for tags in product(alphabet(scheme, ("X",)), repeat=length):
            illegal = nc.violations(tags, scheme)
            if illegal:
                with pytest.raises(NerconformError, match="illegal-transition") as caught:
                    nc.convert(tags, scheme, "IOB2")
                assert caught.value.place == f"position {illegal[0].position}"
            else:
                nc.convert(tags, scheme, "IOB2")


def test_the_way_of_writing_stays_unless_another_is_said() -> None:
    tags = ["a-b_B", "a-b_I", "O"]
    assert nc.convert(tags, "IOB2", "BIOES", affix="suffix", delimiter="_") == ["a-b_B", "a-b_E", "O"]
    written = nc.convert(tags, "IOB2", "IOB2", affix="suffix", delimiter="_", to_affix="prefix", to_delimiter="-")
    assert written == ["B-a-b", "I-a-b", "O"]
    assert nc.convert(written, "IOB2", "IOB2", to_affix="suffix", to_delimiter="_") == tags


def test_a_target_says_nothing_of_policies() -> None:
    source = nc.Dialect().set(scheme="BIOES", policy="discard")
    assert target_of(source, "IOB1").scheme is Scheme.IOB1
    assert nc.convert([], "BIOES", "IOB1", "discard") == []


@pytest.mark.parametrize(
    ("tags", "choices", "code"),
    [
        (["O", "I-X"], {}, "illegal-transition"),
        (["B-X", "E-X"], {}, "unknown-prefix"),
        (["X"], {}, "malformed-tag"),
        ([""], {}, "empty-tag"),
        ([3], {}, "not-a-tag"),
        ("B-X", {}, "not-a-unit"),
        ([("X", 0, 1)], {}, "not-a-unit"),
        (["O"], {"scheme": "IOB"}, "ambiguous-scheme"),
        (["O"], {"to": "BIEO"}, "unknown-scheme"),
        (["O"], {"policy": "mend"}, "unknown-option"),
        (["O"], {"scheme": "IOB1", "policy": "discard"}, "undefined-policy"),
        (["O"], {"affix": "infix"}, "unknown-option"),
        (["O"], {"to_delimiter": ""}, "unknown-option"),
        (["O"], {"to_delimiter": "B"}, "unknown-option"),
        (["O"], {"to": "BILOU", "to_delimiter": "UU"}, "unknown-option"),
    ],
)
def test_what_cannot_be_converted_is_refused(tags: list[str], choices: dict[str, str], code: str) -> None:
    with pytest.raises(NerconformError) as caught:
        nc.convert(tags, **{"scheme": "IOB2", "to": "BIOES", **choices})
    assert caught.value.code == code


def test_a_delimiter_that_is_a_letter_of_another_scheme_is_none_of_this_one() -> None:
    assert nc.convert(["B-X"], "IOB2", "IO", to_delimiter="B") == ["IBX"]


@given(st.lists(st.just("O"), max_size=5), st.sampled_from(SCHEMES), st.sampled_from(SCHEMES))
@example(["O"], "IO", "IO")
def test_o_stays_o(tags: list[str], scheme: str, other: str) -> None:
    assert nc.convert(tags, scheme, other, to_affix="suffix", to_delimiter="OO") == tags

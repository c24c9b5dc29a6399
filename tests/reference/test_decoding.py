"""Decoding, against independent decoders, on every short sequence (DEC-2 to DEC-9)."""

from typing import Any

import pytest
from seqeval.metrics.sequence_labeling import get_entities
from seqeval.scheme import BILOU, IOB2, IOBES, IOE2, Tokens

import nerconform as nc
from nerconform.reference.refusals import IllegalGold, IllegalTransition, UndefinedPolicy, UnknownOption
from nerconform.reference.spans import Span
from tests.reference.chunkers import conlleval_chunks, discard, lenient, split
from tests.reference.exhaustive import LETTERS, encodings, sequences

LIKE_BIOES = {"BILOU", "BMES", "BMEWO"}
"""Schemes that have other letters than BIOES and are the same otherwise."""
every_scheme = pytest.mark.parametrize(
    "scheme", [pytest.param(scheme, marks=[pytest.mark.long] * (scheme in LIKE_BIOES)) for scheme in LETTERS]
)


def longest(scheme: str) -> int:
    """Return how long the sequences of a scheme are tried."""
    return 5 if len(LETTERS[scheme]) < 3 else 4


@every_scheme
def test_lenient_keeps_every_chunk(scheme: str) -> None:
    for tags in sequences(scheme, longest(scheme)):
        assert nc.decode(tags, scheme, "lenient") == lenient([split(tag, scheme) for tag in tags])


@pytest.mark.parametrize("scheme", [scheme for scheme in LETTERS if scheme not in {"IOB1", "IOE1"}])
def test_discard_keeps_the_chunks_that_the_scheme_could_have_written(scheme: str) -> None:
    for tags in sequences(scheme, longest(scheme)):
        assert nc.decode(tags, scheme, "discard") == discard([split(tag, scheme) for tag in tags], scheme)


@every_scheme
def test_refuse_answers_legal_sequences_alone_and_names_the_first_illegal_place(scheme: str) -> None:
    for tags in sequences(scheme, 3):
        if tags in encodings(scheme, len(tags)):
            assert nc.decode(tags, scheme, "refuse") == nc.decode(tags, scheme, "lenient")
            continue
        with pytest.raises(IllegalTransition) as caught:
            nc.decode(tags, scheme, "refuse")
        assert caught.value.place == f"position {nc.violations(tags, scheme)[0].position}"


@every_scheme
def test_all_policies_agree_on_every_legal_sequence(scheme: str) -> None:
    policies = ["refuse", "lenient"] if scheme in {"IOB1", "IOE1"} else ["refuse", "lenient", "discard"]
    for length in range(6):
        for tags in encodings(scheme, length):
            assert len({nc.decode(tags, scheme, policy) for policy in policies}) == 1


def test_lenient_and_discard_differ_on_every_illegal_sequence_of_four_letters() -> None:
    for tags in sequences("BIOES", 4):
        same = nc.decode(tags, "BIOES", "lenient") == nc.decode(tags, "BIOES", "discard")
        assert same == (tags in encodings("BIOES", len(tags)))


@pytest.mark.parametrize("scheme", ["IOB2", "IOB1", "IO"])
def test_lenient_is_conllevals_rule(scheme: str) -> None:
    for tags in sequences(scheme, 5):
        chunks = conlleval_chunks([split(tag) for tag in tags])
        assert nc.decode(tags, scheme, "lenient") == nc.decode(tags, scheme, "conlleval") == chunks


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["BIOES", "IOB2", "IOB1", "IOE2", "IOE1"])
def test_lenient_is_what_seqeval_reads_by_default(scheme: str) -> None:
    for tags in sequences(scheme, longest(scheme)):
        theirs = tuple((kind, first, last + 1) for kind, first, last in get_entities(list(tags)))
        assert nc.decode(tags, scheme, "lenient") == theirs


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "theirs"), [("IOB2", IOB2), ("IOE2", IOE2), ("BIOES", IOBES), ("BILOU", BILOU)])
def test_discard_is_what_seqeval_reads_in_strict_mode(scheme: str, theirs: Any) -> None:  # noqa: ANN401 - untyped
    for tags in sequences(scheme, 4):
        entities = Tokens(list(tags), theirs).entities if tags else []
        found = tuple((entity.tag, entity.start, entity.end) for entity in entities)
        assert nc.decode(tags, scheme, "discard") == found


@every_scheme
def test_spans_are_sorted_and_disjoint_and_cover_no_outside_token(scheme: str) -> None:
    for tags in sequences(scheme, 4):
        spans = nc.decode(tags, scheme, "lenient")
        covered = [token for span in spans for token in range(span.start, span.end)]
        assert covered == [token for token, tag in enumerate(tags) if tag != "O"]


@pytest.mark.parametrize("scheme", ["IOB1", "IOE1"])
def test_discard_is_not_defined_where_an_illegal_letter_says_nothing_about_spans(scheme: str) -> None:
    with pytest.raises(UndefinedPolicy, match=r"Use refuse \(.*\) or lenient \("):
        nc.decode(["O"], scheme, "discard")


def test_conlleval_names_the_lenient_policy_in_conllevals_schemes_alone() -> None:
    with pytest.raises(UnknownOption, match="there is no policy 'conlleval'"):
        nc.decode(["O"], "BIOES", "conlleval")


def test_illegal_gold_is_refused_where_the_dialect_asks_for_legal_gold_and_predictions_are_not() -> None:
    dialect = nc.Dialect().set(policy="lenient", gold="legal")
    for tags in sequences("IOB2", 3):
        legal = tags in encodings("IOB2", len(tags))
        if legal:
            nc.evaluate([tags], [("O",) * len(tags)], dialect)
        else:
            with pytest.raises(IllegalGold, match="Fix the gold tags"):
                nc.evaluate([tags], [("O",) * len(tags)], dialect)
        assert nc.evaluate([("O",) * len(tags)], [tags], dialect).counts.act == len(nc.decode(tags))


def test_a_span_never_crosses_a_unit_unless_units_are_laid_end_to_end() -> None:
    gold = [["B-X", "I-X"], ["I-X", "O"]]
    apart = nc.evaluate(gold, gold, nc.Dialect().set(policy="lenient"))
    flat = nc.evaluate(gold, gold, nc.Dialect().set(policy="refuse", pool="flat"))
    assert (apart.counts.tp, flat.counts.tp) == (2, 1)


def reversed_tags(tags: tuple[str, ...]) -> list[str]:
    """Return the tags from the last to the first, with B and E exchanged."""
    return [tag[:1].translate(str.maketrans("BE", "EB")) + tag[1:] for tag in reversed(tags)]


@pytest.mark.parametrize(
    ("scheme", "other"), [("BIOES", "BIOES"), ("IOB1", "IOE1"), ("IOE1", "IOB1"), ("IOB2", "IOE2"), ("IOE2", "IOB2")]
)
@pytest.mark.parametrize("policy", ["lenient", "refuse"])
def test_legal_tags_from_right_to_left_have_the_same_spans_from_right_to_left(
    scheme: str, other: str, policy: str
) -> None:
    for tags in (tags for length in range(5) for tags in encodings(scheme, length)):
        assert nc.decode(reversed_tags(tags), other, policy) == from_the_right(nc.decode(tags, scheme), len(tags))


def test_what_is_whole_is_whole_from_right_to_left_too_whatever_stands_beside_it() -> None:
    for tags in sequences("BIOES", 3):
        there = from_the_right(nc.decode(tags, "BIOES", "discard"), len(tags))
        assert nc.decode(reversed_tags(tags), "BIOES", "discard") == there


def from_the_right(spans: tuple[Span, ...], length: int) -> tuple[Span, ...]:
    """Return the spans as they lie when the unit is read from its last token."""
    return tuple(Span(span.type, length - span.end, length - span.start) for span in reversed(spans))

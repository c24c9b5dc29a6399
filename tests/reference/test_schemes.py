"""Schemes, proven on every sequence of up to five tags (SCH-1 to SCH-9, DEC-3)."""

from itertools import product

import pytest

import nerconform as nc
from nerconform.reference.refusals import AmbiguousScheme, UnknownScheme
from nerconform.reference.schemes import ALIASES, LOSSY, Mark, Scheme, is_legal, prefix_of, roles_of, scheme_of
from tests.reference.exhaustive import LETTERS, TYPES, alphabet, bigrams, encodings, sequences, span_sets

LENGTHS = range(6)
SCHEMES = list(LETTERS)
FOUR = {"BIOES", "BILOU", "BMES", "BMEWO"}
every_scheme = pytest.mark.parametrize("scheme", SCHEMES)


def test_these_are_all_schemes() -> None:
    assert set(SCHEMES) == set(Scheme)


@pytest.mark.long
@every_scheme
def test_a_sequence_without_violations_is_an_encoding_and_the_reverse(scheme: str) -> None:
    clean = {tags for tags in sequences(scheme, 5) if not nc.violations(tags, scheme)}
    written = {tags for length in range(6) for tags in encodings(scheme, length)}
    assert sorted(clean ^ written)[:3] == []


@every_scheme
def test_two_tags_may_stand_side_by_side_if_some_encoding_has_them_so(scheme: str) -> None:
    tags = [None, *alphabet(scheme)]
    roles = roles_of(Scheme(scheme))

    def mark(tag: str | None) -> Mark | None:
        if tag is None or tag == "O":
            return None if tag is None else Mark("O", "", tag)
        return Mark(roles[tag[0]], tag[2:], tag)

    pairs = product(tags, repeat=2)
    legal = {(before, after) for before, after in pairs if is_legal(Scheme(scheme), mark(before), mark(after))}
    assert legal - {(None, None)} == bigrams(scheme)


@every_scheme
def test_violations_stand_exactly_where_a_pair_occurs_in_no_encoding(scheme: str) -> None:
    legal = bigrams(scheme)
    for tags in sequences(scheme, 4 if scheme in FOUR else 5):
        found = [(position, before, after) for position, before, after, _ in nc.violations(tags, scheme)]
        pairs = zip((None, *tags), (*tags, None), strict=True)
        expected = [(position, *pair) for position, pair in enumerate(pairs) if pair not in legal]
        assert found == (expected if tags else [])


@pytest.mark.parametrize("scheme", sorted(FOUR - {"BIOES"}))
def test_the_four_letter_schemes_are_bioes_in_other_letters(scheme: str) -> None:
    spelling = {prefix_of(Scheme.BIOES, role): prefix_of(Scheme(scheme), role) for role in "BIES"}
    for tags in sequences("BIOES", 4, ("X",)):
        other = [tag if tag == "O" else spelling[tag[0]] + tag[1:] for tag in tags]
        assert [v.position for v in nc.violations(other, scheme)] == [v.position for v in nc.violations(tags, "BIOES")]
        for policy in ("lenient", "discard"):
            assert nc.decode(other, scheme, policy) == nc.decode(tags, "BIOES", policy)


@every_scheme
def test_io_alone_is_lossy(scheme: str) -> None:
    collisions = len(span_sets(5)) - len(encodings(scheme, 5))
    assert (collisions > 0) == (Scheme(scheme) in LOSSY) == (scheme == "IO")


def test_there_are_571_span_sets_over_five_tokens_and_io_tells_243_of_them_apart() -> None:
    assert [len(span_sets(length)) for length in LENGTHS] == [1, 3, 11, 41, 153, 571]
    assert len(encodings("IO", 5)) == 243


def test_a_violation_tells_its_clause_and_reads_as_a_sentence() -> None:
    first, last = nc.violations(["I-X", "O", "B-X"], "BIOES")[::2]
    assert (first.clause, str(first)) == ("SCH-8", "'I-X' may not be the first tag (SCH-8)")
    assert (last.position, str(last)) == (3, "'B-X' may not be the last tag (SCH-8)")
    (inner,) = nc.violations(["B-X", "I-Y"])
    assert str(inner) == "'I-Y' may not follow 'B-X' (SCH-5)"


@pytest.mark.parametrize(
    ("scheme", "clause"),
    [("IOB1", "SCH-4"), ("IOB2", "SCH-5"), ("IOE1", "SCH-6"), ("IOE2", "SCH-7"), ("BIOS", "SCH-10")],
)
def test_each_scheme_names_the_clause_of_its_own_table(scheme: str, clause: str) -> None:
    kinds = {violation.clause for tags in sequences(scheme, 2) for violation in nc.violations(tags, scheme)}
    assert kinds == {clause}


@pytest.mark.parametrize(
    ("alias", "scheme"), [("BIO", "IOB2"), ("IOBES", "BIOES"), ("BIOUL", "BILOU"), ("BMEOW", "BMEWO")]
)
def test_an_alias_is_the_scheme(alias: str, scheme: str) -> None:
    assert scheme_of(alias) is Scheme(scheme)
    assert set(ALIASES) == {"BIO", "IOBES", "BIOUL", "BMEOW"}
    assert nc.violations([f"I-{TYPES[0]}"], "BIO") == nc.violations([f"I-{TYPES[0]}"], "IOB2")


def test_iob_alone_is_ambiguous_and_other_names_are_unknown() -> None:
    with pytest.raises(AmbiguousScheme, match="can mean IOB1 or IOB2"):
        nc.decode(["O"], "IOB")
    for name in ("", "iob2", "BIOE", "XYZ"):
        with pytest.raises(UnknownScheme, match="there is no scheme"):
            nc.decode(["O"], name)

"""Columnar decoding: the spans of the reference, for every scheme and policy, from the same table of moves."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

import nerconform as nc
from nerconform.engines.choice import NotServed
from nerconform.engines.columnar import Columnar
from nerconform.engines.columnar_decoding import ROLES, Alphabet, Event, TagColumn, few_tags, look_up, pairs_of
from nerconform.reference.decoding import Side
from nerconform.reference.outcomes import Schema
from nerconform.reference.points import OPTIONS, Points, points_of
from nerconform.reference.policies import Policy
from nerconform.reference.schemes import Scheme
from tests.engines.asking import POLICIES, accepted, by_columns, by_reference
from tests.reference.exhaustive import LETTERS, alphabet, sequences

every_policy = pytest.mark.parametrize(("scheme", "policy"), POLICIES)
every_scheme = pytest.mark.parametrize("scheme", list(LETTERS))


def chance(*seed: object) -> Random:
    """Return the same chance each time."""
    return Random(str(seed))  # noqa: S311 - a sample, not a secret


def assert_decoded_alike(dialect: nc.Dialect, units: Sequence[Sequence[str]], side: Side = Side.PRED) -> None:
    """Assert that both decode alike what the reference accepts."""
    kept = accepted(dialect, units)
    assert by_columns(dialect, kept, side) == by_reference(dialect, kept, side)


@every_policy
def test_every_short_sequence_is_decoded_as_by_the_reference(scheme: str, policy: str) -> None:
    dialect = nc.Dialect().set(scheme=scheme, policy=policy)
    assert_decoded_alike(dialect, list(sequences(scheme, 4)))


@every_policy
def test_gold_is_decoded_by_the_policy_if_it_need_not_be_legal(scheme: str, policy: str) -> None:
    dialect = nc.Dialect().set(scheme=scheme, policy=policy)
    assert_decoded_alike(dialect, list(sequences(scheme, 2)), Side.GOLD)


def test_where_an_s_is_followed_by_an_i_the_policy_says_whether_they_are_one() -> None:
    units = [["S-X", "I-X"], ["S-X", "I-Y"]]
    apart = (nc.Span("X", 0, 1), nc.Span("Y", 1, 2))
    for policy, first in (("lenient", (nc.Span("X", 0, 1), nc.Span("X", 1, 2))), ("lample", (nc.Span("X", 0, 2),))):
        dialect = nc.Dialect().set(scheme="BIOES", policy=policy)
        for side in Side:
            assert by_columns(dialect, units, side) == [first, apart]


@every_policy
@pytest.mark.parametrize("size", [50, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("strays", ["as-I", "single"])
def test_letters_of_other_schemes_and_bare_tags_are_decoded_as_by_the_reference(
    scheme: str, policy: str, strays: str, size: int
) -> None:
    dialect = nc.Dialect().set(scheme=scheme, policy=policy, unknown=strays, bare="single")
    draw = chance(scheme, policy, strays)
    tags = [*alphabet(scheme), "Q-X", "Q-Y", "X"]
    short = [[*unit] for unit in product(tags, repeat=2 if size < 1000 else 3)]
    longer = [draw.choices(tags, k=draw.randint(3, 9)) for _ in range(size)]
    assert_decoded_alike(dialect, short + longer)


def some_points(scheme: str, size: int) -> list[Points]:
    """Return policies of a scheme, the same each time: a fifth may refuse somewhere."""
    draw = chance(scheme)
    names = points_of(Scheme(scheme))
    found = []
    for number in range(size):
        chosen = {
            name: draw.choice([option for text, option in options.items() if text != "refuse" or number % 5 == 0])
            for name, options in OPTIONS.items()
            if name in names
        }
        found.append(Points(**chosen, R="R" in names and draw.random() < 0.5))
    return found


@every_scheme
@pytest.mark.parametrize("longest", [3, pytest.param(4, marks=pytest.mark.long)])
def test_policies_by_points_are_decoded_as_by_the_reference(scheme: str, longest: int) -> None:
    units = list(sequences(scheme, longest))
    for points in some_points(scheme, 5 if len(LETTERS[scheme]) == 4 else 30):
        dialect = nc.Dialect().set(scheme=scheme)
        assert_decoded_alike(replace(dialect, policy=Policy.of(points)), units)


@every_scheme
def test_long_units_are_decoded_as_by_the_reference_whatever_the_policy(scheme: str) -> None:
    draw = chance(scheme, "long")
    tags = alphabet(scheme, ("X", "Y", "Z"))
    units = [draw.choices(tags, weights=[5] + [1] * (len(tags) - 1), k=draw.randint(0, 60)) for _ in range(60)]
    for points in some_points(scheme, 30):
        assert_decoded_alike(replace(nc.Dialect().set(scheme=scheme), policy=Policy.of(points)), units)


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "policy"), [pair for pair in POLICIES if pair[1] in {"refuse", "allennlp-bioul"}])
def test_what_the_policy_refuses_is_not_served_even_among_legal_units(scheme: str, policy: str) -> None:
    dialect = nc.Dialect().set(scheme=scheme, policy=policy)
    units = list(sequences(scheme, 3))
    refused = [unit for unit, spans in zip(units, by_reference(dialect, units), strict=True) if spans is None]
    assert scheme == "IO" or refused
    for unit in refused:
        with pytest.raises(NotServed, match="the policy rejects a sentence"):
            by_columns(dialect, [["O"], unit, ["O"]])


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "policy"), [pair for pair in POLICIES if pair[1] in {"lenient", "discard", "jie"}])
def test_legal_gold_is_decoded_and_illegal_gold_is_not_served(scheme: str, policy: str) -> None:
    dialect = nc.Dialect().set(scheme=scheme, policy=policy, gold="legal")
    units = list(sequences(scheme, 3))
    expected = by_reference(dialect, units, Side.GOLD)
    legal = [unit for unit, spans in zip(units, expected, strict=True) if spans is not None]
    assert by_columns(dialect, legal, Side.GOLD) == [spans for spans in expected if spans is not None]
    assert_decoded_alike(dialect, units)
    for unit in [unit for unit, spans in zip(units, expected, strict=True) if spans is None]:
        with pytest.raises(NotServed, match="the policy rejects a sentence"):
            by_columns(dialect, [unit], Side.GOLD)


@pytest.mark.parametrize(("scheme", "policy"), [pair for pair in POLICIES if pair[1] in {"lenient", "lample"}])
def test_where_only_neighbours_matter_the_reference_is_never_asked(scheme: str, policy: str) -> None:
    table = pairs_of(Scheme(scheme), nc.Dialect().set(scheme=scheme, policy=policy).policy.at(Scheme(scheme)))
    strays = {number for number in range(256) for at in (2, 5) if number >> at & 7 >= ROLES.index("alone")}
    assert not any(table.events[number] & (Event.ODD | Event.ODD_BEFORE) for number in set(range(256)) - strays)


@pytest.mark.parametrize(
    ("scheme", "policy", "clearing"),
    [
        ("IOB2", "lenient", {"O", "alone"}),
        ("IOE2", "lenient", {"O", "alone", "E"}),
        ("IOE1", "lenient", {"O", "alone"}),  # E closes its span provisionally
        ("BIOES", "lenient", {"O", "alone", "E", "S"}),
        ("BIOES", "lample", {"O", "alone"}),  # I goes on with what an E or S has closed
        ("BIOES", "jie", {"alone", "E", "S"}),  # an open span stays pending across an O
    ],
)
def test_after_some_roles_nothing_is_pending_whatever_was_before(scheme: str, policy: str, clearing: set[str]) -> None:
    points = nc.Dialect().set(scheme=scheme, policy=policy).policy.at(Scheme(scheme))
    assert pairs_of(Scheme(scheme), points).clearing == clearing


def test_an_open_span_passes_no_end_of_a_unit_and_no_empty_unit() -> None:
    units = [[], ["B-X", "I-X"], [], ["I-X"], ["I-X", "O"], [], ["B-Y"], []]
    for policy in ("lenient", "discard"):
        dialect = nc.Dialect().set(policy=policy)
        assert by_columns(dialect, units) == by_reference(dialect, units)


@pytest.mark.parametrize("types", [60, 63, 64, 127, 128, 200])
@pytest.mark.parametrize("policy", ["lenient", "discard", "jie"])
def test_more_tags_than_a_byte_can_number_are_decoded_alike(types: int, policy: str) -> None:
    draw = chance(types, policy)
    dialect = nc.Dialect().set(scheme="BIOES", policy=policy)
    tags = alphabet("BIOES", [f"T{number}" for number in range(types)])
    units = [[tag, draw.choice(tags), draw.choice(tags), "O"] for tag in tags]
    assert_decoded_alike(dialect, units)


def test_columns_of_both_sides_have_each_place_at_which_one_of_them_has_a_tag() -> None:
    lengths = np.array([3, 1])
    gold, pred = TagColumn.both(np.array([0, 1, 0, 2]), np.array([0, 0, 3, 2]), lengths)
    assert (gold.places.tolist(), gold.numbers.tolist(), gold.lengths.tolist()) == ([1, 2, 3], [1, 0, 2], [3, 1])
    assert (pred.places.tolist(), pred.numbers.tolist(), pred.lengths.tolist()) == ([1, 2, 3], [0, 3, 2], [3, 1])
    assert gold.places is pred.places


def test_each_tag_is_a_span_of_its_token_where_tokens_are_compared() -> None:
    dialect = nc.Dialect().set(item="token")
    first = (nc.Span("B-X", 0, 1), nc.Span("O", 1, 2), nc.Span("I-Y", 2, 3))
    assert by_columns(dialect, [["B-X", "O", "I-Y"], [], ["O"]]) == [first, (), (nc.Span("O", 0, 1),)]


def test_entities_without_a_type_are_no_entities_of_the_first_type() -> None:
    dialect = nc.Dialect().set(bare="untyped")
    found = Columnar.of(dialect).tally([["B", "B-X", "B-Y"]], [["B-X", "B", "B-Y"]])
    counts = {kind: one[Schema.STRICT].as_tuple() for kind, one in found.by_type.items()}
    assert counts == {"": (0, 1, 0, 0, 0), "X": (0, 1, 0, 0, 0), "Y": (1, 0, 0, 0, 0)}


def test_an_alphabet_of_few_tags_has_what_the_columns_have() -> None:
    alphabet = Alphabet(Columnar.of(nc.Dialect()).parse)
    gold = TagColumn.of([["B-X", "O", "I-X", "B-Y", "I-Y"]], alphabet)
    assert gold.numbers.tolist() == [1, 2, 3, 4]
    some = gold._replace(places=gold.places[1:3], numbers=gold.numbers[1:3])
    other = gold._replace(places=gold.places[3:], numbers=gold.numbers[3:])
    few, columns = few_tags([some, other], alphabet)
    assert [mark.text for mark in few.marks] == ["", "I-X", "B-Y", "I-Y"]
    assert dict(few.types) == {"": 0, "X": 1, "Y": 2}
    assert [column.numbers.tolist() for column in columns] == [[1, 2], [3]]
    assert [column.places.tolist() for column in columns] == [[2, 3], [4]]
    assert few_tags([other], alphabet)[1][0].numbers.tolist() == [1]


@pytest.mark.parametrize("size", [999, 1000, 1001, 2000, 2001])
def test_every_unit_is_read_once_however_many_there_are(size: int) -> None:
    """A thousand are read at a time."""
    units = [["O"] * (number % 3) + ["B-X"] for number in range(size)]
    column = TagColumn.of(units, Alphabet(Columnar.of(nc.Dialect()).parse))
    ends = np.cumsum([len(unit) for unit in units])
    assert column.lengths.tolist() == [number % 3 + 1 for number in range(size)]
    assert column.places.tolist() == (ends - 1).tolist()
    assert column.numbers.tolist() == [1] * size


def test_what_is_no_list_of_units_is_left_to_the_reference_unread() -> None:
    units, alphabet = [["O", "B-X"], ["B-X"]], Alphabet(Columnar.of(nc.Dialect()).parse)
    waiting = iter(units)
    with pytest.raises(NotServed, match="neither a list nor a tuple"):
        TagColumn.of(waiting, alphabet)
    assert list(waiting) == units
    for listed in (units, tuple(units)):
        column = TagColumn.of(listed, alphabet)
        assert (column.places.tolist(), column.lengths.tolist()) == ([1, 2], [2, 1])


@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ([["O"], iter(["O"])], "a sentence is neither a list nor a tuple"),
        ([["O"], ["BX"]], "a tag cannot be read"),
        ([["O"], [["B-X"]]], "a tag cannot be read"),
    ],
    ids=["iterator", "no tag", "list"],
)
def test_units_that_cannot_be_read_are_left_to_the_reference(units: object, reason: str) -> None:
    with pytest.raises(NotServed, match=reason):
        TagColumn.of(units, Alphabet(Columnar.of(nc.Dialect()).parse))


@pytest.mark.parametrize("largest", [255, 256])
def test_numbers_beyond_a_byte_are_kept_and_looked_up(largest: int) -> None:
    column = TagColumn.at(np.array([0, 2]), np.array([1, largest]), np.array([3]))
    assert column.numbers.tolist() == [1, largest]
    assert column.with_outside().numbers.tolist() == [1, 0, largest]
    assert column.look_up(range(largest + 1)).tolist() == [1, largest]


@pytest.mark.parametrize("values", [[0, 255], [0, 256], [0, -1], [7, 0]])
def test_values_beyond_a_byte_are_looked_up_like_those_within(values: list[int]) -> None:
    assert look_up(np.array([1, 0, 1], dtype=np.uint8), values).tolist() == [values[1], values[0], values[1]]

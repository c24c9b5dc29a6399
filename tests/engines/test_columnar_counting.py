"""Columnar counting: the tally of the reference, for every alignment.

Many pairs of units are laid into one corpus, each with types of its own: then every row of the tally is that of one
pair, and an error in one cannot hide behind an error in another.
"""

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

import nerconform as nc
from nerconform.engines import columnar, columnar_matching
from nerconform.engines.choice import evaluate
from nerconform.engines.columnar import Columnar
from nerconform.engines.columnar_decoding import Alphabet, TagColumn
from nerconform.engines.vectors import vector_of
from nerconform.reference.outcomes import Schema
from tests.engines.asking import POLICIES, Unit, accepted, assert_alike, named_apart, tallies_alike
from tests.reference.exhaustive import LETTERS, sequences, span_sets, tags_of_spans
from tests.reference.strategies import ALIGNED
from tests.shares import one_in

Pairs = Sequence[tuple[Unit, Unit]]
ALIGNMENTS = [{"align": name} for name in ALIGNED] + [
    {"align": "input-best", "scope": "schema"},
    {"align": "best", "scope": "schema"},
    {"align": "phased", "overlap": "gold:50%"},
    {"align": "input", "overlap": "union:67%"},
    {"align": "best", "overlap": "union:100%"},
    {"align": "all-overlaps", "duplicates": "by-value"},
    {"align": "absorb", "duplicates": "set"},
]


def pairs_of_span_sets(length: int, types: Sequence[str] = ("X", "Y")) -> Pairs:
    """Return the tags of every pair of span sets of a length."""
    units = [tags_of_spans(spans, length, "IOB2") for spans in span_sets(length, tuple(types))]
    return list(product(units, units))


def counted_alike(dialect: nc.Dialect, pairs: Pairs) -> bool:
    """Return whether both count all pairs of units alike, each pair by itself."""
    return tallies_alike(dialect, named_apart(gold for gold, _ in pairs), named_apart(pred for _, pred in pairs))


@pytest.mark.parametrize("align", ["none", "phased"])
@pytest.mark.parametrize("length", [*range(4), pytest.param(4, marks=pytest.mark.long)])
def test_all_pairs_of_span_sets_are_counted_as_by_the_reference(align: str, length: int) -> None:
    assert counted_alike(nc.Dialect().set(align=align), pairs_of_span_sets(length))


@pytest.mark.parametrize("longest", [2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("attribution", ["gold", "refilter"])
@pytest.mark.parametrize("choices", ALIGNMENTS, ids=lambda choices: "-".join(choices.values()))
def test_every_alignment_counts_all_pairs_of_short_span_sets_as_the_reference_does(
    choices: dict[str, str], attribution: str, longest: int
) -> None:
    dialect = nc.Dialect().set(attribution=attribution, **choices)
    assert all(counted_alike(dialect, pairs_of_span_sets(length)) for length in range(longest + 1))


@pytest.mark.parametrize("align", ["none", "phased"])
def test_a_single_pair_of_units_is_counted_as_by_the_reference(align: str) -> None:
    dialect = nc.Dialect().set(align=align)
    for gold, pred in one_in(3, pairs_of_span_sets(3)):
        assert tallies_alike(dialect, [gold], [pred])


def test_spans_that_overlap_none_of_the_other_side_are_not_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columnar_matching, "aligner", lambda _: None)
    found = Columnar.of(nc.Dialect().set(align="input")).tally([["B-X", "O", "B-X"]], [["O", "B-Y", "O"]])
    assert found.total[Schema.STRICT].as_tuple() == (0, 0, 0, 2, 1)


@pytest.mark.long
def test_chains_of_overlaps_are_walked_from_left_to_right() -> None:
    assert counted_alike(nc.Dialect(), pairs_of_span_sets(5, ("X",)))


@pytest.mark.parametrize("choices", [{}, {"attribution": "refilter"}, {"align": "input-best", "scope": "schema"}])
def test_long_chains_of_overlaps_are_walked_from_left_to_right(choices: dict[str, str]) -> None:
    draw = Random(str(choices))  # noqa: S311 - a sample, not a secret
    pairs: list[tuple[list[str], list[str]]] = []
    for _ in range(300):
        starts = draw.choice([1, 2, 3]), draw.choice([1, 2, 3])
        pairs.append(tuple(_spans_everywhere(draw, most) for most in starts))  # type: ignore[arg-type] # two sides
    assert counted_alike(nc.Dialect().set(**choices), pairs)


def _spans_everywhere(draw: Random, most: int) -> list[str]:
    """Return a unit of 30 tokens that is full of spans with few gaps."""
    tags: list[str] = []
    while len(tags) < 30:
        kind = draw.choice("XXXY")
        tags += draw.choices([["O"], [f"B-{kind}", *[f"I-{kind}"] * (draw.randint(1, most) - 1)]], [1, 9])[0]
    return tags[:30]


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "policy"), one_in(4, POLICIES))
def test_all_pairs_of_short_sequences_are_counted_as_by_the_reference(scheme: str, policy: str) -> None:
    dialect = nc.Dialect().set(scheme=scheme, policy=policy)
    units = accepted(dialect, list(sequences(scheme, 2)))
    assert counted_alike(dialect, [pair for pair in product(units, units) if len(pair[0]) == len(pair[1])])


@pytest.mark.long
@pytest.mark.parametrize("scheme", list(LETTERS))
@pytest.mark.parametrize(
    "choices",
    [
        {"labels": "gold"},
        {"labels": "given{X}"},
        {"labels": "given{Z,Y}", "types": "given{Y,Z}"},
        {"pool": "flat"},
        {"pool": "flat", "align": "none", "labels": "gold"},
        {"item": "token"},
        {"item": "token", "align": "none", "labels": "given{O,B-X}"},
        {"item": "token", "align": "all-overlaps", "attribution": "refilter"},
        {"labels_avg": "gold", "zero": "P1,Rnan", "macro_f": "of-means", "empty": "nan"},
        {"partial": "1/3", "round": "2-half-up-x100"},
    ],
    ids=lambda choices: "-".join(choices.values()),
)
def test_every_other_choice_is_served_and_gives_the_same_numbers(scheme: str, choices: dict[str, str]) -> None:
    draw = Random(scheme)  # noqa: S311 - a sample, not a secret
    dialect = nc.Dialect().set(scheme=scheme, policy="lenient", **choices)
    units = list(sequences(scheme, 3))
    for _ in range(3):
        gold = draw.sample(units, 12)
        pred = [draw.choice([unit for unit in units if len(unit) == len(one)]) for one in gold]
        assert_alike(dialect, gold, pred)


@pytest.mark.parametrize("name", list(nc.dialects()))
def test_no_units_and_units_without_tokens_or_spans_are_counted(name: str) -> None:
    nothing: list[list[list[str]]] = [[], [[]], [[], []], [["O"]], [[], ["O", "O"], []]]
    for units in nothing:
        assert_alike(nc.dialects()[name], units, units)
    assert_alike(nc.dialects()[name], [["B-X"]], [["O"]])
    assert_alike(nc.dialects()[name], [["O"]], [["B-X"]])


@pytest.mark.long
def test_more_types_than_two_bytes_can_number_are_counted_apart() -> None:
    gold = [[f"B-{number}"] for number in range(66_000)]
    pred = [[f"B-{number ^ (number == 65_999)}"] for number in range(66_000)]
    found = Columnar.of(nc.dialects()["conlleval"]).tally(gold, pred)
    kinds = [found.total, found.by_type["65998"], found.by_type["65999"]]
    counts = [kind[Schema.STRICT] for kind in kinds]
    assert [(one.tp, one.fp, one.fn) for one in counts] == [(65_999, 1, 1), (1, 1, 0), (0, 0, 1)]


@pytest.mark.parametrize("shared", [False, True], ids=["own places", "shared places"])
@pytest.mark.parametrize("most", [9, 2], ids=["shared alphabet", "own alphabet"])
@pytest.mark.parametrize("name", ["conlleval", "semeval"])
def test_columns_are_counted_as_the_tags_that_they_hold(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch, *, shared: bool
) -> None:
    """Before, between and after the tags stand tokens that no column holds."""
    monkeypatch.setattr(columnar, "_MAX_SHARED_TAGS", most)
    gold = [["O", "B-X", "I-X", "O"], ["O", "O", "B-Y"], [], ["O", "B-X", "O"], ["O"] * 3]
    pred = [["O", "B-X", "O", "O"], ["O", "O", "B-Y"], [], ["O", "O", "B-X"], ["O", "B-X", "O"]]
    expected = evaluate(nc.dialects()[name], gold, pred, "reference", outcomes=True)
    engine = Columnar.of(nc.dialects()[name])
    alphabet = Alphabet(engine.parse)
    columns = TagColumn.of(gold, alphabet), TagColumn.of(pred, alphabet)
    if shared:
        left, right = (column.with_outside().numbers for column in columns)
        columns = TagColumn.both(left, right, columns[0].lengths)
    assert engine.count(alphabet, *columns) == expected.tally
    tally, units = engine.count_apart(alphabet, *columns)
    assert tally == expected.tally
    assert list(map(tuple, units.vectors().tolist())) == [vector_of(unit) for unit in expected.outcomes or ()]

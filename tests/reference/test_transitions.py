"""Transitions: few sets say the same as the square table, and their size is linear in the labels (VIT-1)."""

from collections.abc import Sequence

import pytest

from nerconform.reference import viterbi as transitions
from nerconform.reference.logits import read_columns
from nerconform.reference.schemes import Scheme, is_legal
from nerconform.reference.viterbi import Transitions
from tests.reference.brute_paths import seeded, some_labels
from tests.reference.exhaustive import LETTERS, alphabet, bigrams

every_scheme = pytest.mark.parametrize("scheme", list(LETTERS))


def of(labels: Sequence[str], scheme: str) -> Transitions:
    columns = read_columns(list(labels), Scheme(scheme))
    return Transitions.of(columns.scheme, columns.marks)


def many(scheme: str, types: int) -> list[str]:
    return alphabet(scheme, [f"T{number}" for number in range(types)])


@every_scheme
def test_the_groups_say_what_the_square_table_says(scheme: str) -> None:
    chance = seeded(scheme)
    legal = bigrams(scheme)
    for _ in range(100):
        labels = some_labels(chance, scheme)
        table = of(labels, scheme)
        for column, label in enumerate(labels):
            shared, own = table.classes[table.class_of[column]]
            before = [*table.shared[shared], *table.own[own]]
            assert sorted(before) == [k for k, other in enumerate(labels) if (other, label) in legal]
        assert table.first == tuple(k for k, label in enumerate(labels) if (None, label) in legal)
        assert table.last == tuple(k for k, label in enumerate(labels) if (label, None) in legal)


@every_scheme
@pytest.mark.parametrize("types", [1, 4, 64])
def test_the_work_for_a_token_is_linear_in_the_labels(scheme: str, types: int) -> None:
    labels = many(scheme, types)
    table = of(labels, scheme)
    assert sum(map(len, table.shared)) <= len(labels)
    assert sum(map(len, table.own)) <= len(labels)
    assert len(table.classes) <= types + 1
    assert max(map(len, table.own)) <= 2


@every_scheme
def test_the_table_is_made_without_asking_for_each_pair(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def counted(*args: object) -> bool:
        nonlocal asked
        asked += 1
        return is_legal(*args)  # type: ignore[arg-type] # as given

    monkeypatch.setattr(transitions, "is_legal", counted)
    labels = many(scheme, 100)
    of(labels, scheme)
    assert 2 * len(labels) <= asked <= 2 * len(labels) + 2 * 5 * 5


@pytest.mark.parametrize("types", [1, 2, 4])
def test_the_groups_count_each_legal_sequence_of_bioes_once(types: int) -> None:
    """Span sets over n tokens obey f(n) = (T + 2) f(n - 1) - f(n - 2), with f(0) = 1 and f(1) = T + 1."""
    table = of(many("BIOES", types), "BIOES")
    expected = [1, types + 1]
    ways = [int(column in table.first) for column in range(len(table.marks))]
    for length in range(1, 12):
        assert sum(ways[column] for column in table.last) == expected[length]
        expected.append((types + 2) * expected[-1] - expected[-2])
        into = [sum(ways[k] for k in (*table.shared[left], *table.own[right])) for left, right in table.classes]
        ways = [into[number] for number in table.class_of]


@every_scheme
def test_a_path_is_legal_if_each_of_its_pairs_is(scheme: str) -> None:
    chance = seeded(scheme)
    legal = bigrams(scheme)
    labels = alphabet(scheme)
    table = of(labels, scheme)
    for _ in range(500):
        path = [chance.randrange(len(labels)) for _ in range(chance.randint(1, 3))]
        tags = [labels[column] for column in path]
        pairs = zip([None, *tags], [*tags, None], strict=True)
        assert table.allow(path) == all(pair in legal for pair in pairs)
    assert table.allow([])

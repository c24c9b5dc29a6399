"""Arrays: stretches, distinct values, spans in order and by type, and rows whose spans have other places."""

import numpy as np
import pytest

from nerconform.engines.arrays import Indices, Rows, Spans, distinct, first_rows, numbered, others, ranges


def indices(*values: int) -> Indices:
    return np.array(values, dtype=np.int64)


def spans(*triples: tuple[int, int, int]) -> Spans:
    return Spans(*(indices(*part) for part in zip(*triples, strict=True)))


def test_stretches_stand_one_after_the_other() -> None:
    assert first_rows(indices(2, 0, 3)).tolist() == [0, 2, 2]
    assert ranges(indices(5, 9, 1), indices(2, 0, 3)).tolist() == [5, 6, 1, 2, 3]


def test_distinct_values_are_in_order_and_numbers_as_they_came() -> None:
    assert distinct(indices(3, 1, 3, 2, 1)).tolist() == [1, 2, 3]
    assert distinct(indices()).tolist() == []
    numbers, keys = numbered("bacab")
    assert (numbers.tolist(), keys) == ([0, 1, 2, 1, 0], ["b", "a", "c"])


@pytest.mark.parametrize(
    ("bounds", "flat"),
    [
        ([(0, 2), (2, 3)], True),
        ([(0, 2), (5, 6)], True),
        ([(0, 3), (2, 4)], False),
        ([(4, 5), (0, 1)], False),
        ([(0, 1)], True),
    ],
    ids=["adjacent", "apart", "overlapping", "not in order", "one"],
)
def test_spans_are_flat_where_they_are_disjoint_and_in_order(bounds: list[tuple[int, int]], flat: bool) -> None:  # noqa: FBT001
    assert spans(*((*bound, 0) for bound in bounds)).are_flat() is flat


def test_spans_of_one_start_keep_their_order() -> None:
    found = spans((4, 5, 0), (1, 3, 1), (1, 2, 2)).in_order()
    assert [part.tolist() for part in found] == [[1, 1, 4], [3, 2, 5], [1, 2, 0]]
    ordered = spans((1, 3, 1), (1, 2, 2))
    assert ordered.in_order() is ordered


def test_types_are_set_apart_by_all_tokens() -> None:
    found = spans((0, 1, 2), (3, 4, 0), (5, 6, 2))
    assert found.present() == [0, 2]
    assert found.where(indices()).present() == []
    assert spans((0, 1, 200), (1, 2, 3), (2, 3, 200)).present() == [3, 200]
    moved, places = found.by_type(10)
    assert [part.tolist() for part in moved] == [[3, 20, 25], [4, 21, 26], [0, 2, 2]]
    assert places.tolist() == [1, 0, 2]


def test_rows_of_both_and_rows_elsewhere() -> None:
    one = Rows(indices(0), indices(1), indices(1), indices(0), equal=1)
    elsewhere = one.at(indices(7, 8), indices(5, 6))
    assert [part.tolist() for part in elsewhere[:4]] == [[7], [6], [8], [5]]
    assert elsewhere.equal == 1
    both = one.and_(elsewhere)
    assert [part.tolist() for part in both[:4]] == [[0, 7], [1, 6], [1, 8], [0, 5]]
    assert both.equal == 0
    assert others(4, indices(0, 2)).tolist() == [1, 3]

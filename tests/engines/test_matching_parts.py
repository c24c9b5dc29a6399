"""The parts of matching on arrays, each by its definition on a few numbers."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.engines import columnar_matching as matching
from nerconform.engines import unit_counts
from nerconform.engines.arrays import Indices, Rows, Spans
from nerconform.engines.choice import evaluate
from nerconform.engines.unit_counts import UnitCells
from nerconform.reference.option_values import Overlap
from nerconform.reference.options import Align

Bounds = list[tuple[int, int]]


def indices(*values: int) -> Indices:
    return np.array(values, dtype=np.int64)


def spans(bounds: Bounds, kinds: list[int] | None = None) -> Spans:
    starts, ends = ([one[part] for one in bounds] for part in (0, 1))
    return Spans(indices(*starts), indices(*ends), indices(*(kinds or [0] * len(bounds))))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-2, 9)), max_size=12))
def test_a_rank_is_the_number_of_smaller_distinct_values_of_the_group(pairs: list[tuple[int, int]]) -> None:
    groups, values = (indices(*(pair[part] for pair in pairs)) for part in (0, 1))
    expected = [len({other for of, other in pairs if of == group and other < value}) for group, value in pairs]
    assert matching._ranks(groups, values).tolist() == expected


@st.composite
def disjoint(draw: st.DrawFn) -> Bounds:
    """Draw disjoint spans in order."""
    cuts = sorted(draw(st.sets(st.integers(0, 12), max_size=8)))
    return [pair for pair in pairwise(cuts) if draw(st.booleans())]


@given(disjoint(), disjoint(), st.sampled_from([0, 10_000]))
def test_equal_bounds_are_found_in_a_table_or_by_search(gold: Bounds, pred: Bounds, far: int) -> None:
    """Spans that are far apart are searched; one of each side, at the same place, is added far away."""
    gold, pred = ([*side, (far, far + 1)] if far else side for side in (gold, pred))
    in_gold, in_pred = matching._equal_bounds(spans(gold), spans(pred))
    assert in_gold.tolist() == [one in pred for one in gold]
    assert in_pred.tolist() == [one in gold for one in pred]


@given(disjoint(), disjoint())
def test_a_prediction_takes_the_first_free_span_that_it_overlaps(gold: Bounds, pred: Bounds) -> None:
    taken: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(pred):
        free = [at for at, one in enumerate(gold) if one[0] < end and start < one[1] and at not in dict(taken)]
        taken += [(free[0], number)] if free else []
    left, right = matching._overlapping(spans(gold), spans(pred))
    assert list(zip(left.tolist(), right.tolist(), strict=True)) == taken
    near = matching._near(spans(gold), spans(pred)).tolist()
    assert near == [at for at, one in enumerate(gold) if any(one[0] < end and start < one[1] for start, end in pred)]


@given(disjoint(), disjoint(), st.data())
def test_disjoint_spans_are_paired_by_bounds_and_then_by_overlap(
    gold: Bounds, pred: Bounds, data: st.DataObject
) -> None:
    kinds = [data.draw(st.lists(st.integers(0, 1), min_size=len(side), max_size=len(side))) for side in (gold, pred)]
    sides = spans(gold, kinds[0]), spans(pred, kinds[1])
    equal = [(gold.index(one), at) for at, one in enumerate(pred) if one in gold]
    rows = matching._disjoint(*sides, Align.PHASED)
    pairs = list(zip(rows.gold.tolist(), rows.pred.tolist(), strict=True))
    assert (rows.equal, sorted(pairs[: rows.equal])) == (len(equal), sorted(equal))
    assert sorted([*rows.gold.tolist(), *rows.missing.tolist()]) == list(range(len(gold)))
    assert sorted([*rows.pred.tolist(), *rows.spurious.tolist()]) == list(range(len(pred)))
    rows = matching._disjoint(*sides, Align.NONE)
    same = sorted((left, right) for left, right in equal if kinds[0][left] == kinds[1][right])
    assert sorted(zip(rows.gold.tolist(), rows.pred.tolist(), strict=True)) == same
    assert rows.equal == len(same)


def test_groups_hang_together_by_overlaps_of_either_side() -> None:
    both = spans([(4, 6), (0, 2), (9, 10), (1, 3), (2, 4), (6, 7)])
    groups = matching._Groups.of(both, 3)
    assert groups.order.tolist() == [1, 3, 4, 0, 5, 2]
    assert (groups.firsts.tolist(), groups.starts.tolist()) == ([0, 3, 4, 5], [0, 4, 6, 9])
    assert (groups.golds.tolist(), groups.preds.tolist()) == ([1, 1, 0, 1], [2, 0, 1, 0])
    assert groups.alone(sets=False).tolist() == [False, True, True, True]
    assert groups.alone(sets=True).tolist() == [False, True, True, True]
    assert groups.two(both, Overlap()).tolist() == [False] * 4


def test_copies_on_one_side_need_a_look_where_they_are_one_span() -> None:
    groups = matching._Groups.of(spans([(0, 1), (0, 1), (3, 4)]), 3)
    assert groups.alone(sets=False).tolist() == [True, True]
    assert groups.alone(sets=True).tolist() == [False, True]


@pytest.mark.parametrize(
    ("pred", "plain", "wholly"), [((0, 4), True, True), ((1, 4), True, False), ((0, 3), True, False)]
)
def test_a_group_of_one_pair_has_equal_bounds_where_an_overlap_is_asked_for(
    pred: tuple[int, int], *, plain: bool, wholly: bool
) -> None:
    both = spans([(0, 4), pred])
    groups = matching._Groups.of(both, 1)
    assert groups.two(both, Overlap()).tolist() == [plain]
    assert groups.two(both, Overlap("union", 50)).tolist() == [wholly]


def test_every_group_is_held_against_its_own_spans() -> None:
    both = spans([(0, 4), (6, 8), (9, 10), (0, 4), (6, 9), (9, 10)])
    groups = matching._Groups.of(both, 3)
    assert groups.order.tolist() == [0, 3, 1, 4, 2, 5]
    assert groups.two(both, Overlap()).tolist() == [True, True, True]
    assert groups.two(both, Overlap("gold", 50)).tolist() == [True, False, True]


def test_the_spans_of_a_group_are_gold_before_predicted_each_in_list_order() -> None:
    """In two groups, [0,6) and [8,9): gold has the places 0 to 2, the predictions 3 to 6."""
    both = spans([(3, 5), (8, 9), (0, 4), (8, 9), (4, 6), (0, 1), (8, 9)])
    groups = matching._Groups.of(both, 3)
    assert groups.order.tolist() == [0, 2, 4, 5, 1, 3, 6]
    assert (groups.firsts.tolist(), groups.starts.tolist()) == ([0, 4], [0, 8])
    assert (groups.golds.tolist(), groups.preds.tolist()) == ([2, 1], [2, 2])


def test_a_key_holds_side_bounds_and_type_as_distances_or_as_ranks() -> None:
    """The groups are gold [5,9) with the prediction [6,12), and gold [20,24) with the prediction [21,27)."""
    both = spans([(5, 9), (20, 24), (6, 12), (21, 27)], [1, 1, 2, 2])
    groups = matching._Groups.of(both, 2)
    keys = groups.keys(indices(0, 1), both, by_distance=True)
    rows = [np.frombuffer(key, dtype=np.int64).reshape(-1, 4).tolist() for key in keys]
    assert rows == [[[0, 0, 4, 1], [1, 1, 7, 2]]] * 2
    keys = groups.keys(indices(1), both, by_distance=False)
    rows = [np.frombuffer(key, dtype=np.int64).reshape(-1, 4).tolist() for key in keys]
    assert rows == [[[0, 0, 2, 1], [1, 1, 3, 2]]]  # 20, 21, 24, 27


@pytest.mark.parametrize(
    ("choices", "is_by_order"),
    [
        ({"align": "none"}, True),
        ({"align": "phased"}, True),
        ({"align": "phased", "overlap": "gold:50%"}, False),
        ({"align": "input"}, False),
        ({"align": "best"}, False),
    ],
)
def test_the_order_of_bounds_decides_without_alignment_and_in_three_passes(
    choices: dict[str, str], *, is_by_order: bool
) -> None:
    assert matching.is_by_order(nc.Dialect().set(**choices)) is is_by_order


@pytest.mark.parametrize(
    ("choices", "alignments"),
    [
        ({"align": "none"}, 1),
        ({"align": "phased"}, 1),
        ({"align": "input"}, 1),
        ({"align": "best", "scope": "schema"}, 4),
    ],
)
def test_schemas_share_the_rows_of_one_alignment(choices: dict[str, str], alignments: int) -> None:
    """A gold span, and two predictions that overlap it: a group that is aligned by the reference."""
    gold, pred = spans([(0, 4)], [1]), spans([(0, 3), (3, 5)], [1, 1])
    found = matching.match(gold, pred, nc.Dialect().set(**choices), ["", "X"])
    assert len({id(rows) for rows in found.values()}) == alignments


@pytest.mark.parametrize("align", ["input", "best", "phased"])
@pytest.mark.parametrize("side", ["gold", "pred"])
def test_copies_that_are_one_span_may_stand_on_one_side_alone(align: str, side: str) -> None:
    """After a pair of equal spans come two copies of [5,7) and a span that overlaps them."""
    one = [("X", 0, 2)]
    more = [*one, ("X", 5, 7), ("X", 5, 7), ("X", 6, 8)]
    sides = (more, one) if side == "gold" else (one, more)
    dialect = nc.Dialect().set(align=align, duplicates="set")
    counts = evaluate(dialect, [sides[0]], [sides[1]], "columnar").counts
    assert (counts.tp, counts.fp, counts.fn) == ((1, 0, 2) if side == "gold" else (1, 2, 0))


def test_units_that_add_the_same_have_one_number() -> None:
    cells = UnitCells(np.array([[1, 0, 1, 2], [0, 3, 0, 3]]), np.array([[1, 0], [0, 1]]))
    assert cells.vectors().tolist() == [[1, 0], [0, 3], [1, 0], [2, 3]]
    assert cells.kinds() == {(1, 0): 2, (0, 3): 1, (2, 3): 1}
    joined = cells.joined(np.array([False, False, True, True]))
    assert joined.vectors().tolist() == [[1, 3], [1, 0], [2, 3]]
    assert cells.joined(np.array([True, False, True, False])).vectors().tolist() == [[1, 3], [3, 3]]
    assert cells.joined(np.array([False] * 4)).vectors().tolist() == [[4, 6]]
    assert UnitCells.of_vectors(np.array([[1, 2], [3, 4]])).vectors().tolist() == [[1, 2], [3, 4]]


def test_the_relation_of_a_pair_says_start_end_and_type() -> None:
    gold, pred = spans([(0, 2)] * 4, [0, 1, 0, 1]), spans([(0, 2), (0, 3), (1, 2), (1, 3)], [0, 1, 1, 0])
    rows = Rows(indices(0, 1, 2, 3), indices(0, 1, 2, 3), indices(), indices())
    assert unit_counts.relations(gold, pred, rows).tolist() == [7, 5, 2, 0]
    assert unit_counts.relations(gold, pred, rows._replace(equal=1)).tolist() == [7, 5, 2, 0]


@pytest.mark.parametrize("last", [10, 400, 401, 10_000])
def test_the_unit_of_a_span_is_found_in_a_table_or_by_search(last: int) -> None:
    starts, firsts = indices(0, 2, 3, 9), indices(0, 3, 3, 9, last)
    assert unit_counts._units_of(starts, firsts).tolist() == [0, 0, 2, 3]

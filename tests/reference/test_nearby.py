"""Nearby: how little is looked at. That it finds the right spans is tested in test_large_groups."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.reference.nearby import Nearby
from nerconform.reference.option_values import Overlap
from nerconform.reference.spans import Span

BUCKETS = 8
ROW = [Span("X", at, at + 1) for at in range(8 * BUCKETS)]
"""A span for every token: the bucket k has the tokens from 8k to 8k + 7."""
FAR = [Span("X", at, 100) for at in range(8 * BUCKETS)]
"""Spans that all reach the token 99, in as many buckets."""


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by the number of each bucket that is looked at."""
    seen: list[int] = []
    look = Nearby._bucket

    def counted(nearby: Nearby, node: int) -> list[int]:
        seen.append(node - nearby.leaves)
        return look(nearby, node)

    monkeypatch.setattr(Nearby, "_bucket", counted)
    return seen


def planted(gold: Sequence[Span], looked: list[int]) -> Nearby:
    """Return spans at which nobody has looked yet."""
    nearby = Nearby(gold, Overlap())
    looked.clear()
    return nearby


def test_eight_spans_are_looked_at_without_buckets(looked: list[int]) -> None:
    few, pred = Nearby(ROW[:8], Overlap()), Span("X", 2, 4)
    assert (few.every(pred), few.earliest(pred), looked) == ([2, 3], 2, [])
    nine = planted(ROW[:9], looked)
    assert (nine.every(pred), nine.earliest(pred), looked) == ([2, 3], 2, [0, 0])


@pytest.mark.parametrize("bucket", range(BUCKETS))
def test_a_bucket_whose_spans_touch_a_prediction_only_is_not_looked_at(bucket: int, looked: list[int]) -> None:
    """The spans before it end where the prediction starts, and those after it start where it ends."""
    nearby, pred = planted(ROW, looked), Span("X", 8 * bucket, 8 * bucket + 8)
    assert nearby.every(pred) == list(range(8 * bucket, 8 * bucket + 8))
    assert looked == [bucket]
    assert nearby.earliest(pred) == 8 * bucket
    assert looked == [bucket, bucket]
    backwards = planted(ROW[::-1], looked)
    assert ROW[::-1][backwards.earliest(pred) or 0] == ROW[8 * bucket + 7]
    assert looked == [bucket]


def test_all_buckets_between_the_ends_of_a_prediction_are_looked_at(looked: list[int]) -> None:
    nearby = planted(ROW, looked)
    assert nearby.every(Span("X", 6, 18)) == list(range(6, 18))
    assert sorted(looked) == [0, 1, 2]


@pytest.mark.parametrize("seed", range(20))
def test_the_first_of_many_in_the_list_is_found_in_its_bucket_at_once(seed: int, looked: list[int]) -> None:
    order = Random(seed).sample(range(BUCKETS), k=BUCKETS)  # noqa: S311 - a sample, not a secret
    listed = [span for bucket in order for span in FAR[8 * bucket : 8 * bucket + 8]]
    nearby = planted(listed, looked)
    assert nearby.earliest(Span("X", 70, 71)) == 0
    assert looked == [order[0]]
    right = [bucket for bucket in order if bucket >= BUCKETS // 2]
    listed = [span for bucket in right for span in FAR[8 * bucket : 8 * bucket + 8]]
    nearby = planted(ROW[: 4 * BUCKETS] + listed, looked)  # the left half stands first and does not reach so far
    assert nearby.earliest(Span("X", 70, 71)) == 4 * BUCKETS
    assert looked == [right[0]]


@pytest.mark.parametrize("bucket", range(BUCKETS))
def test_a_bucket_whose_spans_are_gone_is_not_looked_at(bucket: int, looked: list[int]) -> None:
    nearby = planted(FAR, looked)
    for index in range(8 * bucket, 8 * bucket + 8):
        nearby.remove(index)
    looked.clear()
    left = [index for index in range(8 * BUCKETS) if index // 8 != bucket]
    assert nearby.every(Span("X", 0, 100)) == left
    assert sorted(looked) == [number for number in range(BUCKETS) if number != bucket]
    looked.clear()
    assert nearby.earliest(Span("X", 0, 100)) == left[0]
    assert looked == [left[0] // 8]


@given(st.integers(9, 90), st.integers(0, 2**32))
def test_every_node_knows_how_far_its_spans_reach_and_which_is_listed_first(size: int, seed: int) -> None:
    draw = Random(seed)  # noqa: S311 - a sample, not a secret
    gold = [Span("X", start, start + draw.randint(1, 30)) for start in draw.choices(range(60), k=size)]
    nearby, left = Nearby(gold, Overlap()), set(range(size))
    in_order = sorted(range(size), key=lambda index: gold[index].start)
    for index in [None, *draw.sample(range(size), k=size)]:
        if index is not None:
            nearby.remove(index)
            left.remove(index)
        below = {nearby.leaves + at: {*in_order[8 * at : 8 * at + 8]} & left for at in range(nearby.leaves)}
        for node in range(nearby.leaves - 1, 0, -1):
            below[node] = below[2 * node] | below[2 * node + 1]
        for node, some in below.items():
            assert nearby.reach[node] == max((gold[one].end for one in some), default=0)
            assert nearby.first[node] == min(some, default=size)
        assert (nearby.reach[0], nearby.first[0]) == (0, size)  # no node has the number 0


@pytest.mark.parametrize(("size", "leaves"), [(9, 2), (16, 2), (17, 4), (32, 4), (33, 8), (64, 8), (65, 16)])
def test_there_are_fewer_than_two_leaves_for_each_bucket_and_a_place_for_each_node(size: int, leaves: int) -> None:
    """Buckets of eight below a tree of two, four, eight ... leaves; no node has the number 0."""
    nearby = Nearby((ROW + ROW)[:size], Overlap())
    assert nearby.leaves == leaves
    assert len(nearby.reach) == len(nearby.first) == 2 * leaves

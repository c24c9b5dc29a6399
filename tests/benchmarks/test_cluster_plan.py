"""The plan for a cluster: parts are those of the data, and the simulation keeps to what the definitions bound."""

import pytest

from benchmarks.cluster_plan import Level, Worker, makespan, parts, plan, tree, with_types
from benchmarks.corpus import corpus
from nerconform.distributed.tallies import merged


def test_a_tree_of_parts_has_the_sum_of_all() -> None:
    found = parts(with_types(corpus(5_000), 5), 20)
    levels, whole = tree([part.to_json() for part in found], fan_in=4)
    assert whole == merged(found)
    assert len(whole.counts.by_type) == 20
    assert [level.parts for level in levels] == [20, 5, 2]
    assert levels[0].bytes == sum(len(part.to_json()) for part in found)


def test_the_last_piece_is_done_between_the_bounds_of_the_definition() -> None:
    # Each piece takes 1 to 2 seconds, twice that at most if its worker dies.
    assert 1 <= makespan(10, 1.0, 1000) <= 4
    assert 10 <= makespan(10, 1.0, 1) <= 40
    assert makespan(200, 1.0, 10) == pytest.approx(200 * 1.5 / 10, rel=0.25)


def test_the_plan_has_the_bytes_of_all_tokens() -> None:
    text = plan(1e12, 1000, Worker(0.5, 1e-7, 100.0, 0.5), [Level(1000, 12345, 0.25)])
    assert "| bytes read | 500 GB in 3,725 files |" in text
    assert "| tokens per CPU second of a worker | 10,000,000 |" in text
    assert "| merge, level 1: parts, bytes | 1,000, 12,345 |" in text

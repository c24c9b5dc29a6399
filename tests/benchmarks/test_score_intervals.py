"""The benchmark of intervals scores the same file with and without; how long that takes, no test asks."""

import pytest

from benchmarks.score_intervals import UNITS, table


@pytest.mark.long
def test_the_table_has_a_row_for_each_size_and_unit() -> None:
    rows = table((2_000,), 1).splitlines()[2:]
    assert [row.split("|")[2].strip() for row in rows] == [f"{unit}s" for unit in UNITS]

"""The fuzzer of borders runs, and its first inputs find nothing."""

import pytest

from fuzz.fuzz_borders import TARGETS, fuzz


@pytest.mark.parametrize(("target", "number"), [("yaml", 200), ("signatures", 500), ("protocol", 500), ("results", 60)])
def test_the_first_inputs_are_read_or_refused(target: str, number: int) -> None:
    run, read, find = fuzz(TARGETS[target], 5, lambda index: index < number)
    assert find is None
    assert run == number
    assert read

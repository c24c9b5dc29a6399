"""The fuzzer of borders runs, its first inputs find nothing, and a run that is stopped says how far it came."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.fuzz_borders import TARGETS, fuzz


@pytest.mark.parametrize(("target", "number"), [("yaml", 200), ("signatures", 500), ("protocol", 500), ("results", 60)])
def test_the_first_inputs_are_read_or_refused(target: str, number: int) -> None:
    run, read, find = fuzz(TARGETS[target], 5, lambda index: index < number)
    assert find is None
    assert run == number
    assert read


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_prints_its_inputs(number: signal.Signals) -> None:
    command = Path(__file__).parents[2] / "fuzz" / "fuzz_borders.py"
    with subprocess.Popen([sys.executable, command, "yaml", "--seconds", "600"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"yaml, seed 1: begun\n"
        process.send_signal(number)
        last = process.stdout.read().decode()
    assert re.fullmatch(r"yaml, seed 1: \d+ s, \d+ inputs, \d+ of them read, 0 finds\n", last), last
    assert process.returncode == 0

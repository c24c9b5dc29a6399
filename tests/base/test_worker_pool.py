"""Worker pools: the processes end with the one that started them, however it ended."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nerconform.base.errors import NerconformError
from nerconform.base.worker_pool import KilledWorkers, loading_pool, results_of, worker_pool
from tests.base.worker_task import die_in_a_child, pid, refuse_odd

STARTER = """
import os, sys, time
from nerconform.base.worker_pool import worker_pool

if __name__ == "__main__":
    with worker_pool(2) as pool:
        found = set()
        while len(found) < 2:
            found |= set(pool.map(__import__("tests.base.worker_task", fromlist=["pid"]).pid, range(8)))
        print(*found, flush=True)
        time.sleep(600)
"""


def _is_running(pid: int) -> bool:
    """Whether a process is there, and has not ended without anybody who asked how."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the test looks for processes in /proc")
@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_where_their_parent_is_killed(way: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "starter.py"
    script.write_text(STARTER)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=environment) as starter:
        assert starter.stdout is not None
        workers = [int(pid) for pid in starter.stdout.readline().split()]
        assert len(workers) == 2
        assert all(map(_is_running, workers))
        starter.send_signal(way)
    for _ in range(200):
        if not any(map(_is_running, workers)):
            return
        time.sleep(0.1)
    pytest.fail("a worker is still running")


def test_a_pool_works_and_ends() -> None:
    with worker_pool(1) as pool:
        assert pool.submit(abs, -3).result() == 3


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_work(jobs: int) -> None:
    assert list(results_of(abs, range(-20, 20), jobs)) == list(map(abs, range(-20, 20)))
    assert list(results_of(abs, [], jobs)) == []


def test_the_process_that_starts_the_others_works_too() -> None:
    found = set(results_of(pid, range(40), 2))
    assert os.getpid() in found
    assert len(found) <= 2


@pytest.mark.parametrize("module", ["tests.base.worker_task", "tests.base.fatal_import", "tests.base.missing"])
def test_a_pool_that_is_started_before_works_or_is_replaced(module: str) -> None:
    with loading_pool(1, module) as pool:
        time.sleep(0.5)
        found = list(results_of(pid, range(40), 2, pool))
    assert len(found) == 40
    assert len(set(found)) == 2


def test_a_pool_that_is_started_in_vain_ends() -> None:
    with loading_pool(2, "tests.base.worker_task") as pool:
        assert list(results_of(abs, [-3], 3, pool)) == [3]
    with pytest.raises(RuntimeError, match="shutdown"):
        pool.submit(abs, 3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_that_of_the_first_task_that_fails(jobs: int) -> None:
    found = results_of(refuse_odd, [0, 2, 3, 4, 5], jobs)
    with pytest.raises(NerconformError, match=r"task 3: 3 is odd \[error\] Use 4\.") as error:
        list(found)
    assert (error.value.place, error.value.hint) == ("task 3", "Use 4.")


def test_processes_that_die_while_tasks_are_left_are_an_error_and_not_a_hang() -> None:
    with pytest.raises(KilledWorkers, match="was killed 3 times"):
        list(results_of(die_in_a_child, range(100_000), 2))

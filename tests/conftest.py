"""Settings that all tests share."""

import gc
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from nerconform.suite.sampling import unswayed

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

pytest_plugins = ["pytester"]

# A proof must not depend on luck where nobody watches: in continuous integration the same examples come every time.
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=30, suppress_health_check=_SLOW)
settings.register_profile("dev", deadline=None, max_examples=30, suppress_health_check=_SLOW)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=300, suppress_health_check=_SLOW)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Many tests start the kit as a process. Where Python is told not to keep compiled modules, each would compile all of
# them again, which takes longer than most of these tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish() -> None:
    """Keep what exists before the first test out of each collection of garbage, an eighth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "LoadFileScheduling | None":
    """Run the tests of a file in one process, which sets up what they share once; `--dist` says otherwise."""
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - some environments have pytest alone

    return LoadFileScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(autouse=True, scope="session")
def _drawn_alike() -> Iterator[None]:
    """Let no draw depend on the tests that ran before in this process."""
    with unswayed():
        yield

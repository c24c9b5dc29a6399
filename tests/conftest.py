"""Settings that all tests share."""

import gc
import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

pytest_plugins = ["pytester", *(["tests.properties"] if find_spec("hypothesis") else [])]

# Many tests start the kit as a process. Where Python is told not to keep compiled modules, each would compile all of
# them again, which takes longer than most of these tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish() -> None:
    """Keep what exists before the first test out of each collection of garbage, an eighth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: "Producer") -> "LoadFileScheduling | None":
    """Run the tests of a file in one process, which sets up what they share once; `--dist` says otherwise."""
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - some environments have pytest alone

    return LoadFileScheduling(config, log) if config.getoption("dist") == "load" else None

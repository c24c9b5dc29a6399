"""Settings that all tests share."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from nerconform.suite.sampling import unswayed

pytest_plugins = ["pytester"]

# A proof must not depend on luck where nobody watches: in continuous integration the same examples come every time.
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100, suppress_health_check=_SLOW)
settings.register_profile("dev", deadline=None, max_examples=100, suppress_health_check=_SLOW)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Many tests start the kit as a process. Where Python is told not to keep compiled modules, each would compile all of
# them again, which takes longer than most of these tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(autouse=True, scope="session")
def _drawn_alike() -> Iterator[None]:
    """Let no draw depend on the tests that ran before in this process."""
    with unswayed():
        yield

"""How Hypothesis tries properties: how often, and with the same draws in whatever order tests run."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from nerconform.suite.sampling import unswayed

# A proof must not depend on luck where nobody watches: in continuous integration the same examples come every time.
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=20, suppress_health_check=_SLOW)
settings.register_profile("dev", deadline=None, max_examples=20, suppress_health_check=_SLOW)
settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=100, suppress_health_check=_SLOW)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(autouse=True, scope="session")
def _drawn_alike() -> Iterator[None]:
    """Let no draw depend on the tests that ran before in this process."""
    with unswayed():
        yield

"""Settings that all tests share."""

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ["pytester"]

# A proof must not depend on luck where nobody watches: in continuous integration the same examples come every time.
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100, suppress_health_check=_SLOW)
settings.register_profile("dev", deadline=None, max_examples=100, suppress_health_check=_SLOW)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

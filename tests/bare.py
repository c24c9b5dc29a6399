"""`pytest -p tests.bare`: where only the core is installed, a file that imports an extra is left out, and named."""

import re
from collections.abc import Generator

import pytest

EXTRAS = {"hypothesis", "numpy", "pyarrow", "jinja2", "matplotlib", "markdown_it", "seqeval", "sklearn", "xmlschema"}
_MISSING = re.compile(r"ModuleNotFoundError: No module named '(\w+)")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a file instead of failing, if what it imports is an extra."""
    report = yield
    missing = _MISSING.search(str(report.longrepr)) if report.failed else None
    if missing and missing[1] in EXTRAS:
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"Skipped: needs {missing[1]}")
    return report

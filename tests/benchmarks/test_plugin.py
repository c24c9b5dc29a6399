"""The benchmark of the plugin: it measures what it says."""

from benchmarks.plugin import import_seconds


def test_the_import_of_the_plugin_is_timed_by_python_itself() -> None:
    assert 0 < import_seconds() < 5

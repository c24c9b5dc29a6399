"""Tests that need more than the README's command installs: each names the step of `.ci/run` that has what it needs.

`pytest` deselects them; the step runs them, and fails where one is skipped.
"""

import pytest

COPIES = pytest.mark.copies
"""Asks a program that is not on PyPI, of which a variable names a copy."""
SPACY = pytest.mark.step("spaCy")
GLINER, PRESIDIO, NAMED_ENTITY = map(pytest.mark.step, ("GLiNER", "presidio-evaluator", "named-entity-evaluator"))
NOTEBOOKS = pytest.mark.step("notebooks")
SPARK, RAY, DASK = map(pytest.mark.step, ("Spark", "Ray Data", "Dask, Polars, DuckDB, datasets"))
OF_CLUSTER = {"pyspark": SPARK, "ray": RAY, "dask": DASK, "datasets": DASK, "duckdb": DASK, "polars": DASK}
"""The step of a package that works on large data."""
_OF_LIBRARY = {
    "spacy": SPACY,
    "conlleval.pl": COPIES,
    "seqnereval": COPIES,
    "gliner": GLINER,
    "presidio-evaluator": PRESIDIO,
    "named-entity-evaluator": NAMED_ENTITY,
}


def of_library(name: str) -> list[pytest.MarkDecorator]:
    """Return the marks of a test that asks a library, by the library's name."""
    return [_OF_LIBRARY[name]] if name in _OF_LIBRARY else []

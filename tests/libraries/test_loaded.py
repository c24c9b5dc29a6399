"""Loaded: which libraries a function may have inside, by what its process has imported or run."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.libraries.library import libraries
from nerconform.products.check.suite_run import check, prepared
from nerconform.suite.case_runs import loaded


class Imported:
    """A caller whose process has imported some modules."""

    def __init__(self, *modules: str) -> None:
        self.modules = frozenset(modules)


def names(*modules: str) -> Iterator[str]:
    (metric,) = prepared([lambda gold, pred: 0.0]).implementations  # noqa: ARG005 - it is not called
    assert isinstance(metric, CallableImplementation)
    object.__setattr__(metric, "caller", Imported(*modules))
    return (library.name for library, _ in loaded(metric))


def test_a_library_that_runs_late_is_known_to_be_inside() -> None:
    def wrapped(gold: list[list[str]], pred: list[list[str]]) -> float:
        if gold == pred:
            return 1.0
        return float(import_module("seqeval.metrics").f1_score(gold, pred))

    (run,) = check(wrapped, dialect="seqeval", cases=["tags.empty-in-prediction"]).implementations
    (result,) = run.results
    assert (result.verdict, result.cause) == ("known", "seqeval:default.empty-tag-crashes")


@pytest.mark.parametrize("library", ["seqeval", "nervaluate", "seqscore", "conlleval", "annotations-evaluate"])
def test_a_function_may_have_a_library_inside_whose_module_is_imported(library: str) -> None:
    assert library in names(*libraries()[library].modules[:1])
    assert [*names("json", "collections")] == []

"""Trophies: each call of the list gives what the list says, in the release that it names."""

import warnings
from importlib.metadata import version

import pytest
from packaging.specifiers import SpecifierSet

from nerconform.libraries.defects import Defect, trophies
from nerconform.suite.clauses import load_clauses
from tests.steps import of_library

TROPHIES = trophies()


def given(trophy: Defect) -> str:
    """Return what the call gives, as the list writes it."""
    shown = trophy.contradicts
    assert shown
    names: dict[str, object] = {}
    exec(shown.setup, names)  # noqa: S102 - the list is part of the project
    try:
        return repr(eval(shown.call, names))  # noqa: S307 - as above
    except Exception as error:  # noqa: BLE001 - any exception is what the call gives
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("trophy", [pytest.param(one, marks=of_library(one.library), id=one.id) for one in TROPHIES])
def test_the_call_of_a_trophy_gives_what_the_list_says(trophy: Defect) -> None:
    assert version(trophy.library) in SpecifierSet(trophy.pinned_versions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert trophy.contradicts
        assert given(trophy) == trophy.contradicts.gives


def test_a_trophy_names_a_clause_and_at_least_two_searches() -> None:
    clauses = load_clauses()
    assert len(TROPHIES) >= 10
    assert all(trophy.clause in clauses and len(set(trophy.searched)) >= 2 for trophy in TROPHIES)

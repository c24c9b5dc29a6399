"""Trophies: each call of the list gives what the list says, in the release that it names (KIT-3)."""

import warnings
from importlib.metadata import PackageNotFoundError, version

import pytest
from packaging.specifiers import SpecifierSet

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.suite.clauses import load_clauses
from nerconform.suite.trophies import Trophy, load_trophies

TROPHIES = load_trophies()
EXTRAS = {"spacy"}


def installed(library: str) -> str:
    """Return the release of a library that is installed; one of an extra need not be."""
    try:
        return version(library)
    except PackageNotFoundError:
        if library not in EXTRAS:
            raise
        pytest.skip(f"{library} is not installed: .ci/run has a step for it")


def given(trophy: Trophy) -> str:
    """Return what the call gives, as the list writes it."""
    names: dict[str, object] = {}
    exec(trophy.setup, names)  # noqa: S102 - the list is part of the project
    try:
        return repr(eval(trophy.call, names))  # noqa: S307 - as above
    except Exception as error:  # noqa: BLE001 - any exception is what the call gives
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("trophy", TROPHIES, ids=lambda trophy: f"{trophy.library}.{trophy.id}")
def test_the_call_of_a_trophy_gives_what_the_list_says(trophy: Trophy) -> None:
    assert installed(trophy.library) in SpecifierSet(trophy.versions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert given(trophy) == trophy.gives


def test_a_trophy_names_a_clause_and_at_least_two_searches() -> None:
    clauses = load_clauses()
    assert len(TROPHIES) >= 10
    assert all(trophy.clause in clauses and len(set(trophy.searched)) >= 2 for trophy in TROPHIES)


def test_a_trophy_without_a_golden_case_may_have_no_quirk_but_never_another_title() -> None:
    for trophy in TROPHIES:
        quirk = QUIRKS.get(f"{trophy.library}.{trophy.id}")
        assert quirk is None or quirk.clause == trophy.clause

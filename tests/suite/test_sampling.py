"""Drawing from a seed."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

from nerconform.suite.sampling import draw, unswayed


def drawn(seed: int, most: int = 10**9) -> list[int]:
    found: list[int] = []
    draw(st.integers(0, most), 400, seed, found.append)
    return found


def loaded(folder: Path, name: str, numbers: range) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(f"NUMBERS = {list(numbers)}\n", encoding="utf-8")
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OWN = vars(providers.HypothesisProvider)["_local_constants"]


@pytest.fixture
def swayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo for one test what `conftest.py` does for all."""
    monkeypatch.setattr(providers.HypothesisProvider, "_local_constants", OWN)


@pytest.mark.usefixtures("swayed")
def test_constants_of_a_loaded_module_are_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = drawn(1)
    numbers = range(123_456_000, 123_456_050)
    monkeypatch.setitem(sys.modules, "many_numbers", loaded(tmp_path, "many_numbers", numbers))
    assert drawn(1) == before
    assert not set(numbers) & set(before)


@pytest.mark.usefixtures("swayed")
def test_other_draws_keep_theirs() -> None:
    draw(st.integers(), 2, 1, lambda _: None)
    assert vars(providers.HypothesisProvider)["_local_constants"] is OWN
    with unswayed():
        assert not len(vars(providers.HypothesisProvider)["_local_constants"])
    assert vars(providers.HypothesisProvider)["_local_constants"] is OWN


def test_a_seed_draws_the_same_and_another_seed_something_else() -> None:
    assert drawn(1) == drawn(1) != drawn(2)
    assert drawn(1)[0] == 0


def test_so_many_are_drawn_at_most() -> None:
    assert len(drawn(1)) == 400
    assert sorted(drawn(1, most=2)) == [0, 1, 2]

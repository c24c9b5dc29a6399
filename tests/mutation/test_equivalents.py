"""The list of equivalent mutants: each entry is about one mutant of the source as it is, and says why."""

from pathlib import Path

import pytest

from tests.mutation.equivalents import LIST, Equivalent, NotOne, entries, mutant_of
from tests.mutation.source_mutants import source_mutants

PACKAGE = Path(__file__).parents[2] / "nerconform"
SOURCE = """def f(x):
    y = 0
    return x + 0 + (x > y)
"""
ONE = "- small/one.py f: `x > y` -> `x >= y`: the reason: it has a colon."
OF_TWO = "- small/one.py f: `0` -> `1` in `y = 0`: why."


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "small").mkdir()
    (tmp_path / "small/one.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_an_entry_is_read_as_a_survivor_is_listed_with_a_reason() -> None:
    (one, of_two) = entries(f"# A head\n\ntext\n\n{ONE}\n{OF_TWO}\n")
    assert one == Equivalent("small/one.py", "f", "x > y", "x >= y", "", "the reason: it has a colon.")
    assert of_two == Equivalent("small/one.py", "f", "0", "1", "y = 0", "why.")


@pytest.mark.parametrize("line", ["- small/one.py f: `0` -> `1`", "- small/one.py f: `0` -> `1`: ", "- small/one.py"])
def test_an_entry_without_a_reason_is_none(line: str) -> None:
    with pytest.raises(NotOne):
        list(entries(line))


@pytest.mark.parametrize(("line", "number"), [(ONE, 3), (OF_TWO, 2)])
def test_an_entry_is_about_the_mutant_of_its_line(package: Path, line: str, number: int) -> None:
    (one,) = entries(line)
    assert mutant_of(one, source_mutants(package, ["small"]), package).lines == range(number, number + 1)


@pytest.mark.parametrize(
    "line",
    [
        "- small/one.py f: `0` -> `1`: of which line?",
        "- small/one.py f: `0` -> `2`: no such change.",
        "- small/one.py f: `0` -> `1` in `y = 1`: no such line.",
        "- small/one.py g: `x > y` -> `x >= y`: no such function.",
        "- small/two.py f: `x > y` -> `x >= y`: no such file.",
    ],
)
def test_an_entry_about_several_mutants_or_none_is_an_error(package: Path, line: str) -> None:
    (one,) = entries(line)
    with pytest.raises(NotOne):
        mutant_of(one, source_mutants(package, ["small"]), package)


@pytest.mark.long
def test_every_entry_is_about_one_mutant_of_the_source_as_it_is() -> None:
    listed = list(entries(LIST.read_text(encoding="utf-8")))
    every = source_mutants(PACKAGE, sorted({one.file.partition("/")[0] for one in listed}))
    found = {(one.file, one.number) for one in (mutant_of(each, every, PACKAGE) for each in listed)}
    assert len(found) == len(listed) > 0

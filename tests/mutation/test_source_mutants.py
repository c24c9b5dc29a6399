"""Mutants of a small source: each change is as listed, and put into functions that exist already it changes answers."""

import ast
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.mutation.forked import Ended, Existing, Unfit, install, run_all
from tests.mutation.source_mutants import again, mutants_of, mutated, source_mutants

SOURCE = '''\
"""A module: nothing outside functions is changed."""
from functools import cache
LIMIT = 3

def small(number: int = 2) -> bool:
    """Say whether it is small: 1 < 2."""
    if number < LIMIT and number != 0:
        return True
    return False

@cache
def twice(number):
    return joined(number, number * 1)

def joined(one, other):
    total = [max(one, other)]
    total.append(other)
    return sum(item for item, _ in zip(total, total[:], strict=True) if item)

def refused(number):
    hint = "Write 1."
    if not number:
        raise ValueError(f"{number + 1} is wrong")
    return [lambda: number - 1]

MADE = refused(5)[0]

def _filled():
    rows = [1 + 1]
    def first():
        return rows[0]
    return first

TABLE = _filled()
'''


def changes() -> list[tuple[str, str, str]]:
    found = [mutated(SOURCE, one)[1] for one in mutants_of(SOURCE, "small.py")]
    return [(one.where, one.before, one.after) for one in found]


def test_every_change_of_a_small_source() -> None:
    assert changes() == [
        ("small", "number < LIMIT and number != 0", "not (number < LIMIT and number != 0)"),
        ("small", "number < LIMIT and number != 0", "number < LIMIT or number != 0"),
        ("small", "number < LIMIT", "number <= LIMIT"),
        ("small", "number != 0", "number == 0"),
        ("small", "0", "1"),
        ("small", "return True", "return False"),
        ("small", "return False", "return True"),
        ("twice", "return joined(number, number * 1)", "return None"),
        ("twice", "joined(number, number * 1)", "joined(number * 1, number)"),
        ("twice", "number * 1", "number // 1"),
        ("twice", "1", "2"),
        ("joined", "total.append(other)", "pass"),
        ("joined", "return sum((item for item, _ in zip(total, total[:], strict=True) if item))", "return None"),
        (
            "joined",
            "for item, _ in zip(total, total[:], strict=True) if item",
            "for item, _ in zip(total, total[:], strict=True) if not item",
        ),
        ("joined", "zip(total, total[:], strict=True)", "zip(total[:], total, strict=True)"),
        ("refused", "not number", "not not number"),
        ("refused", "raise ValueError(f'{number + 1} is wrong')", "pass"),
        ("refused", "return [lambda: number - 1]", "return None"),
        ("refused", "number - 1", "number + 1"),
        ("refused", "1", "2"),
        ("_filled.first", "return rows[0]", "return None"),
        ("_filled.first", "0", "1"),
    ]


LOG = """
7\tSURVIVES\t0\tsmall.py:8 small: `0` -> `1`
| all | 3 | 0 |
- small.py:15 joined: `total.append(other)` -> `pass`
- small.py:29 refused: `1` -> `2`
- small.py:29 refused: `gone` -> `pass`
"""


def test_survivors_are_found_again_where_they_stand_now(tmp_path: Path) -> None:
    path = tmp_path / "small.py"
    path.write_text(f"\n\n{SOURCE}", encoding="utf-8")
    every = list(mutants_of(path.read_text(encoding="utf-8"), path.name))
    found = [one and str(one) for one in again(every, LOG, tmp_path)]
    assert found == [
        "small.py:19 joined: `total.append(other)` -> `pass`",
        "small.py:26 refused: `1` -> `2`",
        None,
    ]


def made(path: Path, before: str, after: str) -> tuple[ModuleType, Callable[[], object]]:
    """Return the module of the source, and what puts one change into it."""
    path.write_text(SOURCE, encoding="utf-8")
    module = ModuleType("small")
    sys.modules["small"] = module
    exec(compile(SOURCE, str(path), "exec"), module.__dict__)  # noqa: S102 - written above
    trees = [mutated(SOURCE, one) for one in mutants_of(SOURCE, path.name)]
    tree = next(tree for tree, one in trees if (one.before, one.after) == (before, after))
    return module, partial(install, path, SOURCE, tree, Existing.of(path, ("small",)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "ask", "answers"),
    [
        (("number < LIMIT", "number <= LIMIT"), lambda module: module.small(3), (False, True)),
        (("total.append(other)", "pass"), lambda module: module.twice(4), (8, 4)),
        (("number - 1", "number + 1"), lambda module: module.MADE(), (4, 6)),
    ],
    ids=["comparison", "through a cache", "closure that was made before"],
)
def test_a_change_reaches_functions_that_exist(
    tmp_path: Path, change: tuple[str, str], ask: Callable[[Any], object], answers: tuple[object, object]
) -> None:
    right, wrong = answers
    module, changing = made(tmp_path / "small.py", *change)
    assert ask(module) == right

    def answer() -> object:
        changing()
        return ask(module)

    assert dict(run_all([("changed", answer)], 1, 60)) == {"changed": wrong}
    assert ask(module) == right


def test_a_fork_that_never_ends_is_late_and_one_that_raises_has_ended() -> None:
    def forever() -> None:
        while True:
            pass

    def fails() -> None:
        raise ValueError

    found = dict(run_all([("forever", forever), ("fails", fails)], 2, 1))
    assert {name: isinstance(one, Ended) and one.is_late for name, one in found.items()} == {
        "forever": True,
        "fails": False,
    }


def test_a_change_of_no_function_is_unfit(tmp_path: Path) -> None:
    path = tmp_path / "none.py"
    with pytest.raises(Unfit):
        install(path, "A = 1\n", ast.parse("A = 2\n"), Existing.of(path, ()))


def test_the_reference_has_thousands_each_of_its_own() -> None:
    numbered = source_mutants(Path(__file__).parents[2] / "nerconform", ["reference"])
    assert len(numbered) > 2000
    assert len({(one.file, one.number) for one in numbered}) == len(numbered)
    assert {one.file.partition("/")[0] for one in numbered} == {"reference"}

"""The shape of the house: how large modules are, who uses them, and that a name has one meaning."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "nerconform"
MAX_LINES = 450
MIN_LINES = 60
"""A module with one user is at least this long; a shorter one belongs into its user."""
MAY_BE_SMALL = ("commands.", "compat.", "libraries.", "distributed.", "reporting.")
"""Where a module is one thing that is listed or imported by users: a verb, an interface of another library, what is
known of a library, an engine, a form of a result."""
FIXED_NAMES = {"__init__.py", "__main__.py"}
OF_A_VERB = {"known.py", "lint.py", "releases.py"}
"""A module of `commands/` has the name of its verb, and what the verb runs has that name, too."""
IN_LIBRARIES = {"adapter.py", "calls.py", "history.py", "printed.py"}
"""The names of files that every library's folder may have; those that begin with `quirks` are fixed, too."""


def _module(path: Path) -> str:
    """Return the name of a module below the package; that of the package itself is empty."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def _trees() -> Mapping[str, ast.Module]:
    return {_module(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py"))}


@cache
def _lines() -> Mapping[str, int]:
    paths = [path for path in ROOT.rglob("*.py") if path.name not in FIXED_NAMES]
    return {_module(path): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}


def _used(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports, and what it names as a string: `nerconform/__init__` loads lazily."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{one.name}" for one in node.names))
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.partition(":")[0]


@cache
def _users() -> Mapping[str, set[str]]:
    users: defaultdict[str, set[str]] = defaultdict(set)
    for user, tree in _trees().items():
        for name in _used(tree):
            if name.startswith("nerconform.") and (used := name.removeprefix("nerconform.")) != user:
                users[used].add(user)
    return users


def _in_folder_of_a_library(module: str) -> bool:
    return module.startswith("libraries.") and module.count(".") > 1


def _classes() -> Iterator[tuple[str, str]]:
    """Yield the name of every class, private and inner ones included, with its module."""
    for module, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                yield node.name, module


def _repeated(pairs: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, place in pairs:
        places[name].append(place)
    return {name: sorted(found) for name, found in places.items() if len(found) > 1}


def test_no_module_is_longer_than_a_reader_holds_in_mind() -> None:
    assert {module: lines for module, lines in _lines().items() if lines > MAX_LINES} == {}


def test_no_small_module_has_one_user() -> None:
    users = _users()
    small = {
        module: sorted(users[module])
        for module, lines in _lines().items()
        if lines < MIN_LINES and len(users[module]) == 1 and not module.startswith(MAY_BE_SMALL)
    }
    assert small == {}


def test_no_module_is_without_a_user() -> None:
    users = _users()
    entered = {"pytest_plugin"}  # by pytest, which finds it in pyproject.toml
    found = {module for module in _lines() if not users[module] and not module.startswith(MAY_BE_SMALL)}
    assert found == entered


def test_no_file_name_has_two_meanings() -> None:
    names = (
        (path.name, _module(path))
        for path in ROOT.rglob("*.py")
        if path.name not in FIXED_NAMES
        and not (path.name in OF_A_VERB and _module(path).startswith("commands."))
        and not (
            _in_folder_of_a_library(_module(path)) and (path.name in IN_LIBRARIES or path.name.startswith("quirks"))
        )
    )
    assert _repeated(names) == {}


def test_no_class_name_has_two_meanings() -> None:
    assert _repeated(_classes()) == {}


def _enums() -> Iterator[tuple[str, ast.ClassDef]]:
    for module, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and any(
                isinstance(base, ast.Name) and base.id == "StrEnum" for base in node.bases
            ):
                yield module, node


def _undocumented(node: ast.ClassDef) -> Iterator[str]:
    """Yield the members behind which no docstring stands."""
    for one, following in zip(node.body, [*node.body[1:], None], strict=True):
        member = isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
        says = (
            isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
            and isinstance(following.value.value, str)
        )
        if member and not says:
            assert isinstance(one, ast.Assign)
            assert isinstance(one.targets[0], ast.Name)
            yield one.targets[0].id


def test_every_member_of_an_enumeration_says_what_it_means() -> None:
    found = {f"{module}.{node.name}": members for module, node in _enums() if (members := [*_undocumented(node)])}
    assert found == {}


def test_every_package_says_which_question_it_answers() -> None:
    bare = {
        module
        for module, tree in _trees().items()
        if (ROOT / module.replace(".", "/") / "__init__.py").is_file()
        and (ast.get_docstring(tree) or "TODO").startswith("TODO")
    }
    assert bare == set()

"""What is known of a library stands in its folder, and nowhere else."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nerconform.formats.reader_options import FileFormat
from nerconform.libraries.defects import all_defects
from nerconform.libraries.library import Library, folders, libraries, library_in
from nerconform.reference.named import NAMED
from nerconform.reference.policies import POLICIES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "nerconform"
ALL = [library_in(folder) for folder in folders()]
ASKED = tuple(libraries().values())
FREE = {*NAMED, *map(str, FileFormat), *POLICIES, "evaluate"}
"""Names that a dialect, a file format, a policy or a function of the kit has, too."""
MANY = 3
"""A line of a text that names so many libraries is a table of them."""
FIXED = re.compile(r"__init__|adapter|history|quirks(_[a-z]+)?")
NOUN = re.compile(r"[a-z]+")


def modules() -> list[Path]:
    """Return every module outside the folders of libraries."""
    own = [PACKAGE / "libraries" / folder for folder in (*folders(), "_template")]
    return [path for path in sorted(PACKAGE.rglob("*.py")) if not any(path.is_relative_to(one) for one in own)]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield every string but docstrings, the texts below constants, and examples of commands."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    examples = [node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "examples"]
    prose |= {id(part) for node in examples for part in ast.walk(node.value)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the full name of every module that is imported, and of whatever is imported from one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def selectors() -> set[str]:
    """Return every name by which a library or a mode of it is asked."""
    return {one.selector(mode.name) for one in ASKED for mode in one.modes} | {one.name for one in ALL}


@cache
def taken() -> set[str]:
    return selectors() - FREE


@cache
def ids_of_defects() -> re.Pattern[str]:
    longest_first = sorted((one.id for one in all_defects()), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})\b")


def faults(text: str) -> Iterator[str]:
    """Yield what a text says of a library that should stand in its folder."""
    if text in taken():
        yield f"the name {text!r}"
    yield from (f"the defect {name}" for name in ids_of_defects().findall(text))
    for line in text.splitlines():
        named = [one.name for one in ASKED if re.search(rf"(?<![\w-]){re.escape(one.name)}(?![\w-])", line)]
        if len(named) >= MANY:
            yield f"a list of libraries: {', '.join(named)}"
        yield from (f"a version of {name}" for name in named if re.search(rf"{re.escape(name)}[ =<>]+\d", line))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nervaluate", "the name 'nervaluate'"),
        ("seqeval:strict", "the name 'seqeval:strict'"),
        ("see seqeval.strict-ioe1", "the defect seqeval.strict-ioe1"),
        ("iobes, nereval and eval4ner", "a list of libraries: iobes, eval4ner, nereval"),
        ("nervaluate==1.2.1", "a version of nervaluate"),
        ("conlleval", ""),
        ("a report of seqeval, results of nervaluate", ""),
    ],
)
def test_a_text_that_speaks_of_a_library_is_found(text: str, said: str) -> None:
    assert "; ".join(faults(text)) == said


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_of_a_library_stands_outside_its_folder(path: Path) -> None:
    tree = tree_of(path)
    found = [f"line {node.lineno}: {fault}" for node in texts(tree) for fault in faults(str(node.value))]
    inside = tuple(f"nerconform.libraries.{folder}" for folder in (*folders(), "_template"))
    peers = {name for one in ASKED for name in one.modules}
    found += [f"imports {name}" for name in imported(tree) if f"{name}.".startswith(tuple(f"{one}." for one in inside))]
    found += [f"imports {name}" for name in imported(tree) if name.partition(".")[0] in peers]
    assert not found


@pytest.mark.parametrize("folder", folders())
def test_a_folder_holds_files_of_known_names(folder: str) -> None:
    here = PACKAGE / "libraries" / folder
    names = {path.name for path in here.iterdir() if path.name != "__pycache__"}
    assert "__init__.py" in names
    assert ("adapter.py" in names) == bool(library_in(folder).modes)
    assert names & {"adapter.py", "defects.yaml"}
    others = {name.removesuffix(".py") for name in names if not FIXED.fullmatch(name.removesuffix(".py"))}
    assert all(NOUN.fullmatch(name) for name in others - {"defects.yaml", "upstream.yaml"})


def needed_by(folder: str, module: str, seen: set[str]) -> set[str]:
    """Return what a module of a folder imports, itself and by the other modules of the folder."""
    inside = f"nerconform.libraries.{folder}."
    found = set(imported(tree_of(PACKAGE / "libraries" / folder / f"{module}.py")))
    for name in found:
        other = name.removeprefix(inside).partition(".")[0]
        if name.startswith(inside) and other not in seen:
            seen.add(other)
            found = found | needed_by(folder, other, seen)
    return found


@pytest.mark.parametrize("folder", folders())
def test_quirks_import_neither_the_adapter_nor_what_asks(folder: str) -> None:
    here = PACKAGE / "libraries" / folder
    for path in (here / "__init__.py", *here.glob("quirks*.py")):
        found = needed_by(folder, path.stem, {path.stem})
        asking = (f"nerconform.libraries.{folder}.adapter", "nerconform.asking")
        assert not [name for name in found if name.startswith(asking)]
        assert not [name for name in found if name.partition(".")[0] in {each for one in ASKED for each in one.modules}]


@cache
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def extra(name: str) -> list[str]:
    found: list[str] = project()["project"]["optional-dependencies"][name]
    return found


@pytest.mark.parametrize("name", sorted({one.extra for one in ASKED}))
def test_an_extra_asks_for_the_oldest_release_that_the_kit_can_ask(name: str) -> None:
    own = [one for one in ASKED if one.extra == name]
    assert sorted(extra(name)) == sorted(
        [f"{one.name}>={one.oldest}" for one in own] + [each for one in own for each in one.beside]
    )


def test_the_extra_recorded_pins_what_the_reports_speak_of() -> None:
    peers = [one for one in ASKED if one.extra == "peers"]
    pins = {f"{one.name}=={one.recorded}" for one in peers} | {pin for one in peers for pin in one.recorded_with}
    assert sorted(extra("recorded")) == sorted(pins)


def test_an_import_contract_that_forbids_a_library_forbids_all() -> None:
    peers = {name for one in ASKED for name in one.modules}
    contracts = [{*one.get("forbidden_modules", ())} for one in project()["tool"]["importlinter"]["contracts"]]
    concerned = [modules for modules in contracts if modules & peers]
    assert peers in concerned
    assert all(peers <= modules for modules in concerned)


def test_mypy_misses_the_types_of_the_libraries_alone() -> None:
    overrides, _ = project()["tool"]["mypy"]["overrides"]
    assert sorted(overrides["module"]) == sorted({f"{name}.*" for one in ASKED for name in one.modules})


@pytest.mark.parametrize("library", ASKED, ids=lambda one: one.name)
def test_a_library_says_how_it_is_asked(library: Library) -> None:
    assert library.oldest
    assert library.recorded
    assert {*library.compared} <= {*library.bare}
    for name in library.bare:
        mode = library.mode(name)
        assert mode is not None
        assert not mode.only_by_name
        assert mode.sentence.endswith(".")

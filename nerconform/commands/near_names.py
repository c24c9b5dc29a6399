"""Near names: which libraries, dialects, schemes, measures, modules and functions an unknown name is spelt like."""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from nerconform.base.errors import NerconformError
from nerconform.commands.verb_parser import near
from nerconform.reference.measures import SIDE_COUNTS

_NOT_SAID = {"avg", "average", "score", "overall", "eval", "entity"}
"""Words in the names of measures that other tools have."""


def names_like(error: NerconformError) -> list[str]:
    """Return what somebody may have meant who wrote a name that is unknown; nothing where no name comes near."""
    word = re.search(r"'([^']*)'", error.message)
    if error.code in _OF_PATHS:
        return _OF_PATHS[error.code](error)
    if word is None:
        return []
    if error.code == "unknown-measure":
        return measures_like(word[1])
    if error.code not in _KINDS:
        return []
    return [name for name in near(word[1], _KINDS[error.code]()) if name != word[1]]


def implementations() -> list[str]:
    """Return the names of implementations that are names as they stand."""
    from nerconform.libraries.library import selectors

    return [one.name for one in selectors() if not re.search("[A-Z]{2,}", one.name)]


def dialects() -> Iterable[str]:
    """Return the names of dialects."""
    from nerconform.reference.named import NAMED

    return NAMED


def schemes() -> list[str]:
    """Return the names of schemes, also those that other tools have for them."""
    from nerconform.reference.schemes import ALIASES, Scheme

    return [*Scheme, *ALIASES]


def _axes() -> list[str]:
    from nerconform.reference.dialect import AXES

    return [axis.name for axis in AXES]


def measures_like(text: str) -> list[str]:
    """Return the measure that a text may mean, such as strict.micro.f1 for `f1`, `micro_f1` or `strict.f1-score`."""
    from nerconform.reference.measures import AVERAGES, COUNTS
    from nerconform.reference.outcomes import Schema

    scope = re.search(r"type\{[^{}]*\}", text)
    words = re.findall(r"[a-z]+\d*(?:\.\d+)?", text.replace(scope[0], "") if scope else text.lower())
    kinds: Mapping[str, list[str]] = {
        "schema": [*Schema],
        "scope": [*AVERAGES],
        "quantity": ["precision", "recall", "f1", "f2", "f0.5", "ser", *COUNTS, *SIDE_COUNTS],
    }
    found = {"scope": scope[0]} if scope else {}
    for word in words:
        if word in _NOT_SAID:
            continue
        like = next(((kind, names[0]) for kind, of in kinds.items() if (names := near(word, of))), None)
        if like is None or like[0] in found:
            return []
        found[like[0]] = like[1]
    if not found:
        return []
    return [".".join((found.get("schema", "strict"), found.get("scope", "micro"), found.get("quantity", "f1")))]


def _modules_like(error: NerconformError) -> list[str]:
    """Return the import path whose module is there, and is spelt like the one that is not."""
    missing = re.search(r"Python finds no module ([\w.]+)", error.message)
    module, _, name = error.place.partition(":")
    if missing is None or not f"{module}.".startswith(f"{missing[1]}."):  # it is there, and imports what is not
        return []
    parent, _, leaf = missing[1].rpartition(".")
    rest = module.removeprefix(missing[1])
    paths = (".".join(filter(None, (parent, like))) + rest for like in near(leaf, _modules_in(parent)))
    return [f"{path}:{name}" for path in paths if _file_of(path)]


def _modules_in(package: str) -> list[str]:
    """Return the names of the modules in a package, or of all that are installed, without importing one."""
    found = dict.fromkeys(
        path.stem
        for base in (Path(), *map(Path, sys.path))
        for path in _listed(base.joinpath(*filter(None, package.split("."))))
        if path.stem.isidentifier() and (path.suffix == ".py" or path.is_dir())
    )
    return [name for name in found if package or name not in sys.stdlib_module_names]


def _listed(folder: Path) -> list[Path]:
    """Return what is in a folder; nothing where it is none, or may not be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _functions_like(error: NerconformError) -> list[str]:
    """Return the import path of a function of the module that is spelt like the one that it does not have."""
    module, _, name = error.place.partition(":")
    file = _file_of(module)
    return [f"{module}:{like}" for like in near(name, _functions_in(file))] if file else []


def _file_of(module: str) -> Path | None:
    """Return the file of a module, `None` where there is none."""
    for base in (Path(), *map(Path, sys.path)):
        path = base.joinpath(*module.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def _functions_in(file: Path) -> list[str]:
    """Return the names of the functions of a module, and of what it imports from others, without importing it."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    imports = (node for node in tree.body if isinstance(node, ast.ImportFrom))
    names = [one.asname or one.name for node in imports for one in node.names]
    return [*(one.name for one in tree.body if isinstance(one, ast.FunctionDef)), *names]


_KINDS: Mapping[str, Callable[[], Iterable[str]]] = {
    "unknown-implementation": implementations,
    "unknown-dialect": dialects,
    "unknown-scheme": schemes,
    "unknown-axis": _axes,
}
"""By the code of an error: the names that there are."""
_OF_PATHS: Mapping[str, Callable[[NerconformError], list[str]]] = {
    "cannot-import": _modules_like,
    "not-callable": _functions_like,
}
"""By the code of an error: who finds the import path that may be meant."""

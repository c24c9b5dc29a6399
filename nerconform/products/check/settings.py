"""Settings: what `[tool.nerconform]` in pyproject.toml says of the metrics of a repository."""

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from nerconform.api import resolve as resolve_dialect
from nerconform.asking.calling import Calling
from nerconform.asking.imports import CannotImport
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.base.bounds import MAX_TEXT_BYTES, NotPlain, TooLarge, read_bounded
from nerconform.base.errors import NerconformError
from nerconform.libraries.registry import is_path, resolve
from nerconform.products.check.suite_run import checked, levels_of, load_pinned, required, select
from nerconform.results.run import Level, Run
from nerconform.suite.case_runs import Progress, run_record
from nerconform.suite.cases import Case, load_suite

_CALLING = (
    "input",
    "arguments",
    "options",
    "id2label",
    "output",
    "scale",
    "refusals",
    "in_process",
    "precision",
    "recall",
    "f1",
)
_KEYS = ("metric", "dialect", "scheme", "known", "cases", "levels", "timeout", *_CALLING)
_IMPORT = (
    'Install the package (pip install -e .), or name its folder: pythonpath = ["src"] under [tool.pytest.ini_options].'
)
_EXAMPLE = '[tool.nerconform] and below it metric = "mymodel.metrics:compute" and dialect = "conlleval"'


class BadSettings(NerconformError):
    """The settings of a repository cannot be used: the file, the key, why, and what to do."""

    code = "bad-settings"


class NoSettings(BadSettings):
    """There is no pyproject.toml, or no table `[tool.nerconform]` in it."""


@dataclass(frozen=True, slots=True)
class MetricSettings:
    """One metric: its implementation, and which golden cases it is asked.

    `known` is the file of its known divergences, `cases` are patterns of ids, `levels` what it must pass.
    """

    implementation: Implementation
    known: Path | None
    cases: tuple[str, ...]
    levels: tuple[Level, ...]

    def wants(self, case: Case) -> bool:
        """Whether the settings select the case; whether it applies is another question."""
        return not self.cases or any(fnmatchcase(case.id, pattern) for pattern in self.cases)


def read_settings(file: Path, *, drafts: bool = False) -> tuple[MetricSettings, ...]:
    """Return the metrics that a pyproject.toml names, each imported and asked once.

    Paths in it are relative to its folder. A file of known divergences has to be there unless it is to be drafted.
    Raises `BadSettings`.
    """
    data = _loaded(file)
    sys.path += [folder for folder in _search_path(data, file) if folder not in sys.path]
    found = tuple(one for table in _tables(data, file) for one in _metrics(table, file, drafts=drafts))
    names = [one.implementation.name for one in found]
    for name in names:
        if names.count(name) > 1:
            hint = "Name each metric once; to call a function in two ways, write two functions and name those."
            raise _bad(file, "metric", f'"{name}" is named twice', hint)
    return found


def check_settings(
    file: Path, cases: Sequence[str] = (), levels: Sequence[str] = (), progress: Progress | None = None
) -> Run:
    """Return the verdicts of the golden cases on the metrics that a pyproject.toml names.

    `cases` and `levels` stand in place of those that it says. Raises `BadSettings`, `BadFile`, `NoSuchCase` and
    `UnknownOption`.
    """
    suite, wanted = load_suite(), levels_of(levels)
    runs = [
        checked(
            one.implementation,
            select(suite, cases or one.cases),
            load_pinned(one.known, suite),
            wanted or one.levels,
            progress,
        )
        for one in read_settings(file)
    ]
    return run_record(runs, suite.version)


def _loaded(file: Path) -> Mapping[str, Any]:
    """Return what a pyproject.toml holds. Raises `BadSettings`."""
    try:
        return tomllib.loads(read_bounded(file, MAX_TEXT_BYTES).decode("utf-8"))
    except OSError:
        raise NoSettings("there is no such file", place=str(file), hint=f"Make the file, with {_EXAMPLE}.") from None
    except (NotPlain, TooLarge):
        raise
    except RecursionError:
        raise BadSettings(
            "the file has arrays that are nested too deeply", place=str(file), hint="Write arrays with fewer levels."
        ) from None
    except ValueError as error:  # no TOML, no UTF-8, or a number of more than 4,300 digits
        raise BadSettings(
            f"not valid TOML: {error}", place=str(file), hint="Fix the file at the position that the message names."
        ) from None


def _search_path(data: Mapping[str, Any], file: Path) -> Iterator[str]:
    """Yield where the modules of a repository stand: its folder, and what it tells pytest."""
    yield str(file.parent)
    try:
        folders = data["tool"]["pytest"]["ini_options"]["pythonpath"]
    except (KeyError, TypeError):
        return
    for name in folders if isinstance(folders, list) else str(folders).split():
        yield str(file.parent / str(name))


def _tables(data: Mapping[str, Any], file: Path) -> list[Mapping[str, Any]]:
    """Return one table for each metric: those of `[[tool.nerconform.metrics]]` inherit the keys above them."""
    tool = data.get("tool")
    found = tool.get("nerconform") if isinstance(tool, dict) else None
    if isinstance(found, list) and found and all(isinstance(one, dict) for one in found):
        return found
    if not isinstance(found, dict):
        raise NoSettings("the file has no table [tool.nerconform]", place=str(file), hint=f"Add {_EXAMPLE}.")
    shared = {key: value for key, value in found.items() if key != "metrics"}
    own = found.get("metrics", [])
    if not isinstance(own, list) or not all(isinstance(one, dict) for one in own):
        raise _bad(
            file,
            "metrics",
            "is not a list of tables",
            "Write [[tool.nerconform.metrics]] before the keys of each metric.",
        )
    inherited = {key: value for key, value in shared.items() if key != "metric"}
    alone = [shared] if "metric" in shared or not own else []
    return [*alone, *({**inherited, **one} for one in own)]


def _metrics(table: Mapping[str, Any], file: Path, *, drafts: bool) -> list[MetricSettings]:
    """Return the metrics of one table."""
    for key in table:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Use one of: {', '.join(_KEYS)}."
            raise _bad(file, key, "this key does not exist", hint)
    names = table.get("metric")
    if names is None:
        raise _bad(file, "metric", "the key is missing", 'Add metric = "mymodel.metrics:compute".')
    listed = names if isinstance(names, list) else [names]
    if not listed or not all(isinstance(name, str) for name in listed):
        raise _bad(
            file,
            "metric",
            f"the value is {names!r}",
            'Write metric = "mymodel.metrics:compute", or a list of such strings.',
        )
    known = _known(table, file, drafts=drafts)
    try:
        levels = levels_of(_texts(table, "levels", file))
    except NerconformError as error:
        raise _bad(file, "levels", error.message, error.hint) from None
    return [
        MetricSettings(one, known, _texts(table, "cases", file), required(one, levels))
        for name in listed
        for one in _implementations(name, table, file)
    ]


def _implementations(name: str, table: Mapping[str, Any], file: Path) -> Sequence[Implementation]:
    """Return the implementations that one name means; every fault names its key."""
    given = {key: _here(table[key], key, file) for key in _CALLING if key in table}
    try:
        calling = Calling.of(given)
    except NerconformError as error:
        raise _bad(file, error.place or "output", error.message, error.hint) from None
    dialect = None
    if is_path(name):
        try:
            named = "dialect" in table or "scheme" in table
            dialect = resolve_dialect(table.get("dialect", "conlleval"), table.get("scheme")) if named else None
        except NerconformError as error:
            key = "scheme" if "scheme" in error.code else "dialect"
            raise _bad(file, key, error.message, error.hint) from None
    else:
        _refuse_dialect(name, table, file)
    limits = _limits(table, file)
    try:
        return resolve(name, dialect, limits, calling)
    except NerconformError as error:
        place = error.place.removeprefix(name).lstrip(", ")
        key = place if place in _CALLING else "metric"
        hint = _IMPORT if isinstance(error, CannotImport) else error.hint
        raise _bad(file, key, f'"{name}": {error.message}' if key == "metric" else error.message, hint) from None


def _limits(table: Mapping[str, Any], file: Path) -> Limits:
    """Return how long an answer may take."""
    try:
        return Limits.of(table["timeout"]) if "timeout" in table else Limits()
    except NerconformError as error:
        raise _bad(file, "timeout", error.message, error.hint) from None


def _refuse_dialect(name: str, table: Mapping[str, Any], file: Path) -> None:
    """Refuse keys that say nothing about an implementation of the kit's own, which declares its dialect."""
    for key in ("dialect", "scheme", *_CALLING):
        if key in table:
            hint = f'Remove {key}, or name a function: metric = "mymodel.metrics:compute".'
            raise _bad(file, key, f"this key is only for functions, and {name!r} is not a function", hint)


def _here(value: object, key: str, file: Path) -> object:
    """Return a value; names of labels in a file are looked for beside the settings."""
    if key == "id2label" and isinstance(value, str) and value.endswith(".json"):
        path = file.parent / value
        if not path.is_file():
            raise _bad(
                file, key, f"there is no file {value}", "Write the path relative to the folder of pyproject.toml."
            )
        return path
    return value


def _known(table: Mapping[str, Any], file: Path, *, drafts: bool) -> Path | None:
    """Return the file of known divergences."""
    name = table.get("known")
    if name is None:
        return None
    if not isinstance(name, str):
        raise _bad(file, "known", f"the value is {name!r}", 'Write known = "nerconform-known.yaml".')
    path = file.parent / name
    if not path.is_file() and not drafts:
        hint = "Write the path relative to pyproject.toml, or draft the file: pytest --nerconform-known-write."
        raise _bad(file, "known", f"there is no file {name}", hint)
    return path


def _texts(table: Mapping[str, Any], key: str, file: Path) -> tuple[str, ...]:
    """Return a list of texts; one text is enough."""
    value = table.get(key, [])
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise _bad(file, key, f"the value is {value!r}", f'Write a list of strings: {key} = ["..."].')
    return tuple(listed)


def _bad(file: Path, key: str, message: str, hint: str) -> BadSettings:
    return BadSettings(message, place=f"{file}, [tool.nerconform] {key}", hint=hint)

"""JSON: results as they are stored, and read back, each after its schema in `spec/formats/`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import fastjsonschema

from nerconform.base.errors import NerconformError
from nerconform.base.forms import schema
from nerconform.base.json_text import dumps
from nerconform.results import comparison as compared
from nerconform.results import releases_result as matrixed
from nerconform.results import run as results
from nerconform.results import search_result as searched
from nerconform.results.releases_result import Matrix
from nerconform.results.run import Run
from nerconform.results.search_result import Searches
from nerconform.results.stored import StoredComparison

Stored = Run | Searches | Matrix | StoredComparison
"""A result of the kit that can be stored as JSON and read back."""
_HINT = "Write one with `nerconform check IMPLEMENTATION --output DIR`."


class _Kind(NamedTuple):
    """A kind of stored result: what it is called, its schema, and who reads it."""

    name: str
    schema: str
    reader: type[Run] | type[Searches] | type[Matrix] | type[StoredComparison]


_KINDS: Mapping[str, _Kind] = {
    results.FORMAT: _Kind("run", "run", Run),
    searched.FORMAT: _Kind("search", "search", Searches),
    matrixed.FORMAT: _Kind("matrix", "matrix", Matrix),
    compared.FORMAT: _Kind("comparison", "comparison", StoredComparison),
}


class BadRun(NerconformError):
    """A file is not the result that it is taken for."""

    code = "bad-run"


def render(run: Run) -> str:
    """Return the run as JSON text."""
    return dumps(run.to_dict())


def load(path: Path) -> Run:
    """Return the run that a file holds. Raises `BadRun` with the place of what is wrong."""
    found = _parsed(path)
    if isinstance(found, dict) and found.get("format") in _KINDS.keys() - {results.FORMAT}:
        kind = _KINDS[found["format"]].name
        raise BadRun(f"not a run: it holds a {kind}", place=str(path), hint=_HINT)
    _check(found, _KINDS[results.FORMAT], str(path))
    return Run.from_dict(found)


def read(path: Path) -> Stored:
    """Return whatever result of the kit a file holds; the document says itself which. Raises `BadRun`."""
    found = _parsed(path)
    form = found.get("format") if isinstance(found, dict) else None
    if form is not None and (not isinstance(form, str) or form not in _KINDS):
        shown = ", ".join(f"{kind.name} ({name})" for name, kind in _KINDS.items())
        hint = f"There are reports of: {shown}."
        raise BadRun(f"not a run, nor what else is reported: its form is {form!r:.80}", place=str(path), hint=hint)
    kind = _KINDS[form or results.FORMAT]
    _check(found, kind, str(path))
    return kind.reader.from_dict(found)


def _parsed(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """Return the data of a file. Raises `BadRun` where it is no JSON."""
    try:
        return json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise BadRun(f"cannot read the file: {error.strerror}", place=str(path), hint=_HINT) from None
    except UnicodeDecodeError as error:
        raise BadRun(f"not UTF-8: {error.reason}", place=str(path), hint=_HINT) from None
    except json.JSONDecodeError as error:
        raise BadRun(f"not JSON: {error.msg}", place=f"{path}:{error.lineno}", hint=_HINT) from None
    except RecursionError:
        raise BadRun("not a run: it is nested too deeply", place=str(path), hint=_HINT) from None


def _check(data: Any, kind: _Kind, place: str) -> None:  # noqa: ANN401 - whatever the file holds
    """Raise `BadRun` where the data do not have the form of the schema."""
    try:
        fastjsonschema.compile(schema(kind.schema))(data)
    except fastjsonschema.JsonSchemaValueException as error:
        where = ".".join(error.path[1:]) or "the file"
        problem = error.message.removeprefix(error.name or "").strip()
        verb = {"run": "check", "search": "diff", "comparison": "compare"}.get(kind.name, kind.name)
        hint = f"The form is in spec/formats/{kind.schema}.schema.json, which `nerconform {verb} --json-schema` prints."
        raise BadRun(f"not a {kind.name}: {where} {problem}", place=place, hint=hint) from None

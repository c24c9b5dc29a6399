"""JSON: the run as it is stored, and read back (`spec/formats/run.schema.json`)."""

import json
from pathlib import Path
from typing import Any

import fastjsonschema

from nerconform.comparison.results import Run
from nerconform.reference.errors import NerconformError
from nerconform.reporting.json_text import dumps
from nerconform.suite.forms import schema


class BadRun(NerconformError):
    """A file is not the run that it is taken for."""

    code = "bad-run"


def render(run: Run) -> str:
    """Return the run as JSON text."""
    return dumps(run.to_dict())


def load(path: Path) -> Run:
    """Return the run that a file holds. Raises `BadRun` with the place of what is wrong."""
    hint = "Write one with `nerconform check IMPLEMENTATION --output DIR`."
    try:
        data = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise BadRun(f"cannot read the file: {error.strerror}", place=str(path), hint=hint) from None
    except UnicodeDecodeError as error:
        raise BadRun(f"not UTF-8: {error.reason}", place=str(path), hint=hint) from None
    except json.JSONDecodeError as error:
        raise BadRun(f"not JSON: {error.msg}", place=f"{path}:{error.lineno}", hint=hint) from None
    except RecursionError:
        raise BadRun("not a run: it is nested too deeply", place=str(path), hint=hint) from None
    _check(data, str(path))
    return Run.from_dict(data)


def _check(data: Any, place: str) -> None:  # noqa: ANN401 - whatever the file holds
    """Raise `BadRun` where the data do not have the form of the schema."""
    try:
        fastjsonschema.compile(schema("run"))(data)
    except fastjsonschema.JsonSchemaValueException as error:
        where = ".".join(error.path[1:]) or "the file"
        problem = error.message.removeprefix(error.name or "").strip()
        hint = "The form is in spec/formats/run.schema.json, which `nerconform check --json-schema` prints."
        raise BadRun(f"not a run: {where} {problem}", place=place, hint=hint) from None

"""Forms: whether a file has the form of its published JSON Schema, said with file and line."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema

from nerconform.base.resources import spec_file
from nerconform.base.strict_yaml import BadFile, Document


def schema(name: str) -> dict[str, Any]:
    """Return the published JSON Schema `spec/formats/NAME.schema.json`."""
    data: dict[str, Any] = json.loads(spec_file(f"formats/{name}.schema.json").read_text(encoding="utf-8"))
    return data


@cache
def _validator(name: str) -> Callable[[Any], Any]:
    """Return the compiled schema."""
    compiled: Callable[[Any], Any] = fastjsonschema.compile(schema(name))
    return compiled


def check_form(document: Document, name: str) -> None:
    """Raise `BadFile`, with the line, where a document does not have the form of its schema."""
    try:
        _validator(name)(document.data)
    except fastjsonschema.JsonSchemaValueException as error:
        path = [int(part) if part.isdigit() else part for part in error.path[1:]]
        where = ".".join(str(part) for part in path) or "the file"
        problem = error.message.removeprefix(error.name or "").strip()
        hint = f"The form is in spec/formats/{name}.schema.json."
        raise BadFile(f"{where} {problem}", place=document.place(*path), hint=hint) from None

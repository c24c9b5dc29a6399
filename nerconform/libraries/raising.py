"""Raising: the change to a library that raises at a step, whatever the input."""

from dataclasses import replace
from typing import Any, NoReturn

from nerconform.libraries.quirk import LibraryRaises, Step
from nerconform.reference.pipeline import Change, Pipeline


def raising(step: Step, error: str) -> Change:
    """Return the change that raises an exception of this type at this step."""

    def raise_(*_: object) -> NoReturn:
        raise LibraryRaises(error)

    steps: dict[str, Any] = {str(step): raise_}
    return lambda pipeline: replace(pipeline, **steps)


def raising_at_once(error: str) -> Change:
    """Return the change that raises before any unit is read."""

    def read(_gold: object, _pred: object) -> NoReturn:
        raise LibraryRaises(error)

    return lambda pipeline: replace(pipeline, read=read)


def unchanged(pipeline: Pipeline) -> Pipeline:
    """Return the path as it is."""
    return pipeline

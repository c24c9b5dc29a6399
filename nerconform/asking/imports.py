"""Imports: what an import path such as `mypkg.metrics:evaluate` names."""

import importlib
import os
import re
import sys
from collections.abc import Callable

from nerconform.asking.protocol import quietly, text_of
from nerconform.base.errors import NerconformError

_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


_FUNCTION = "Name a function that takes gold and predictions, as MODULE:FUNCTION: mypkg.metrics:evaluate."


class CannotImport(NerconformError):
    """The module of an import path cannot be imported."""

    code = "cannot-import"


class NotCallable(NerconformError):
    """The module of an import path has no such function."""

    code = "not-callable"


def is_import_path(text: str) -> bool:
    """Whether a text has the form `module:name`."""
    return _PATH.fullmatch(text) is not None


def imported(path: str) -> object:
    """Return what stands at `module:name`; the working directory is looked at too.

    Raises `CannotImport`, or `NotCallable` where the module has no such name.
    """
    module_name, _, name = path.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:  # noqa: PTH109 - sys.path holds strings
        sys.path.append(os.getcwd())  # noqa: PTH109 - appended, so that it hides nothing
    try:
        with quietly():
            module = importlib.import_module(module_name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        package, missing = module_name.partition(".")[0], error.name if isinstance(error, ModuleNotFoundError) else None
        hint = f"Run nerconform in the folder that contains {package}. Or run pip install -e . there first."
        if missing and missing != package and f"{module_name}.".startswith(f"{missing}."):
            parent, _, last = missing.rpartition(".")
            hint = f"Python found {parent}, which has no module {last}. Look for a misspelled name."
        message = f"Python finds no module {missing}"
        if not (missing and f"{module_name}.".startswith(f"{missing}.")):
            message = f"importing {module_name!r} raised {type(error).__name__}: {text_of(error)}"
        raise CannotImport(message, place=path, hint=hint) from error
    found = getattr(module, name, None)
    if found is None:
        raise NotCallable(f"the module {module_name!r} has no function {name!r}", place=path, hint=_FUNCTION)
    return found


def load(path: str) -> Callable[..., object]:
    """Return the function at `module:function`; the working directory is looked at too.

    Raises `CannotImport` and `NotCallable`.
    """
    function = imported(path)
    if not callable(function):
        module_name, _, name = path.partition(":")
        message = f"{name!r} in the module {module_name!r} is of type {type(function).__name__}, not a function"
        raise NotCallable(message, place=path, hint=_FUNCTION)
    return function

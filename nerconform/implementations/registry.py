"""Registry: which implementation a string means."""

import re
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import NamedTuple

from packaging.version import Version

from nerconform.api import resolve as resolve_dialect
from nerconform.implementations.callables import CallableImplementation, load
from nerconform.implementations.nervaluate_one import NervaluateOne
from nerconform.implementations.nervaluate_zero import NervaluateZero
from nerconform.implementations.protocol import Implementation
from nerconform.implementations.reference import ReferenceImplementation
from nerconform.implementations.seqeval import Seqeval
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError

_FORMS = (
    "Use seqeval, seqeval:strict:IOB2, nervaluate, reference:DIALECT, or an import path such as mypkg.metrics:evaluate."
)
_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


class UnknownImplementation(NerconformError):
    """A string names no implementation."""

    code = "unknown-implementation"


class NotInstalled(NerconformError):
    """The library that is asked for is not installed."""

    code = "not-installed"


class Family(NamedTuple):
    """A built-in name, and what it means in one sentence."""

    name: str
    sentence: str


_FAMILIES = (
    Family("seqeval", "The library seqeval in its three modes: default, strict, and strict with a guessed scheme."),
    Family("seqeval:default", "Its default mode, whose tables know the letters B, I, E and S."),
    Family("seqeval:strict", "Its strict mode in the scheme of the data: IOB1, IOE1, IOB2, IOE2, BIOES or BILOU."),
    Family("seqeval:strict:SCHEME", "Its strict mode, asked in this scheme alone."),
    Family("seqeval:strict:auto", "Its strict mode without a scheme, which it guesses from the gold tags."),
    Family("nervaluate", "The library nervaluate, 0.x or 1.x as installed: four schemas, overall and for each type."),
    Family("reference:DIALECT", "The reference evaluator in a named dialect, or in the dialect of a signature."),
    Family("module:function", "A function of your own, called with gold and predicted tags (mypkg.metrics:evaluate)."),
)


def families() -> tuple[Family, ...]:
    """Return the built-in names, each with a sentence."""
    return _FAMILIES


def resolve(text: str, dialect: str | Dialect | None = None) -> tuple[Implementation, ...]:
    """Return the implementations that a string means: one, or all modes of a library.

    `dialect` is the one to which an import path is held, `conlleval` if not given; every other implementation declares
    its own. Raises `UnknownImplementation`, `NotInstalled`, `CannotImport`, `NotCallable`, or the error of a dialect.
    """
    family, _, rest = text.partition(":")
    if family in _BUILT_IN:
        return _BUILT_IN[family](text, rest)
    if family == "exec":
        hint = "Write a function that runs the command, and name it by its import path: mypkg.metrics:evaluate."
        raise UnknownImplementation(f"this release asks no commands: {text!r}", hint=hint)
    if is_path(text):
        return (CallableImplementation(text, load(text), resolve_dialect(dialect or "conlleval")),)
    raise UnknownImplementation(f"no implementation is called {text!r}", hint=_FORMS)


def is_path(text: str) -> bool:
    """Whether a string is the import path of a function, `module:function`."""
    return _PATH.fullmatch(text) is not None and text.partition(":")[0] not in {*_BUILT_IN, "exec"}


def _seqeval(text: str, mode: str) -> tuple[Implementation, ...]:
    """Return seqeval in one mode, or in its three."""
    if not re.fullmatch(r"(default|strict(:[A-Za-z0-9]+)?)?", mode) or text.endswith(":"):
        hint = "Its modes are default, strict, strict:SCHEME (strict:IOB2) and strict:auto."
        raise UnknownImplementation(f"seqeval has no such mode: {text!r}", hint=hint)
    version = _installed("seqeval")
    return tuple(Seqeval(each, version) for each in ([mode] if mode else ["default", "strict", "strict:auto"]))


def _nervaluate(text: str, rest: str) -> tuple[Implementation, ...]:
    """Return nervaluate by the API of the installed release."""
    if rest or text != "nervaluate":
        raise UnknownImplementation(f"nervaluate has no modes: {text!r}", hint="Write nervaluate.")
    version = _installed("nervaluate")
    return (NervaluateZero(version) if Version(version).major == 0 else NervaluateOne(version),)


def _reference(text: str, dialect: str) -> tuple[Implementation, ...]:
    """Return the reference in a dialect."""
    if not dialect:
        raise UnknownImplementation(f"which dialect? {text!r}", hint="Write reference:semeval or reference:SIGNATURE.")
    return (ReferenceImplementation(text, resolve_dialect(dialect)),)


_BUILT_IN: Mapping[str, Callable[[str, str], tuple[Implementation, ...]]] = {
    "seqeval": _seqeval,
    "nervaluate": _nervaluate,
    "reference": _reference,
}


def _installed(library: str) -> str:
    """Return the version of a library. Raises `NotInstalled`."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        hint = f"pip install 'nerconform[peers]', or pip install {library}."
        raise NotInstalled(f"the library {library} is not installed", hint=hint) from None

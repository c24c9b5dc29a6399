"""Registry: which implementations a string means, and how releases of a library are installed to be asked."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import cast

from packaging.version import Version

from nerconform.api import resolve as resolve_dialect
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.callers import Caller, Function, InProcess, caller_of
from nerconform.asking.calling import Calling
from nerconform.asking.external import External
from nerconform.asking.imports import NotCallable, is_import_path
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.asking.reference import LIBRARY as REFERENCE_LIBRARY
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.libraries.library import Library, Mode, Needs, libraries
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema

_OWN = ("exec", "reference")
"""Names of the kit that stand before a colon and mean no library."""
_LIMITS = Limits()
_CALLING = Calling()


class UnknownImplementation(NerconformError):
    """A string names no implementation."""

    code = "unknown-implementation"


class NotInstalled(NerconformError):
    """The library that is asked for is not installed."""

    code = "not-installed"


def resolve(
    text: str, dialect: str | Dialect | None = None, limits: Limits = _LIMITS, calling: Calling = _CALLING
) -> tuple[Implementation, ...]:
    """Return the implementations that a string means: one, or all modes of a library.

    `dialect` is the one to which an import path is held: `conlleval` if not given, or `semeval` if the function returns
    the four schemas. Every other implementation declares its own. `limits` hold for whatever is asked; `calling` says
    how a function is called, and whether in this process and not in a child. Raises `UnknownImplementation`,
    `NotInstalled`, `CannotImport`, `NotCallable`, `WrongArity`, `UnreadableResult`, the `Fault` of a child, or the
    error of a dialect.
    """
    family, _, rest = text.partition(":")
    if family == "exec":
        return (External(rest, limits),)
    if is_path(text):
        return (_function(text, dialect, limits, calling),)
    found = _built_in(text, _installed)
    for one in found:
        one.time_limit = limits.seconds  # type: ignore[attr-defined] # of an answer in this process
    return found


def declared_by(text: str) -> tuple[Implementation, ...]:
    """Return the implementations that the name of a library means, to ask for their dialects alone.

    The library need not be installed; it is taken for the recorded release. Raises what `resolve` raises for a string
    that names nothing.
    """
    return _built_in(text, lambda library: library.recorded)


def library_of(text: str) -> str | None:
    """Return the library of a built-in implementation as its version names it, `None` of a path or a command.

    The library need not be installed. Raises what `resolve` raises for a string that names nothing.
    """
    family = text.partition(":")[0]
    if family == "exec" or is_path(text):
        return None
    declared_by(text)
    return REFERENCE_LIBRARY if family == "reference" else family


def is_path(text: str) -> bool:
    """Whether a string is the import path of a function, `module:function`, and no mode of a library.

    A library whose bare name is a mode can be both: `nervaluate:conll` is a mode, `nervaluate:Evaluator` is exported.
    """
    family, _, rest = text.partition(":")
    if family in _OWN or not is_import_path(text):
        return False
    library = libraries().get(family)
    return library is None or (library.bare == ("",) and library.mode(rest) is None)


def _function(text: str, dialect: str | Dialect | None, limits: Limits, calling: Calling) -> Implementation:
    """Return the function of a path. Of a library with modes, a name that it does not export may be one misspelt."""
    try:
        caller = caller_of(text, calling, limits)
    except NotCallable as error:
        library = libraries().get(text.partition(":")[0])
        if library is None or len(library.modes) == 1:
            raise
        raise NotCallable(error.message, place=text, hint=f"{error.hint} {_modes(library)}") from error
    return _looked_at(text, caller, dialect, limits, calling)


def _looked_at(
    path: str, function: Function | Caller, dialect: str | Dialect | None, limits: Limits, calling: Calling
) -> Implementation:
    """Return a function once its form and its numbers are known; one in this process has a time limit.

    Without a dialect it is held to `conlleval`, or to `semeval` if it has numbers of more schemas than strict.
    """
    found = CallableImplementation(path, function, resolve_dialect(dialect or "conlleval"), calling)
    if isinstance(found.caller, InProcess):
        found.time_limit = limits.seconds
    found.look()
    if dialect is None and any(measure.schema is not Schema.STRICT for measure in found.shape.values):
        found.base = NAMED["semeval"]
    return found


def _modes(library: Library) -> str:
    """Return the sentence that lists the modes of a library."""
    names = [library.selector(mode.name) for mode in library.modes if mode.name]
    return f"Modes of {library.name}: {', '.join(names)}."


def _built_in(text: str, version_of: Callable[[Library], str]) -> tuple[Implementation, ...]:
    """Return what a built-in name means, of the version that a function says."""
    family, colon, mode = text.partition(":")
    if family == "reference":
        if not mode:
            hint = "Write a dialect after the colon: reference:semeval. `nerconform list dialects` shows all."
            raise UnknownImplementation("reference: does not say by which rules to score", hint=hint)
        return (ReferenceImplementation(text, resolve_dialect(mode)),)
    library = libraries().get(family)
    if library is None:
        names = ", ".join(libraries())
        hint = f"Use a library ({names}), a function (mypkg.metrics:evaluate), exec:COMMAND or reference:DIALECT."
        raise UnknownImplementation(f"{text!r} is not a metric that nerconform can ask", hint=hint)
    if colon and (not mode or library.mode(mode) is None):
        if len(library.modes) == 1:
            raise UnknownImplementation(
                f"'{family}:{mode}' names a mode, and {family} has no modes", hint=f"Write only {family}."
            )
        raise UnknownImplementation(f"'{family}:{mode}' names a mode that {family} does not have", hint=_modes(library))
    version = version_of(library)
    served = [each for each in ([mode] if colon else library.bare) if library.served(each, version)]
    if not served:
        since = getattr(library.mode(mode), "since", "0")
        message = f"the installed {family} {version} has no mode {mode}"
        raise NotInstalled(message, hint=f"Run: pip install '{family}>={since}'.")
    adapter = import_module(f"{library.package}.adapter")
    return tuple(adapter.make(version, each) for each in served)


def _installed(library: Library) -> str:
    """Return the version of a library. Raises `NotInstalled`."""
    try:
        return metadata.version(library.name)
    except metadata.PackageNotFoundError:
        hint = f"Run: pip install 'nerconform[{library.extra}]', or pip install {library.name}."
        raise NotInstalled(f"the library {library.name} is not installed", hint=hint) from None


def is_recorded(library: Library) -> bool:
    """Whether the release of the committed reports is the installed one."""
    try:
        return _installed(library) == library.recorded
    except NotInstalled:
        return False


def resolved(
    item: str | Implementation | Function, dialect: str | None, limits: Limits, calling: Calling = _CALLING
) -> Sequence[Implementation]:
    """Return the implementations that one argument means."""
    if isinstance(item, str):
        return resolve(item, dialect, limits, calling)
    if hasattr(item, "observe"):
        return (cast("Implementation", item),)
    if callable(item):
        path = f"{getattr(item, '__module__', '?')}:{getattr(item, '__qualname__', type(item).__name__)}"
        return (_looked_at(path, item, dialect, limits, calling),)
    hint = "Pass a function, or a name: 'seqeval' (a library) or 'mypkg.metrics:evaluate' (an import path)."
    raise UnknownImplementation(
        f"{item!r:.60} is not a function, and not the name of a library or a function", hint=hint
    )


_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the releases of one distribution are installed and asked.

    `modes` are named as a user names them. Where `needs` says what a release needs, it is installed without its own
    requirements, which may be pinned to what no Python of today can build; else with them. `unlisted` are releases that
    pip does not list. `dialect` is the one to which an import path is held.
    """

    library: str
    modes: tuple[Mode, ...]
    needs: tuple[Needs, ...] = ()
    unlisted: tuple[str, ...] = ()
    dialect: str = ""

    def needed(self, version: Version) -> Needs | None:
        """Return what a release needs, `None` where it is left to say so itself."""
        return next((needs for needs in self.needs if needs.versions.contains(version, prereleases=True)), None)


def recipe_of(text: str, dialect: str = "") -> Recipe:
    """Return the recipe of a library that the kit knows, or of `DISTRIBUTION=module:function`, a metric of one's own.

    Raises `UnknownImplementation`.
    """
    name, equals, path = text.partition("=")
    if equals and _NAME.fullmatch(name) and is_path(path):
        return Recipe(name, (Mode(path),), dialect=dialect)
    library = libraries().get(text)
    if library is None:
        hint = (
            f"Use one of: {', '.join(sorted(libraries()))}. For a metric of your own write its package and "
            "function: mypkg=mypkg.metrics:evaluate."
        )
        raise UnknownImplementation(f"nerconform knows no library {text!r}", hint=hint)
    found = {mode: library.mode(mode) for mode in library.bare}
    modes = tuple(Mode(library.selector(name), since=mode.since) for name, mode in found.items() if mode)
    return Recipe(text, modes, library.needs, library.unlisted)

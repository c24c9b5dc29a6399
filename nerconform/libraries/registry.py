"""Registry: which implementation a string means."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import metadata
from typing import cast

from packaging.version import Version

from nerconform.api import resolve as resolve_dialect
from nerconform.asking.callables import CallableImplementation, Function, load
from nerconform.asking.calling import Calling
from nerconform.asking.external import External
from nerconform.asking.imports import NotCallable, is_import_path
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.asking.reference import LIBRARY as REFERENCE_LIBRARY
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.libraries.conlleval.adapter import Conlleval
from nerconform.libraries.eval4ner.adapter import Eval4ner
from nerconform.libraries.iobes.adapter import MODES as IOBES_MODES
from nerconform.libraries.iobes.adapter import Iobes
from nerconform.libraries.nereval.adapter import Nereval
from nerconform.libraries.nervaluate.adapter import Way
from nerconform.libraries.nervaluate.one import NervaluateOne
from nerconform.libraries.nervaluate.zero import NervaluateZero
from nerconform.libraries.seqeval.adapter import Seqeval
from nerconform.libraries.seqeval.aside import (
    EntitiesAlone,
    OtherUnits,
    SampleWeight,
    SchemeAlone,
    SchemeName,
    StrictFunctions,
)
from nerconform.libraries.seqeval.calls import PerformanceMeasure
from nerconform.libraries.seqeval.history import Release
from nerconform.libraries.seqscore.adapter import REPAIRS, RUNS, Seqscore
from nerconform.libraries.sklearn_crfsuite.adapter import SequenceAccuracy, SklearnCrfsuite, WithoutAverage
from nerconform.libraries.spacy.adapter import ASIDE, READERS, WAYS, SpacyScorer, SpacyTags
from nerconform.reference.dialect import Dialect

_FORMS = (
    "Use seqeval, seqeval:strict:IOB2, nervaluate, seqscore, conlleval, iobes, eval4ner, nereval, sklearn-crfsuite,"
    " spacy, reference:DIALECT, exec:COMMAND, or an import path such as mypkg.metrics:evaluate."
)
_MODES: Mapping[str, tuple[str, ...]] = {
    "conlleval": ("tab",),
    "eval4ner": ("words",),
    "iobes": IOBES_MODES,
    "nereval": (),
    "nervaluate": tuple(filter(None, Way)),
    "sklearn-crfsuite": ("sequences", "no-average"),
}
"""Of libraries whose bare name is a mode, the names of the others."""
_LIMITS = Limits()
_CALLING = Calling()


class UnknownImplementation(NerconformError):
    """A string names no implementation."""

    code = "unknown-implementation"


class NotInstalled(NerconformError):
    """The library that is asked for is not installed."""

    code = "not-installed"


_VersionOf = Callable[[str], str]
"""Says which release of a library is meant, or raises `NotInstalled`."""
_Builder = Callable[[str, str, _VersionOf], tuple[Implementation, ...]]


def resolve(
    text: str, dialect: str | Dialect | None = None, limits: Limits = _LIMITS, calling: Calling = _CALLING
) -> tuple[Implementation, ...]:
    """Return the implementations that a string means: one, or all modes of a library.

    `dialect` is the one to which an import path is held, `conlleval` if not given; every other implementation declares
    its own. `limits` are those of a command, which is started, `calling` says how a function is called. Raises
    `UnknownImplementation`, `NotInstalled`, `CannotImport`, `NotCallable`, `WrongArity`, `UnreadableResult`, the
    `Fault` of a command, or the error of a dialect.
    """
    family, _, rest = text.partition(":")
    if family == "exec":
        return (External(rest, limits),)
    if is_path(text):
        found = CallableImplementation(text, _function(text), resolve_dialect(dialect or "conlleval"), calling)
        found.look()
        return (found,)
    if family in _BUILT_IN:
        return _BUILT_IN[family](text, rest, _installed)
    raise UnknownImplementation(f"no implementation is called {text!r}", hint=_FORMS)


def _function(text: str) -> Callable[..., object]:
    """Return the function of a path. Of a library with modes, a name that it does not export may be one misspelt."""
    family = text.partition(":")[0]
    try:
        return load(text)
    except NotCallable as error:
        if not _MODES.get(family):
            raise
        hint = f"{error.hint} Modes of {family}: {', '.join(f'{family}:{mode}' for mode in _MODES[family])}."
        raise NotCallable(error.message, place=text, hint=hint) from error


def library_of(text: str) -> str | None:
    """Return the library of a built-in implementation as its version names it, `None` of a path or a command.

    The library need not be installed. Raises what `resolve` raises for a string that names nothing.
    """
    family, _, rest = text.partition(":")
    if family == "exec" or is_path(text):
        return None
    if family not in _BUILT_IN:
        raise UnknownImplementation(f"no implementation is called {text!r}", hint=_FORMS)
    with suppress(NotInstalled):
        _BUILT_IN[family](text, rest, _installed)
    return REFERENCE_LIBRARY if family == "reference" else family


def is_path(text: str) -> bool:
    """Whether a string is the import path of a function, `module:function`.

    `seqeval:strict` and `nervaluate:conll` are the kit's names of modes; `nervaluate:Evaluator` is what that exports.
    """
    family, _, rest = text.partition(":")
    if rest in _MODES.get(family, ()):
        return False
    return is_import_path(text) and (family in _MODES or family not in {*_BUILT_IN, "exec"})


def _seqeval(text: str, mode: str, version_of: _VersionOf) -> tuple[Implementation, ...]:
    """Return seqeval in one mode, or in its three; the others are asked by their names alone."""
    if mode in _SEQEVAL_ASIDE:
        return (_SEQEVAL_ASIDE[mode](version_of("seqeval")),)
    if not re.fullmatch(r"((default|strict)(:[A-Za-z0-9]+)?)?", mode) or text.endswith(":"):
        hint = "Its modes are default, strict, strict:SCHEME (strict:IOB2), strict:auto, and by name alone"
        hint += f" default:SCHEME, {', '.join(_SEQEVAL_ASIDE)}."
        raise UnknownImplementation(f"seqeval has no such mode: {text!r}", hint=hint)
    version = version_of("seqeval")
    if not Release(Version(version)).is_strict:
        if mode and not mode.startswith("default"):
            hint = "pip install 'seqeval>=1.0.0', the first that has it."
            raise NotInstalled(f"seqeval {version} is installed, which has no strict mode", hint=hint)
        return (Seqeval(mode or "default", version),)
    return tuple(Seqeval(each, version) for each in ([mode] if mode else ["default", "strict", "strict:auto"]))


def _nervaluate(version: str, way: str = "") -> Implementation:
    """Return nervaluate by the API of the installed release, in one way."""
    return (NervaluateZero if Version(version).major == 0 else NervaluateOne)(version, Way(way))


def _reference(text: str, dialect: str, _version_of: _VersionOf) -> tuple[Implementation, ...]:
    """Return the reference in a dialect."""
    if not dialect:
        raise UnknownImplementation(f"which dialect? {text!r}", hint="Write reference:semeval or reference:SIGNATURE.")
    return (ReferenceImplementation(text, resolve_dialect(dialect)),)


def _seqscore(text: str, mode: str, version_of: _VersionOf) -> tuple[Implementation, ...]:
    """Return seqscore with one repair, or with its three."""
    if text.endswith(":") or (mode and mode.partition(":")[0] not in {*REPAIRS, RUNS}):
        hint = "Its repairs are conlleval, discard and none; a scheme may follow: none:BIOES. Several runs: runs."
        raise UnknownImplementation(f"seqscore has no such repair: {text!r}", hint=hint)
    version = version_of("seqscore")
    return tuple(Seqscore(each, version) for each in ([mode] if mode else REPAIRS))


def _spacy(text: str, mode: str, version_of: _VersionOf) -> tuple[Implementation, ...]:
    """Return spaCy's Scorer in one way, or in both; or one of its readers of tags."""
    if text.endswith(":") or mode not in {"", *WAYS, *ASIDE, *READERS}:
        hint = f"Use {' or '.join(WAYS)}, and by name alone {', '.join([*ASIDE, *READERS])}."
        raise UnknownImplementation(f"spacy is asked in no such way: {text!r}", hint=hint)
    version = version_of("spacy")
    if mode in READERS:
        return (SpacyTags(mode, version),)
    return tuple(SpacyScorer(each, version) for each in ([mode] if mode else WAYS))


def _sklearn_crfsuite(version: str, mode: str = "") -> Implementation:
    """Return sklearn-crfsuite's metrics of tokens, those without an average, or that of sequences."""
    if mode == "no-average":
        return WithoutAverage(version)
    return SequenceAccuracy(version) if mode else SklearnCrfsuite(version)


def _alone(library: str, made: Callable[..., Implementation]) -> _Builder:
    """Return how a library whose bare name is a mode is resolved, which is made of its version and another mode."""

    def found(text: str, mode: str, version_of: _VersionOf) -> tuple[Implementation, ...]:
        modes = _MODES.get(library, ())
        if text != library and mode not in modes:
            hint = f"Write {' or '.join([library, *(f'{library}:{each}' for each in modes)])}."
            raise UnknownImplementation(f"{library} has no {'such mode' if modes else 'modes'}: {text!r}", hint=hint)
        version = version_of(library)
        return (made(version, mode) if mode else made(version),)

    return found


_BUILT_IN: Mapping[str, _Builder] = {
    "seqeval": _seqeval,
    "nervaluate": _alone("nervaluate", _nervaluate),
    "seqscore": _seqscore,
    "conlleval": _alone("conlleval", Conlleval),
    "iobes": _alone("iobes", Iobes),
    "eval4ner": _alone("eval4ner", Eval4ner),
    "nereval": _alone("nereval", Nereval),
    "sklearn-crfsuite": _alone("sklearn-crfsuite", _sklearn_crfsuite),
    "spacy": _spacy,
    "reference": _reference,
}


def _installed(library: str) -> str:
    """Return the version of a library. Raises `NotInstalled`."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        hint = f"pip install 'nerconform[{'spacy' if library == 'spacy' else 'peers'}]', or pip install {library}."
        raise NotInstalled(f"the library {library} is not installed", hint=hint) from None


def declared_by(text: str) -> tuple[Implementation, ...]:
    """Return the implementations that the name of a library means, to ask for their dialects alone.

    The library need not be installed; it is taken for the release that the kit knows best. Raises `NotInstalled` for
    one of which the kit knows none, and what `resolve` raises for a string that names nothing.
    """
    family, _, rest = text.partition(":")
    if family not in _BUILT_IN:
        raise UnknownImplementation(f"no library is called {text!r}", hint=_FORMS)
    return _BUILT_IN[family](text, rest, _known)


def _known(library: str) -> str:
    if library not in _RELEASES:
        return _installed(library)
    return _RELEASES[library]


_SEQEVAL_ASIDE: Mapping[str, Callable[[str], Implementation]] = {
    "strict:none": StrictFunctions,
    "strict:entities": EntitiesAlone,
    "scheme": SchemeAlone,
    "scheme:name": SchemeName,
    "tuples": partial(OtherUnits, "tuples"),
    "arrays": partial(OtherUnits, "arrays"),
    "sample-weight": SampleWeight,
    "performance-measure": PerformanceMeasure,
}
_RELEASES: Mapping[str, str] = {"conlleval": "0.2", "nervaluate": "1.2.1", "seqeval": "1.2.2", "seqscore": "0.9.0"}
"""The releases whose dialects can be declared without the library."""


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
        found = CallableImplementation(path, item, resolve_dialect(dialect or "conlleval"), calling)
        found.look()
        return (found,)
    raise UnknownImplementation(f"no implementation: {item!r:.60}", hint="Pass a name, a function or an import path.")

"""Identify: which dialect a metric implements, whoever wrote it and whatever it says of itself."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from nerconform.asking.arguments import WrongArity
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.callers import Caller, InProcess, caller_of
from nerconform.asking.calling import Calling
from nerconform.asking.imports import load
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form
from nerconform.base.errors import NerconformError
from nerconform.libraries.registry import UnknownImplementation, is_path, resolve
from nerconform.products.identify.boxes import (
    DecoderFunction,
    ImplementationDecoder,
    ImplementationScorer,
    ScorerFunction,
)
from nerconform.products.identify.decoders import identify_decoder
from nerconform.products.identify.fitting import OUTSIDER
from nerconform.products.identify.scorers import identify_scorer
from nerconform.products.identify.separation import CannotIdentify, ProbesProgress
from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import Labels
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.tags import parser
from nerconform.results.identification_result import Identification

TYPES = ("PER", "LOC", "ORG", "MISC")
"""The types of the probes where none are given."""
KINDS = ("scorer", "decoder")
_SEED = 1
_MIN_TYPES, _MAX_TYPES = 1, 5


def identify(  # noqa: PLR0913, PLR0917 - what is asked, and how
    implementation: str | Implementation | Callable[..., object],
    scheme: str | None = None,
    kind: str | None = None,
    types: Sequence[str] = TYPES,
    calling: Calling | None = None,
    progress: ProbesProgress = None,
    timeout: float | None = None,
) -> Identification:
    """Return the dialect that a black box implements, found by asking it and nothing else.

    `implementation` is a name (`seqeval:default`, `reference:semeval`), an import path, an object of the protocol, or a
    function: of two arguments, gold and prediction, a *scorer*, which returns F1, or precision, recall and F1; of one,
    the tags of a unit or of several, a *decoder*, which returns spans. `kind` says which it is where its arguments do
    not. A scorer is asked in IOB2 if no `scheme` is given, a library in the first that it reads; that of a decoder is
    looked for. `types` are those of the probes: a list of types inside the metric shows only if they are in it.
    A decoder is asked at most 12 probes, a scorer at most 40; `progress` is told the name, the number of probes, and
    the most there can be. `calling` says how a scorer is called, as for `check`; one at an import path is called in a
    child process, unless `calling` says `in_process`. A decoder is called in this process, because the messages of a
    child carry numbers, not spans. A model that says its labels (`id2label`) is asked with its own types. `timeout` is
    the seconds for each answer (60 if not given). Seeded: one black box, one answer.

    Raises `CannotIdentify` (several implementations, no answer, two to one question), `UnreadableResult`,
    `WrongArity`, `UnknownOption`, `UnknownScheme`, `UnknownImplementation`, `CannotImport`, `NotCallable`, and
    `OutOfTime` where no first answer comes in time.
    """
    found = None if scheme is None else scheme_of(scheme)
    chosen = _types(types)
    if kind is not None and kind not in KINDS:
        hint = "Use kind='scorer' (it takes gold and predictions) or kind='decoder' (it takes tags)."
        raise UnknownOption(f"{kind!r} is not a kind of function that can be identified", hint=hint)
    called = calling or Calling()
    limits = Limits() if timeout is None else Limits.of(timeout)
    if isinstance(implementation, str) and is_path(implementation):
        return _path(implementation, called, found, kind, chosen, progress, limits)
    if isinstance(implementation, str):
        return _library(_one(implementation, limits), found, kind, chosen, progress)
    if hasattr(implementation, "observe"):
        return _library(cast("Implementation", implementation), found, kind, chosen, progress)
    if not callable(implementation):
        hint = "Pass a function, or a name: 'seqeval:default' (a library) or 'mypkg.metrics:evaluate' (an import path)."
        raise UnknownImplementation(
            f"{implementation!r:.60} is not a function, and not the name of a library or a function", hint=hint
        )
    name = f"{getattr(implementation, '__module__', '?')}:{getattr(implementation, '__qualname__', 'function')}"
    if (kind or _kind(name, implementation, called)) == "decoder":
        return _decoder(name, implementation, found, chosen, progress, limits)
    return _scorer(name, InProcess(name, implementation, _unscaled(called)), called, found, chosen, progress, limits)


def _unscaled(calling: Calling) -> Calling:
    """Return how a function is called, its numbers as they are if nothing else is said: per cent is seen later."""
    return calling if calling.scale is not None else replace(calling, scale=1.0)


def _path(  # noqa: PLR0913, PLR0917 - what was found out about one function
    path: str,
    calling: Calling,
    scheme: Scheme | None,
    kind: str | None,
    types: tuple[str, ...],
    progress: ProbesProgress,
    limits: Limits,
) -> Identification:
    """Identify the function at an import path: a scorer in a child process, a decoder in this one."""
    if kind == "decoder":
        return _decoder(path, load(path), scheme, types, progress, limits)
    called = _unscaled(calling)
    try:
        caller = caller_of(path, called, limits)
    except WrongArity as error:
        raise CannotIdentify(error.message, place=path, hint=_ARGUMENTS) from None
    if kind is None and caller.facts.arguments.parameters.wanted == 1 and not (called.input or called.id2label):
        return _decoder(path, load(path), scheme, types, progress, limits)
    return _scorer(path, caller, calling, scheme, types, progress, limits)


def _decoder(  # noqa: PLR0913, PLR0917 - what was found out about one function
    name: str,
    function: Callable[..., Any],
    scheme: Scheme | None,
    types: tuple[str, ...],
    progress: ProbesProgress,
    limits: Limits,
) -> Identification:
    box = DecoderFunction(name, _version(name), function, limits.seconds)
    return identify_decoder(box, scheme, _pair(types), seed=_SEED, progress=progress)


def _scorer(  # noqa: PLR0913, PLR0917 - what was found out about one function
    name: str,
    caller: Caller,
    calling: Calling,
    scheme: Scheme | None,
    types: tuple[str, ...],
    progress: ProbesProgress,
    limits: Limits,
) -> Identification:
    """Identify a function of gold and prediction; one of a model knows the types of its labels, and no other."""
    dialect = Dialect(scheme=scheme or Scheme.IOB2)
    implementation = CallableImplementation(name, caller, dialect, _unscaled(calling))
    implementation.time_limit = limits.seconds if isinstance(caller, InProcess) else None
    labels = caller.facts.arguments.id2label
    if labels and types == TYPES:
        types = _types_of(labels.values(), dialect) or types
    box = ScorerFunction(_version(name), implementation)
    return identify_scorer(box, dialect.scheme, types, seed=_SEED, progress=progress, outsider=not labels)


def _types_of(labels: Iterable[str], dialect: Dialect) -> tuple[str, ...]:
    """Return the types of the labels of a model, the first five of them; none where they cannot be read."""
    try:
        marks = parser(dialect)(list(labels))
    except NerconformError:
        return ()
    return tuple(sorted({mark.type for mark in marks if mark.role != "O"})[:_MAX_TYPES])


def _pair(types: tuple[str, ...]) -> tuple[str, str]:
    """Return two types for a decoder; beside a single one stands a type that no list holds."""
    return types[0], (*types, OUTSIDER)[1]


def _types(types: Sequence[str]) -> tuple[str, ...]:
    """Return the types, checked. Raises `UnknownOption`."""
    hint = f"Name {_MIN_TYPES} to {_MAX_TYPES} different types: --types PER,LOC, in Python types=('PER', 'LOC')."
    if isinstance(types, str) or not all(isinstance(kind, str) and kind for kind in types):
        raise UnknownOption(f"types is {types!r:.60}, not a list of names of entity types", hint=hint)
    if not _MIN_TYPES <= len(types) <= _MAX_TYPES or len(set(types)) != len(types):
        raise UnknownOption(
            f"{len(types)} types are given, {len(set(types))} of them different: {', '.join(types)}", hint=hint
        )
    return Labels.of(types).given if list(types) == sorted(types) else tuple(types)


def _one(text: str, limits: Limits) -> Implementation:
    """Return the implementation that a name means. Raises `CannotIdentify` for a family of several."""
    found = resolve(text, limits=limits)
    if len(found) > 1:
        hint = f"Name one mode: {', '.join(one.name for one in found)}."
        raise CannotIdentify(f"{text} has {len(found)} modes, and each scores by rules of its own", hint=hint)
    return found[0]


def _library(
    implementation: Implementation,
    scheme: Scheme | None,
    kind: str | None,
    types: tuple[str, ...],
    progress: ProbesProgress,
) -> Identification:
    """Identify an implementation of the protocol: by its numbers where it has some, else by its spans."""
    tried = [scheme] if scheme is not None else [Scheme.IOB2, *(one for one in Scheme if one is not Scheme.IOB2)]
    scorer = next((one for one in (ImplementationScorer(implementation, s) for s in tried) if one.answers()), None)
    if scorer is not None and kind != "decoder":
        return identify_scorer(scorer, scorer.scheme, types, seed=_SEED, progress=progress)
    decoder = next((one for one in (ImplementationDecoder(implementation, s) for s in tried) if one.shows()), None)
    if decoder is not None and kind != "scorer":
        return identify_decoder(decoder, decoder.scheme, _pair(types), seed=_SEED, progress=progress)
    wanted = f"in {scheme}" if scheme is not None else "in any scheme"
    asked = ImplementationScorer(implementation, tried[0])
    why = asked.reason(Form.TAGS)
    hint = "Name another scheme: --scheme BIOES." if why else f"Use `nerconform diff {implementation.name}` instead."
    if asked.takes(Form.SPANS):
        hint = (
            "Write a function that decodes tags to spans and passes them to this metric. Then identify that "
            "function: nerconform identify mypkg.metrics:evaluate."
        )
    message = f"this metric gives no {kind or 'scores or spans'} {wanted}{f': {why}' if why else ''}"
    raise CannotIdentify(message, place=implementation.name, hint=hint)


def _kind(name: str, function: Callable[..., Any], calling: Calling) -> str:
    """Return what a function is by the arguments that it must be given. Raises `CannotIdentify`."""
    if calling != Calling():
        return "scorer"
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        hint = (
            "Say which: --scorer if it takes gold and predictions, --decoder if it takes tags. In Python kind='scorer'."
        )
        raise CannotIdentify(
            "nerconform could not detect whether the function takes gold and predictions, or only tags",
            place=name,
            hint=hint,
        ) from None
    positional = [one for one in parameters if one.kind in {one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD}]
    required = [one for one in positional if one.default is one.empty]
    loose = any(one.kind is one.VAR_POSITIONAL for one in parameters)
    needed = [one for one in parameters if one.kind is one.KEYWORD_ONLY and one.default is one.empty]
    if len(required) == 2 and not needed:  # noqa: PLR2004 - gold and prediction
        return "scorer"
    if len(required) == 1 and not needed:
        return "decoder"
    if not required and not needed and (loose or len(positional) > 1):
        return "scorer"
    names = ", ".join(one.name for one in (*required, *needed)) or "nothing"
    raise CannotIdentify(f"the function must be called with {names}", place=name, hint=_ARGUMENTS)


_ARGUMENTS = "Name a scorer, with the arguments gold and predictions, or a decoder, with one argument, the tags."


def _version(name: str) -> str:
    """Return the root module of a function, which is all that is known of its version."""
    return name.partition(":")[0].partition(".")[0]

"""Identify: which dialect a metric implements, whoever wrote it and whatever it says of itself."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any, cast

from nerconform.asking.callables import CallableImplementation, load
from nerconform.asking.calling import Calling
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form
from nerconform.libraries.registry import UnknownImplementation, is_path, resolve
from nerconform.products.identify.boxes import (
    Box,
    DecoderFunction,
    ImplementationDecoder,
    ImplementationScorer,
    ScorerFunction,
)
from nerconform.products.identify.decoders import identify_decoder
from nerconform.products.identify.scorers import identify_scorer
from nerconform.products.identify.separation import CannotIdentify, Told
from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import Labels
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.results.identification_result import Identification

TYPES = ("PER", "LOC", "ORG", "MISC")
"""The types of the probes where none are given."""
KINDS = ("scorer", "decoder")
_SEED = 1
_MIN_TYPES, _MAX_TYPES = 2, 5


def identify(  # noqa: PLR0913, PLR0917 - what is asked, and how
    implementation: str | Implementation | Callable[..., object],
    scheme: str | None = None,
    kind: str | None = None,
    types: Sequence[str] = TYPES,
    calling: Calling | None = None,
    progress: Told = None,
) -> Identification:
    """Return the dialect that a black box implements, found by asking it and nothing else.

    `implementation` is a name (`seqeval:default`, `reference:semeval`), an import path, an object of the protocol, or a
    function: of two arguments, gold and prediction, a *scorer*, which returns F1, or precision, recall and F1; of one,
    the tags of a unit or of several, a *decoder*, which returns spans. `kind` says which it is where its arguments do
    not. A scorer is asked in IOB2 if no `scheme` is given, a library in the first that it reads; that of a decoder is
    looked for. `types` are those of the probes: a list of types inside the metric shows only if they are in it.
    A decoder is asked at most 12 probes, a scorer at most 40; `progress` is told the name, the number of probes, and
    the most there can be. `calling` says how a scorer is called, as for `check`. Seeded: one black box, one answer.

    Raises `CannotIdentify` (several implementations, no or one answer to everything, two to one question),
    `UnreadableResult`, `UnknownOption`, `UnknownScheme`, `UnknownImplementation`, `CannotImport` and `NotCallable`.
    """
    found = None if scheme is None else scheme_of(scheme)
    chosen = _types(types)
    if kind is not None and kind not in KINDS:
        raise UnknownOption(f"there is no kind {kind!r}", hint=f"Use one of: {', '.join(KINDS)}.")
    if isinstance(implementation, str) and is_path(implementation):
        function = _called(implementation, load(implementation), found, calling)
        return _function(implementation, function, found, kind, chosen, progress)
    if isinstance(implementation, str):
        return _library(_one(implementation), found, kind, chosen, progress)
    if hasattr(implementation, "observe"):
        return _library(cast("Implementation", implementation), found, kind, chosen, progress)
    if callable(implementation):
        name = f"{getattr(implementation, '__module__', '?')}:{getattr(implementation, '__qualname__', 'function')}"
        return _function(name, _called(name, implementation, found, calling), found, kind, chosen, progress)
    raise UnknownImplementation(f"no implementation: {implementation!r:.60}", hint="Pass a name, a function or a path.")


def _called(
    name: str, function: Callable[..., object], scheme: Scheme | None, calling: Calling | None
) -> Callable[..., object]:
    """Return a function of gold and predicted tags, where it was said how the given one is called."""
    if calling is None or calling == Calling():
        return function
    return CallableImplementation(name, function, Dialect(scheme=scheme or Scheme.IOB2), calling).ratios


def _types(types: Sequence[str]) -> tuple[str, ...]:
    """Return the types, checked. Raises `UnknownOption`."""
    hint = "Give from two to five different types, such as PER, LOC, ORG."
    if isinstance(types, str) or not all(isinstance(kind, str) and kind for kind in types):
        raise UnknownOption(f"types are a list of names, not {types!r:.60}", hint=hint)
    if not _MIN_TYPES <= len(types) <= _MAX_TYPES or len(set(types)) != len(types):
        raise UnknownOption(f"these types will not do: {', '.join(types)}", hint=hint)
    return Labels.of(types).given if list(types) == sorted(types) else tuple(types)


def _one(text: str) -> Implementation:
    """Return the implementation that a name means. Raises `CannotIdentify` for a family of several."""
    found = resolve(text)
    if len(found) > 1:
        hint = f"Name one of them: {', '.join(one.name for one in found)}."
        raise CannotIdentify(f"{text} is {len(found)} implementations, each with a dialect of its own", hint=hint)
    return found[0]


def _library(
    implementation: Implementation, scheme: Scheme | None, kind: str | None, types: tuple[str, ...], told: Told
) -> Identification:
    """Identify an implementation of the protocol: by its numbers where it has some, else by its spans."""
    tried = [scheme] if scheme is not None else [Scheme.IOB2, *(one for one in Scheme if one is not Scheme.IOB2)]
    scorer = next((one for one in (ImplementationScorer(implementation, s) for s in tried) if one.answers()), None)
    if scorer is not None and kind != "decoder":
        return identify_scorer(scorer, scorer.scheme, types, seed=_SEED, told=told)
    decoder = next((one for one in (ImplementationDecoder(implementation, s) for s in tried) if one.shows()), None)
    if decoder is not None and kind != "scorer":
        return identify_decoder(decoder, decoder.scheme, (types[0], types[1]), seed=_SEED, told=told)
    wanted = f"in {scheme}" if scheme is not None else "in any scheme"
    asked = ImplementationScorer(implementation, tried[0])
    why = asked.reason(Form.TAGS)
    hint = "Try --scheme." if why else "`nerconform diff` asks it for what it shows."
    if asked.takes(Form.SPANS):
        hint = "Identify a function of tags that decodes them and calls it."
    message = f"it shows no {kind or 'ratios or spans'} {wanted}{f': {why}' if why else ''}"
    raise CannotIdentify(message, place=implementation.name, hint=hint)


def _function(  # noqa: PLR0913, PLR0917 - what was found out about one function
    name: str, function: Callable[..., Any], scheme: Scheme | None, kind: str | None, types: tuple[str, ...], told: Told
) -> Identification:
    """Identify a function, by the number of its arguments."""
    kind = kind or _kind(name, function)
    box: Box
    if kind == "decoder":
        box = DecoderFunction(name, _version(name), function)
        return identify_decoder(box, scheme, (types[0], types[1]), seed=_SEED, told=told)
    box = ScorerFunction(name, _version(name), function)
    return identify_scorer(box, scheme or Scheme.IOB2, types, seed=_SEED, told=told)


def _kind(name: str, function: Callable[..., Any]) -> str:
    """Return what a function is by the arguments that it must be given. Raises `CannotIdentify`."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        hint = "Say kind='scorer' or kind='decoder' (--decoder)."
        raise CannotIdentify("its arguments cannot be looked up", place=name, hint=hint) from None
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
    hint = "A scorer takes two arguments, gold and prediction; a decoder one, the tags of a unit."
    names = ", ".join(one.name for one in (*required, *needed)) or "nothing"
    raise CannotIdentify(f"it must be called with {names}", place=name, hint=hint)


def _version(name: str) -> str:
    """Return the root module of a function, which is all that is known of its version."""
    return name.partition(":")[0].partition(".")[0]

"""The modes of seqeval: the schemes that each reads, and the dialect that each declares."""

from collections.abc import Mapping

from nerconform.implementations.seqeval_releases import Release
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import UnknownScheme
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme, scheme_of

CLASSES: Mapping[Scheme, str] = {
    Scheme.IOB1: "IOB1",
    Scheme.IOE1: "IOE1",
    Scheme.IOB2: "IOB2",
    Scheme.IOE2: "IOE2",
    Scheme.BIOES: "IOBES",
    Scheme.BILOU: "BILOU",
}
"""The class with which strict mode reads each scheme."""
_GUESSED = (Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU)
WITHOUT_DISCARD = (Scheme.IOB1, Scheme.IOE1)
"""Schemes in which the policy of strict mode is undefined."""


def schemes_of(mode: str, release: Release) -> tuple[Scheme, ...]:
    """Return the schemes that a mode reads."""
    classes = tuple(scheme for scheme in CLASSES if scheme is not Scheme.BILOU or release.knows_bilou)
    match mode:
        case "default":
            return release.schemes
        case "strict":
            return classes
        case "strict:auto":
            return tuple(scheme for scheme in _GUESSED if scheme in classes)
    family, _, name = mode.partition(":")
    scheme = scheme_of(name)
    if family == "default":
        return (scheme,)
    if scheme not in classes:
        raise UnknownScheme(f"seqeval has no class for {scheme}", hint=f"Use one of: {', '.join(classes)}.")
    return (scheme,)


def dialect_of(scheme: Scheme, release: Release, *, strict: bool) -> Dialect:
    """Return the dialect of default or strict mode in a scheme.

    `discard` is undefined in IOB1 and IOE1. There only legal data are asked about, on which every policy that
    answers at all gives one answer; `lenient` is the one that is defined everywhere.
    """
    if not strict:
        return release.default().set(scheme=scheme)
    policy = "lenient" if scheme in WITHOUT_DISCARD else "discard"
    return NAMED["seqeval-strict"].set(scheme=scheme, policy=policy)

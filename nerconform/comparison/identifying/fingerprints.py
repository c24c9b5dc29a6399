"""Fingerprints: one unit per scheme whose spans show which policy decoded it.

Constructed: each was found by changing single tags at random until no two policies gave the same spans. That of the
schemes with four letters tells each policy of the family from every other policy that refuses nothing, in the family
or not; those of the schemes with two letters tell all policies apart that refuse nothing. (Twenty tags do for the
family alone: `B-X O E-X B-X B-X E-X B-X I-Y E-X B-X I-Y E-Y B-X E-Y E-X B-X S-X I-X E-X B-X`.)
"""

from collections.abc import Mapping
from types import MappingProxyType

from nerconform.reference.encoding import encode_spans
from nerconform.reference.schemes import Scheme, letter_of, roles_of
from nerconform.reference.spans import Span

_FOUR = (
    "B-X O E-X B-X I-Y E-X E-X E-X I-Y E-Y B-X B-X E-X O S-X E-X B-X "
    "S-X B-Y I-X E-X E-Y B-X S-Y S-X B-Y E-X E-Y B-Y B-X O O B-Y I-Y"
)
_ROLES: Mapping[Scheme, str] = MappingProxyType(
    {
        Scheme.IO: "I-X I-X O I-Y I-X",
        Scheme.IOB1: "I-X B-Y",
        Scheme.IOB2: "I-Y I-Y B-Y I-X",
        Scheme.IOE1: "E-X E-Y E-Y I-X E-Y I-X E-Y O I-Y E-Y",
        Scheme.IOE2: "I-Y I-X I-X E-X I-Y E-X E-Y I-X O E-X I-Y I-X I-X I-X",
    }
)


def fingerprint(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return the tags of the fingerprint, in the letters of the scheme and with these two types."""
    names = dict(zip("XY", types, strict=True))
    parts = (tag.partition("-") for tag in _ROLES.get(scheme, _FOUR).split())
    return [letter if letter == "O" else f"{letter_of(scheme, letter)}-{names[kind]}" for letter, _, kind in parts]


def legal(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return a legal unit that shows every letter of a scheme, and spans that touch."""
    one, other = types
    spans = [
        (one, 0, 1),
        (one, 1, 3),
        (one, 3, 4),
        (one, 4, 5),
        (other, 5, 6),
        (one, 7, 10),
        (one, 10, 12),
        (other, 13, 15),
    ]
    return encode_spans([Span(*span) for span in spans], 16, scheme)


def tags_of(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return `O` and every letter with each of the two types."""
    return ["O", *(f"{letter}-{kind}" for letter in roles_of(scheme) for kind in types)]

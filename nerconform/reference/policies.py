"""Policies: one option for each decision point of the decoder (DEC-4).

A decision point is a state of the decoder and a role that may not follow it. An option says what becomes of the
pending span and what of the tag. A policy is one option per point; which points a scheme has, and with which options
a named policy fills them, is the table of DEC-4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from nerconform.reference.errors import UndefinedPolicy, UnknownOption
from nerconform.reference.schemes import Scheme


class Pending(StrEnum):
    """What becomes of the pending span."""

    EMIT = "emit"
    DROP = "drop"


class Token(StrEnum):
    """What becomes of the tag that stands where it may not."""

    OPEN = "open"
    """It opens a span."""
    SINGLE = "single"
    """It is a span of its own."""
    IGNORE = "ignore"


class Option(NamedTuple):
    """One option: the fate of the pending span and of the tag; `reach` 1 if the span includes the tag's token."""

    pending: Pending
    token: Token
    reach: int = 0


EO = Option(Pending.EMIT, Token.OPEN)
DO = Option(Pending.DROP, Token.OPEN)
EI = Option(Pending.EMIT, Token.IGNORE)
DI = Option(Pending.DROP, Token.IGNORE)
ES = Option(Pending.EMIT, Token.SINGLE)
DS = Option(Pending.DROP, Token.SINGLE)
REFUSE = None
"""The option of every point under `refuse`: the sequence has no answer."""


class Points(NamedTuple):
    """One option for each of the eight decision points; `None` refuses.

    `B` pending, then B · `I1` none pending, then I · `I2` pending of another type, then I · `O` pending, then O ·
    `E1` none pending, then E · `E2` pending of another type, then E · `S` pending, then S · `F` pending at the end.
    Where nothing is pending, the fate of the pending span plays no part; at `O` and `F` that of the tag.
    """

    B: Option | None
    I1: Option | None
    I2: Option | None
    O: Option | None  # noqa: E741 - the point is called O
    E1: Option | None
    E2: Option | None
    S: Option | None
    F: Option | None


LENIENT = Points(B=EO, I1=EO, I2=EO, O=EI, E1=ES, E2=ES, S=ES, F=EI)
_DISCARD_BIO = Points(B=EO, I1=EI, I2=EI, O=EI, E1=ES, E2=ES, S=ES, F=EI)
_DISCARD_IOE2 = Points(B=EO, I1=EO, I2=DO, O=DI, E1=ES, E2=DS, S=ES, F=DI)
_DISCARD_BIOES = Points(B=DO, I1=DI, I2=DI, O=DI, E1=DI, E2=DI, S=DS, F=DI)


@dataclass(frozen=True, slots=True)
class Policy:
    """What a decoder does at an illegal transition: its points in every scheme for which it is defined."""

    name: str
    points: Mapping[Scheme, Points | None] = field(compare=False, repr=False)

    def at(self, scheme: Scheme) -> Points | None:
        """Return the points in this scheme, `None` where every illegal sequence is refused (DEC-7).

        Raises `UndefinedPolicy` where the policy is not defined in the scheme (DIA-7).
        """
        if scheme not in self.points:
            hint = f"Use {' or '.join(name for name, other in POLICIES.items() if scheme in other.points)}."
            raise UndefinedPolicy(f"the policy {self.name} is not defined in the scheme {scheme}", hint=hint)
        return self.points[scheme]

    def __str__(self) -> str:
        """Return the name."""
        return self.name


_FOUR_LETTERS = (Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO)
_DISCARD: Mapping[Scheme, Points] = {
    Scheme.IO: LENIENT,
    Scheme.IOB2: _DISCARD_BIO,
    Scheme.IOE2: _DISCARD_IOE2,
    **dict.fromkeys(_FOUR_LETTERS, _DISCARD_BIOES),
}

POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "refuse": Policy("refuse", MappingProxyType(dict.fromkeys(Scheme))),
        "lenient": Policy("lenient", MappingProxyType(dict.fromkeys(Scheme, LENIENT))),
        "discard": Policy("discard", MappingProxyType(_DISCARD)),
    }
)
_CONLLEVAL_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)


def policy_of(text: str, scheme: Scheme | None = None) -> Policy:
    """Return the policy with this name; `conlleval` is another name of `lenient` in IO, IOB1 and IOB2 (DEC-5)."""
    if text == "conlleval" and (scheme is None or scheme in _CONLLEVAL_SCHEMES):
        return POLICIES["lenient"]
    if text not in POLICIES:
        raise UnknownOption(f"no such policy: {text!r}", hint=f"Use one of: {', '.join(POLICIES)}.")
    return POLICIES[text]

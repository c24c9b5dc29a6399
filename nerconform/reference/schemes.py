"""Schemes: prefixes, transition tables, violations (SCH-1 to SCH-10, DEC-3).

Inside the reference every scheme is written with the prefixes of one alphabet, the *roles*: `B` first token, `I` inner
token, `E` last token, `S` only token, `O` none. BILOU, BMES and BMEWO are BIOES in other prefixes.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from nerconform.reference.refusals import AmbiguousScheme, UnknownScheme


class Scheme(StrEnum):
    """How spans are written as tags."""

    IO = "IO"
    """`I` for every token of a span; touching spans of one type merge (SCH-3)."""
    IOB1 = "IOB1"
    """`I`, and `B` only where a span touches an earlier one of its type (SCH-4)."""
    IOB2 = "IOB2"
    """`B` first, `I` after it (SCH-5). Also called BIO."""
    IOE1 = "IOE1"
    """`I`, and `E` only where a span touches a later one of its type (SCH-6)."""
    IOE2 = "IOE2"
    """`E` last, `I` before it (SCH-7)."""
    BIOES = "BIOES"
    """`B` first, `I` inner, `E` last, `S` single (SCH-8). Also called IOBES."""
    BILOU = "BILOU"
    """BIOES with `L` for `E` and `U` for `S` (SCH-8). Also called BIOUL."""
    BMES = "BMES"
    """BIOES with `M` for `I` (SCH-8)."""
    BMEWO = "BMEWO"
    """BMES with `W` for `S` (SCH-2). Also called BMEOW."""
    BIOS = "BIOS"
    """`S` single, else `B` first and `I` after it (SCH-10)."""


ALIASES: Mapping[str, Scheme] = MappingProxyType(
    {"BIO": Scheme.IOB2, "IOBES": Scheme.BIOES, "BIOUL": Scheme.BILOU, "BMEOW": Scheme.BMEWO}
)

_PREFIXES: Mapping[Scheme, Mapping[str, str]] = MappingProxyType(
    {
        Scheme.IO: {"I": "I"},
        Scheme.IOB1: {"I": "I", "B": "B"},
        Scheme.IOB2: {"I": "I", "B": "B"},
        Scheme.IOE1: {"I": "I", "E": "E"},
        Scheme.IOE2: {"I": "I", "E": "E"},
        Scheme.BIOES: {"B": "B", "I": "I", "E": "E", "S": "S"},
        Scheme.BILOU: {"B": "B", "I": "I", "E": "L", "S": "U"},
        Scheme.BMES: {"B": "B", "I": "M", "E": "E", "S": "S"},
        Scheme.BMEWO: {"B": "B", "I": "M", "E": "E", "S": "W"},
        Scheme.BIOS: {"B": "B", "I": "I", "S": "S"},
    }
)

LOSSY: frozenset[Scheme] = frozenset({Scheme.IO})
"""Schemes in which two different span sets can have one encoding (SCH-9)."""


def scheme_of(name: str) -> Scheme:
    """Return the scheme with this name or alias (SCH-2).

    Raises `AmbiguousScheme` for `IOB` and `UnknownScheme` for any other name that is none.
    """
    if not isinstance(name, str):
        raise UnknownScheme(
            f"the scheme is of type {type(name).__name__}, not a string",
            hint=f"Pass one of: {', '.join(Scheme)}; for example 'IOB2'.",
        )
    if name in ALIASES:
        return ALIASES[name]
    if name == "IOB":
        hint = (
            "Write --scheme IOB2 if every entity starts with B. Write --scheme IOB1 if most start with I. In "
            "Python scheme='IOB2'."
        )
        raise AmbiguousScheme("the scheme 'IOB' can mean IOB1 or IOB2", hint=hint)
    try:
        return Scheme(name)
    except ValueError:
        known = ", ".join([*Scheme, *ALIASES])
        raise UnknownScheme(
            f"there is no scheme {name!r}", hint=f"Use one of: {known}; for example --scheme BIOES."
        ) from None


def prefix_of(scheme: Scheme, role: str) -> str:
    """Return the prefix with which a scheme writes a role (SCH-1)."""
    return _PREFIXES[scheme][role]


def roles_of(scheme: Scheme) -> Mapping[str, str]:
    """Return the role of each prefix of a scheme, `O` apart (SCH-1)."""
    return {prefix: role for role, prefix in _PREFIXES[scheme].items()}


AS_I = "as-I"
"""The role of a prefix outside the scheme under `unknown:as-I` (TAG-6)."""
ALONE = "alone"
"""The role of a tag that is a span of its own whatever the scheme (TAG-5, TAG-6)."""


class Mark(NamedTuple):
    """What one tag says to a scheme: a role, a type (empty for `O`), and the tag as given."""

    role: str
    type: str
    text: str


_OTHER = "other"


class _RoleTable(NamedTuple):
    """Which roles may stand first, which last, and for each pair of roles with which types it is forbidden."""

    first: str
    last: str
    forbidden: Mapping[str, str]


def _forbid(*rules: str) -> Mapping[str, str]:
    """Read rules such as `BI>EI other`: each role left of `>` before each right of it, with these types."""
    table: dict[str, str] = {}
    for rule in rules:
        pairs, types = rule.split()
        left, right = pairs.split(">")
        table.update({before + after: types for before in left for after in right})
    return MappingProxyType(table)


_BIOES = _RoleTable("OBS", "OES", _forbid("BI>OBS any", "BI>IE other", "OES>IE any"))
_TABLES: Mapping[Scheme, _RoleTable] = MappingProxyType(
    {
        Scheme.IO: _RoleTable("OI", "OI", _forbid()),
        Scheme.IOB1: _RoleTable("OI", "OIB", _forbid("O>B any", "IB>B other")),
        Scheme.IOB2: _RoleTable("OB", "OIB", _forbid("O>I any", "BI>I other")),
        Scheme.IOE1: _RoleTable("OIE", "OI", _forbid("E>O any", "E>IE other")),
        Scheme.IOE2: _RoleTable("OIE", "OE", _forbid("I>O any", "I>IE other")),
        Scheme.BIOES: _BIOES,
        Scheme.BILOU: _BIOES,
        Scheme.BMES: _BIOES,
        Scheme.BMEWO: _BIOES,
        Scheme.BIOS: _RoleTable("OBS", "OIS", _forbid("B>OBS any", "BI>I other", "OS>I any")),
    }
)
_CLAUSES: Mapping[Scheme, str] = MappingProxyType(
    {
        Scheme.IO: "SCH-3",
        Scheme.IOB1: "SCH-4",
        Scheme.IOB2: "SCH-5",
        Scheme.IOE1: "SCH-6",
        Scheme.IOE2: "SCH-7",
        Scheme.BIOS: "SCH-10",
    }
)

_STANDS_FOR: Mapping[str, str] = MappingProxyType({AS_I: "I", ALONE: "O"})


def is_legal(scheme: Scheme, before: Mark | None, after: Mark | None) -> bool:
    """Whether `after` may follow `before`; `None` is the start (before) or the end (after) of a unit (DEC-3)."""
    table = _TABLES[scheme]
    if after is not None and after.role == AS_I:
        return True
    if before is None:
        return after is None or _STANDS_FOR.get(after.role, after.role) in table.first
    left = _STANDS_FOR.get(before.role, before.role)
    if after is None:
        return left in table.last
    forbidden = table.forbidden.get(left + _STANDS_FOR.get(after.role, after.role))
    return forbidden is None or (forbidden == _OTHER and before.type == after.type)


class Violation(NamedTuple):
    """One illegal transition of a tag sequence.

    `position` is the index of the tag that may not stand there, and the length of the sequence where the sequence may
    not end; `before` and `after` are the tags as given, `None` for the start and the end.
    """

    position: int
    before: str | None
    after: str | None
    clause: str

    def __str__(self) -> str:
        """Return the transition in words."""
        if self.before is None:
            return f"{self.after!r} may not be the first tag ({self.clause})"
        if self.after is None:
            return f"{self.before!r} may not be the last tag ({self.clause})"
        return f"{self.after!r} may not follow {self.before!r} ({self.clause})"


def violations_of(scheme: Scheme, marks: Sequence[Mark]) -> tuple[Violation, ...]:
    """Return every illegal transition of a unit, in order (DEC-3). Linear in its length."""
    if not marks:
        return ()
    pairs = pairwise([None, *marks, None])
    illegal = (position for position, pair in enumerate(pairs) if not is_legal(scheme, *pair))
    return tuple(violation_at(scheme, marks, position) for position in illegal)


def violation_at(scheme: Scheme, marks: Sequence[Mark], position: int) -> Violation:
    """Return the transition to this position as a violation; the length of the unit is its end."""
    before = marks[position - 1].text if position else None
    after = marks[position].text if position < len(marks) else None
    return Violation(position, before, after, _CLAUSES.get(scheme, "SCH-8"))

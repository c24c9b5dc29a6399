"""Options: what each axis of a dialect can be (DIA-1).

Every option has one text form, which signatures, `--set` and golden cases share. The first member is the default.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, Self
from urllib.parse import quote, unquote

from nerconform.reference.errors import MalformedFraction, UnknownOption


class Affix(StrEnum):
    """The side of the tag on which its letter stands (TAG-3)."""

    PREFIX = "prefix"
    SUFFIX = "suffix"


class Bare(StrEnum):
    """What a tag without delimiter or type is read as (TAG-5)."""

    REFUSE = "refuse"
    UNTYPED = "untyped"
    """All of it is the prefix, the type is empty."""
    FIRST_CHAR = "first-char"
    """Every tag by position: letter, then what follows the first delimiter of the rest, or the rest, or `_`."""
    TWO_CHARS = "two-chars"
    """Every tag by position: letter, one character passed over, type."""
    OUTSIDE = "outside"
    SINGLE = "single"
    """Every such token is a span of its own, whose type is the tag."""


class Outside(StrEnum):
    """Which tags are `O` (TAG-4); matters only under `bare:first-char`."""

    WHOLE = "whole"
    BY_PREFIX = "by-prefix"
    """Every tag whose first character is `O`."""


class Unknown(StrEnum):
    """What a letter outside the scheme does (TAG-6)."""

    REFUSE = "refuse"
    AS_I = "as-I"
    """Continues a span of its type, else opens one."""
    SINGLE = "single"


class Gold(StrEnum):
    """Whether illegal gold is treated like an illegal prediction or refused (DEC-8)."""

    SAME = "same"
    LEGAL = "legal"


class Item(StrEnum):
    """What is matched (MAT-12)."""

    SPAN = "span"
    TOKEN = "token"  # noqa: S105 - a token of text, not a secret


class Duplicates(StrEnum):
    """What equal spans on one side are (MAT-9)."""

    MULTISET = "multiset"
    SET = "set"
    BY_VALUE = "by-value"
    """Equal gold spans are one, and every equal prediction pairs with it, used or not."""


class Align(StrEnum):
    """Which predicted span meets which gold span (MAT-1, MAT-5, MAT-6, MAT-7)."""

    PHASED = "phased"
    NONE = "none"
    INPUT = "input"
    INPUT_BEST = "input-best"
    ABSORB = "absorb"
    FIRST_ANY = "first-any"
    SWEEP = "sweep"
    BEST = "best"


class Scope(StrEnum):
    """One alignment for all schemas, or one for each (MAT-8)."""

    SHARED = "shared"
    SCHEMA = "schema"


class Attribution(StrEnum):
    """To which type an outcome is charged (CNT-2, CNT-3)."""

    GOLD = "gold"
    REFILTER = "refilter"


class Pool(StrEnum):
    """What is pooled over units (CNT-5, CNT-6, DEC-10)."""

    CORPUS = "corpus"
    MEAN = "mean"
    FLAT = "flat"


class EmptyDoc(StrEnum):
    """What a unit without gold (recall) or predictions (precision) adds to a mean over units (CNT-6)."""

    OMIT = "omit"
    ZERO = "0"
    ONE = "1"


class Undefined(StrEnum):
    """The value of a ratio whose denominator is 0 (SCO-4)."""

    ZERO = "0"
    ONE = "1"
    NAN = "nan"
    """Undefined, and so is every mean that it enters."""
    OMIT = "omit"
    """Undefined, and left out of means."""


class Empty(StrEnum):
    """The macro mean over no label (SCO-9)."""

    ZERO = "zero"
    NAN = "nan"


class MacroF(StrEnum):
    """Which of the two macro F (SCO-6)."""

    MEAN = "mean"
    OF_MEANS = "of-means"


class LabelRule(StrEnum):
    """Which types an axis speaks of (FIL-1, CNT-4, SCO-8)."""

    UNION = "union"
    PRESENT = "present"
    GOLD = "gold"
    GIVEN = "given"


class Labels(NamedTuple):
    """A set of types: by a rule, or as given."""

    rule: LabelRule
    given: tuple[str, ...] = ()

    @classmethod
    def of(cls, types: Iterable[str]) -> Self:
        """Return the option `given{...}` of these types, sorted, each once."""
        return cls(LabelRule.GIVEN, tuple(sorted(set(types))))

    @classmethod
    def parse(cls, text: str, *rules: LabelRule) -> Self:
        """Read one of the rules, or `given{A,B}` with percent-encoded types."""
        if text.startswith("given{") and text.endswith("}"):
            return cls.of(unquote(part) for part in text[6:-1].split(","))
        for rule in rules:
            if text == rule:
                return cls(rule)
        raise UnknownOption(f"no such option: {text!r}", hint=f"Use {', '.join(rules)} or given{{A,B}}.")

    def __str__(self) -> str:
        """Return the text form."""
        if self.rule is not LabelRule.GIVEN:
            return str(self.rule)
        return "given{" + ",".join(quote(kind, safe="") for kind in self.given) + "}"


class Overlap(NamedTuple):
    """The least share of tokens that a pair must have in common (MAT-11); percent 0 means any overlap."""

    of: str = "any"
    percent: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `any`, `gold:50%` or `union:50%`."""
        found = re.fullmatch(r"(gold|union):(\d{1,3})%", text)
        if found and 1 <= int(found[2]) <= 100:  # noqa: PLR2004 - percent
            return cls(found[1], int(found[2]))
        if text == "any":
            return cls()
        raise UnknownOption(f"no such option: {text!r}", hint="Use any, gold:N% or union:N% with N from 1 to 100.")

    def __str__(self) -> str:
        """Return the text form."""
        return f"{self.of}:{self.percent}%" if self.percent else self.of


class Zero(NamedTuple):
    """The value of P when nothing is predicted and of R when there is no gold (SCO-4)."""

    precision: Undefined = Undefined.ZERO
    recall: Undefined = Undefined.ZERO

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `0`, or `P1,R0` where the two differ."""
        found = re.fullmatch(r"P(0|1|nan|omit),R(0|1|nan|omit)", text)
        if found:
            return cls(Undefined(found[1]), Undefined(found[2]))
        if text in set(Undefined):
            return cls(Undefined(text), Undefined(text))
        raise UnknownOption(f"no such option: {text!r}", hint="Use 0, 1, nan, omit, or both apart as P1,R0.")

    def __str__(self) -> str:
        """Return the text form."""
        return str(self.precision) if self.precision == self.recall else f"P{self.precision},R{self.recall}"


class Rounding(NamedTuple):
    """How a ratio is printed: `digits` decimals of `scale` times the ratio, by `rule` (SCO-10)."""

    rule: str = "exact"
    digits: int = 0
    scale: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `exact` or `2-half-up-x100`."""
        found = re.fullmatch(r"(\d{1,2})-(half-up|half-even|binary)-x(1|100)", text)
        if found:
            return cls(found[2], int(found[1]), int(found[3]))
        if text == "exact":
            return cls()
        hint = "Use exact, or digits-rule-scale such as 2-half-up-x100 (rules: half-up, half-even, binary; x1, x100)."
        raise UnknownOption(f"no such option: {text!r}", hint=hint)

    def __str__(self) -> str:
        """Return the text form."""
        return self.rule if self.rule == "exact" else f"{self.digits}-{self.rule}-x{self.scale}"


def fraction_of(text: str) -> Fraction:
    """Return the exact fraction written as `1/2` or `3`; decimals are refused, so that nothing is rounded unseen."""
    if not re.fullmatch(r"-?\d+(/[1-9]\d*)?", text):
        raise MalformedFraction(f"not an exact fraction: {text!r}", hint="Write it as 1/2 or 3.")
    return Fraction(text)


def parse_credit(text: str) -> Fraction:
    """Return the credit of PAR, a fraction from 0 to 1 (SCO-2)."""
    credit = fraction_of(text)
    if not 0 <= credit <= 1:
        raise UnknownOption(f"no such option: {text!r}", hint="The credit of PAR is a fraction from 0 to 1.")
    return credit


def parse_delimiter(text: str) -> str:
    """Return the delimiter, percent-decoded (TAG-2)."""
    if not text:
        raise UnknownOption("the delimiter is empty", hint="Give at least one character.")
    return unquote(text)

"""Values: options that have parts, such as `given{PER,LOC}`, `gold:50%` or `2-half-up-x100` (DIA-1)."""

import re
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Self
from urllib.parse import quote, unquote

from nerconform.base.bounds import MAX_DIGITS
from nerconform.reference.options import CoverRule, LabelRule, Undefined
from nerconform.reference.refusals import MalformedFraction, UnknownOption


def encoded(text: str) -> str:
    """Return a text percent-encoded, so that it can stand in a signature whatever it holds."""
    return quote(text, safe="", errors="surrogatepass")


@lru_cache(maxsize=1024)
def decoded(written: str) -> str:
    """Return the text that was percent-encoded. Raises `UnknownOption` for what no encoder writes."""
    try:
        if not re.search(r"%(?![0-9A-Fa-f]{2})", written):
            return unquote(written, errors="surrogatepass")
    except UnicodeDecodeError:
        pass
    raise UnknownOption(
        f"in {written!r} a % does not begin a percent-encoded character, such as %2C",
        hint="In a type or delimiter write % as %25 and a comma as %2C.",
    )


def to_set(axis: str, value: str) -> str:
    """Return the end of a hint: what is typed to give an option of a dialect this value."""
    typed = f"--set '{axis}={value}'" if "{" in value else f"--set {axis}={value}"
    return f"For example: {typed} (in Python: 'DIALECT,{axis}:{value}')."


_TYPES_OF = {
    LabelRule.UNION: "the types of gold or of the predictions",
    LabelRule.PRESENT: "the types of gold or of the predictions",
    LabelRule.GOLD: "the types of gold",
}


class Labels(NamedTuple):
    """A set of types: by a rule, or as given."""

    rule: LabelRule
    given: tuple[str, ...] = ()

    @classmethod
    def of(cls, types: Iterable[str], axis: str = "labels") -> Self:
        """Return the option `given{...}` of these types, sorted, each once. Raises `UnknownOption` for none."""
        if not (types := tuple(types)):
            hint = f"Name the types that count. {to_set(axis, 'given{PER,LOC}')}"
            raise UnknownOption("the list of types given{} is empty", hint=hint)
        return cls(LabelRule.GIVEN, tuple(sorted(set(types))))

    @classmethod
    def parse(cls, text: str, *rules: LabelRule, axis: str = "labels") -> Self:
        """Read one of the rules, or `given{A,B}` with percent-encoded types, as an option of this axis."""
        if text.startswith("given{") and text.endswith("}"):
            return cls.of((decoded(part) for part in text[6:-1].split(",")), axis)
        for rule in rules:
            if text == rule:
                return cls(rule)
        meant = " or ".join(f"{rule} ({_TYPES_OF[rule]})" for rule in rules)
        hint = f"Use {meant}, or name the types: given{{PER,LOC}}. {to_set(axis, rules[0])}"
        raise UnknownOption(f"{text!r} is not a value of the option {axis}", hint=hint)

    def __str__(self) -> str:
        """Return the text form."""
        if self.rule is not LabelRule.GIVEN:
            return str(self.rule)
        return "given{" + ",".join(encoded(kind) for kind in self.given) + "}"


class Rename(NamedTuple):
    """Types that count as another one: pairs of a type and its new name, sorted (FIL-3)."""

    given: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `none`, or `given{LOCderiv=LOC,LOCpart=LOC}` with percent-encoded types."""
        if text == "none":
            return cls()
        if not (text.startswith("given{") and text.endswith("}")):
            hint = (
                "Use none (types keep their names) or given{OLD=NEW,...} (types get new names). "
                f"{to_set('rename', 'given{LOCderiv=LOC,LOCpart=LOC}')}"
            )
            raise UnknownOption(f"{text!r} is not a value of the option rename", hint=hint)
        found: dict[str, str] = {}
        for part in text[6:-1].split(","):
            old, equals, new = part.partition("=")
            if not equals or "=" in new:
                hint = (
                    "Write the old and the new name; write = in a name as %3D. "
                    f"{to_set('rename', 'given{LOCderiv=LOC}')}"
                )
                raise UnknownOption(f"{part!r} is not OLD=NEW", hint=hint)
            if decoded(old) in found:
                hint = f"Give each type one new name. {to_set('rename', 'given{LOCderiv=LOC,LOCpart=LOC}')}"
                raise UnknownOption(f"the type {old!r} is given two new names", hint=hint)
            found[decoded(old)] = decoded(new)
        return cls(tuple(sorted((old, new) for old, new in found.items() if old != new)))

    def __str__(self) -> str:
        """Return the text form."""
        if not self.given:
            return "none"
        return "given{" + ",".join(f"{encoded(old)}={encoded(new)}" for old, new in self.given) + "}"


class Overlap(NamedTuple):
    """The least share of tokens that a pair must have in common (MAT-11); percent 0 means any overlap."""

    of: str = "any"
    percent: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `any`, `gold:50%` or `union:50%`."""
        found = re.fullmatch(r"(gold|union):([0-9]{1,3})%", text)
        if found and 1 <= int(found[2]) <= 100:  # noqa: PLR2004 - percent
            return cls(found[1], int(found[2]))
        if text == "any":
            return cls()
        hint = (
            "Two spans are paired if they share: any (one token), gold:50% (half of the gold span's tokens) or "
            "union:50% (half of the tokens of both spans together); other whole numbers from 1 to 100 are fine. "
            f"{to_set('overlap', 'gold:50%')}"
        )
        raise UnknownOption(f"{text!r} is not a value of the option overlap", hint=hint)

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
        hint = (
            "Use the value of a score that would be 0/0: 0, 1, nan (every average is nan, too) or omit (averages "
            "leave it out). P1,R0 means 1 for precision and 0 for recall. "
            f"{to_set('zero', '0')}"
        )
        raise UnknownOption(f"{text!r} is not a value of the option zero", hint=hint)

    def __str__(self) -> str:
        """Return the text form."""
        return str(self.precision) if self.precision == self.recall else f"P{self.precision},R{self.recall}"


class Cover(NamedTuple):
    """What a prediction that asks is compared with, and what a gold span (MAT-18)."""

    precision: CoverRule = CoverRule.SINGLE
    recall: CoverRule = CoverRule.SINGLE

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `single` or `joint`, or `Pjoint,Rsingle` where the two differ."""
        found = re.fullmatch(r"P(single|joint),R(single|joint)", text)
        if found:
            return cls(CoverRule(found[1]), CoverRule(found[2]))
        if text in set(CoverRule):
            return cls(CoverRule(text), CoverRule(text))
        hint = (
            "Use single (an entity is compared with each overlapping one of the other side alone), joint (with all "
            "overlapping ones together), or Pjoint,Rsingle (joint for precision, single for recall). "
            f"{to_set('cover', 'joint')}"
        )
        raise UnknownOption(f"{text!r} is not a value of the option cover", hint=hint)

    def __str__(self) -> str:
        """Return the text form."""
        return str(self.precision) if self.precision == self.recall else f"P{self.precision},R{self.recall}"


class Weight(NamedTuple):
    """What an error counts: how much of a true positive, of a false positive, and of a false negative (CNT-9)."""

    tp: Fraction
    fp: Fraction
    fn: Fraction


class FairClass(StrEnum):
    """The classes of FairEval: how a gold span and a prediction that are not equal lie to each other (CNT-9)."""

    LE = "LE"
    """Labelling error: the bounds are right, the type is not."""
    BES = "BES"
    """Boundary error, smaller: the type is right, and the prediction is a part of the gold span."""
    BEL = "BEL"
    """Boundary error, larger: the type is right, and the gold span is a part of the prediction."""
    BEO = "BEO"
    """Boundary error: the type is right, and the two overlap in any other way."""
    LBE = "LBE"
    """Labelling and boundary error: type and bounds are wrong."""


_HALVES = Weight(Fraction(0), Fraction(1, 2), Fraction(1, 2))


class Weights(NamedTuple):
    """What a pair counts that is not right: as its outcome says, or by its class of error (CNT-9).

    `given` holds the classes that are not half a false positive and half a false negative, in the order of the classes.
    """

    by_class: bool = False
    given: tuple[tuple[FairClass, Weight], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `whole`, `halves`, or `given{BES=1/2+0+1/2}`: for each class the shares of TP, FP and FN."""
        if text in {"whole", "halves"}:
            return cls(text == "halves")
        if not (text.startswith("given{") and text.endswith("}")):
            hint = (
                "Use whole (a gold span and a prediction that overlap and are not equal count 1 FP and 1 FN together), "
                "halves (1/2 FP and 1/2 FN), or given{CLASS=TP+FP+FN} with your own weights for a class of errors: LE, "
                f"BES, BEL, BEO or LBE. {to_set('weights', 'halves')}"
            )
            raise UnknownOption(f"{text!r} is not a value of the option weights", hint=hint)
        found: dict[FairClass, Weight] = {}
        for piece in text[6:-1].split(","):
            name, _, shares = piece.partition("=")
            three = shares.split("+")
            if name in found:
                message = f"the weights of {name} (a class of errors of FairEval) are given twice"
                hint = f"Write {name}=TP+FP+FN only once. {to_set('weights', f'given{{{name}=1/2+0+1/2}}')}"
                raise UnknownOption(message, hint=hint)
            if name not in set(FairClass) or len(three) != len(Weight._fields):
                hint = (
                    "Write CLASS=TP+FP+FN. The classes are LE (wrong type), BES (the prediction is a part of the gold "
                    "span), BEL (the gold span is a part of the prediction), BEO (any other wrong bounds) and LBE "
                    f"(wrong type and bounds). {to_set('weights', 'given{BES=1/2+0+1/2}')}"
                )
                raise UnknownOption(f"{piece!r} is not a class of error with its three weights", hint=hint)
            found[FairClass(name)] = Weight(*map(parse_credit, three))
        return cls(True, tuple((one, found[one]) for one in FairClass if found.get(one, _HALVES) != _HALVES))  # noqa: FBT003 # the field

    def of(self, error: FairClass) -> Weight:
        """Return what an error of a class counts."""
        return dict(self.given).get(error, _HALVES)

    def __str__(self) -> str:
        """Return the text form."""
        if not self.given:
            return "halves" if self.by_class else "whole"
        return "given{" + ",".join(f"{one}={'+'.join(map(str, weight))}" for one, weight in self.given) + "}"


class Rounding(NamedTuple):
    """How a ratio is printed: `digits` decimals of `scale` times the ratio, by `rule` (SCO-10)."""

    rule: str = "exact"
    digits: int = 0
    scale: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `exact` or `2-half-up-x100`."""
        found = re.fullmatch(r"([0-9]{1,2})-(half-up|half-even|binary)-x(1|100)", text)
        if found:
            return cls(found[2], int(found[1]), int(found[3]))
        if text == "exact":
            return cls()
        hint = (
            "Use exact (scores are not rounded) or DECIMALS-RULE-SCALE, such as 2-half-up-x100 (percentages with 2 "
            "decimals). RULE is half-up, half-even or binary (as printf rounds). SCALE is x1 or x100. "
            f"{to_set('round', '2-half-up-x100')}"
        )
        raise UnknownOption(f"{text!r} is not a value of the option round", hint=hint)

    def __str__(self) -> str:
        """Return the text form."""
        return self.rule if self.rule == "exact" else f"{self.digits}-{self.rule}-x{self.scale}"


def fraction_of(text: str) -> Fraction:
    """Return the exact fraction written as `1/2` or `3`; decimals are refused, so that nothing is rounded unseen."""
    if len(text) > MAX_DIGITS:
        message = f"a fraction of {len(text)} characters is too long: the limit is {MAX_DIGITS}"
        raise MalformedFraction(message, hint="Write a shorter fraction, such as 1/2.")
    if not re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text):
        raise MalformedFraction(
            f"{text!r} is not a fraction or a whole number", hint="Write 1/2 for 0.5. Whole numbers are fine, too: 1."
        )
    return Fraction(text)


def parse_credit(text: str) -> Fraction:
    """Return the credit of PAR, a fraction from 0 to 1 (SCO-2)."""
    credit = fraction_of(text)
    if not 0 <= credit <= 1:
        raise UnknownOption(
            f"a partial match cannot count {credit} of a true positive",
            hint="Write a fraction from 0 to 1: 1/2 counts a partial match half.",
        )
    return credit


def parse_delimiter(text: str) -> str:
    """Return the delimiter, percent-decoded (TAG-2)."""
    if not text:
        hint = f"Name the text between prefix and type, such as - or _. {to_set('delimiter', '_')}"
        raise UnknownOption("the delimiter is empty", hint=hint)
    return decoded(text)

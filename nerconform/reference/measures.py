"""Measures: which number of an evaluation is meant (DIA-3)."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Self

from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import decoded, encoded
from nerconform.reference.options import Align, Pool
from nerconform.reference.outcomes import Schema, answered
from nerconform.reference.refusals import UnknownMeasure

COUNTS = ("cor", "inc", "par", "mis", "spu", "pos", "act", "tp", "fp", "fn")
SIDE_COUNTS = ("tp_gold", "tp_pred", "par_gold", "par_pred")
"""Counts of one side (CNT-8), which are shown only where the sides differ."""
ALL_COUNTS = frozenset({*COUNTS, *SIDE_COUNTS})
ONE_NUMBER = frozenset({"cor", "par", "tp"})
"""Counts that are no one number where each side is counted by itself."""
OUTCOME_COUNTS = frozenset({*COUNTS[:5], "par_gold", "par_pred"})
"""Counts that exist only where an alignment tells INC and PAR from MIS and SPU."""
AVERAGES = ("micro", "macro", "weighted")
SER = "ser"
"""The slot error rate (SCO-13), a ratio that follows from counts."""
_QUANTITY = re.compile(r"precision|recall|ser|f([0-9]{1,9}(?:\.[0-9]{1,9})?)|" + "|".join((*COUNTS, *SIDE_COUNTS)))
_SCHEMAS = frozenset(Schema)
_MANY_DIGITS = re.compile(r"f[0-9.]{10}")


class Measure(NamedTuple):
    """One number of an evaluation: schema, scope, quantity.

    `scope` is `micro`, `macro`, `weighted` or `type{X}`; `quantity` a count, `precision`, `recall`, `ser`, or `f` with
    its beta: `f1`, `f2`, `f0.5`.
    """

    schema: Schema
    scope: str
    quantity: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `strict.micro.f1` or `partial.type{PER}.recall`, in any spelling. Raises `UnknownMeasure`."""
        found = re.fullmatch(r"([\w-]+)\.(micro|macro|weighted|type\{[^{}]*\})\.(.+)", text)
        if not found or found[1] not in _SCHEMAS or not _QUANTITY.fullmatch(found[3]):
            if found and _MANY_DIGITS.match(found[3]):
                hint = "Write at most 9 digits before the point and 9 after it: strict.micro.f0.5."
                raise UnknownMeasure(f"the beta of {found[3]!r} has too many digits", hint=hint)
            hint = (
                "Write SCHEMA.AVERAGE.QUANTITY, such as strict.micro.f1, strict.macro.precision or "
                "partial.type{PER}.recall."
            )
            if "type{" in text:
                hint += " If the name of the type has { } | # or a comma, write %7B, %7D, %7C, %23 or %2C for it."
            raise UnknownMeasure(f"there is no measure {text!r}", hint=hint)
        beta = _QUANTITY.fullmatch(found[3])
        quantity = f"f{_plain(beta[1])}" if beta and beta[1] else found[3]
        if found[2].startswith("type{"):
            return cls.of_type(Schema(found[1]), decoded(found[2][5:-1]), quantity)
        return cls(Schema(found[1]), found[2], quantity)

    @classmethod
    def of_type(cls, schema: Schema, kind: str, quantity: str) -> Self:
        """Return the measure of one type; its name is percent-encoded in the scope."""
        return cls(schema, "type{" + encoded(kind) + "}", quantity)

    @property
    def type(self) -> str | None:
        """Return the type that is measured, `None` for an average."""
        return decoded(self.scope[5:-1]) if self.scope.startswith("type{") else None

    @property
    def beta(self) -> Fraction | None:
        """Return the beta of an F, `None` for any other quantity."""
        return _beta_of(self.quantity)

    def __str__(self) -> str:
        """Return the text form."""
        return f"{self.schema}.{self.scope}.{self.quantity}"


def has_measure(dialect: Dialect, measure: Measure) -> bool:
    """Whether a dialect has a number, whatever the data: what it lacks is refused (DIA-3)."""
    if measure.schema not in answered(dialect):
        return False
    if measure.quantity == SER:
        return measure.scope not in {"macro", "weighted"} and dialect.pool is not Pool.MEAN
    if dialect.align is Align.TWO_SIDED:
        return measure.quantity not in ONE_NUMBER
    return dialect.align is not Align.NONE or measure.quantity not in OUTCOME_COUNTS


@lru_cache
def _beta_of(quantity: str) -> Fraction | None:
    """Return the beta of an F; a measure is asked for it again and again, and there are few quantities."""
    found = _QUANTITY.fullmatch(quantity)
    return Fraction(found[1]) if found and found[1] else None


@lru_cache
def _plain(beta: str) -> str:
    """Return a decimal without needless zeros: `2.50` is `2.5`, `01` is `1`."""
    return f"{Decimal(beta).normalize():f}"

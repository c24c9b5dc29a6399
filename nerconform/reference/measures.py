"""Measures: which number of an evaluation is meant (DIA-3)."""

import re
from fractions import Fraction
from typing import NamedTuple, Self
from urllib.parse import quote, unquote

from nerconform.reference.errors import UnknownMeasure
from nerconform.reference.outcomes import Schema

COUNTS = ("cor", "inc", "par", "mis", "spu", "pos", "act", "tp", "fp", "fn")
OUTCOME_COUNTS = frozenset(COUNTS[:5])
"""Counts that exist only where an alignment tells INC and PAR from MIS and SPU."""
AVERAGES = ("micro", "macro", "weighted")
_QUANTITY = re.compile(r"precision|recall|f(\d+(?:\.\d+)?)|" + "|".join(COUNTS))


class Measure(NamedTuple):
    """One number of an evaluation: schema, scope, quantity.

    `scope` is `micro`, `macro`, `weighted` or `type{X}`; `quantity` a count, `precision`, `recall`, or `f` with its
    beta: `f1`, `f2`, `f0.5`.
    """

    schema: Schema
    scope: str
    quantity: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `strict.micro.f1` or `partial.type{PER}.recall`. Raises `UnknownMeasure`."""
        found = re.fullmatch(r"(\w+)\.(micro|macro|weighted|type\{[^{}]*\})\.(.+)", text)
        if not found or found[1] not in set(Schema) or not _QUANTITY.fullmatch(found[3]):
            hint = "Write schema.scope.quantity, such as strict.micro.f1 or partial.type{PER}.recall."
            raise UnknownMeasure(f"not a measure: {text!r}", hint=hint)
        return cls(Schema(found[1]), found[2], found[3])

    @classmethod
    def of_type(cls, schema: Schema, kind: str, quantity: str) -> Self:
        """Return the measure of one type; its name is percent-encoded in the scope."""
        return cls(schema, "type{" + quote(kind, safe="") + "}", quantity)

    @property
    def type(self) -> str | None:
        """Return the type that is measured, `None` for an average."""
        return unquote(self.scope[5:-1]) if self.scope.startswith("type{") else None

    @property
    def beta(self) -> Fraction | None:
        """Return the beta of an F, `None` for any other quantity."""
        found = _QUANTITY.fullmatch(self.quantity)
        return Fraction(found[1]) if found and found[1] else None

    def __str__(self) -> str:
        """Return the text form."""
        return f"{self.schema}.{self.scope}.{self.quantity}"

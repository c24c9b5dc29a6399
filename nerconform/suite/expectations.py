"""Expectations: what a golden case says is right, as numbers that can be compared.

Counts follow from each other and ratios from counts; that arithmetic is the kit's own, so that the reference never
supplies an expected value.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import ALL_COUNTS, AVERAGES, Measure
from nerconform.reference.option_values import fraction_of
from nerconform.reference.outcomes import Pair, Schema
from nerconform.reference.refusals import MalformedFraction
from nerconform.reference.spans import Span, canonical

Number = Fraction | int | None
Spans = tuple[Span, ...]

_SUMS = (("act", "tp", "fp"), ("pos", "tp", "fn"))
_RATIOS = frozenset({"precision", "recall"})


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is right under the choices of `when` (each axis with the options that it may have).

    `numbers` holds what is written and what follows from it; `written` is what stands in the file. `spans` and `pairs`
    are per unit; `rows` are the types that have a row; `refused` is the code of the error that is due.
    """

    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    written: Mapping[Measure, Number] = field(default_factory=dict)
    numbers: Mapping[Measure, Number] = field(default_factory=dict)
    spans: Mapping[Side, tuple[Spans, ...]] = field(default_factory=dict)
    pairs: Mapping[Schema, tuple[tuple[Pair, ...], ...]] = field(default_factory=dict)
    rows: tuple[str, ...] | None = None
    refused: str = ""

    def holds_for(self, dialect: Dialect) -> bool:
        """Whether the dialect makes the choices that this expectation is keyed by."""
        return all(any(dialect.makes(axis, option) for option in options) for axis, options in self.when.items())


def read_expectation(data: Mapping[str, Any], choices: Mapping[str, str]) -> Expectation:
    """Return one expectation of a case whose data have the right form; `choices` are those that the case imposes."""
    when = {axis: tuple(_listed(options)) for axis, options in data.get("when", {}).items()}
    in_parts = bool({"credit", "weights"} & {*choices, *when})
    written = dict(read_measures(data, partial(read_number, in_parts=in_parts)))
    plain = not {"pool", "partial"} & {*choices, *when}
    return Expectation(
        when=when,
        written=written,
        numbers={**derived(written, with_ratios=plain), **written},
        spans={Side(side): tuple(_spans(unit) for unit in units) for side, units in data.get("spans", {}).items()},
        pairs={
            Schema(schema): tuple(tuple(_pair(pair) for pair in unit) for unit in units)
            for schema, units in data.get("pairs", {}).items()
        },
        rows=tuple(sorted(data["rows"])) if "rows" in data else None,
        refused=data.get("refused", ""),
    )


Read = TypeVar("Read")


def read_measures(data: Mapping[str, Any], read: Callable[[object, str], Read]) -> Iterator[tuple[Measure, Read]]:
    """Yield the measures of the keys `micro`, `macro`, `weighted` and `types`, each value read with its quantity."""
    for scope in AVERAGES:
        for schema, numbers in data.get(scope, {}).items():
            for quantity, value in numbers.items():
                yield Measure(Schema(schema), scope, quantity), read(value, quantity)
    for kind, schemas in data.get("types", {}).items():
        for schema, numbers in schemas.items():
            for quantity, value in numbers.items():
                yield Measure.of_type(Schema(schema), kind, quantity), read(value, quantity)


def read_number(value: object, quantity: str, *, in_parts: bool = False) -> Number:
    """Return a count as an integer, a ratio as an exact fraction, or `None` for `undefined`.

    Where the case chooses how errors or overlaps count, a count may be a fraction (`in_parts`).
    """
    if value == "undefined":
        return None
    if quantity not in ALL_COUNTS or (in_parts and isinstance(value, str)):
        return fraction_of(str(value))
    if not isinstance(value, int):
        raise MalformedFraction(
            f"{quantity} is a count, and {value!r} is not a whole number", hint=f"Write a whole number: {quantity}: 2."
        )
    return value


def derived(written: Mapping[Measure, Number], *, with_ratios: bool) -> dict[Measure, Number]:
    """Return what follows from counts that are written."""
    groups: dict[tuple[Schema, str], dict[str, Fraction | int]] = {}
    for measure, value in written.items():
        if measure.scope not in {"macro", "weighted"} and measure.quantity in ALL_COUNTS and value is not None:
            groups.setdefault((measure.schema, measure.scope), {})[measure.quantity] = value
    numbers: dict[Measure, Number] = {}
    for (schema, scope), counts in groups.items():
        found: dict[str, Number] = dict(_counts(counts))
        if with_ratios:
            found.update(_ratios(_counts(counts), schema))
        numbers.update({Measure(schema, scope, quantity): value for quantity, value in found.items()})
    return numbers


def _counts(written: Mapping[str, Fraction | int]) -> dict[str, Fraction | int]:
    """Complete counts by POS = COR+INC+PAR+MIS, ACT = COR+INC+PAR+SPU, tp = COR, ACT = tp+fp, POS = tp+fn (CNT-1).

    Where each side is counted by itself: POS = tp_gold+par_gold+MIS, ACT = tp_pred+par_pred+SPU (CNT-8).
    """
    counts = dict(written)
    if {"tp_gold", "tp_pred", "mis", "spu"} <= counts.keys():
        counts["pos"] = counts["tp_gold"] + counts.get("par_gold", 0) + counts["mis"]
        counts["act"] = counts["tp_pred"] + counts.get("par_pred", 0) + counts["spu"]
        counts.update(fn=counts["pos"] - counts["tp_gold"], fp=counts["act"] - counts["tp_pred"])
    if {"cor", "inc", "mis", "spu"} <= counts.keys():
        both = counts["cor"] + counts["inc"] + counts.get("par", 0)
        counts.update(par=counts.get("par", 0), tp=counts["cor"], pos=both + counts["mis"], act=both + counts["spu"])
    for whole, right, wrong in _SUMS:
        if {right, wrong} <= counts.keys():
            counts[whole] = counts[right] + counts[wrong]
        elif {whole, right} <= counts.keys():
            counts[wrong] = counts[whole] - counts[right]
    return counts


def _ratios(counts: Mapping[str, Fraction | int], schema: Schema) -> dict[str, Number]:
    """Divide where the denominators are not 0 (SCO-1, SCO-2, SCO-3, CNT-8)."""
    if {"tp_gold", "tp_pred", "mis", "spu"} <= counts.keys():
        return _side_ratios(counts)
    if "tp" not in counts or (schema in {Schema.PARTIAL, Schema.TYPE, Schema.PARTIAL_TYPE} and "par" not in counts):
        return {}
    credit = counts["tp"] + Fraction(counts.get("par", 0)) / 2
    ratios: dict[str, Number] = {
        name: credit / counts[below] for name, below in (("precision", "act"), ("recall", "pos")) if counts.get(below)
    }
    if len(ratios) == len(_RATIOS):
        ratios["f1"] = 2 * credit / (counts["act"] + counts["pos"])
    return ratios


def _side_ratios(counts: Mapping[str, Fraction | int]) -> dict[str, Number]:
    """Divide the counts of each side; a count of PAR that is not written is 0."""
    right = {
        side: Fraction(counts[f"tp_{side}"]) + Fraction(counts.get(f"par_{side}", 0)) / 2 for side in ("gold", "pred")
    }
    ratios: dict[str, Number] = {
        name: right[side] / Fraction(counts[below])
        for name, side, below in (("precision", "pred", "act"), ("recall", "gold", "pos"))
        if counts[below]
    }
    precision, recall = (ratios.get(name) for name in ("precision", "recall"))
    if precision is not None and recall is not None:
        both = Fraction(precision + recall)
        ratios["f1"] = 2 * precision * recall / both if both else Fraction(0)
    return ratios


def _listed(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _spans(unit: list[list[Any]]) -> Spans:
    return tuple(sorted((Span(*span) for span in unit), key=canonical))


def _pair(pair: list[Any]) -> Pair:
    return Pair(*(None if span is None else Span(*span) for span in pair))

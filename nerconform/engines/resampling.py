"""Resampling from integer counts: nothing is scored anew.

Units with the same counts cannot be told apart, so a resample of units is a draw of how often each distinct vector of
counts comes, which is multinomial; and of the units in which two predictions differ, how many of each kind are swapped
is binomial. Both are the exact distributions, at a cost that does not grow with the number of units.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerconform.engines.vectors import COR, IN_GOLD, IN_PRED, INC, MIS, PAR, SPU, WIDTH, Vector
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.options import Empty, LabelRule, MacroF, Undefined

Floats = NDArray[np.float64]
Sums = NDArray[np.int64]
Flags = NDArray[np.bool_]
_OMIT, _NAN = -np.inf, np.nan
"""An undefined ratio that means leave out, and one that makes them undefined; no ratio is infinite."""


class _RatioArrays(NamedTuple):
    precision: Floats
    recall: Floats
    f: Floats


def scores_of(sums: Sums, kinds: Sequence[str], dialect: Dialect, measure: Measure) -> Floats:
    """Return the measure for each of many tallies.

    `sums` are [tallies, types, width of a vector]; where the measure is of no mean over types, there is one for all.
    """
    counts = _counts(sums)
    if measure.quantity in counts:
        found: Floats = counts[measure.quantity][:, 0].astype(np.float64)
        return found
    rows = _ratios(counts, dialect, measure)
    if measure.scope not in {"macro", "weighted"}:
        chosen = _RatioArrays(*(column[:, 0] for column in rows))
    elif measure.scope == "macro":
        chosen = _macro(sums, rows, kinds, dialect, measure)
    else:
        chosen = _weighted(sums, rows, kinds, dialect, measure)
    name = measure.quantity if measure.quantity in {"precision", "recall"} else "f"
    value: Floats = getattr(chosen, name)
    return np.where(np.isinf(value), np.nan, value)


def _counts(sums: Sums) -> dict[str, Sums]:
    cor, inc, par, mis, spu = (sums[..., cell] for cell in (COR, INC, PAR, MIS, SPU))
    pos, act = cor + inc + par + mis, cor + inc + par + spu
    outcomes = {"cor": cor, "inc": inc, "par": par, "mis": mis, "spu": spu}
    return {**outcomes, "pos": pos, "act": act, "tp": cor, "fp": act - cor, "fn": pos - cor}


def _ratios(counts: dict[str, Sums], dialect: Dialect, measure: Measure) -> _RatioArrays:
    """Divide (SCO-1 to SCO-4)."""
    credit = counts["cor"] + float(dialect.partial) * counts["par"]
    precision = _divided(credit, counts["act"], dialect.zero.precision)
    recall = _divided(credit, counts["pos"], dialect.zero.recall)
    return _RatioArrays(precision, recall, _f(precision, recall, measure))


def _divided(credit: Floats, whole: Sums, undefined: Undefined) -> Floats:
    found = np.full(credit.shape, _substitute(undefined))
    np.divide(credit, whole, out=found, where=whole > 0)
    return found


def _substitute(undefined: Undefined) -> float:
    """Return the value that stands for an undefined ratio (SCO-4)."""
    return {Undefined.ZERO: 0.0, Undefined.ONE: 1.0, Undefined.NAN: _NAN, Undefined.OMIT: _OMIT}[undefined]


def _f(precision: Floats, recall: Floats, measure: Measure) -> Floats:
    """Return F (SCO-3): 0 if both are 0, undefined if either is."""
    square = float((measure.beta or 1) ** 2)
    finite = np.isfinite(precision) & np.isfinite(recall)
    found = np.where(np.isnan(precision) | np.isnan(recall), _NAN, _OMIT)
    one, other = (np.where(finite, ratio, 0.0) for ratio in (precision, recall))
    above, below = (1 + square) * one * other, square * one + other
    found[finite] = 0.0
    np.divide(above, below, out=found, where=finite & (below > 0))
    return found


def _averaged(sums: Sums, kinds: Sequence[str], dialect: Dialect) -> NDArray[np.bool_]:
    """Return which types enter the averages of each tally (SCO-8)."""
    rule, given = dialect.labels_avg
    if rule is LabelRule.GIVEN:
        return np.broadcast_to(np.array([kind in given for kind in kinds], dtype=np.bool_), sums.shape[:2])
    in_gold, in_pred = sums[..., IN_GOLD] > 0, sums[..., IN_PRED] > 0
    found: NDArray[np.bool_] = in_gold if rule is LabelRule.GOLD else in_gold | in_pred
    return found


def _mean(values: Floats, weights: Sums) -> Floats:
    """Return weighted means: `omit` is left out, `nan` makes one undefined."""
    counted = np.where(np.isfinite(values), weights, 0)
    total = (np.where(np.isfinite(values), values, 0.0) * counted).sum(axis=1)
    whole = counted.sum(axis=1)
    found = np.full(len(values), _OMIT)
    np.divide(total, whole, out=found, where=whole > 0)
    found[(np.isnan(values) & (weights > 0)).any(axis=1)] = _NAN
    return found


def _macro(sums: Sums, rows: _RatioArrays, kinds: Sequence[str], dialect: Dialect, measure: Measure) -> _RatioArrays:
    """Average over types, each with the same weight (SCO-6)."""
    labels = _averaged(sums, kinds, dialect)
    precision, recall, f = (_mean(column, labels.astype(np.int64)) for column in rows)
    if dialect.macro_f is MacroF.OF_MEANS:
        f = _f(precision, recall, measure)
    nothing: Flags = ~np.logical_or.reduce(labels, axis=1)
    if dialect.empty is Empty.NAN:
        return _RatioArrays(*(np.where(nothing, _NAN, column) for column in (precision, recall, f)))
    return _without(_RatioArrays(precision, recall, f), nothing, dialect, measure)


def _weighted(sums: Sums, rows: _RatioArrays, kinds: Sequence[str], dialect: Dialect, measure: Measure) -> _RatioArrays:
    """Average over types, each with its gold spans as weight (SCO-7)."""
    labels = _averaged(sums, kinds, dialect)
    counts = _counts(sums)
    weights = np.where(labels, counts["pos"], 0)
    found = _RatioArrays(*(_mean(column, weights) for column in rows))
    nothing: Flags = ~np.logical_or.reduce(weights > 0, axis=1)
    predicted: Flags = np.logical_or.reduce(labels & (counts["act"] > 0), axis=1)
    zero = dialect.zero._replace(precision=Undefined.ZERO)
    found = _without(found, nothing & predicted, dialect, measure, zero.precision)
    return _without(found, nothing & ~predicted, dialect, measure)


def _without(
    found: _RatioArrays, where: Flags, dialect: Dialect, measure: Measure, no_prediction: Undefined | None = None
) -> _RatioArrays:
    """Put in place what the ratios of no counts are."""
    precision = np.full(1, _substitute(dialect.zero.precision if no_prediction is None else no_prediction))
    recall = np.full(1, _substitute(dialect.zero.recall))
    empty = _RatioArrays(precision, recall, _f(precision, recall, measure))
    return _RatioArrays(*(np.where(where, one, column) for one, column in zip(empty, found, strict=True)))


GENERATOR = f"numpy-{np.__version__}"
"""Whose numbers are drawn: a release of NumPy may change what a seed gives."""
_MAX_DRAWS = 10_000_000
"""Draws that are held at once."""
_BOOTSTRAP, _SWAP = 0, 1


def bootstrapped(
    tables: Sequence[Sequence[Vector]], times: Sequence[int], resamples: int, seed: int
) -> tuple[Sums, ...]:
    """Return the sums of `resamples` resamples for each table: as many units as there are, drawn with replacement.

    A table has a vector for each kind of unit, and `times` says how many units are of each; there is one at least.
    """
    rng = np.random.default_rng([seed, _BOOTSTRAP])
    numbers = np.array(times, dtype=np.int64)
    units = int(numbers.sum())
    both = np.concatenate([_table(table) for table in tables], axis=1)
    blocks = _blocks(resamples, len(numbers))
    drawn = np.concatenate([rng.multinomial(units, numbers / units, size=size) @ both for size in blocks])
    return tuple(np.split(drawn.astype(np.int64), len(tables), axis=1))


def swapped(tables: Sequence[Sequence[Vector]], times: Sequence[int], resamples: int, seed: int) -> tuple[Sums, ...]:
    """Return the sums of two predictions whose units are swapped with probability 1/2, for each resample."""
    rng = np.random.default_rng([seed, _SWAP])
    one, other = map(_table, tables)
    numbers = np.array(times, dtype=np.int64)
    blocks = _blocks(resamples, len(numbers))
    moved = np.concatenate([rng.binomial(numbers, 0.5, size=(size, len(numbers))) @ (other - one) for size in blocks])
    return (numbers @ one + moved).astype(np.int64), (numbers @ other - moved).astype(np.int64)


def values_of(sums: Sums, kinds: Sequence[str], dialect: Dialect, measure: Measure) -> list[float]:
    """Return the measure for each of many sums, a NaN where it is undefined."""
    found: list[float] = scores_of(sums.reshape(len(sums), -1, WIDTH), kinds, dialect, measure).tolist()
    return found


def _table(vectors: Sequence[Vector]) -> NDArray[np.float64]:
    """Return the vectors as doubles, whose products are fast, and exact as far as 2**53."""
    return np.array(vectors, dtype=np.float64)


def _blocks(resamples: int, width: int) -> list[int]:
    size = max(1, _MAX_DRAWS // width)
    return [min(size, resamples - start) for start in range(0, resamples, size)]

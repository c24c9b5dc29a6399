"""Canonical: which choices of a dialect can matter under the others, and which are one under two names (DIA-5)."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nerconform.reference.options import Align, Bare, Empty, Item, LabelRule, Pool, Scope, Undefined, Unknown
from nerconform.reference.schemes import Scheme
from nerconform.reference.values import Labels, Overlap

if TYPE_CHECKING:
    from nerconform.reference.dialect import Dialect


def merged(dialect: "Dialect") -> "Dialect":
    """Choose one spelling where two options are equal under the others (DIA-5)."""
    strays = dialect.unknown is not Unknown.REFUSE or dialect.bare is Bare.SINGLE
    values: dict[str, Any] = {"policy": dialect.policy.canonical(dialect.scheme, strays=strays)}
    if dialect.align is Align.INPUT_BEST and dialect.scope is Scope.SHARED:
        values["align"] = Align.INPUT
    if dialect.align is Align.BEST and dialect.scope is Scope.SHARED and dialect.overlap == _EQUAL_BOUNDS:
        values["align"] = Align.PHASED
    if dialect.item is Item.TOKEN:
        values["pool"] = Pool.CORPUS if dialect.pool is Pool.FLAT else dialect.pool
        values["align"] = dialect.align if dialect.align is Align.NONE else Align.PHASED
    if dialect.labels_avg.rule is not LabelRule.UNION and _averages_all(dialect):
        given = dialect.labels_avg.rule is LabelRule.GIVEN
        values.update(labels_avg=Labels(LabelRule.UNION), empty=Empty.ZERO if given else dialect.empty)
    undefined = {Undefined.NAN, Undefined.OMIT}
    if dialect.zero.precision in undefined and dialect.zero.recall in undefined:
        values["empty"] = Empty.ZERO
    return replace(dialect, **values)


def _averages_all(dialect: "Dialect") -> bool:
    """Whether the labels of the averages are those that `union` would give, or make no difference (DIA-5)."""
    labels, averaged = dialect.labels, dialect.labels_avg
    if labels.rule is LabelRule.GOLD:
        return averaged.rule is LabelRule.GOLD
    if len(labels.given) != 1 or dialect.pool is Pool.MEAN:
        return False
    zero = dialect.zero.precision is Undefined.ZERO and dialect.empty is Empty.ZERO
    return averaged == labels or (averaged.rule is LabelRule.GOLD and zero)


def _averages_one(dialect: "Dialect") -> bool:
    """Whether at most one label can enter an average over types."""
    if dialect.labels_avg.rule is LabelRule.GIVEN:
        return len(dialect.labels_avg.given) == 1
    return len(dialect.labels.given) == 1


_EQUAL_BOUNDS = Overlap("union", 100)
"""Under this threshold only spans of equal bounds make a pair."""


def matters(axis: str, dialect: "Dialect") -> bool:  # noqa: C901, PLR0911 - one line per rule of DIA-5
    """Whether the axis can change a number under the other choices, on any input (DIA-5)."""
    if dialect.item is Item.TOKEN and axis in _SPANS_ONLY:
        return False
    match axis:
        case "delimiter":
            return dialect.bare is not Bare.TWO_CHARS
        case "outside":
            return dialect.bare is Bare.FIRST_CHAR
        case "policy":
            return dialect.scheme is not Scheme.IO
        case "gold":
            return dialect.scheme is not Scheme.IO and not dialect.policy.refuses_all(dialect.scheme)
        case "scope":
            return dialect.align in {Align.INPUT_BEST, Align.BEST}
        case "overlap":
            return dialect.align is not Align.NONE
        case "partial":
            return dialect.align is not Align.NONE and dialect.overlap != _EQUAL_BOUNDS
        case "macro-f":
            return dialect.pool is Pool.MEAN or not _averages_one(dialect)
        case "attribution":
            return dialect.align is not Align.NONE and len(dialect.labels.given) != 1
        case "empty":
            return dialect.labels_avg.rule is not LabelRule.GIVEN
        case "empty-doc":
            return dialect.pool is Pool.MEAN
    return True


_SPANS_ONLY = frozenset(
    {"affix", "delimiter", "bare", "outside", "policy", "unknown", "gold", "duplicates", "scope", "overlap", "partial"}
)

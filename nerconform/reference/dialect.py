"""Dialect: one choice for every step from tags to numbers (DIA-1, DIA-5, DIA-7)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Self

from nerconform.base.errors import NerconformError
from nerconform.reference.option_values import (
    Cover,
    Labels,
    Overlap,
    Rename,
    Rounding,
    Weights,
    Zero,
    encoded,
    parse_credit,
    parse_delimiter,
    to_set,
)
from nerconform.reference.options import (
    Affix,
    Align,
    Attribution,
    Bare,
    CoverRule,
    Credit,
    Duplicates,
    Empty,
    EmptyDoc,
    Gold,
    Item,
    LabelRule,
    Location,
    MacroF,
    Outside,
    Pool,
    Scope,
    Subset,
    Undefined,
    Unknown,
)
from nerconform.reference.policies import POLICIES, Policy, policy_of
from nerconform.reference.refusals import MalformedFraction, UnknownAxis, UnknownOption
from nerconform.reference.schemes import Scheme, scheme_of


def merged(dialect: "Dialect") -> "Dialect":
    """Choose one spelling where two options are equal under the others (DIA-5)."""
    strays = dialect.unknown is not Unknown.REFUSE or dialect.bare is Bare.SINGLE
    values: dict[str, Any] = {"policy": dialect.policy.canonical(dialect.scheme, strays=strays)}
    if dialect.align is Align.INPUT_BEST and dialect.scope is Scope.SHARED:
        values["align"] = Align.INPUT
    if dialect.align is Align.BEST and dialect.scope is Scope.SHARED and not _can_overlap(dialect):
        values["align"] = Align.PHASED
    if dialect.item is Item.TOKEN:
        values["pool"] = Pool.CORPUS if dialect.pool is Pool.FLAT else dialect.pool
        values["align"] = dialect.align if dialect.align in _OTHER_PAIRS else Align.PHASED
    if dialect.align is Align.TWO_SIDED and dialect.duplicates is Duplicates.BY_VALUE:
        values["duplicates"] = Duplicates.MULTISET
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
    narrowed = dialect.subset is not Subset.ALL and dialect.item is Item.SPAN  # it can leave no gold span of a type
    if narrowed and (averaged.rule is LabelRule.GOLD or dialect.subset is Subset.NESTING):
        return False
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
    return _has_one_type(dialect)


def _has_one_type(dialect: "Dialect") -> bool:
    """Whether spans of at most one type are scored; a nesting has a type of its own (FIL-2)."""
    nestings = dialect.subset is Subset.NESTING and dialect.item is Item.SPAN
    return len(dialect.labels.given) == 1 and not nestings


_BY_PLACE = frozenset({Location.OFFSETS, Location.ALIGNED})
_EQUAL_BOUNDS = Overlap("union", 100)
"""Under this threshold only spans of equal bounds make a pair."""


_OTHER_PAIRS = frozenset({Align.NONE, Align.GOLD_ORDER, Align.TWO_SIDED})
"""Readings that do not pair every token with the token of its place, whatever its type."""


def _can_overlap(dialect: "Dialect") -> bool:
    """Whether spans of other bounds can make a pair, or together be equal to a span that asks (MAT-18)."""
    together = dialect.align is Align.TWO_SIDED and CoverRule.JOINT in dialect.cover
    return (together or dialect.overlap != _EQUAL_BOUNDS) and dialect.location in _BY_PLACE


def matters(axis: str, dialect: "Dialect") -> bool:  # noqa: C901, PLR0911, PLR0912 - one line per rule of DIA-5
    """Whether the axis can change a number under the other choices, on any input (DIA-5)."""
    if dialect.item is Item.TOKEN and axis in _SPANS_ONLY:
        return axis == "scope" and dialect.align is Align.GOLD_ORDER
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
            return dialect.align in {Align.INPUT_BEST, Align.BEST, Align.GOLD_ORDER}
        case "overlap":
            return dialect.align is not Align.NONE and dialect.location in _BY_PLACE
        case "cover":
            by_size = bool(dialect.overlap.percent) or dialect.credit is not Credit.FIXED
            return dialect.align is Align.TWO_SIDED and dialect.location in _BY_PLACE and by_size
        case "credit":
            whole = dialect.credit is Credit.TOKENS or _can_overlap(dialect)
            return dialect.align is Align.TWO_SIDED and whole
        case "weights":
            return dialect.align not in {Align.NONE, Align.TWO_SIDED}
        case "partial":
            return dialect.align is not Align.NONE and _can_overlap(dialect) and not _credits_otherwise(dialect)
        case "macro-f":
            return dialect.pool is Pool.MEAN or not _averages_one(dialect)
        case "attribution":
            return dialect.align is not Align.NONE and not _has_one_type(dialect)
        case "empty":
            return dialect.labels_avg.rule is not LabelRule.GIVEN
        case "empty-doc":
            return dialect.pool is Pool.MEAN
    return True


def _credits_otherwise(dialect: "Dialect") -> bool:
    """Whether what PAR counts follows from the weights of errors or from the tokens that are covered."""
    if dialect.align is Align.TWO_SIDED:
        return dialect.credit is not Credit.FIXED
    return dialect.weights.by_class


_SPANS_ONLY = frozenset(
    {"affix", "delimiter", "bare", "outside", "policy", "unknown", "gold", "location"}
    | {"subset", "duplicates", "scope", "overlap", "cover", "credit", "partial"}
)


_HALF = Fraction(1, 2)


class _HashedOnce:
    """Keeps the hash of a value of many fields: a dialect is looked up for every measure of every question."""

    __slots__ = ("_hash",)
    _hash: int


@dataclass(frozen=True, slots=True)
class Dialect(_HashedOnce):
    """One choice for every step: parse, decode, filter, match, count, score.

    The fields are the axes of DIA-1, in the order of the path; the defaults are each axis' first option. `Dialect.of`
    and `set` read the text forms that signatures use. Raises `UndefinedPolicy` where policy and scheme exclude each
    other (DIA-7).
    """

    scheme: Scheme = Scheme.IOB2
    affix: Affix = Affix.PREFIX
    delimiter: str = "-"
    bare: Bare = Bare.REFUSE
    outside: Outside = Outside.WHOLE
    policy: Policy = field(default=POLICIES["refuse"])
    unknown: Unknown = Unknown.REFUSE
    gold: Gold = Gold.SAME
    location: Location = Location.OFFSETS
    rename: Rename = Rename()
    labels: Labels = Labels(LabelRule.UNION)
    subset: Subset = Subset.ALL
    item: Item = Item.SPAN
    duplicates: Duplicates = Duplicates.MULTISET
    align: Align = Align.PHASED
    scope: Scope = Scope.SHARED
    overlap: Overlap = Overlap()
    cover: Cover = Cover()
    credit: Credit = Credit.FIXED
    weights: Weights = Weights()
    attribution: Attribution = Attribution.GOLD
    types: Labels = Labels(LabelRule.PRESENT)
    pool: Pool = Pool.CORPUS
    empty_doc: EmptyDoc = EmptyDoc.OMIT
    partial: Fraction = _HALF
    zero: Zero = Zero()
    empty: Empty = Empty.ZERO
    macro_f: MacroF = MacroF.MEAN
    labels_avg: Labels = Labels(LabelRule.UNION)
    round: Rounding = Rounding()

    def __post_init__(self) -> None:
        """Refuse text in place of options, and a policy that the scheme does not define (DIA-7)."""
        if not isinstance(self.policy, Policy) or not isinstance(self.scheme, Scheme):
            hint = "Write nc.Dialect().set(policy='discard', scheme='BIOES'), or start from nc.dialects()['conlleval']."
            raise UnknownOption("Dialect(policy=..., scheme=...) takes objects of nerconform, not strings", hint=hint)
        self.policy.at(self.scheme)

    def __hash__(self) -> int:
        """Return the hash of all fields, which is computed once."""
        try:
            return self._hash
        except AttributeError:
            value = hash(tuple(getattr(self, field.name) for field in fields(self)))
            object.__setattr__(self, "_hash", value)
            return value

    def set(self, **choices: str) -> Self:
        """Return this dialect with other choices, each in its text form: `set(policy="discard", macro_f="mean")`.

        Raises `UnknownAxis`, `UnknownOption` or the error of the option's own kind.
        """
        texts = all(isinstance(text, str) for text in choices.values())
        found: Self = _set_texts(self, tuple(choices.items())) if texts else _set(self, choices)
        return found

    def option(self, axis: str) -> str:
        """Return the text form of one axis' choice; the axis is named as in a signature or as the field."""
        found = axis_of(axis)
        return found.write(getattr(self, found.attribute))

    def makes(self, axis: str, option: str) -> bool:
        """Whether this dialect makes a choice, given in its text form; two policies are one if they have one function.

        Raises `UnknownAxis` and the error of the option.
        """
        if axis_of(axis).attribute != "policy":
            return self.option(axis) == option
        policy = policy_of(option)
        defined = self.scheme in policy.points
        return defined and policy.canonical(self.scheme) == self.policy.canonical(self.scheme)

    def canonical(self) -> "Dialect":
        """Return the dialect that stands for all that are equal to it on every input (DIA-5).

        Choices that cannot matter under the others are put back to the default.
        """
        return _canonical(self)

    def __str__(self) -> str:
        """Return the canonical text: every choice that can matter, in the order of the path."""
        return _text(self)


def _set(dialect: Dialect, choices: Mapping[str, str]) -> Any:  # noqa: ANN401 - a dialect of the same class
    """Return a dialect with other choices."""
    values: dict[str, Any] = {}
    for name, text in choices.items():
        axis = axis_of(name)
        values[axis.attribute] = axis.read(text)
    found = replace(dialect, **values)
    if "policy" in choices:
        policy_of(choices["policy"], found.scheme)
    return found


# A few dialects are asked for again and again: by every case of the suite, and by every measure of a question.
@lru_cache(maxsize=4096)
def _set_texts(dialect: Dialect, choices: tuple[tuple[str, str], ...]) -> Any:  # noqa: ANN401 - as `_set`
    """Return a dialect with other choices, each a text."""
    return _set(dialect, dict(choices))


@lru_cache(maxsize=4096)
def _canonical(dialect: Dialect) -> Dialect:
    """Return the dialect that stands for all that are equal to this one."""
    made = merged(dialect)
    idle: dict[str, Any] = {
        axis.attribute: axis.default for axis in AXES if axis.name != "scheme" and not matters(axis.name, made)
    }
    return replace(made, **idle)


@lru_cache(maxsize=4096)
def _text(dialect: Dialect) -> str:
    """Return the canonical text of a dialect."""
    canonical = dialect.canonical()
    shown = [axis.name for axis in AXES if matters(axis.name, canonical) and not _is_left_out(axis, canonical)]
    return ",".join(f"{name}:{canonical.option(name)}" for name in shown)


def _is_left_out(axis: "Axis", dialect: Dialect) -> bool:
    """Whether an axis that signatures did not have at first is at its default, so that old signatures stay (DIA-5)."""
    return axis.name in _ADDED and getattr(dialect, axis.attribute) == axis.default


_ADDED = frozenset({"location", "rename", "subset", "cover", "credit", "weights"})


class Axis(NamedTuple):
    """One axis: its name in a signature, its field, and how its options are read and written."""

    name: str
    attribute: str
    default: object
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _member(name: str, options: type[StrEnum]) -> Callable[[str], StrEnum]:
    """Return a reader of the members of an enumeration."""

    def read(text: str) -> StrEnum:
        try:
            return options(text)
        except ValueError:
            from nerconform.reference.words import options_said  # noqa: PLC0415 - it imports this module

            hint = f"Use {options_said(name)}. {to_set(name, next(iter(options)))}"
            raise UnknownOption(f"{text!r} is not a value of the option {name}", hint=hint) from None

    return read


def _labels(axis: str, *rules: LabelRule) -> Callable[[str], Labels]:
    """Return a reader of these rules or `given{...}`."""
    return lambda text: Labels.parse(text, *rules, axis=axis)


_READERS: dict[str, Callable[[str], Any]] = {
    "scheme": scheme_of,
    "delimiter": parse_delimiter,
    "policy": policy_of,
    "rename": Rename.parse,
    "labels": _labels("labels", LabelRule.UNION, LabelRule.GOLD),
    "overlap": Overlap.parse,
    "cover": Cover.parse,
    "weights": Weights.parse,
    "types": _labels("types", LabelRule.PRESENT),
    "partial": parse_credit,
    "zero": Zero.parse,
    "labels_avg": _labels("labels-avg", LabelRule.UNION, LabelRule.GOLD),
    "round": Rounding.parse,
}


def _axes() -> tuple[Axis, ...]:
    """Return one axis for each field, in the order of the path."""
    axes = []
    default = Dialect()
    for spec in fields(Dialect):
        read = _READERS.get(spec.name) or _member(spec.name.replace("_", "-"), type(getattr(default, spec.name)))
        write = encoded if spec.name == "delimiter" else str
        name = spec.name.replace("_", "-")
        value = getattr(default, spec.name)
        axes.append(Axis(name, spec.name, value, _placed(name, read, write(value)), write))
    return tuple(axes)


def _placed(name: str, read: Callable[[str], Any], default: str) -> Callable[[str], Any]:
    """Return a reader whose errors name the axis, and what is typed to set it where the hint does not show that."""

    def placed(text: str) -> Any:  # noqa: ANN401 - each axis has its own type
        try:
            return read(text)
        except NerconformError as error:
            if isinstance(error, UnknownOption | MalformedFraction) and "--set" not in error.hint:
                error.hint = f"{error.hint} {to_set(name, default)}"
            raise error.at(name) from None

    return placed


AXES: tuple[Axis, ...] = _axes()


_BY_NAME = {name: axis for axis in AXES for name in (axis.name, axis.attribute)}


def axis_of(name: str) -> Axis:
    """Return the axis with this name; its reader's errors name it. Raises `UnknownAxis`."""
    if name not in _BY_NAME:
        names = ", ".join(axis.name for axis in AXES)
        hint = f"Use one of: {names}; for example --set policy=lenient (in Python: 'DIALECT,policy:lenient')."
        raise UnknownAxis(f"there is no axis {name!r}; an axis is one rule of a dialect, such as policy", hint=hint)
    return _BY_NAME[name]

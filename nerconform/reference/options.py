"""Options: what each axis of a dialect can be (DIA-1).

The closed axes; those whose options have parts are in `nerconform.reference.values`. Every option has one text form,
which signatures and golden cases share.
"""

from enum import StrEnum


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
    """Which predicted span is paired with which gold span (MAT-1, MAT-5, MAT-6, MAT-7)."""

    PHASED = "phased"
    """Equal spans first, then equal bounds, then any overlap; left to right; each span once."""
    NONE = "none"
    """No pairs: equal spans are correct, all others missed or spurious."""
    INPUT = "input"
    """Predictions in list order, each with its equal gold span, else with the first free one that overlaps."""
    INPUT_BEST = "input-best"
    """As `input`, but with the free gold span that overlaps most."""
    ABSORB = "absorb"
    """A prediction takes every free gold span that overlaps; wrong, because it can count several times (MAT-7)."""
    FIRST_ANY = "first-any"
    """The first overlapping gold span, free or not; wrong, because a span can count twice (MAT-7)."""
    ALL_OVERLAPS = "all-overlaps"
    """Every overlapping pair counts; wrong, because a span can count several times (MAT-7)."""
    BEST = "best"
    """The one-to-one assignment with most correct pairs, then most pairs, then least distance."""

    @classmethod
    def _missing_(cls, value: object) -> "Align | None":
        """Read the name that version 0.1.0 gave to `all-overlaps`."""
        return cls.ALL_OVERLAPS if value == "sweep" else None


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

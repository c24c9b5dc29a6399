"""Options: what each axis of a dialect can be (DIA-1).

The closed axes; options with parts are in `nerconform.reference.option_values`. Every option has one text form,
which signatures and golden cases share.
"""

from enum import StrEnum


class Affix(StrEnum):
    """The side of the tag on which its prefix stands (TAG-3)."""

    PREFIX = "prefix"
    """Before the type: `B-PER`."""
    SUFFIX = "suffix"
    """After the type: `PER-B`."""


class Bare(StrEnum):
    """What a tag without delimiter or type is read as (TAG-5)."""

    REFUSE = "refuse"
    """Such a tag is an error, `malformed-tag`."""
    UNTYPED = "untyped"
    """All of it is the prefix, the type is empty."""
    FIRST_CHAR = "first-char"
    """Every tag by position: prefix, then what follows the first delimiter of the rest, or the rest, or `_`."""
    TWO_CHARS = "two-chars"
    """Every tag by position: prefix, one character passed over, type."""
    OUTSIDE = "outside"
    """It is read as `O`."""
    SINGLE = "single"
    """Every such token is a span of its own, whose type is the tag."""


class Outside(StrEnum):
    """Which tags are `O` (TAG-4); matters only under `bare:first-char`."""

    WHOLE = "whole"
    """The tag `O`, and no other."""
    BY_PREFIX = "by-prefix"
    """Every tag whose first character is `O`."""


class Unknown(StrEnum):
    """What a prefix outside the scheme does (TAG-6)."""

    REFUSE = "refuse"
    """Such a tag is an error, `unknown-prefix`."""
    AS_I = "as-I"
    """Continues a span of its type, else opens one."""
    SINGLE = "single"
    """The tag is a span of one token; to the tags beside it, it is an `O`."""


class Gold(StrEnum):
    """Whether illegal gold is treated like an illegal prediction or refused (DEC-8)."""

    SAME = "same"
    """The policy holds for both sides."""
    LEGAL = "legal"
    """An illegal transition in gold is an error, `illegal-gold`."""


class Location(StrEnum):
    """How entities are located that are given as type and text, without offsets (LOC-2)."""

    OFFSETS = "offsets"
    """Not at all: such an entity is an error, `no-offsets`."""
    TEXT = "text"
    """They are compared by type and text, and where they stand does not matter."""
    TEXT_LOWER = "text-lower"
    """As `text`, in lower case and without white space at the ends."""
    TEXT_PRESENT = "text-present"
    """As `text-lower`, without the predictions whose text the sentence does not hold, or not that often."""
    ALIGNED = "aligned"
    """They are looked for in the text of the sentence, and compared by position."""


class Item(StrEnum):
    """What is matched (MAT-12)."""

    SPAN = "span"
    """Spans."""
    TOKEN = "token"  # noqa: S105 - a token of text, not a secret
    """Tokens: each is an item whose type is its whole tag, `O` included."""


class Duplicates(StrEnum):
    """What equal spans on one side are (MAT-9)."""

    MULTISET = "multiset"
    """Each counts, and is paired with a span of its own."""
    SET = "set"
    """On each side equal spans are one."""
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
    GOLD_ORDER = "gold-order"
    """Gold spans in list order, each with the first free prediction that earns credit in the schema (MAT-15)."""
    FAIR = "fair"
    """FairEval's: equal, equal bounds, then the most similar; what is left may meet a span that is taken (MAT-16)."""
    TWO_SIDED = "two-sided"
    """No pairs: every span of either side asks by itself whether the other side has it (MAT-17)."""

    @classmethod
    def _missing_(cls, value: object) -> "Align | None":
        """Read the name that version 0.1.0 gave to `all-overlaps`."""
        return cls.ALL_OVERLAPS if value == "sweep" else None


ALIGN_OF_SCORERS = frozenset({Align.GOLD_ORDER, Align.FAIR, Align.TWO_SIDED})
AXES_OF_SCORERS = frozenset({"rename", "subset", "cover", "credit", "weights"})
"""Choices that only official scorers of shared tasks make: no other function is suspected of them."""


class Scope(StrEnum):
    """One alignment for all schemas, or one for each (MAT-8)."""

    SHARED = "shared"
    """One alignment for all schemas."""
    SCHEMA = "schema"
    """`input-best` and `best` align once for each schema, by what is correct in it."""


class CoverRule(StrEnum):
    """What a span that asks is compared with (MAT-18); matters only under `align:two-sided`."""

    SINGLE = "single"
    """With each span of the other side by itself."""
    JOINT = "joint"
    """With all spans of the other side that overlap it, taken together."""


class Credit(StrEnum):
    """What a span adds to the counts of its side (CNT-8); matters only under `align:two-sided`."""

    FIXED = "fixed"
    """One; for an overlap that earns credit the fraction of `partial`."""
    SHARE = "share"
    """One; for an overlap that earns credit the share of its tokens that are covered."""
    TOKENS = "tokens"
    """Each of its tokens; of an overlap that earns credit those that are covered."""


class Subset(StrEnum):
    """Which spans are scored, by how the spans of their side contain each other (FIL-2)."""

    ALL = "all"
    """All."""
    FLAT = "flat"
    """Those that neither contain another nor are contained."""
    NESTED = "nested"
    """Those that contain another or are contained."""
    OUTER = "outer"
    """Those that contain another and are not contained."""
    INNER = "inner"
    """Those that are contained."""
    NESTING = "nesting"
    """Each outer span together with all that it contains, as one span."""


class Attribution(StrEnum):
    """To which type an outcome is charged (CNT-2, CNT-3)."""

    GOLD = "gold"
    """To the gold span's type where there is a gold span, else to the predicted type."""
    REFILTER = "refilter"
    """The row of a type is that of an evaluation with only its spans, on both sides."""


class Pool(StrEnum):
    """What is pooled over units (CNT-5, CNT-6, DEC-10)."""

    CORPUS = "corpus"
    """The counts of all units are added, and scored once."""
    MEAN = "mean"
    """Every unit is scored, and precision, recall and F are averaged over units."""
    FLAT = "flat"
    """All units are put in a row before decoding, and are one unit."""


class EmptyDoc(StrEnum):
    """What a unit without gold (recall) or predictions (precision) adds to a mean over units (CNT-6)."""

    OMIT = "omit"
    """Nothing: the ratio is left out of the mean, and so is F of the unit."""
    ZERO = "0"
    """The ratio 0; F of the unit follows from it."""
    ONE = "1"
    """The ratio 1; F of the unit follows from it."""


class Undefined(StrEnum):
    """The value of a ratio whose denominator is 0 (SCO-4)."""

    ZERO = "0"
    """The ratio is 0."""
    ONE = "1"
    """The ratio is 1."""
    NAN = "nan"
    """Undefined, and so is every mean that it enters."""
    OMIT = "omit"
    """Undefined, and left out of means."""


class Empty(StrEnum):
    """The macro mean over no label (SCO-9)."""

    ZERO = "zero"
    """What `zero` says for precision and recall; F follows from them."""
    NAN = "nan"
    """Undefined."""


class MacroF(StrEnum):
    """Which of the two macro F (SCO-6)."""

    MEAN = "mean"
    """The mean of the types' F."""
    OF_MEANS = "of-means"
    """F of the mean precision and the mean recall."""


class LabelRule(StrEnum):
    """Which types an axis speaks of (FIL-1, CNT-4, SCO-8)."""

    UNION = "union"
    """The types of either side."""
    PRESENT = "present"
    """The types that occur, on either side."""
    GOLD = "gold"
    """The types of gold."""
    GIVEN = "given"
    """The types of a list, `given{A,B}`."""

"""Refusals: what the reference cannot evaluate, one class for each entry of the vocabulary."""

from nerconform.base.errors import NerconformError


class MalformedTag(NerconformError):
    """A tag is neither `O` nor prefix, delimiter and type (TAG-1, TAG-5)."""


class UnknownPrefix(NerconformError):
    """A tag's prefix does not belong to the scheme (TAG-6)."""


class EmptyTag(NerconformError):
    """A tag is the empty string (TAG-8)."""


class NotATag(NerconformError):
    """A tag is not a string (TAG-8)."""


class IllegalTransition(NerconformError):
    """A sequence breaks the transition table of its scheme, and the policy refuses (DEC-7)."""


class IllegalGold(NerconformError):
    """A gold sequence is illegal, and the dialect asks for legal gold (DEC-8)."""


class FlatInput(NerconformError):
    """A flat list of tags was passed where a list of units is due (INP-4)."""


class NotAUnit(NerconformError):
    """A unit is neither a list of tags nor a list of spans (INP-4)."""


class UnitsDiffer(NerconformError):
    """Gold and prediction have different numbers of units (INP-1)."""


class LengthsDiffer(NerconformError):
    """Gold and prediction of one unit have different numbers of tags (INP-2)."""


class InvalidSpan(NerconformError):
    """A span is reversed, empty, negative, beyond its unit, or no span at all (INP-3)."""


class InvalidMention(NerconformError):
    """An entity without offsets is not a type and a text (LOC-1)."""


class NoOffsets(NerconformError):
    """An entity has a text in place of offsets, and the dialect compares offsets (LOC-2)."""


class NoText(NerconformError):
    """The text of a unit is needed to locate its entities, and is not given, or not as its tags need it (LOC-1)."""


class TextsDiffer(NerconformError):
    """The two sides of one unit are given with different texts (LOC-1)."""


class OverlappingSpans(NerconformError):
    """Spans that share a token cannot be written as one tag sequence (ENC-2)."""


class UnknownDialect(NerconformError):
    """No dialect has this name (DIA-2)."""


class UnknownAxis(NerconformError):
    """A dialect has no axis of this name (DIA-1)."""


class UnknownOption(NerconformError):
    """An axis has no such option (INP-5)."""


class UnknownScheme(NerconformError):
    """No scheme has this name (SCH-1)."""


class AmbiguousScheme(NerconformError):
    """`IOB` means IOB1 to some and IOB2 to others (SCH-2)."""


class UndefinedPolicy(NerconformError):
    """The policy is not defined in this scheme (DIA-7)."""


class SchemesDiffer(NerconformError):
    """Two different schemes were given for the same data (DIA-6)."""


class MalformedSignature(NerconformError):
    """A text is no signature (DIA-4)."""


class MalformedFraction(NerconformError):
    """A text is no exact fraction."""


class UnknownMeasure(NerconformError):
    """A text names no measure (DIA-3)."""


class NotAnswered(NerconformError, KeyError):
    """The dialect does not answer this measure (MAT-1: without alignment only `strict` exists)."""


class TooManyPairs(NerconformError):
    """More spans overlap than `align:best` can weigh (MAT-6)."""


class CannotAdd(NerconformError):
    """Two evaluations cannot be added up (LAW-8)."""

"""Refusals: what the reference cannot evaluate, one class for each entry of the vocabulary."""

from nerconform.base.errors import NerconformError


class MalformedTag(NerconformError):
    """A tag is neither `O` nor prefix, delimiter and type (TAG-1, TAG-5)."""

    code = "malformed-tag"


class UnknownPrefix(NerconformError):
    """A tag's prefix does not belong to the scheme (TAG-6)."""

    code = "unknown-prefix"


class EmptyTag(NerconformError):
    """A tag is the empty string (TAG-8)."""

    code = "empty-tag"


class NotATag(NerconformError):
    """A tag is not a string (TAG-8)."""

    code = "not-a-tag"


class IllegalTransition(NerconformError):
    """A sequence breaks the transition table of its scheme, and the policy refuses (DEC-7)."""

    code = "illegal-transition"


class IllegalGold(NerconformError):
    """A gold sequence is illegal, and the dialect asks for legal gold (DEC-8)."""

    code = "illegal-gold"


class FlatInput(NerconformError):
    """A flat list of tags was passed where a list of units is due (INP-4)."""

    code = "flat-input"


class NotAUnit(NerconformError):
    """A unit is neither a list of tags nor a list of spans (INP-4)."""

    code = "not-a-unit"


class UnitsDiffer(NerconformError):
    """Gold and prediction have different numbers of units (INP-1)."""

    code = "units-differ"


class LengthsDiffer(NerconformError):
    """Gold and prediction of one unit have different numbers of tags (INP-2)."""

    code = "lengths-differ"


class InvalidSpan(NerconformError):
    """A span is reversed, empty, negative, beyond its unit, or no span at all (INP-3)."""

    code = "invalid-span"


class OverlappingSpans(NerconformError):
    """Spans that share a token cannot be written as one tag sequence (ENC-2)."""

    code = "overlapping-spans"


class UnknownDialect(NerconformError):
    """No dialect has this name (DIA-2)."""

    code = "unknown-dialect"


class UnknownAxis(NerconformError):
    """A dialect has no axis of this name (DIA-1)."""

    code = "unknown-axis"


class UnknownOption(NerconformError):
    """An axis has no such option (INP-5)."""

    code = "unknown-option"


class UnknownScheme(NerconformError):
    """No scheme has this name (SCH-1)."""

    code = "unknown-scheme"


class AmbiguousScheme(NerconformError):
    """`IOB` means IOB1 to some and IOB2 to others (SCH-2)."""

    code = "ambiguous-scheme"


class UndefinedPolicy(NerconformError):
    """The policy is not defined in this scheme (DIA-7)."""

    code = "undefined-policy"


class SchemesDiffer(NerconformError):
    """Two different schemes were given for the same data (DIA-6)."""

    code = "schemes-differ"


class MalformedSignature(NerconformError):
    """A text is no signature (DIA-4)."""

    code = "malformed-signature"


class MalformedFraction(NerconformError):
    """A text is no exact fraction."""

    code = "malformed-fraction"


class UnknownMeasure(NerconformError):
    """A text names no measure (DIA-3)."""

    code = "unknown-measure"


class NotAnswered(NerconformError, KeyError):
    """The dialect does not answer this measure (MAT-1: without alignment only `strict` exists)."""

    code = "not-answered"


class CannotAdd(NerconformError):
    """Two evaluations cannot be added up (LAW-8)."""

    code = "cannot-add"

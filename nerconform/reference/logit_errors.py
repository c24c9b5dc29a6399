"""Errors of logits: what constrained decoding cannot be asked (VIT-5).

They stand beside `errors.py` as the errors of files stand in `formats/errors.py`.
"""

from nerconform.reference.errors import NerconformError


class InvalidLabels(NerconformError):
    """The labels of the columns are none, repeat, or are no list."""

    code = "invalid-labels"


class InvalidLengths(NerconformError):
    """The lengths of the units are no numbers of tokens, or do not fit the logits."""

    code = "invalid-lengths"


class InvalidLogit(NerconformError):
    """A logit is NaN, plus infinity, or no number."""

    code = "invalid-logit"


class WrongShape(NerconformError):
    """Logits are not one row for each token with one number for each label."""

    code = "wrong-shape"


class NoLegalSequence(NerconformError):
    """No legal sequence can be written with these labels, or each has a label whose logit is minus infinity."""

    code = "no-legal-sequence"

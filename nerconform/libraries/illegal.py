"""What several quirks share: they fire on illegal transitions, or crash there."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import Policy
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import Mark, Scheme, violations_of
from nerconform.reference.tags import parser


def has_illegal(given: Given) -> bool:
    """Whether a unit of either side has an illegal transition (DEC-3)."""
    parse = parser(given.dialect)
    try:
        return any(violations_of(given.dialect.scheme, parse(unit)) for unit in given.tagged())
    except NerconformError:
        return False


def raises_where_refused(error: str, policy: Callable[[Scheme], Policy]) -> Change:
    """Return the change to a library that crashes wherever this policy refuses, and else decodes by it."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect
        careful = decoder(replace(dialect, policy=policy(dialect.scheme)))

        def decode(marks: Sequence[Mark], side: Side) -> Spans:
            try:
                return careful(marks, side)
            except IllegalTransition:
                raise LibraryRaises(error) from None

        return replace(pipeline, decode=decode)

    return change

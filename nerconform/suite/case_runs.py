"""Retagged: a golden case about spans, asked of a function that takes tags (KIT-2).

Spans that share no token are one legal sequence of tags, which every policy reads as these spans; so the case holds.
"""

from dataclasses import replace

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.inputs import OF_SPANS
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form
from nerconform.asking.sides import are_paired, reach, span_lists
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.errors import NerconformError
from nerconform.reference.options import Affix, Item, Pool
from nerconform.reference.spans import Span, canonical
from nerconform.suite.cases import Case


def retagged(case: Case, implementation: Implementation) -> Case:
    """Return the case in tags where the implementation is a function that takes no spans, and the spans allow it."""
    if case.question.form is not Form.SPANS or not isinstance(implementation, CallableImplementation):
        return case
    dialect = implementation.base
    if implementation.form in OF_SPANS or not are_paired(case.question) or not _is_plain(dialect):
        return case
    lengths = reach(case.question)
    sides = []
    for units in (span_lists(case.question.gold), span_lists(case.question.pred)):
        if any(unit != sorted(unit, key=canonical) for unit in units):
            return case
        try:
            sides.append([_tags(unit, length, dialect) for unit, length in zip(units, lengths, strict=True)])
        except NerconformError:
            return case
    question = replace(case.question, gold=sides[0], pred=sides[1], form=Form.TAGS, scheme=str(dialect.scheme))
    return replace(case, question=question)


def _is_plain(dialect: Dialect) -> bool:
    """Whether tags of a dialect are written and read span by span."""
    written = dialect.affix is Affix.PREFIX and dialect.delimiter == "-"
    return written and dialect.item is Item.SPAN and dialect.pool is not Pool.FLAT


def _tags(unit: list[Span], length: int, dialect: Dialect) -> list[str]:
    """Return the tags of a unit, with a token behind it that belongs to no span. Raises `OverlappingSpans`."""
    return encode_spans(unit, length + 1, dialect.scheme)

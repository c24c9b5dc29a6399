"""Explaining implementations: what a built-in name means, and the dialect that it declares."""

from collections.abc import Iterator
from itertools import product

from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Ask, Form
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.libraries.library import Selector, selector_of
from nerconform.libraries.registry import declared_by
from nerconform.reference.dialect import Dialect
from nerconform.reference.schemes import Scheme
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.explain_pages import Explanation


def explain_implementation(name: str, selector: Selector) -> Explanation:
    """Return what a name means, and what each implementation that it stands for declares where it is asked first."""
    try:
        found = declared_by(name)
    except NerconformError:  # a library that is not here, a command, a function: nothing is known of its dialect
        found = ()
    whole = selector_of(name.partition(":")[0])
    facts = (
        ("library", "" if whole is None or whole is selector else whole.sentence),
        *((one.name, _declared(one)) for one in found),
    )
    return Explanation("implementation", name, selector.sentence, facts=facts)


def _declared(one: Implementation) -> str:
    """Return the dialect that an implementation declares, and how it is asked then; nothing where it takes nothing."""
    return next((f"{short_dialect(str(dialect))}, asked in {way}" for way, dialect in _ways(one)), "")


def _ways(one: Implementation) -> Iterator[tuple[QuestionKind, Dialect]]:
    """Yield the plain ways in which an implementation can be asked: tags first, scores first."""
    for form, how, scheme in product((Form.TAGS, Form.SPANS), Ask, [Scheme.IOB2, *Scheme]):
        way = QuestionKind(form, str(scheme), ask=how)
        try:
            dialect = one.dialect(probe(way))
        except NerconformError:
            continue
        if not isinstance(dialect, Unsupported):
            yield way, dialect

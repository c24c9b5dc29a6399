"""Declaration: the dialect to which an implementation is held, and on which golden cases its own choices show.

A choice shows on a case where the reference in this dialect, and in the same dialect with that one choice as in the
standard reading, give other numbers, or where one of them refuses.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from nerconform.asking.messages import Fault
from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import AXES, Axis, Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.options import Align
from nerconform.reference.pipeline import STEPS, Pipeline
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import scorer
from nerconform.reference.signature import short_dialect
from nerconform.reference.words import CLAUSES, sentence
from nerconform.results.run import DeclaredChoice, Effect
from nerconform.suite.case_runs import retagged
from nerconform.suite.cases import Case, CaseKind

_SIMPLEST = (
    *(Question([["O"]], [["O"]], Form.TAGS, str(scheme)) for scheme in (Scheme.IOB2, *Scheme)),
    Question([[]], [[]], Form.SPANS),
)
_F1 = Measure.parse("strict.micro.f1")


class Declaration(NamedTuple):
    """A dialect and the standard reading in few words, and each choice in which the first departs from the second."""

    dialect: str = ""
    standard: str = ""
    departures: tuple[DeclaredChoice, ...] = ()


def declaration(implementation: Implementation, cases: Sequence[Case]) -> Declaration:
    """Return what an implementation declares, and what comes of it on those of these cases that it can be asked."""
    dialect = _declared(implementation)
    if dialect is None:
        return Declaration()
    name, standard = _standard(dialect)
    axes = list(_departing(dialect, standard))
    asked = list(_asked(implementation, cases)) if axes else []
    departures = tuple(_departure(dialect, standard, axis, asked) for axis in axes)
    return Declaration(short_dialect(str(dialect)), name, departures)


def _declared(implementation: Implementation) -> Dialect | None:
    """Return the dialect in which an implementation reads the simplest question that it takes."""
    for question in _SIMPLEST:
        with suppress(NerconformError, Fault):
            dialect = implementation.dialect(question)
            if isinstance(dialect, Dialect):
                return dialect
    return None


def _standard(dialect: Dialect) -> tuple[str, Dialect]:
    """Return the standard reading with its name: that of those who align, or that of those who do not."""
    name = "conlleval" if dialect.align is Align.NONE else "semeval"
    return name, NAMED[name].set(scheme=str(dialect.scheme))


def _departing(dialect: Dialect, standard: Dialect) -> Iterator[Axis]:
    """Yield the axes on which another choice is made; not the scheme, which is a fact about the data."""
    for axis in AXES:
        if axis.name != "scheme":
            other = _with(dialect, axis, standard)
            if other is not None and str(other) != str(dialect):
                yield axis


def _with(dialect: Dialect, axis: Axis, standard: Dialect) -> Dialect | None:
    """Return the dialect with one choice as in the standard reading, `None` where the others exclude it."""
    with suppress(NerconformError):
        return dialect.set(**{axis.attribute: standard.option(axis.name)})
    return None


def _asked(implementation: Implementation, cases: Sequence[Case]) -> Iterator[tuple[Case, Dialect]]:
    """Yield the cases that an implementation can be asked, as it is asked them, each with its dialect there."""
    for case in cases:
        if case.kind is CaseKind.CONTRACT or case.question.form not in {Form.TAGS, Form.SPANS}:
            continue
        asked = retagged(case, implementation)
        with suppress(NerconformError, Fault):
            dialect = implementation.dialect(asked.question)
            if not isinstance(dialect, Unsupported):
                yield asked, dialect


def _departure(
    dialect: Dialect, standard: Dialect, axis: Axis, asked: Sequence[tuple[Case, Dialect]]
) -> DeclaredChoice:
    """Return one choice with the cases on which it shows, and what it does to strict micro F1 there."""
    shown = refused = 0
    effects: set[Effect] = set()
    for case, own in asked:
        other = None if _is_imposed(axis, case, own, dialect) else _with(own, axis, standard)
        if other is None or str(other) == str(own):
            continue
        here = _evaluated(case, own)
        there = _rescored(here, other) if here and axis.name in STEPS["score"] else _evaluated(case, other)
        if here is None or there is None:
            both_refuse = here is there
            shown, refused = shown + (not both_refuse), refused + (not both_refuse)
        elif not _is_same(here, there, axis) and _differ(here, there, case.question):
            shown += 1
            if here.f1 is not None and there.f1 is not None and here.f1 != there.f1:
                effects.add(Effect.HIGHER if here.f1 > there.f1 else Effect.LOWER)
    return DeclaredChoice(
        axis.name,
        dialect.option(axis.name),
        standard.option(axis.name),
        sentence(dialect, axis.name),
        CLAUSES.get(axis.name, "DIA-1"),
        shown,
        Effect.BOTH if len(effects) > 1 else next(iter(effects), Effect.NONE),
        refused,
    )


def _is_imposed(axis: Axis, case: Case, own: Dialect, dialect: Dialect) -> bool:
    """Whether a case, or the form of its data, makes the choice, so that what it does is not by declaration."""
    return axis.name in case.question.choices or own.option(axis.name) != dialect.option(axis.name)


_KNOWN: dict[tuple[str, str], Evaluation | None] = {}
"""What the reference answered, by case and dialect: the modes of a library share most of it."""
_MAX_KNOWN = 20_000


def _evaluated(case: Case, dialect: Dialect) -> Evaluation | None:
    """Return what the reference answers in a dialect, `None` where it refuses."""
    key = case.id, str(dialect)
    if key not in _KNOWN:
        if len(_KNOWN) > _MAX_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = None
        with suppress(NerconformError):
            _KNOWN[key] = Pipeline.of(dialect).evaluate(case.question.gold, case.question.pred)
    return _KNOWN[key]


def _rescored(evaluation: Evaluation, dialect: Dialect) -> Evaluation:
    """Return the same counts scored in another dialect."""
    return Evaluation(dialect, evaluation.tally, scorer(dialect))


def _is_same(here: Evaluation, there: Evaluation, axis: Axis) -> bool:
    """Whether both have the same counts, from which two dialects that score alike make the same numbers."""
    return axis.name not in (*STEPS["count"], *STEPS["score"]) and here.tally == there.tally


def _differ(here: Evaluation, there: Evaluation, question: Question) -> bool:
    """Whether strict micro F1, or a number that the question asks for, is another one."""
    return any(_value(here, measure) != _value(there, measure) for measure in (_F1, *question.measures))


def _value(evaluation: Evaluation, measure: Measure) -> object:
    """Return one number; what a dialect does not have equals only what the other does not have."""
    try:
        return evaluation.value(measure)
    except NotAnswered:
        return NotAnswered

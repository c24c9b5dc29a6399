"""Smoke: does an implementation answer at all? Trivial questions tell a broken harness from a wrong metric (PRO-7)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from nerconform.asking.external import External
from nerconform.asking.messages import FAULTS, Fault
from nerconform.asking.observation import Answer, Crash, Refusal, Unsupported
from nerconform.asking.outputs import UnreadableResult
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Part, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.libraries.registry import resolve
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span, canonical
from nerconform.reference.values import Rounding
from nerconform.results.run import Mismatch
from nerconform.results.smoke_result import Smoke, Smoked, State, Trial
from nerconform.suite.agreement import agrees, show
from nerconform.suite.judge import show_spans

if TYPE_CHECKING:
    from nerconform.suite.expectations import Number

_MEASURES = frozenset(
    Measure(schema, "micro", quantity)
    for schema in Schema
    for quantity in ("tp", "fp", "fn", "precision", "recall", "f1")
)
_SCHEMES = (Scheme.IOB2, *(scheme for scheme in Scheme if scheme is not Scheme.IOB2))
_PER, _LOC = Span("PER", 0, 2), Span("LOC", 0, 2)
_LIMITS = Limits()

Progress = Callable[[str, int, int], None]
"""Told the implementation, how many questions are done, and how many there are."""


class Trivial(NamedTuple):
    """A question to which everybody knows the answer: what it is, and the length and spans of each unit."""

    what: str
    lengths: tuple[int, ...]
    gold: tuple[tuple[Span, ...], ...]
    pred: tuple[tuple[Span, ...], ...]


QUESTIONS = (
    Trivial("nothing at all", (), (), ()),
    Trivial("no entities", (2,), ((),), ((),)),
    Trivial("one right entity", (3,), ((_PER,),), ((_PER,),)),
    Trivial("one of the wrong type", (3,), ((_PER,),), ((_LOC,),)),
    Trivial("one that was missed", (3,), ((_PER,),), ((),)),
    Trivial("one that is not there", (3,), ((),), ((_PER,),)),
    Trivial("a right one after an empty unit", (0, 3), ((), (_PER,)), ((), (_PER,))),
)


def smoke(*names: str, dialect: str | None = None, limits: Limits = _LIMITS, progress: Progress | None = None) -> Smoke:
    """Return whether these implementations answer, and rightly, as far as trivial questions show.

    Raises what `resolve` raises, but for a `Fault` and an `UnreadableResult`: who cannot be asked is a result, too.
    """
    found: list[Smoked] = []
    for name in names:
        try:
            implementations = resolve(name, dialect, limits)
        except (Fault, UnreadableResult) as fault:
            found.append(Smoked(name, fault=_words(fault)))
            continue
        for one in implementations:
            found.append(smoke_one(one, progress))
            if isinstance(one, External):
                one.close()
    return Smoke(tuple(found))


def smoke_one(implementation: Implementation, progress: Progress | None = None) -> Smoked:
    """Return what became of each question."""
    form, scheme = _readable(implementation)
    trials = []
    for number, trivial in enumerate(QUESTIONS):
        if progress:
            progress(implementation.name, number, len(QUESTIONS))
        question = question_of(trivial, form, scheme)
        try:
            trials.append(_trial(trivial, implementation, question))
        except NerconformError as error:
            trials.append(Trial(trivial.what, State.BROKEN, _words(error)))
    if progress:
        progress(implementation.name, len(QUESTIONS), len(QUESTIONS))
    shown = str(scheme) if form is Form.TAGS else ""
    return Smoked(implementation.name, implementation.version, form=form, scheme=shown, trials=tuple(trials))


def _readable(implementation: Implementation) -> tuple[Form, Scheme]:
    """Return the form and scheme in which it can be asked: tags in IOB2 where it takes them, or nothing."""
    plain = QUESTIONS[2]
    for form, scheme in [*((Form.TAGS, scheme) for scheme in _SCHEMES), (Form.SPANS, Scheme.IOB2)]:
        try:
            if isinstance(implementation.dialect(question_of(plain, form, scheme)), Dialect):
                return form, scheme
        except NerconformError:
            continue
    return Form.TAGS, Scheme.IOB2


def question_of(trivial: Trivial, form: Form, scheme: Scheme) -> Question:
    """Return the question in a form and scheme."""
    gold, pred = (
        [list(unit) for unit in side]
        if form is Form.SPANS
        else [encode_spans(unit, length, scheme) for unit, length in zip(side, trivial.lengths, strict=True)]
        for side in (trivial.gold, trivial.pred)
    )
    return Question(gold, pred, form, scheme, measures=_MEASURES, parts=frozenset({Part.SPANS}))


def _trial(trivial: Trivial, implementation: Implementation, question: Question) -> Trial:
    """Ask one question."""
    dialect = implementation.dialect(question)
    if isinstance(dialect, Unsupported):
        return Trial(trivial.what, State.UNSUPPORTED, dialect.reason)
    observation = ask(implementation, question)
    match observation:
        case Unsupported(reason):
            return Trial(trivial.what, State.UNSUPPORTED, reason)
        case Refusal(error, message):
            return Trial(trivial.what, State.REFUSED, f"{error}: {message}")
        case Crash(error, message):
            broken = error in FAULTS or error == UnreadableResult.__name__
            words = message if broken else f"{error}: {message}"
            return Trial(trivial.what, State.BROKEN if broken else State.CRASHED, words)
    compared = list(_compared(observation, trivial, implementation, question, dialect))
    if not compared:
        return Trial(trivial.what, State.UNSUPPORTED, "its answers hold neither micro averages nor spans")
    mismatches = tuple(mismatch for mismatch in compared if mismatch is not None)
    return Trial(trivial.what, State.WRONG if mismatches else State.RIGHT, mismatches=mismatches)


def _compared(
    answer: Answer, trivial: Trivial, implementation: Implementation, question: Question, dialect: Dialect
) -> Iterator[Mismatch | None]:
    """Yield for each thing that was asked how it differs from what the reference says, `None` if it does not."""
    right = ask(ReferenceImplementation("", replace(dialect, round=Rounding())), question)
    expected = cast("Mapping[Measure, Number]", right.values) if isinstance(right, Answer) else {}
    for measure in sorted(expected, key=str):
        if not implementation.answers(measure, question):
            continue
        value = expected[measure]
        got = show(answer.values[measure]) if measure in answer.values else "nothing"
        same = measure in answer.values and agrees(value, answer.values[measure], dialect.round)
        yield None if same else Mismatch(str(measure), show(value), got)
    if implementation.holds(Part.SPANS, question):
        for side, units in ((Side.GOLD, trivial.gold), (Side.PRED, trivial.pred)):
            found = (answer.spans or {}).get(side, ())
            same = [sorted(unit, key=canonical) for unit in found] == [list(unit) for unit in units]
            yield None if same else Mismatch(f"spans.{side}", _units(units), _units(found))


def _units(units: Sequence[Sequence[Span]]) -> str:
    return "; ".join(map(show_spans, units)) or "no units"


def _words(error: NerconformError) -> str:
    """Return an error as a sentence and a remedy."""
    return f"{error.message}. {error.hint}".strip()

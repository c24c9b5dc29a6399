"""Smoke test: does an implementation answer at all? Trivial questions tell a broken harness from a wrong metric."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from nerconform.asking import records
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
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import FOUR
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from nerconform.results.smoke_result import ImplementationSmoke, Smoke, SmokeVerdict, Trial, TrialState
from nerconform.results.values import Mismatch, NothingObserved
from nerconform.suite.agreement import agrees
from nerconform.suite.judge import span_mismatches
from nerconform.version import SPEC_VERSION, __version__

if TYPE_CHECKING:
    from nerconform.suite.expectations import Number

_MEASURES = frozenset(
    Measure(schema, "micro", quantity)
    for schema in FOUR
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
    Trivial("a corpus without sentences", (), (), ()),
    Trivial("a sentence without entities", (2,), ((),), ((),)),
    Trivial("one correct entity", (3,), ((_PER,),), ((_PER,),)),
    Trivial("one entity of the wrong type", (3,), ((_PER,),), ((_LOC,),)),
    Trivial("one missed entity", (3,), ((_PER,),), ((),)),
    Trivial("one false positive", (3,), ((),), ((_PER,),)),
    Trivial("one correct entity after an empty sentence", (0, 3), ((), (_PER,)), ((), (_PER,))),
)


def smoke(*names: str, dialect: str | None = None, limits: Limits = _LIMITS, progress: Progress | None = None) -> Smoke:
    """Return whether these implementations answer, and rightly, as far as trivial questions show.

    Raises what `resolve` raises, but for a `Fault` and an `UnreadableResult`: who cannot be asked is a result, too.
    """
    found: list[ImplementationSmoke] = []
    for name in names:
        try:
            implementations = resolve(name, dialect, limits)
        except (Fault, UnreadableResult) as fault:
            found.append(ImplementationSmoke(name, SmokeVerdict.BROKEN, fault=_words(fault)))
            continue
        for one in implementations:
            found.append(smoke_one(one, progress))
            if isinstance(one, External):
                one.close()
    return Smoke(tuple(found), __version__, SPEC_VERSION)


def smoke_one(implementation: Implementation, progress: Progress | None = None) -> ImplementationSmoke:
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
            trials.append(Trial(trivial.what, TrialState.BROKEN, _words(error)))
    if progress:
        progress(implementation.name, len(QUESTIONS), len(QUESTIONS))
    shown = str(scheme) if form is Form.TAGS else ""
    verdict = _verdict([trial.state for trial in trials])
    name, version = implementation.name, implementation.version
    return ImplementationSmoke(name, verdict, version, form=str(form), scheme=shown, trials=tuple(trials))


def _verdict(states: Sequence[TrialState]) -> SmokeVerdict:
    """Return broken where anything was, or nothing was answered; else wrong where anything was; else works."""
    answered = {TrialState.RIGHT, TrialState.WRONG, TrialState.CRASHED} & {*states}
    if TrialState.BROKEN in states or not answered:
        return SmokeVerdict.BROKEN
    return SmokeVerdict.WORKS if answered == {TrialState.RIGHT} else SmokeVerdict.WRONG


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
        return Trial(trivial.what, TrialState.UNSUPPORTED, dialect.reason)
    observation = ask(implementation, question)
    match observation:
        case Unsupported(reason):
            return Trial(trivial.what, TrialState.UNSUPPORTED, reason)
        case Refusal(error, message):
            return Trial(trivial.what, TrialState.REFUSED, f"{error}: {message}")
        case Crash(error, message):
            broken = error in FAULTS or error == UnreadableResult.__name__
            words = message if broken else f"{error}: {message}"
            return Trial(trivial.what, TrialState.BROKEN if broken else TrialState.CRASHED, words)
    compared = list(_compared(observation, trivial, implementation, question, dialect))
    if not compared:
        return Trial(trivial.what, TrialState.UNSUPPORTED, "its answers hold neither micro averages nor spans")
    mismatches = tuple(mismatch for mismatch in compared if mismatch is not None)
    return Trial(trivial.what, TrialState.WRONG if mismatches else TrialState.RIGHT, mismatches=mismatches)


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
        there = measure in answer.values
        got = records.number(answer.values[measure]) if there else NothingObserved()
        same = there and agrees(value, answer.values[measure], dialect.round)
        yield None if same else Mismatch(str(measure), records.number(value), got)
    if implementation.holds(Part.SPANS, question):
        yield from span_mismatches({Side.GOLD: trivial.gold, Side.PRED: trivial.pred}, answer)
        yield None


def _words(error: NerconformError) -> str:
    """Return an error as a sentence and a remedy."""
    return f"{error.message}. {error.hint}".strip()

"""Bad input: what a metric makes of input that has no score, named by the reading that gives its answers.

A reading is a mistake or a choice with which the reference answers what it rejects. It is named if it gives the answers
of the metric to the last number, on neighbours of the golden cases that have no score either, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from nerconform.asking.messages import FAULTS
from nerconform.asking.observation import Answer, Refusal
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.asked_case import AskedCase, all_asked, gives, reduced_to
from nerconform.diagnosis.candidates import ANSWERS_BAD_INPUT, CRASHES_ON_BAD_INPUT
from nerconform.diagnosis.changes import DialectChange, lenient_changes
from nerconform.diagnosis.explainer import neighbours
from nerconform.diagnosis.prediction import answered_by
from nerconform.libraries.quirk import Quirk
from nerconform.reference.pipeline import Pipeline
from nerconform.results.run import Diagnosis, Level, Result, Verdict
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import Case

_NEIGHBOURS = 12
"""Questions that are asked about each of two golden cases to verify one reading."""
_MAX_VERIFIED = 2
_BREAKS_DOWN = "Its process ends, hangs or breaks the protocol. Raise ValueError instead."
_ENOUGH = 2
"""Golden cases that verify each other where no neighbour is answered."""


def of_bad_input(
    implementation: Implementation, cases: Sequence[Case], wrong: Sequence[Result], legal: DialectChange | None
) -> tuple[Diagnosis, ...]:
    """Return what a metric does with bad input in place of rejecting it: how it reads it, and how it crashes.

    `legal` is what explains the wrong answers to legal data: each reading is tried on top of that.
    """
    if not wrong:
        return ()
    crashed = [result for result in wrong if result.verdict is Verdict.ERROR]
    raised = [result.reason.partition(":")[0] for result in crashed]
    faults = [name for name in raised if name in FAULTS]  # no exceptions of the metric, so it cannot declare them
    errors = sorted({*raised} - FAULTS)
    answered = {result.case: result for result in wrong if result.verdict is not Verdict.ERROR}
    causes: list[Cause] = []
    for change, names in _readings(implementation, [case for case in cases if case.id in answered], legal):
        for name in names:
            del answered[name]
        causes += (
            structs.replace(cause, title=f"{cause.title} ({_answers(len(names))})") for cause in change.causes[-1:]
        )
    if answered:
        more = "more " if causes else ""
        title = f"It answers {_bad_inputs(len(answered), more)}, for which there is no score: {_kinds(answered)}"
        causes.append(_titled(ANSWERS_BAD_INPUT, title))
    if errors:
        number = _bad_inputs(len(crashed) - len(faults))
        title = f"It rejects {number} by {', '.join(errors)}, which is not declared as a refusal"
        causes.append(_titled(CRASHES_ON_BAD_INPUT, title))
    if faults:
        title = f"It breaks down on {_bad_inputs(len(faults))} ({', '.join(sorted({*faults}))})"
        causes.append(structs.replace(_titled(CRASHES_ON_BAD_INPUT, title), words=_BREAKS_DOWN))
    names_of_errors = ", ".join(f'"{name}"' for name in dict.fromkeys(["ValueError", *errors]))
    line = f"refusals = [{names_of_errors}]" if errors else ""
    ids = tuple(result.case for result in wrong)
    return (Diagnosis((Level.BAD_INPUT,), len(wrong), tuple(causes), len(wrong), ids, line=line),)


def _readings(
    implementation: Implementation, cases: Sequence[Case], legal: DialectChange | None
) -> Iterator[tuple[DialectChange, list[str]]]:
    """Yield the readings that give answers to bad input, those that give most first, each with its golden cases."""
    left = [one for one in all_asked(implementation, cases) if isinstance(one.got, Answer)]
    if not left:
        return
    tried = [one if legal is None else legal.with_more(one) for one in lenient_changes(left[0].dialect)]
    given = [(one, [asked for asked in left if gives(one, asked)]) for one in tried if one is not None]
    while given:
        given = [(one, [asked for asked in mine if asked in left]) for one, mine in given]
        given = sorted(((one, mine) for one, mine in given if mine), key=lambda pair: -len(pair[1]))
        if not given:
            return
        change, mine = given.pop(0)
        if _is_verified(implementation, change, mine):
            left = [asked for asked in left if asked not in mine]
            yield change, [asked.case for asked in mine]


def _is_verified(implementation: Implementation, change: DialectChange, asked: Sequence[AskedCase]) -> bool:
    """Whether a reading gives what the metric answers on neighbours that have no score either."""
    verified = False
    for one in asked[:_MAX_VERIFIED]:
        for neighbour in _neighbours(one.question):
            reduced = reduced_to(implementation, neighbour)
            if reduced is None or not isinstance(answered_by(Pipeline.of(reduced[0]), reduced[1]), Refusal):
                continue
            got = ask(implementation, reduced[1])
            if not isinstance(got, Answer):
                continue
            if not gives(change, AskedCase(one.case, one.level, reduced[1], got, reduced[0])):
                return False
            verified = True
    return verified or len(asked) >= _ENOUGH


def _neighbours(question: Question) -> Sequence[Question]:
    """Return neighbours in the same form; none of data in which there is nothing to edit."""
    like = {Form.RAW: Form.TAGS, Form.RAW_SPANS: Form.SPANS}.get(question.form, question.form)
    try:
        return [replace(one, form=question.form) for one in neighbours(replace(question, form=like), _NEIGHBOURS)]
    except (TypeError, ValueError, AttributeError, IndexError, NerconformError):
        return []


def _kinds(wrong: Mapping[str, Result]) -> str:
    """Return which kinds of bad input these are, in words, as the golden cases are flagged."""
    flags = dict.fromkeys(flag for result in wrong.values() for flag in result.flags[:1])
    return ", ".join(flag.replace("-", " ") for flag in flags)


def _titled(cause: Quirk, title: str) -> Cause:
    return Cause(cause.id, CauseKind.MISTAKE, title, cause.prose, cause.clause)


def _bad_inputs(number: int, more: str = "") -> str:
    return f"{number} {more}bad input{'s' * (number != 1)}"


def _answers(number: int) -> str:
    return f"{number} answer{'s' * (number != 1)}"

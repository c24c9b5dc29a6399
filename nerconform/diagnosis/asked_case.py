"""Asked: one golden case with what was asked of a metric, what came, and whether a change gives that answer."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from statistics import mode

from nerconform.asking.messages import FAULTS
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Part, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import RAISES
from nerconform.diagnosis.changes import DialectChange, plain_pipeline
from nerconform.diagnosis.prediction import answered_by, reproduced_by
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.units import Unit, read_units
from nerconform.results.run import Level
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import Case
from nerconform.suite.wrong_scores import CUTTING

_NEAR = Fraction(1, 10**9)
_PERCENT = 100
_DECODING, _COUNTING = ("dialect", "parse", "decode", "locate"), ("filter", "match", "count")
"""The steps to the spans of every unit, and those from there to the tally."""


def _are_same(steps: Iterable[str], one: Pipeline, other: Pipeline) -> bool:
    return all(getattr(one, step) is getattr(other, step) for step in steps)


@dataclass(frozen=True, slots=True)
class AskedCase:
    """One case with what was asked, what came, and in which dialect."""

    case: str
    level: Level
    question: Question
    got: Observation
    dialect: Dialect
    _units: list[Unit] = field(init=False, default_factory=list, compare=False, repr=False)
    _decoded: list[list[tuple[Spans, Spans]]] = field(init=False, default_factory=list, compare=False, repr=False)
    _tallies: list[Tally] = field(init=False, default_factory=list, compare=False, repr=False)
    _refusals: dict[str, NerconformError] = field(init=False, default_factory=dict, compare=False, repr=False)

    def units(self, gold: object, pred: object) -> list[Unit]:
        """Return the sentences of the question, as `read_units` does, which are read once for all changes."""
        if not self._units:
            with self._refusing("read"):
                self._units.extend(read_units(gold, pred))
        return self._units

    @contextmanager
    def _refusing(self, step: str) -> Iterator[None]:
        """Raise the error with which a step has refused this input before, in place of taking the step again."""
        if step in self._refusals:
            raise self._refusals[step].with_traceback(None)
        try:
            yield
        except NerconformError as error:
            self._refusals[step] = error
            raise

    def sharing(self, pipeline: Pipeline) -> Pipeline:
        """Return the pipeline with its first unchanged steps taken from memory: all changes of later steps share them.

        If every step up to the tally is unchanged, nothing is decoded again. A step that refuses is shared, too.
        """
        plain = plain_pipeline(self.dialect)
        if pipeline.read is not read_units:
            return pipeline
        pipeline = replace(pipeline, read=self.units)
        if not _are_same(_DECODING, pipeline, plain):
            return pipeline

        def decoded(units: Stream) -> Stream:
            if not self._decoded:
                with self._refusing("decode"):
                    self._decoded.append(list(units))
            yield from self._decoded[0]

        def kept(units: Stream) -> Stream:
            yield from pipeline.filter(decoded(units))

        def counted(units: Iterable[Outcomes]) -> Tally:
            if not self._tallies:
                self._tallies.append(plain.count(units))
            return self._tallies[0]

        is_counted_so = _are_same(_COUNTING, pipeline, plain)
        return replace(pipeline, filter=kept, count=counted if is_counted_so else pipeline.count)

    @property
    def size(self) -> int:
        """Return how large the input is."""
        return len(repr((self.question.gold, self.question.pred)))


def all_asked(implementation: Implementation, cases: Iterable[Case]) -> Iterator[AskedCase]:
    """Yield the cases that can be asked, as they were asked: reduced to what the implementation has."""
    for case in cases:
        question = case.question
        asked = reduced_to(implementation, question)
        if asked is not None:
            dialect, question = asked
            yield AskedCase(case.id, case.level, question, ask(implementation, question), dialect)


def reduced_to(implementation: Implementation, question: Question) -> tuple[Dialect, Question] | None:
    """Return the dialect, and the question about what the metric has; `None` where it is none for it."""
    try:
        dialect = implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        measures = frozenset(measure for measure in question.measures if implementation.answers(measure, question))
        parts = frozenset(part for part in Part if part in question.parts and implementation.holds(part, question))
    except NerconformError:
        return None
    return (dialect, replace(question, measures=measures, parts=parts)) if measures or parts else None


def gives(change: DialectChange, asked: AskedCase) -> bool | None:
    """Whether the reference with this change answers exactly so, `None` where the change has no meaning there.

    A change that raises on the way is dropped.
    """
    try:
        pipeline = change.pipeline(asked.dialect, asked.question)
        return None if pipeline is None else reproduced_by(asked.sharing(pipeline), asked.question, asked.got)
    except Exception:  # noqa: BLE001 - what a quirk of a library makes of data that the library would never be given
        return False


def without_halves(change: DialectChange, asked: AskedCase) -> AskedCase:
    """Return the case without the numbers that a change rounds from half a unit, which floats round either way.

    Where a change cuts decimals off, 0.75 may be 0.74 as well, because a float can be a little less than 0.75.
    """
    rounding = Rounding.parse(change.choices.get("round", "exact"))
    pipeline = change.unrounded().pipeline(asked.dialect, asked.question) if rounding.rule != "exact" else None
    found = answered_by(pipeline, asked.question) if pipeline else None
    values = found.values if isinstance(found, Answer) else {}
    unit = rounding.scale * 10**rounding.digits
    halves = {
        measure
        for measure, one in values.items()
        if isinstance(one, Fraction) and abs(one * unit % 1 - Fraction(1, 2)) < _NEAR
    }
    halves |= _uncut(change, asked) if len(change.ids) == 1 and change.ids <= CUTTING.keys() else set()
    question = replace(asked.question, measures=asked.question.measures - halves)
    return replace(asked, question=question) if halves else asked


def _uncut(change: DialectChange, asked: AskedCase) -> set[Measure]:
    """Return the ratios that a change cuts to themselves, and of which the metric gives one unit less."""
    pipelines = plain_pipeline(asked.dialect), change.pipeline(asked.dialect, asked.question)
    exact, short = (answered_by(one, asked.question) if one else None for one in pipelines)
    if not (isinstance(exact, Answer) and isinstance(short, Answer) and isinstance(asked.got, Answer)):
        return set()
    (unit,) = (CUTTING[name] for name in change.ids)
    found = set()
    for measure, one in exact.values.items():
        got, value = asked.got.values.get(measure), short.values.get(measure)
        if not (isinstance(one, Fraction) and isinstance(value, Fraction) and isinstance(got, int | float | Fraction)):
            continue
        if value in {one, _PERCENT * one} and abs(float(value) - unit - float(got)) < _NEAR:
            found.add(measure)
    return found


def exception_of(wrong: Sequence[AskedCase]) -> tuple[Cause, ...]:
    """Return as a cause the exception that most of the wrong answers are; none where most of them are numbers."""
    raised = [asked.got for asked in wrong if isinstance(asked.got, Crash | Refusal)]
    if 2 * len(raised) <= len(wrong):
        return ()
    if faults := [one.message for one in raised if one.error in FAULTS]:
        title = f"It returns no score: {faults[0].partition(' [')[0].rpartition('the last error: ')[2]}"
    else:
        errors = " or ".join(dict.fromkeys(one.error for one in raised))
        often = mode(one.message for one in raised)
        title = f"It raises {errors} instead of returning a score: {often}"
    return (Cause(RAISES.id, CauseKind.MISTAKE, title, clause=RAISES.clause),)


def raising(wrong: Sequence[AskedCase]) -> tuple[str, ...]:
    """Return the cases that raise; where the process ended or was late on one, those of which that is true."""
    raised = [(asked.case, asked.got.error in FAULTS) for asked in wrong if isinstance(asked.got, Crash | Refusal)]
    faults = tuple(case for case, is_fault in raised if is_fault)
    return faults or tuple(case for case, _ in raised)


def is_telling(asked: AskedCase) -> bool:
    """Whether an answer has a number other than 0, 1 and undefined."""
    return isinstance(asked.got, Answer) and any(value not in {0, 1, None} for value in asked.got.values.values())

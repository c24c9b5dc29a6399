"""Candidates: the causes that are tried for an answer, cheapest first."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.external import External
from nerconform.asking.observation import Answer, Observation, Refusal, Unsupported
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.prediction import Predictor, acting
from nerconform.diagnosis.ways import options_of
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.defects import Defect
from nerconform.libraries.quirk import Quirk, Step
from nerconform.reference.dialect import AXES, Axis, Dialect, axis_of
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.results.run import Level
from nerconform.suite.cases import level_of
from nerconform.suite.mistake import Mistake
from nerconform.suite.mutants import WRONG


def mistakes_of(implementation: Implementation) -> tuple[Quirk, ...]:
    """Return every mistake of the suite's wrong evaluators, for a metric of somebody's own; none for a library.

    What a library does otherwise is a quirk of it, which somebody has read in its source.
    """
    own = isinstance(implementation, CallableImplementation) or (
        isinstance(implementation, External) and not implementation.serves
    )
    return mistakes() if own else ()


@cache
def mistakes() -> tuple[Quirk, ...]:
    """Return the mistakes of the suite's wrong evaluators as quirks without a library.

    Those that show in no step are about entities without offsets, of which functions are not asked.
    """
    steps = {wrong.name: step for wrong in WRONG if not wrong.of_arrays and (step := _step(wrong))}
    return tuple(
        Quirk(
            id=wrong.name,
            step=steps[wrong.name],
            base={},
            schemes=tuple(Scheme),
            fires=lambda _: True,
            change=wrong.change,
            about=Defect(id=wrong.name, library="", title=wrong.says.rstrip("."), clause="DIA-1", versions=""),
        )
        for wrong in WRONG
        if wrong.name in steps
    )


def _of_metrics(name: str, title: str, words: str, impact: str = "bad input", clause: str = "INP-1") -> Quirk:
    about = Defect(id=name, library="", title=title, what_happens=words, clause=clause, versions="", impact=impact)
    return Quirk(id=name, step=Step.PARSE, base={}, schemes=tuple(Scheme), fires=lambda _: False, about=about)


ANSWERS_BAD_INPUT = _of_metrics(
    "answers-bad-input",
    "It answers bad input, for which there is no score",
    "Raise ValueError and say what is wrong.",
)
CRASHES_ON_BAD_INPUT = _of_metrics(
    "crashes-on-bad-input",
    "It rejects bad input by an exception that is not declared as a refusal",
    "Raise ValueError, or declare these exceptions as its way to refuse.",
)
RAISES = _of_metrics(
    "raises-an-exception",
    "It raises an exception instead of returning a score",
    "Call the function with the smallest input that is shown, and mend what the exception names.",
    "legal data",
)
"""What a metric does with input that has to be refused, or scored. No change of the reference gives its answers."""
UNSTEADY = _of_metrics(
    "unsteady",
    "It answers differently when the same data are passed again",
    "Something changes between two calls: counts or lists that are not reset, or random numbers. Create counts and "
    "lists inside the function, and set the seed of random numbers in every call.",
    "legal data",
    "DIA-1",
)
ADDS_EARLIER_CALLS = _of_metrics(
    "earlier-calls-added",
    "It adds the counts of earlier calls, so the same data get another score when they are passed again",
    "Create the counts and lists inside the function, or reset them at the start of every call.",
    "legal data",
    "DIA-1",
)
RETURNS_EARLIER_ANSWER = _of_metrics(
    "earlier-answer-returned",
    "It returns the answer of an earlier call with as many sentences, whatever the sentences hold",
    "Remove the cache, or look answers up by the tags of both sides instead of the number of sentences.",
    "legal data",
    "DIA-1",
)
DEPENDS_ON_EARLIER_CALLS = _of_metrics(
    "depends-on-earlier-calls",
    "It keeps something from earlier calls, so the same data get another score in another order of calls",
    "Reset what the function keeps in its module, its class or a default argument at the start of every call.",
    "legal data",
    "DIA-1",
)
"""What a metric does that keeps something between calls."""
OF_METRICS = (
    ANSWERS_BAD_INPUT,
    CRASHES_ON_BAD_INPUT,
    RAISES,
    UNSTEADY,
    ADDS_EARLIER_CALLS,
    RETURNS_EARLIER_ANSWER,
    DEPENDS_ON_EARLIER_CALLS,
)


def bad_input_cause(question: Question, expected: Observation, got: Observation) -> Quirk | None:
    """Return what a metric does with bad input in place of rejecting it, `None` where the input is not bad."""
    if not isinstance(expected, Refusal) or isinstance(got, Refusal) or level_of(question) is not Level.BAD_INPUT:
        return None
    return ANSWERS_BAD_INPUT if isinstance(got, Answer) else CRASHES_ON_BAD_INPUT


def _step(wrong: Mistake) -> Step | None:
    """Return the first step that a mistake changes."""
    before = Pipeline.of(NAMED[wrong.bases[0]])
    after = wrong.change(before)
    return next((step for step in Step if getattr(before, step) is not getattr(after, step)), None)


def slug(name: str) -> str:
    """Return the name of a cause as an id may be written."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "find"


def speaks_of(entries: Collection[str], cause: str) -> bool:
    """Whether one of these entries is about a cause; a draft whose name is taken has a number after it."""
    return any(re.fullmatch(rf"{re.escape(slug(cause))}(-\d+)?", entry) for entry in entries)


def pinned_quirks(entries: Collection[str]) -> tuple[Quirk, ...]:
    """Return the mistakes and the quirks of other libraries that entries speak of, as quirks of the metric."""
    return tuple(quirk for quirk in (*QUIRKS.values(), *mistakes()) if speaks_of(entries, quirk.id))


_ORDER = {axis.name: index for index, axis in enumerate(AXES)}
STEPS = tuple(Step)
"""The steps in the order of the path."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A cause that is another option on one axis."""

    axis: str
    option: str

    @property
    def id(self) -> str:
        """Return the choice as a signature writes it."""
        return f"{self.axis}:{self.option}"


Cause = Choice | Quirk


def ordered(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """Return causes in the order of the path: choices by their axes, then quirks by their steps."""
    causes = list(causes)
    choices = sorted((cause for cause in causes if isinstance(cause, Choice)), key=lambda one: _ORDER[one.axis])
    quirks = (cause for cause in causes if isinstance(cause, Quirk))
    return (*choices, *sorted(quirks, key=lambda one: (one.reads is None, STEPS.index(one.step))))


def with_choices(dialect: Dialect, causes: Iterable[Cause]) -> Dialect | None:
    """Return the dialect with the choices among these causes, `None` where they exclude each other (DIA-7)."""
    choices = {axis_of(one.axis).attribute: one.option for one in causes if isinstance(one, Choice)}
    try:
        return dialect.set(**choices) if choices else dialect
    except NerconformError:
        return None


def is_of_quirks(causes: Iterable[Cause]) -> bool:
    """Whether all of these causes are quirks of a library, not choices or mistakes that nobody knew of."""
    return all(isinstance(cause, Quirk) and cause.library for cause in causes)


def is_of_bad_input(causes: Iterable[Cause]) -> bool:
    """Whether one of these causes is what a metric does with bad input."""
    return any(cause in (ANSWERS_BAD_INPUT, CRASHES_ON_BAD_INPUT) for cause in causes)


_MAX_CAUSES = 4
_MAX_PAIRS = 4000
"""Pairs of a choice that matters here and another cause that are tried."""
_ROUNDINGS = ("4-half-even-x1", "4-half-up-x1", "2-half-even-x100")
"""Options that metrics of people's own have more often than libraries."""
_NUMBERS_OF_SPANS = frozenset(Measure(Schema.STRICT, "micro", name) for name in ("pos", "act"))


@dataclass(frozen=True, slots=True)
class Candidates:
    """What may explain an answer to one question in its declared dialect.

    `quirks` may combine; of the `mistakes` one is tried at a time, alone or with a choice.
    """

    question: Question
    dialect: Dialect
    quirks: tuple[Quirk, ...]
    predictor: Predictor
    mistakes: tuple[Quirk, ...] = ()

    def firing(self) -> list[Quirk]:
        """Return the quirks that can fire on this input."""
        mine = [quirk for quirk in self.quirks if self.dialect.scheme in quirk.schemes]
        return acting(self.dialect, mine, self.question)

    def with_others(self, causes: tuple[Cause, ...]) -> Iterator[tuple[Cause, ...]]:
        """Yield the causes, and with them up to two other quirks that can fire."""
        yield causes
        mine = {cause.id for cause in causes}
        others = [quirk for quirk in self.firing() if quirk.id not in mine]
        for size in (1, 2):
            for more in combinations(others, size):
                yield ordered((*causes, *more))

    def sets(
        self, got: Observation, known: Collection[tuple[Cause, ...]], *, deep: bool
    ) -> Iterator[tuple[Cause, ...]]:
        """Yield sets of causes, cheapest first: quirks that can fire, what explained before, then choices."""
        firing = self.firing()
        for size in range(1, _MAX_CAUSES + 1):
            yield from (ordered(causes) for causes in combinations(firing, size))
        parts = {cause.id: (cause,) for causes in known for cause in causes}
        before = (*parts.values(), *sorted(known, key=len))
        yield from (causes for causes in before if not is_of_quirks(causes) and _may_fire(causes, firing))
        if not deep:
            return
        choices = list(self._choices())
        causes: list[Cause] = [*choices, *self.mistakes]
        yield from ((cause,) for cause in causes)
        if not all(isinstance(one, Answer) for one in (got, self.predictor.predict(self.question, self.dialect))):
            return
        mattering = [choice for choice in choices if self._matters(choice, got)]
        for size in (1, 2):
            for choice in mattering:
                yield from (ordered((choice, *quirks)) for quirks in combinations(firing, size))
        pairs: list[tuple[Choice, Cause]] = [
            (one, other)
            for one in mattering
            for other in causes
            if not isinstance(other, Choice) or one.axis != other.axis
        ][:_MAX_PAIRS]
        yield from map(ordered, pairs)
        for pair in pairs:
            if firing and pair[1] in mattering:
                yield from (ordered((*pair, quirk)) for quirk in firing)

    def _choices(self) -> Iterator[Choice]:
        """Yield every other choice that makes another dialect; of lists of types, one of each type of the input."""
        text = str(self.dialect)
        for axis in AXES:
            for option in options_tried(axis, _types(self.question)):
                choice = Choice(axis.name, option)
                other = None if axis.name == "scheme" else with_choices(self.dialect, [choice])
                if other is not None and str(other) != text:
                    yield choice

    def _matters(self, choice: Choice, got: Observation) -> bool:
        """Whether a choice changes the answer to this question, or how many spans there are, which may cancel in it."""
        other = with_choices(self.dialect, [choice])
        if other is None:
            return False
        question = replace(self.question, measures=self.question.measures | _NUMBERS_OF_SPANS)
        before, after = (self.predictor.predict(question, each) for each in (self.dialect, other))
        if isinstance(before, Answer) and isinstance(after, Answer):
            return before != after
        return type(before) is not type(after) and not isinstance(got, Unsupported)


def options_tried(axis: Axis, types: Iterable[str]) -> Iterable[str]:
    """Return the options of an axis, each once; of lists of types, one of each of these."""
    options = [option for kind in types for option in options_of(axis, given=f"given{{{kind}}}")]
    return dict.fromkeys([*options, *(_ROUNDINGS if axis.name == "round" else ())])


def _may_fire(causes: Iterable[Cause], firing: Sequence[Quirk]) -> bool:
    """Whether every quirk of a library among these causes can fire."""
    return all(cause in firing for cause in causes if isinstance(cause, Quirk) and cause.library)


def _types(question: Question) -> list[str]:
    """Return the types of the input as its tags write them, at least one."""
    found: set[str] = set()
    for side in (question.gold, question.pred):
        for unit in side if isinstance(side, Iterable) else ():
            for item in unit:
                found.add(item.type if question.form is Form.SPANS else str(item).partition("-")[2])
    return sorted(found - {""})[:3] or ["X"]

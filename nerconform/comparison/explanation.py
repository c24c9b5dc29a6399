"""Explanation: causes that, added to the declared dialect, make the reference answer as was observed (KIT-6).

A cause is a choice of another option, or a quirk of the library. Quirks are tried first, because they are knowledge;
choices only where no quirks explain. An explanation that holds on an input by coincidence fails on its neighbours.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from nerconform.comparison.asking import options_of
from nerconform.comparison.causes import quirks_of
from nerconform.comparison.causes.quirk import Quirk, Step
from nerconform.comparison.divergence import reproduces
from nerconform.comparison.neighbours import neighbours
from nerconform.comparison.prediction import Predictor, given
from nerconform.implementations.observation import Answer, Observation, Unsupported
from nerconform.implementations.protocol import Implementation, ask, known_as
from nerconform.implementations.question import Form, Question
from nerconform.reference.dialect import AXES, Dialect, axis_of
from nerconform.reference.errors import NerconformError

_MOST_CAUSES = 4
_NEIGHBOURS = 8
_OFTEN, _SELDOM = 20, 100
_MOST_PAIRS = 400
"""So many pairs of choices are tried: those that matter alone come first."""
_ORDER = {axis.name: index for index, axis in enumerate(AXES)}
_STEPS = tuple(Step)


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


@dataclass(frozen=True, slots=True)
class Explanation:
    """Causes in the order of the path, the dialect with its choices, and on how many inputs it was verified.

    `dialect` is the declared one with the choices made; the quirks are added to its pipeline.
    """

    causes: tuple[Cause, ...]
    dialect: Dialect
    verified_on: int

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the causes."""
        return tuple(cause.id for cause in self.causes)

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """Return the causes that are quirks."""
        return tuple(cause for cause in self.causes if isinstance(cause, Quirk))


def ordered(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """Return causes in the order of the path: choices by their axes, then quirks by their steps."""
    causes = list(causes)
    choices = sorted((cause for cause in causes if isinstance(cause, Choice)), key=lambda one: _ORDER[one.axis])
    quirks = (cause for cause in causes if isinstance(cause, Quirk))
    return (*choices, *sorted(quirks, key=lambda one: (one.reads is None, _STEPS.index(one.step))))


def with_choices(dialect: Dialect, causes: Iterable[Cause]) -> Dialect | None:
    """Return the dialect with the choices among these causes, `None` where they exclude each other (DIA-7)."""
    choices = {axis_of(one.axis).attribute: one.option for one in causes if isinstance(one, Choice)}
    try:
        return dialect.set(**choices) if choices else dialect
    except NerconformError:
        return None


@dataclass(slots=True)
class Explainer:
    """Explains what one implementation answers, and remembers what explained before."""

    implementation: Implementation
    predictor: Predictor = field(default_factory=Predictor)
    asked: Callable[[Implementation, Question], Observation] = ask
    known: dict[tuple[str, ...], tuple[Cause, ...]] = field(default_factory=dict)
    candidates: tuple[Quirk, ...] | None = None
    _times: Counter[tuple[str, ...]] = field(default_factory=Counter)

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """Return the `candidates`, where none are given the quirks of the library in this version and mode."""
        if self.candidates is None:
            library, _, version = self.implementation.version.rpartition(" ")
            found = quirks_of(library, version)
            name = known_as(self.implementation)
            self.candidates = tuple(quirk for quirk in found if quirk.belongs_to(name))
        return self.candidates

    def explain(
        self, question: Question, got: Observation, *, deep: bool = True, verify: bool = True
    ) -> Explanation | None:
        """Return why the implementation answers so, `None` where nothing explains it.

        Without `deep`, only quirks and what explained before are tried; without `verify`, no neighbour is asked.
        """
        dialect = self.implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        tried: set[tuple[str, ...]] = set()
        for causes in self._candidates(question, dialect, got, deep=deep):
            ids = tuple(cause.id for cause in causes)
            if ids in tried:
                continue
            tried.add(ids)
            if self.holds(causes, question, got):
                verified = self._verified(causes, question) if verify and self._is_due(ids) else 1
                if verified:
                    self.known.setdefault(ids, causes)
                    changed = with_choices(dialect, causes)
                    return Explanation(causes, changed or dialect, verified)
        return None

    def account(self, question: Question, got: Observation) -> Explanation | None:
        """Return quirks, or what explained before, that give what was observed, no neighbour asked.

        For large questions: quirks are tried alone, the late steps first, as what comes before them is remembered; then
        all at once, and those left out without which it still holds. So attempts are at most twice as many as quirks.
        """
        dialect = self.implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        firing = sorted(self._firing(question, dialect), key=lambda quirk: -_STEPS.index(quirk.step))
        sets = [*((quirk,) for quirk in firing), *self.known.values(), ordered(firing)]
        causes: tuple[Cause, ...] | None = next((one for one in sets if self.holds(one, question, got)), None)
        if not causes:
            return None
        for cause in causes:
            fewer = tuple(one for one in causes if one is not cause)
            causes = fewer if fewer and self.holds(fewer, question, got) else causes
        return Explanation(causes, with_choices(dialect, causes) or dialect, 1)

    def holds(self, causes: Sequence[Cause], question: Question, got: Observation) -> bool:
        """Whether the reference, changed by exactly these causes, gives exactly what was observed."""
        dialect = self.implementation.dialect(question)
        changed = None if isinstance(dialect, Unsupported) else with_choices(dialect, causes)
        if changed is None:
            return False
        quirks = [cause for cause in causes if isinstance(cause, Quirk)]
        return reproduces(question, self.predictor.predict(question, changed, quirks), got, changed.round)

    def _is_due(self, ids: tuple[str, ...]) -> bool:
        """Whether neighbours are asked: the first times that causes explain something, then now and then."""
        self._times[ids] += 1
        return self._times[ids] <= _OFTEN or self._times[ids] % _SELDOM == 0

    def _verified(self, causes: tuple[Cause, ...], question: Question) -> int:
        """Return on how many inputs the causes hold: the question and its neighbours; 0 where they fail on one.

        On a neighbour, other quirks of the library may come in; the causes have to stay.
        """
        number = 1
        for neighbour in neighbours(question, _NEIGHBOURS):
            dialect = self.implementation.dialect(neighbour)
            if isinstance(dialect, Unsupported):
                continue
            got = self.asked(self.implementation, neighbour)
            if isinstance(got, Unsupported):
                continue
            if not any(self.holds(more, neighbour, got) for more in self._supersets(causes, neighbour, dialect)):
                return 0
            number += 1
        return number

    def _supersets(
        self, causes: tuple[Cause, ...], question: Question, dialect: Dialect
    ) -> Iterator[tuple[Cause, ...]]:
        """Yield the causes, and with them up to two other quirks that can fire."""
        yield causes
        mine = {cause.id for cause in causes}
        others = [quirk for quirk in self._firing(question, dialect) if quirk.id not in mine]
        for size in (1, 2):
            for more in combinations(others, size):
                yield ordered((*causes, *more))

    def _firing(self, question: Question, dialect: Dialect) -> list[Quirk]:
        """Return the quirks that can fire on this input."""
        asked = given(question, dialect)
        return [quirk for quirk in self.quirks if dialect.scheme in quirk.schemes and quirk.fires(asked)]

    def _candidates(
        self, question: Question, dialect: Dialect, got: Observation, *, deep: bool
    ) -> Iterator[tuple[Cause, ...]]:
        """Yield sets of causes, cheapest first: quirks that can fire, what explained before, then choices."""
        firing = self._firing(question, dialect)
        for size in range(1, _MOST_CAUSES + 1):
            yield from (ordered(causes) for causes in combinations(firing, size))
        yield from (causes for causes in self.known.values() if _has_choice(causes) and _may_fire(causes, firing))
        if not deep:
            return
        alone = [(choice,) for choice in self._choices(question, dialect)]
        yield from alone
        mattering = [choice for (choice,) in alone if self._matters(choice, question, dialect, got)]
        for size in (1, 2):
            for choice in mattering:
                yield from (ordered((choice, *quirks)) for quirks in combinations(firing, size))
        pairs = [(one, other) for one, other in combinations(mattering, 2) if one.axis != other.axis][:_MOST_PAIRS]
        for pair in pairs:
            yield ordered(pair)
        for pair in pairs:
            yield from (ordered((*pair, quirk)) for quirk in firing)

    def _choices(self, question: Question, dialect: Dialect) -> Iterator[Choice]:
        """Yield every other choice that makes another dialect; of lists of types, one of each type of the input."""
        text = str(dialect)
        for axis in AXES:
            options = [option for kind in _types(question) for option in options_of(axis, given=f"given{{{kind}}}")]
            for option in dict.fromkeys(options):
                choice = Choice(axis.name, option)
                other = None if axis.name == "scheme" else with_choices(dialect, [choice])
                if other is not None and str(other) != text:
                    yield choice

    def _matters(self, choice: Choice, question: Question, dialect: Dialect, got: Observation) -> bool:
        """Whether a choice changes the answer to this question."""
        other = with_choices(dialect, [choice])
        if other is None:
            return False
        before, after = (self.predictor.predict(question, each) for each in (dialect, other))
        if isinstance(before, Answer) and isinstance(after, Answer):
            return before != after
        return type(before) is not type(after) and not isinstance(got, Unsupported)


def _has_choice(causes: Iterable[Cause]) -> bool:
    return any(isinstance(cause, Choice) for cause in causes)


def _may_fire(causes: Iterable[Cause], firing: Sequence[Quirk]) -> bool:
    """Whether every quirk among these causes can fire."""
    return all(cause in firing for cause in causes if isinstance(cause, Quirk))


def _types(question: Question) -> list[str]:
    """Return the types of the input as its tags write them, at least one."""
    found: set[str] = set()
    for side in (question.gold, question.pred):
        for unit in side if isinstance(side, Iterable) else ():
            for item in unit:
                found.add(item.type if question.form is Form.SPANS else str(item).partition("-")[2])
    return sorted(found - {""})[:3] or ["X"]

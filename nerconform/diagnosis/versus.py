"""Versus: what two sides answer, whether it differs, and why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import NamedTuple, Protocol

from nerconform.asking.observation import Answer, Observation, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import Cause as Candidate
from nerconform.diagnosis.candidates import Choice, bad_input_cause, mistakes_of
from nerconform.diagnosis.divergence import Divergence, differences, reproduces
from nerconform.diagnosis.explainer import CauseSet, Explainer
from nerconform.diagnosis.prediction import Predictor
from nerconform.diagnosis.ways import Asker
from nerconform.libraries.quirk import Quirk
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.option_values import Rounding
from nerconform.results.values import Cause, CauseKind


@dataclass(slots=True)
class Clock:
    """Asks implementations, and adds up what their answers took, in seconds; `asked` counts the questions they take.

    `now` tells the time: that of the wall, by which a child's answer is waited for, unless another one is set.
    """

    seconds: float = 0.0
    asked: int = 0
    now: Callable[[], float] = perf_counter

    def ask(self, implementation: Implementation, question: Question) -> Observation:
        """Return what an implementation answers."""
        start = self.now()
        found = ask(implementation, question)
        self.seconds += self.now() - start
        self.asked += not isinstance(found, Unsupported)
        return found


class ChangedDialect(NamedTuple):
    """A dialect and the quirks that are added to it: the whole path from tags to numbers."""

    dialect: Dialect
    quirks: tuple[Quirk, ...] = ()


class Reason(NamedTuple):
    """One cause; `whose` names the implementation, nothing where the cause is the difference of two dialects."""

    cause: Candidate
    whose: str = ""

    @property
    def id(self) -> str:
        """Return the id of the cause."""
        return self.cause.id


def shown(reason: Reason) -> Cause:
    """Return a cause as reports tell it."""
    cause, whose = reason
    if isinstance(cause, Quirk):
        return Cause(
            id=cause.id,
            kind=CauseKind.QUIRK if cause.library else CauseKind.MISTAKE,
            title=cause.title,
            words=cause.prose,
            clause=cause.clause,
            versions=cause.versions if cause.library else "",
            link=cause.link,
            whose=whose,
            step=str(cause.step),
        )
    title = f"It uses the option {cause.id}" if whose else f"The dialects differ: {cause.id}"
    return Cause(cause.id, CauseKind.CHOICE, title, clause="DIA-1", whose=whose)


@dataclass(frozen=True, slots=True)
class Explained:
    """Why two sides differ: the reasons in the order of the path, and the two paths that give the two answers.

    `sets` are the causes that explain the answer of each implementation that is asked.
    """

    reasons: tuple[Reason, ...]
    left: ChangedDialect
    right: ChangedDialect
    verified_on: int
    sets: tuple[tuple[Candidate, ...], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the reasons, each once."""
        return tuple(dict.fromkeys(reason.id for reason in self.reasons))


class Answers(NamedTuple):
    """What both sides answer to one question, and the rounding of what the left one expects."""

    question: Question
    expected: Observation
    got: Observation
    rounding: Rounding

    def divergence(self) -> Divergence | None:
        """Return how they differ, `None` where they do not."""
        found = differences(self.question, self.expected, self.got, self.rounding)
        return Divergence(self.question, self.expected, self.got, found) if found else None


class Versus(Protocol):
    """What is searched: where two sides differ, and why."""

    asker: Asker
    predictor: Predictor
    clock: Clock
    explainers: tuple[Explainer, ...]

    @property
    def names(self) -> tuple[str, str]:
        """Return what the two sides are called."""

    @property
    def sides(self) -> tuple[Implementation, ...]:
        """Return the implementations that are asked."""

    def answers(self, question: Question) -> Answers | None:
        """Return what the two sides answer, `None` where it is no question for them."""

    def look(self, question: Question) -> Divergence | None:
        """Return how the two sides differ on a question, `None` where they do not or it is none for them."""

    def explain(self, divergence: Divergence, *, deep: bool = True, verify: bool = True) -> Explained | None:
        """Return why they differ, `None` where nothing explains it.

        Without `deep`, by only by what is known; without `verify`, whether or not it holds on neighbours.
        """

    def explain_large(self, divergence: Divergence) -> Explained | None:
        """Return known causes that give both answers here, in a few attempts, `None` where they do not.

        For data of many units, whose single units are explained then.
        """

    def holds(self, explained: Explained, divergence: Divergence) -> bool:
        """Whether the reasons of another divergence explain this one, too."""

    def dialects(self, question: Question) -> tuple[Dialect | None, Dialect | None]:
        """Return the declared dialects of the two sides."""


def declared(implementation: Implementation, question: Question) -> Dialect | None:
    """Return the declared dialect, `None` where the question is none for the implementation."""
    try:
        dialect = implementation.dialect(question)
    except NerconformError:
        return None
    return None if isinstance(dialect, Unsupported) else dialect


def rows_of(*observations: Observation) -> set[str]:
    """Return the types that have a row in some answer."""
    found = (one.rows for one in observations if isinstance(one, Answer) and one.rows is not None)
    return set().union(*found)


_Explain = Callable[[Question, Observation], CauseSet | None]


class AgainstReference:
    """An implementation against the reference in the dialect that it declares."""

    def __init__(self, implementation: Implementation, pinned: Sequence[Quirk] = ()) -> None:
        """Ask this one; `pinned` are causes that explain it beside the quirks of its library."""
        self.implementation = implementation
        self.asker = Asker(implementation)
        self.predictor = Predictor()
        self.clock = Clock()
        self.explainer = Explainer(implementation, self.predictor, self.clock.ask, pinned=tuple(pinned))
        self.explainer.mistakes = mistakes_of(implementation)
        self.explainers: tuple[Explainer, ...] = (self.explainer,)

    @property
    def names(self) -> tuple[str, str]:
        """Return the reference, then the implementation."""
        return ("reference", self.implementation.name)

    @property
    def sides(self) -> tuple[Implementation, ...]:
        """Return the one that is asked."""
        return (self.implementation,)

    def dialects(self, question: Question) -> tuple[Dialect | None, Dialect | None]:
        """Return the declared dialect, twice: the reference is asked in it."""
        dialect = declared(self.implementation, question)
        return dialect, dialect

    def answers(self, question: Question) -> Answers | None:
        """Return what the reference expects, and what the implementation answers."""
        dialect = declared(self.implementation, question)
        if dialect is None:
            return None
        expected = self.predictor.predict(question, dialect)
        return Answers(question, expected, self.clock.ask(self.implementation, question), dialect.round)

    def look(self, question: Question) -> Divergence | None:
        """Return how the implementation differs from the reference."""
        found = self.answers(question)
        if found is None:
            return None
        divergence = found.divergence()
        if divergence is None and isinstance(found.got, Answer):
            self.explainer.was_right(question, found.got)
        return divergence

    def explain(self, divergence: Divergence, *, deep: bool = True, verify: bool = True) -> Explained | None:
        """Return the causes that make the reference answer as the implementation does."""
        return self._explained(divergence, partial(self.explainer.explain, deep=deep, verify=verify))

    def explain_large(self, divergence: Divergence) -> Explained | None:
        """Return quirks, or what explained before, that make the reference answer so."""
        return self._explained(divergence, self.explainer.explain_large)

    def _explained(self, divergence: Divergence, explain: _Explain) -> Explained | None:
        dialect = declared(self.implementation, divergence.question)
        if dialect is None:
            return None
        found = explain(divergence.question, divergence.got) or self._of_bad_input(divergence, dialect)
        if found is None:
            return None
        reasons = tuple(Reason(cause, self.implementation.name) for cause in found.causes)
        return Explained(
            reasons,
            ChangedDialect(dialect),
            ChangedDialect(found.dialect, found.quirks),
            found.verified_on,
            (found.causes,),
        )

    def _of_bad_input(self, divergence: Divergence, dialect: Dialect) -> CauseSet | None:
        """Return what a metric of somebody's own does with bad input in place of rejecting it."""
        if not self.explainer.mistakes or divergence.fault:
            return None
        cause = bad_input_cause(divergence.question, divergence.expected, divergence.got)
        return CauseSet((cause,), dialect, 1) if cause else None

    def holds(self, explained: Explained, divergence: Divergence) -> bool:
        """Whether the reasons of another divergence explain this one, too."""
        return self.explainer.holds([reason.cause for reason in explained.reasons], divergence.question, divergence.got)


class AgainstAnother:
    """Two implementations against each other, in what both declare."""

    def __init__(self, left: Implementation, right: Implementation) -> None:
        """Ask these two."""
        self.sides: tuple[Implementation, ...] = (left, right)
        self.asker = Asker(left, right)
        self.predictor = Predictor()
        self.clock = Clock()
        self.explainers: tuple[Explainer, ...] = tuple(
            Explainer(side, self.predictor, self.clock.ask, mistakes=mistakes_of(side)) for side in self.sides
        )

    @property
    def names(self) -> tuple[str, str]:
        """Return both names."""
        return (self.sides[0].name, self.sides[1].name)

    def dialects(self, question: Question) -> tuple[Dialect | None, Dialect | None]:
        """Return what each declares."""
        left, right = (declared(side, question) for side in self.sides)
        return left, right

    def answers(self, question: Question) -> Answers | None:
        """Return what the two answer."""
        if None in self.dialects(question):
            return None
        left, right = (self.clock.ask(side, question) for side in self.sides)
        return Answers(question, left, right, Rounding())

    def look(self, question: Question) -> Divergence | None:
        """Return how the two differ."""
        found = self.answers(question)
        return None if found is None else found.divergence()

    def explain(self, divergence: Divergence, *, deep: bool = True, verify: bool = True) -> Explained | None:
        """Return the causes of each side, and the choices between their dialects that matter on this input.

        The reference with the one side's dialect and causes gives its answer, and so with the other's.
        """
        return self._explained(divergence, [partial(one.explain, deep=deep, verify=verify) for one in self.explainers])

    def explain_large(self, divergence: Divergence) -> Explained | None:
        """Return quirks of each side, or what explained it before, and the choices between their dialects."""
        return self._explained(divergence, [one.explain_large for one in self.explainers])

    def _explained(self, divergence: Divergence, explain: Sequence[_Explain]) -> Explained | None:
        question = divergence.question
        found: list[CauseSet] = []
        observations = (divergence.expected, divergence.got)
        for explainer, got, how in zip(self.explainers, observations, explain, strict=True):
            one = self._of_one(explainer, question, got, how)
            if one is None:
                return None
            found.append(one)
        left, right = found
        choices = self._between(question, divergence.got, left, right)
        reasons = (
            *(Reason(cause, self.sides[0].name) for cause in left.causes),
            *(Reason(choice) for choice in choices),
            *(Reason(cause, self.sides[1].name) for cause in right.causes),
        )
        if not reasons:
            return None
        paths = [ChangedDialect(each.dialect, each.quirks) for each in found]
        verified = min(left.verified_on, right.verified_on)
        return Explained(reasons, paths[0], paths[1], verified, (left.causes, right.causes))

    def holds(self, explained: Explained, divergence: Divergence) -> bool:  # noqa: ARG002 - one side's reasons only
        """Return `False`: what the reasons of two sides have in common is not looked for."""
        return False

    def _of_one(self, explainer: Explainer, question: Question, got: Observation, explain: _Explain) -> CauseSet | None:
        """Return why one side answers so: no cause at all where it answers as the reference does."""
        dialect = declared(explainer.implementation, question)
        if dialect is None:
            return None
        if explainer.holds((), question, got):
            return CauseSet((), dialect, 1)
        return explain(question, got)

    def _between(self, question: Question, got: Observation, left: CauseSet, right: CauseSet) -> tuple[Choice, ...]:
        """Return the choices of the right dialect that the left one does not make and that matter here.

        Each is taken back in turn, as long as the reference still gives what the right side gave.
        """
        dialect, kept = right.dialect, []
        for axis in AXES:
            mine, theirs = left.dialect.option(axis.name), dialect.option(axis.name)
            if mine == theirs or axis.name == "scheme":
                continue
            try:
                back = dialect.set(**{axis.attribute: mine})
            except NerconformError:
                kept.append(Choice(axis.name, theirs))
                continue
            predicted = self.predictor.predict(question, back, right.quirks)
            if reproduces(question, predicted, got, back.round):
                dialect = back
            else:
                kept.append(Choice(axis.name, theirs))
        return tuple(kept)


def is_retired(inquiry: Versus, explained: Explained) -> bool:
    """Whether a neighbour has refuted the causes of one side."""
    return any(one.is_retired(causes) for one, causes in zip(inquiry.explainers, explained.sets, strict=True))


def is_verified(inquiry: Versus, explained: Explained, question: Question) -> bool:
    """Whether the causes hold on the neighbours of a question; those of a side that do not are retired."""
    pairs = zip(inquiry.explainers, explained.sets, strict=True)
    return all(not causes or bool(one.verify(causes, question)) for one, causes in pairs)


def versus_of(
    left: Sequence[Implementation], right: Sequence[Implementation] = (), pinned: Sequence[Quirk] = ()
) -> list[Versus]:
    """Return who is compared with whom. They are asked what no policy describes, too: quirks may.

    `pinned` are causes that may explain each left side where it is compared with the reference.
    """
    for side in (*left, *right):
        if hasattr(side, "beyond_policies"):
            side.beyond_policies = True
    if right:
        return [AgainstAnother(one, other) for one in left for other in right]
    return [AgainstReference(one, pinned) for one in left]

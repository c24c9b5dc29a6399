"""Released: what one release answers to every question, and why it answers otherwise than it declares."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from nerconform.asking.observation import Observation, Refusal, Unsupported
from nerconform.asking.protocol import Implementation, ask, known_as
from nerconform.asking.question import Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.divergence import differences
from nerconform.diagnosis.explainer import Explainer
from nerconform.diagnosis.prediction import Predictor
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Quirk
from nerconform.libraries.registry import library_of
from nerconform.reference.dialect import AXES, Dialect
from nerconform.results.run import Verdict
from nerconform.suite.case_runs import look_up
from nerconform.suite.cases import Case, CaseKind
from nerconform.suite.judge import judge
from nerconform.suite.known import KnownDivergences

Causes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the set, by its name; `case` is the golden case that it is of."""

    name: str
    question: Question
    case: Case | None = None


class Replayed:
    """An implementation whose answer to one question is there already; all else is its own."""

    def __init__(self, implementation: Implementation, observation: Observation) -> None:
        """Answer with this observation."""
        self._implementation, self._observation = implementation, observation

    def __getattr__(self, name: str) -> object:
        """Return what the implementation has under this name."""
        return getattr(self._implementation, name)

    def observe(self, _: Question) -> Observation:
        """Return the answer that is there."""
        return self._observation


class Released:
    """One release, asked by one name: its answers to all questions, each with the dialect that it declares."""

    def __init__(self, release: str, implementation: Implementation, pinned: KnownDivergences) -> None:
        """Ask this implementation, of which some divergences may be known."""
        self.release = release
        self.implementation = implementation
        name, version = known_as(implementation), implementation.version
        self.pinned = pinned.covering(name, version)
        self.observations: dict[str, Observation] = {}
        self.questions: dict[str, Question] = {}
        self.unsupported: dict[str, str] = {}
        self.verdicts: Counter[str] = Counter()
        self.known: dict[str, str] = {}
        own, others = _quirks(name, release)
        self._explainers = [Explainer(implementation, candidates=found) for found in (own, (*own, *others))]
        self._causes: dict[str, Causes | None] = {}

    def ask(self, asked: Asked) -> None:
        """Ask one question, and judge the answer if it is one of a golden case."""
        reason = self._refuses(asked.question)
        if reason:
            self.unsupported[asked.name] = reason
            self.verdicts[Verdict.UNSUPPORTED] += asked.case is not None
            return
        observation = ask(self.implementation, asked.question)
        if isinstance(observation, Unsupported):
            self.unsupported[asked.name] = observation.reason
        else:
            self.observations[asked.name] = observation
            self.questions[asked.name] = self._narrowed(asked.question)
        if asked.case is not None:
            self._judge(asked.case, observation)
            if asked.case.kind is CaseKind.CONTRACT:
                self._causes[asked.name] = () if isinstance(observation, Refusal) else (unrefused(asked.case),)

    def _refuses(self, question: Question) -> str:
        """Return why the implementation is not asked this question."""
        try:
            dialect = self.implementation.dialect(question)
        except NerconformError as error:
            return error.message
        return dialect.reason if isinstance(dialect, Unsupported) else ""

    def _judge(self, case: Case, observation: Observation) -> None:
        judgement = judge(case, cast("Implementation", Replayed(self.implementation, observation)))
        verdict, _, cause = look_up(case.id, judgement, self.pinned, known_as(self.implementation))
        self.verdicts[verdict] += 1
        if verdict is Verdict.KNOWN:
            self.known[case.id] = cause

    def _narrowed(self, question: Question) -> Question:
        """Return the question with what the implementation declares."""
        one = self.implementation
        measures = frozenset(measure for measure in question.measures if one.answers(measure, question))
        return replace(
            question, measures=measures, parts=frozenset(p for p in question.parts if one.holds(p, question))
        )

    def dialect(self, name: str) -> Dialect | None:
        """Return the dialect that is declared for a question that was answered."""
        dialect = self.implementation.dialect(self.questions[name])
        return None if isinstance(dialect, Unsupported) else dialect

    def causes(self, name: str) -> Causes | None:
        """Return why a question was answered otherwise than the reference does, `None` where nothing explains it.

        There is no cause where it is answered alike. A known divergence is its own cause; else it is a quirk, never a
        choice: what a release chooses is in the dialect that it declares. Bad input has to be refused, and that it is
        not is the cause.
        """
        if name in self.known:
            return (self.known[name],)
        if name not in self._causes:
            self._causes[name] = self._explained(name)
        return self._causes[name]

    def _explained(self, name: str) -> Causes | None:
        question, observation = self.questions[name], self.observations[name]
        try:
            if self._explainers[0].holds((), question, observation):
                return ()
            found = (explainer.explain(question, observation, deep=False) for explainer in self._explainers)
            return next((explained.ids for explained in found if explained), None)
        except NerconformError:
            return None

    def settle(self, releases: Sequence["Released"]) -> None:
        """Take over the cause of an answer that nothing explains from a release of which that answer is known."""
        for name, causes in self._causes.items():
            if causes is None:
                same = (other for other in reversed(releases) if name in other.known and other.same(self, name))
                self._causes[name] = next(((other.known[name],) for other in same), None)

    def close(self) -> None:
        """End the child that was asked, if it is one: to explain its answers it may have been asked again."""
        close: Callable[[], None] | None = getattr(self.implementation, "close", None)
        if close:
            close()

    def same(self, other: "Released", name: str) -> bool:
        """Whether this release and another gave one answer to a question."""
        both = shared(self.questions[name], other.questions[name])
        return not differences(both, self.observations[name], other.observations[name])


def _quirks(name: str, version: str) -> tuple[tuple[Quirk, ...], tuple[Quirk, ...]]:
    """Return the quirks of this version of a library, and those of all its other versions.

    That a quirk reproduces an answer is what shows in which releases it is.
    """
    library = library_of(name)
    found = [quirk for quirk in QUIRKS.values() if quirk.library == library and quirk.belongs_to(name)]
    own = [quirk for quirk in found if quirk.covers(quirk.library, version)]
    return tuple(own), tuple(quirk for quirk in found if quirk not in own)


def unrefused(case: Case) -> str:
    """Return the cause of an answer, or a crash, where the case is bad input."""
    return f"unrefused.{case.expectations[0].refused}"


def shared(question: Question, other: Question) -> Question:
    """Return the question with what is declared in both."""
    return replace(question, measures=question.measures & other.measures, parts=question.parts & other.parts)


def between(before: Released, after: Released, name: str, predictor: Predictor) -> tuple[str, ...]:
    """Return the choices of the new dialect that matter on this question and that the old one does not make.

    Each is taken back in turn, as long as the reference still gives what it gave.
    """
    old, new = before.dialect(name), after.dialect(name)
    if old is None or new is None:
        return ()
    question, kept = shared(before.questions[name], after.questions[name]), []
    wanted = predictor.predict(question, new)
    for axis in AXES:
        mine, theirs = old.option(axis.name), new.option(axis.name)
        if mine == theirs:
            continue
        try:
            back = new.set(**{axis.attribute: mine})
        except NerconformError:
            continue
        if differences(question, predictor.predict(question, back), wanted):
            kept.append(f"{axis.name}:{mine} is now {theirs}")
        else:
            new = back
    return tuple(kept)


def counted(causes: Mapping[str, Causes]) -> dict[str, int]:
    """Return how many answers each cause is behind."""
    found = Counter(cause for each in causes.values() for cause in each)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

"""Inquiries: an implementation against the reference in its declared dialect, or two against each other (KIT-5)."""

from collections.abc import Callable, Sequence
from functools import partial

from nerconform.comparison.asking import Asker
from nerconform.comparison.cause import Choice
from nerconform.comparison.causes.quirk import Quirk
from nerconform.comparison.clock import Clock
from nerconform.comparison.divergence import Divergence, reproduces
from nerconform.comparison.explanation import Explainer, Explanation
from nerconform.comparison.inquiry import Answers, Explained, Inquiry, Path, Reason, declared
from nerconform.comparison.mistakes import mistakes_of
from nerconform.comparison.prediction import Predictor
from nerconform.implementations.observation import Answer, Observation
from nerconform.implementations.protocol import Implementation
from nerconform.implementations.question import Question
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.values import Rounding

_Explain = Callable[[Question, Observation], Explanation | None]


class AgainstReference:
    """An implementation against the reference in the dialect that it declares."""

    def __init__(self, implementation: Implementation, pinned: Sequence[Quirk] = ()) -> None:
        """Ask this one; `pinned` are causes that explain it beside the quirks of its library."""
        self.implementation = implementation
        self.asker = Asker(implementation)
        self.predictor = Predictor()
        self.clock = Clock()
        self.explainer = Explainer(implementation, self.predictor, self.clock.ask)
        self.explainer.candidates = (*self.explainer.quirks, *pinned)
        self.explainer.mistakes = mistakes_of(implementation)

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

    def account(self, divergence: Divergence) -> Explained | None:
        """Return quirks, or what explained before, that make the reference answer so."""
        return self._explained(divergence, self.explainer.account)

    def _explained(self, divergence: Divergence, explain: _Explain) -> Explained | None:
        dialect = declared(self.implementation, divergence.question)
        found = explain(divergence.question, divergence.got)
        if found is None or dialect is None:
            return None
        reasons = tuple(Reason(cause, self.implementation.name) for cause in found.causes)
        return Explained(reasons, Path(dialect), Path(found.dialect, found.quirks), found.verified_on)

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
        self.explainers = tuple(
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

    def account(self, divergence: Divergence) -> Explained | None:
        """Return quirks of each side, or what explained it before, and the choices between their dialects."""
        return self._explained(divergence, [one.account for one in self.explainers])

    def _explained(self, divergence: Divergence, explain: Sequence[_Explain]) -> Explained | None:
        question = divergence.question
        found: list[Explanation] = []
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
        paths = [Path(each.dialect, each.quirks) for each in found]
        return Explained(reasons, paths[0], paths[1], min(left.verified_on, right.verified_on))

    def holds(self, explained: Explained, divergence: Divergence) -> bool:  # noqa: ARG002 - one side's reasons alone
        """Return `False`: what the reasons of two sides have in common is not looked for."""
        return False

    def _of_one(
        self, explainer: Explainer, question: Question, got: Observation, explain: _Explain
    ) -> Explanation | None:
        """Return why one side answers so: no cause at all where it answers as the reference does."""
        dialect = declared(explainer.implementation, question)
        if dialect is None:
            return None
        if explainer.holds((), question, got):
            return Explanation((), dialect, 1)
        return explain(question, got)

    def _between(
        self, question: Question, got: Observation, left: Explanation, right: Explanation
    ) -> tuple[Choice, ...]:
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


def inquiries_of(
    left: Sequence[Implementation], right: Sequence[Implementation] = (), pinned: Sequence[Quirk] = ()
) -> list[Inquiry]:
    """Return who is compared with whom. They are asked what no policy describes, too: quirks may.

    `pinned` are causes that may explain each left side where it is compared with the reference.
    """
    for side in (*left, *right):
        if hasattr(side, "beyond_policies"):
            side.beyond_policies = True
    if right:
        return [AgainstAnother(one, other) for one in left for other in right]
    return [AgainstReference(one, pinned) for one in left]

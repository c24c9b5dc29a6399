"""Held: a library that is held to another dialect than it declares."""

from collections.abc import Mapping
from dataclasses import replace

from nerconform.asking.inputs import NO_MENTIONS
from nerconform.asking.observation import Observation, Unsupported
from nerconform.asking.protocol import Declared, Implementation
from nerconform.asking.question import Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure, has_measure
from nerconform.reference.options import Item
from nerconform.reference.signature import short_dialect


class HeldTo:
    """A library that is held to a dialect, for the questions that it can take.

    What is known of the library is known beside its own dialect and does not count here: the name is another one.
    """

    def __init__(self, inner: Implementation, dialect: Dialect) -> None:
        """Ask `inner` what its options allow, and say that it answers in `dialect`."""
        self.inner = inner
        self.base = dialect
        self.words = short_dialect(str(dialect))
        self.name = f"{inner.name} (held to {self.words})"
        self.version = inner.version
        self.time_limit: float | None = getattr(inner, "time_limit", None)
        self.takes_pieces: bool = getattr(inner, "takes_pieces", False)
        self.is_apart: bool = getattr(inner, "is_apart", False)

    @property
    def refusals(self) -> tuple[Declared, ...]:
        """Return the exceptions by which the library refuses."""
        return self.inner.refusals

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return the dialect in the scheme of the question, with the choices for which the library has options."""
        taken = self._taken(question)
        if isinstance(taken, Unsupported):
            return taken
        if question.form is Form.MENTIONS:
            return Unsupported(NO_MENTIONS)
        own = self.inner.dialect(taken)
        if isinstance(own, Unsupported):
            return own
        try:
            dialect = self.base.set(**{"scheme": str(own.scheme), **question.choices})
        except NerconformError as error:
            return Unsupported(error.message)
        if dialect.item is Item.TOKEN and question.form is Form.SPANS:
            return Unsupported("item:token compares tags")
        return dialect

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether the library has the number, and the dialect, too."""
        dialect, taken = self.dialect(question), self._taken(question)
        if isinstance(dialect, Unsupported) or isinstance(taken, Unsupported):
            return False
        return has_measure(dialect, measure) and self.inner.answers(measure, taken)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether the answer of the library holds the part."""
        taken = self._taken(question)
        return not isinstance(taken, Unsupported) and self.inner.holds(part, taken)

    def observe(self, question: Question) -> Observation:
        """Answer as the library does, told what it has options for."""
        taken = self._taken(question)
        return taken if isinstance(taken, Unsupported) else self.inner.observe(taken)

    def reproduction(self, question: Question) -> str:
        """Return plain Python that asks the library."""
        taken = self._taken(question)
        return "" if isinstance(taken, Unsupported) else self.inner.reproduction(taken)

    def _taken(self, question: Question) -> Question | Unsupported:
        """Return the question as the library is asked it: with the choices that are options of the library.

        A choice that this dialect makes anyway need not be one; what the library makes of it is what is judged.
        """
        options: dict[str, str] = {}
        for axis, option in question.choices.items():
            if self._is_option(question, options, axis, option):
                options[axis] = option
            elif not self._makes(axis, option):
                return Unsupported(
                    f"{self.inner.name} has no option for {axis}:{option}, and {self.words} does not choose so"
                )
        return replace(question, choices=options)

    def _is_option(self, question: Question, others: Mapping[str, str], axis: str, option: str) -> bool:
        """Whether the choice makes the library declare another dialect than without it."""
        try:
            without = self.inner.dialect(replace(question, choices=dict(others)))
            declared = self.inner.dialect(replace(question, choices={**others, axis: option}))
        except NerconformError:
            return False
        return isinstance(declared, Dialect) and isinstance(without, Dialect) and str(declared) != str(without)

    def _makes(self, axis: str, option: str) -> bool:
        """Whether the dialect makes the choice without being told."""
        try:
            return str(self.base.set(**{axis: option})) == str(self.base)
        except NerconformError:
            return False

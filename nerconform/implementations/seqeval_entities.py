"""seqeval's decoder of strict mode, `Entities`, which takes a delimiter, as `seqeval:strict:entities`.

No function that counts has the argument: it can be had by decoding alone.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nerconform.implementations.observation import Unsupported
from nerconform.implementations.question import Ask, Form, Question
from nerconform.implementations.seqeval import Seqeval
from nerconform.implementations.seqeval_modes import CLASSES
from nerconform.implementations.spans_alone import SpansAlone
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import UnknownOption
from nerconform.reference.options import Affix, Item
from nerconform.reference.schemes import scheme_of
from nerconform.reference.spans import Span


class EntitiesAlone(SpansAlone, Seqeval):
    """`Entities` in the scheme of the question, asked for its spans alone."""

    def __init__(self, version: str) -> None:
        """Ask this release."""
        super().__init__("strict", version)
        self.name = "seqeval:strict:entities"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval-strict` in the question's scheme, with the delimiter."""
        if question.ask is Ask.REPORT or question.choices.get("item") == Item.TOKEN:
            return Unsupported("Entities decodes tags, and does nothing else")
        if question.form is not Form.TAGS or len(question.gold) != len(question.pred):  # type: ignore[arg-type]
            return Unsupported("Entities decodes one side, and compares none")
        return Seqeval.dialect(self, question)

    def _set(self, dialect: Dialect, question: Question) -> Dialect | Unsupported:
        rest = {axis: option for axis, option in question.choices.items() if axis != "delimiter"}
        try:
            dialect = dialect.set(delimiter=_delimiter(question))
        except UnknownOption as error:
            return Unsupported(f"seqeval has no such option: {error}")
        return super()._set(dialect, replace(question, choices=rest))

    def decoded(self, units: Any, question: Question) -> Iterator[tuple[Span, ...]]:  # noqa: ANN401 - a side, as passed
        """Yield the spans of every unit, whose ends are exclusive there, too."""
        import seqeval.scheme

        scheme = getattr(seqeval.scheme, CLASSES[scheme_of(question.scheme)])
        for unit in seqeval.scheme.Entities(units, scheme, **_words(question)).entities:
            yield tuple(Span(one.tag, one.start, one.end) for one in unit)

    def reproduction(self, question: Question) -> str:
        """Return the call with its import."""
        name = CLASSES[scheme_of(question.scheme)]
        words = "".join(f", {word}={value!r}" for word, value in _words(question).items())
        return "\n".join(
            [
                f"from seqeval.scheme import Entities, {name}",
                f"gold = {question.gold!r}",
                f"pred = {question.pred!r}",
                f"print([Entities(side, {name}{words}).entities for side in (gold, pred)])",
            ]
        )


def _delimiter(question: Question) -> str:
    return question.choices.get("delimiter", "-")


def _words(question: Question) -> dict[str, object]:
    """Return the keyword arguments that the choices mean."""
    suffix = {"suffix": True} if question.choices.get("affix") == Affix.SUFFIX else {}
    return {**suffix, "delimiter": _delimiter(question)}

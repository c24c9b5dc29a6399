"""Mentions: entities that are given as type and text, without offsets, and the text of a unit (LOC-1)."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, Self

from nerconform.base.plain_text import short
from nerconform.reference.refusals import InvalidMention, InvalidSpan, NotAUnit
from nerconform.reference.spans import Span

_TOKENS = "Write 'tokens': ['Ada', 'met', 'Bo', '.'], or instead 'text': 'Ada met Bo.'."
_TEXT = "Write 'text': 'Ada met Bo.', or instead 'tokens': ['Ada', 'met', 'Bo', '.']."
_PAIR = "Write (type, text), such as ('PER', 'Ada'), or a dict with type (or label) and text."


class Mention(NamedTuple):
    """An entity of one type, as it is written in the text; where it stands is not said."""

    type: str
    text: str


class Source(NamedTuple):
    """The text of a unit. With `starts`, it was given as tokens, and spans and tags count these."""

    text: str
    starts: tuple[int, ...] | None = None
    """The first character of each token; one more for the end of the text and the space that would follow."""

    @classmethod
    def of_tokens(cls, tokens: Sequence[str]) -> Self:
        """Return the text of tokens: they are joined by single spaces."""
        return cls(" ".join(tokens), tuple(accumulate((len(token) + 1 for token in tokens), initial=0)))

    def in_characters(self, span: Span) -> Span:
        """Return a span of this unit in characters. Raises `InvalidSpan` for one that goes beyond the text."""
        if span.end > (len(self.text) if self.starts is None else len(self.starts) - 1):
            hint = (
                "Write start and end as characters of 'text', or as tokens if the sentence has 'tokens'. The end "
                "is exclusive."
            )
            raise InvalidSpan(f"the span {tuple(span)!r} ends after the end of the sentence", hint=hint)
        if self.starts is None:
            return span
        return Span(span.type, self.starts[span.start], self.starts[span.end] - 1)

    def mention(self, span: Span) -> Mention:
        """Return the type of a span of this unit, and the characters that it covers."""
        _, start, end = self.in_characters(span)
        return Mention(span.type, self.text[start:end])


def is_mention(item: object) -> bool:
    """Whether a member of a unit is a mention: two strings, or a mapping with a text and no start."""
    if isinstance(item, Mapping):
        return "text" in item and "start" not in item
    return isinstance(item, tuple | list) and list(map(type, item)) == [str, str]


def mention_of(item: Any, position: int) -> Mention:  # noqa: ANN401 - whatever was passed
    """Return a mention from `(type, text)` or a mapping with `type` or `label` and `text`. Raises `InvalidMention`."""
    try:
        if isinstance(item, Mapping):
            kind, text = item["type"] if "type" in item else item["label"], item["text"]
        else:
            kind, text = item
    except (TypeError, ValueError, KeyError):
        kind = text = None
    if not isinstance(kind, str) or not isinstance(text, str) or not text.strip():
        blank = isinstance(kind, str) and isinstance(text, str)
        message = f"{short(item)} is not an entity with a type and a text"
        if blank:
            message = f"the text of the entity {short(item)} is blank"
        raise InvalidMention(message, place=f"entity {position}", hint=_PAIR)
    return Mention(kind, text)


def is_with_text(unit: object) -> bool:
    """Whether a unit is given together with its text."""
    return isinstance(unit, Mapping) and "entities" in unit


def parts_with_text(unit: Mapping[str, Any]) -> tuple[Source | None, Any]:
    """Return the text of a unit, if it has one, and its entities. Raises `NotAUnit`."""
    text, tokens = unit.get("text"), unit.get("tokens")
    if tokens is not None:
        listed: list[Any] = list(tokens) if isinstance(tokens, Sequence) and not isinstance(tokens, str) else [None]
        if not all(isinstance(token, str) for token in listed):
            raise NotAUnit(f"the tokens {short(tokens)} are not a list of strings", hint=_TOKENS)
        return Source.of_tokens(listed), unit["entities"]
    if text is not None and not isinstance(text, str):
        raise NotAUnit(f"the text {short(text)} is not a string", hint=_TEXT)
    return None if text is None else Source(text), unit["entities"]

"""Wrong locating: mistakes of metrics that look for entities without offsets in the text of their sentence."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from nerconform.reference.filtering import Spans
from nerconform.reference.locating import Find, align, occurrences
from nerconform.reference.mentions import Mention
from nerconform.reference.options import Item, Location
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.units import Unit
from nerconform.suite.mistake import Mistake


def _finding(find: Find) -> Change:
    """Return the change of where a text is found."""

    def change(pipeline: Pipeline) -> Pipeline:
        if not _aligns(pipeline):
            return pipeline
        return replace(pipeline, locate=lambda unit, gold, pred: align(unit, gold, pred, find))

    return change


def _aligns(pipeline: Pipeline) -> bool:
    return pipeline.dialect.location is Location.ALIGNED and pipeline.dialect.item is Item.SPAN


def _of_mentions(fix: Callable[[Mention, str], Sequence[Mention]]) -> Change:
    """Return the change of each mention of a sentence with its text."""

    def change(pipeline: Pipeline) -> Pipeline:
        if not _aligns(pipeline):
            return pipeline
        locate = pipeline.locate

        def wrong(unit: Unit, gold: Spans, pred: Spans) -> tuple[Spans, Spans]:
            text = unit.source.text if unit.source is not None else ""
            sides = (
                side._replace(mentions=tuple(one for mention in side.mentions for one in fix(mention, text)))
                for side in unit
            )
            return locate(Unit(*sides), gold, pred)

        return replace(pipeline, locate=wrong)

    return change


def _anywhere(text: str, source: str) -> list[int]:
    """Return where a text stands, within words as well."""
    return [start for start in range(len(source)) if source.startswith(text, start)]


LOCATING: tuple[Mistake, ...] = (
    Mistake(
        "every-mention-first-occurrence",
        "Every entity without offsets gets the first position of its text, so of two entities with one text the "
        "second is a duplicate of the first.",
        _finding(lambda text, source: occurrences(text, source)[:1]),
    ),
    Mistake(
        "mention-at-every-occurrence",
        "An entity without offsets counts at every position of its text.",
        _of_mentions(lambda mention, text: [mention] * max(1, len(occurrences(mention.text.strip(), text)))),
    ),
    Mistake(
        "mention-within-word",
        "An entity without offsets is found within a longer word, such as US in USA.",
        _finding(_anywhere),
    ),
    Mistake(
        "mention-in-any-case",
        "The text of an entity is looked for in lower case, so `bo` is found at `Bo`.",
        _finding(lambda text, source: occurrences(text.lower(), source.lower())),
    ),
    Mistake(
        "absent-mentions-dropped",
        "An entity whose text is not in the sentence is dropped, so it is not a false positive.",
        _of_mentions(lambda mention, text: [mention] if occurrences(mention.text.strip(), text) else []),
    ),
)

"""What the tests of quirks share: a library's path on one unit, and all small inputs."""

from collections.abc import Callable, Iterable, Sequence

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import LibraryRaises
from nerconform.reference.credits import Amount
from nerconform.reference.decoding import Side
from nerconform.reference.pipeline import Pipeline
from tests.reference.exhaustive import LETTERS, TYPES

Triples = list[tuple[str, int, int]]
Answer = Triples | str
"""The spans of a unit, sorted, or the type of the exception."""


def decoded(pipeline: Pipeline, tags: Sequence[str], side: Side = Side.PRED) -> Answer:
    """Return what a pipeline decodes, or the exception, by name."""
    try:
        return sorted((span.type, span.start, span.end) for span in pipeline.decode(pipeline.parse(tags), side))
    except LibraryRaises as raised:
        return raised.error
    except NerconformError as error:
        return error.code


def counted(
    pipeline: Pipeline, gold: Sequence[Sequence[str]], pred: Sequence[Sequence[str]]
) -> tuple[Amount, Amount, Amount]:
    """Return POS, ACT and COR."""
    counts = pipeline.evaluate(gold, pred).counts
    return counts.pos, counts.act, counts.cor


def differing(
    pipeline: Pipeline, library: Callable[[list[str]], Answer], inputs: Iterable[Sequence[str]]
) -> list[tuple[Sequence[str], Answer, Answer]]:
    """Return the first three inputs on which a library and the pipeline of its quirk differ, with both answers."""
    found: list[tuple[Sequence[str], Answer, Answer]] = []
    for tags in inputs:
        here, there = decoded(pipeline, tags), library(list(tags))
        if here != there and len(found) < 3:
            found.append((tags, here, there))
    return found


def tags_of(scheme: str, *more: str, types: Sequence[str] = TYPES) -> list[str]:
    """Return `O` and every tag of these types with a letter of the scheme, or one of `more`."""
    return ["O", *(f"{letter}-{kind}" for letter in (*LETTERS[scheme], *more) for kind in types)]

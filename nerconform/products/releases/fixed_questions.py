"""Differential questions: a seeded set, the same for every release, so that their answers can be laid side by side."""

from collections.abc import Iterable, Sequence
from itertools import cycle, product
from typing import Any

from hypothesis.strategies import SearchStrategy

from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.spans import Span
from nerconform.suite.sampling import draw
from nerconform.suite.strategies import corpora, span_corpora

_SCHEMES = ("IOB2", "IOB2", "IOB2", "IOB1", "IOE2", "BIOES", "BILOU")
_SIDES = (("legal", "any"), ("legal", "legal"), ("any", "any"), ("legal", "any"), ("malformed", "malformed"))
_QUANTITIES = ("precision", "recall", "f1", "pos")
_OUTCOMES = ("cor", "inc", "par", "mis", "spu")
_Corpus = tuple[list[Any], list[Any]]
_APART = 1000
_EVERY_SPANS = 4
"""One question in so many is about spans."""


def differential(count: int, seed: int) -> tuple[Question, ...]:
    """Return so many questions about random tags and spans, legal, illegal and malformed, drawn from a seed.

    Each asks every number that a release may answer, of every type that occurs; every third one by the report.
    """
    of_spans = count // _EVERY_SPANS
    of_tags = count - of_spans
    drawn: list[tuple[Form, str, _Corpus]] = []
    pairs = tuple(product(_SCHEMES, _SIDES))
    for index, (scheme, (gold, pred)) in enumerate(pairs):
        share = of_tags // len(pairs) + (index < of_tags % len(pairs))
        found = _draws(corpora(scheme, gold=gold, pred=pred), share, seed * _APART + index)
        drawn += ((Form.TAGS, scheme, corpus) for corpus in found)
    drawn += ((Form.SPANS, "IOB2", corpus) for corpus in _draws(span_corpora(), of_spans, seed * _APART + len(pairs)))
    asks = cycle((Ask.SCORES, Ask.SCORES, Ask.REPORT))
    return tuple(
        _question(gold, pred, form, scheme, ask) for (form, scheme, (gold, pred)), ask in zip(drawn, asks, strict=False)
    )


def _draws(strategy: SearchStrategy[Any], count: int, seed: int) -> list[_Corpus]:
    """Return the first draws of a strategy from a seed, but for the simplest, which is the first each time."""
    found: list[_Corpus] = []
    if count:
        draw(strategy, count + 1, seed, found.append)
    return found[1 : count + 1]


def _question(gold: object, pred: object, form: Form, scheme: str, ask: Ask) -> Question:
    """Return the question about a corpus."""
    kinds = sorted(_kinds((gold, pred), form))
    measures = [
        *(Measure(Schema.STRICT, *pair) for pair in product(AVERAGES, _QUANTITIES)),
        *(Measure(schema, "micro", name) for schema, name in product(Schema, (*_QUANTITIES, *_OUTCOMES))),
        *(Measure.of_type(schema, *pair) for schema in Schema for pair in product(kinds, (*_QUANTITIES, *_OUTCOMES))),
    ]
    return Question(gold, pred, form, scheme, {}, ask, frozenset(measures), frozenset({Part.SPANS, Part.ROWS}))


def _kinds(sides: Iterable[object], form: Form) -> set[str]:
    """Return the types that the corpus writes: those of its spans, or what follows the first hyphen of its tags."""
    items = [item for side in sides for unit in _units(side) for item in unit]
    if form is Form.SPANS:
        return {item.type for item in items if isinstance(item, Span)}
    return {str(tag).partition("-")[2] for tag in items} - {""}


def _units(side: object) -> Sequence[Sequence[object]]:
    return side if isinstance(side, list) else []

"""Spans with odd bounds in nervaluate 1.2: by hand, and as the library has them."""

from importlib import metadata
from random import Random

import pytest
from packaging.version import Version

from nerconform.asking.question import Form
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import LibraryRaises
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.outcomes import FOUR, Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from tests.libraries.searching import answer_of, explained

QUIRK = QUIRKS["nervaluate.span-bounds-unchecked"]


def evaluated(gold: Span, pred: Span) -> Evaluation:
    return QUIRK.pipeline(Scheme.IOB2).evaluate([[gold]], [[pred]])


def test_a_reversed_span_is_its_equal_by_bounds_and_overlaps_it_not() -> None:
    # The library compares last tokens: 3 to 0. 3 > 0, so nothing overlaps, though strict compares bounds first.
    found = evaluated(Span("X", 3, 1), Span("X", 3, 1))
    assert {schema: found.schemas[schema].counts.cor for schema in FOUR} == {
        Schema.STRICT: 1,
        Schema.EXACT: 1,
        Schema.PARTIAL: 0,
        Schema.TYPE: 0,
    }


def test_a_reversed_span_within_a_prediction_overlaps_wholly() -> None:
    # Tokens 5 to 1 in tokens 0 to 9: the shared ones are -3, those of the gold span -3, which is 100 percent.
    found = evaluated(Span("X", 5, 2), Span("X", 0, 10))
    assert found.schemas[Schema.PARTIAL].counts.par == 1
    assert found.schemas[Schema.TYPE].counts.cor == 1


def test_a_gold_span_without_a_token_within_a_prediction_divides_by_zero() -> None:
    with pytest.raises(LibraryRaises, match="ZeroDivisionError"):
        evaluated(Span("X", 2, 2), Span("X", 0, 3))
    assert evaluated(Span("X", 2, 2), Span("X", 2, 3)).schemas[Schema.PARTIAL].counts.mis == 1


@pytest.mark.long
@pytest.mark.skipif(Version(metadata.version("nervaluate")) < Version("1.2"), reason="earlier releases take the first")
def test_the_library_does_so_whatever_the_bounds_are() -> None:
    draw = Random(1)  # noqa: S311 - a seed for a search

    def unit() -> list[Span]:
        return [Span(draw.choice("XY"), draw.randint(-2, 5), draw.randint(-2, 6)) for _ in range(draw.randint(0, 2))]

    crashed = 0
    for _ in range(80):
        gold, pred = [unit()], [unit()]
        assert explained("nervaluate", gold, pred, form=Form.SPANS) is not None, (gold, pred)
        crashed += answer_of("nervaluate", gold, pred, form=Form.SPANS) == "ZeroDivisionError"
    assert crashed

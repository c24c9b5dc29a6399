"""A deliberately broken copy of any one step is caught by golden cases alone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from nerconform.asking.reference import ReferenceImplementation
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark
from nerconform.results.run import Verdict
from nerconform.suite.cases import load_suite
from nerconform.suite.judge import judge

SUITE = load_suite()


def parse_swaps_letters(pipeline: Pipeline) -> Pipeline:
    """Read B as I."""

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        return tuple(mark._replace(role="I") if mark.role == "B" else mark for mark in pipeline.parse(tags))

    return replace(pipeline, parse=parse)


def decode_loses_the_last_token(pipeline: Pipeline) -> Pipeline:
    """Look at all tags but the last."""

    def decode(marks: Sequence[Mark], side: Side) -> Spans:
        return pipeline.decode(marks[:-1], side)

    return replace(pipeline, decode=decode)


def filter_drops_a_unit(pipeline: Pipeline) -> Pipeline:
    """Leave the last unit out where there are several."""

    def drop(units: Stream) -> Stream:
        kept = list(pipeline.filter(units))
        return kept[:-1] if len(kept) > 1 else kept

    return replace(pipeline, filter=drop)


def match_swaps_sides(pipeline: Pipeline) -> Pipeline:
    """Take gold for prediction."""

    def match(gold: Spans, pred: Spans) -> Outcomes:
        return pipeline.match(pred, gold)

    return replace(pipeline, match=match)


def count_doubles(pipeline: Pipeline) -> Pipeline:
    """Count everything twice, which leaves every ratio as it is."""

    def count(units: Iterable[Outcomes]) -> Tally:
        kept = list(units)
        return pipeline.count([*kept, *kept])

    return replace(pipeline, count=count)


def score_squares_beta(pipeline: Pipeline) -> Pipeline:
    """Take the square of beta for beta, which leaves F1 as it is."""
    return replace(pipeline, score=lambda tally, beta: pipeline.score(tally, Fraction(beta * beta)))


BROKEN = [
    parse_swaps_letters,
    decode_loses_the_last_token,
    filter_drops_a_unit,
    match_swaps_sides,
    count_doubles,
    score_squares_beta,
]


@pytest.mark.parametrize("change", BROKEN, ids=lambda change: change.__name__)
@pytest.mark.parametrize("dialect", ["conlleval", "semeval", "nervaluate-1"])
def test_a_broken_step_is_caught(change: Callable[[Pipeline], Pipeline], dialect: str) -> None:
    implementation = ReferenceImplementation(change.__name__, NAMED[dialect], change)
    verdicts = (judge(case, implementation).verdict for case in SUITE.cases)
    assert Verdict.FAIL in verdicts

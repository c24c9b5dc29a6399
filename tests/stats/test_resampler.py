"""Intervals and tests come from counts of units alone, and from the distributions that they claim (CMP-6, CMP-7)."""

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.engines import resampling
from nerconform.engines.vectors import WIDTH, Vector
from nerconform.products.compare.evaluations import PathEvaluation, PathEvaluations
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Rounding
from nerconform.results.context import Interval, Resampling
from nerconform.stats import unit_draws as resampled
from nerconform.stats.resampler import NotResampled, Paired, Resampler
from nerconform.stats.unit_draws import interval_of, kinds_seen, unsampled_choice, vectors_by_unit
from tests.reference.strategies import dialects, sides, tag_units

ENGINES = (resampling, resampled)
MEASURES = (
    "strict.micro.f1",
    "strict.macro.f1",
    "type.weighted.precision",
    "partial.macro.f2",
    "strict.type{X}.recall",
)
COUNTS = ("exact.micro.inc", "partial.micro.par", "strict.type{Y}.fn")
F1 = Measure.parse("strict.micro.f1")


def read(gold: object, pred: object, dialect: nc.Dialect) -> PathEvaluation:
    """Return the reading of some data."""
    found = PathEvaluations(gold, pred).along(ChangedDialect(dialect))  # type: ignore[arg-type]
    assert isinstance(found, PathEvaluation), found
    return found


def summed(vectors: list[Vector]) -> Vector:
    """Return the sum of vectors."""
    return tuple(map(sum, zip(*vectors, strict=True)))


@given(st.data())
def test_what_units_add_is_worth_the_number_in_both_engines(data: st.DataObject) -> None:
    fixed = {"affix": "prefix", "delimiter": "-", "pool": "corpus", "gold": "same", "policy": "lenient", "item": "span"}
    fixed |= {"weights": "whole"}
    dialect = data.draw(dialects(scheme="BIOES", **fixed))
    gold, pred = sides(data.draw(tag_units(dialect, odd=False)))
    aligned = dialect.align != "none"
    texts = [text for text in (*MEASURES, *COUNTS) if aligned or text.startswith("strict")]
    measure = Measure.parse(data.draw(st.sampled_from(texts)))
    if unsampled_choice(dialect) or not gold:
        assert dialect.labels.rule == "gold" or dialect.align == "two-sided" or not gold
        return
    reading = read(gold, pred, dialect)
    kinds = kinds_seen(measure, dialect, [reading.evaluation.tally])
    vectors = vectors_by_unit(reading.outcomes, measure, kinds)
    if not kinds:
        return
    exact = replace(dialect, round=Rounding())
    kind = measure.type
    evaluation = nc.evaluate(gold, pred, exact)
    if kind is not None and kind not in evaluation.schemas[measure.schema].by_type:
        return
    due = evaluation.value(measure)
    for engine in ENGINES:
        (found,) = engine.values_of(_as_sums(engine, [summed(vectors)]), kinds, dialect, measure)
        assert math.isnan(found) if due is None else math.isclose(found, due, rel_tol=1e-12, abs_tol=1e-12)


def _as_sums(engine: ModuleType, sums: list[Vector]) -> object:
    return np.array(sums) if engine is resampling else sums


@pytest.mark.parametrize("engine", ENGINES)
def test_a_resample_draws_as_many_units_with_replacement(engine: ModuleType) -> None:
    # Two units of one kind and one of another: of 27 ways to draw three, 8 have no other, 12 one, 6 two, 1 three.
    (sums,) = engine.bootstrapped([((1, 0), (0, 1))], (2, 1), 20_000, 0)
    found = Counter(tuple(map(int, one)) for one in sums)
    for others, ways in enumerate((8, 12, 6, 1)):
        expected = 20_000 * ways / 27
        assert abs(found[3 - others, others] - expected) < 5 * math.sqrt(expected)
    assert set(found) == {(3 - others, others) for others in range(4)}


@pytest.mark.parametrize("engine", ENGINES)
def test_each_unit_is_swapped_as_a_coin_falls(engine: ModuleType) -> None:
    first, second = ((0, 1), (3, 0)), ((1, 1), (0, 0))
    one, other = engine.swapped([first, second], (2, 1), 20_000, 0)
    found = Counter((tuple(map(int, left)), tuple(map(int, right))) for left, right in zip(one, other, strict=True))
    due: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    for coins in product((0, 1), repeat=3):
        units = [((0, 1), (1, 1)), ((0, 1), (1, 1)), ((3, 0), (0, 0))]
        left = [unit[coin] for unit, coin in zip(units, coins, strict=True)]
        right = [unit[1 - coin] for unit, coin in zip(units, coins, strict=True)]
        due[summed(left), summed(right)] += 1  # type: ignore[index, arg-type]
    assert set(found) == set(due)
    assert all(abs(found[key] - 2500 * ways) < 5 * math.sqrt(2500 * ways) for key, ways in due.items())


@pytest.mark.parametrize("engine", ENGINES)
def test_p_is_the_share_of_swaps_that_differ_as_much_or_more(
    engine: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resampled, "engine", lambda: engine)
    right, wrong, gold = ["B-X", "O"], ["O", "B-X"], [["B-X", "O"]] * 5
    first, second = [right, wrong, wrong, wrong, wrong], [right, right, right, right, wrong]
    # F1 is the share of right units: 1/5 and 4/5. Of the three units that differ, all must go one way: 2 of 8 swaps.
    dialect = nc.dialects()["conlleval"]
    readings = (read(gold, first, dialect), read(gold, second, dialect))
    found = Resampler(F1, Resampling(20_000, 3, "")).paired(readings, dialect)
    assert isinstance(found, Paired)
    assert found.p is not None
    assert abs(found.p - Fraction(1, 4)) < Fraction(2, 100)
    assert found.difference is not None
    assert 0 <= found.difference.low < float(Fraction(3, 5)) < found.difference.high <= 1


def test_a_prediction_does_not_differ_from_itself() -> None:
    gold = [["B-X", "O"], ["O", "B-Y"]]
    dialect = nc.dialects()["semeval"]
    reading = read(gold, [["B-X", "O"], ["O", "O"]], dialect)
    found = Resampler(F1, Resampling(500, 0, "")).paired((reading, reading), dialect)
    assert isinstance(found, Paired)
    assert found.difference == Interval(0.0, 0.0)
    assert found.p == 1


def test_one_seed_draws_one_interval_and_equal_numbers_of_other_dialects_have_it_too() -> None:
    gold = [["B-X", "O", "B-Y"]] * 4 + [["B-X", "I-X", "O"]] * 5
    pred = [["B-X", "O", "B-X"]] * 4 + [["B-X", "O", "O"]] * 2 + [["B-X", "I-X", "B-Y"]] * 3

    def interval(name: str, seed: int) -> Interval | NotResampled:
        dialect = nc.dialects()[name]
        return Resampler(F1, Resampling(1000, seed, "")).interval(read(gold, pred, dialect), dialect)

    assert interval("conlleval", 1) == interval("conlleval", 1) == interval("semeval", 1)
    assert interval("conlleval", 1) != interval("conlleval", 2)


@pytest.mark.parametrize(
    ("choice", "named"), [("pool:mean", "pool:mean"), ("pool:flat", "pool:flat"), ("labels:gold",) * 2]
)
def test_what_is_no_function_of_the_units_is_refused_by_name(choice: str, named: str) -> None:
    dialect = nc.parse_signature(f"conlleval,{choice}").dialect
    reading = read([["B-X"]], [["B-X"]], dialect)
    found = Resampler(F1, Resampling(10, 0, "")).interval(reading, dialect)
    assert isinstance(found, NotResampled)
    assert found.reason.startswith(named)


def test_a_number_that_can_be_undefined_has_no_interval() -> None:
    dialect = nc.parse_signature("conlleval,zero:nan").dialect
    reading = read([["B-X"], ["O"]], [["B-X"], ["O"]], dialect)
    found = Resampler(F1, Resampling(200, 0, "")).interval(reading, dialect)
    assert found == NotResampled("the number is undefined in some resamples")


def test_percentiles_lie_between_two_numbers_in_proportion() -> None:
    # Of 0, 1, 2, 3, 4 the place at 1/40 is 0.1, that at 39/40 is 3.9.
    found = interval_of([4.0, 0.0, 3.0, 1.0, 2.0], 95)
    assert found is not None
    assert found.low == pytest.approx(0.1)
    assert found.high == pytest.approx(3.9)


def test_a_vector_has_seven_places_for_a_type() -> None:
    gold, pred = [["B-X", "B-Y", "O"]], [["B-X", "O", "B-Z"]]
    reading = read(gold, pred, nc.dialects()["conlleval"])
    measure = Measure.parse("strict.macro.f1")
    kinds = kinds_seen(measure, nc.dialects()["conlleval"], [reading.evaluation.tally])
    (vector,) = vectors_by_unit(reading.outcomes, measure, kinds)
    assert kinds == ("X", "Y", "Z")
    assert [vector[start : start + WIDTH] for start in range(0, 3 * WIDTH, WIDTH)] == [
        (1, 0, 0, 0, 0, 1, 1),
        (0, 0, 0, 1, 0, 1, 0),
        (0, 0, 0, 0, 1, 0, 1),
    ]

"""The benchmarks of comparisons and of resampling measure what they say; how fast anything is, no test asks."""

import warnings

import pytest

from benchmarks import compare, page, resampling
from benchmarks.corpus import corpus
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.engines import resampling as arrays
from nerconform.products.compare.evaluations import PathEvaluation, PathEvaluations
from nerconform.reference.named import NAMED
from nerconform.stats import unit_draws as drawn

DATA = corpus(2_000)


@pytest.mark.long
def test_the_libraries_are_asked_and_their_time_is_a_part_of_all() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        times = compare.measured(compare.CONTESTANTS["six libraries, a bridge of nine steps"], DATA)
    assert 0 < times.libraries < times.all


def test_both_engines_draw_one_distribution() -> None:
    reading = PathEvaluations(DATA.gold, DATA.pred).along(ChangedDialect(NAMED["conlleval"]))
    assert isinstance(reading, PathEvaluation)
    found = [resampling.interval(reading, "strict.macro.f1", engine, 400) for engine in (arrays, drawn)]
    assert found[0].low == pytest.approx(found[1].low, abs=0.03)
    assert found[0].high == pytest.approx(found[1].high, abs=0.03)
    assert drawn.engine() is arrays


def test_the_table_says_how_much_faster_counts_are() -> None:
    text = resampling.table([resampling.Row("strict.micro.f1", 1000, 0.5, 40.0, 0.02)], 3)
    assert "| strict.micro.f1 | 1000 | 0.50 | 40 | 0.020 | 400 |" in text


def test_tables_are_put_between_their_marks() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    for name in ("compare", "resampling"):
        begin, end = text.index(f"<!-- {name} -->"), text.index(f"<!-- end of {name} -->")
        assert "|---|" in text[begin:end]

"""What units add is the same whoever counts, and however a file is cut; so intervals are the same, too."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.engines.choice import NotServed
from nerconform.engines.columnar import Columnar
from nerconform.engines.unit_counts import UnitCells
from nerconform.engines.vectors import UnitKinds
from nerconform.files import count_files
from nerconform.files.score_files import score_files
from nerconform.formats.provenance import UnitKind
from nerconform.products.compare.evaluations import PathEvaluation, PathEvaluations
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Outcome, shown
from nerconform.reference.pipeline import Pipeline
from nerconform.results.context import Resampling
from nerconform.stats.resampler import Resampler, telling
from nerconform.stats.unit_draws import unsampled_choice
from tests.reference.strategies import dialects, sides, span_units, tag_units


def told(gold: object, pred: object, dialect: nc.Dialect) -> tuple[UnitKinds, nc.Dialect]:
    """Return what the reference says that units add."""
    kinds = UnitKinds()
    telling(Pipeline.of(dialect), kinds).evaluate(gold, pred)
    return kinds, dialect


@given(st.data())
def test_both_engines_say_the_same_of_each_unit(data: st.DataObject) -> None:
    fixed = {"affix": "prefix", "delimiter": "-", "pool": "corpus", "policy": "lenient", "scheme": "BIOES"}
    dialect = data.draw(dialects(**fixed))
    some = tag_units(dialect, odd=False) if dialect.item == "token" or data.draw(st.booleans()) else span_units()
    gold, pred = sides(data.draw(some))
    try:
        tally, units = Columnar.of(dialect).count_units(gold, pred)
    except NotServed:
        return
    kinds, _ = told(gold, pred, dialect)
    assert units.kinds() == kinds
    width = len(Outcome)
    for number, schema in enumerate(shown(dialect)):
        summed = units.vectors().sum(axis=0)[width * number : width * (number + 1)].tolist()
        assert tuple(summed) == tally.total[schema].as_tuple()


@given(dialects(policy="lenient", item="span", pool="corpus"), span_units(), st.integers(0, 3), st.data())
def test_the_interval_from_units_is_that_from_outcomes(
    dialect: nc.Dialect, units: list[Any], seed: int, data: st.DataObject
) -> None:
    gold, pred = sides(units)
    schema = data.draw(st.sampled_from(shown(dialect)))
    if unsampled_choice(dialect) or not gold:
        return
    resampler = Resampler(Measure.parse(f"{schema}.micro.f1"), Resampling(20, seed, ""))
    evaluated = PathEvaluations(gold, pred).along(ChangedDialect(dialect))
    assert isinstance(evaluated, PathEvaluation)
    assert resampler.of_kinds(*told(gold, pred, dialect)) == resampler.interval(evaluated, dialect)


def test_rows_are_numbered_however_large_they_are() -> None:
    rows = np.array([[2**40, 2**40, 5], [0, 2**40, 5], [2**40, 2**40, 5], [0, 0, 0]])
    assert UnitCells.of_vectors(rows).kinds() == {(2**40, 2**40, 5): 2, (0, 2**40, 5): 1, (0, 0, 0): 1}


def test_documents_are_sums_of_sentences() -> None:
    rows = np.array([[1, 0], [2, 0], [4, 1], [8, 0]])
    units = UnitCells.of_vectors(rows)
    assert units.joined(np.array([False, False, True, False])).vectors().tolist() == [[3, 0], [12, 1]]
    assert units.joined(np.array([True, True, False, False])).vectors().tolist() == [[1, 0], [14, 1]]


@pytest.mark.long
@pytest.mark.parametrize("unit", UnitKind)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_is_counted_alike_in_any_engine_and_in_parts(
    unit: UnitKind, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = ["a B-X B-X\nb I-X O\n\n", "c O B-Y\n\n", "d O O\n\n", "-DOCSTART- O O\n\n", "e B-Y B-Y\n\n"]
    path = tmp_path / "data.conll"
    path.write_text("".join(sentences[(7 * n * n) % 5] for n in range(3000)), encoding="utf-8")
    monkeypatch.setattr(count_files, "FEW", 0)
    dialect = nc.dialects()["semeval"]
    found = [
        score_files(path, None, dialect, unit, engine=engine, jobs=jobs, apart=True).kinds
        for engine in ("reference", "columnar")
    ]
    assert found[0] is not None
    assert found[0] == found[1]

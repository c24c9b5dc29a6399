"""Dialects are compared on Parquet files as on their sentences, which nobody keeps."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import nerconform as nc
from nerconform.files.record_shards import rank_of
from nerconform.formats.reader_options import ReaderOptions
from nerconform.products.compare import corpus_evaluations as module
from nerconform.products.compare.compare_files import Terms, compare_files
from nerconform.products.compare.corpus_evaluations import ChangesPart, KeptChange
from nerconform.results.bridge import Bridge, UnitChange
from nerconform.results.comparison import CitedUnit, Comparison

COLUMNS = ReaderOptions(gold_column="gold", pred_column="pred")
GOLD = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-ORG", "I-ORG", "O"], ["B-LOC", "O"]] * 8
PRED = [["B-PER", "O", "O", "I-LOC"], ["B-ORG", "I-ORG", "I-ORG", "I-PER"], ["O", "B-LOC"]] * 8
TERMS = Terms(
    ("semeval", "semeval,policy:discard", "seqeval-strict"),
    resamples=50,
    seed=3,
    bridges=[("semeval", "seqeval-strict")],
)


def write(folder: Path, cut: int) -> tuple[Path, ...]:
    """Write two files in row groups of five rows."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    paths = folder / "a.parquet", folder / "b.parquet"
    for path, rows in zip(paths, (slice(cut), slice(cut, None)), strict=True):
        parquet.write_table(arrow.table({"gold": GOLD[rows], "pred": PRED[rows]}), path, row_group_size=5)
    return paths


def expected() -> Comparison:
    """Return the comparison of the sentences."""
    with_ = list(TERMS.implementations)
    return nc.compare(GOLD, PRED, with_, resamples=50, seed=3, bridges=list(TERMS.bridges))


def without_sample(found: Bridge) -> Bridge:
    """Return a bridge without the sentences of its steps."""
    return replace(found, steps=tuple(replace(step, units=(), unlisted=0) for step in found.steps))


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_dialects_are_compared_as_on_their_sentences(tmp_path: Path, jobs: int) -> None:
    told: list[tuple[str, int, int]] = []
    paths, wanted = write(tmp_path, 11), expected()
    found = compare_files(paths, None, TERMS, options=COLUMNS, jobs=jobs, progress=lambda *args: told.append(args))
    assert any(name == "reading" for name, *_ in told)  # the files were read in parts
    parts = ("name", "results", "number", "interval", "no_interval", "dialect", "refused")
    for one, other in zip(found.columns, wanted.columns, strict=True):
        assert [getattr(one, part) for part in parts] == [getattr(other, part) for part in parts]
    assert found.bridges == wanted.bridges
    assert len([step for step in found.bridges[0].steps if step.units]) >= 1
    assert found.units == wanted.units == len(GOLD)
    assert {index: (unit.gold, unit.pred) for index, unit in found.cited.items()} == {
        index: (unit.gold, unit.pred) for index, unit in wanted.cited.items()
    }
    index = min(found.cited)
    assert found.cited[index].place == f"{tmp_path / 'a.parquet'}:{index + 1}"


def test_of_many_sentences_a_sample_is_listed_whatever_the_parts_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_LISTED", 2)
    found = []
    for cut in (3, 17):
        (tmp_path / str(cut)).mkdir()
        found.append(compare_files(write(tmp_path / str(cut), cut), None, TERMS, options=COLUMNS).bridges[0])
    assert found[0] == found[1]
    wanted = expected().bridges[0]
    assert without_sample(found[0]) == without_sample(wanted)
    for step, every in zip(found[0].steps, wanted.steps, strict=True):
        assert step.touched == len(every.units)
        assert len(step.units) == min(2, len(every.units))
        assert all(one in every.units for one in step.units)


def test_dialects_that_need_all_sentences_are_compared_all_the_same(tmp_path: Path) -> None:
    terms = Terms(("semeval", "semeval,pool:mean"), resamples=0)
    found = compare_files(write(tmp_path, 11), None, terms, options=COLUMNS)
    wanted = nc.compare(GOLD, PRED, list(terms.implementations), resamples=0)
    assert [one.number for one in found.columns] == [one.number for one in wanted.columns]


@given(st.lists(st.integers(0, 10_000), unique=True, max_size=300), st.randoms())
def test_samples_of_parts_are_merged_in_any_order(units: list[int], order: Random) -> None:
    """The sample is that of all numbers, however they are parted."""
    unit = CitedUnit("", (), (), ())
    kept = [KeptChange(rank_of(one), one, UnitChange(one, {}), unit) for one in units]
    order.shuffle(kept)
    whole = ChangesPart(0)
    for one in kept:
        whole = whole.with_part(ChangesPart(1, (one,)))
    assert whole.number == len(units)
    assert [one.unit for one in whole.kept] == sorted(units, key=rank_of)[: module.MOST_LISTED]

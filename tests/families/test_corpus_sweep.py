"""A sweep of Parquet files gives what a sweep of all their sentences gives, however they are parted."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import nerconform as nc
from nerconform.families.family_scores import FamilyData, family_data, scores_of_data
from nerconform.families.policy_sweep import sweep, sweep_files
from nerconform.formats.reader_options import ReaderOptions
from nerconform.reference.measures import Measure
from nerconform.reference.units import read_plain_units
from nerconform.results.sweep_result import Sweep

COLUMNS = ReaderOptions(gold_column="gold", pred_column="pred")
GOLD = [["B-PER", "I-PER", "O"], ["O", "B-LOC", "O"], ["B-ORG", "I-ORG", "O", "B-PER"], ["O", "O"]] * 5
PRED = [["I-PER", "I-PER", "O"], ["O", "I-LOC", "I-PER"], ["B-ORG", "I-PER", "O", "I-PER"], ["O", "O"]] * 5
F1 = Measure.parse("strict.micro.f1")


def write(folder: Path, gold: Sequence[Sequence[str]], pred: Sequence[Sequence[str]], cut: int) -> tuple[Path, ...]:
    """Write two files in row groups of three rows."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    paths = folder / "a.parquet", folder / "b.parquet"
    for path, rows in zip(paths, (slice(cut), slice(cut, None)), strict=True):
        parquet.write_table(arrow.table({"gold": gold[rows], "pred": pred[rows]}), path, row_group_size=3)
    return paths


def without_places(found: Sweep) -> Sweep:
    """Return a sweep without what names files and places."""
    named = tuple(replace(one, refused=one.refused.rpartition(": ")[2]) for one in found.named)
    return replace(found, named=named, read=None)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("choices", [{}, {"pool": "mean"}, {"labels": "gold"}, {"pool": "flat"}], ids=str)
def test_a_corpus_has_the_sweep_of_its_sentences(tmp_path: Path, jobs: int, choices: dict[str, str]) -> None:
    dialect = nc.dialects()["semeval"].set(gold="same", **choices)
    found = sweep_files(write(tmp_path, GOLD, PRED, 7), None, dialect, F1, COLUMNS, jobs=jobs, every=True)
    assert without_places(found) == without_places(sweep(GOLD, PRED, dialect, measure=F1, every=True))
    assert len({one.value for one in found.every}) > 1


def test_progress_of_reading_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    paths = write(tmp_path, GOLD, PRED, 7)
    sweep_files(paths, None, nc.dialects()["semeval"], F1, COLUMNS, progress=lambda *args: told.append(args))
    size = sum(path.stat().st_size for path in paths)
    assert [one for one in told if one[0] == "reading"][-1] == ("reading", size, size)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_row_is_named_with_its_file(tmp_path: Path, jobs: int) -> None:
    pred = [*PRED[:9], ["B-ORG", "?", "O", "B-PER"][: len(GOLD[9])], *PRED[10:]]
    paths = write(tmp_path, GOLD, pred, 7)
    with pytest.raises(nc.NerconformError, match=r"'\?'") as caught:
        sweep_files(paths, None, nc.dialects()["semeval"], F1, COLUMNS, jobs=jobs)
    assert caught.value.place.startswith(f"{paths[1]}:3, pred, position 1")


@settings(deadline=None, max_examples=25)
@given(st.data())
def test_parts_of_a_family_add_up_in_any_order(data: st.DataObject) -> None:
    dialect = nc.dialects()["semeval"].set(policy="lenient", pool=data.draw(st.sampled_from(["corpus", "mean"])))
    measure = Measure.parse(
        data.draw(st.sampled_from(["strict.micro.f1", "partial.macro.f1", "type.type{PER}.recall"]))
    )
    units = read_plain_units(GOLD, PRED)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(units) - 1), max_size=5)))
    parts = [
        family_data(units[start:end], dialect, measure)
        for start, end in zip((0, *cuts), (*cuts, len(units)), strict=True)
    ]
    first, *others = data.draw(st.permutations(parts))
    merged: FamilyData = first
    for one in others:
        merged.update(one)
    whole = family_data(units, dialect, measure)
    assert scores_of_data(merged, dialect, measure) == scores_of_data(whole, dialect, measure)
    assert merged.units == len(units)

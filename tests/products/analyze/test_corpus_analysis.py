"""An analysis of Parquet files: counts are those of all sentences, and the listed errors are a fixed sample of them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import nerconform as nc
from nerconform.formats.reader_options import ReaderOptions
from nerconform.products.analyze import analyze_files as module
from nerconform.products.analyze.analysis_parts import AnalysisPart, Sentence
from nerconform.products.analyze.analyze_files import analyze, analyze_files
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.results.analysis_result import Analysis

COLUMNS = ReaderOptions(gold_column="gold", pred_column="pred")
GOLD = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-ORG", "I-ORG"], ["B-LOC", "O"]] * 12
PRED = [["B-PER", "O", "O", "B-ORG"], ["B-ORG", "I-ORG", "I-ORG"], ["O", "B-LOC"]] * 12
TOKENS = [[f"w{number}.{at}" for at in range(len(unit))] for number, unit in enumerate(GOLD)]
DIALECT = nc.dialects()["semeval"]


def write(folder: Path, cuts: Sequence[int]) -> tuple[Path, ...]:
    """Write the sentences to a file for each part, in row groups of five rows."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    paths = []
    for number, (start, end) in enumerate(zip((0, *cuts), (*cuts, len(GOLD)), strict=True)):
        columns = {"gold": GOLD, "pred": PRED, "tokens": TOKENS}
        table = arrow.table({name: rows[start:end] for name, rows in columns.items()})
        paths.append(folder / f"part-{number}.parquet")
        parquet.write_table(table, paths[-1], row_group_size=5)
    return tuple(paths)


def without_places(found: Analysis) -> Analysis:
    """Return an analysis without what names files."""
    errors = tuple(replace(error, place="") for error in found.errors)
    cited = {index: replace(unit, place="") for index, unit in found.cited.items()}
    return replace(found, errors=errors, cited=cited, read=None, citation="", most_listed=0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_corpus_has_the_analysis_of_its_sentences(tmp_path: Path, jobs: int) -> None:
    found = analyze_files(write(tmp_path, (10, 17)), None, DIALECT, options=COLUMNS, jobs=jobs)
    assert without_places(found) == without_places(analyze(GOLD, PRED, DIALECT, tokens=TOKENS))
    assert found.errors[0].place == f"{tmp_path / 'part-0.parquet'}:1"


def test_of_many_errors_a_sample_is_listed_whatever_the_parts_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_LISTED", 3)
    found = []
    for name, cuts in (("one", ()), ("three", (4, 23))):
        (tmp_path / name).mkdir()
        found.append(analyze_files(write(tmp_path / name, cuts), None, DIALECT, options=COLUMNS))
    every = analyze(GOLD, PRED, DIALECT, tokens=TOKENS)
    assert without_places(found[0]) == without_places(found[1])
    assert found[0].classes == every.classes
    listed = Counter((error.kind, error.type) for error in found[0].errors)
    assert set(listed.values()) == {3}
    assert set(listed) == {(one.kind, one.type) for one in every.classes if one.errors}
    assert {error.unit for error in found[0].errors} == set(found[0].cited) <= set(every.cited)
    assert [error.unit for error in found[0].errors] == sorted(error.unit for error in found[0].errors)


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_parts_add_up_in_any_order(data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(1, len(GOLD) - 1), max_size=6)))
    most = data.draw(st.sampled_from([1, 2, 5, None]))
    outcomes = Pipeline.of(DIALECT).evaluate(GOLD, PRED, outcomes=True).outcomes or ()

    def part(start: int, end: int) -> AnalysisPart:
        found = AnalysisPart(Schema.STRICT, most)
        for unit in range(start, end):
            found.add(unit, Sentence(f"sentence {unit}", tuple(TOKENS[unit])), outcomes[unit])
        return found

    whole = part(0, len(GOLD))
    parts = [part(start, end) for start, end in zip((0, *cuts), (*cuts, len(GOLD)), strict=True)]
    merged = AnalysisPart(Schema.STRICT, most)
    for one in data.draw(st.permutations(parts)):
        merged.update(one)
    assert merged.listed() == whole.listed()
    assert merged.cited == whole.cited
    assert list(merged.classes()) == list(whole.classes())
    assert (merged.cells, merged.groups, merged.correct) == (whole.cells, whole.groups, whole.correct)

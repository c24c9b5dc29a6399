"""The benchmark of the search counts what it says; how fast anything is, no test asks."""

from pathlib import Path

from benchmarks.search import added, data, data_table, generated, table


def test_generated_inputs_are_counted_for_each_implementation() -> None:
    searches = generated(["reference:conlleval", "reference:semeval"], 10)
    assert [(one.right, one.examples, one.divergent) for one in searches] == [
        ("reference:conlleval", 10, 0),
        ("reference:semeval", 10, 0),
    ]
    text = table(searches)
    assert "| reference:conlleval | 10 |" in text
    assert text.count("%") == 6


def test_what_the_kit_adds_is_a_share_of_the_library(tmp_path: Path) -> None:
    path = tmp_path / "both.conll"
    path.write_text("a B-PER B-PER\nb O O\n\nc B-LOC O\n", encoding="utf-8")
    (measured,) = data(["reference:conlleval"], path)
    found = measured.search
    assert measured.alone > 0
    assert (found.examples, found.divergent) == (2, 0)
    assert added(found) == found.times.kit / found.times.library
    assert "| reference:conlleval | 2 |" in data_table([measured])

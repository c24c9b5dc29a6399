"""For a paper there are a table, a sentence and an entry to cite; the best number of each column is bold."""

from pathlib import Path

import pytest

import nerconform as nc
from nerconform.reporting.paper_latex import latex, ranking_text
from nerconform.reporting.paper_words import bibtex, measure_words, of_ranking

ROOT = Path(__file__).parents[2]
GOLD = [["B-X", "O"]] * 4
HALF = [["B-X", "O"]] * 2 + [["O", "O"]] * 2
"""Precision 1, recall 1/2, F1 2/3."""
MORE = [["B-X", "B-X"]] * 3 + [["O", "O"]]
"""Precision 3/6, recall 3/4, F1 3/5."""


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("strict.micro.f1", "strict micro F1"),
        ("partial.macro.f0.5", "partial macro F0.5"),
        ("type.type{a.b}.recall", "type recall of a.b"),
    ],
)
def test_a_measure_is_said_in_words(measure: str, words: str) -> None:
    assert measure_words(measure) == words


def test_the_best_number_of_each_column_is_bold() -> None:
    text = ranking_text(nc.rank(GOLD, {"more": MORE, "half_": HALF}, resamples=0))
    rows = [line for line in text.splitlines() if line.startswith("{")]
    assert rows == [
        r"{half\_} & \textbf{100.00} & 50.00 & \textbf{66.67} & 4 \\",
        r"{more} & 50.00 & \textbf{75.00} & 60.00 & 4 \\",
    ]
    assert "system & P & R & F\\textsubscript{1} & support" in text


def test_systems_that_chance_could_have_made_worse_are_marked() -> None:
    ranking = nc.rank(GOLD, {"more": MORE, "half": HALF}, resamples=200)
    text = ranking_text(ranking)
    assert r"{more}\textsuperscript{$\dagger$}" in text
    assert r"$\pm$" in text
    interval = ranking.systems[0].interval
    assert interval is not None
    assert f"% half: {100 * interval.low:.2f} to {100 * interval.high:.2f}" in text


def test_the_table_of_precisions_has_no_column_twice() -> None:
    text = ranking_text(nc.rank(GOLD, {"more": MORE, "half": HALF}, measure="strict.micro.precision", resamples=0))
    assert "system & P & R & support" in text


def test_the_sentence_has_the_signature_and_how_sure_it_is() -> None:
    ranking = nc.rank(GOLD, {"more": MORE, "half": HALF}, resamples=200, seed=7)
    assert of_ranking(ranking) == (
        "strict micro F1 on 4 sentences with 4 gold entities (95 % intervals from 200 bootstrap resamples, seed 7; "
        f"paired randomisation tests with Holm's correction), nerconform {ranking.tool}, "
        f"signature semeval|strict.micro.f1|spec:{ranking.spec}"
    )


def test_the_entry_says_what_the_citation_file_says() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    entry = bibtex(nc.__version__, "1.0")
    assert entry[0] == "@misc{nerconform,"
    for field in ("author = {{The nerconform developers}}", "title = {nerconform: a conformance kit"):
        assert any(field in line for line in entry)
        assert field.partition("{")[2].strip("{}") in cited
    assert f"Version {nc.__version__}, spec 1.0" in entry[3]


def test_latex_prints_every_character() -> None:
    assert latex("a_b&c%d\\") == "a\\_b\\&c\\%d\\textbackslash{}"


def test_names_that_pdflatex_does_not_know_are_announced() -> None:
    assert ranking_text(nc.rank(GOLD, {"日本": MORE, "b": HALF}, resamples=0)).startswith("% Names have characters")
    assert ranking_text(nc.rank(GOLD, {"é": MORE, "b": HALF}, resamples=0)).startswith("% \\usepackage")

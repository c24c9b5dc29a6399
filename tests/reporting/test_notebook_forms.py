"""In a notebook a result shows its numbers, in one line and in HTML; in a data frame it has rows of them."""

import re
import sys
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import nerconform as nc
from nerconform.reporting.frames import NoFrames, frame, rows
from nerconform.reporting.pictures import picture, write_heat_map
from nerconform.reporting.sweep_plot import CannotPlot
from tests.steps import NOTEBOOKS

# Of three gold entities two are found; the third prediction has a type that a careless writer would leave as markup.
GOLD = [["B-X", "O"], ["B-X", "I-X"], ["B-Y", "O"]]
PRED = [["I-X", "O"], ["B-X", "I-X"], ["O", "B-<b>"]]
TOKENS = [["a", "b"], ["c", "d"], ["<b>", "f"]]
TWO_THIRDS = 2 / 3


MADE: dict[str, Callable[[], Any]] = {
    "Evaluation": lambda: nc.evaluate(GOLD, PRED),
    "Comparison": lambda: nc.compare(GOLD, PRED, ["conlleval", "reference:seqeval-strict"], resamples=20, against=GOLD),
    "Run": lambda: nc.check("reference:semeval"),
    "Sweep": lambda: nc.sweep(GOLD, PRED),
    "Identification": lambda: nc.identify("reference:conlleval", kind="decoder"),
    "Analysis": lambda: nc.analyze(GOLD, PRED, tokens=TOKENS),
    "Agreement": lambda: nc.agree({"ann": GOLD, "<b>": PRED}, resamples=20),
    "Confusion": lambda: nc.evaluate(GOLD, PRED, outcomes=True).confusion,
    "SentenceSpans": lambda: nc.draw(["a", "<b>"], GOLD[0], PRED[2]),
    "Ranking": lambda: nc.rank(GOLD, {"<b>": PRED, "gold": GOLD}, resamples=20),
}
"""A result of each public function that has forms."""


@cache
def result(name: str) -> Any:  # noqa: ANN401 - of any kind
    """Return a result by the name of its class."""
    return MADE[name]()


SHOWN = {
    "Evaluation": "precision 66.67, recall 66.67, f1 66.67; tp 2, fp 1, fn 1",
    "Comparison": "strict.micro.f1: ",
    "Run": "reference:semeval: 863 pass",
    "Sweep": "40.00 to 66.67 under 18 policies of IOB2",
    "Identification": "reference:conlleval: lenient",
    "Analysis": "strict: 2 of 3 gold entities correct; 2 errors: missed 1, false positive 1",
    "Agreement": "2 annotators. F1 of the two annotators against each other: 66.67 per cent",
    "Confusion": "strict: no types confused; 1 missed, 1 false positive",
    "SentenceSpans": "gold: X[0,1); prediction: <b>[1,2)",
    "Ranking": "gold 100.00, <b> 66.67",
}


class _Balance(HTMLParser):
    """Follows tags, and fails where one is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"div", "table", "thead", "tbody", "tr", "th", "td", "strong", "code", "details", "summary"}
        assert not any(name.startswith("on") for name, _ in attrs)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", SHOWN)
def test_a_result_is_one_line_with_its_numbers(name: str) -> None:
    line = repr(result(name))
    assert line == str(result(name))
    assert line.startswith(f"<{name} ")
    assert SHOWN[name] in line
    assert "\n" not in line


@pytest.mark.parametrize("name", SHOWN)
def test_the_html_is_whole_and_takes_names_for_text(name: str) -> None:
    page = result(name)._repr_html_()
    balance = _Balance()
    balance.feed(page)
    assert balance.open == []
    assert "<b>" not in page
    assert "http" not in re.sub(r"https?://[^<]*</", "", page)
    if name != "Run":
        assert "<table" in page or name == "Identification"


def test_rows_hold_the_numbers_as_doubles() -> None:
    evaluation = {(row["schema"], row["scope"]): row for row in rows(result("Evaluation"))}
    assert evaluation["strict", "micro"]["f1"] == pytest.approx(TWO_THIRDS)
    assert evaluation["strict", "X"]["tp"] == 2
    ranking = rows(result("Ranking"))
    assert [(row["place"], row["system"], row["value"]) for row in ranking] == [
        (1, "gold", 1.0),
        (2, "<b>", pytest.approx(TWO_THIRDS)),
    ]
    assert sum(row["policies"] for row in rows(result("Sweep"))) == 18
    assert len(rows(nc.sweep(GOLD, PRED, every=True))) == 18
    assert {row["verdict"] for row in rows(result("Run"))} == {"pass"}
    assert rows(result("Identification"))[0]["probe"] == 1
    compared = rows(result("Comparison"))
    assert all(row["difference"] == pytest.approx(row["second"] - row["value"]) for row in compared)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_without_a_library_of_frames_its_name_is_said(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(NoFrames, match=library):
        frame(result("Ranking"), library)


@NOTEBOOKS
@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("name", SHOWN)
def test_a_frame_has_the_rows(name: str, library: str) -> None:
    found = result(name).to_frame(library)
    assert len(found) == len(rows(result(name)))
    assert list(found.columns) == list(rows(result(name))[0])


def test_rows_of_errors_agreement_and_confusion() -> None:
    assert [(row["class"], row["type"]) for row in rows(result("Analysis"))] == [
        ("missed", "Y"),
        ("false positive", "<b>"),
    ]
    assert [(row["first"], row["second"], row["f1"]) for row in rows(result("Agreement"))] == [
        ("ann", "<b>", pytest.approx(TWO_THIRDS)),
    ]
    cells = {(row["gold"], row["pred"]): (row["pairs"], row["cor"]) for row in rows(result("Confusion"))}
    assert cells == {("X", "X"): (2, 2), ("Y", "missed"): (1, 0), ("false positive", "<b>"): (1, 0)}
    assert [row["text"] for row in rows(result("SentenceSpans"))] == ["a", "<b>"]


def test_a_sentence_is_drawn_with_its_spans_below_the_tokens() -> None:
    both: Any = nc.draw(["Ada", "Lovelace", "wrote"], ["B-PER", "I-PER", "O"], [("PER", 0, 1)])
    page = both._repr_html_()
    assert page.count("Lovelace") == 1
    assert "colspan='2'" in page
    assert page.index(">gold<") < page.index(">prediction<")
    gold_only: Any = nc.draw(["Ada"], ["B-PER"])
    assert "prediction" not in gold_only._repr_html_()


def test_an_analysis_and_a_ranking_have_pictures() -> None:
    heat = result("Analysis").plot().figure
    written = {text.get_text() for text in heat.axes[0].texts}
    assert written == {"", "1", "2"}
    assert len(result("Ranking").plot("intervals").figure.axes[0].lines) == 4
    assert len(result("Ranking").plot().figure.axes[0].lines) == 2
    assert result("Ranking").plot()._repr_png_().startswith(b"\x89PNG")
    with pytest.raises(CannotPlot, match="this result has no picture 'heat'"):
        result("Ranking").plot("heat")


def test_a_type_in_chinese_is_drawn_without_a_warning(tmp_path: Path) -> None:
    analysis = nc.analyze([["B-类", "O"]], [["B-类", "B-x"]])
    write_heat_map(analysis, tmp_path / "heat.svg")
    assert "类" in (tmp_path / "heat.svg").read_text(encoding="utf-8")
    assert picture(analysis)._repr_png_().startswith(b"\x89PNG")


def test_an_unknown_library_has_no_frames() -> None:
    with pytest.raises(NoFrames, match="numpy"):
        frame(result("Sweep"), "numpy")

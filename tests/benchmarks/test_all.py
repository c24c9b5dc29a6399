"""The benchmark of every peer: layouts hold the same data, and tables show what was measured."""

import os
import sys
from pathlib import Path

import pytest

from benchmarks.all import PERL, Cost, growth, layouts
from benchmarks.corpus import corpus
from benchmarks.engines import BARE
from benchmarks.files import BARS, COMMENTS, LATIN, LAYOUTS, TABS, WIDE, measured, ours, write_file
from benchmarks.peers import PEERS, STRICT_SEQEVAL
from nerconform.files.score_files import score_files
from nerconform.formats.reader_options import ReaderOptions
from nerconform.reference.named import NAMED

DATA = corpus(2000)
OPTIONS = {
    TABS: ReaderOptions(separator="\t"),
    COMMENTS: ReaderOptions(comment="#"),
    LATIN: ReaderOptions(encoding="latin-1"),
    WIDE: ReaderOptions(encoding="utf-16"),
    BARS: ReaderOptions(separator=" | "),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_holds_the_same_data(layout: str, tmp_path: Path) -> None:
    path = tmp_path / "data.conll"
    write_file(DATA, layout, path)
    options = OPTIONS.get(layout, ReaderOptions())
    found = score_files(path, None, NAMED["conlleval"], options=options, engine="columnar")
    assert found.units == len(DATA.gold)
    assert float(found.evaluation.f1 or 0) == pytest.approx(PEERS["reference conlleval"].run(DATA))
    assert found.evaluation.engine == "columnar"


def test_peers_that_read_tags_alike_find_the_same_score() -> None:
    scores = [peer.run(DATA) for name, peer in PEERS.items() if name not in {BARE, STRICT_SEQEVAL}]
    shares = [score / 100 if score and score > 1 else score for score in scores]
    assert len({round(share or 0, 9) for share in shares}) == 1


def test_a_process_is_measured_from_outside(tmp_path: Path) -> None:
    path = tmp_path / "data.conll"
    write_file(DATA, TABS, path)
    took = measured(ours(path, TABS))
    assert took.seconds > 0
    assert 1 < took.memory < 1000
    with pytest.raises(Exception, match="exit status 2"):
        measured([sys.executable, "-c", "raise SystemExit(2)"], Path(os.devnull))


def test_tables_show_what_was_measured() -> None:
    costs = {"a": [Cost(1000, 1.0), Cost(10_000, 5.0, 7.4)], "b": [Cost(1000, 2.0)]}
    assert growth(costs, [1000, 10_000]).splitlines()[2:] == ["| a | 1 | 5 | 5.0 | 7 |", "| b | 2 | stopped |  |  |"]
    text = layouts({"1000": {"a": [1.0, 2.0, 4.0], PERL: [8.0, 10.0, 40.0]}}, 1000)
    assert "| a | 2.00 | 8.00 (6.50 to 9.00) |" in text

"""The ranking of four real systems; the files lie outside the project, and the page holds only scores."""

from pathlib import Path
from typing import Any

import pytest
from seqeval.metrics import f1_score as seqeval_f1

import nerconform as nc
from nerconform.formats.read import read
from nerconform.formats.record import Record
from nerconform.products.rank.rank_systems import RankTerms, rank_files
from nerconform.reference.measures import Measure
from nerconform.reporting.ranking_view import swap_words, systems, verdict
from nerconform.results.ranking_result import Ranking

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "wnut17"
HAS_CORPUS = CORPUS.is_dir()
PAGE = Path(__file__).parents[2] / "reports" / "rank-wnut17.md"
NAMES = ("arcada", "flytxt", "mic-cis", "sjtu_adapt")


def ranked(measure: str) -> Ranking:
    """Return the ranking of the four systems."""
    terms = RankTerms(nc.dialects()["semeval"], Measure.parse(measure), 0)
    return rank_files(None, [CORPUS / f"{name}.tsv" for name in NAMES], terms)


@pytest.mark.long
@pytest.mark.skipif(not HAS_CORPUS, reason="the corpora are not on this machine")
def test_the_page_says_what_is_found() -> None:
    page = PAGE.read_text(encoding="utf-8").replace("\\", "")
    for measure in ("strict.micro.f1", "partial.macro.f1"):
        found = ranked(measure)
        assert verdict(found) in page
        assert all(swap_words(pair, found) in page for pair in found.swapping)
        assert all(f"| `{row[1]}` | {row[2]} |" in page for row in systems(found).rows)


@pytest.mark.long
@pytest.mark.skipif(not HAS_CORPUS, reason="the corpora are not on this machine")
def test_the_numbers_are_those_of_seqeval() -> None:
    for row in systems(ranked("strict.micro.f1")).rows:
        records = list(read(CORPUS / f"{row[1]}.tsv"))
        gold, pred = ([list(map(str, side or ())) for side in sides] for sides in _sides(records))
        assert row[2] == f"{100 * seqeval_f1(gold, pred):.2f}"


def _sides(records: list[Record]) -> tuple[list[Any], list[Any]]:
    return [record.gold for record in records], [record.pred for record in records]

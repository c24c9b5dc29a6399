"""Real system output through every implementation that is installed: all that differs is explained (KIT-7)."""

from pathlib import Path

import pytest

from nerconform.comparison.data_search import Data, read_data, search_files
from nerconform.comparison.inquiry import inquiries_of
from nerconform.formats.options import ReaderOptions
from nerconform.implementations.registry import resolve

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "wnut17"
PARTS = 8
"""eval4ner looks at every unit for itself: it is asked every eighth."""
EXPECTED = {
    "eval4ner": {"eval4ner.empty-unit-counts-one-of-everything"},
    "nereval": {"nereval.prediction-serves-several"},
}
"""What is found, by library; the others differ nowhere on these data."""
NAMES = ("seqeval", "nervaluate", "seqscore", "conlleval", "iobes", "eval4ner", "nereval", "sklearn-crfsuite")


def data(name: str, every: int) -> Data:
    """Return the units of a system, or every so-manieth of them."""
    found = read_data(CORPUS / name, None, ReaderOptions())
    return Data(found.gold[::every], found.pred[::every], found.places[::every], found.names, found.form)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpora are not on this machine")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("system", ["arcada.tsv", "mic-cis.tsv"])
def test_nothing_is_unexplained_on_the_output_of_a_real_system(system: str, name: str) -> None:
    units = data(system, PARTS if name == "eval4ner" else 1)
    for found in search_files(inquiries_of(resolve(name)), units, "IOB2"):
        assert (found.untried, found.examples, found.unexplained) == ("", len(units.gold), 0)
        assert {each.id for each in found.classes} == EXPECTED.get(name, set())

"""Real system output through every implementation that is installed: all that differs is explained (KIT-7)."""

from pathlib import Path

import pytest

from nerconform.diagnosis.versus import versus_of
from nerconform.formats.reader_options import ReaderOptions
from nerconform.libraries.registry import resolve
from nerconform.products.search.data_search import read_data, search_files
from tests.shares import one_in

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpora" / "wnut17"
EXPECTED = {
    "eval4ner": {"eval4ner.empty-unit-counts-one-of-everything"},
    "nereval": {"nereval.prediction-serves-several"},
    # strict mode without a scheme refuses a unit whose gold is only O, asked alone
    "seqeval": {"seqeval.guess-knows-few-letter-sets"},
}
"""What is found, by library; the others differ nowhere on these data."""
NAMES = ("seqeval", "nervaluate", "seqscore", "conlleval", "iobes", "eval4ner", "nereval", "sklearn-crfsuite")
QUICK = ("conlleval", "iobes", "eval4ner", "nereval")
PAIRS = [
    pytest.param(system, name, marks=[] if name in QUICK else pytest.mark.long)
    for system in ("arcada.tsv", "mic-cis.tsv")
    for name in NAMES
]


@pytest.mark.long
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpora are not on this machine")
@pytest.mark.parametrize(("system", "name"), one_in(3, PAIRS))
def test_nothing_is_unexplained_on_the_output_of_a_real_system(system: str, name: str) -> None:
    units = read_data(CORPUS / system, None, ReaderOptions())
    searches = search_files(versus_of(resolve(name)), units, "IOB2").searches
    for found in searches:
        assert (found.untried, found.examples, found.unexplained) == ("", len(units.gold), 0)
    assert {each.id for found in searches for each in found.classes} == EXPECTED.get(name, set())


@pytest.mark.long
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpora are not on this machine")
@pytest.mark.parametrize("system", ["arcada.tsv", "mic-cis.tsv"])
def test_every_unit_without_an_entity_is_one_on_which_eval4ner_differs(system: str) -> None:
    units = read_data(CORPUS / system, None, ReaderOptions())
    # a prediction that begins with I is an entity, too: only O has none
    empty = sum({*gold, *pred} == {"O"} for gold, pred in zip(units.gold, units.pred, strict=True))
    (found,) = search_files(versus_of(resolve("eval4ner")), units, "IOB2").searches
    assert found.divergent == empty

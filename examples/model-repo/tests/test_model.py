"""The model: its tags are legal, its score is the one in the README, and two metrics agree on it."""

from pathlib import Path

import pytest
from tagger.metrics import compute
from tagger.model import predict, read, train

from nerconform.pytest_plugin import assert_legal, assert_same_score, assert_score

DATA = Path(__file__).parents[1] / "data"
SIGNATURE = "conlleval|strict.micro.f1|spec:1.0"


@pytest.fixture(scope="session")
def sides():
    """Gold and predicted tags of the test set."""
    tokens, gold = read(DATA / "test.conll")
    return gold, predict(train(DATA / "train.conll"), tokens)


def test_predictions_are_legal(sides):
    assert_legal(sides[1], scheme="IOB2")


def test_the_score_is_the_one_that_we_report(sides):
    assert_score(*sides, f1="0.9478", signature=SIGNATURE)


def test_our_metric_gives_what_the_reference_gives(sides, ner_reference):
    assert compute(*sides)["f1"] == pytest.approx(float(ner_reference.evaluate(*sides, dialect="conlleval").f1))
    assert_same_score(compute, "reference:conlleval", *sides)


@pytest.mark.ner_data("data/*.conll", scheme="IOB2")
def test_data():
    """The files are legal IOB2; the plugin looks."""

"""The quirks of sklearn-crfsuite against the library, on drawn corpora and on given labels."""

import pytest
from sklearn_crfsuite import metrics

from nerconform.asking.question import Ask
from tests.libraries.searching import of_tags, search

GIVEN = ("given{B-X}", "given{B-X,I-X}", "given{B-Y,I-Z,X}", "given{accuracy,B-X}")


@pytest.mark.long
def test_whatever_it_answers_is_explained() -> None:
    choices: list[dict[str, str]] = [{}, {"zero": "0"}, {"zero": "1"}]
    choices += [{"labels": labels, "zero": zero} for labels in GIVEN for zero in "01"]
    found = search("sklearn-crfsuite", 120, of_tags(["IOB2", "BIOES"]), choices=choices, asks=list(Ask))
    assert found.unexplained == []
    names = ("no-token-refused", "weights-of-nothing-are-equal", "tag-accuracy-overwritten")
    assert found.classes <= {f"sklearn-crfsuite.{name}" for name in names}


def test_precision_of_a_tag_stands_under_accuracy() -> None:
    """Three of four tokens are right; of the tags that are called accuracy, one of two predicted is."""
    gold, pred = [["accuracy", "O", "O", "O"]], [["accuracy", "accuracy", "O", "O"]]
    report = metrics.flat_classification_report(gold, pred, labels=["accuracy"], output_dict=True)
    assert report["accuracy"] == 0.5

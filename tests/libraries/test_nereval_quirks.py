"""The quirk of nereval against the library, on drawn corpora and on its own worst case."""

import nereval

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.reference.schemes import Scheme
from tests.libraries.searching import of_spans, search


def test_whatever_it_answers_is_explained() -> None:
    found = search("nereval", 400, of_spans())
    assert found.unexplained == []
    assert found.classes == {"nereval.prediction-serves-several"}


def test_precision_is_as_far_above_one_as_there_are_gold_spans() -> None:
    evaluation = QUIRKS["nereval.prediction-serves-several"].pipeline(Scheme.IOB2)
    gold, pred = [("X", 0, 1), ("X", 1, 2), ("X", 2, 3)], [("X", 0, 3)]
    right = nereval.count_correct(
        [nereval.Entity(text, "X", start) for start, text in enumerate("abc")], [nereval.Entity("abc", "X", 0)]
    )
    schemas = evaluation.evaluate([gold], [pred]).schemas
    assert (schemas["exact"].counts.cor, schemas["type"].counts.cor) == right == (0, 3)
    assert schemas["type"].precision == nereval.precision(right[1], 1) == 3

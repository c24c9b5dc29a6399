"""The quirks of nereval against the library, on drawn corpora and on its own worst case."""

import nereval
import pytest

from nerconform.asking.question import Form
from nerconform.diagnosis.versus import versus_of
from nerconform.diagnosis.ways import QuestionKind
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.registry import resolve
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from tests.libraries.searching import of_spans, search


@pytest.mark.long
def test_whatever_it_answers_is_explained() -> None:
    found = search("nereval", 400, of_spans())
    assert found.unexplained == []
    assert found.classes == {"nereval.prediction-serves-several", "nereval.first-right-hides-the-others"}


@pytest.mark.parametrize(
    ("gold", "pred", "causes"),
    [
        ([("X", 0, 1), ("X", 1, 2)], [("X", 0, 2)], ["prediction-serves-several"]),
        # One prediction serves one gold span at most; which of the two is met first decides.
        ([("X", 0, 2)], [("X", 0, 1), ("Y", 0, 2)], ["first-right-hides-the-others"]),
        # Each gold span meets the long prediction first, so that none meets the one that has its text.
        (
            [("X", 0, 1), ("X", 1, 2)],
            [("X", 0, 2), ("X", 0, 1), ("X", 1, 2)],
            ["first-right-hides-the-others", "prediction-serves-several"],
        ),
    ],
)
def test_a_cause_is_named_only_where_its_lines_matter(
    gold: list[tuple[str, int, int]], pred: list[tuple[str, int, int]], causes: list[str]
) -> None:
    (inquiry,) = versus_of(resolve("nereval"))
    gold_spans, pred_spans = ([[Span(*each) for each in unit]] for unit in (gold, pred))
    way = QuestionKind(Form.SPANS, "IOB2")
    divergence = inquiry.look(inquiry.asker.question(way, gold_spans, pred_spans))
    assert divergence is not None
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert sorted(explained.ids) == [f"nereval.{name}" for name in causes]


def test_precision_is_as_far_above_one_as_there_are_gold_spans() -> None:
    evaluation = QUIRKS["nereval.prediction-serves-several"].pipeline(Scheme.IOB2)
    gold, pred = [("X", 0, 1), ("X", 1, 2), ("X", 2, 3)], [("X", 0, 3)]
    right = nereval.count_correct(
        [nereval.Entity(text, "X", start) for start, text in enumerate("abc")], [nereval.Entity("abc", "X", 0)]
    )
    schemas = evaluation.evaluate([gold], [pred]).schemas
    assert (schemas["exact"].counts.cor, schemas["type"].counts.cor) == right == (0, 3)
    assert schemas["type"].precision == nereval.precision(right[1], 1) == 3

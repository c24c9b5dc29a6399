"""The quirks of eval4ner against the library, on drawn corpora."""

from itertools import product

import pytest
from eval4ner import muc

from nerconform.asking.question import Form
from nerconform.diagnosis.versus import versus_of
from nerconform.diagnosis.ways import QuestionKind
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.registry import resolve
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from tests.libraries.searching import of_spans, search

ALIGNED = ("type-before-bounds", "type-first-in-every-schema", "first-not-closest")
TEXT = "w0 w1 w2"


def test_one_alignment_is_that_of_all_schemas() -> None:
    """Every pair of two spans of two types on each side, within three tokens: all counts but MIS."""
    quirk = QUIRKS["eval4ner.type-first-in-every-schema"]
    pipeline = quirk.change(Pipeline.of(quirk.dialect(Scheme.IOB2).set(pool="corpus")))
    spans = [Span(kind, start, end) for kind in "XY" for start in range(3) for end in range(start + 1, 4)]
    units = [[*pair] for pair in product(spans, repeat=2)]
    for gold, pred in product(units[::25], units):
        found = muc.evaluate_one(*([(span.type, _text(span)) for span in unit] for unit in (pred, gold)), TEXT)
        evaluation = pipeline.evaluate([gold], [pred])
        for schema, result in evaluation.schemas.items():
            counts, there = result.counts, found[schema]
            expected = [there[word] for word in ("correct", "incorrect", "partial", "spurius", "actual")]
            assert [counts.cor, counts.inc, counts.par, counts.spu, counts.act] == expected, (gold, pred, schema)


def _text(span: Span) -> str:
    return " ".join(TEXT.split()[span.start : span.end])


@pytest.mark.parametrize(
    ("gold", "pred", "cause"),
    [
        # In `type` the first prediction takes the first X, not the closest.
        ([("X", 0, 3), ("X", 3, 6)], [("X", 2, 6), ("X", 0, 1)], "first-not-closest"),
        # In `type` the first prediction takes the gold span of its bounds, not the first that it overlaps.
        ([("Z", 0, 1), ("Y", 0, 2)], [("X", 0, 2), ("Y", 0, 1)], "type-first-in-every-schema"),
        # In `exact` and `partial` the first prediction takes the gold span of its type, not the first.
        ([("Y", 0, 2), ("Z", 1, 2)], [("Z", 1, 3), ("X", 0, 2)], "type-before-bounds"),
    ],
)
def test_a_facet_is_named_only_where_it_is_enough(
    gold: list[tuple[str, int, int]], pred: list[tuple[str, int, int]], cause: str
) -> None:
    (inquiry,) = versus_of(resolve("eval4ner"))
    gold_spans, pred_spans = ([[Span(*each) for each in unit]] for unit in (gold, pred))
    divergence = inquiry.look(inquiry.asker.question(QuestionKind(Form.SPANS, "IOB2"), gold_spans, pred_spans))
    assert divergence is not None
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert explained.ids == (f"eval4ner.{cause}",)


@pytest.mark.parametrize(
    ("mode", "own"),
    [
        pytest.param("eval4ner", (), marks=pytest.mark.long),
        pytest.param("eval4ner:words", ("first-occurrence-stands-for-all",), marks=pytest.mark.long),
    ],
)
def test_whatever_it_answers_is_explained(mode: str, own: tuple[str, ...]) -> None:
    found = search(mode, 500, of_spans(), choices=[{}, {"pool": "mean"}])
    assert found.unexplained == []
    rest = ("missed-by-another-alignment", "empty-unit-counts-one-of-everything", "division-by-no-unit")
    assert found.classes == {f"eval4ner.{name}" for name in (*ALIGNED, *rest, *own)}

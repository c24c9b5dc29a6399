"""Drawings: spans over tokens as rows of cells, whatever the spans; and both readings of real divergences."""

from hypothesis import given
from hypothesis import strategies as st

from nerconform.asking.question import Form, Question
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.reference.signature import parse_dialect
from nerconform.reporting.web.line_drawing import MOST_TOKENS, Cell, Line, cut, draw, input_drawing
from nerconform.results.values import Mismatch, RawInput, SpanRecord, SpansObserved
from nerconform.suite.case_runs import by_library, by_rule

A_TWO = SpanRecord("A", 0, 2)
SPANS = st.builds(
    lambda kind, start, length: SpanRecord(kind, start, start + length),
    st.sampled_from("AB"),
    st.integers(0, 12),
    st.integers(1, 6),
)


def test_a_span_is_a_cell_as_wide_as_its_tokens() -> None:
    drawing = draw([Line("gold", "the rule", "rule", (SpanRecord("PER", 1, 3),))], 4)
    assert drawing.heads == ("0", "1", "2", "3")
    assert drawing.rows[0].cells == (Cell(), Cell("PER", 2, span=True), Cell())


def test_spans_that_overlap_stand_in_rows_of_their_own() -> None:
    spans = (SpanRecord("A", 0, 3), SpanRecord("B", 1, 2), SpanRecord("C", 3, 4))
    rows = draw([Line("gold", "the rule", "rule", spans)], 4).rows
    assert [[cell.text for cell in row.cells if cell.span] for row in rows] == [["A", "C"], ["B"]]


def test_no_span_and_no_token_are_said() -> None:
    assert draw([Line("gold", "the rule", "rule")], 2).rows[0].note == "no span"
    assert draw([Line("gold", "the rule", "rule")], 0).rows[0].note == "no tokens"


@given(st.lists(SPANS, max_size=8), st.integers(0, 20))
def test_every_row_is_as_wide_as_the_unit_and_every_span_inside_is_drawn_once(
    spans: list[SpanRecord], length: int
) -> None:
    drawing = draw([Line("gold", "the rule", "rule", tuple(spans))], length)
    for row in drawing.rows:
        assert row.note or sum(cell.width for cell in row.cells) == min(length, MOST_TOKENS)
    drawn = sum(cell.span for row in drawing.rows for cell in row.cells)
    assert drawn == sum((span.start or 0) < min(length, MOST_TOKENS) for span in spans)


def test_a_long_text_is_cut_and_says_so() -> None:
    assert cut("x" * 10_000) == "x" * 40 + "… (10000 characters)"


def test_a_discontinuous_span_is_drawn_piece_by_piece_and_one_without_bounds_is_not() -> None:
    spans = (SpanRecord("A", 0, 4, pieces=((0, 1), (3, 4))), SpanRecord("B", text="Ada"))
    (row,) = draw([Line("gold", "the rule", "rule", spans)], 4).rows
    assert row.cells == (Cell("A", 1, span=True), Cell(), Cell(), Cell("A", 1, span=True))


def test_a_long_unit_is_cut_and_says_so() -> None:
    drawing = draw([Line("gold", "tags", "tags", tags=("O",) * 1000)], 1000)
    assert (len(drawing.heads), drawing.more) == (MOST_TOKENS, 1000 - MOST_TOKENS)


def test_bad_input_is_text() -> None:
    assert input_drawing(RawInput("3"), (("O",),)).raw == ("gold  3", "pred  O")
    assert input_drawing((RawInput("None"),), (("O",),)).raw == ("gold  None", "pred  O")


def test_both_readings_are_drawn_where_a_quirk_says_how_the_library_reads() -> None:
    """Strict seqeval strips hyphens from types, so that -PER and PER are one type to it."""
    question = Question([["B--PER", "B-PER"]], [["B-PER", "B--PER"]], Form.TAGS)
    dialect = parse_dialect("seqeval-strict,scheme:IOB2")
    quirk = QUIRKS["seqeval.hyphens-stripped-from-types"]
    found = [by_rule(question, dialect), by_library(question, dialect, [quirk], "seqeval:strict")]
    read = [one for one in found if one]
    (drawing,) = input_drawing((("B--PER", "B-PER"),), (("B-PER", "B--PER"),), read).drawings
    shown = [(row.side, row.label, [cell.text for cell in row.cells]) for row in drawing.rows]
    assert shown == [
        ("gold", "tags", ["B--PER", "B-PER"]),
        ("gold", "the rule", ["-PER", "PER"]),
        ("gold", "seqeval:strict", ["PER", "PER"]),
        ("prediction", "tags", ["B-PER", "B--PER"]),
        ("prediction", "the rule", ["PER", "-PER"]),
        ("prediction", "seqeval:strict", ["PER", "PER"]),
    ]


def test_what_a_library_gave_itself_stands_in_place_of_its_predicted_spans() -> None:
    question = Question([["B-A", "I-A"]], [["B-A", "I-A"]], Form.TAGS)
    given = Mismatch("spans.pred[0]", SpansObserved((A_TWO,)), SpansObserved((SpanRecord("A", 0, 1),)))
    found = by_library(question, parse_dialect("conlleval"), [], "mylib", [given])
    assert found is not None
    assert (found.gold, found.pred) == ((SpansObserved((A_TWO,)),), (SpansObserved((SpanRecord("A", 0, 1),)),))


def test_a_refusal_stands_in_place_of_spans() -> None:
    question = Question([["O"]], [["I-A"]], Form.TAGS)
    found = by_rule(question, parse_dialect("conlleval,policy:refuse"))
    assert found is not None
    (drawing,) = input_drawing((("O",),), (("I-A",),), [found]).drawings
    assert drawing.rows[-1].note == "refused: IllegalTransition"
    assert by_rule(question, None) is None

"""Drawings: spans over tokens as rows of cells, whatever the spans; and both readings of real divergences."""

from hypothesis import given
from hypothesis import strategies as st

from nerconform.reference.spans import Span
from nerconform.reporting.web.drawn_spans import library, quirk_of, rule, sketch
from nerconform.reporting.web.line_drawing import MOST_TOKENS, Cell, Line, cut, draw, spans_of, spelled

SPANS = st.builds(
    lambda kind, start, length: Span(kind, start, start + length),
    st.sampled_from("AB"),
    st.integers(0, 12),
    st.integers(1, 6),
)


def test_a_span_is_a_cell_as_wide_as_its_tokens() -> None:
    drawing = draw([Line("gold", "the rule", "rule", (Span("PER", 1, 3),))], 4)
    assert drawing.heads == ("0", "1", "2", "3")
    assert drawing.rows[0].cells == (Cell(), Cell("PER", 2, span=True), Cell())


def test_spans_that_overlap_stand_in_rows_of_their_own() -> None:
    spans = (Span("A", 0, 3), Span("B", 1, 2), Span("C", 3, 4))
    rows = draw([Line("gold", "the rule", "rule", spans)], 4).rows
    assert [[cell.text for cell in row.cells if cell.span] for row in rows] == [["A", "C"], ["B"]]


def test_no_span_and_no_token_are_said() -> None:
    assert draw([Line("gold", "the rule", "rule")], 2).rows[0].note == "no span"
    assert draw([Line("gold", "the rule", "rule")], 0).rows[0].note == "no tokens"


@given(st.lists(SPANS, max_size=8), st.integers(0, 20))
def test_every_row_is_as_wide_as_the_unit_and_every_span_inside_is_drawn_once(spans: list[Span], length: int) -> None:
    drawing = draw([Line("gold", "the rule", "rule", tuple(spans))], length)
    for row in drawing.rows:
        assert row.note or sum(cell.width for cell in row.cells) == min(length, MOST_TOKENS)
    drawn = sum(cell.span for row in drawing.rows for cell in row.cells)
    assert drawn == sum(span.start < min(length, MOST_TOKENS) for span in spans)


def test_units_are_read_back_as_a_run_writes_them() -> None:
    assert spelled("B-PER O").tags == ("B-PER", "O")
    assert spelled("PER[0,2) LOC[3,4)").spans == (Span("PER", 0, 2), Span("LOC", 3, 4))
    assert spelled("(empty)").length == 0
    assert spelled("['B-a b']").raw == "['B-a b']"
    assert spans_of("none") == ()
    assert spans_of("B-PER O") is None
    assert cut("x" * 10_000) == "x" * 40 + "… (10000 characters)"


def test_a_long_unit_is_cut_and_says_so() -> None:
    drawing = draw([Line("gold", "tags", "tags", tags=("O",) * 1000)], 1000)
    assert (len(drawing.heads), drawing.more) == (MOST_TOKENS, 1000 - MOST_TOKENS)


def test_both_readings_are_drawn_where_a_quirk_says_how_the_library_reads() -> None:
    """Strict seqeval strips hyphens from types, so that -PER and PER are one type to it."""
    dialect = "seqeval-strict,scheme:IOB2"
    quirk = quirk_of("hyphens-stripped-from-types", "seqeval:strict", "seqeval 1.2.2")
    assert quirk is not None

    def readers(sides: tuple[object, object]) -> list:  # type: ignore[type-arg]
        return [rule(dialect), library(dialect, [quirk], sides, "seqeval:strict")]

    (drawing,) = sketch(["B--PER B-PER"], ["B-PER B--PER"], readers, {}).drawings
    shown = [(row.side, row.label, [cell.text for cell in row.cells]) for row in drawing.rows]
    assert shown == [
        ("gold", "tags", ["B--PER", "B-PER"]),
        ("gold", "the rule", ["-PER", "PER"]),
        ("gold", "seqeval:strict", ["PER", "PER"]),
        ("prediction", "tags", ["B-PER", "B--PER"]),
        ("prediction", "the rule", ["PER", "-PER"]),
        ("prediction", "seqeval:strict", ["PER", "PER"]),
    ]


def test_what_a_library_said_itself_stands_in_place_of_its_predicted_reading() -> None:
    def readers(sides: tuple[object, object]) -> list:  # type: ignore[type-arg]
        return [library("conlleval", [], sides, "mylib")]

    (drawing,) = sketch(["B-A I-A"], ["B-A I-A"], readers, {"spans.pred[0]": "A[0,1)"}).drawings
    cells = {(row.side, row.label): [cell.text for cell in row.cells] for row in drawing.rows}
    assert cells["gold", "mylib"] == ["A"]
    assert cells["prediction", "mylib"] == ["A", ""]


def test_a_reading_that_is_refused_says_so() -> None:
    found = rule("conlleval,policy:refuse")
    (drawing,) = sketch(["O"], ["I-A"], lambda _: [found] if found else [], {}).drawings
    assert drawing.rows[-1].note == "refused: IllegalTransition"
    assert rule("no dialect at all") is None

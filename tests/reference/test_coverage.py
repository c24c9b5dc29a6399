"""Coverage: which span answers one that asks, and how many of its tokens are covered (MAT-17, MAT-18)."""

import pytest

import nerconform as nc
from nerconform.reference.coverage import both_sides_ask
from nerconform.reference.outcomes import AskedRow, Schema
from nerconform.reference.spans import Span, span_of_pieces

Answer = tuple[Span | None, int]
"""The span that answers, and how many tokens of the span that asks are covered."""
STRICT, PARTIAL, TYPE = Schema.STRICT, Schema.PARTIAL, Schema.TYPE


def answers(gold: list[Span], pred: list[Span], schema: Schema, **choices: str) -> tuple[list[Answer], list[Answer]]:
    """Return what the gold spans are answered, and what the predictions are, in their order."""
    dialect = nc.Dialect().set(align="two-sided", **choices)
    rows = both_sides_ask(dialect, gold, pred, [schema])[schema]
    found: tuple[list[Answer], list[Answer]] = ([], [])
    for row in rows:
        assert isinstance(row, AskedRow)
        found[0 if row.gold_asks else 1].append((row.pred if row.gold_asks else row.gold, row.covered))
    asked = [row.own for row in rows if isinstance(row, AskedRow)]
    assert asked == [*gold, *pred]
    return found


def x(start: int, end: int) -> Span:
    return Span("X", start, end)


LONG, SHORT = x(0, 4), x(2, 4)
"""SHORT covers half of LONG, and LONG all of SHORT."""
NOTHING: Answer = (None, 0)


@pytest.mark.parametrize(
    ("gold", "pred", "overlap", "is_enough"),
    [
        (LONG, SHORT, "any", True),
        (LONG, SHORT, "gold:50%", True),  # 2 of the 4 gold tokens
        (LONG, SHORT, "gold:51%", False),
        (SHORT, LONG, "gold:100%", True),  # both gold tokens
        (LONG, SHORT, "union:50%", True),  # 2 of 4 tokens
        (SHORT, LONG, "union:51%", False),
        (x(0, 3), x(2, 5), "union:20%", True),  # 1 of 5 tokens
        (x(0, 3), x(2, 5), "union:21%", False),
        (x(0, 2), x(2, 4), "any", False),
    ],
)
@pytest.mark.parametrize("cover", ["single", "joint"])
def test_two_spans_answer_each_other_if_they_overlap_enough_whoever_asks(
    cover: str, gold: Span, pred: Span, overlap: str, *, is_enough: bool
) -> None:
    shared = min(gold.end, pred.end) - max(gold.start, pred.start)
    expected = ([(pred, shared)], [(gold, shared)]) if is_enough else ([NOTHING], [NOTHING])
    assert answers([gold], [pred], PARTIAL, overlap=overlap, cover=cover) == expected


def test_a_type_that_differs_answers_in_no_schema_of_types() -> None:
    other = Span("Y", 0, 4)
    for schema in (STRICT, TYPE, Schema.PARTIAL_TYPE, Schema.LEFT, Schema.RIGHT):
        assert answers([LONG], [other], schema) == ([NOTHING], [NOTHING])
    for schema in (Schema.EXACT, PARTIAL):
        assert answers([LONG], [other], schema) == ([(other, 4)], [(LONG, 4)])


@pytest.mark.parametrize(
    ("schema", "cover", "expected"),
    [
        # One of the two alone covers at most 3 of the 6 tokens, both together 5.
        (PARTIAL, "single", NOTHING),
        (PARTIAL, "joint", (x(0, 3), 5)),
        (TYPE, "single", NOTHING),
        (TYPE, "joint", (x(0, 3), 5)),
        (STRICT, "joint", NOTHING),
        (Schema.LEFT, "joint", NOTHING),  # a schema of bounds looks at each span by itself
    ],
)
def test_together_spans_cover_more_than_each_alone(schema: Schema, cover: str, expected: Answer) -> None:
    pred = [x(0, 3), x(4, 6)]
    assert answers([x(0, 6)], pred, schema, overlap="gold:80%", cover=cover)[0] == [expected]


@pytest.mark.parametrize(("percent", "is_enough"), [(83, True), (84, False)])
def test_what_answers_together_has_to_share_the_percentage(percent: int, *, is_enough: bool) -> None:
    """The predictions hold 5 of the 6 tokens, 83.3 %: of the gold span, and of all tokens of both sides."""
    for of in ("gold", "union"):
        (found,), _ = answers([x(0, 6)], [x(0, 3), x(4, 6)], PARTIAL, overlap=f"{of}:{percent}%", cover="joint")
        assert found == ((x(0, 3), 5) if is_enough else NOTHING)


def test_tokens_of_the_others_outside_count_in_the_union() -> None:
    """[0,4) shares 2 tokens with [2,6), and both have 6: a third. The prediction asks of the gold spans alike."""
    for percent, is_enough in ((33, True), (34, False)):
        choices = {"overlap": f"union:{percent}%", "cover": "joint"}
        expected = ([(x(2, 6), 2)], [(x(0, 4), 2)]) if is_enough else ([NOTHING], [NOTHING])
        assert answers([x(0, 4)], [x(2, 6)], PARTIAL, **choices) == expected


def test_where_a_prediction_asks_of_all_gold_spans_the_percentage_is_of_their_tokens() -> None:
    """[0,2) and [3,9) have 8 tokens, of which the prediction [0,5) holds 4."""
    gold, pred = [x(0, 2), x(3, 9)], [x(0, 5)]
    for percent, expected in ((50, (x(0, 2), 4)), (51, NOTHING)):
        assert answers(gold, pred, PARTIAL, overlap=f"gold:{percent}%", cover="joint")[1] == [expected]


def test_each_side_has_a_rule_of_its_own() -> None:
    """Together the spans of either side are enough, and none is by itself."""
    gold, pred = [x(0, 6)], [x(0, 3), x(4, 6)]
    for cover, expected in (("Psingle,Rjoint", (x(0, 3), 5)), ("Pjoint,Rsingle", NOTHING)):
        assert answers(gold, pred, PARTIAL, overlap="gold:80%", cover=cover)[0] == [expected]
        assert answers(pred, gold, PARTIAL, overlap="union:80%", cover=cover)[1] == [
            (x(0, 3), 5) if cover.startswith("Pj") else NOTHING
        ]


def test_of_several_the_first_one_that_is_right_answers_else_the_first_with_credit_and_the_longest_cover_counts() -> (
    None
):
    near = [x(0, 1), x(1, 4)]
    assert answers([LONG], near, PARTIAL)[0] == [(x(0, 1), 3)]
    assert answers([LONG], near, PARTIAL, cover="joint")[0] == [(x(0, 1), 4)]
    assert answers([LONG], [*near, LONG], PARTIAL)[0] == [(LONG, 4)]
    assert answers([LONG], near, TYPE)[0] == [(x(0, 1), 3)]
    assert answers([LONG], near, Schema.RIGHT)[0] == [(x(1, 4), 3)]
    assert answers([LONG], near, STRICT)[0] == [NOTHING]


def test_equal_bounds_are_always_enough() -> None:
    """Together [0,4) and [3,13) have 13 tokens, of which [0,4) holds 4: less than half. [0,4) alone is right."""
    pred = [x(3, 13), LONG]
    for cover in ("single", "joint"):
        assert answers([LONG], pred, PARTIAL, overlap="union:50%", cover=cover)[0] == [(LONG, 4)]
    assert answers([LONG], [x(3, 13)], PARTIAL, overlap="union:50%", cover="joint")[0] == [NOTHING]


def test_of_a_span_in_pieces_the_tokens_of_its_pieces_are_covered() -> None:
    pieced = span_of_pieces("X", ((0, 2), (5, 8)))
    assert answers([pieced], [x(1, 6)], PARTIAL) == ([(x(1, 6), 2)], [(pieced, 2)])
    assert answers([pieced], [x(2, 5)], PARTIAL) == ([NOTHING], [NOTHING])

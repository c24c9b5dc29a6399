"""Two paths part at the first step at which they give two results (KIT-6)."""

import pytest

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Step
from nerconform.products.search.first_difference import first_difference
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from nerconform.results.search_result import FirstDifference


@pytest.mark.parametrize(
    ("choices", "quirk", "gold", "pred", "step"),
    [
        ({"policy": "discard"}, "", "B-X I-X", "I-X I-X", Step.DECODE),
        ({"bare": "untyped"}, "", "B-X", "B", Step.PARSE),
        ({"labels": "gold"}, "", "B-X O", "B-X B-Y", Step.FILTER),
        ({"align": "phased"}, "", "B-X I-X", "B-X O", Step.MATCH),
        ({"zero": "1"}, "", "O", "O", Step.SCORE),
        ({}, "seqeval.text-report-without-entities", "O", "O", Step.COUNT),
        ({}, "seqeval.no-units-refused", "", "", Step.PARSE),
    ],
)
def test_two_paths_part_at_the_first_step_that_differs(
    choices: dict[str, str], quirk: str, gold: str, pred: str, step: Step
) -> None:
    one, other = ([tags.split()] if gold else [] for tags in (gold, pred))
    dialect = NAMED["conlleval"]
    left, right = Pipeline.of(dialect), Pipeline.of(dialect.set(**choices))
    right = QUIRKS[quirk].change(right) if quirk else right
    found = first_difference(one, other, left, right)
    assert found is not None
    assert found.step == step
    assert found.left != found.right


@pytest.mark.parametrize(
    ("quirk", "gold", "pred", "first"),
    [
        # A path that puts an O behind each unit reads the tag as the other one does; it decodes it otherwise.
        ("seqeval.dot-is-outside", "O", ".-X", (Step.DECODE, "X[0,1)", "none")),
        # The walk has no spans; it hands tokens on to itself, and counts.
        ("conlleval.o-with-a-type-is-outside", "O", "O-X", (Step.COUNT, "tp 0, fp 1, fn 0", "tp 0, fp 0, fn 0")),
        # Validation says what becomes of a tag when all of its unit are read.
        ("seqscore.type-missing-asserted", "O", "B-", (Step.PARSE, "refused: MalformedTag", "B-")),
    ],
)
def test_what_a_quirk_hands_on_to_itself_is_not_shown_as_a_result(
    quirk: str, gold: str, pred: str, first: tuple[Step, str, str]
) -> None:
    base = QUIRKS[quirk].dialect(Scheme.IOB2)
    assert first_difference(
        [[gold]], [[pred]], Pipeline.of(base), QUIRKS[quirk].pipeline(Scheme.IOB2)
    ) == FirstDifference(*first)


def test_equal_paths_do_not_part() -> None:
    pipeline = Pipeline.of(NAMED["conlleval"])
    assert first_difference([["B-X"]], [["I-X"]], pipeline, Pipeline.of(NAMED["conlleval"])) is None


@pytest.mark.parametrize(
    ("quirk", "pred", "left", "right"),
    [
        ("conlleval.untyped-has-no-row", ["I"], "rows: (no type)", "rows: none"),
        ("seqeval.row-overwritten-by-an-average", ["I-micro avg"], "rows: micro avg", "rows: none"),
    ],
)
def test_what_parts_in_its_rows_alone_shows_the_rows(quirk: str, pred: list[str], left: str, right: str) -> None:
    path = Pipeline.of(NAMED["conlleval"].set(bare="untyped"))
    found = first_difference([["O"]], [pred], path, QUIRKS[quirk].change(path))
    assert found is not None
    assert (found.step, found.left, found.right) == (Step.COUNT, left, right)


def test_what_parts_in_another_schema_shows_that_schema() -> None:
    # eval4ner takes the type first in every schema: strictly both are wrong, by bounds the second gold span is right.
    gold, pred = [[Span("X", 0, 1), Span("Y", 0, 2)]], [[Span("X", 0, 2)]]
    quirk = QUIRKS["eval4ner.type-before-bounds"]
    found = first_difference(gold, pred, Pipeline.of(quirk.dialect(Scheme.IOB2)), quirk.pipeline(Scheme.IOB2))
    assert found is not None
    assert found.step == Step.MATCH
    assert found.left != found.right
    assert found.right.startswith("exact: ")

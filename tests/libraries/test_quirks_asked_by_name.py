"""Quirks of modes that are asked by their names alone: a short search finds each, and leaves nothing unexplained."""

from importlib import metadata

import pytest
from packaging.version import Version

from nerconform.asking.question import Ask, Form
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Given, LibraryRaises
from nerconform.libraries.registry import resolve
from nerconform.products.search.random_search import Budget
from nerconform.products.search.random_search import search as differ
from nerconform.reference.counting import Counts
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from tests.libraries.searching import answer_of, explained, of_tags, search

IS_ONE = Version(metadata.version("nervaluate")).major == 1
FOUND = {
    "seqeval:default:BILOU": "unknown-letters",
    "seqeval:strict:none": "strict-without-scheme-is-lenient",
    "seqeval:scheme": "scheme-without-mode-is-ignored",
    "seqeval:scheme:name": "name-of-a-scheme-crashes",
    "seqeval:tuples": "accuracy-of-tuples-is-of-sentences",
    "seqeval:arrays": "units-that-are-no-lists-are-refused",
    "seqeval:strict:entities": "hyphens-stripped-from-types",
    "seqeval:sample-weight": "sample-weight-changes-nothing",
    "seqeval:performance-measure": "wrong-tag-is-no-false-negative",
    "sklearn-crfsuite:sequences": "sequences-of-one-length-count-by-items",
    "sklearn-crfsuite:no-average": "average-is-binary",
}
OF_ONE = {
    "nervaluate:auto": "first-unit-without-span-crashes",
    "nervaluate:conll": "empty-units-at-the-end-are-lost",
    "nervaluate:conll:columns": "conll-reads-the-second-column",
    "nervaluate:conll:blanks": "conll-takes-tabs-alone",
    "nervaluate:conll:returns": "carriage-return-belongs-to-the-tag",
    "nervaluate:ends": "ends-are-inclusive",
}
OF_ZERO = {
    "nervaluate:again": "second-evaluation-adds-to-the-first",
    "nervaluate:conll:columns": "conll-takes-the-second-column-for-the-tag",
    "nervaluate:conll:blanks": "conll-without-tabs-crashes",
    "nervaluate:conll:returns": "carriage-return-is-a-type",
    "nervaluate:again:tags": "second-evaluation-of-tags-crashes",
    "nervaluate:auto": "tags-without-a-loader-crash",
    "nervaluate:ends": "ends-are-inclusive",
}
FOUND |= OF_ONE if IS_ONE else OF_ZERO


@pytest.mark.long
@pytest.mark.parametrize("name", FOUND)
def test_diff_finds_the_cause_without_being_told_the_input(name: str) -> None:
    (found,) = differ(resolve(name), budget=Budget(120), seeded=1).searches
    assert found.unexplained == 0
    assert f"{name.partition(':')[0]}.{FOUND[name]}" in {cause.id for each in found.classes for cause in each.causes}


@pytest.mark.long
@pytest.mark.parametrize("name", ["seqeval:strict:none", "seqeval:scheme"])
def test_whatever_is_not_strict_is_default_mode(name: str) -> None:
    asks = list(Ask) if name == "seqeval:scheme" else [Ask.SCORES]
    choices = [{}, {"affix": "suffix"}, {"zero": "1"}]
    found = search(name, 60, of_tags(["IOB2", "IOE2", "BIOES", "BILOU"]), choices=choices, asks=asks)
    assert found.unexplained == []


UNCHECKED = [
    ([["B-X", "O"]], [["B-X"]]),
    (["B-X", "O"], ["B-X", "O"]),
    ([["B-X"], "O"], [["B-X"], ["O"]]),
    ([["", "O"]], [["", "B-X"]]),
    ([[7, "O"]], [[7, None]]),
]


@pytest.mark.parametrize(("gold", "pred"), UNCHECKED)
def test_whatever_the_counts_of_tokens_are_handed_is_explained(gold: object, pred: object) -> None:
    name = "seqeval:performance-measure"
    assert answer_of(name, gold, pred, form=Form.RAW) == "Answer"
    assert explained(name, gold, pred, form=Form.RAW) == ["seqeval.counts-of-unchecked-input"]


@pytest.mark.parametrize(
    ("delimiter", "gold", "pred", "causes"),
    [
        ("_", "B_X I_X O B_Y", "B_X I_X O O", []),
        ("_", "B_X_", "B_X", ["seqeval.hyphens-stripped-from-types"]),
        ("_", "B_-X-", "B-X", []),
        ("_", "BX_Y", "O", ["seqeval.type-is-all-beside-the-letter"]),
        ("--", "B-X", "B--X", ["seqeval.hyphens-stripped-from-types"]),
    ],
)
def test_entities_strips_whatever_the_delimiter_is_made_of(
    delimiter: str, gold: str, pred: str, causes: list[str]
) -> None:
    units = [gold.split()], [(pred.split() + ["O"] * 4)[: len(gold.split())]]
    assert explained("seqeval:strict:entities", *units, choices={"delimiter": delimiter}) == causes


@pytest.mark.parametrize(
    ("gold", "pred", "causes"),
    [
        ([["B-X"], ["O"]], [["B-X"]], ["seqeval.accuracy-stops-at-the-shorter-side"]),
        ([["O"]], [["O", "B-X"]], ["seqeval.accuracy-stops-at-the-shorter-side"]),
        (["B-X", "O"], ["B-X", "B-X"], ["seqeval.accuracy-of-unchecked-input"]),
        ([["B", "O"], "BO"], [["B", "O"], "BI"], ["seqeval.accuracy-of-unchecked-input"]),
        ([[7, None]], [[7, "O"]], ["seqeval.accuracy-of-unchecked-input"]),
        ([["O"], None], [["O"], None], ["seqeval.accuracy-of-unchecked-input"]),
        ([[]], [["O"]], ["seqeval.accuracy-of-nothing", "seqeval.accuracy-stops-at-the-shorter-side"]),
    ],
)
def test_whatever_the_accuracy_is_handed_is_explained(gold: object, pred: object, causes: list[str]) -> None:
    assert explained("seqeval:default", gold, pred, form=Form.RAW, choices={"item": "token"}) == causes


@pytest.mark.parametrize(("gold", "pred"), [([["O"]], [None]), ([["O"], 7], [["O"], ["O"]])])
def test_the_counts_of_tokens_crash_at_what_is_no_unit(gold: object, pred: object) -> None:
    assert answer_of("seqeval:performance-measure", gold, pred, form=Form.RAW) == "TypeError"
    quirk = QUIRKS["seqeval.counts-of-unchecked-input"]
    given = Given(gold, pred, quirk.dialect(Scheme.IOB2))
    with pytest.raises(LibraryRaises, match="TypeError"):
        quirk.on(given)(Pipeline.of(given.dialect)).evaluate([["O"]], [["O"]])


def test_a_second_evaluation_of_0_x_counts_everything_twice() -> None:
    quirk = QUIRKS["nervaluate.second-evaluation-adds-to-the-first"]
    evaluation = quirk.pipeline(Scheme.IOB2).evaluate([["B-X", "O", "B-X"]], [["B-X", "B-Y", "O"]])
    assert evaluation.schemas[Schema.STRICT].counts == Counts(cor=2, mis=2, spu=2)
    assert evaluation.precision == evaluation.recall == pytest.approx(0.5)


def test_the_second_column_of_0_x_is_a_type_that_only_a_caller_can_list() -> None:
    quirk = QUIRKS["nervaluate.conll-takes-the-second-column-for-the-tag"]
    dialect = quirk.dialect(Scheme.IOB2)
    for tag, counted in (("B-X", 0), ("B-", 1)):
        data = [[tag, "O"]], [[tag, "O"]]
        pipeline = quirk.on(Given(*data, dialect))(Pipeline.of(dialect))
        assert pipeline.evaluate(*data).counts.tp == counted


@pytest.mark.skipif(not IS_ONE, reason="0.x answers otherwise")
@pytest.mark.parametrize(
    ("units", "counted"),
    [
        # The last line alone has no carriage return behind it, so its tag is a span of a type that is listed.
        (["B-X I-X"], 1),
        (["B-X O"], 0),
        (["B-X", "B-X"], 1),
        (["B-X", ""], 1),
        (["O B-X"], "ValueError"),
        (["O", "B-X"], "ValueError"),
        (["", ""], 0),
    ],
)
def test_of_a_file_of_windows_the_last_line_is_left(units: list[str], counted: int | str) -> None:
    data = [unit.split() for unit in units]
    quirk = QUIRKS["nervaluate.carriage-return-belongs-to-the-tag"]
    pipeline = quirk.on(Given(data, data, quirk.dialect(Scheme.IOB2)))(Pipeline.of(quirk.dialect(Scheme.IOB2)))
    if isinstance(counted, str):
        assert answer_of("nervaluate:conll:returns", data, data) == counted
        with pytest.raises(LibraryRaises, match=counted):
            pipeline.evaluate(data, data)
        return
    assert pipeline.evaluate(data, data).counts.tp == counted
    assert explained("nervaluate:conll:returns", data, data) is not None


@pytest.mark.parametrize(
    ("units", "counted"), [(["B-X"], 1), (["B-X O"], 0), (["O I-X"], 1), (["O", "O"], "IndexError"), ([], 0)]
)
def test_of_a_file_of_windows_0_x_drops_types_and_crashes_at_empty_lines(units: list[str], counted: int | str) -> None:
    data = [unit.split() for unit in units]
    quirk = QUIRKS["nervaluate.carriage-return-is-a-type"]
    dialect = quirk.dialect(Scheme.IOB2)
    pipeline = quirk.on(Given(data, data, dialect))(Pipeline.of(dialect))
    if isinstance(counted, str):
        with pytest.raises(LibraryRaises, match=counted):
            pipeline.evaluate(data, data)
    else:
        assert pipeline.evaluate(data, data).counts.tp == counted


def test_tags_evaluated_twice_by_0_x_crash_where_there_is_a_span() -> None:
    quirk = QUIRKS["nervaluate.second-evaluation-of-tags-crashes"]
    assert quirk.pipeline(Scheme.IOB2).evaluate([["O"]], [["O"]]).counts == Counts()
    with pytest.raises(LibraryRaises, match="TypeError"):
        quirk.pipeline(Scheme.IOB2).evaluate([["O"]], [["B-X"]])


def test_0_x_takes_tags_for_spans_where_no_loader_is_named() -> None:
    quirk = QUIRKS["nervaluate.tags-without-a-loader-crash"]
    dialect = quirk.dialect(Scheme.IOB2)
    assert quirk.fires(Given([["O"]], [["O"]], dialect))
    assert not quirk.fires(Given([[Span("X", 0, 1)]], [[]], dialect))
    with pytest.raises(LibraryRaises, match="TypeError"):
        quirk.pipeline(Scheme.IOB2).evaluate([["O"]], [["O"]])


@pytest.mark.parametrize("touching", [True, False])
def test_spans_that_touch_overlap_where_ends_are_inclusive(touching: bool) -> None:  # noqa: FBT001 - a parameter
    gold, pred = [[Span("X", 0, 2)]], [[Span("X", 2 if touching else 3, 4)]]
    assert explained("nervaluate:ends", gold, pred, form=Form.SPANS) == (
        ["nervaluate.ends-are-inclusive"] if touching else []
    )

"""Quirks of modes that are asked by their names alone: a short search finds each, and leaves nothing unexplained."""

from importlib import metadata

import pytest
from packaging.version import Version

from nerconform.comparison.causes import QUIRKS
from nerconform.comparison.causes.quirk import Given, LibraryRaises
from nerconform.comparison.searching import Budget
from nerconform.comparison.searching import search as differ
from nerconform.implementations.question import Ask, Form
from nerconform.implementations.registry import resolve
from nerconform.reference.counting import Counts
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from tests.comparison.causes.searching import answer_of, explained, of_tags, search

IS_ONE = Version(metadata.version("nervaluate")).major == 1
FOUND = {
    "seqeval:strict:none": "strict-without-scheme-is-lenient",
    "seqeval:scheme": "scheme-without-mode-is-ignored",
    "seqeval:sample-weight": "sample-weight-changes-nothing",
    "seqeval:performance-measure": "wrong-tag-is-no-false-negative",
    "nervaluate:auto": "first-unit-without-span-crashes",
    "nervaluate:conll": "empty-units-at-the-end-are-lost",
    "nervaluate:conll:columns": "conll-reads-the-second-column",
    "nervaluate:conll:blanks": "conll-takes-tabs-alone",
    "sklearn-crfsuite:sequences": "sequences-of-one-length-count-by-items",
}


@pytest.mark.parametrize("name", FOUND)
def test_diff_finds_the_cause_without_being_told_the_input(name: str) -> None:
    if name.startswith("nervaluate") and not IS_ONE:
        pytest.skip("0.x answers otherwise")
    (found,) = differ(resolve(name), budget=Budget(120), seeded=1).searches
    assert found.unexplained == 0
    assert f"{name.partition(':')[0]}.{FOUND[name]}" in {cause.id for each in found.classes for cause in each.causes}


@pytest.mark.parametrize("name", ["seqeval:strict:none", "seqeval:scheme"])
def test_whatever_is_not_strict_is_default_mode(name: str) -> None:
    asks = list(Ask) if name == "seqeval:scheme" else [Ask.SCORES]
    choices = [{}, {"affix": "suffix"}, {"zero": "1"}]
    found = search(name, 120, of_tags(["IOB2", "IOE2", "BIOES", "BILOU"]), choices=choices, asks=asks)
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

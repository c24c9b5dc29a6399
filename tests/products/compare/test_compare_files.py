"""A comparison shows what libraries give, and explains every difference by reproducing it."""

from collections.abc import Callable
from fractions import Fraction
from importlib.metadata import version

import pytest

import nerconform as nc
from nerconform.base.bounds import MAX_RESAMPLES
from nerconform.libraries import registry
from nerconform.libraries.library import Library
from nerconform.libraries.registry import NotInstalled, UnknownImplementation
from nerconform.products.compare.steps import NoSuchColumn
from nerconform.reference.refusals import FlatInput, UnitsDiffer, UnknownMeasure, UnknownOption, UnknownScheme
from nerconform.results.comparison import Comparison, NumbersFrom
from nerconform.results.values import decode, encode

GOLD = [["B-X", "I-X", "O", "B-Y"], ["O", "B-X", "O", "O"], ["B-Y", "I-Y", "O", "O"]]
PRED = [["B-X", "I-X", "O", "I-Y"], ["O", "B-X", "I-Y", "O"], ["B-Y", "O", "O", "O"]]
"""Two orphans: the first is right, the second is not. Of three more, two are right."""


def quick(*implementations: object, gold: object = GOLD, pred: object = PRED, **more: object) -> Comparison:
    """Return a comparison without intervals, which reads back as itself."""
    found = nc.compare(gold, pred, implementations, resamples=0, **more)  # type: ignore[arg-type]
    assert decode(encode(found), Comparison, "") == found
    return found


def test_every_number_of_a_library_is_exact_and_the_steps_add_up() -> None:
    found = quick("seqeval:default", "seqeval:strict", "nervaluate", "conlleval")
    lenient, strict, aligned, port = found.columns
    # lenient: 3 of 5 predicted are right, 4 gold. discard: the orphans are lost: 2 of 3.
    assert [one.value for one in (lenient, strict, aligned, port)] == [
        Fraction(6, 9),
        Fraction(4, 7),
        Fraction(6, 9),
        Fraction(6, 9),
    ]
    assert [one.departure for one in found.columns] == [None] * 4
    assert all(one.numbers_from is NumbersFrom.LIBRARY for one in found.columns)
    (bridge,) = found.bridges
    assert (bridge.left.column, bridge.right.column) == ("seqeval:default", "seqeval:strict")
    (step,) = [one for one in bridge.steps if one.matters]
    assert [change.cause.id for change in step.changes] == ["policy"]
    assert step.change == bridge.difference == Fraction(4, 7) - Fraction(6, 9)
    assert bridge.remainder == 0
    assert [(unit.unit, unit.counts["tp"], unit.counts["fp"], unit.counts["fn"]) for unit in step.units] == [
        (0, -1, 0, 1),
        (1, 0, -1, 0),
    ]
    assert set(found.cited) == {0, 1}
    assert found.status == 0


def test_a_library_is_led_to_another_schema_by_another_measure() -> None:
    found = quick("seqeval:default", "nervaluate", bridges=[("seqeval", "nervaluate|type.macro.f1")])
    (bridge,) = found.bridges
    assert bridge.right.measure == "type.macro.f1"
    assert bridge.right.value == nc.evaluate(GOLD, PRED, "nervaluate-1").value("type.macro.f1")
    assert bridge.remainder == 0
    assert [change.cause.id for step in bridge.steps for change in step.changes if change.cause.kind == "measure"] == [
        "schema",
        "scope",
    ]


def test_where_a_library_departs_from_its_dialect_the_quirk_is_a_step() -> None:
    gold, pred = [*GOLD, ["B-X", "O"]], [*PRED, [".-X", "O"]]
    found = quick("seqeval:default", "reference:seqeval", gold=gold, pred=pred)
    library, reference = found.columns
    assert library.departure is not None
    assert [cause.id for cause in library.departure.causes] == ["seqeval.dot-is-outside"]
    # The dialect takes `.-X` for an X that is right, the library for nothing.
    assert (library.value, reference.value) == (Fraction(6, 10), Fraction(8, 11))
    (bridge,) = found.bridges
    parts = [(one.cause.id, one.after, one.cause.whose) for step in bridge.steps for one in step.changes]
    assert parts == [("seqeval.dot-is-outside", "undone", "seqeval:default")]
    assert bridge.remainder == 0


def test_the_quirks_of_two_libraries_and_the_choices_between_them_add_up() -> None:
    gold, pred = [*GOLD, ["B-X", "O", "B-X"]], [*PRED, ["Q-X", ".-X", "B-X"]]
    found = quick("seqeval:default", "conlleval", gold=gold, pred=pred, bridges=[("seqeval:default", "conlleval")])
    assert found.status == 0
    (bridge,) = found.bridges
    changes = [(one.cause.id, one.after) for step in bridge.steps for one in step.changes]
    quirks = [(name.partition(".")[0], after) for name, after in changes if "." in name]
    assert ("seqeval", "undone") in quirks
    assert bridge.remainder == 0


def off_by_one(gold: list[list[str]], pred: list[list[str]]) -> float:
    """Return an F1 that no rule gives."""
    return 0.123 if len(gold) > 2 else float(nc.evaluate(gold, pred, "conlleval").f1 or 0)


def test_what_nothing_explains_is_said_and_is_a_step_of_its_own() -> None:
    found = quick(off_by_one, "conlleval")
    assert found.status == 1
    mine = found.columns[0]
    assert (mine.value, mine.is_explained) == (0.123, False)
    (bridge,) = found.bridges
    first = bridge.steps[0]
    assert [change.cause.kind for change in first.changes] == ["unexplained"]
    assert not bridge.explained
    assert bridge.remainder == pytest.approx(0)


def test_an_unexplained_number_keeps_its_place_at_the_right_end_too() -> None:
    found = quick(
        "conlleval", off_by_one, bridges=[("conlleval", "tests.products.compare.test_compare_files:off_by_one")]
    )
    (bridge,) = found.bridges
    assert bridge.right.value == 0.123
    assert [change.cause.kind for change in bridge.steps[-1].changes] == ["unexplained"]


def test_a_refusal_is_an_answer_and_no_bridge_leads_there() -> None:
    found = quick("seqscore:none", "conlleval", bridges=[("conlleval", "seqscore:none")])
    refused = found.column("seqscore:none")
    assert refused.refused.startswith("EncodingError: Cannot score sequence due to validation errors.")
    assert refused.is_explained
    assert "EncodingError" in found.bridges[0].broken
    assert not found.bridges[0].steps


def test_a_library_that_is_not_installed_is_stood_in_for_visibly(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(library: Library) -> str:
        if library.name == "seqeval":
            message = "the library seqeval is not installed"
            raise NotInstalled(message)
        return version(library.name)

    monkeypatch.setattr(registry, "_installed", missing)
    found = quick("seqeval:strict", "conlleval")
    mine = found.column("seqeval:strict")
    assert (mine.numbers_from, mine.instead) == (NumbersFrom.REFERENCE, "the library seqeval is not installed")
    assert mine.value == nc.evaluate(GOLD, PRED, "seqeval-strict").f1
    assert [one.name for one in nc.compare(GOLD, PRED, resamples=0).columns if one.name.startswith("seqeval")] == []


def test_a_library_that_takes_spans_is_handed_decoded_tags() -> None:
    found = quick("eval4ner", "nereval", "conlleval", measure="exact.micro.precision")
    for name in ("eval4ner", "nereval"):
        assert found.column(name).decoded_by == "lenient"
        assert found.column(name).is_explained
    # Of five predicted spans three have the bounds of a gold one: all but the second orphan and the last.
    assert found.column("nereval").results["exact"].ratios["precision"] == Fraction(3, 5)
    assert found.column("conlleval").no_value.startswith(
        "NotAnswered: with align:none, which pairs only identical spans, there are scores only in the schema 'strict'"
    )


def test_spans_are_compared_by_those_who_take_them() -> None:
    gold = [[("X", 0, 2), ("Y", 3, 4)], []]
    pred = [[{"type": "X", "start": 0, "end": 2}, ("X", 3, 4)], [("Y", 0, 1)]]
    found = quick(gold=gold, pred=pred)
    names = [column.name for column in found.columns]
    assert {"nervaluate", "reference:semeval"} <= set(names)
    assert not any(name.startswith(("seqeval", "conlleval")) for name in names)
    assert found.column("nervaluate").value == Fraction(2, 5)
    mixed = quick("nervaluate", gold=gold, pred=[["B-X", "I-X", "O", "B-X"], ["B-Y"]])
    assert mixed.column("nervaluate").value == Fraction(2, 5)


def test_by_default_libraries_and_dialects_are_compared_and_the_widest_gap_is_bridged() -> None:
    found = quick()
    names = [column.name for column in found.columns]
    libraries = ["seqeval:default", "seqeval:strict", "nervaluate", "seqscore:conlleval", "seqscore:discard"]
    assert names[:7] == [*libraries, "seqscore:none", "conlleval"]
    assert {"reference:semeval", "reference:conlleval", "reference:hipe"} <= set(names[7:])
    assert "reference:seqeval" not in names  # the library declares it
    assert found.column("reference:semeval-jar").refused.startswith("IllegalTransition: pred, sentence 0, position 3")
    (bridge,) = found.bridges
    assert (bridge.left.column, bridge.right.column) == ("seqeval:default", "seqeval:strict")
    same = quick(gold=GOLD, pred=GOLD)
    assert same.bridges == ()


def test_names_of_dialects_are_taken_for_the_reference() -> None:
    found = quick("semeval", "conlleval,policy:discard", "conlleval")
    assert [column.name for column in found.columns] == [
        "reference:semeval",
        "reference:conlleval,policy:discard",
        "conlleval",
    ]
    assert [str(column.numbers_from) for column in found.columns] == ["reference", "reference", "library"]


def test_two_predictions_are_held_against_each_other() -> None:
    found = nc.compare(GOLD * 20, PRED * 20, "conlleval", against=GOLD * 20, resamples=300, seed=5)
    assert decode(encode(found), Comparison, "") == found
    (column,) = found.columns
    against = column.against
    assert against is not None
    assert (against.value, against.difference) == (1, Fraction(3, 9))
    assert against.interval is not None
    assert (against.interval.low, against.interval.high) == (1, 1)
    assert against.p == Fraction(1, 301)
    assert " seed:5 " in found.run_text
    assert column.interval is not None
    assert column.interval.low < 6 / 9 < column.interval.high


def test_the_seed_stands_in_the_run_part_of_every_signature() -> None:
    found = nc.compare(GOLD, PRED, "conlleval", resamples=50, seed=9)
    (column,) = found.columns
    assert " resamples:50 seed:9 random:" in column.citation
    assert nc.parse_signature(column.citation).measure is not None


def test_the_spread_over_the_policies_is_that_of_a_sweep() -> None:
    found = quick("conlleval", spread=True)
    due = nc.sweep(GOLD, PRED)
    assert found.spread is not None
    assert (found.spread.minimum, found.spread.maximum) == (due.minimum, due.maximum)


def test_a_comparison_is_frozen_and_knows_its_columns() -> None:
    found = quick("conlleval")
    with pytest.raises(AttributeError):
        found.scheme = "BIOES"  # type: ignore[misc]
    with pytest.raises(KeyError):
        found.column("seqeval")
    assert found.difference("conlleval", "conlleval") == 0


def test_progress_ends_at_its_whole() -> None:
    told: list[tuple[str, int, int]] = []
    nc.compare(GOLD, PRED, ["conlleval", "nervaluate"], resamples=0, progress=lambda *what: told.append(what))
    assert told == [("numbers", 0, 2), ("numbers", 1, 2), ("numbers", 2, 2), ("bridges", 0, 0)]


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: nc.compare(GOLD, PRED[:2], "conlleval"), UnitsDiffer),
        (lambda: nc.compare(GOLD[0], PRED[0], "conlleval"), FlatInput),
        (lambda: nc.compare(GOLD, PRED, "conlleval", against=PRED[:1]), UnitsDiffer),
        (lambda: nc.compare(GOLD, PRED, "connleval"), UnknownImplementation),
        (lambda: nc.compare(GOLD, PRED, "conlleval", scheme="IOB3"), UnknownScheme),
        (lambda: nc.compare(GOLD, PRED, "conlleval", measure="f1"), UnknownMeasure),
        (lambda: nc.compare(GOLD, PRED, "conlleval", resamples=-1), UnknownOption),
        (lambda: nc.compare(GOLD, PRED, "conlleval", resamples=MAX_RESAMPLES + 1), UnknownOption),
        (lambda: nc.compare(GOLD, PRED, "conlleval", seed=10**5000), UnknownOption),
        (lambda: nc.compare(GOLD, PRED, "conlleval", bridges=[("conlleval", "nobody")]), NoSuchColumn),
        (lambda: nc.compare(GOLD, PRED, "seqeval", bridges=[("seqeval", "seqeval:strict")]), NoSuchColumn),
    ],
)
def test_what_cannot_be_compared_is_refused(ask: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error):
        ask()


def discarding(gold: list[list[str]], pred: list[list[str]]) -> float:
    """Return the F1 of another policy than that of the dialect to which a function is held."""
    return float(nc.evaluate(gold, pred, "iob2-discard").f1 or 0)


def test_another_choice_than_the_declared_one_is_found_on_single_units_and_verified_on_all() -> None:
    found = quick(discarding, "conlleval", gold=GOLD * 40, pred=PRED * 40)
    mine = found.columns[0]
    assert mine.departure is not None
    assert [cause.id for cause in mine.departure.causes] == ["policy:discard"]
    assert mine.value == Fraction(4, 7)
    (bridge,) = found.bridges
    (step,) = [one for one in bridge.steps if one.matters]
    assert [(one.cause.id, one.cause.whose.rpartition(":")[2]) for one in step.changes] == [("policy", "discarding")]
    assert bridge.remainder == 0


def test_data_without_units_compare_to_nothing() -> None:
    found = nc.compare([], [], ["conlleval", "semeval"], resamples=20)
    assert [column.value for column in found.columns] == [0, 0]
    assert [column.no_interval for column in found.columns] == ["there are no sentences"] * 2
    assert found.bridges == ()


def test_types_and_tokens_of_any_letters_pass_through() -> None:
    odd = ["<script>", "a{b}|c#", "שלום", "🙂", "x" * 5000]
    gold = [[f"B-{kind}", f"I-{kind}"] for kind in odd]
    pred = [[f"B-{kind}", f"B-{kind}"] for kind in odd]
    found = quick("reference:conlleval", "reference:semeval|type.micro.f1", gold=gold, pred=pred)
    assert found.columns[0].value == 0
    found = quick("semeval", gold=gold, pred=pred, bridges=[("semeval", "semeval|type.macro.f1")])
    assert {unit.gold[0] for unit in found.cited.values() if isinstance(unit.gold, tuple)} == {
        f"B-{kind}" for kind in odd
    }


def in_per_cent(gold: list[list[str]], pred: list[list[str]]) -> float:
    """Return an F1 of 0 to 100."""
    return 100 * float(nc.evaluate(gold, pred, "conlleval").f1 or 0)


def test_a_function_is_called_as_is_said() -> None:
    found = quick(in_per_cent, "conlleval", calling={"scale": 100})
    assert [column.value for column in found.columns] == [Fraction(6, 9)] * 2
    assert found.columns[0].departure is None

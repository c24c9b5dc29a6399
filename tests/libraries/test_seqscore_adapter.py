"""seqscore: repairs and their dialects, numbers, spans, its printed table, refusals, with values derived by hand."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Crash, Printed, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.libraries.seqscore.adapter import ENCODINGS, REPAIRS, Seqscore
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import name_of
from nerconform.reference.refusals import UnknownOption, UnknownScheme
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, spans, tags, values

pytest.importorskip("seqscore", reason="seqscore is not installed")
CONLLEVAL, DISCARD, NONE = (Seqscore(repair, "0.9.0") for repair in ("conlleval", "discard", "none"))

# Gold: A[0,2) B[3,4). Prediction: an I of B behind B-A, then the same B: lenient A[0,1) B[1,2) B[3,4), discard without
# the second.
GOLD, PRED = ["B-A I-A O B-B"], ["B-A I-B O B-B"]


def test_the_schemes_of_a_repair_are_those_whose_encodings_support_it() -> None:
    library = pytest.importorskip("seqscore.encoding")
    assert set(ENCODINGS.values()) == set(library.SUPPORTED_ENCODINGS)
    for repair in ("conlleval", "discard"):
        supporting = {
            name
            for name in library.SUPPORTED_ENCODINGS
            if repair in library.get_encoding(name).supported_repair_methods()
        }
        assert {ENCODINGS[scheme] for scheme in REPAIRS[repair]} == supporting


@pytest.mark.parametrize(
    ("seqscore", "policy", "tp", "fp", "fn"), [(CONLLEVAL, "lenient", 1, 2, 1), (DISCARD, "discard", 1, 1, 1)]
)
def test_a_repair_is_a_policy(seqscore: Seqscore, policy: str, tp: int, fp: int, fn: int) -> None:
    question = tags(GOLD, PRED, "tp", "fp", "fn", "pos", "act", "precision", "recall", "f1")
    dialect = seqscore.dialect(question)
    assert isinstance(dialect, Dialect)
    assert (str(dialect.policy), str(dialect.round)) == (policy, "exact")
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    assert values(seqscore, question) == {
        "strict.micro.tp": tp,
        "strict.micro.fp": fp,
        "strict.micro.fn": fn,
        "strict.micro.pos": tp + fn,
        "strict.micro.act": tp + fp,
        "strict.micro.precision": pytest.approx(precision),
        "strict.micro.recall": pytest.approx(recall),
        "strict.micro.f1": pytest.approx(2 * precision * recall / (precision + recall)),
    }


def test_without_a_repair_illegal_tags_are_refused_on_either_side() -> None:
    for question in (tags(GOLD, PRED, "f1"), tags(PRED, GOLD, "f1")):
        refusal = ask(NONE, question)
        assert refusal == Refusal("EncodingError", "Cannot score sequence due to validation errors.")
    assert values(NONE, tags(GOLD, GOLD, "f1")) == {"strict.micro.f1": 1}


def test_types_have_rows_and_averages_do_not() -> None:
    asked = ("strict.type{A}.fn", "strict.type{B}.precision", "strict.type{C}.fn", "strict.macro.f1", "f2")
    found = answer(CONLLEVAL, tags(GOLD, PRED, *asked))
    assert {str(measure): value for measure, value in found.values.items()} == {
        "strict.type{A}.fn": 1,
        "strict.type{B}.precision": pytest.approx(1 / 2),
    }
    assert found.rows == frozenset({"A", "B"})


@pytest.mark.parametrize("text", ["exact.micro.f1", "strict.micro.cor", "strict.weighted.f1", "strict.micro.f0.5"])
def test_what_it_does_not_say_is_not_declared(text: str) -> None:
    assert not CONLLEVAL.answers(Measure.parse(text), tags(GOLD, PRED))


def test_spans_are_those_of_the_repaired_tags() -> None:
    found = answer(DISCARD, tags(["I-A O", "B-A"], ["B-A I-A", "I-A"]))
    assert found.spans == {Side.GOLD: [(), (Span("A", 0, 1),)], Side.PRED: [(Span("A", 0, 2),), ()]}


@pytest.mark.parametrize(
    ("scheme", "unit", "spanned"),
    [
        ("IO", "I-A I-A O", "0-2"),
        ("IOB1", "I-A B-A I-A", "0-1 1-3"),
        ("BIOES", "B-A E-A S-A", "0-2 2-3"),
        ("BILOU", "B-A L-A U-A", "0-2 2-3"),
        ("BMES", "B-A M-A E-A", "0-3"),
        ("BMEOW", "W-A B-A E-A", "0-1 1-3"),
    ],
)
def test_every_encoding_is_read_without_a_repair(scheme: str, unit: str, spanned: str) -> None:
    found = answer(NONE, tags([unit], [unit], "f1", scheme=scheme))
    bounds = [tuple(map(int, pair.split("-"))) for pair in spanned.split()]
    assert found.spans == {side: [tuple(Span("A", *pair) for pair in bounds)] for side in Side}


def test_what_a_repair_is_not_made_for_is_unsupported() -> None:
    assert isinstance(CONLLEVAL.dialect(tags([], [], scheme="BIOES")), Unsupported)
    assert isinstance(DISCARD.dialect(tags([], [], scheme="IOB1")), Unsupported)
    assert isinstance(NONE.dialect(tags([], [], scheme="IOE2")), Unsupported)
    assert isinstance(Seqscore("none:BMES", "0.9.0").dialect(tags([], [])), Unsupported)
    with pytest.raises(UnknownScheme):
        Seqscore("discard:IOB1", "0.9.0")
    with pytest.raises(UnknownOption):
        Seqscore("mend", "0.9.0")


def test_an_encoding_without_a_repair_can_be_named_for_its_functions_alone() -> None:
    named, illegal = Seqscore("conlleval:BIOES", "0.9.0"), tags(["O"], ["B-A"], "f1", scheme="BIOES")
    assert values(named, tags(["S-A"], ["S-A"], "f1", scheme="BIOES")) == {"strict.micro.f1": 1}
    assert ask(named, illegal) == Crash("NotImplementedError", "")
    assert isinstance(named.dialect(replace(illegal, ask=Ask.REPORT)), Unsupported)


def test_of_two_runs_the_table_of_the_first_is_read() -> None:
    runs, question = Seqscore("runs", "0.9.0"), tags(["B-A B-A"], ["B-A O"], "recall", "tp", by=Ask.REPORT)
    assert values(runs, question) == {"strict.micro.recall": Printed("50.00"), "strict.micro.tp": 1}
    assert "Summary" in run(runs.reproduction(question))
    assert isinstance(runs.dialect(replace(question, ask=Ask.SCORES)), Unsupported)


def test_a_type_of_one_run_crashes_all() -> None:
    crash = ask(Seqscore("runs", "0.9.0"), tags(["B-A O"], ["B-A B-B"], "f1", by=Ask.REPORT))
    assert isinstance(crash, Crash)
    assert crash.error == "StatisticsError"


def test_spans_are_sets_and_need_no_repair() -> None:
    question = spans(
        [[Span("A", 0, 2), Span("B", 1, 3)]],
        [[Span("A", 0, 2), Span("A", 0, 2), Span("B", 0, 3)]],
        "strict.micro.tp",
        "strict.micro.fp",
        "strict.micro.fn",
    )
    assert values(NONE, question) == {"strict.micro.tp": 1, "strict.micro.fp": 1, "strict.micro.fn": 1}
    assert isinstance(CONLLEVAL.dialect(question), Unsupported)
    assert isinstance(NONE.dialect(replace(question, gold=[])), Unsupported)


@pytest.mark.parametrize("span", [Span("A", 2, 2), Span("A", -1, 2), Span("A", -2, -1), Span("", 0, 1)])
def test_impossible_spans_are_refused(span: Span) -> None:
    assert isinstance(ask(NONE, spans([[span]], [[]], "strict.micro.f1")), Refusal)


def test_the_table_is_read_back_as_it_rounds() -> None:
    # One of 32 is right: 3.125 %, which half up is 3.13 and half even 3.12.
    gold, pred = ["B-A"] * 32, ["B-A"] + ["B-B"] * 31
    question = tags(gold, pred, "precision", "fp", "pos", "strict.type{A}.recall", by=Ask.REPORT)
    dialect = CONLLEVAL.dialect(question)
    assert isinstance(dialect, Dialect)
    assert name_of(dialect) == "seqscore"
    assert values(CONLLEVAL, question) == {
        "strict.micro.precision": Printed("3.13"),
        "strict.micro.fp": 31,
        "strict.micro.pos": 32,
        "strict.type{A}.recall": Printed("3.13"),
    }


def test_a_type_may_be_called_all_and_hold_what_parts_the_cells() -> None:
    question = tags(
        ["B-ALL B-a|b"], ["B-ALL O"], "recall", "strict.type{ALL}.recall", "strict.type{a|b}.pos", by=Ask.REPORT
    )
    assert values(NONE, question) == {
        "strict.micro.recall": Printed("50.00"),
        "strict.type{ALL}.recall": Printed("100.00"),
        "strict.type{a%7Cb}.pos": 1,
    }


def test_tags_that_no_file_can_hold_have_no_report() -> None:
    question = replace(tags([], [], "f1", by=Ask.REPORT), gold=[["B-a b"]], pred=[["B-a b"]])
    assert isinstance(NONE.dialect(question), Unsupported)
    assert values(NONE, replace(question, ask=Ask.SCORES)) == {"strict.micro.f1": 1}


def test_accuracy_is_of_tags_before_a_repair_and_is_printed_after_it() -> None:
    question = tags(["B-A O O"], ["B-A I-B O"], "precision", "tp", "pos", item="token")
    names = ("strict.micro.precision", "strict.micro.tp", "strict.micro.pos")
    for seqscore in (CONLLEVAL, DISCARD, NONE):
        assert values(seqscore, question) == dict(zip(names, (pytest.approx(2 / 3), 2, 3), strict=True))
    printed = replace(question, ask=Ask.REPORT)
    assert values(DISCARD, printed) == {"strict.micro.precision": Printed("100.00"), "strict.micro.pos": 3}
    assert values(CONLLEVAL, printed)["strict.micro.precision"] == Printed("66.67")
    assert not any(CONLLEVAL.holds(part, printed) for part in Part)


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize(
    ("gold", "pred"),
    [([["B-A"]], []), ([["B-A"]], [["B-A", "O"]]), ([["B_A"]], [["B_A"]]), ([[""]], [[""]]), ([["O-A"]], [["O-A"]])],
)
def test_bad_input_is_refused(repair: str, gold: object, pred: object) -> None:
    assert isinstance(ask(Seqscore(repair, "0.9.0"), raw(gold, pred)), Refusal)


@pytest.mark.parametrize("tag", [None, 1, "B-"])
def test_other_exceptions_are_crashes(tag: object) -> None:
    assert isinstance(ask(CONLLEVAL, raw([[tag]], [[tag]])), Crash)


@pytest.mark.parametrize("choices", [{"zero": "1"}, {"labels": "given{A}"}, {"align": "phased"}, {"bare": "untyped"}])
def test_choices_without_an_option_are_unsupported(choices: dict[str, str]) -> None:
    assert isinstance(NONE.dialect(replace(tags(GOLD, GOLD), choices=choices)), Unsupported)


@pytest.mark.parametrize(
    ("question", "printed"),
    [
        (
            tags(GOLD, PRED, "f1"),
            ("true_pos=1, false_pos=2, false_neg=1", "Mention(span=Span(start=1, end=2), type='B')"),
        ),
        (tags(GOLD, PRED, "f1", by=Ask.REPORT), ("| ALL    |       33.33 |    50.00 |",)),
        (tags(["B-A O O"], ["B-A I-B O"], item="token"), ("0.6666",)),
        (tags(["B-A O O"], ["B-A I-B O"], item="token", by=Ask.REPORT), ("accuracy:  66.67%",)),
    ],
)
def test_a_reproduction_prints_what_was_observed(question: Question, printed: tuple[str, ...]) -> None:
    told = run(CONLLEVAL.reproduction(question))
    assert [text for text in printed if text not in told] == [], told


def test_spans_are_reproduced() -> None:
    question = spans([[Span("A", 0, 2)]], [[Span("A", 0, 2), Span("B", 0, 1)]], "strict.micro.precision")
    assert question.form is Form.SPANS
    assert "0.5 1.0 0.666" in run(NONE.reproduction(question))

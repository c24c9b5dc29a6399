"""A program in any language as an implementation: what it answers, and what becomes of one that does not."""

import json
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from nerconform.asking import process
from nerconform.asking.external import External
from nerconform.asking.messages import FAULTS, BadMessage, CannotStart, ChildEnded, Fault, GivenUp
from nerconform.asking.observation import Answer, Crash, Observation, Printed, Refusal, Unsupported
from nerconform.asking.process import Limits
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.libraries.registry import resolve
from nerconform.products.check.suite_run import check
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import name_of
from nerconform.reference.outcomes import Pair, Schema
from nerconform.reference.spans import Span, span_of_pieces
from nerconform.results.run import Verdict
from nerconform.suite.cases import load_suite
from tests.asking.children.misbehave import ANNOUNCEMENT
from tests.libraries.asking_libraries import raw, run, spans, tags, values

SCRIPT = Path(__file__).parent / "children" / "misbehave.py"
PATIENT = Limits(seconds=60, size=1 << 20)
SECOND = tags(["B-A"], ["B-A"], "tp")


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask twice to go in quick succession, but wait long for a child to end where the machine is busy."""
    monkeypatch.setattr(process, "_GRACE_SECONDS", 20)
    monkeypatch.setattr(process, "_SIGNAL_SECONDS", 0.2)


def command(way: str, more: str = "") -> str:
    return shlex.join([sys.executable, "-S", "-E", str(SCRIPT), way, more])


def hurry(one: External, way: str) -> None:
    """Give the child that hangs, and no other, little time."""
    if way == "hang":
        running = one._conversation._child
        assert running is not None
        running.limits = PATIENT._replace(seconds=0.2)


def second(way: str, more: str = "") -> Observation:
    """Return what comes of the second question, after which a third must be answered."""
    with External(command(way, more), PATIENT) as one:
        assert values(one, SECOND) == {"strict.micro.tp": 1}
        hurry(one, way)
        observed = ask(one, SECOND)
        assert values(one, SECOND) == {"strict.micro.tp": 3}
        return observed


@pytest.mark.parametrize(
    ("way", "more", "fault", "words"),
    [
        ("crash", "", "ChildEnded", "Traceback: the model is gone"),
        ("hang", "", "OutOfTime", "did not answer within 0.2 s"),
        ("junk", "", "NotAMessage", "'loading the model', which is not JSON"),
        ("wrong-id", "", "OutOfStep", "the answer has the id 42, and the question had the id 2"),
        ("endless", "", "LineTooLong", "more than 1048576 bytes"),
        ("bytes", "", "NotAMessage", "not UTF-8"),
        ("deep", "", "NotAMessage", "nested too deep"),
        ("digits", "", "NotAMessage", "too many digits"),
        ("say", "", "NotAMessage", "which is not JSON"),
        ("say", "[1]", "NotAMessage", "not a JSON object"),
        ("say", "null", "NotAMessage", "not a JSON object"),
        ("say", '{"id": NUMBER, "values": {"strict.micro.tp": NaN}}', "NotAMessage", "NaN, which is not JSON"),
        ("say", '{"id": NUMBER, "values": {"strict.micro.tp": -Infinity}}', "NotAMessage", "-Infinity"),
        ("say", '{"id": NUMBER, "values": {"strict.micro.tp": 1e999}}', "NotAMessage", "1e999"),
        ("say", '{"id": NUMBER, "id": NUMBER, "values": {}}', "NotAMessage", "two keys 'id'"),
        ("say", '{"values": {}}', "BadMessage", "has no 'id'"),
        ("say", '{"id": "NUMBER", "values": {}}', "BadMessage", "must be an integer"),
        ("say", '{"id": true, "values": {}}', "BadMessage", "must be an integer"),
        ("say", '{"id": NUMBER}', "BadMessage", "has none of them"),
        ("say", '{"id": NUMBER, "values": {}, "error": {"error": "E"}}', "BadMessage", "values and error"),
        ("say", '{"id": NUMBER, "value": {}}', "BadMessage", "has none of them"),
        ("say", '{"id": NUMBER, "values": {"strict.micro.tp": "0.5"}}', "BadMessage", 'a fraction such as "2/3"'),
        ("say", '{"id": NUMBER, "values": {"strict.micro.tp": true}}', "BadMessage", "a number"),
        ("say", '{"id": NUMBER, "values": {"x": {"printed": "1e999999999"}}}', "BadMessage", "as it is printed"),
        ("say", '{"id": NUMBER, "values": {"x": {"printed": "%s"}}}' % ("1" * 200), "BadMessage", "as it is printed"),
        ("say", '{"id": NUMBER, "values": {}, "rows": "PER"}', "BadMessage", "must be a list"),
        ("say", '{"id": NUMBER, "values": {}, "time": 3}', "BadMessage", "unknown key 'time'"),
    ],
)
def test_a_fault_is_a_crash_of_one_question_and_the_next_one_is_answered(
    way: str, more: str, fault: str, words: str
) -> None:
    observed = second(way, more)
    assert isinstance(observed, Crash)
    assert observed.error == fault
    assert fault in FAULTS
    assert words in observed.message


def test_a_second_answer_is_found_by_the_next_question() -> None:
    with External(command("twice"), PATIENT) as one:
        first, answered, after, last = (ask(one, SECOND) for _ in range(4))
    assert isinstance(first, Answer)
    assert isinstance(answered, Answer)
    assert isinstance(after, Crash)
    assert after.error == "OutOfStep"
    assert isinstance(last, Answer)


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2), ("0.5", 0.5), ('"2/3"', Fraction(2, 3)), ('"1"', Fraction(1)), ("null", None), ("-0.0", 0.0),
     ('{"printed": "66.67"}', Printed("66.67"))],
)  # fmt: skip
def test_values_are_counts_ratios_fractions_printed_numbers_or_undefined(text: str, value: object) -> None:
    observed = second("say", f'{{"id": NUMBER, "values": {{"strict.micro.tp": {text}}}}}')
    assert observed == Answer({Measure.parse("strict.micro.tp"): value})  # type: ignore[dict-item] # any value
    assert isinstance(observed, Answer)
    assert type(observed.values[Measure.parse("strict.micro.tp")]) is type(value)


def test_parts_are_spans_pairs_and_rows() -> None:
    parts = {
        "spans": {"gold": [[["A", 0, 1]]], "pred": [[]]},
        "pairs": {"strict": [[[["A", 0, 1], None]]]},
        "rows": ["A", "B"],
    }
    observed = second("say", json.dumps({"id": 2, "values": {}, **parts}))
    span = Span("A", 0, 1)
    assert observed == Answer(
        {},
        spans={Side.GOLD: [(span,)], Side.PRED: [()]},
        pairs={Schema.STRICT: [(Pair(span, None),)]},
        rows=frozenset({"A", "B"}),
    )


@pytest.mark.parametrize(
    ("answer", "observed"),
    [
        ({"refused": {"error": "illegal", "message": "no"}}, Refusal("illegal", "no")),
        ({"unsupported": "too long"}, Unsupported("too long")),
        ({"error": {"error": "ZeroDivisionError"}}, Crash("ZeroDivisionError", "")),
    ],
)
def test_an_answer_can_be_a_refusal_a_reason_or_a_crash(answer: dict[str, object], observed: Observation) -> None:
    assert second("say", json.dumps({"id": 2, **answer})) == observed


def announced(**more: object) -> str:
    """Return an announcement with other members, as the script that answers everything alike wants it."""
    return json.dumps({**ANNOUNCEMENT, **more})


ANSWERS = """
import json, sys
announcement, reading, answer = map(json.loads, sys.argv[1:])
for line in sys.stdin:
    told = json.loads(line)
    if told["command"] == "start":
        said = announcement
    elif told["command"] == "dialect":
        said = reading
    elif told["command"] == "run":
        said = {"id": told["id"], **(answer or {"refused": {"error": "told", "message": json.dumps(told)}})}
    else:
        break
    print(json.dumps(said), flush=True)
"""


def answering(announcement: str, agreed: object = None, answer: object = None) -> External:
    """Return a child that answers everything alike; without an answer it refuses, and says what it was told."""
    texts = announcement, json.dumps(agreed or {"ok": True}), json.dumps(answer)
    return External(shlex.join([sys.executable, "-S", "-E", "-c", ANSWERS, *texts]), PATIENT)


def test_errors_that_were_announced_are_refusals() -> None:
    refusals = [{"error": "ValueError", "begins": "bad tag (+"}]
    answer = {"error": {"error": "ValueError", "message": "bad tag (+) here"}}
    with answering(announced(refusals=refusals), answer=answer) as one:
        assert ask(one, SECOND) == Refusal("ValueError", "bad tag (+) here")
    answer["error"]["message"] = "something else"
    with answering(announced(refusals=refusals), answer=answer) as one:
        assert ask(one, SECOND) == Crash("ValueError", "something else")


def test_what_a_child_says_is_cut_to_what_can_be_shown() -> None:
    with answering(announced(), answer={"error": {"error": "E" * 5000, "message": "x" * 10_000}}) as one:
        assert ask(one, SECOND) == Crash("E" * 1000, "x" * 4000)


def test_a_question_holds_all_that_there_is_to_know() -> None:
    question = tags(["B-A O"], ["O O"], "f1", "tp", zero="1")
    with answering(announced(options=["zero"], measures=["strict.*.*"], parts=["spans"])) as one:
        assert one.version == "misbehave 1.0"
        dialect = one.dialect(question)
        observed = ask(one, question)
    assert isinstance(dialect, Dialect)
    assert isinstance(observed, Refusal)
    assert json.loads(observed.message) == {
        "command": "run",
        "id": 1,
        "dialect": str(dialect),
        "scheme": "IOB2",
        "choices": {"zero": "1"},
        "form": "tags",
        "ask": "scores",
        "gold": [["B-A", "O"]],
        "pred": [["O", "O"]],
        "measures": ["strict.micro.f1", "strict.micro.tp"],
        "parts": ["rows", "spans"],
    }
    assert dialect.option("zero") == "1"


def test_spans_are_sent_as_type_start_and_end() -> None:
    with answering(announced(forms=["spans"])) as one:
        observed = ask(one, spans([[Span("A", 0, 2)]], [[]]))
    assert isinstance(observed, Refusal)
    assert json.loads(observed.message)["gold"] == [[["A", 0, 2]]]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (spans([[]], [[]]), "takes tags, not spans"),
        (raw("x", 3), "takes tags, not raw"),
        (tags(["O"], ["O"], scheme="BIOES"), "reads IOB2, not BIOES"),
        (tags(["O"], ["O"], scheme="IOB"), "asked only in schemes that exist"),
        (tags(["O"], ["O"], by=Ask.REPORT), "prints no report"),
        (tags(["O"], ["O"], policy="discard"), "no option for policy:discard"),
        (tags(["O"], ["O"], zero="seven"), "no option for zero:seven"),
    ],
)
def test_what_is_not_announced_is_not_asked(question: Question, reason: str) -> None:
    with answering(announced()) as one:
        observed = one.dialect(question)
        assert observed == ask(one, question)
    assert isinstance(observed, Unsupported)
    assert reason in observed.reason


def test_a_choice_that_is_made_anyway_may_be_imposed() -> None:
    with answering(announced()) as one:
        dialect = one.dialect(tags(["O"], ["O"], policy="lenient"))
    assert isinstance(dialect, Dialect)
    assert name_of(dialect) == "conlleval"


def test_the_first_dialect_that_has_the_choices_is_asked() -> None:
    with answering(announced(dialects=["conlleval", "iob2-discard"])) as one:
        found = [one.dialect(question) for question in (SECOND, tags(["O"], ["O"], policy="discard"))]
    assert [name_of(dialect) for dialect in found if isinstance(dialect, Dialect)] == ["conlleval", "iob2-discard"]


def test_a_child_may_say_no_or_in_which_other_dialect() -> None:
    with answering(announced(), {"ok": False, "reason": "on Tuesdays alone"}) as one:
        assert one.dialect(SECOND) == Unsupported("on Tuesdays alone")
    agreed = {"ok": True, "dialect": "semeval", "measures": ["partial.type.f*"], "parts": ["pairs"]}
    with answering(announced(schemes=["BILOU"]), agreed) as one:
        question = Question([["O"]], [["O"]], Form.TAGS, "BILOU", parts=frozenset(Part))
        dialect = one.dialect(question)
        declared = ["partial.type{A}.f1", "partial.type{A}.f2", "partial.micro.f1", "strict.type{A}.f1"]
        assert [one.answers(Measure.parse(text), question) for text in declared] == [True, True, False, False]
        assert [part for part in Part if one.holds(part, question)] == [Part.PAIRS]
    assert isinstance(dialect, Dialect)
    assert (name_of(dialect), dialect.scheme) == ("semeval", "BILOU")


def test_measures_that_the_dialect_does_not_have_are_not_asked() -> None:
    with answering(announced(measures=["*.*.*"])) as one:
        asked = ["strict.micro.tp", "strict.micro.inc", "partial.micro.f1"]
        assert [one.answers(Measure.parse(text), SECOND) for text in asked] == [True, False, False]


def test_choices_that_do_not_exist_reach_a_child_that_takes_any() -> None:
    question = tags(["O"], ["O"], scheme="IOB", zero="seven", strictness="3")
    with answering(announced(options="any", schemes="any")) as one:
        assert isinstance(one.dialect(question), Dialect)
        observed = ask(one, question)
    assert isinstance(observed, Refusal)
    assert json.loads(observed.message)["choices"] == {"zero": "seven", "strictness": "3"}


def test_a_policy_that_the_scheme_does_not_define_is_unsupported() -> None:
    with answering(announced(dialects=["iob2-discard"], schemes=["IOB1"])) as one:
        observed = one.dialect(tags(["O"], ["O"], scheme="IOB1"))
    assert isinstance(observed, Unsupported)
    assert "IOB1" in observed.reason


def test_what_json_cannot_say_is_unsupported() -> None:
    with answering(announced(forms=["raw"])) as one:
        for gold in ({1, 2}, float("nan"), [b"O"]):
            observed = ask(one, raw(gold, []))
            assert isinstance(observed, Unsupported)
            assert "JSON" in observed.reason


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "'hello', which is not JSON"),
        ("{}", "has no 'protocols'"),
        (announced(protocols=[2, 3]), "speaks version 2, 3 of the protocol, and nerconform speaks version 1"),
        (announced(dialects=[]), "a list that is not empty"),
        (announced(dialects=["conleval"]), "there is no dialect 'conleval'"),
        (announced(schemes=["IOB"]), "can mean IOB1 or IOB2"),
        (announced(schemes=[]), "a list that is not empty"),
        (announced(forms=["files"]), "'tags' or 'spans'"),
        (announced(measures=["f1"]), "which nerconform does not know"),
        (announced(measures=["strict.type{A}.f1"]), "which nerconform does not know"),
        (announced(options=["strictness"]), "no axis 'strictness'"),
        (announced(refusals=[{"error": "E", "pattern": "(a+)+$"}]), "unknown key 'pattern'"),
        (announced(name=" "), "a string that is not empty"),
        (announced(name="\033[2J"), "printable characters"),
        (announced(dialects=["semeval,partial:1/" + "9" * 5000]), "'dialects'"),
        (announced(surname="x"), "unknown key 'surname'"),
    ],
)
def test_a_wrong_announcement_is_an_error_that_says_where(text: str, words: str) -> None:
    with pytest.raises(Fault) as found:
        External(command("start-say", text), PATIENT)
    assert words in found.value.message
    assert found.value.place.startswith("exec:")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the command that starts the metric is missing"),
        ("./metric 'x", "cannot be split"),
        ("./no-such-metric", "there is no program './no-such-metric'"),
        (command("start-exit"), "no module named numpy"),
    ],
)
def test_a_command_that_does_not_start_is_an_error(text: str, words: str) -> None:
    with pytest.raises((CannotStart, ChildEnded)) as found:
        External(text, PATIENT)
    assert words in found.value.message
    assert found.value.hint


def test_a_child_that_breaks_down_over_the_dialect_is_not_unsupported() -> None:
    with External(command("crash-at-dialect"), PATIENT) as one:
        assert isinstance(one.dialect(SECOND), Dialect)
        observed = ask(one, SECOND)
    assert isinstance(observed, Crash)
    assert observed.error == "ChildEnded"
    assert "exit status 4" in observed.message


def test_a_wrong_answer_to_dialect_is_a_fault_of_the_question() -> None:
    for agreed, words in (({"ok": 1}, "true or false"), ({"ok": False}, "has no 'reason'")):
        with answering(announced(), agreed) as one, pytest.raises(BadMessage, match=words):
            one.observe(SECOND)


def test_after_enough_failures_the_child_is_given_up() -> None:
    with External(command("hang"), PATIENT._replace(late=1)) as one:
        assert isinstance(ask(one, SECOND), Answer)
        hurry(one, "hang")
        assert isinstance(ask(one, SECOND), Crash)
        with pytest.raises(GivenUp, match=r"was too slow or wrote too much 1 times.*did not answer within 0.2 s"):
            one.observe(SECOND)
    with External(command("endless"), PATIENT._replace(late=1)) as one:
        assert [type(ask(one, SECOND)) for _ in range(2)] == [Answer, Crash]
        with pytest.raises(GivenUp, match=r"wrote too much 1 times.*more than 1048576 bytes"):
            one.observe(SECOND)
    with External(command("crash"), PATIENT._replace(restarts=0)) as one:
        assert isinstance(ask(one, SECOND), Answer)
        assert isinstance(ask(one, SECOND), Crash)
        with pytest.raises(GivenUp, match="the model is gone"):
            one.observe(SECOND)


def test_a_child_that_is_somebody_else_after_a_restart_is_a_fault() -> None:
    with External(command("fickle"), PATIENT) as one:
        ask(one, SECOND)
        assert isinstance(ask(one, SECOND), Crash)
        with pytest.raises(BadMessage, match="answer to the command 'start' has changed"):
            one.observe(SECOND)


@pytest.mark.long
def test_every_golden_case_gets_a_verdict_from_a_child_that_always_crashes() -> None:
    with answering(announced(), answer={"nonsense": 1}) as one:
        (found,) = check(one, cases="mat.*").implementations
    assert {result.verdict for result in found.results} <= {Verdict.ERROR, Verdict.UNSUPPORTED}
    assert found.count(Verdict.ERROR) > 0


def test_a_reproduction_runs_and_shows_the_answer() -> None:
    with External(command("good"), PATIENT) as one:
        printed = run(one.reproduction(SECOND)).splitlines()
    assert json.loads(printed[0])["name"] == "misbehave"
    assert json.loads(printed[1]) == {"id": 1, "values": {"strict.micro.tp": 1}}


@pytest.mark.parametrize("form", [Form.PIECES, Form.MENTIONS, Form.LAYERS])
def test_a_child_is_asked_pieces_layers_and_entities_without_offsets(form: Form) -> None:
    (here,) = resolve("reference:semeval")
    questions = [case.question for case in load_suite().cases if case.question.written_form is form]
    assert len(questions) >= 5
    with External(f"{sys.executable} -m nerconform.libraries.serve reference:semeval") as one:
        for question in questions:
            assert ask(one, question) == ask(here, question)
        assert any(isinstance(ask(one, question), Answer) for question in questions)


def test_a_child_that_takes_plain_spans_is_not_asked_pieces() -> None:
    pieced = Question([[span_of_pieces("A", [(0, 1), (2, 3)])]], [[]], Form.SPANS)
    with External(command("echo")) as one:
        observed = ask(one, pieced)
        assert isinstance(observed, Unsupported)
        assert observed.reason.endswith("not pieces")

"""The messages have the published forms: what the kit writes, and what it takes from a child."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.asking import messages
from nerconform.asking.announcement import Pattern, read_agreed_dialect, read_announcement
from nerconform.asking.answers import kind_of, read_answer, read_question, write_answer, write_question
from nerconform.asking.external import START, STOP
from nerconform.asking.messages import BadMessage, NotAMessage, OutOfStep, read_line, write_line
from nerconform.asking.observation import Answer, Crash, Observation, Printed, Refusal, Unsupported
from nerconform.asking.question import Form
from nerconform.base.strict_yaml import schema
from nerconform.reference.decoding import Side
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Pair, Schema
from nerconform.reference.spans import Span
from nerconform.suite.cases import load_suite

MESSAGES = ("start", "start-answer", "dialect", "dialect-answer", "run", "run-answer", "stop")
FORMS = {name: fastjsonschema.compile(schema(f"protocol-{name}")) for name in MESSAGES}
PER = Span("PER", 0, 2)

ANNOUNCEMENT: dict[str, Any] = {
    "protocols": [1, 2],
    "name": "mine",
    "version": "",
    "dialects": ["semeval", "conlleval,zero:1"],
    "schemes": ["IOB2", "IOBES"],
    "forms": ["tags", "spans", "raw", "raw-spans"],
    "asks": ["scores", "report"],
    "measures": ["strict.*.f*", "*.type.f0.5", "partial.micro.cor"],
    "parts": ["spans", "pairs", "rows"],
    "options": ["zero", "macro-f"],
    "refusals": [{"error": "ValueError", "begins": "not a tag"}, {"error": "E"}],
    "serves": "seqeval:strict",
}
READING: dict[str, Any] = {"ok": True, "dialect": "semeval", "measures": ["*.*.*"], "parts": []}
ANSWER: dict[str, Any] = {
    "id": 7,
    "values": {"a": 1, "b": 0.5, "c": "2/3", "d": {"printed": "0.67"}, "e": None, "f": -1, "g": "-3"},
    "spans": {"gold": [[["PER", 0, 2]], []], "pred": [[], []]},
    "pairs": {"strict": [[[["PER", 0, 2], None], [None, ["LOC", 0, 1]]]]},
    "rows": ["PER"],
}
ANSWERS: list[dict[str, Any]] = [
    ANSWER,
    {"id": 7, "refused": {"error": "x", "message": "y"}},
    {"id": 7, "error": {"error": "x"}},
    {"id": 7, "unsupported": "no"},
]


def holds(form: Callable[[Any], object], data: Any) -> bool:  # noqa: ANN401 - any JSON
    try:
        form(data)
    except (fastjsonschema.JsonSchemaValueException, BadMessage, OutOfStep):
        return False
    return True


def answered(data: dict[str, Any]) -> Observation:
    return read_answer(7, [Measure.parse("strict.micro.f1")], data)


def read(data: dict[str, Any]) -> object:
    return read_agreed_dialect(data, read_announcement(ANNOUNCEMENT), None)


def test_every_question_has_the_published_form_and_reads_back() -> None:
    for question in (case.question for case in load_suite().cases):
        sent = write_question(3, question, NAMED["semeval"], sorted(question.measures, key=str))
        message = json.loads(write_line(sent))
        assert FORMS["run"](message) == message
        back = read_question(message)
        assert (back.measures, back.parts, back.choices) == (question.measures, question.parts, question.choices)
        if question.form not in {Form.RAW, Form.RAW_SPANS}:
            sides = (question.gold, question.pred)
            plain = json.loads(json.dumps(sides)) if question.form in {Form.MENTIONS, Form.LAYERS} else list(sides)
            assert [back.gold, back.pred] == plain
            assert replace(back, gold=question.gold, pred=question.pred) == question
        about = json.loads(write_line({"command": "dialect", **kind_of(question, None)}))
        assert FORMS["dialect"](about) == about
        assert read_question(about).scheme == question.scheme


def test_the_first_and_the_last_message_have_the_published_form() -> None:
    assert FORMS["start"](dict(START)) == START
    assert FORMS["stop"](dict(STOP)) == STOP


def test_what_a_child_says_has_the_published_form_and_is_read() -> None:
    assert holds(FORMS["start-answer"], ANNOUNCEMENT)
    announced = read_announcement(ANNOUNCEMENT)
    assert announced.schemes == ("IOB2", "BIOES")
    assert announced.measures[0] == Pattern("strict", "*", "f*")
    for agreed in (READING, {"ok": True}, {"ok": False, "reason": "no"}):
        assert holds(FORMS["dialect-answer"], agreed)
        assert holds(read, agreed)
    for answer in ANSWERS:
        assert holds(FORMS["run-answer"], answer)
        assert holds(answered, answer)


@pytest.mark.parametrize(
    "observation",
    [
        Answer({Measure.parse("strict.micro.f1"): value})
        for value in (0, 2, 0.1, Fraction(2, 3), Fraction(3), Printed("0.67"), None)
    ]
    + [
        Answer(
            {},
            spans={Side.GOLD: [(PER,)], Side.PRED: [()]},
            pairs={Schema.TYPE: [(Pair(PER, PER), Pair(None, PER))]},
            rows=frozenset({"PER", "\ud800"}),
        ),
        Refusal("bad-tag", "no"),
        Crash("KeyError", "'x'"),
        Unsupported("why"),
    ],
)
def test_an_observation_is_the_same_when_it_has_been_sent(observation: Observation) -> None:
    sent = json.loads(write_line({"id": 7, **write_answer(observation)}))
    assert FORMS["run-answer"](sent) == sent
    assert answered(sent) == observation


def test_what_no_number_is_is_sent_as_undefined_or_as_it_prints() -> None:
    f1 = Measure.parse("strict.micro.f1")
    for value, back in ((float("nan"), None), (float("inf"), Printed("inf")), (float("-inf"), Printed("-inf"))):
        assert answered({"id": 7, **write_answer(Answer({f1: value}))}) == Answer({f1: back})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from([0.5, 1.0, "", " ", "x", "2/3", "1/0", "any"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["error", "printed", "gold"]), inner),
    max_leaves=4,
)
Place = list[str | int]


def places(data: Any, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401 - any JSON
    """Return every place in a message."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [here, *(place for key, item in inside for place in places(item, (*here, key)))]


@st.composite
def spoiled(draw: st.DrawFn, whole: dict[str, Any]) -> dict[str, Any]:
    """Return a message of which one member is something else, or gone, or one too many."""
    data: dict[str, Any] = json.loads(json.dumps(whole))
    *path, last = draw(st.sampled_from([place for place in places(data) if place]))
    inside: Any = data
    for key in path:
        inside = inside[key]
    match draw(st.sampled_from(["gone", "other", "more"])):
        case "gone":
            del inside[last]
        case "other":
            inside[last] = draw(JSON)
        case "more" if isinstance(inside, dict):
            inside[draw(st.sampled_from(["extra", "error", "refused", "reason"]))] = draw(JSON)
    return data


@given(st.sampled_from(ANSWERS).flatmap(spoiled))
def test_the_kit_takes_an_answer_exactly_if_it_has_the_published_form(data: dict[str, Any]) -> None:
    published = holds(FORMS["run-answer"], data) and data["id"] == 7
    assert holds(answered, data) == published


@given(spoiled(ANNOUNCEMENT))
def test_the_kit_takes_no_announcement_without_the_published_form(data: dict[str, Any]) -> None:
    assert holds(FORMS["start-answer"], data) or not holds(read_announcement, data)


@given(st.sampled_from([READING, {"ok": False, "reason": "no"}]).flatmap(spoiled))
def test_the_kit_takes_no_reading_without_the_published_form(data: dict[str, Any]) -> None:
    assert holds(FORMS["dialect-answer"], data) or not holds(read, data)


def test_an_object_has_a_limit_of_entries_as_a_list_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_ENTRIES", 2)
    fields = messages.Fields({"few": {"a": "", "b": ""}, "many": {"a": "", "b": "", "c": ""}}, "answer")
    assert fields.take("few", messages.mapping_of(messages.text)) == {"a": "", "b": ""}
    with pytest.raises(BadMessage, match="invalid 'many': it has 3 entries, and the limit is 2"):
        fields.take("many", messages.mapping_of(messages.text))


def test_a_key_that_comes_twice_is_found_in_linear_time() -> None:
    names = ", ".join(f'"k{number}": 1' for number in range(100_000))
    with pytest.raises(NotAMessage, match="two keys 'k99999'"):
        read_line(f'{{{names}, "k99999": 1}}'.encode())


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_refused(line: bytes) -> None:
    try:
        found = read_line(line)
    except NotAMessage:
        return
    assert isinstance(found, dict)


@pytest.mark.parametrize("text", ["strict.micro", "strict.micro.f-1", "loose.micro.f1", "strict.type{A}.f1", "", "f1"])
def test_other_patterns_are_refused(text: str) -> None:
    spoilt = partial(read_announcement, {**ANNOUNCEMENT, "measures": [text]})
    with pytest.raises(BadMessage, match="which nerconform does not know"):
        spoilt()

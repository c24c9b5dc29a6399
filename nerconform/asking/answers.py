"""Answers: questions and observations as messages, in both directions."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from nerconform.asking import messages
from nerconform.asking.messages import BadMessage, Check, Fields, OutOfStep, list_of, mapping_of, member_of
from nerconform.asking.observation import Answer, Crash, Observation, Refusal, Unsupported
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.spans import Span


def kind_of(question: Question, dialect: Dialect | None) -> dict[str, object]:
    """Return what `dialect` and `run` say of a question beside its data."""
    return {
        "dialect": None if dialect is None else _text(dialect),
        "scheme": question.scheme,
        "choices": dict(question.choices),
        "form": question.written_form,
        "ask": question.ask,
    }


@lru_cache(maxsize=64)
def _text(dialect: Dialect) -> str:
    """Return the canonical text, which is long to work out and asked for with every question."""
    return str(dialect)


def write_question(number: int, question: Question, dialect: Dialect, measures: Sequence[Measure]) -> dict[str, object]:
    """Return the message `run`, which holds all that there is to know: a child need not remember anything."""
    kind = kind_of(question, dialect)
    wanted = {"measures": sorted(map(str, measures)), "parts": sorted(question.parts)}
    sides = {name: written_side(question, side) for name, side in (("gold", question.gold), ("pred", question.pred))}
    return {"command": "run", "id": number, **kind, **sides, **wanted}


def written_side(question: Question, side: object) -> object:
    """Return a side as JSON has it; spans of several pieces have a form of their own."""
    if not question.has_pieces or not isinstance(side, list):
        return side
    return [[messages.write_span(one) if isinstance(one, Span) else one for one in unit] for unit in side]


def read_question(data: Mapping[str, Any]) -> Question:
    """Return the question that `dialect` or `run` asks. Raises `BadMessage`."""
    fields = Fields(
        {name: value for name, value in data.items() if name not in {"command", "id", "dialect"}}, "question"
    )
    form = fields.take("form", member_of(Form))
    side: Check[object] = list_of(list_of(messages.span)) if form in {Form.SPANS, Form.PIECES} else _as_it_is
    question = Question(
        gold=fields.get("gold", side, []),
        pred=fields.get("pred", side, []),
        form=Form.SPANS if form is Form.PIECES else form,
        scheme=fields.take("scheme", messages.text),
        choices=fields.take("choices", mapping_of(messages.text)),
        ask=fields.take("ask", member_of(Ask)),
        measures=frozenset(map(Measure.parse, fields.get("measures", list_of(messages.text), ()))),
        parts=frozenset(fields.get("parts", list_of(member_of(Part)), ())),
    )
    fields.end()
    return question


def _as_it_is(value: object) -> object:
    return value


def write_answer(observation: Observation) -> dict[str, object]:
    """Return an observation as the members that follow the id."""
    match observation:
        case Refusal(error, message):
            return {"refused": {"error": error, "message": message}}
        case Crash(error, message):
            return {"error": {"error": error, "message": message}}
        case Unsupported(reason):
            return {"unsupported": reason}
    data: dict[str, object] = {
        "values": {str(measure): messages.write_number(value) for measure, value in observation.values.items()}
    }
    if observation.spans is not None:
        data["spans"] = {
            side: [list(map(messages.write_span, unit)) for unit in units] for side, units in observation.spans.items()
        }
    if observation.pairs is not None:
        data["pairs"] = {
            schema: [
                [[None if one is None else messages.write_span(one) for one in pair] for pair in unit] for unit in units
            ]
            for schema, units in observation.pairs.items()
        }
    if observation.rows is not None:
        data["rows"] = sorted(observation.rows)
    return data


def read_answer(number: int, asked: Sequence[Measure], data: Mapping[str, Any]) -> Observation:
    """Return what a child observed of the question with this number. Values that were not asked for are not kept.

    Raises `BadMessage`, or `OutOfStep` for the answer to another question.
    """
    fields = Fields(data, "answer to the command 'run'")
    if (answered := fields.take("id", messages.integer)) != number:
        hint = "Let the program copy the id of the question into its answer, and answer each question once."
        raise OutOfStep(f"the answer has the id {answered}, and the question had the id {number}", hint=hint)
    ways = [way for way in ("values", "refused", "unsupported", "error") if fields.has(way)]
    if len(ways) != 1:
        held = " and ".join(ways) or "none of them"
        message = (
            f"the answer to the command 'run' has {held}; it needs exactly one of 'values', 'refused', 'unsupported' "
            "and 'error'"
        )
        raise BadMessage(
            message,
            hint=(
                'Write exactly one of the four keys. With scores the answer is: {"id": 1, "values": '
                '{"strict.micro.f1": 0.5}}. '
                "docs/protocol.md shows answers with the other three keys."
            ),
        )
    observation = _observation(fields, ways[0], asked)
    fields.end()
    return observation


def _observation(fields: Fields, way: str, asked: Sequence[Measure]) -> Observation:
    match way:
        case "refused":
            return Refusal(*fields.take("refused", _failure))
        case "error":
            return Crash(*fields.take("error", _failure))
        case "unsupported":
            return Unsupported(fields.take("unsupported", messages.words))
    values = fields.take("values", mapping_of(messages.number))
    spans = fields.get("spans", mapping_of(list_of(list_of(messages.span))), None)
    pairs = fields.get("pairs", mapping_of(list_of(list_of(messages.pair))), None)
    rows = fields.get("rows", list_of(messages.text), None)
    return Answer(
        {measure: values[str(measure)] for measure in asked if str(measure) in values},
        spans=None if spans is None else _sides(spans),
        pairs=None
        if pairs is None
        else {_schema(name): [tuple(unit) for unit in rows] for name, rows in pairs.items()},
        rows=None if rows is None else frozenset(rows),
    )


def _sides(spans: Mapping[str, list[list[Span]]]) -> dict[Side, list[tuple[Span, ...]]]:
    if spans.keys() != set(Side):
        message = f'"spans" in the answer needs the keys gold and pred, and has {", ".join(spans) or "none"}'
        raise BadMessage(message, hint='Write "spans": {"gold": [...], "pred": [...]}.')
    return {side: [tuple(unit) for unit in spans[side]] for side in Side}


def _schema(name: str) -> Schema:
    if name not in set(Schema):
        raise BadMessage(
            f'"pairs" in the answer has the key {name!r:.40}, which is not the name of a schema (a rule for '
            "what counts as correct)",
            hint=f"Use the keys {', '.join(Schema)}.",
        )
    return Schema(name)


def _failure(value: object) -> tuple[str, str]:
    """Return the name of an exception, or a code, and its message."""
    fields = Fields(mapping_of(messages.text)(value), "refusal or error")
    name, message = fields.take("error", messages.words), fields.get("message", messages.text, "")
    fields.end()
    return name, message[: messages.MAX_ERROR_CHARACTERS]

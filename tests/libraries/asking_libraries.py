"""Questions, shortly written, and the run of a reproduction."""

import subprocess
import sys
from collections.abc import Mapping

from nerconform.asking.observation import Answer, Observation, Value
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span

BOTH = frozenset({Part.SPANS, Part.ROWS})


def tags(
    gold: list[str], pred: list[str], *measures: str, scheme: str = "IOB2", by: Ask = Ask.SCORES, **choices: str
) -> Question:
    """Return a question about tags; `pos` is short for `strict.micro.pos`."""
    sides = [[unit.split() for unit in side] for side in (gold, pred)]
    wanted = frozenset(Measure.parse(text if text.count(".") > 1 else f"strict.micro.{text}") for text in measures)
    return Question(sides[0], sides[1], Form.TAGS, scheme, choices, by, wanted, BOTH)


def spans(gold: list[list[Span]], pred: list[list[Span]], *measures: str, **choices: str) -> Question:
    """Return a question about spans."""
    wanted = frozenset(Measure.parse(text) for text in measures)
    return Question(gold, pred, Form.SPANS, "IOB2", choices, Ask.SCORES, wanted, BOTH)


def raw(gold: object, pred: object) -> Question:
    """Return a question about bad input."""
    return Question(gold, pred, Form.RAW)


def answer(implementation: Implementation, question: Question) -> Answer:
    """Return the answer, which must be one."""
    observation: Observation = ask(implementation, question)
    assert isinstance(observation, Answer), observation
    return observation


def values(implementation: Implementation, question: Question) -> Mapping[str, Value]:
    """Return the numbers of the answer by their names."""
    return {str(measure): value for measure, value in answer(implementation, question).values.items()}


def run(code: str) -> str:
    """Return what plain Python prints."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr

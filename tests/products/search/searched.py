"""What the tests of the search share: implementations whose mistakes are known, and questions to them."""

from collections.abc import Sequence

from nerconform.asking.question import Form, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.versus import Versus
from nerconform.diagnosis.ways import QuestionKind, types_in
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Change, Pipeline


class Mistaken(ReferenceImplementation):
    """The reference in a dialect, with a mistake that no quirk and no choice describes."""

    def __init__(self, change: Change, name: str = "mistaken", dialect: Dialect = NAMED["conlleval"]) -> None:
        super().__init__(name, dialect, change)
        self.version = "mistaken 1.0"


class Undeclared(ReferenceImplementation):
    """The reference in one dialect, that claims to be in another."""

    def __init__(self, **choices: str) -> None:
        dialect = NAMED["conlleval"]

        def change(pipeline: Pipeline) -> Pipeline:
            return Pipeline.of(pipeline.dialect.set(**choices))

        super().__init__("undeclared", dialect, change)
        self.version = "undeclared 1.0"


def question_to(inquiry: Versus, gold: Sequence[str], pred: Sequence[str], scheme: str = "IOB2") -> Question:
    """Return the question about units of tags, written as texts."""
    one, other = ([unit.split() for unit in side] for side in (gold, pred))
    way = QuestionKind(Form.TAGS, scheme)
    return inquiry.asker.question(way, one, other, types_in([one, other], way))

"""Rules: the reference evaluator as the fixture `ner_reference` hands it to tests."""

from nerconform.api import evaluate, resolve
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.signature import Signature


class Reference:
    """The reference: scores, and the signatures that say by which rules."""

    @staticmethod
    def evaluate(gold: object, pred: object, dialect: str = "conlleval", scheme: str | None = None) -> Evaluation:
        """Return every measure of a dialect, as `nerconform.evaluate` does."""
        return evaluate(gold, pred, dialect, scheme)

    @staticmethod
    def signature(dialect: str = "conlleval", measure: str = "strict.micro.f1", scheme: str | None = None) -> str:
        """Return the signature of one measure of a dialect, for `assert_score` and for a paper."""
        return str(Signature(resolve(dialect, scheme), Measure.parse(measure)))

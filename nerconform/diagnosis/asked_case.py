"""Asked: one golden case with what was asked of a metric, what came, and whether a change gives that answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from nerconform.asking.observation import Observation, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Part, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.changes import DialectChange
from nerconform.diagnosis.prediction import reproduced_by
from nerconform.reference.dialect import Dialect
from nerconform.reference.units import Unit, read_units
from nerconform.results.run import Level
from nerconform.suite.cases import Case


@dataclass(frozen=True, slots=True)
class AskedCase:
    """One case with what was asked, what came, and in which dialect."""

    case: str
    level: Level
    question: Question
    got: Observation
    dialect: Dialect
    _units: list[Unit] = field(default_factory=list, compare=False, repr=False)

    def units(self, gold: object, pred: object) -> list[Unit]:
        """Return the sentences of the question, as `read_units` does, which are read once for all changes."""
        if not self._units:
            self._units.extend(read_units(gold, pred))
        return self._units

    @property
    def size(self) -> int:
        """Return how large the input is."""
        return len(repr((self.question.gold, self.question.pred)))


def all_asked(implementation: Implementation, cases: Iterable[Case]) -> Iterator[AskedCase]:
    """Yield the cases that can be asked, as they were asked: reduced to what the implementation has."""
    for case in cases:
        question = case.question
        asked = reduced_to(implementation, question)
        if asked is not None:
            dialect, question = asked
            yield AskedCase(case.id, case.level, question, ask(implementation, question), dialect)


def reduced_to(implementation: Implementation, question: Question) -> tuple[Dialect, Question] | None:
    """Return the dialect, and the question about what the metric has; `None` where it is none for it."""
    try:
        dialect = implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        measures = frozenset(measure for measure in question.measures if implementation.answers(measure, question))
        parts = frozenset(part for part in Part if part in question.parts and implementation.holds(part, question))
    except NerconformError:
        return None
    return (dialect, replace(question, measures=measures, parts=parts)) if measures or parts else None


def gives(change: DialectChange, asked: AskedCase) -> bool | None:
    """Whether the reference with this change answers exactly so, `None` where the change has no meaning there.

    A change that raises on the way is dropped.
    """
    try:
        pipeline = change.pipeline(asked.dialect, asked.question)
        if pipeline is not None and pipeline.read is read_units:
            pipeline = replace(pipeline, read=asked.units)
        return None if pipeline is None else reproduced_by(pipeline, asked.question, asked.got)
    except Exception:  # noqa: BLE001 - what a quirk of a library makes of data that the library would never be given
        return False

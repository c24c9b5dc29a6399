"""The reference as an implementation: `reference:DIALECT`, and any pipeline that stands in for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from nerconform.asking.observation import Answer, Observation, Unsupported, Value
from nerconform.asking.protocol import Declared
from nerconform.asking.question import Form, Part, Question
from nerconform.reference import refusals
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans
from nerconform.reference.measures import Measure, has_measure
from nerconform.reference.mentions import Mention
from nerconform.reference.options import Item
from nerconform.reference.outcomes import answered
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import scheme_of
from nerconform.reference.spans import Span
from nerconform.version import SPEC_VERSION

LIBRARY = "nerconform spec"
"""What its versions are versions of."""


Chosen = Callable[[Mapping[str, str]], Mapping[str, str]]
"""The choices that are asked for, by axis, and those that are made."""


def unchanged(pipeline: Pipeline) -> Pipeline:
    """Return the pipeline as it is."""
    return pipeline


class ReferenceImplementation:
    """The reference in one dialect; `change` may put another step into its pipeline.

    `chosen` may make other choices of those that are asked for, the scheme among them, before there is a dialect.
    """

    takes_pieces = True

    def __init__(self, name: str, dialect: Dialect, change: Change = unchanged, chosen: Chosen = dict) -> None:
        """Answer as `change(Pipeline.of(dialect))`, in the scheme and with the choices of each question."""
        self.name = name
        self.version = f"{LIBRARY} {SPEC_VERSION}"
        self.base = dialect
        self.change = change
        self.chosen = chosen
        self.refusals = tuple(
            Declared(error.__name__, "") for error in vars(refusals).values() if isinstance(error, type)
        )

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return its dialect in the question's scheme and with the imposed choices.

        Raises the error of a scheme or choice that does not exist, or of an imposed policy that the scheme excludes.
        """
        choices = self.chosen({"scheme": question.scheme, **question.choices})
        try:
            dialect = self.base.set(**{**choices, "scheme": scheme_of(choices["scheme"])})
        except refusals.UndefinedPolicy as error:
            if "policy" in question.choices:
                raise
            return Unsupported(error.message)
        if dialect.item is Item.TOKEN and question.form in {Form.SPANS, Form.MENTIONS, Form.LAYERS}:
            return Unsupported("item:token compares tags, not spans")
        return dialect

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether the dialect has this number."""
        dialect = self.dialect(question)
        return not isinstance(dialect, Unsupported) and has_measure(dialect, measure)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether the part was asked: the reference has them all."""
        return part in question.parts

    def observe(self, question: Question) -> Observation:
        """Answer every measure and part that was asked."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        pipeline = self.change(Pipeline.of(dialect))
        evaluation = pipeline.evaluate(question.gold, question.pred, outcomes=True)
        return Answer(
            dict(_values(evaluation, question.measures)),
            spans=_spans(pipeline, question) if Part.SPANS in question.parts else None,
            pairs={
                schema: [unit.rows[schema] for unit in evaluation.outcomes or ()]
                for schema in answered(evaluation.dialect)
            },
            rows=frozenset(evaluation.by_type),
        )

    def reproduction(self, question: Question) -> str:
        """Return a call of `nc.evaluate`."""
        dialect, gold, pred = self.dialect(question), _plain(question.gold), _plain(question.pred)
        return f"import nerconform as nc\n\nprint(nc.evaluate({gold}, {pred}, {str(dialect)!r}).to_dict())"


def _plain(units: object) -> str:
    """Return units as Python that needs no import: spans as plain tuples."""
    if not isinstance(units, list):
        return repr(units)
    return repr([list(map(_plain_item, unit)) if isinstance(unit, list) else _plain_item(unit) for unit in units])


def _plain_item(item: object) -> object:
    if isinstance(item, dict) and "entities" in item:
        return {**item, "entities": list(map(_plain_item, item["entities"]))}
    return tuple(item) if isinstance(item, Span | Mention) else item


def _values(evaluation: Evaluation, measures: Iterable[Measure]) -> Iterator[tuple[Measure, Value]]:
    """Yield the numbers that the evaluation has: a type may have no row."""
    for measure in measures:
        with suppress(refusals.NotAnswered):
            yield measure, evaluation.value(measure)


def _spans(pipeline: Pipeline, question: Question) -> dict[Side, list[Spans]]:
    """Return what decoding gives on both sides."""
    found = [pipeline.unit_spans(unit) for unit in pipeline.read(question.gold, question.pred)]
    return {side: [unit[number] for unit in found] for number, side in enumerate(Side)}

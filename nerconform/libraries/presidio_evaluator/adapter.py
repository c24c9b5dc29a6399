"""presidio-evaluator: `SpanEvaluator.calculate_score_on_df`, for each type.

It takes a table with the type of each token, without prefixes. Spans and legal tags are written so where that shows
every span. With `iou_threshold=1` only spans of equal bounds match, and with `skip_words=[]` every token counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, cast

from nerconform.asking.inputs import are_paired, column, reach, read_scheme, spans_of, tag_lists
from nerconform.asking.observation import Unsupported, Value
from nerconform.asking.protocol import NumbersOnly, impose
from nerconform.asking.question import Ask, Form, Question, SpanUnits
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_BASE = Dialect().set(policy="lenient", align="none", zero="nan")
_COUNTS: Mapping[str, str] = {
    "tp": "true_positives",
    "fp": "false_positives",
    "fn": "false_negatives",
    "act": "num_predicted",
    "pos": "num_annotated",
}
_RATIOS = ("precision", "recall")
_COLUMNS = ("sentence_id", "token", "annotation", "prediction", "start_indices")
_WORD = "w"

Row = tuple[int, str, str, str, int]
"""Sentence, token, gold type, predicted type, and the first character of the token."""


class PresidioEvaluator(NumbersOnly):
    """presidio-evaluator, asked about exact matches of each type."""

    name = "presidio-evaluator"

    def __init__(self, version: str) -> None:
        """Ask this release."""
        self.version = f"presidio-evaluator {version}"

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return exact matching in scheme IO."""
        if question.ask is Ask.REPORT:
            return Unsupported("presidio-evaluator prints no report of types")
        if question.form not in {Form.SPANS, Form.TAGS} or not are_paired(question):
            return Unsupported("presidio-evaluator takes a table with the type of each token")
        scheme = read_scheme(question, tuple(Scheme), "presidio-evaluator")
        if isinstance(scheme, Unsupported):
            return scheme
        dialect = impose(_BASE.set(scheme=scheme), question.choices, "presidio-evaluator")
        sides = dialect if isinstance(dialect, Unsupported) else spans_of(question, dialect)
        if isinstance(sides, Unsupported):
            return sides
        if any(_is_lost(unit) for side in sides for unit in side):
            return Unsupported(
                "a type for each token cannot show spans that overlap, that touch their type, or of type O"
            )
        return dialect

    def has(self, measure: Measure) -> bool:
        """Whether the library has this number: a ratio or a count of one type."""
        if measure.type is None or measure.schema is not Schema.STRICT:
            return False
        return measure.beta is not None or column(measure) in {*_RATIOS, *_COUNTS}

    def numbers(self, measures: frozenset[Measure], question: Question) -> Mapping[Measure, Value]:
        """Return these numbers of the types that have a row; the F of each beta by a call of its own."""
        rows = list(_rows(question))
        values: dict[Measure, Value] = {}
        for beta in {measure.beta for measure in measures}:
            found = _score(rows, 1 if beta is None else float(beta))
            for measure in measures:
                row = found.get(measure.type)
                if measure.beta == beta and row is not None:
                    name = "f_beta" if beta is not None else _COUNTS.get(measure.quantity, measure.quantity)
                    values[measure] = getattr(row, name)
        return values

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports."""
        lines = [
            "import pandas as pd",
            "from presidio_evaluator.evaluation import SpanEvaluator",
            f"rows = {list(_rows(question))!r}",
            f"table = pd.DataFrame(rows, columns={list(_COLUMNS)!r})",
            "evaluator = SpanEvaluator(iou_threshold=1, skip_words=[])",
            "found = evaluator.calculate_score_on_df(table, beta=1, level='entity')",
            "print(dict(found.per_type))",
        ]
        return "\n".join(lines)


def _score(rows: Sequence[Row], beta: float) -> Mapping[str | None, Any]:
    """Return the numbers of each type."""
    import pandas as pd
    from presidio_evaluator.evaluation import SpanEvaluator

    table = pd.DataFrame(rows, columns=list(_COLUMNS))
    evaluator = SpanEvaluator(iou_threshold=1, skip_words=[])
    found: Mapping[str | None, Any] = evaluator.calculate_score_on_df(table, beta=beta, level="entity").per_type
    return dict(found)


def _is_lost(unit: Sequence[Span]) -> bool:
    """Whether a type for each token does not show these spans."""
    ordered = sorted(unit, key=lambda span: (span.start, span.end))
    hidden = any(after.start < before.end + (after.type == before.type) for before, after in pairwise(ordered))
    return hidden or any(span.type in {"", "O"} or not 0 <= span.start < span.end for span in ordered)


def _rows(question: Question) -> Iterator[Row]:
    """Yield a row for each token."""
    sides = cast("tuple[SpanUnits, SpanUnits]", spans_of(question, _BASE.set(scheme=question.scheme)))
    lengths = [len(unit) for unit in tag_lists(question.gold)] if question.form is Form.TAGS else reach(question)
    for number, (length, gold, pred) in enumerate(zip(lengths, *sides, strict=True)):
        for at, types in enumerate(zip(_types(gold, length), _types(pred, length), strict=True)):
            yield number, _WORD, *types, at * (len(_WORD) + 1)


def _types(spans: Sequence[Span], length: int) -> list[str]:
    """Return the type of each token, O where there is none."""
    types = ["O"] * length
    for span in spans:
        types[span.start : span.end] = [span.type] * (span.end - span.start)
    return types


def make(version: str, _mode: str) -> PresidioEvaluator:
    """Return the implementation."""
    return PresidioEvaluator(version)

"""Evaluation: every measure of one dialect on one set of data."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, cast

from nerconform.reference.confusion import Confusion
from nerconform.reference.counting import Counts, Tally, rows_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.exact_ratio import ExactRatio
from nerconform.reference.locating import TextCounts
from nerconform.reference.measures import COUNTS, ONE_NUMBER, OUTCOME_COUNTS, SER, Measure
from nerconform.reference.option_values import encoded
from nerconform.reference.options import Align, LabelRule, Pool
from nerconform.reference.outcomes import EXTENSIONS, FOUR, SCHEMAS, Outcomes, Schema, answered
from nerconform.reference.refusals import CannotAdd, NotAnswered, UnknownMeasure
from nerconform.reference.scoring import Deferred, Score, Scorer, Scores, rounded, slot_error_rate
from nerconform.reference.signature import Signature

_ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The numbers of one type or average: `precision`, `recall`, `f1` exact, `None` where undefined.

    `counts` is `None` for the macro and weighted averages, which have none of their own.
    """

    precision: Fraction | None
    recall: Fraction | None
    f1: Fraction | None
    counts: Counts | None = None

    def to_dict(self, *, aligned: bool = True) -> dict[str, object]:
        """Return the row as plain data, with exact ratios; unaligned, without INC, PAR, MIS and SPU."""
        ratios = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        row: dict[str, object] = {name: _number(value) for name, value in ratios.items()}
        if self.counts is not None:
            names = [name for name in COUNTS if aligned or name not in OUTCOME_COUNTS]
            row["counts"] = {name: _count(self.counts, name) for name in names}
        return row

    def to_floats(self) -> dict[str, float | None]:
        """Return `precision`, `recall` and `f1` as doubles, to log them or to write them as JSON."""
        ratios = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return {name: None if value is None else float(value) for name, value in ratios.items()}


def _count(counts: Counts, name: str) -> object:
    """Return a count as plain data; where the two sides differ, those of both."""
    gold, pred = map(_amount, counts.by_side(name))
    return gold if gold == pred else {"is": "by-side", "gold": gold, "pred": pred}


def _amount(amount: Fraction | int) -> object:
    return amount if isinstance(amount, int) else _number(amount)


def _number(value: Fraction | None) -> dict[str, object]:
    """Return an exact ratio as plain data."""
    if value is None:
        return {"is": "undefined"}
    denominator = {} if value.denominator == 1 else {"denominator": value.denominator}
    return {"is": "exact", "numerator": value.numerator, **denominator}


@dataclass(frozen=True, slots=True)
class SchemaResult:
    """The numbers of one schema: those of the micro average, `averages`, and a row for each type in `by_type`."""

    averages: Mapping[str, ScoreRow]
    by_type: Mapping[str, ScoreRow]

    @property
    def counts(self) -> Counts:
        """Return the counts over all types."""
        return self.averages["micro"].counts or Counts()

    @property
    def precision(self) -> Fraction | None:
        """Return the micro precision."""
        return self.averages["micro"].precision

    @property
    def recall(self) -> Fraction | None:
        """Return the micro recall."""
        return self.averages["micro"].recall

    @property
    def f1(self) -> Fraction | None:
        """Return the micro F1."""
        return self.averages["micro"].f1

    def to_dict(self, *, aligned: bool = True) -> dict[str, object]:
        """Return averages and rows as plain data."""
        return {
            "averages": {name: row.to_dict(aligned=aligned) for name, row in self.averages.items()},
            "by_type": {kind: row.to_dict(aligned=aligned) for kind, row in self.by_type.items()},
        }


class _Schemas(dict[str, SchemaResult]):
    """The schemas that are shown; an extension (MAT-14) is made when it is asked for.

    Asking for a schema that the dialect does not answer raises `NotAnswered` and names a dialect that does.
    """

    def __init__(self, names: Iterable[Schema], make: Callable[[Schema], SchemaResult], dialect: Dialect) -> None:
        """Make the result of each of these schemas by `make`."""
        super().__init__({str(schema): make(schema) for schema in names})
        self._make, self._dialect = make, dialect

    def __missing__(self, schema: str) -> SchemaResult:
        if schema not in set(Schema):
            raise UnknownMeasure(f"there is no schema {schema!r}", hint=f"Use {SCHEMAS}.")
        if schema in answered(self._dialect):
            return self._make(Schema(schema))
        none = self._dialect.align is Align.NONE
        choice, those = (_NO_PAIRS, "the schema 'strict'") if none else ("with scope:schema", f"the schemas {_FOUR}")
        hint = "Ask for strict, or use a dialect with other schemas: --dialect semeval, in Python dialect='semeval'."
        raise NotAnswered(f"{choice} there are scores only in {those}, not in {str(schema)!r}", hint=hint)


_FOUR = ", ".join(FOUR)
_NO_PAIRS = "with align:none, which pairs only identical spans,"
_OUTCOMES = {"inc": "incorrect pairs", "par": "partial matches", "mis": "missed", "spu": "spurious"}


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Every measure of one dialect on one set of data.

    `schemas` maps strict, exact, partial and type to a `SchemaResult`; `counts`, `precision`, `recall`, `f1`, `by_type`
    and `averages` are those of the strict schema. Ratios are `ExactRatio`: exact like a `fractions.Fraction`, a float
    to whatever formats or serialises them, and `None` only where the dialect leaves a ratio undefined. `outcomes` says,
    if asked for, which span met which, for every unit. `engine` says who counted: `reference` or `columnar`, after a
    colon why, in a sum all of them; it never makes a difference. `texts` says of entities without offsets, by side, how
    many texts the sentence holds `once`, `several` times, or not (`absent`); it is empty where no sentence has such
    entities and a text (LOC-6).
    """

    dialect: Dialect
    tally: Tally = field(repr=False)
    score: Scorer = field(repr=False, compare=False)
    outcomes: tuple[Outcomes, ...] | None = field(default=None, repr=False, compare=False)
    engine: str = field(default="reference", repr=False, compare=False)
    texts: Mapping[str, TextCounts] = field(default_factory=dict, repr=False, compare=False)
    _scored: list[_Schemas] = field(init=False, repr=False, compare=False, default_factory=list)

    @property
    def schemas(self) -> Mapping[str, SchemaResult]:
        """Return the schemas that the dialect answers; the tally is scored when they are first asked for."""
        if not self._scored:
            scores = self.score(self.tally, _ONE)
            names = [schema for schema in scores if schema not in EXTENSIONS]
            made = partial(self._result, scores)
            self._scored.append(_Schemas(names, made, self.dialect))
        return self._scored[0]

    def _result(self, every: Mapping[Schema, Scores], schema: Schema) -> SchemaResult:
        if schema not in every:
            raise NotAnswered(
                f"this evaluation has no scores in the schema {str(schema)!r}", hint=f"Use one of: {', '.join(every)}."
            )
        scores = every[schema]

        def average(name: str) -> ScoreRow:
            return _row(scores.averages[name], self.tally.total[schema] if name == "micro" else None)

        def of_type(kind: str) -> ScoreRow:
            return _row(scores.by_type[kind], self.tally.counts(schema, kind))

        return SchemaResult(Deferred(scores.averages, average), Deferred(rows_of(self.tally, self.dialect), of_type))

    @property
    def strict(self) -> SchemaResult:
        """Return the strict schema: exact matching."""
        return self.schemas["strict"]

    @property
    def counts(self) -> Counts:
        """Return the strict counts over all types."""
        return self.strict.counts

    @property
    def precision(self) -> Fraction | None:
        """Return the micro precision of the strict schema."""
        return self.strict.precision

    @property
    def recall(self) -> Fraction | None:
        """Return the micro recall of the strict schema."""
        return self.strict.recall

    @property
    def f1(self) -> Fraction | None:
        """Return the micro F1 of the strict schema."""
        return self.strict.f1

    @property
    def by_type(self) -> Mapping[str, ScoreRow]:
        """Return the strict row of each type (CNT-4)."""
        return self.strict.by_type

    @property
    def averages(self) -> Mapping[str, ScoreRow]:
        """Return the strict averages: micro, macro, weighted."""
        return self.strict.averages

    @property
    def confusion(self) -> Confusion:
        """Return gold types against predicted types, by the pairs of the strict schema.

        Raises `NotAnswered` where the pairs were not kept.
        """
        if self.dialect.align is Align.TWO_SIDED:
            hint = "Use a dialect that pairs spans: dialect='semeval'."
            raise NotAnswered(
                "a confusion matrix of types needs pairs of a gold and a predicted span, but align:two-sided "
                "makes no pairs",
                hint=hint,
            )
        if self.outcomes is None:
            hint = (
                "Evaluate again and keep the pairs: nc.evaluate(gold, pred, outcomes=True). To see their "
                "sentences, too: nc.analyze(gold, pred)."
            )
            raise NotAnswered(
                "a confusion matrix of types needs the pairs of gold and predicted spans, but this "
                "evaluation did not keep them",
                hint=hint,
            )
        return Confusion.of(self.outcomes)

    @property
    def signature(self) -> str:
        """Return the signature of all measures (DIA-4)."""
        return str(Signature(self.dialect))

    def signature_of(self, measure: str | Measure) -> str:
        """Return the signature of one number, such as `strict.micro.f1`. Raises what `value` raises."""
        measure = Measure.parse(measure) if isinstance(measure, str) else measure
        self.value(measure)
        return str(Signature(self.dialect, measure))

    def value(self, measure: str | Measure) -> Fraction | int | None:
        """Return one number; `None` where the dialect leaves it undefined.

        Raises `UnknownMeasure`, and `NotAnswered` where the dialect has no such number: another schema or INC, PAR,
        MIS, SPU without alignment, counts of an average, a type without a row.
        """
        measure = Measure.parse(measure) if isinstance(measure, str) else measure
        result = self.schemas[measure.schema]
        kind = measure.type
        if kind is not None and kind not in result.by_type:
            hint = f"Use a type that has scores: {_some(result.by_type)}."
            raise NotAnswered(f"the data have no entity of the type {kind!r}, so this type has no scores", hint=hint)
        row = result.averages[measure.scope] if kind is None else result.by_type[kind]
        if measure.quantity in {"precision", "recall", "f1"}:
            found: Fraction | None = getattr(row, measure.quantity)
            return found
        if measure.beta is not None:
            scores = self.score(self.tally, measure.beta)[measure.schema]
            return (scores.averages[measure.scope] if kind is None else scores.by_type[kind]).f
        if measure.quantity == SER:
            return self._slot_error_rate(row)
        return self._count(row, measure.quantity)

    def _slot_error_rate(self, row: ScoreRow) -> Fraction | None:
        """Return the errors for each gold span (SCO-13)."""
        if row.counts is None or self.dialect.pool is Pool.MEAN:
            hint = (
                "Ask for strict.micro.ser (all types together) or strict.type{PER}.ser (one type). With "
                "pool:mean, where scores are means over sentences, add --set pool=corpus."
            )
            raise NotAnswered("the slot error rate (ser) has no average over types or sentences", hint=hint)
        return rounded(slot_error_rate(row.counts, self.dialect), self.dialect.round)

    def _count(self, row: ScoreRow, quantity: str) -> Fraction | int:
        named = f"{quantity} ({_OUTCOMES[quantity]})" if quantity in _OUTCOMES else quantity
        if quantity in ONE_NUMBER and self.dialect.align is Align.TWO_SIDED:
            side = "par" if quantity == "par" else "tp"
            hint = (
                f"Ask for {side}_gold (counted over gold) or {side}_pred (over predictions), such as "
                f"type.micro.{side}_gold."
            )
            raise NotAnswered(
                f"with align:two-sided, {named} is two numbers: one counts gold entities, one counts predictions",
                hint=hint,
            )
        if quantity in OUTCOME_COUNTS and self.dialect.align is Align.NONE:
            hint = (
                "Ask for tp, fp or fn, or use a dialect that pairs overlaps: --dialect semeval, in Python "
                "dialect='semeval'."
            )
            raise NotAnswered(f"align:none pairs no overlapping spans, so it does not count {named}", hint=hint)
        if row.counts is None:
            hint = f"Ask for strict.micro.{quantity} or strict.type{{PER}}.{quantity}."
            raise NotAnswered(f"macro and weighted averages have no counts such as {named}", hint=hint)
        count: Fraction | int = getattr(row.counts, quantity)
        return count

    def __add__(self, other: "Evaluation") -> "Evaluation":
        """Return the evaluation of both sets of data (LAW-8).

        Raises `CannotAdd` for two dialects, and where a choice looks across units before counting.
        """
        if not isinstance(other, Evaluation):
            return NotImplemented
        require_one_dialect(self.dialect, other.dialect)
        require_parts(self.dialect)
        both = None if self.outcomes is None or other.outcomes is None else self.outcomes + other.outcomes
        engines = {*self.engine.split(" + "), *other.engine.split(" + ")}
        found = {
            side: self.texts.get(side, TextCounts()) + other.texts.get(side, TextCounts())
            for side in {**self.texts, **other.texts}
        }
        return Evaluation(self.dialect, self.tally + other.tally, self.score, both, " + ".join(sorted(engines)), found)

    def to_dict(self, *schemas: str) -> dict[str, Any]:
        """Return the evaluation as plain data, in the form of the record `EvaluationScores`.

        `schemas` are those that are wanted: of none, those that are shown. Raises `NotAnswered`.
        """
        aligned = self.dialect.align is not Align.NONE
        found = {str(schema): self.schemas[schema].to_dict(aligned=aligned) for schema in schemas or self.schemas}
        return {"signature": self.signature, "schemas": found}

    def to_floats(self) -> dict[str, float | None]:
        """Return every precision, recall and F1 as a double, by measure: `strict.micro.f1`, `strict.type{PER}.f1`."""
        found: dict[str, float | None] = {}
        for schema, result in self.schemas.items():
            rows = {**result.averages, **{f"type{{{encoded(kind)}}}": row for kind, row in result.by_type.items()}}
            for scope, row in rows.items():
                found |= {f"{schema}.{scope}.{name}": value for name, value in row.to_floats().items()}
        return found


def across_units(dialect: Dialect) -> str:
    """Return the choice that looks across units before counting, so that evaluations do not add up; else nothing."""
    canonical = dialect.canonical()
    if canonical.labels.rule is LabelRule.GOLD:
        return "labels:gold"
    return "pool:flat" if canonical.pool is Pool.FLAT else ""


def require_one_dialect(one: Dialect, other: Dialect) -> None:
    """Raise `CannotAdd` for two dialects (LAW-8)."""
    mine, theirs = str(one), str(other)
    if mine != theirs:
        hint = "Score both parts with one dialect: --dialect NAME, in Python dialect='NAME'."
        raise CannotAdd(f"two scores by different rules cannot be added: {mine} and {theirs}", hint=hint)


def require_parts(dialect: Dialect) -> None:
    """Raise `CannotAdd` where a choice looks across units, so that parts of the data cannot be counted apart."""
    if choice := across_units(dialect):
        message = (
            f"with {choice} the score of a sentence depends on all other sentences, so scores of parts cannot be added"
        )
        hint = (
            "Score all the data at once: nerconform score FILE with one file of all sentences, in Python one call of "
            "nc.evaluate."
        )
        raise CannotAdd(message, hint=hint)


def _some(names: Mapping[str, object], most: int = 20) -> str:
    """Return the first names, and how many more there are."""
    more = f", and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(islice(names, most))}{more}" if names else "none"


def _row(score: Score, counts: Counts | None = None) -> ScoreRow:
    """Return the public row of a score."""
    return ScoreRow(_ratio(score.precision), _ratio(score.recall), _ratio(score.f), counts)


def _ratio(value: Fraction | None) -> Fraction | None:
    return None if value is None else cast("Fraction", ExactRatio(value))  # registered as one

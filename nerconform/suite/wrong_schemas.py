"""Wrong outcomes: mistakes in what a pair of spans is worth in each schema, and in which span it uses up."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Alignment, Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.suite.mistake import ALIGNED, Mistake

Rows = Sequence[Pair]
"""Which span met which in one unit."""


def of_rows(fix: Callable[[Rows, Schema], Iterable[Pair]]) -> Change:
    """Return the change of the rows of every schema, those of each type by itself included."""

    def fixed(alignment: Alignment) -> Alignment:
        return {schema: tuple(fix(rows, schema)) for schema, rows in alignment.items()}

    def change(pipeline: Pipeline) -> Pipeline:
        def wrong(gold: Spans, pred: Spans) -> Outcomes:
            found = pipeline.match(gold, pred)
            of_type = None if found.of_type is None else {kind: fixed(rows) for kind, rows in found.of_type.items()}
            return Outcomes(fixed(found.rows), of_type)

        return replace(pipeline, match=wrong)

    return change


def judged(table: Callable[[Pair, Schema], Outcome]) -> Change:
    """Return the change to another table of outcomes."""

    class Judged(Pair):
        """A pair under the wrong table."""

        __slots__ = ()

        def outcome(self, schema: Schema) -> Outcome:
            """Return the wrong cell."""
            return table(Pair(*self), schema)

    return of_rows(lambda rows, _: (Judged(*row) for row in rows))


def _read_as(schema: Schema, other: Schema) -> Change:
    """Return the change that judges one schema by the rule of another."""
    return judged(lambda pair, asked: pair.outcome(other if asked is schema else asked))


def _instead(schema: Schema, right: Outcome, wrong: Outcome) -> Change:
    """Return the change that puts one outcome for another in one schema."""

    def table(pair: Pair, asked: Schema) -> Outcome:
        outcome = pair.outcome(asked)
        return wrong if asked is schema and outcome is right else outcome

    return judged(table)


def _partial_checks_type(pair: Pair, schema: Schema) -> Outcome:
    """Call a pair of two types INC in the partial schema."""
    both = schema is Schema.PARTIAL and pair.gold is not None and pair.pred is not None
    return Outcome.INC if both and pair.outcome(Schema.TYPE) is Outcome.INC else pair.outcome(schema)


def _partial_overlap_checks_type(pair: Pair, schema: Schema) -> Outcome:
    """Call a pair of two types and unequal bounds INC in the partial schema."""
    outcome = pair.outcome(schema)
    wrong_type = pair.outcome(Schema.TYPE) is Outcome.INC
    return Outcome.INC if schema is Schema.PARTIAL and outcome is Outcome.PAR and wrong_type else outcome


def _type_gives_partial(pair: Pair, schema: Schema) -> Outcome:
    """Call a pair of one type and other bounds PAR in the type schema."""
    outcome = pair.outcome(schema)
    inexact = pair.outcome(Schema.EXACT) is Outcome.INC
    return Outcome.PAR if schema is Schema.TYPE and outcome is Outcome.COR and inexact else outcome


def _incorrect_apart(rows: Rows, schema: Schema) -> Iterable[Pair]:
    """Part every pair that is INC in the schema."""
    for row in rows:
        yield from apart(row) if row.outcome(schema) is Outcome.INC else [row]


def apart(row: Pair) -> list[Pair]:
    """Return a pair as a missing and a spurious span."""
    return [Pair(row.gold, None), Pair(None, row.pred)]


def _is_pair(row: Pair) -> bool:
    return row.gold is not None and row.pred is not None


def _first_pair_only(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Keep the first pair, and part all others."""
    first = next((row for row in rows if _is_pair(row)), None)
    seen = False
    for row in rows:
        keep = not _is_pair(row) or (row is first and not seen)
        seen = seen or row is first
        yield from [row] if keep else apart(row)


def _gold_reused(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Let a spurious span meet a gold span that is taken."""
    taken = [row.gold for row in rows if row.gold is not None]
    for gold, pred in rows:
        again = next((span for span in taken if pred is not None and span.overlaps(pred)), None)
        yield Pair(again if gold is None else gold, pred)


def _prediction_reused(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Let a missing span meet a prediction that is taken."""
    taken = [row.pred for row in rows if row.pred is not None]
    for gold, pred in rows:
        again = next((span for span in taken if gold is not None and span.overlaps(gold)), None)
        yield Pair(gold, again if pred is None else pred)


def _leftovers_paired(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Pair missing with spurious spans of the unit, wherever they stand."""
    missing = [row.gold for row in rows if row.pred is None]
    spurious = [row.pred for row in rows if row.gold is None]
    both = min(len(missing), len(spurious))
    yield from (row for row in rows if _is_pair(row))
    yield from (Pair(*pair) for pair in zip(missing, spurious, strict=False))
    yield from (Pair(span, None) for span in missing[both:])
    yield from (Pair(None, span) for span in spurious[both:])


def _partial_for_wrong_type(pair: Pair, schema: Schema) -> Outcome:
    """Call a pair of equal bounds and two types PAR in the partial schema."""
    wrong_type = pair.outcome(Schema.EXACT) is Outcome.COR and pair.outcome(Schema.TYPE) is Outcome.INC
    return Outcome.PAR if schema is Schema.PARTIAL and wrong_type else pair.outcome(schema)


def _without_type(schema: Schema) -> Change:
    """Return the change that compares no types in a schema of one side, left or right."""

    def table(pair: Pair, asked: Schema) -> Outcome:
        same = pair if pair.gold is None or pair.pred is None else pair._replace(pred=pair.pred.of_type(pair.gold.type))
        return (same if asked is schema else pair).outcome(asked)

    return judged(table)


def _strict_credits_overlap(pair: Pair, schema: Schema) -> Outcome:
    """Call a pair of one type and other bounds PAR in the strict schema."""
    inexact = pair.outcome(Schema.EXACT) is Outcome.INC and pair.outcome(Schema.TYPE) is Outcome.COR
    return Outcome.PAR if schema is Schema.STRICT and inexact else pair.outcome(schema)


def _not_consumed(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Leave a gold span free that met another span than an equal one: others may meet it, and then it is missing."""
    free = [row.gold for row in rows if row.gold is not None and row.pred is not None and row.gold != row.pred]
    for gold, pred in rows:
        again = next((span for span in free if gold is None and pred is not None and span.overlaps(pred)), None)
        yield Pair(again if gold is None else gold, pred)
    yield from (Pair(span, None) for span in free)


def _incorrect_and(side: int) -> Callable[[Rows, Schema], Iterable[Pair]]:
    """Count one side of a pair that is INC once more, as missing (0) or as spurious (1)."""

    def fix(rows: Rows, schema: Schema) -> Iterable[Pair]:
        for row in rows:
            yield row
            if row.outcome(schema) is Outcome.INC:
                yield apart(row)[side]

    return fix


OUTCOMES: tuple[Mistake, ...] = (
    Mistake(
        "first-pair-only",
        "Only the first pair of a sentence counts; every later gold entity is missed, and every later prediction "
        "is spurious.",
        of_rows(_first_pair_only),
    ),
    Mistake(
        "gold-reused",
        "A prediction that is left over is paired with a gold entity that is paired already.",
        of_rows(_gold_reused),
        ALIGNED,
    ),
    Mistake(
        "prediction-reused",
        "A gold entity that is left over is paired with a prediction that is paired already.",
        of_rows(_prediction_reused),
        ALIGNED,
    ),
    Mistake(
        "leftovers-paired",
        "A missed and a spurious entity of one sentence count as one incorrect pair, even if they do not overlap.",
        of_rows(_leftovers_paired),
        ALIGNED,
    ),
    Mistake(
        "incorrect-apart",
        "A prediction that overlaps a gold entity and is wrong counts as one missed and one spurious entity, not "
        "as one incorrect pair.",
        of_rows(_incorrect_apart),
        ALIGNED,
    ),
    Mistake(
        "strict-ignores-type",
        "The strict schema compares start and end, but not the type.",
        _read_as(Schema.STRICT, Schema.EXACT),
        ALIGNED,
    ),
    Mistake(
        "strict-ignores-bounds",
        "The strict schema compares only the type of entities that overlap, not their start and end.",
        _read_as(Schema.STRICT, Schema.TYPE),
        ALIGNED,
    ),
    Mistake(
        "exact-checks-type",
        "The exact schema compares the type as well as start and end.",
        _read_as(Schema.EXACT, Schema.STRICT),
        ALIGNED,
    ),
    Mistake(
        "exact-gives-partial",
        "The exact schema counts a prediction that only overlaps a gold entity as partial, not as incorrect.",
        _read_as(Schema.EXACT, Schema.PARTIAL),
        ALIGNED,
    ),
    Mistake(
        "partial-checks-type",
        "The partial schema counts a pair of different types as incorrect, although it should not compare types.",
        judged(_partial_checks_type),
        ALIGNED,
    ),
    Mistake(
        "partial-overlap-checks-type",
        "The partial schema gives half a point only to an overlap with a gold entity of the same type. Another "
        "overlap counts as incorrect.",
        judged(_partial_overlap_checks_type),
        ALIGNED,
    ),
    Mistake(
        "partial-gives-none",
        "The partial schema counts a prediction that only overlaps a gold entity as incorrect, without partial credit.",
        _read_as(Schema.PARTIAL, Schema.EXACT),
        ALIGNED,
    ),
    Mistake(
        "partial-is-correct",
        "The partial schema counts a prediction that only overlaps a gold entity as correct, with full credit.",
        _instead(Schema.PARTIAL, Outcome.PAR, Outcome.COR),
        ALIGNED,
    ),
    Mistake(
        "type-needs-bounds",
        "The type schema compares start and end as well as the type.",
        _read_as(Schema.TYPE, Schema.STRICT),
        ALIGNED,
    ),
    Mistake(
        "type-gives-partial",
        "The type schema counts a prediction of the right type with another start or end as partial, not as correct.",
        judged(_type_gives_partial),
        ALIGNED,
    ),
    Mistake(
        "incorrect-does-not-consume",
        "A gold entity that is paired with a wrong prediction can be paired again with another prediction, and "
        "also counts as missed.",
        of_rows(_not_consumed),
        ALIGNED,
    ),
    Mistake(
        "incorrect-also-missed",
        "A wrong prediction that overlaps a gold entity counts as incorrect, and the gold entity counts as missed, "
        "too.",
        of_rows(_incorrect_and(0)),
        ALIGNED,
    ),
    Mistake(
        "incorrect-also-spurious",
        "A wrong prediction that overlaps a gold entity counts as incorrect, and as spurious, too.",
        of_rows(_incorrect_and(1)),
        ALIGNED,
    ),
    Mistake(
        "strict-gives-partial",
        "The strict schema is scored like the partial schema: any overlap with a gold entity earns half a point.",
        _read_as(Schema.STRICT, Schema.PARTIAL),
        ALIGNED,
    ),
    Mistake(
        "strict-credits-overlap",
        "The strict schema gives half a point to a prediction that overlaps a gold entity of its type.",
        judged(_strict_credits_overlap),
        ALIGNED,
    ),
    Mistake(
        "exact-is-type",
        "The exact schema compares only the type of entities that overlap, not their start and end.",
        _read_as(Schema.EXACT, Schema.TYPE),
        ALIGNED,
    ),
    Mistake(
        "partial-is-strict",
        "The partial schema is scored like the strict schema: type, start and end must be right.",
        _read_as(Schema.PARTIAL, Schema.STRICT),
        ALIGNED,
    ),
    Mistake(
        "partial-is-type",
        "The partial schema is scored like the type schema: any overlap with a gold entity of the same type is "
        "correct.",
        _read_as(Schema.PARTIAL, Schema.TYPE),
        ALIGNED,
    ),
    Mistake(
        "partial-for-wrong-type",
        "The partial schema gives half a point, not a whole one, to a prediction with the right start and end and "
        "another type.",
        judged(_partial_for_wrong_type),
        ALIGNED,
    ),
    Mistake(
        "type-is-exact",
        "The type schema is scored like the exact schema: only start and end are compared.",
        _read_as(Schema.TYPE, Schema.EXACT),
        ALIGNED,
    ),
    Mistake(
        "left-ignores-type",
        "The schema left compares only the start of entities, not their type.",
        _without_type(Schema.LEFT),
        ALIGNED,
    ),
    Mistake(
        "left-is-right",
        "The schema left compares the end of entities, not their start.",
        _read_as(Schema.LEFT, Schema.RIGHT),
        ALIGNED,
    ),
    Mistake(
        "left-is-type",
        "The schema left accepts every overlap with a gold entity of the type.",
        _read_as(Schema.LEFT, Schema.TYPE),
        ALIGNED,
    ),
    Mistake(
        "left-is-strict",
        "The schema left requires the end to be right as well.",
        _read_as(Schema.LEFT, Schema.STRICT),
        ALIGNED,
    ),
    Mistake(
        "right-ignores-type",
        "The schema right compares only the end of entities, not their type.",
        _without_type(Schema.RIGHT),
        ALIGNED,
    ),
    Mistake(
        "right-is-left",
        "The schema right compares the start of entities, not their end.",
        _read_as(Schema.RIGHT, Schema.LEFT),
        ALIGNED,
    ),
    Mistake(
        "right-is-type",
        "The schema right accepts every overlap with a gold entity of the type.",
        _read_as(Schema.RIGHT, Schema.TYPE),
        ALIGNED,
    ),
    Mistake(
        "right-is-strict",
        "The schema right requires the start to be right as well.",
        _read_as(Schema.RIGHT, Schema.STRICT),
        ALIGNED,
    ),
    Mistake(
        "partial-type-ignores-type",
        "The schema partial-type does not compare types.",
        _read_as(Schema.PARTIAL_TYPE, Schema.PARTIAL),
        ALIGNED,
    ),
    Mistake(
        "partial-type-is-type",
        "The schema partial-type counts every overlap with a gold entity of the type as correct, with full credit.",
        _read_as(Schema.PARTIAL_TYPE, Schema.TYPE),
        ALIGNED,
    ),
    Mistake(
        "partial-type-is-strict",
        "The schema partial-type gives no credit for an overlap.",
        _read_as(Schema.PARTIAL_TYPE, Schema.STRICT),
        ALIGNED,
    ),
    Mistake(
        "type-is-partial",
        "The type schema is scored like the partial schema: types are not compared, and an overlap earns half a point.",
        _read_as(Schema.TYPE, Schema.PARTIAL),
        ALIGNED,
    ),
)

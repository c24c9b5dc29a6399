"""Wrong outcomes: mistakes in what a pair is, and in which pairs stand."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Alignment, Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.suite.wrong.evaluator import ALIGNED, Mistake

_Rows = Sequence[Pair]


def _rows(fix: Callable[[_Rows, Schema], Iterable[Pair]]) -> Change:
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


def _judged(table: Callable[[Pair, Schema], Outcome]) -> Change:
    """Return the change to another table of outcomes."""

    class Judged(Pair):
        """A pair under the wrong table."""

        __slots__ = ()

        def outcome(self, schema: Schema) -> Outcome:
            """Return the wrong cell."""
            return table(Pair(*self), schema)

    return _rows(lambda rows, _: (Judged(*row) for row in rows))


def _read_as(schema: Schema, other: Schema) -> Change:
    """Return the change that judges one schema by the rule of another."""
    return _judged(lambda pair, asked: pair.outcome(other if asked is schema else asked))


def _instead(schema: Schema, right: Outcome, wrong: Outcome) -> Change:
    """Return the change that puts one outcome for another in one schema."""

    def table(pair: Pair, asked: Schema) -> Outcome:
        outcome = pair.outcome(asked)
        return wrong if asked is schema and outcome is right else outcome

    return _judged(table)


def _partial_checks_type(pair: Pair, schema: Schema) -> Outcome:
    """Call a pair of two types INC in the partial schema."""
    both = schema is Schema.PARTIAL and pair.gold is not None and pair.pred is not None
    return Outcome.INC if both and pair.outcome(Schema.TYPE) is Outcome.INC else pair.outcome(schema)


def _type_gives_partial(pair: Pair, schema: Schema) -> Outcome:
    """Call a pair of one type and other bounds PAR in the type schema."""
    outcome = pair.outcome(schema)
    inexact = pair.outcome(Schema.EXACT) is Outcome.INC
    return Outcome.PAR if schema is Schema.TYPE and outcome is Outcome.COR and inexact else outcome


def _incorrect_apart(rows: _Rows, schema: Schema) -> Iterable[Pair]:
    """Part every pair that is INC in the schema."""
    for row in rows:
        yield from _apart(row) if row.outcome(schema) is Outcome.INC else [row]


def _apart(row: Pair) -> list[Pair]:
    """Return a pair as a missing and a spurious span."""
    return [Pair(row.gold, None), Pair(None, row.pred)]


def _is_pair(row: Pair) -> bool:
    return row.gold is not None and row.pred is not None


def _first_pair_only(rows: _Rows, _schema: Schema) -> Iterable[Pair]:
    """Keep the first pair, and part all others."""
    first = next((row for row in rows if _is_pair(row)), None)
    seen = False
    for row in rows:
        keep = not _is_pair(row) or (row is first and not seen)
        seen = seen or row is first
        yield from [row] if keep else _apart(row)


def _gold_reused(rows: _Rows, _schema: Schema) -> Iterable[Pair]:
    """Let a spurious span meet a gold span that is taken."""
    taken = [row.gold for row in rows if row.gold is not None]
    for gold, pred in rows:
        again = next((span for span in taken if pred is not None and span.overlaps(pred)), None)
        yield Pair(again if gold is None else gold, pred)


def _prediction_reused(rows: _Rows, _schema: Schema) -> Iterable[Pair]:
    """Let a missing span meet a prediction that is taken."""
    taken = [row.pred for row in rows if row.pred is not None]
    for gold, pred in rows:
        again = next((span for span in taken if gold is not None and span.overlaps(gold)), None)
        yield Pair(gold, again if pred is None else pred)


def _leftovers_paired(rows: _Rows, _schema: Schema) -> Iterable[Pair]:
    """Pair missing with spurious spans of the unit, wherever they stand."""
    missing = [row.gold for row in rows if row.pred is None]
    spurious = [row.pred for row in rows if row.gold is None]
    both = min(len(missing), len(spurious))
    yield from (row for row in rows if _is_pair(row))
    yield from (Pair(*pair) for pair in zip(missing, spurious, strict=False))
    yield from (Pair(span, None) for span in missing[both:])
    yield from (Pair(None, span) for span in spurious[both:])


WRONG: tuple[Mistake, ...] = (
    Mistake("first-pair-only", "Matching stops at the first pair of a unit.", _rows(_first_pair_only)),
    Mistake("gold-reused", "A prediction may meet a gold span that is taken.", _rows(_gold_reused), ALIGNED),
    Mistake(
        "prediction-reused", "A gold span may meet a prediction that is taken.", _rows(_prediction_reused), ALIGNED
    ),
    Mistake(
        "leftovers-paired",
        "A missing and a spurious span of one unit count as one incorrect pair, wherever they stand.",
        _rows(_leftovers_paired),
        ALIGNED,
    ),
    Mistake("incorrect-apart", "An incorrect pair counts as missing and spurious.", _rows(_incorrect_apart), ALIGNED),
    Mistake(
        "strict-ignores-type",
        "The strict schema asks for bounds alone.",
        _read_as(Schema.STRICT, Schema.EXACT),
        ALIGNED,
    ),
    Mistake(
        "strict-ignores-bounds",
        "The strict schema asks for the type alone.",
        _read_as(Schema.STRICT, Schema.TYPE),
        ALIGNED,
    ),
    Mistake("exact-checks-type", "The exact schema asks for the type.", _read_as(Schema.EXACT, Schema.STRICT), ALIGNED),
    Mistake("exact-gives-partial", "The exact schema has PAR.", _read_as(Schema.EXACT, Schema.PARTIAL), ALIGNED),
    Mistake("partial-checks-type", "The partial schema asks for the type.", _judged(_partial_checks_type), ALIGNED),
    Mistake(
        "partial-gives-none", "The partial schema has INC for PAR.", _read_as(Schema.PARTIAL, Schema.EXACT), ALIGNED
    ),
    Mistake(
        "partial-is-correct",
        "A partial match counts as correct in the partial schema.",
        _instead(Schema.PARTIAL, Outcome.PAR, Outcome.COR),
        ALIGNED,
    ),
    Mistake(
        "type-needs-bounds", "The type schema asks for equal bounds.", _read_as(Schema.TYPE, Schema.STRICT), ALIGNED
    ),
    Mistake("type-gives-partial", "The type schema has PAR for other bounds.", _judged(_type_gives_partial), ALIGNED),
)

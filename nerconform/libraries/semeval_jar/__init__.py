"""evaluateNER.jar: the evaluator of SemEval-2013 task 9.1."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.reference.counting import Counts, Tally, charged
from nerconform.reference.dialect import Dialect
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import Score, Scores, rounded

LIBRARY = Library(package=__name__, name="evaluateNER.jar")
BASE = {"policy": "lenient", "align": "first-any", "attribution": "refilter", "round": "2-binary-x1"}
"""The dialect `semeval-jar`, but lenient: the scorer takes spans, and tags are how its examples are written."""
ORDER = " drug brand group drug_n "
"""The four types of the task, in the order in which their scores are added up."""
_FEW = 3


def _without_half(pipeline: Pipeline) -> Pipeline:
    """Give PAR no credit in the precision of the schema partial, nor so in its F."""

    def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        scores, counts = dict(pipeline.score(tally, beta)), tally.total[Schema.PARTIAL]
        partial, half = scores[Schema.PARTIAL], 0.5 * counts.par
        micro = _printed(_divided(counts, float(beta), half), pipeline.dialect)
        return {**scores, Schema.PARTIAL: replace(partial, averages={**partial.averages, "micro": micro})}

    return replace(pipeline, score=score)


def _in_doubles(pipeline: Pipeline) -> Pipeline:
    """Compute the total, the rows of types and their mean in doubles, in the schemas without PAR."""
    dialect = pipeline.dialect

    def fixed(tally: Tally, schema: Schema, scores: Scores, beta: float) -> Scores:
        rows = {
            kind: _divided(tally.counts(schema, kind), beta) for kind in {*scores.by_type, *dialect.labels_avg.given}
        }
        averages = {**scores.averages, "micro": _printed(_divided(tally.total[schema], beta), dialect)}
        if dialect.labels_avg.given:
            kinds = sorted(dialect.labels_avg.given, key=lambda kind: (ORDER.find(f" {kind} "), kind))
            mean = (sum(values) / len(kinds) for values in zip(*(rows[kind] for kind in kinds), strict=True))
            averages["macro"] = _printed(tuple(mean), dialect)
        return Scores(averages, {kind: _printed(rows[kind], dialect) for kind in scores.by_type})

    def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        scores = pipeline.score(tally, beta)
        return {
            schema: one if schema is Schema.PARTIAL else fixed(tally, schema, one, float(beta))
            for schema, one in scores.items()
        }

    return replace(pipeline, score=score)


def _divided(counts: Counts, beta: float, half: float = 0.0) -> tuple[float, ...]:
    """Return precision, recall (with this credit) and F, each of their operations rounded to a double."""
    precision = float(counts.cor) / float(counts.act) if counts.act else 0.0
    recall = (float(counts.cor) + half) / float(counts.pos) if counts.pos else 0.0
    below = beta * beta * precision + recall
    return precision, recall, (1 + beta * beta) * precision * recall / below if below else 0.0


def _printed(three: tuple[float, ...], dialect: Dialect) -> Score:
    return Score(*(rounded(Fraction(value), dialect.round) for value in three))


def _gold_alone_counts(pipeline: Pipeline) -> Pipeline:
    """Count no prediction of a unit without gold, and for a type none of a unit without gold of that type."""

    def count(units: Iterable[Outcomes]) -> Tally:
        kept = tuple(units)
        tally, read = pipeline.count(kept), pipeline.count(map(_of_gold, kept))
        none = dict.fromkeys(tally.total, Counts())
        return replace(tally, total=read.total, by_type={kind: read.by_type.get(kind, none) for kind in tally.by_type})

    return replace(pipeline, count=count)


def _of_gold(unit: Outcomes) -> Outcomes:
    """Return the outcomes that are read: none of a unit without gold, nor of a type that its gold does not have."""
    rows = unit.rows if _has_gold(unit.rows) else dict.fromkeys(unit.rows, ())
    of_type = unit.of_type and {kind: tables for kind, tables in unit.of_type.items() if _has_gold(tables)}
    return replace(unit, rows=rows, of_type=of_type)


def _has_gold(tables: Mapping[Schema, Iterable[Pair]]) -> bool:
    return any(row.gold is not None for row in tables[Schema.STRICT])


def _missing_by_subtraction(pipeline: Pipeline) -> Pipeline:
    """Take from MIS one for every meeting of a gold span but its first."""

    def count(units: Iterable[Outcomes]) -> Tally:
        kept = tuple(units)
        tally = pipeline.count(kept)
        total = {
            schema: _less(counts, sum(1 for unit in kept for _ in _met_again(unit.rows[schema])))
            for schema, counts in tally.total.items()
        }
        rows = {
            schema: Counter(kind for unit in kept for kind in _types_met_again(unit, schema)) for schema in tally.total
        }
        by_type = {
            kind: {schema: _less(counts, rows[schema][kind]) for schema, counts in row.items()}
            for kind, row in tally.by_type.items()
        }
        return replace(tally, total=total, by_type=by_type)

    return replace(pipeline, count=count)


def _less(counts: Counts, missing: int) -> Counts:
    return replace(counts, mis=counts.mis - missing)


def _types_met_again(unit: Outcomes, schema: Schema) -> Iterator[str]:
    """Yield the type of each later meeting, as the rows of types have it."""
    tables = [unit.rows] if unit.of_type is None else unit.of_type.values()
    return (charged(row) for table in tables for row in _met_again(table[schema]))


def _met_again(rows: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs whose gold span an earlier pair has; of equal gold spans the first alone is ever met."""
    met = set()
    for row in rows:
        if row.gold is not None and row.pred is not None:
            if row.gold in met:
                yield row
            met.add(row.gold)


def _units(given: Given) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the types of the tags other than O, or of the spans, of both sides of each unit."""
    sides = [side if isinstance(side, list | tuple) else [] for side in (given.gold, given.pred)]
    for gold, pred in zip(*sides, strict=False):
        yield list(_types(gold)), list(_types(pred))


def _types(unit: Iterable[object]) -> Iterator[str]:
    for one in unit:
        if isinstance(one, str):
            yield from () if one == "O" else (one.partition("-")[2],)
        elif isinstance(one, tuple | list) and one:
            yield str(one[0])


def _has_other_type(given: Given) -> bool:
    """Whether a type is predicted in a unit whose gold does not have it."""
    return any(set(pred) - set(gold) for gold, pred in _units(given))


def _has_two(given: Given) -> bool:
    """Whether a unit with gold may have two predictions."""
    return any(gold and len(pred) > 1 for gold, pred in _units(given))


def _has_many(given: Given) -> bool:
    """Whether there are more tags and spans than can make a mean or an F that is not exact."""
    return sum(len(gold) + len(pred) for gold, pred in _units(given)) > _FEW


def _has_both(given: Given) -> bool:
    """Whether a unit has something on both sides, so that spans may overlap in part."""
    return any(gold and pred for gold, pred in _units(given))


_quirk = partial(Quirk, base=BASE, schemes=(Scheme.IOB2,))
QUIRKS = (
    _quirk("semeval-jar.units-without-gold", Step.COUNT, _has_other_type, _gold_alone_counts),
    _quirk("semeval-jar.missing-by-subtraction", Step.COUNT, _has_two, _missing_by_subtraction),
    _quirk("semeval-jar.precision-without-par", Step.SCORE, _has_both, _without_half),
    _quirk("semeval-jar.rounds-doubles", Step.SCORE, _has_many, _in_doubles),
)

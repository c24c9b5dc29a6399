"""Double ratios: scores of which each operation is rounded to a double, as scorers print them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.scoring import Score, Scores


def in_doubles(printed: Callable[[float, int], Fraction], scale: int = 1) -> Change:
    """Round each operation of precision, recall and F1 to a double, then print each; the mean over types stays.

    `printed` gets a ratio, times the scale, and the decimals of the dialect.
    """

    def change(pipeline: Pipeline) -> Pipeline:
        digits, partial = pipeline.dialect.round.digits, pipeline.dialect.partial

        def of(counts: Counts) -> Score:
            right = float(scale * (counts.cor + partial * counts.par))
            precision = right / float(counts.act) if counts.act else 0.0
            recall = right / float(counts.pos) if counts.pos else 0.0
            both = precision + recall
            f = 2 * precision * recall / both if both else 0.0
            return Score(*(printed(value, digits) for value in (precision, recall, f)))

        def fixed(scores: Scores, tally: Tally, schema: Schema) -> Scores:
            rows = {kind: of(tally.counts(schema, kind)) for kind in scores.by_type}
            return Scores({**scores.averages, "micro": of(tally.total[schema])}, rows)

        def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
            scores = pipeline.score(tally, beta)
            return scores if beta != 1 else {schema: fixed(one, tally, schema) for schema, one in scores.items()}

        return replace(pipeline, score=score)

    return change


def as_perl_prints(value: float, digits: int) -> Fraction:
    """Return the number that `printf` prints."""
    return Fraction(f"{value:.{digits}f}")

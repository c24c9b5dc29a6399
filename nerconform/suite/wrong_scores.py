"""Wrong scores: mistakes in ratios, rounding and averages."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import floor
from typing import NamedTuple

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import Labels, Rounding, Zero
from nerconform.reference.options import LabelRule, MacroF, Pool
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.scoring import Ratio, Score, Scores, rounded, scorer
from nerconform.suite.mistake import ALIGNED, Mistake

ROUNDED = ("conlleval", "seqscore")
"""The bases of mistakes about rounding: one that does not round, and one that does."""
_PERCENT = Rounding("half-up", 2, 1)
_Three = tuple[Fraction, Fraction, Fraction]
"""Precision, recall and F that are all defined."""


class ScoreRequest(NamedTuple):
    """What a score speaks of."""

    dialect: Dialect
    tally: Tally
    schema: Schema
    beta: Fraction

    def exact(self, **choices: object) -> Scores:
        """Return the scores before rounding, with other choices."""
        dialect: Dialect = replace(self.dialect, round=Rounding(), **choices)  # type: ignore[arg-type] # any axis
        return scorer(dialect)(self.tally, self.beta)[self.schema]

    def of_types(self) -> Mapping[str, Score]:
        """Return the exact score of every type of either side."""
        return self.exact(types=Labels(LabelRule.PRESENT)).by_type


def of_scores(fix: Callable[[Scores, ScoreRequest], Scores]) -> Change:
    """Return the change of exact scores, which are then rounded as the dialect says."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect

        def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
            asked = [ScoreRequest(dialect, tally, schema, beta) for schema in tally.total]
            return {one.schema: _mapped(fix(one.exact(), one), partial(_printed, dialect.round)) for one in asked}

        return replace(pipeline, score=score)

    return change


def _mapped(scores: Scores, fix: Callable[[Score], Score]) -> Scores:
    """Return the scores with every row and average changed."""
    return Scores(
        {name: fix(score) for name, score in scores.averages.items()},
        {kind: fix(score) for kind, score in scores.by_type.items()},
    )


def _printed(rounding: Rounding, score: Score) -> Score:
    """Round what is defined."""
    values = (score.precision, score.recall, score.f)
    return Score(*(None if value is None else rounded(value, rounding) for value in values))


def defined(fix: Callable[..., _Three], score: Score, *rest: object) -> Score:
    """Change a score whose three ratios are all defined."""
    if score.precision is None or score.recall is None or score.f is None:
        return score
    return Score(*fix(score.precision, score.recall, score.f, *rest))


def _everywhere(fix: Callable[[Fraction, Fraction, Fraction], _Three]) -> Change:
    """Return the change of every row and average."""
    return of_scores(lambda scores, _: _mapped(scores, partial(defined, fix)))


def _from_counts(fix: Callable[[Score, Counts], Score]) -> Change:
    """Return the change of the micro average and of the rows of types, each with its counts."""

    def fixed(scores: Scores, asked: ScoreRequest) -> Scores:
        micro = fix(scores.averages["micro"], asked.tally.total[asked.schema])
        rows = {kind: fix(score, asked.tally.counts(asked.schema, kind)) for kind, score in scores.by_type.items()}
        return Scores({**scores.averages, "micro": micro}, rows)

    return of_scores(fixed)


def f(precision: Fraction, recall: Fraction, beta: Fraction = Fraction(1)) -> Fraction:
    """Return F-beta, 0 if both are 0."""
    below = beta * beta * precision + recall
    return (1 + beta * beta) * precision * recall / below if below else Fraction(0)


def _with_beta(fix: Callable[[Fraction], Fraction]) -> Change:
    """Return the change that computes F with another beta."""

    def change(pipeline: Pipeline) -> Pipeline:
        return replace(pipeline, score=lambda tally, beta: pipeline.score(tally, fix(beta)))

    return change


def cut(rounding: Rounding, value: Ratio | None) -> Fraction | None:
    """Return a ratio with two decimals, or as many as the dialect prints, as a ratio again."""
    rounding = _PERCENT if rounding.rule == "exact" else rounding
    short = None if value is None else rounded(value, rounding)
    return None if short is None else short / rounding.scale


def _f_of_rounded(scores: Scores, asked: ScoreRequest) -> Scores:
    """Compute the micro F from rounded precision and recall."""
    micro = scores.averages["micro"]
    short = (cut(asked.dialect.round, micro.precision), cut(asked.dialect.round, micro.recall))
    if short[0] is None or short[1] is None:
        return scores
    wrong = Score(micro.precision, micro.recall, f(short[0], short[1], asked.beta))
    return Scores({**scores.averages, "micro": wrong}, scores.by_type)


def _truncated(pipeline: Pipeline) -> Pipeline:
    """Cut ratios off where the dialect rounds them."""
    dialect = pipeline.dialect
    exact = scorer(replace(dialect, round=Rounding()))
    unit = 10**dialect.round.digits

    def short(value: Fraction | None) -> Fraction | None:
        return None if value is None else Fraction(floor(value * dialect.round.scale * unit), unit)

    def cut(score: Score) -> Score:
        return Score(short(score.precision), short(score.recall), short(score.f))

    if dialect.round.rule == "exact":
        return pipeline
    return replace(
        pipeline,
        score=lambda tally, beta: {schema: _mapped(scores, cut) for schema, scores in exact(tally, beta).items()},
    )


def _credit_to_incorrect(score: Score, counts: Counts) -> Score:
    """Give half a credit to INC."""

    def fix(precision: Fraction, recall: Fraction, unchanged: Fraction) -> _Three:
        if not counts.inc:
            return precision, recall, unchanged
        more = Fraction(counts.inc, 2)
        wrong = precision + more / (counts.act or 1), recall + more / (counts.pos or 1)
        return (*wrong, f(*wrong))

    return defined(fix, score)


def _over_all_spans(score: Score, counts: Counts) -> Score:
    """Divide COR by all spans of either side."""
    below = counts.act + counts.pos - counts.cor
    return replace(score, f=Fraction(counts.cor, below)) if below else score


def _perfect_if_f_is_nothing(score: Score, _counts: Counts) -> Score:
    """Call F 1 where precision and recall are 0."""
    return replace(score, f=Fraction(1)) if score.precision == score.recall == 0 else score


def _perfect_if_empty(score: Score, counts: Counts) -> Score:
    """Call everything 1 where neither side has a span."""
    return score if counts.act or counts.pos else Score(Fraction(1), Fraction(1), Fraction(1))


SCORING: tuple[Mistake, ...] = (
    Mistake(
        "f-is-arithmetic-mean", "F is the arithmetic mean of P and R.", _everywhere(lambda p, r, _: (p, r, (p + r) / 2))
    ),
    Mistake("f-is-minimum", "F is the lower of P and R.", _everywhere(lambda p, r, _: (p, r, min(p, r)))),
    Mistake("f-is-jaccard", "F divides COR by all spans of either side.", _from_counts(_over_all_spans)),
    Mistake("f-of-nothing-is-1", "F is 1 where P and R are 0.", _from_counts(_perfect_if_f_is_nothing)),
    Mistake("empty-is-perfect", "All is 1 where neither side has a span.", _from_counts(_perfect_if_empty)),
    Mistake("p-and-r-swapped", "P and R change their names.", _everywhere(lambda p, r, score: (r, p, score))),
    Mistake("recall-over-act", "R divides by ACT.", _everywhere(lambda p, _r, _f: (p, p, p))),
    Mistake("precision-over-pos", "P divides by POS.", _everywhere(lambda _p, r, _f: (r, r, r))),
    Mistake("credit-to-incorrect", "INC earns half a credit.", _from_counts(_credit_to_incorrect), ALIGNED),
    Mistake("beta-inverted", "Beta stands for its inverse, so that F2 weighs P.", _with_beta(lambda beta: 1 / beta)),
    Mistake("beta-squared-twice", "Beta is squared twice.", _with_beta(lambda beta: beta * beta)),
    Mistake("beta-ignored", "Every F is F1.", _with_beta(lambda _: Fraction(1))),
    Mistake(
        "per-cent", "Ratios are given in per cent.", _everywhere(lambda p, r, score: (100 * p, 100 * r, 100 * score))
    ),
    Mistake("f-of-rounded", "F comes from rounded P and R.", of_scores(_f_of_rounded), ROUNDED),
    Mistake("cut-off", "Ratios are cut off, not rounded.", _truncated, ("seqscore", "semeval-jar")),
)


def _average(**fixes: Callable[[ScoreRequest], Score]) -> Change:
    """Return the change of some averages."""
    return of_scores(
        lambda scores, asked: Scores(
            {**scores.averages, **{name: fix(asked) for name, fix in fixes.items()}}, scores.by_type
        )
    )


def _weighted_f(score: Score) -> Score:
    """Compute F from precision and recall."""
    return defined(lambda precision, recall, _: (precision, recall, f(precision, recall)), score)


def _by_predictions(asked: ScoreRequest) -> Score:
    """Return the mean over types with the number of predictions as weight."""
    rows = asked.of_types()
    weights = {kind: asked.tally.counts(asked.schema, kind).act for kind in rows}
    return _mean([(weights[kind], score) for kind, score in rows.items()]) or asked.exact().averages["weighted"]


def _mean(rows: Iterable[tuple[int, Score]]) -> Score | None:
    """Return the weighted mean of defined scores, `None` if the weights are all 0."""
    rows = list(rows)
    weights = sum(weight for weight, _ in rows)
    if not weights:
        return None
    columns = zip(*((score.precision, score.recall, score.f) for _, score in rows), strict=True)
    return Score(*(_column([weight for weight, _ in rows], column) for column in columns))


def _column(weights: list[int], values: Iterable[Fraction | None]) -> Fraction | None:
    """Return the weighted mean of one ratio, `None` where a value is undefined."""
    total = Fraction(0)
    for weight, value in zip(weights, values, strict=True):
        if value is None:
            return None
        total += weight * value
    return total / sum(weights)


def _with_outside(asked: ScoreRequest) -> Score:
    """Return the macro mean with `O` as one more type that is never right."""
    zero = Score(Fraction(0), Fraction(0), Fraction(0))
    return _mean([(1, zero), *((1, score) for score in asked.of_types().values())]) or zero


def _mean_of_rounded(asked: ScoreRequest) -> Score:
    """Return the macro mean of the rounded rows."""
    rows = [(score.precision, score.recall, score.f) for score in asked.of_types().values()]
    short = [(1, Score(*(cut(asked.dialect.round, value) for value in row))) for row in rows]
    return _mean(short) or asked.exact().averages["macro"]


def _over(asked: ScoreRequest, types: Iterable[str]) -> Score:
    """Return the macro mean over these types, which may be none."""
    labels = Labels(LabelRule.GIVEN, tuple(sorted(types)))
    return asked.exact(labels_avg=labels).averages["macro"]


def _over_predicted(asked: ScoreRequest) -> Score:
    """Return the macro mean over the types that were predicted."""
    return _over(asked, asked.tally.pred_types)


def _over_right(asked: ScoreRequest) -> Score:
    """Return the macro mean over the types that have a correct span."""
    right = [kind for kind in asked.tally.by_type if asked.tally.counts(asked.schema, kind).cor]
    return _over(asked, right)


def _of(name: str, fix: Callable[[Score], Score] = lambda score: score) -> Callable[[ScoreRequest], Score]:
    """Return an average under its right name, changed."""
    return lambda asked: fix(asked.exact().averages[name])


def micro_as(name: str) -> Change:
    """Return the change that shows another average under the name of the micro average."""
    return _average(micro=_of(name))


def _micro_with_macro_f(asked: ScoreRequest) -> Score:
    """Return the micro average with the F of the macro P and R."""
    averages = asked.exact().averages
    return Score(averages["micro"].precision, averages["micro"].recall, _weighted_f(averages["macro"]).f)


def _over_gold(asked: ScoreRequest) -> Score:
    """Return the macro mean over the types that the gold has."""
    return _over(asked, asked.tally.gold_types)


def _of_means(asked: ScoreRequest) -> Score:
    """Return the macro precision and recall, with the F that follows from these means."""
    return asked.exact(macro_f=MacroF.OF_MEANS).averages["macro"]


def _mean_of_units(average: str, empty: Score | None) -> Change:
    """Return the change of an average to the mean of the micro scores of the units.

    A ratio of a unit that is undefined is 0; a unit without any span counts as `empty`, with `None` not at all.
    """

    def one(asked: ScoreRequest, unit: Tally) -> Score | None:
        counts = unit.total[asked.schema]
        if not counts.act and not counts.pos:
            return empty
        alone = asked._replace(tally=replace(unit, units=()))
        return alone.exact(pool=Pool.CORPUS, zero=Zero()).averages["micro"]

    def fix(asked: ScoreRequest) -> Score:
        scores = [score for unit in asked.tally.units if (score := one(asked, unit)) is not None]
        return _mean((1, score) for score in scores) or asked.exact().averages[average]

    def change(pipeline: Pipeline) -> Pipeline:
        def apart(stream: Iterable[Outcomes]) -> Tally:
            units = list(stream)
            return replace(pipeline.count(units), units=tuple(pipeline.count([unit]) for unit in units))

        return _average(**{average: fix})(replace(pipeline, count=apart))

    return change


_NOTHING = Score(Fraction(0), Fraction(0), Fraction(0))
_PERFECT = Score(Fraction(1), Fraction(1), Fraction(1))


def _overwritten(scores: Scores, _asked: ScoreRequest) -> Scores:
    """Show an average in the row of a type that has its name."""
    rows = {kind: scores.averages.get(kind.removesuffix(" avg"), score) for kind, score in scores.by_type.items()}
    return Scores(scores.averages, rows)


AVERAGES: tuple[Mistake, ...] = (
    Mistake("micro-is-macro", "The micro average is the macro average.", micro_as("macro")),
    Mistake("micro-is-weighted", "The micro average is the weighted average.", micro_as("weighted")),
    Mistake("macro-is-micro", "The macro average is the micro average.", _average(macro=_of("micro"))),
    Mistake("macro-is-weighted", "The macro average is the weighted average.", _average(macro=_of("weighted"))),
    Mistake("weighted-is-macro", "The weighted average is the macro average.", _average(weighted=_of("macro"))),
    Mistake("weighted-is-micro", "The weighted average is the micro average.", _average(weighted=_of("micro"))),
    Mistake(
        "weighted-by-predictions", "The weights are the numbers of predictions.", _average(weighted=_by_predictions)
    ),
    Mistake(
        "weighted-f-of-means",
        "The weighted F comes from the weighted P and R.",
        _average(weighted=_of("weighted", _weighted_f)),
    ),
    Mistake(
        "micro-is-macro-of-gold-types",
        "The micro average is the macro average over the gold types.",
        _average(micro=_over_gold),
    ),
    Mistake(
        "micro-is-macro-of-predicted-types",
        "The micro average is the macro average over the predicted types.",
        _average(micro=_over_predicted),
    ),
    Mistake(
        "micro-is-macro-of-means",
        "The micro average is the macro average, and its F comes from the macro P and R.",
        _average(micro=_of_means),
    ),
    Mistake(
        "means-of-units",
        "The micro average is the mean of the scores of the units; a unit without any span scores 0.",
        _mean_of_units("micro", _NOTHING),
    ),
    Mistake(
        "means-of-units-empty-is-right",
        "The micro average is the mean of the scores of the units; a unit without any span scores 1.",
        _mean_of_units("micro", _PERFECT),
    ),
    Mistake(
        "means-of-units-with-spans",
        "The micro average is the mean of the scores of the units that have a span.",
        _mean_of_units("micro", None),
    ),
    Mistake(
        "macro-is-means-of-units",
        "The macro average is the mean of the scores of the units; a unit without any span scores 0.",
        _mean_of_units("macro", _NOTHING),
    ),
    Mistake(
        "weighted-is-means-of-units",
        "The weighted average is the mean of the scores of the units; a unit without any span scores 0.",
        _mean_of_units("weighted", _NOTHING),
    ),
    Mistake(
        "rows-overwritten-by-averages",
        "The row of a type that is called like an average, such as micro avg, shows the average.",
        of_scores(_overwritten),
    ),
    Mistake("micro-f-of-macro", "The micro F comes from the macro P and R.", _average(micro=_micro_with_macro_f)),
    Mistake("macro-over-predicted", "The macro average is over the predicted types.", _average(macro=_over_predicted)),
    Mistake(
        "macro-over-right", "The macro average is over the types with a correct span.", _average(macro=_over_right)
    ),
    Mistake(
        "macro-with-outside", "The macro average has O as one more type, never right.", _average(macro=_with_outside)
    ),
    Mistake("macro-of-rounded", "The macro average is over rounded scores.", _average(macro=_mean_of_rounded), ROUNDED),
)

"""Wrong scores: mistakes in ratios and in their rounding."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import floor, sqrt
from typing import NamedTuple, cast

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.option_values import Labels, Rounding
from nerconform.reference.options import LabelRule
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.scoring import Deferred, Ratio, Score, Scores, rounded, scorer
from nerconform.suite.mistake import ALIGNED, Mistake

UNROUNDED = ("conlleval",)
"""The base of mistakes that rounding would hide."""
ROUNDED = ("conlleval", "seqscore")
"""The bases of mistakes about rounding: one that does not round, and one that does."""
_PERCENT = Rounding("half-up", 2, 1)
Three = tuple[Fraction, Fraction, Fraction]
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
            def of_schema(schema: str) -> Scores:
                asked = ScoreRequest(dialect, tally, Schema(schema), beta)
                return _mapped(fix(asked.exact(), asked), partial(_printed, dialect.round))

            return cast("Mapping[Schema, Scores]", Deferred(tally.total, of_schema))

        return replace(pipeline, score=score)

    return change


def _mapped(scores: Scores, fix: Callable[[Score], Score]) -> Scores:
    """Return the scores with every row and average changed."""
    return Scores(_each(scores.averages, fix), _each(scores.by_type, fix))


def _each(rows: Mapping[str, Score], fix: Callable[[Score], Score]) -> Mapping[str, Score]:
    return Deferred(rows, lambda name: fix(rows[name]))


def with_averages(scores: Scores, **made: Callable[[], Score]) -> Scores:
    """Return the scores with other averages by their names, each made when it is looked at."""
    averages = Deferred(scores.averages, lambda name: made[name]() if name in made else scores.averages[name])
    return Scores(averages, scores.by_type)


def _printed(rounding: Rounding, score: Score) -> Score:
    """Round what is defined."""
    values = (score.precision, score.recall, score.f)
    return Score(*(None if value is None else rounded(value, rounding) for value in values))


def defined(fix: Callable[..., Three], score: Score, *rest: object) -> Score:
    """Change a score whose three ratios are all defined."""
    if score.precision is None or score.recall is None or score.f is None:
        return score
    return Score(*fix(score.precision, score.recall, score.f, *rest))


def everywhere(fix: Callable[[Fraction, Fraction, Fraction], Three]) -> Change:
    """Return the change of every row and average."""
    return of_scores(lambda scores, _: _mapped(scores, partial(defined, fix)))


def from_counts(fix: Callable[[Score, Counts], Score]) -> Change:
    """Return the change of the micro average and of the rows of types, each with its counts."""

    def fixed(scores: Scores, asked: ScoreRequest) -> Scores:
        whole, of_type = asked.tally.total[asked.schema], partial(asked.tally.counts, asked.schema)
        rows = Deferred(scores.by_type, lambda kind: fix(scores.by_type[kind], of_type(kind)))
        return with_averages(replace(scores, by_type=rows), micro=lambda: fix(scores.averages["micro"], whole))

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


def _with_plain_beta(scores: Scores, asked: ScoreRequest) -> Scores:
    """Compute F with beta where its square belongs."""

    def fix(p: Fraction, r: Fraction, _: Fraction) -> Three:
        below = asked.beta * p + r
        return p, r, (1 + asked.beta) * p * r / below if below else Fraction(0)

    return _mapped(scores, partial(defined, fix))


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
    return with_averages(scores, micro=lambda: wrong)


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

    def fix(precision: Fraction, recall: Fraction, unchanged: Fraction) -> Three:
        if not counts.inc:
            return precision, recall, unchanged
        more = Fraction(counts.inc, 2)
        wrong = precision + more / (counts.act or 1), recall + more / (counts.pos or 1)
        return (*wrong, f(*wrong))

    return defined(fix, score)


def _credit_on_one_side(score: Score, counts: Counts, *, of_recall: bool, credit: int) -> Score:
    """Give another credit to PAR in recall, or in precision."""

    def fix(p: Fraction, r: Fraction, f_: Fraction) -> Three:
        if not counts.par:
            return p, r, f_
        points = counts.cor + credit * counts.par
        p, r = (p, Fraction(points, counts.pos)) if of_recall else (Fraction(points, counts.act), r)
        return p, r, f(p, r)

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


def _cut_after(digits: int, scale: int, *ratios: Fraction) -> Three:
    """Return so many times the ratios, without the decimals after the first ones; a float is cut, as people do."""
    unit = 10**digits
    p, r, score = (Fraction(floor(float(ratio) * scale * unit), unit) for ratio in ratios)
    return p, r, score


_CUT = (
    (0, 100, "cut-to-whole-per-cent", "Scores are percentages without decimals, cut off as by int(100 * f1)."),
    *(
        (
            digits,
            scale,
            f"cut-after-{digits}-x{scale}",
            (
                f"Scores are {'percentages' if scale > 1 else 'between 0 and 1'}, cut off after {digits} "
                f"decimal{'s' * (digits > 1)}, not rounded, as by int({scale * 10**digits} * f1) / {10**digits}."
            ),
        )
        for scale, most in ((1, 4), (100, 2))
        for digits in range(1, most + 1)
    ),
)
"""How people cut decimals off: how many are left, of how many times the ratio."""
CUTTING = {name: 1 / 10**digits for digits, _, name, _ in _CUT}
"""The mistakes of cutting decimals off, with the smallest difference of two scores that are cut."""


def _with_epsilon(epsilon: Fraction, *, below_ratios: bool, below_f: bool) -> Change:
    """Return the change that adds a small number below precision and recall, below F1, or below all three."""

    def fix(score: Score, counts: Counts) -> Score:
        def fixed(p: Fraction, r: Fraction, _: Fraction) -> Three:
            if below_ratios:
                p, r = p * counts.act / (counts.act + epsilon), r * counts.pos / (counts.pos + epsilon)
            below = p + r + (epsilon if below_f else 0)
            return p, r, 2 * p * r / below if below else Fraction(0)

        return defined(fixed, score)

    return from_counts(fix)


_EPSILONS = ("1e-3", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9", "1e-10", "1e-12")
_BELOW = (
    ("all-denominators", "the denominators of precision, recall and F1", True, True),
    ("precision-and-recall", "the denominators of precision and recall", True, False),
    ("f1", "the denominator of F1", False, True),
)


def _with_all_denominators(p: Fraction, r: Fraction, *, tp_is_false: bool, tp_is_missed: bool) -> Three:
    """Count the true positives among the false positives, among the false negatives, or among both."""
    p = p / (1 + p) if tp_is_false else p
    r = r / (1 + r) if tp_is_missed else r
    return p, r, f(p, r)


EPSILONS: tuple[Mistake, ...] = tuple(
    Mistake(
        f"epsilon-{text}-in-{name}",
        f"The small number {text} is added to {words}, so scores are slightly too low.",
        _with_epsilon(Fraction(text), below_ratios=ratios, below_f=of_f),
        UNROUNDED,
    )
    for name, words, ratios, of_f in _BELOW
    for text in _EPSILONS
)
"""Scores that no count gives: a small number keeps people from dividing by zero."""

SCORING: tuple[Mistake, ...] = (
    Mistake(
        "f-is-arithmetic-mean",
        "F1 is the arithmetic mean of precision and recall, not the harmonic mean.",
        everywhere(lambda p, r, _: (p, r, (p + r) / 2)),
    ),
    Mistake(
        "f-is-minimum", "F1 is the smaller of precision and recall.", everywhere(lambda p, r, _: (p, r, min(p, r)))
    ),
    Mistake("f-is-maximum", "F1 is the larger of precision and recall.", everywhere(lambda p, r, _: (p, r, max(p, r)))),
    Mistake(
        "f-is-geometric-mean",
        "F1 is the geometric mean of precision and recall, not the harmonic mean.",
        everywhere(lambda p, r, _: (p, r, Fraction(sqrt(p * r)))),
    ),
    Mistake(
        "f-without-factor-two",
        "F1 is computed as P * R / (P + R), without the factor 2.",
        everywhere(lambda p, r, score: (p, r, score / 2)),
    ),
    Mistake(
        "f-is-jaccard",
        "F1 is computed as TP / (TP + FP + FN), which is the Jaccard index.",
        from_counts(_over_all_spans),
    ),
    Mistake("f-of-nothing-is-1", "F1 is 1 if precision and recall are both 0.", from_counts(_perfect_if_f_is_nothing)),
    Mistake(
        "empty-is-perfect",
        "Precision, recall and F1 are 1 if neither gold nor the predictions have an entity.",
        from_counts(_perfect_if_empty),
    ),
    Mistake(
        "p-and-r-swapped",
        "Precision is returned as recall, and recall as precision.",
        everywhere(lambda p, r, score: (r, p, score)),
    ),
    Mistake(
        "recall-over-act",
        "Recall is divided by the number of predictions, so it is always equal to precision.",
        everywhere(lambda p, _r, _f: (p, p, p)),
    ),
    Mistake(
        "precision-over-pos",
        "Precision is divided by the number of gold entities, so it is always equal to recall.",
        everywhere(lambda _p, r, _f: (r, r, r)),
    ),
    Mistake(
        "credit-to-incorrect",
        "A wrong prediction that overlaps a gold entity earns half a point.",
        from_counts(_credit_to_incorrect),
        ALIGNED,
    ),
    *(
        Mistake(
            f"partial-credit-in-{one}-only",
            f"A partial pair earns credit in {one} and none in {other}.",
            from_counts(partial(_credit_on_one_side, of_recall=other == "recall", credit=0)),
            ALIGNED,
        )
        for one, other in (("precision", "recall"), ("recall", "precision"))
    ),
    *(
        Mistake(
            f"partial-is-correct-in-{one}",
            f"A partial pair earns a whole point in {one}, and only its usual credit, half a point, in {other}.",
            from_counts(partial(_credit_on_one_side, of_recall=one == "recall", credit=1)),
            ALIGNED,
        )
        for one, other in (("precision", "recall"), ("recall", "precision"))
    ),
    Mistake(
        "beta-inverted",
        "F-beta is computed with 1/beta, so F2 weights precision more than recall.",
        _with_beta(lambda beta: 1 / beta),
    ),
    Mistake(
        "beta-squared-twice",
        "F-beta is computed with beta to the power of 4, not with beta squared.",
        _with_beta(lambda beta: beta * beta),
    ),
    Mistake(
        "beta-not-squared",
        "F-beta is computed with beta in place of its square, so F2 weights recall twice, not four times.",
        of_scores(_with_plain_beta),
    ),
    Mistake("beta-ignored", "F-beta is F1, whatever beta is.", _with_beta(lambda _: Fraction(1))),
    Mistake(
        "per-cent",
        "Scores are percentages between 0 and 100.",
        everywhere(lambda p, r, score: (100 * p, 100 * r, 100 * score)),
    ),
    Mistake(
        "f-is-per-cent",
        "F1 is a percentage, and precision and recall are between 0 and 1.",
        everywhere(lambda p, r, score: (p, r, 100 * score)),
    ),
    *(
        Mistake(name, says, everywhere(partial(_cut_after, digits, scale)), UNROUNDED)
        for digits, scale, name, says in _CUT
    ),
    Mistake(
        "integer-division",
        "Precision and recall are divided with //, so they are 0 or 1.",
        everywhere(lambda p, r, _: (Fraction(floor(p)), Fraction(floor(r)), f(Fraction(floor(p)), Fraction(floor(r))))),
    ),
    Mistake(
        "false-positives-with-right-ones",
        "False positives are all predictions, the right ones included, so precision is at most 1/2.",
        everywhere(lambda p, r, _: _with_all_denominators(p, r, tp_is_false=True, tp_is_missed=False)),
    ),
    Mistake(
        "false-negatives-with-right-ones",
        "False negatives are all gold entities, those that were found included, so recall is at most 1/2.",
        everywhere(lambda p, r, _: _with_all_denominators(p, r, tp_is_false=False, tp_is_missed=True)),
    ),
    Mistake(
        "errors-with-right-ones",
        "False positives are all predictions, and false negatives all gold entities, the right ones included, so "
        "precision and recall are at most 1/2.",
        everywhere(lambda p, r, _: _with_all_denominators(p, r, tp_is_false=True, tp_is_missed=True)),
    ),
    Mistake(
        "f-of-rounded",
        "F1 is computed from precision and recall that were rounded first.",
        of_scores(_f_of_rounded),
        ROUNDED,
    ),
    Mistake(
        "cut-off", "Scores are cut off after the last decimal, not rounded.", _truncated, ("seqscore", "semeval-jar")
    ),
)

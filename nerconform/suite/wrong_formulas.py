"""Wrong formulas: ratios and F's that are computed from right counts by another formula."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import isqrt

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change
from nerconform.reference.scoring import Deferred, Score, Scores
from nerconform.suite.mistake import ALIGNED, Mistake
from nerconform.suite.wrong_counts import of_tally
from nerconform.suite.wrong_scores import (
    UNROUNDED,
    ScoreRequest,
    Three,
    defined,
    everywhere,
    f,
    from_counts,
    of_scores,
    with_averages,
)


def f_of_beta(square: Fraction) -> Mistake:
    """Return the mistake of another F-beta in place of F1, by the square of beta."""

    def fix(p: Fraction, r: Fraction, _: Fraction) -> Three:
        below = square * p + r
        return p, r, (1 + square) * p * r / below if below else Fraction(0)

    beta = _root(square)
    return Mistake(f"f1-is-f{beta:g}", f"F1 is F-beta with beta {beta:g}.", everywhere(fix))


def _root(square: Fraction) -> float:
    """Return the square root, exact where it is a ratio."""
    above, below = isqrt(square.numerator), isqrt(square.denominator)
    exact = above * above == square.numerator and below * below == square.denominator
    return above / below if exact else float(square) ** 0.5


def _twice(p: Fraction, r: Fraction, _: Fraction) -> Three:
    """Count every true positive twice, and every error once."""
    p, r = 2 * p / (1 + p), 2 * r / (1 + r)
    return p, r, f(p, r)


def _f_without_partial(score: Score, counts: Counts) -> Score:
    """Compute F from COR alone."""

    def fix(p: Fraction, r: Fraction, _: Fraction) -> Three:
        return p, r, f(Fraction(counts.cor, counts.act or 1), Fraction(counts.cor, counts.pos or 1))

    return defined(fix, score) if counts.par else score


def _f_of_counts(tp: int, right: Fraction, spurious: Fraction, missed: Fraction) -> Change:
    """Return the change to F = tp * TP / (right * TP + spurious * FP + missed * FN)."""

    def fix(score: Score, counts: Counts) -> Score:
        below = right * counts.tp + spurious * counts.fp + missed * counts.fn
        return (
            defined(lambda p, r, _: (p, r, tp * Fraction(counts.tp) / below), score) if below and counts.tp else score
        )

    return from_counts(fix)


def _accuracy(score: Score, counts: Counts) -> Score:
    """Divide COR by everything of both sides, for all three numbers."""
    below = counts.act + counts.pos - counts.cor
    return Score(*[Fraction(counts.cor, below)] * 3) if below else score


def listed_types(types: Sequence[str]) -> Mistake:
    """Return the mistake of rows and averages that always have these types, also where the data lack them."""
    words = ", ".join(types)
    says = f"The types {words} have a row and enter the averages, even where the data lack them: with score 0."
    return Mistake(f"types-listed-{'-'.join(kind.lower() for kind in types)}", says, _with_types(types))


def _with_types(types: Sequence[str]) -> Change:
    def fixed(tally: Tally, _units: Sequence[Outcomes]) -> Tally:
        rows = {
            kind: tally.by_type.get(kind, dict.fromkeys(tally.total, Counts())) for kind in (*tally.by_type, *types)
        }
        more = frozenset(types)
        return replace(
            tally,
            by_type=dict(sorted(rows.items())),
            gold_types=tally.gold_types | more,
            pred_types=tally.pred_types | more,
        )

    return of_tally(fixed)


def _rounded_first(digits: int) -> Change:
    """Return the change that rounds precision and recall, as Python rounds a float, and computes F from them."""

    def fixed(scores: Scores, asked: ScoreRequest) -> Scores:
        def fix(p: Fraction, r: Fraction, _: Fraction) -> Three:
            p, r = (Fraction(str(round(float(ratio), digits))) for ratio in (p, r))
            return p, r, f(p, r, asked.beta)

        rows = Deferred(scores.by_type, lambda kind: defined(fix, scores.by_type[kind]))
        return with_averages(replace(scores, by_type=rows), micro=lambda: defined(fix, scores.averages["micro"]))

    return of_scores(fixed)


_ONE, _HALF = Fraction(1), Fraction(1, 2)
_FORMULAS = (
    ("whole-fn", "TP / (TP + FP / 2 + FN), in which brackets are missing", (1, _ONE, _HALF, _ONE)),
    ("whole-fp", "TP / (TP + FP + FN / 2), in which brackets are missing", (1, _ONE, _ONE, _HALF)),
    ("tp-once-below", "2 * TP / (TP + FP + FN), in which TP is missing once below the line", (2, _ONE, _ONE, _ONE)),
)
FORMULAS: tuple[Mistake, ...] = (
    *map(f_of_beta, (Fraction(4), Fraction(1, 4))),
    Mistake(
        "true-positives-twice",
        "Every true positive is counted twice, once for each side, so precision and recall are too high.",
        everywhere(_twice),
    ),
    Mistake(
        "empty-side-is-perfect",
        "Precision, recall and F1 are 1 if gold or the predictions have no entity, as by `or` in place of `and`.",
        from_counts(lambda score, counts: score if counts.pos and counts.act else Score(_ONE, _ONE, _ONE)),
    ),
    Mistake(
        "jaccard-for-all",
        "Precision, recall and F1 are all TP / (TP + FP + FN).",
        from_counts(_accuracy),
    ),
    Mistake(
        "f-without-partial-credit",
        "Precision and recall give partial credit, and F1 is computed without it.",
        from_counts(_f_without_partial),
        ALIGNED,
    ),
    *(
        Mistake(f"f-with-{name}", f"F1 is computed as {formula}.", _f_of_counts(*numbers), UNROUNDED)
        for name, formula, numbers in _FORMULAS
    ),
    *(
        Mistake(
            f"f-of-ratios-with-{digits}-decimals",
            f"Precision and recall are rounded to {digits} decimals, and F1 is computed from the rounded values. F1 "
            "itself is not rounded.",
            _rounded_first(digits),
            UNROUNDED,
        )
        for digits in (2, 3, 4)
    ),
    *map(partial(listed_types), (("PER", "LOC", "ORG"), ("PER", "LOC", "ORG", "MISC"))),
)

"""Wrong averages: mistakes between the scores of types and their means."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from nerconform.reference.options import LabelRule
from nerconform.reference.pipeline import Change
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.values import Labels
from nerconform.suite.wrong.evaluator import Mistake
from nerconform.suite.wrong.misscored import ROUNDED, ScoreRequest, cut, defined, f, of_scores


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


def _micro_with_macro_f(asked: ScoreRequest) -> Score:
    """Return the micro average with the F of the macro P and R."""
    averages = asked.exact().averages
    return Score(averages["micro"].precision, averages["micro"].recall, _weighted_f(averages["macro"]).f)


WRONG: tuple[Mistake, ...] = (
    Mistake("micro-is-macro", "The micro average is the macro average.", _average(micro=_of("macro"))),
    Mistake("micro-is-weighted", "The micro average is the weighted average.", _average(micro=_of("weighted"))),
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

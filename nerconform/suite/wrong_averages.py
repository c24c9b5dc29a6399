"""Wrong averages: mistakes in the micro, macro and weighted average."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.credits import Amount
from nerconform.reference.option_values import Labels, Zero
from nerconform.reference.options import LabelRule, MacroF, Pool
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline, of_units
from nerconform.reference.scoring import Score, Scores
from nerconform.suite.mistake import ALIGNED, BOTH, Mistake
from nerconform.suite.wrong_scores import ROUNDED, ScoreRequest, cut, defined, f, of_scores, with_averages


def averages_as(**fixes: Callable[[ScoreRequest], Score]) -> Change:
    """Return the change of some averages."""
    return of_scores(
        lambda scores, asked: with_averages(scores, **{name: partial(fix, asked) for name, fix in fixes.items()})
    )


def with_f_of_both(score: Score) -> Score:
    """Compute F from precision and recall."""
    return defined(lambda precision, recall, _: (precision, recall, f(precision, recall)), score)


def _by_predictions(asked: ScoreRequest) -> Score:
    """Return the mean over types with the number of predictions as weight."""
    rows = asked.of_types()
    weights = {kind: asked.tally.counts(asked.schema, kind).act for kind in rows}
    return mean_of([(weights[kind], score) for kind, score in rows.items()]) or asked.exact().averages["weighted"]


def mean_of(rows: Iterable[tuple[Amount, Score]]) -> Score | None:
    """Return the weighted mean of defined scores, `None` if the weights are all 0."""
    rows = list(rows)
    weights = sum(weight for weight, _ in rows)
    if not weights:
        return None
    columns = zip(*((score.precision, score.recall, score.f) for _, score in rows), strict=True)
    return Score(*(_column([weight for weight, _ in rows], column) for column in columns))


def _column(weights: list[Amount], values: Iterable[Fraction | None]) -> Fraction | None:
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
    return mean_of([(1, zero), *((1, score) for score in asked.of_types().values())]) or zero


def _mean_of_rounded(asked: ScoreRequest) -> Score:
    """Return the macro mean of the rounded rows."""
    rows = [(score.precision, score.recall, score.f) for score in asked.of_types().values()]
    short = [(1, Score(*(cut(asked.dialect.round, value) for value in row))) for row in rows]
    return mean_of(short) or asked.exact().averages["macro"]


def _over(asked: ScoreRequest, types: Iterable[str]) -> Score:
    """Return the macro mean over these types, which may be none."""
    labels = Labels(LabelRule.GIVEN, tuple(sorted(types)))
    return asked.exact(labels_avg=labels).averages["macro"]


def _over_predicted(asked: ScoreRequest) -> Score:
    """Return the macro mean over the types that were predicted."""
    return _over(asked, asked.tally.pred_types)


def _where_defined(asked: ScoreRequest) -> Score:
    """Return macro precision over the types that are predicted, recall over those of gold, and F over all."""
    macro = asked.exact().averages["macro"]
    return Score(_over_predicted(asked).precision, _over(asked, asked.tally.gold_types).recall, macro.f)


def over_right(asked: ScoreRequest) -> Score:
    """Return the macro mean over the types that have a correct span."""
    right = [kind for kind in asked.tally.by_type if asked.tally.counts(asked.schema, kind).cor]
    return _over(asked, right)


def _of(name: str, fix: Callable[[Score], Score] = lambda score: score) -> Callable[[ScoreRequest], Score]:
    """Return an average under its right name, changed."""
    return lambda asked: fix(asked.exact().averages[name])


def micro_as(name: str) -> Change:
    """Return the change that shows another average under the name of the micro average."""
    return averages_as(micro=_of(name))


def _micro_with_macro_f(asked: ScoreRequest) -> Score:
    """Return the micro average with the F of the macro P and R."""
    averages = asked.exact().averages
    return Score(averages["micro"].precision, averages["micro"].recall, with_f_of_both(averages["macro"]).f)


def _micro_with_f_of(name: str) -> Callable[[ScoreRequest], Score]:
    """Return the micro average with the F of another one."""

    def fix(asked: ScoreRequest) -> Score:
        averages = asked.exact().averages
        return Score(averages["micro"].precision, averages["micro"].recall, averages[name].f)

    return fix


def _over_charged(asked: ScoreRequest) -> Score:
    """Return the macro mean over the types to which something is charged."""
    rows = asked.tally.by_type
    return _over(asked, [kind for kind in rows if asked.tally.counts(asked.schema, kind) != Counts()])


def _with_f_of_means(over: Callable[[ScoreRequest], Score]) -> Callable[[ScoreRequest], Score]:
    """Return an average with the F that follows from its precision and recall."""
    return lambda asked: with_f_of_both(over(asked))


def _over_gold(asked: ScoreRequest) -> Score:
    """Return the macro mean over the types that the gold has."""
    return _over(asked, asked.tally.gold_types)


def _of_means(asked: ScoreRequest) -> Score:
    """Return the macro precision and recall, with the F that follows from these means."""
    return asked.exact(macro_f=MacroF.OF_MEANS).averages["macro"]


def mean_of_units(average: str, empty: Score | None, *, inner: str = "micro", of_means: bool = False) -> Change:
    """Return the change of an average to the mean of the micro scores of the units, or of another average of each.

    A ratio of a unit that is undefined is 0; a unit without any span counts as `empty`, with `None` not at all. F is
    the mean of theirs, or `of_means` of precision and recall.
    """

    def one(asked: ScoreRequest, unit: Tally) -> Score | None:
        counts = unit.total[asked.schema]
        if not counts.act and not counts.pos:
            return empty
        alone = asked._replace(tally=replace(unit, units=()))
        return alone.exact(pool=Pool.CORPUS, zero=Zero()).averages[inner]

    def fix(asked: ScoreRequest) -> Score:
        scores = [score for unit in asked.tally.units if (score := one(asked, unit)) is not None]
        found = mean_of((1, score) for score in scores) or asked.exact().averages[average]
        return with_f_of_both(found) if of_means else found

    def change(pipeline: Pipeline) -> Pipeline:
        def apart(stream: Iterable[Outcomes]) -> Tally:
            units = list(stream)
            return replace(pipeline.count(units), units=tuple(pipeline.count([unit]) for unit in units))

        return averages_as(**{average: fix})(replace(pipeline, count=apart))

    return change


def _then(first: Change, second: Change) -> Change:
    return lambda pipeline: second(first(pipeline))


NOTHING = Score(Fraction(0), Fraction(0), Fraction(0))
_PERFECT = Score(Fraction(1), Fraction(1), Fraction(1))


def _overwritten(scores: Scores, _asked: ScoreRequest) -> Scores:
    """Show an average in the row of a type that has its name."""
    rows = {kind: scores.averages.get(kind.removesuffix(" avg"), score) for kind, score in scores.by_type.items()}
    return Scores(scores.averages, rows)


AVERAGES: tuple[Mistake, ...] = (
    Mistake("micro-is-macro", "The macro average is returned as the micro average.", micro_as("macro")),
    Mistake("micro-is-weighted", "The weighted average is returned as the micro average.", micro_as("weighted")),
    Mistake("macro-is-micro", "The micro average is returned as the macro average.", averages_as(macro=_of("micro"))),
    Mistake(
        "macro-is-weighted",
        "The weighted average is returned as the macro average.",
        averages_as(macro=_of("weighted")),
    ),
    Mistake(
        "weighted-is-macro",
        "The macro average is returned as the weighted average.",
        averages_as(weighted=_of("macro")),
    ),
    Mistake(
        "weighted-is-micro",
        "The micro average is returned as the weighted average.",
        averages_as(weighted=_of("micro")),
    ),
    Mistake(
        "weighted-by-predictions",
        "The weighted average weights each type by its number of predictions, not of gold entities.",
        averages_as(weighted=_by_predictions),
    ),
    Mistake(
        "weighted-f-of-means",
        "Weighted F1 is computed from weighted precision and weighted recall; it is not the weighted mean of the "
        "F1 scores of the types.",
        averages_as(weighted=_of("weighted", with_f_of_both)),
    ),
    Mistake(
        "micro-is-macro-of-gold-types",
        "The macro average over the types that occur in gold is returned as the micro average.",
        averages_as(micro=_over_gold),
    ),
    Mistake(
        "micro-is-macro-of-predicted-types",
        "The macro average over the types that are predicted is returned as the micro average.",
        averages_as(micro=_over_predicted),
    ),
    Mistake(
        "micro-is-macro-of-means",
        "Macro precision and macro recall, and the F1 computed from them, are returned as the micro average.",
        averages_as(micro=_of_means),
    ),
    Mistake(
        "micro-is-macro-of-charged-types",
        "The macro average is returned as the micro average; a type that is only predicted in place of another is left "
        "out.",
        averages_as(micro=_over_charged),
        ALIGNED,
    ),
    *(
        Mistake(
            f"micro-is-macro-of-means-of-{name}-types",
            f"Macro precision and macro recall over the types that {words}, and the F1 computed from them, are "
            "returned as the micro average.",
            averages_as(micro=_with_f_of_means(over)),
            bases,
        )
        for name, words, over, bases in (
            ("gold", "occur in gold", _over_gold, BOTH),
            ("predicted", "are predicted", _over_predicted, BOTH),
            ("charged", "an error or a right entity is counted for", _over_charged, ALIGNED),
        )
    ),
    Mistake(
        "micro-is-weighted-by-predictions",
        "The mean over types, each weighted by its number of predictions, is returned as the micro average.",
        averages_as(micro=_by_predictions),
    ),
    *(
        Mistake(
            f"means-of-units-f-of-means{suffix}",
            f"Precision and recall are means over the sentences, and F1 comes from these means; a sentence {words}.",
            mean_of_units("micro", empty, of_means=True),
        )
        for suffix, words, empty in (
            ("", "without any entity has score 0", NOTHING),
            ("-empty-is-right", "without any entity has score 1", _PERFECT),
            ("-with-spans", "without any entity is left out", None),
        )
    ),
    *(
        Mistake(
            f"means-of-macro-of-units{suffix}",
            f"The macro average of each sentence is taken, and then the mean over the sentences; a sentence {words}.",
            mean_of_units("micro", empty, inner="macro"),
        )
        for suffix, words, empty in (
            ("", "without any entity has score 0", NOTHING),
            ("-with-spans", "without any entity is left out", None),
        )
    ),
    Mistake(
        "means-of-units",
        "The micro average is the mean of the scores of the sentences; a sentence without any entity has score 0.",
        mean_of_units("micro", NOTHING),
    ),
    Mistake(
        "means-of-units-empty-is-right",
        "The micro average is the mean of the scores of the sentences; a sentence without any entity has score 1.",
        mean_of_units("micro", _PERFECT),
    ),
    Mistake(
        "means-of-units-with-spans",
        "The micro average is the mean of the scores of the sentences that have an entity; the other sentences are "
        "left out.",
        mean_of_units("micro", None),
    ),
    Mistake(
        "means-of-units-with-gold",
        "The micro average is the mean of the scores of the sentences that have a gold entity; the other sentences are "
        "left out.",
        _then(of_units(lambda units: [unit for unit in units if unit[0]]), mean_of_units("micro", None)),
    ),
    Mistake(
        "macro-is-means-of-units",
        "The macro average is the mean of the scores of the sentences; a sentence without any entity has score 0.",
        mean_of_units("macro", NOTHING),
    ),
    Mistake(
        "weighted-is-means-of-units",
        "The weighted average is the mean of the scores of the sentences; a sentence without any entity has score 0.",
        mean_of_units("weighted", NOTHING),
    ),
    Mistake(
        "rows-overwritten-by-averages",
        "The row of a type that is named like an average, such as `micro avg`, shows the average.",
        of_scores(_overwritten),
    ),
    Mistake(
        "micro-f-of-macro",
        "Micro F1 is computed from macro precision and macro recall.",
        averages_as(micro=_micro_with_macro_f),
    ),
    Mistake(
        "micro-f-is-macro",
        "Precision and recall are the micro average, and F1 is the macro average.",
        averages_as(micro=_micro_with_f_of("macro")),
    ),
    Mistake(
        "micro-f-is-weighted",
        "Precision and recall are the micro average, and F1 is the weighted average.",
        averages_as(micro=_micro_with_f_of("weighted")),
    ),
    Mistake(
        "macro-over-predicted",
        "The macro average is taken over the types that are predicted; types that occur only in gold are left out.",
        averages_as(macro=_over_predicted),
    ),
    Mistake(
        "macro-where-defined",
        "Macro precision leaves out the types that are never predicted, and macro recall those that do not occur in "
        "gold, as by nanmean. Macro F1 is that of all types.",
        averages_as(macro=_where_defined),
    ),
    Mistake(
        "macro-over-right",
        "The macro average is taken over the types that have a right prediction; all other types are left out.",
        averages_as(macro=over_right),
    ),
    Mistake(
        "macro-with-outside",
        "The macro average includes O as one more type with score 0.",
        averages_as(macro=_with_outside),
    ),
    Mistake(
        "macro-of-rounded",
        "The macro average is taken over scores that were rounded first.",
        averages_as(macro=_mean_of_rounded),
        ROUNDED,
    ),
)

"""Wrong mixtures: averages of what does not belong together, such as two averages, or weights in another order."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from nerconform.reference.counting import Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.scoring import Score
from nerconform.reference.spans import canonical
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_averages import NOTHING, averages_as, mean_of, over_right, with_f_of_both
from nerconform.suite.wrong_counts import of_tally
from nerconform.suite.wrong_parsing import TAGGED
from nerconform.suite.wrong_scores import ScoreRequest


def _with_rows(*names: str) -> Callable[[ScoreRequest], Score]:
    """Return the macro mean with other averages as more rows."""

    def fix(asked: ScoreRequest) -> Score:
        averages = asked.exact().averages
        rows = [*asked.of_types().values(), *(averages[name] for name in names)]
        return mean_of((1, score) for score in rows) or averages["macro"]

    return fix


def _micro_with(name: str, field: str) -> Callable[[ScoreRequest], Score]:
    """Return the micro average with one number of another average."""

    def fix(asked: ScoreRequest) -> Score:
        averages = asked.exact().averages
        return replace(averages["micro"], **{field: getattr(averages[name], field)})

    return fix


def _listed(pipeline: Pipeline) -> Pipeline:
    """Keep the rows of types in the order in which gold lists them first."""
    match = pipeline.match

    def in_order(gold: Spans, pred: Spans) -> Outcomes:
        found = match(gold, pred)
        places = {span: at for at, span in reversed(list(enumerate(gold)))}

        def place(row: Pair) -> int:
            return len(gold) if row.gold is None else places.get(row.gold, len(gold))

        return replace(found, rows={schema: tuple(sorted(each, key=place)) for schema, each in found.rows.items()})

    def ordered(tally: Tally, units: Sequence[Outcomes]) -> Tally:
        rows = [row for unit in units for row in unit.rows[Schema.STRICT]]
        kinds = [row.gold.type for row in rows if row.gold is not None]
        names = [kind for kind in dict.fromkeys([*kinds, *tally.by_type]) if kind in tally.by_type]
        return replace(tally, by_type={kind: tally.by_type[kind] for kind in names})

    return of_tally(ordered)(replace(pipeline, match=in_order))


def _with_weights_in_order(asked: ScoreRequest) -> Score:
    """Return the mean over types with the supports in the order of gold, and the scores in that of the alphabet."""
    weights = [asked.tally.counts(asked.schema, kind).pos for kind in asked.tally.by_type]
    rows = sorted(asked.of_types().items(), key=lambda item: (not asked.tally.counts(asked.schema, item[0]).pos, item))
    scores = [score for _, score in rows]
    weights = [weight for weight in weights if weight]
    return mean_of(zip(weights, scores, strict=False)) or NOTHING


def _in_order_of_gold(name: str) -> Change:
    return lambda pipeline: averages_as(**{name: _with_weights_in_order})(_listed(pipeline))


def _rows_as_they_appear(tally: Tally, units: Sequence[Outcomes]) -> Tally:
    """Give the types, in the order of the alphabet, the rows in the order in which types first appear."""
    spans = [[span for row in unit.rows[Schema.STRICT] for span in row if span is not None] for unit in units]
    seen = dict.fromkeys(span.type for each in spans for span in sorted(each, key=canonical))
    rows = [tally.by_type[kind] for kind in seen if kind in tally.by_type]
    return replace(tally, by_type=dict(zip(sorted(tally.by_type), rows, strict=False)))


def _means_where_defined(pipeline: Pipeline) -> Pipeline:
    """Take the mean precision of sentences with predictions and the mean recall of those with gold, and F of both."""

    def fix(asked: ScoreRequest) -> Score:
        counts = [unit.total[asked.schema] for unit in asked.tally.units]
        precision = _mean(Fraction(one.tp_pred, one.act) for one in counts if one.act)
        recall = _mean(Fraction(one.tp_gold, one.pos) for one in counts if one.pos)
        return with_f_of_both(Score(precision, recall, Fraction(0)))

    def apart(stream: Iterable[Outcomes]) -> Tally:
        units = list(stream)
        return replace(pipeline.count(units), units=tuple(pipeline.count([unit]) for unit in units))

    return averages_as(micro=fix)(replace(pipeline, count=apart))


def _mean(values: Iterable[Fraction]) -> Fraction:
    found = list(values)
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


_MIXED = (
    ("macro", "precision", "recall and F1 are"),
    ("macro", "recall", "precision and F1 are"),
    ("weighted", "precision", "recall and F1 are"),
)
"""Weighted recall is micro recall."""

MIXTURES: tuple[Mistake, ...] = (
    Mistake(
        "micro-is-macro-of-right-types",
        "The macro average over the types that have a right prediction is returned as the micro average; other types "
        "are left out.",
        averages_as(micro=over_right),
    ),
    *(
        Mistake(
            f"{average}-with-{'-and-'.join(names)}-row",
            f"The macro average{words} includes the {' and the '.join(names)} average, as if a type had that name.",
            averages_as(**{average: _with_rows(*names)}),
        )
        for average, words in (("macro", ""), ("micro", ", which is returned as the micro average,"))
        for names in (("micro",), ("weighted",), ("micro", "weighted"))
    ),
    *(
        Mistake(
            f"micro-{field}-is-{name}",
            f"{field.capitalize()} is the {name} average, and {others} the micro average.",
            averages_as(micro=_micro_with(name, field)),
        )
        for name, field, others in _MIXED
    ),
    Mistake(
        "rows-as-types-appear",
        "Rows of types are mixed up: the names are sorted, and the rows stand in the order in which types first appear "
        "in the data, so a type gets the row of another one.",
        of_tally(_rows_as_they_appear),
        TAGGED,
    ),
    *(
        Mistake(
            f"{name}-in-order-of-gold",
            f"{words}: the types are sorted, and the weights stand in the order in which types first occur in gold, so "
            "a type gets the weight of another one.",
            _in_order_of_gold(average_changed),
            TAGGED,
        )
        for name, words, average_changed in (
            ("weighted", "The weighted average is mixed up", "weighted"),
            ("micro-is-weighted", "A weighted average that is mixed up is returned as the micro average", "micro"),
        )
    ),
    Mistake(
        "means-of-units-where-defined",
        "Precision is the mean over the sentences with predictions, recall that over the sentences with gold entities, "
        "and F1 comes from these means.",
        _means_where_defined,
    ),
)

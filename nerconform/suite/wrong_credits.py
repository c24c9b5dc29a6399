"""Wrong credits: mistakes of metrics with four schemas in what overlaps, what meets first, and what counts twice."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change
from nerconform.reference.spans import Span
from nerconform.suite.mistake import ALIGNED, Mistake
from nerconform.suite.wrong_counts import counts_without, each_of, of_tally
from nerconform.suite.wrong_matching import in_passes, same_bounds
from nerconform.suite.wrong_schemas import Rows, apart, judged, of_rows

_Test = Callable[[Span, Span], bool]


def _inexact_and(*sides: int) -> Callable[[Rows, Schema], Iterable[Pair]]:
    """Count a pair of spans that are not equal once more, as missing (0), as spurious (1), or as both."""

    def fix(rows: Rows, _schema: Schema) -> Iterable[Pair]:
        for row in rows:
            yield row
            if row.gold is not None and row.pred is not None and row.gold != row.pred:
                yield from (apart(row)[side] for side in sides)

    return fix


def _leftovers_lost(side: int) -> Callable[[Rows, Schema], Iterable[Pair]]:
    """Leave out gold spans (0) or predictions (1) that met nobody and overlap a span of the other side."""

    def fix(rows: Rows, _schema: Schema) -> Iterable[Pair]:
        others = [row[1 - side] for row in rows if row[1 - side] is not None]
        for row in rows:
            span = row[side] if row[1 - side] is None else None
            if span is None or not any(other.overlaps(span) for other in others if other is not None):
                yield row

    return fix


def _types_anywhere(rows: Rows, schema: Schema) -> Iterable[Pair]:
    """Give credit in the type schema for each type of a unit that both sides have, wherever it is."""
    if schema is not Schema.TYPE:
        yield from rows
        return
    gold = [row.gold for row in rows if row.gold is not None]
    left = [row.pred for row in rows if row.pred is not None]
    wanted = Counter(span.type for span in gold) & Counter(span.type for span in left)
    for span in gold:
        if wanted[span.type]:
            wanted[span.type] -= 1
            left.remove(next(one for one in left if one.type == span.type))
            yield Pair(span, span)
        else:
            yield Pair(span, None)
    yield from (Pair(None, span) for span in left)


def _type_needs(attribute: str) -> Callable[[Pair, Schema], Outcome]:
    """Call a pair INC in the type schema unless start or end is right."""

    def table(pair: Pair, schema: Schema) -> Outcome:
        gold, pred = pair
        apart = gold is not None and pred is not None and getattr(gold, attribute) != getattr(pred, attribute)
        return Outcome.INC if schema is Schema.TYPE and apart else pair.outcome(schema)

    return table


def _inside(one: Span, other: Span) -> bool:
    return other.start <= one.start and one.end <= other.end


def _equal(gold: Span, pred: Span) -> bool:
    return gold == pred


def _any(_gold: Span, _pred: Span) -> bool:
    return True


OVERLAPS: tuple[tuple[str, str, _Test], ...] = (
    ("prediction-starts-in-gold", "the prediction starts in the gold entity", lambda g, p: g.start <= p.start < g.end),
    ("prediction-ends-in-gold", "the prediction ends in the gold entity", lambda g, p: g.start < p.end <= g.end),
    ("gold-starts-in-prediction", "the gold entity starts in the prediction", lambda g, p: p.start <= g.start < p.end),
    ("gold-ends-in-prediction", "the gold entity ends in the prediction", lambda g, p: p.start < g.end <= p.end),
    ("prediction-in-gold", "the prediction lies in the gold entity", lambda g, p: _inside(p, g)),
    ("gold-in-prediction", "the gold entity lies in the prediction", _inside),
    ("one-in-the-other", "one lies in the other", lambda g, p: _inside(p, g) or _inside(g, p)),
    (
        "prediction-starts-or-ends-in-gold",
        "the prediction starts or ends in the gold entity",
        lambda g, p: g.start <= p.start < g.end or g.start < p.end <= g.end,
    ),
    (
        "gold-starts-or-ends-in-prediction",
        "the gold entity starts or ends in the prediction",
        lambda g, p: p.start <= g.start < p.end or p.start < g.end <= p.end,
    ),
    ("same-type-only", "they have one type", lambda g, p: g.type == p.type),
)
"""What people test in place of an overlap."""


_FOUR = (Schema.STRICT, Schema.EXACT, Schema.PARTIAL, Schema.TYPE)
"""The schemas of SemEval-2013, in the order in which people list them."""


def _read_in_order(order: Sequence[Schema]) -> Change:
    """Return the change that shows the four schemas under each other's names."""
    names = dict(zip(_FOUR, order, strict=True))
    return _each_row(lambda row: {schema: row.get(names.get(schema, schema), row[schema]) for schema in row})


def _each_row(fix: Callable[[Mapping[Schema, Counts]], Mapping[Schema, Counts]]) -> Change:
    """Return the change of the counts of all schemas, in all and of each type."""

    def fixed(tally: Tally, _units: Sequence[Outcomes]) -> Tally:
        return replace(tally, total=fix(tally.total), by_type={kind: fix(row) for kind, row in tally.by_type.items()})

    return of_tally(fixed)


def _summed(row: Mapping[Schema, Counts]) -> Mapping[Schema, Counts]:
    """Give all four schemas the counts of all of them together."""
    together = sum((row[schema] for schema in _FOUR if schema in row), Counts())
    return {schema: together if schema in _FOUR else counts for schema, counts in row.items()}


def _swapped(one: Schema, other: Schema) -> list[Schema]:
    exchanged = {one: other, other: one}
    return [exchanged.get(schema, schema) for schema in _FOUR]


_ALL_BUT_CORRECT: tuple[tuple[str, str, str, Callable[[Counts], Counts]], ...] = (
    (
        "missed",
        "Missed are all gold entities that are not correct",
        "recall",
        lambda one: replace(one, mis=one.mis + one.inc + one.par),
    ),
    (
        "spurious",
        "Spurious are all predictions that are not correct",
        "precision",
        lambda one: replace(one, spu=one.spu + one.inc + one.par),
    ),
)
_WITHOUT = (
    ("act", "inc", "Incorrect pairs", "predictions", "precision"),
    ("pos", "inc", "Incorrect pairs", "gold entities", "recall"),
    ("act", "par", "Partial matches", "predictions", "precision"),
    ("pos", "par", "Partial matches", "gold entities", "recall"),
)

CREDITS: tuple[Mistake, ...] = (
    *(
        Mistake(
            f"pairs-if-{name}",
            f"A gold entity and a prediction with another start or end are a pair only if {words}.",
            in_passes(_equal, same_bounds, near),
            ALIGNED,
        )
        for name, words, near in OVERLAPS
    ),
    Mistake(
        "gold-drives",
        "Each gold entity is paired with the first prediction that is free and overlaps it, not each prediction with "
        "the first gold entity.",
        in_passes(_equal, same_bounds, _any, by_gold=True),
        ALIGNED,
    ),
    Mistake(
        "gold-drives-in-one-pass",
        "Each gold entity is paired with the first free prediction that it overlaps, even if a later one is identical.",
        in_passes(_any, by_gold=True),
        ALIGNED,
    ),
    Mistake(
        "inexact-also-missed",
        "A gold entity whose prediction has another start, end or type also counts as missed in every schema.",
        of_rows(_inexact_and(0)),
        ALIGNED,
    ),
    Mistake(
        "inexact-also-spurious",
        "A prediction with another start, end or type than its gold entity also counts as spurious in every schema.",
        of_rows(_inexact_and(1)),
        ALIGNED,
    ),
    Mistake(
        "inexact-also-missed-and-spurious",
        "A pair that differs in start, end or type also counts as one missed and one spurious entity in every schema.",
        of_rows(_inexact_and(0, 1)),
        ALIGNED,
    ),
    Mistake(
        "overlapping-spurious-lost",
        "A prediction that overlaps only gold entities that are paired already is not counted as spurious.",
        of_rows(_leftovers_lost(1)),
        ALIGNED,
    ),
    Mistake(
        "overlapping-missed-lost",
        "A gold entity that overlaps only predictions that are paired already is not counted as missed.",
        of_rows(_leftovers_lost(0)),
        ALIGNED,
    ),
    Mistake(
        "type-without-overlap",
        "The type schema gives credit for a type that both sides have in a sentence, even if nothing overlaps.",
        of_rows(_types_anywhere),
        ALIGNED,
    ),
    *(
        Mistake(
            f"type-needs-{attribute}",
            f"The type schema also compares the {attribute} of entities.",
            judged(_type_needs(attribute)),
            ALIGNED,
        )
        for attribute in ("start", "end")
    ),
    *(
        Mistake(
            f"{name}-is-all-but-correct",
            f"{words}, incorrect and partial pairs included, so {ratio} is too low.",
            of_tally(lambda tally, _, fix=fix: each_of(tally, fix)),  # type: ignore[misc] # bound in the loop
            ALIGNED,
        )
        for name, words, ratio, fix in _ALL_BUT_CORRECT
    ),
    *(
        Mistake(
            f"{total}-without-{part}",
            f"{what} are left out of the number of {whose}, so {ratio} is too high.",
            counts_without(total, part),
            ALIGNED,
        )
        for total, part, what, whose, ratio in _WITHOUT
    ),
    Mistake(
        "schemas-share-counts",
        "The schemas strict, exact, partial and type share one dict of counts, so each has the sum of all four.",
        _each_row(_summed),
        ALIGNED,
    ),
    *(
        Mistake(
            f"schemas-{one}-and-{other}-swapped",
            f"The schema {one} shows the numbers of {other}, and {other} those of {one}.",
            _read_in_order(_swapped(one, other)),
            ALIGNED,
        )
        for one, other in combinations(_FOUR, 2)
    ),
    *(
        Mistake(
            f"all-schemas-are-{schema}",
            f"The schemas strict, exact, partial and type all show the numbers of {schema}.",
            _read_in_order([schema] * len(_FOUR)),
            ALIGNED,
        )
        for schema in _FOUR
    ),
)

"""Wrong corpus: mistakes in which sentences are scored, and in how those of a corpus are put together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, takewhile, zip_longest

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.options import Pool
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline, Read, of_predictions, of_units
from nerconform.reference.spans import Span, canonical
from nerconform.reference.units import Annotation, Unit
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_averages import NOTHING, mean_of_units
from nerconform.suite.wrong_counts import each_of, of_tally
from nerconform.suite.wrong_filtering import as_one, first_of_overlapping, longest, merged
from nerconform.suite.wrong_matching import in_order
from nerconform.suite.wrong_parsing import TAGGED, Tags, of_read, of_tags
from nerconform.suite.wrong_schemas import Rows, apart, of_rows


def last_batch_dropped(size: int, *, alone: bool = False) -> Mistake:
    """Return the mistake of scoring whole batches of sentences only; `alone`: even if there is no whole one."""

    def whole(units: Units) -> Units:
        kept = len(units) // size * size
        return units[: kept if kept or alone else size]

    words = "" if alone else "; fewer sentences than one batch are scored"
    says = f"Sentences are scored in batches of {size}, and a last batch with fewer is dropped{words}."
    return Mistake(f"last-batch-of-{size}-dropped{'-even-alone' * alone}", says, of_units(whole))


def means_of_batches(size: int) -> Mistake:
    """Return the mistake of averaging the scores of batches of sentences."""

    def joined(units: Units) -> Units:
        batches = (units[at : at + size] for at in range(0, len(units), size))
        return [joined_units(batch) for batch in batches]

    says = f"The micro average is the mean of the scores of batches of {size} sentences."
    mean = mean_of_units("micro", NOTHING)
    return Mistake(f"means-of-batches-of-{size}", says, lambda pipeline: of_units(joined)(mean(pipeline)))


def joined_units(units: Units) -> tuple[Spans, Spans]:
    """Return the spans of all units as one, each behind those of the units before it."""
    gold: list[Span] = []
    pred: list[Span] = []
    offset = 0
    for unit in units:
        for side, spans in zip((gold, pred), unit, strict=True):
            side.extend(span.moved(offset) for span in spans)
        offset += max((span.end for spans in unit for span in spans), default=0) + 1
    return tuple(gold), tuple(pred)


def _moved_by_own_end(units: Units, side: int) -> Spans:
    """Return the spans of one side of all units, each behind the last span of its own side."""
    found: list[Span] = []
    offset = 0
    for unit in units:
        found += (span.moved(offset) for span in unit[side])
        offset += max((span.end for span in unit[side]), default=0)
    return tuple(found)


def _without_empty(units: Units, *, cut: bool) -> Units:
    """Leave out what has no span on either side by itself, and put together what is left."""
    gold, pred = ([unit[side] for unit in units if unit[side]] for side in (0, 1))
    return list(zip(gold, pred, strict=False) if cut else zip_longest(gold, pred, fillvalue=()))


def _keyed_by_gold_tags(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Keep of the units with the same gold tags the last prediction."""
    found = {tuple(one): other for one, other in zip(gold, pred, strict=True)}
    return list(found), list(found.values())


def _equal_sides_once(read: Read) -> Read:
    """Leave only the first of equal sentences of a side; a later one has no entity."""

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        units = read(gold, pred)
        gold, pred = (_once_each([unit[side] for unit in units]) for side in (0, 1))
        return [Unit(*pair) for pair in zip(gold, pred, strict=True)]

    return wrong


def _held_against_first_equal(read: Read) -> Read:
    """Give every unit the prediction of the first unit with the same gold."""

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        first: dict[str, Annotation] = {}
        return [unit._replace(pred=first.setdefault(repr(unit.gold), unit.pred)) for unit in read(gold, pred)]

    return wrong


def _rows_of_last_unit(pipeline: Pipeline) -> Pipeline:
    """Keep the counts of the last unit that has a type, and add these up."""

    def wrong(stream: Iterable[Outcomes]) -> Tally:
        units = list(stream)
        tally = pipeline.count(units)
        found = {kind: row for unit in units for kind, row in pipeline.count([unit]).by_type.items()}
        by_type = {kind: found.get(kind, row) for kind, row in tally.by_type.items()}
        total = {schema: sum((row[schema] for row in by_type.values()), Counts()) for schema in tally.total}
        return replace(tally, total=total, by_type=by_type)

    return replace(pipeline, count=wrong)


def _of_last_unit(outcome: str) -> Change:
    """Return the change that takes one outcome, such as MIS, from the last unit, and the others from all.

    Where each unit has its own scores nothing changes.
    """

    def change(pipeline: Pipeline) -> Pipeline:
        if pipeline.dialect.pool is Pool.MEAN:
            return pipeline

        def wrong(stream: Iterable[Outcomes]) -> Tally:
            units = list(stream)
            tally, last = pipeline.count(units), pipeline.count(units[-1:])

            def of_last(counts: Counts, others: Counts | None) -> Counts:
                return replace(counts, **{outcome: getattr(others or Counts(), outcome)})

            total = {schema: of_last(counts, last.total.get(schema)) for schema, counts in tally.total.items()}
            by_type = {
                kind: {schema: of_last(counts, last.counts(schema, kind)) for schema, counts in row.items()}
                for kind, row in tally.by_type.items()
            }
            return replace(tally, total=total, by_type=by_type)

        return replace(pipeline, count=wrong)

    return change


def _once_each(side: Sequence[Annotation]) -> Iterator[Annotation]:
    for at, one in enumerate(side):
        tags = None if one.tags is None else ("O",) * len(one.tags)
        yield one._replace(tags=tags, spans=(), mentions=(), layers=()) if one in side[:at] else one


def _counted_types(units: Units) -> Units:
    """Return one unit with a span for each span of a type: they differ in their number only."""

    def numbered(spans: Spans) -> Spans:
        seen: dict[str, Iterator[int]] = {}
        places = ((span.type, next(seen.setdefault(span.type, count()))) for span in spans)
        return tuple(Span(kind, place, place + 1) for kind, place in places)

    gold, pred = as_one(units)
    return [(numbered(gold), numbered(pred))]


def _with_types_within(units: Units) -> Units:
    """Add to every span one of each other type whose name its type contains."""
    types = sorted({span.type for unit in units for spans in unit for span in spans})

    def more(spans: Spans) -> Spans:
        return tuple(span._replace(type=kind) for kind in types for span in spans if kind in f"B-{span.type}")

    return [(more(gold), more(pred)) for gold, pred in units]


def _until_first_error(gold: Spans, pred: Spans) -> Iterable[tuple[Span, Span]]:
    both = zip(sorted(gold, key=canonical), sorted(pred, key=canonical), strict=False)
    return takewhile(lambda pair: pair[0] == pair[1], both)


def _sides(rows: Rows) -> tuple[Spans, Spans]:
    """Return the spans of which rows are made."""
    gold = tuple(row.gold for row in rows if row.gold is not None)
    return gold, tuple(row.pred for row in rows if row.pred is not None)


def _rows_until_first_error(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Pair what is equal up to the first error of a unit."""
    gold, pred = _sides(rows)
    right = len(list(_until_first_error(gold, pred)))
    sides = (sorted(gold, key=canonical), sorted(pred, key=canonical))
    yield from (Pair(*pair) for pair in zip(sides[0][:right], sides[1][:right], strict=True))
    yield from (Pair(span, None) for span in sides[0][right:])
    yield from (Pair(None, span) for span in sides[1][right:])


def _all_or_nothing(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Make one row of a unit that is right, and one error of either sort of one that is not."""
    gold, pred = _sides(rows)
    span = Span("X", 0, 1)
    if sorted(gold) == sorted(pred):
        yield Pair(span, span)
    else:
        yield from apart(Pair(span, span))


def _one_error_a_unit(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Keep one missing and one spurious span of a unit."""
    yield from (row for row in rows if row.gold is not None and row.pred is not None)
    yield from [row for row in rows if row.pred is None][:1]
    yield from [row for row in rows if row.gold is None][:1]


def _each_token(rows: Rows, _schema: Schema) -> Iterable[Pair]:
    """Repeat a row for each token of its span."""
    for row in rows:
        span = row.gold if row.gold is not None else row.pred
        yield from [row] * (span.size if span is not None else 0)


def _over_units(*, of_recall: bool) -> Change:
    """Return the change that divides by the number of sentences."""

    def fixed(tally: Tally, units: Sequence[Outcomes]) -> Tally:
        def fix(counts: Counts) -> Counts:
            less = len(units) - counts.cor
            return replace(counts, mis=less) if of_recall else replace(counts, spu=less)

        return each_of(tally, fix)

    return of_tally(fixed)


def _one_side(fix: Callable[[Spans], Spans], side: int) -> Change:
    """Return the change of the spans of gold (0) or of predictions (1)."""
    if side:
        return of_predictions(fix)
    return of_units(lambda units: [(fix(gold), pred) for gold, pred in units])


def _once(spans: Spans) -> Spans:
    return tuple(dict.fromkeys(spans))


def _first_listed(spans: Spans) -> Spans:
    """Keep of overlapping spans the one that is listed first."""
    kept: list[Span] = []
    for span in spans:
        if not any(span.overlaps(other) for other in kept):
            kept.append(span)
    return tuple(kept)


def _joined(spans: Spans) -> Spans:
    """Merge touching spans of one type."""
    found: list[Span] = []
    for span in sorted(spans, key=canonical):
        if found and found[-1].end == span.start and found[-1].type == span.type:
            found[-1] = found[-1]._replace(end=span.end)
        else:
            found.append(span)
    return tuple(found)


_ONE_SIDED: tuple[tuple[str, str, Callable[[Spans], Spans]], ...] = (
    ("listed-once", "that are listed twice count once", _once),
    ("overlapping-first-listed", "that overlap another one listed before them are dropped", _first_listed),
    ("overlapping-first", "that overlap are reduced to the one that starts first", first_of_overlapping),
    ("overlapping-longest", "that overlap are reduced to the longest one", longest),
    ("overlapping-merged", "of one type that overlap are merged", merged),
    ("touching-merged", "of one type that touch are merged", _joined),
)
_SIDES = (("gold", "Gold entities", "predictions"), ("predicted", "Predicted entities", "gold entities"))

CORPUS: tuple[Mistake, ...] = (
    *(last_batch_dropped(size) for size in (2, 8, 32)),
    last_batch_dropped(2, alone=True),
    *(means_of_batches(size) for size in (2, 8, 32)),
    Mistake(
        "empty-units-dropped-apart",
        "Sentences without an entity are dropped from gold and from the predictions separately, so that different "
        "sentences are compared.",
        of_units(lambda units: _without_empty(units, cut=False)),
    ),
    Mistake(
        "empty-units-dropped-apart-cut",
        "Sentences without an entity are dropped from gold and from the predictions separately, different sentences "
        "are compared, and zip cuts the longer side.",
        of_units(lambda units: _without_empty(units, cut=True)),
    ),
    Mistake(
        "offsets-by-own-last-end",
        "Positions of a sentence are counted from the end of the last entity before it, not from its first token: gold "
        "and predictions are moved differently.",
        of_units(lambda units: [(_moved_by_own_end(units, 0), _moved_by_own_end(units, 1))]),
    ),
    Mistake(
        "offsets-by-own-last-end-as-sets",
        "Positions of a sentence are counted from the end of the last entity before it, and all are put into one set: "
        "gold and predictions are moved differently.",
        of_units(lambda units: [(_once(_moved_by_own_end(units, 0)), _once(_moved_by_own_end(units, 1)))]),
    ),
    Mistake(
        "aligns-by-position-in-corpus",
        "The first gold entity of all sentences is compared with the first prediction, the second with the second, and "
        "so on, so that one error moves all that follow.",
        lambda pipeline: of_units(lambda units: [joined_units(units)])(in_order(pipeline)),
    ),
    Mistake(
        "equal-gold-once",
        "Sentences with the same gold tags count once, as in a dict from gold to prediction, with the last prediction.",
        of_tags(_keyed_by_gold_tags),
        TAGGED,
    ),
    Mistake(
        "equal-units-of-a-side-once",
        "The entities of equal sentences of one side count once, as by sentences.index(sentence): gold and predictions "
        "are put together differently.",
        of_read(_equal_sides_once),
    ),
    Mistake(
        "held-against-first-equal-gold",
        "A sentence with the same gold as an earlier one is compared with the prediction of the earlier one, as by "
        "gold.index(sentence).",
        of_read(_held_against_first_equal),
    ),
    Mistake(
        "rows-of-last-unit",
        "The counts of a type are those of the last sentence that has it, as by counts.update(...): earlier sentences "
        "are overwritten, not added.",
        _rows_of_last_unit,
        TAGGED,
    ),
    *(
        Mistake(
            f"{name}-of-last-unit",
            f"Only the {says} entities of the last sentence are counted, as with `=` in place of `+=`.",
            _of_last_unit(outcome),
        )
        for name, says, outcome in (
            ("true-positives", "right", "cor"),
            ("false-positives", "spurious", "spu"),
            ("false-negatives", "missed", "mis"),
        )
    ),
    Mistake(
        "types-within-types",
        "An entity also counts for every other type whose name its own type contains, as by `'PER' in tag`: PERCENT "
        "counts as PER, too.",
        of_units(_with_types_within),
    ),
    Mistake(
        "units-of-unequal-numbers-dropped",
        "A sentence is left out if gold and prediction have different numbers of entities.",
        of_units(lambda units: [unit for unit in units if len(unit[0]) == len(unit[1])]),
    ),
    Mistake(
        "types-of-corpus-counted",
        "Only how many entities of each type the corpus has is compared, not where they are.",
        of_units(_counted_types),
    ),
    Mistake(
        "until-first-error",
        "After the first wrong entity of a sentence no other is compared: all that follow are wrong.",
        of_rows(_rows_until_first_error),
        TAGGED,
    ),
    Mistake(
        "units-all-or-nothing",
        "Sentences are counted instead of entities: one is right if all of its entities are.",
        of_rows(_all_or_nothing),
        TAGGED,
    ),
    Mistake(
        "one-error-a-unit",
        "However many entities of a sentence are wrong, it adds one false positive and one missed entity.",
        of_rows(_one_error_a_unit),
        TAGGED,
    ),
    Mistake(
        "entities-by-length",
        "An entity counts as often as it has tokens.",
        of_rows(_each_token),
        TAGGED,
    ),
    Mistake(
        "precision-over-units",
        "Precision is divided by the number of sentences.",
        _over_units(of_recall=False),
        TAGGED,
    ),
    Mistake(
        "recall-over-units",
        "Recall is divided by the number of sentences.",
        _over_units(of_recall=True),
        TAGGED,
    ),
    *(
        Mistake(f"{side}-{name}", f"{whose} {words}, and {others} are not.", _one_side(fix, number))
        for name, words, fix in _ONE_SIDED
        for number, (side, whose, others) in enumerate(_SIDES)
        if (name, side) != ("overlapping-longest", "predicted")  # `longest-prediction-only`
    ),
)

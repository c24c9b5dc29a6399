"""Wrong counts: mistakes in what is counted, and for which type."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.credits import Amount
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcome, Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark
from nerconform.reference.scoring import Scores
from nerconform.reference.spans import Span
from nerconform.suite.mistake import ALIGNED, Mistake


def of_tally(fix: Callable[[Tally, Sequence[Outcomes]], Tally]) -> Change:
    """Return the change of the tally of all units, and under `pool:mean` of each unit."""

    def change(pipeline: Pipeline) -> Pipeline:
        def wrong(stream: Iterable[Outcomes]) -> Tally:
            units = list(stream)
            tally = pipeline.count(units)
            apart = zip(tally.units, units, strict=False)
            return replace(fix(tally, units), units=tuple(fix(one, [unit]) for one, unit in apart))

        return replace(pipeline, count=wrong)

    return change


def each_of(tally: Tally, fix: Callable[[Counts], Counts]) -> Tally:
    """Return the tally with other counts."""
    total = {schema: fix(counts) for schema, counts in tally.total.items()}
    by_type = {kind: {schema: fix(counts) for schema, counts in row.items()} for kind, row in tally.by_type.items()}
    units = tuple(each_of(unit, fix) for unit in tally.units)
    return replace(tally, total=total, by_type=by_type, units=units)


def _counts(fix: Callable[[Counts], Counts]) -> Change:
    """Return the change of all counts."""
    return of_tally(lambda tally, _: each_of(tally, fix))


def counts_without(total: str, part: str) -> Change:
    """Return the change of all counts to those of which POS or ACT leaves out one outcome, such as PAR."""
    whole = getattr(Counts, total).fget
    kind = type(
        "CountsWithout", (Counts,), {"__slots__": (), total: property(lambda one: whole(one) - getattr(one, part))}
    )
    return _counts(lambda counts: kind(*counts.as_tuple()))


class _WithoutInc(Counts):
    """POS and ACT leave out INC."""

    __slots__ = ()

    @property
    def pos(self) -> Amount:
        """Return COR + PAR + MIS."""
        return self.cor + self.par + self.mis

    @property
    def act(self) -> Amount:
        """Return COR + PAR + SPU."""
        return self.cor + self.par + self.spu


class _FalseAlone(Counts):
    """False positives are SPU only, false negatives MIS only."""

    __slots__ = ()

    @property
    def fp(self) -> Amount:
        """Return SPU."""
        return self.spu

    @property
    def fn(self) -> Amount:
        """Return MIS."""
        return self.mis


class _TrueWithPartial(Counts):
    """True positives are COR and PAR."""

    __slots__ = ()

    @property
    def tp(self) -> Amount:
        """Return COR + PAR."""
        return self.cor + self.par


class _SupportOfPredictions(Counts):
    """Support is the number of predictions."""

    __slots__ = ()

    @property
    def pos(self) -> Amount:
        """Return ACT."""
        return self.act


def _support_of_predictions(pipeline: Pipeline) -> Pipeline:
    """Show the number of predictions as support, and score with the true counts."""
    shown = _counts(lambda counts: _SupportOfPredictions(*counts.as_tuple()))(pipeline)

    def score(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return pipeline.score(each_of(tally, lambda counts: Counts(*counts.as_tuple())), beta)

    return replace(shown, score=score)


def _empty_units_correct(tally: Tally, units: Sequence[Outcomes]) -> Tally:
    """Count a unit without any span as one correct span."""
    empty = sum(not any(unit.rows.values()) for unit in units)
    return replace(tally, total={schema: counts + Counts(cor=empty) for schema, counts in tally.total.items()})


def _by_type(tally: Tally, extra: Callable[[str, Schema, Counts], Counts]) -> Tally:
    """Return the tally with other rows of types."""
    rows = {
        kind: {schema: extra(kind, schema, counts) for schema, counts in row.items()}
        for kind, row in tally.by_type.items()
    }
    return replace(tally, by_type=rows)


def _spurious_to_nobody(tally: Tally, _units: Sequence[Outcomes]) -> Tally:
    """Charge SPU to no type."""
    return _by_type(tally, lambda _kind, _schema, counts: replace(counts, spu=0))


def _spurious_to_all(tally: Tally, _units: Sequence[Outcomes]) -> Tally:
    """Charge SPU to every type."""
    return _by_type(tally, lambda _kind, schema, counts: replace(counts, spu=tally.total[schema].spu))


def _incorrect(units: Sequence[Outcomes], kind: str, schema: Schema, *, charged: bool) -> int:
    """Return how many pairs of two types are INC, and have this type in the gold (charged) or in the prediction."""
    pairs = [row for unit in units for row in unit.rows[schema] if row.outcome(schema) is Outcome.INC]
    types = [(row.gold.type, row.pred.type) for row in pairs if row.gold is not None and row.pred is not None]
    return sum(gold != pred and (gold if charged else pred) == kind for gold, pred in types)


def _incorrect_to_both(tally: Tally, units: Sequence[Outcomes]) -> Tally:
    """Charge INC to the gold type and to the predicted one."""
    return _by_type(
        tally, lambda kind, schema, counts: counts + Counts(inc=_incorrect(units, kind, schema, charged=False))
    )


def _incorrect_to_predicted(tally: Tally, units: Sequence[Outcomes]) -> Tally:
    """Charge INC to the predicted type."""

    def moved(kind: str, schema: Schema, counts: Counts) -> Counts:
        here = _incorrect(units, kind, schema, charged=False) - _incorrect(units, kind, schema, charged=True)
        return replace(counts, inc=counts.inc + here)

    return _by_type(tally, moved)


def _rows_of(tally: Tally, types: Collection[str]) -> Tally:
    """Return the tally with the rows of only these types."""
    return replace(
        tally,
        by_type={kind: row for kind, row in tally.by_type.items() if kind in types},
        gold_types=tally.gold_types & set(types),
        pred_types=tally.pred_types & set(types),
    )


def _right_types_only(tally: Tally, _units: Sequence[Outcomes]) -> Tally:
    """Leave out the rows of types without a correct span."""
    return _rows_of(tally, [kind for kind, row in tally.by_type.items() if row[Schema.STRICT].cor])


def _micro_of_gold_types(tally: Tally, _units: Sequence[Outcomes]) -> Tally:
    """Leave out types that are absent from the gold, and sum the rows that are left."""
    kept = _rows_of(tally, tally.gold_types)
    total = {schema: sum((row[schema] for row in kept.by_type.values()), Counts()) for schema in tally.total}
    return replace(kept, total=total)


def _total_of_last_type(tally: Tally, _units: Sequence[Outcomes]) -> Tally:
    """Take the counts of the last type for those of all."""
    last = max(tally.by_type, default="")
    return replace(tally, total={schema: tally.counts(schema, last) for schema in tally.total})


def _wrong_types(units: Sequence[Outcomes]) -> Counter[str]:
    """Return how many more types were predicted than missed, type by type, of equal bounds with two types."""
    moved = Counter[str]()
    for unit in units:
        rows = unit.rows[Schema.STRICT]
        spurious = [row.pred for row in rows if row.gold is None and row.pred is not None]
        for gold in (row.gold for row in rows if row.pred is None and row.gold is not None):
            other = next((pred for pred in spurious if pred[1:] == gold[1:]), None)
            if other is not None:
                spurious.remove(other)
                moved[gold.type] -= 1
                moved[other.type] += 1
    return moved


def _missed_to_predicted(tally: Tally, units: Sequence[Outcomes]) -> Tally:
    """Charge a missing span with the bounds of a spurious one to the type that was predicted."""
    moved = _wrong_types(units)
    return _by_type(tally, lambda kind, _schema, counts: replace(counts, mis=counts.mis + moved[kind]))


def _spurious_to_gold(tally: Tally, units: Sequence[Outcomes]) -> Tally:
    """Charge a spurious span with the bounds of a missing one to the type of that."""
    moved = _wrong_types(units)
    return _by_type(tally, lambda kind, _schema, counts: replace(counts, spu=counts.spu - moved[kind]))


COUNTING: tuple[Mistake, ...] = (
    Mistake(
        "gold-counted-after-removal",
        "Gold entities are counted after the found ones were removed from their list, so recall is TP / FN.",
        counts_without("pos", "cor"),
    ),
    Mistake(
        "pos-without-mis",
        "Gold entities that no prediction is paired with are not counted, so recall is too high.",
        counts_without("pos", "mis"),
    ),
    Mistake(
        "act-without-spu",
        "Predictions that are paired with no gold entity are not counted, so precision is too high.",
        counts_without("act", "spu"),
    ),
    Mistake(
        "inc-left-out",
        "A wrong prediction that overlaps a gold entity is not counted on either side, so precision and recall are "
        "too high.",
        _counts(lambda counts: _WithoutInc(*counts.as_tuple())),
        ALIGNED,
    ),
    Mistake(
        "fp-is-spu",
        "A wrong prediction that overlaps a gold entity is missing from the numbers of false positives and false "
        "negatives.",
        _counts(lambda counts: _FalseAlone(*counts.as_tuple())),
        ALIGNED,
    ),
    Mistake(
        "tp-with-par",
        "A prediction that only overlaps a gold entity counts as a true positive.",
        _counts(lambda counts: _TrueWithPartial(*counts.as_tuple())),
        ALIGNED,
    ),
    Mistake(
        "support-of-predictions",
        "Support is the number of predicted entities, not of gold entities.",
        _support_of_predictions,
    ),
    Mistake(
        "empty-unit-is-correct",
        "A sentence without any entity counts as one correct entity.",
        of_tally(_empty_units_correct),
    ),
    Mistake(
        "spurious-to-nobody",
        "A prediction that is paired with no gold entity is missing from the scores of its type.",
        of_tally(_spurious_to_nobody),
    ),
    Mistake(
        "spurious-to-all",
        "A prediction that is paired with no gold entity counts as a false positive of every type.",
        of_tally(_spurious_to_all),
    ),
    Mistake(
        "incorrect-to-both",
        "PER predicted as LOC counts as an error of both types, not only of PER.",
        of_tally(_incorrect_to_both),
        ALIGNED,
    ),
    Mistake(
        "incorrect-to-predicted",
        "PER predicted as LOC counts as an error of LOC, not of PER.",
        of_tally(_incorrect_to_predicted),
        ALIGNED,
    ),
    Mistake(
        "missed-to-predicted-type",
        "PER predicted as LOC counts as a false negative of LOC, not of PER.",
        of_tally(_missed_to_predicted),
        ("conlleval",),
    ),
    Mistake(
        "spurious-to-gold-type",
        "If a PER entity is predicted as LOC, the false positive is counted for PER, not for LOC.",
        of_tally(_spurious_to_gold),
        ("conlleval",),
    ),
    Mistake(
        "total-of-last-type",
        "The total is the counts of the last type, because the types overwrite each other and are not added up.",
        of_tally(_total_of_last_type),
    ),
    Mistake(
        "rows-of-right-types",
        "Types without a right prediction are left out of the scores per type and of the averages over types.",
        of_tally(_right_types_only),
    ),
    Mistake(
        "rows-of-gold-types",
        "Types that do not occur in gold are left out of the scores per type and of the averages over types.",
        of_tally(lambda tally, _: _rows_of(tally, tally.gold_types)),
    ),
    Mistake(
        "rows-of-predicted-types",
        "Types that are never predicted are left out of the scores per type and of the averages over types.",
        of_tally(lambda tally, _: _rows_of(tally, tally.pred_types)),
    ),
    Mistake(
        "micro-of-gold-types",
        "Predictions of a type that does not occur in gold are ignored, so they are not false positives.",
        of_tally(_micro_of_gold_types),
    ),
)


_SPLIT = {"B": 2}
"""How often the notebook counts a wrong run of a prefix: it takes every span for a B and what follows it."""


def _spurious(times: Callable[[Tally, str], int]) -> Change:
    """Return the change that counts the spurious spans of each type `times` times."""

    def change(pipeline: Pipeline) -> Pipeline:
        def count(units: Iterable[Outcomes]) -> Tally:
            return fixed(pipeline.count(units))

        def fixed(tally: Tally) -> Tally:
            rows = {
                kind: {schema: replace(counts, spu=counts.spu * times(tally, kind)) for schema, counts in row.items()}
                for kind, row in tally.by_type.items()
            }
            total = {schema: sum((row[schema] for row in rows.values()), Counts()) for schema in tally.total}
            return replace(tally, total=total, by_type=rows, units=tuple(map(fixed, tally.units)))

        return replace(pipeline, count=count)

    return change


def _studied(tally: Tally, kind: str) -> int:
    """Return 1 for the type under study, the first of the gold, and 0 for every other."""
    return int(kind == min(tally.gold_types, default=kind))


def _runs_of_letters(pipeline: Pipeline) -> Pipeline:
    """Make an item of each run of tags of one prefix, with the prefix as its type, and count the wrong ones so."""

    def decode(marks: Sequence[Mark], side: Side) -> Spans:  # noqa: ARG001 - the step's signature
        runs = []
        for prefix, run in groupby(range(len(marks)), lambda position: marks[position].role):
            positions = list(run)
            if prefix != "O":
                runs.append(Span(prefix, positions[0], positions[-1] + 1))
        return tuple(runs)

    return _spurious(lambda _, prefix: _SPLIT.get(prefix, 0))(replace(pipeline, decode=decode))


NOTEBOOK: tuple[Mistake, ...] = (
    Mistake(
        "false-positives-of-one-type",
        "False positives are counted for one type only, the first gold type in alphabetical order.",
        _spurious(_studied),
        ("seqeval",),
    ),
    Mistake(
        "runs-of-one-letter",
        "Runs of tags with the same prefix are compared instead of entities; a wrong run of B counts as two false "
        "positives, a wrong run of I as none.",
        _runs_of_letters,
        ("seqeval-strict",),
    ),
)

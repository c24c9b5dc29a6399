"""The evaluation script of n2c2 2018, track 2 (adverse drug events), asked through examples/external."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import everything
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="n2c2-2018-track2")
BASE = {"align": "two-sided"}
_EQUAL: Mapping[Schema, Callable[[Span, Span], bool]] = {
    Schema.STRICT: lambda gold, pred: gold.bounds == pred.bounds,
    Schema.TYPE: lambda gold, pred: pred.end > gold.start and pred.start < gold.end,
}


@dataclass(frozen=True, slots=True)
class _DocumentOutcomes(Outcomes):
    """The outcomes of a document, and its spans."""

    sides: tuple[Spans, Spans] = ((), ())


def _pared(gold: Spans, pred: Spans, equal: Callable[[Span, Span], bool]) -> Counts:
    """Count spans of one type as the script does.

    A prediction is left out if one of the gold spans that it equals is taken already. It takes the others all the same.
    """
    taken, kept = set[int](), 0
    spurious = 0
    for span in pred:
        equals = {at for at, one in enumerate(gold) if equal(one, span)}
        spurious += not equals
        kept += bool(equals) and not equals & taken
        taken |= equals
    return Counts(cor=kept, mis=len(gold) - kept, spu=spurious)


def _pared_down(pipeline: Pipeline) -> Pipeline:
    """Count each document as the script does, type by type."""
    match, count = pipeline.match, pipeline.count

    def matched(gold: Spans, pred: Spans) -> Outcomes:
        return _DocumentOutcomes(match(gold, pred).rows, sides=(gold, pred))

    def counted(units: Iterable[Outcomes]) -> Tally:
        kept = tuple(units)
        tally = count(kept)
        total, rows = dict(tally.total), {kind: dict(row) for kind, row in tally.by_type.items()}
        for schema, equal in _EQUAL.items():
            total[schema] = Counts()
            for kind, row in rows.items():
                row[schema] = Counts()
                for unit in kept:
                    sides = unit.sides if isinstance(unit, _DocumentOutcomes) else ((), ())
                    gold, pred = (tuple(span for span in side if span.type == kind) for side in sides)
                    row[schema] += _pared(gold, pred, equal)
                total[schema] += row[schema]
        return replace(tally, total=total, by_type=rows)

    return replace(pipeline, match=matched, count=counted)


def _square_of_both(pipeline: Pipeline) -> Pipeline:
    """Divide F by the square of beta times the sum of precision and recall."""

    def fixed(score: Score, beta: Fraction) -> Score:
        precision, recall = score.precision or Fraction(0), score.recall or Fraction(0)
        below = beta**2 * (precision + recall)
        f = (1 + beta**2) * precision * recall / below if below else Fraction(0)
        return Score(score.precision, score.recall, f)

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return {
            schema: Scores(
                {**scores.averages, "micro": fixed(scores.averages["micro"], beta)},
                {kind: fixed(scores.by_type[kind], beta) for kind in scores.by_type},
            )
            for schema, scores in pipeline.score(tally, beta).items()
        }

    return replace(pipeline, score=scored)


def _has_any(given: Given) -> bool:
    """Whether there is a span, or a tag other than O."""
    return any(one != "O" for one in everything(given))


QUIRKS = (
    Quirk("n2c2.predictions-are-left-out", Step.COUNT, _has_any, _pared_down, base=BASE, schemes=(Scheme.IOB2,)),
    Quirk("n2c2.f-beta", Step.SCORE, _has_any, _square_of_both, base=BASE, schemes=(Scheme.IOB2,)),
)

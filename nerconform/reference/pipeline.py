"""Pipeline: the six steps of a dialect, and the one place where a step can be changed (DIA-1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from nerconform.reference.counting import Count, counter
from nerconform.reference.decoding import Decode, Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError, NotAnswered
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Filter, Spans, filterer
from nerconform.reference.matching import Match, matcher
from nerconform.reference.options import Item, Pool
from nerconform.reference.scoring import Scorer, scorer
from nerconform.reference.spans import Span
from nerconform.reference.tags import Parse, parser
from nerconform.reference.units import Annotation, Unit, read_units


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The path from tags to numbers: parse, decode, filter, match, count, score.

    A quirk, a mutant or a broken reference is a function from a pipeline to a pipeline
    (`dataclasses.replace(pipeline, decode=...)`), and nothing else.
    """

    dialect: Dialect
    parse: Parse
    decode: Decode
    filter: Filter
    match: Match
    count: Count
    score: Scorer

    @classmethod
    def of(cls, dialect: Dialect) -> "Pipeline":
        """Return the pipeline of a dialect."""
        return cls(
            dialect,
            parser(dialect),
            decoder(dialect),
            filterer(dialect),
            matcher(dialect),
            counter(dialect),
            scorer(dialect),
        )

    def evaluate(self, gold: object, pred: object, *, outcomes: bool = False) -> Evaluation:
        """Return the evaluation of lists of units; with the outcomes of every unit if asked.

        Raises what the input deserves (INP-1 to INP-4, TAG-5 to TAG-8, DEC-7, DEC-8), with side, unit and position.
        """
        units = read_units(gold, pred)
        if self.dialect.pool is Pool.FLAT:
            units = [_concatenated(units)]
        decoded = [self._spans_of(unit, index) for index, unit in enumerate(units)]
        found = [self.match(*unit) for unit in self.filter(decoded)]
        return Evaluation(self.dialect, self.count(found), self.score, tuple(found) if outcomes else None)

    def spans(self, annotation: Annotation, side: Side) -> Spans:
        """Return the spans of one side of one unit: parse and decode, or the spans as given."""
        if annotation.tags is not None:
            return self.decode(self.parse(annotation.tags), side)
        if self.dialect.item is Item.TOKEN and annotation.spans:
            raise NotAnswered("item:token compares tags, and this unit has spans", hint="Pass tags, or item:span.")
        return annotation.spans

    def _spans_of(self, unit: Unit, index: int) -> tuple[Spans, Spans]:
        """Return the spans of both sides; errors are given their place."""
        both = []
        for side, annotation in ((Side.GOLD, unit.gold), (Side.PRED, unit.pred)):
            try:
                both.append(self.spans(annotation, side))
            except NerconformError as error:
                raise error.at(f"{side}, unit {index}") from None
        return both[0], both[1]


def _concatenated(units: Sequence[Unit]) -> Unit:
    """Return all units as one (DEC-10): tags in a row, spans moved behind all earlier units."""
    lengths = [max((_reach(side) for side in unit), default=0) for unit in units]
    offsets = list(accumulate(lengths, initial=0))
    sides = []
    for annotations in ([unit.gold for unit in units], [unit.pred for unit in units]):
        if all(annotation.tags is not None for annotation in annotations):
            sides.append(Annotation([tag for annotation in annotations for tag in annotation.tags or ()]))
        elif any(annotation.tags for annotation in annotations):
            hint = "Pass all units of a side in one form."
            raise NotAnswered("pool:flat cannot concatenate units of tags with units of spans", hint=hint)
        else:
            moved = (
                Span(span.type, span.start + offset, span.end + offset)
                for annotation, offset in zip(annotations, offsets, strict=False)
                for span in annotation.spans
            )
            sides.append(Annotation(None, tuple(moved)))
    return Unit(*sides)


def _reach(annotation: Annotation) -> int:
    """Return the number of tokens that an annotation shows to exist."""
    return annotation.length or max((span.end for span in annotation.spans), default=0)

"""Pipeline: the six steps of a dialect, and the one place where a step can be changed (DIA-1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from types import MappingProxyType
from typing import TypeVar

from nerconform.base.errors import NerconformError
from nerconform.reference.counting import Count, counter
from nerconform.reference.decoding import Decode, Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Filter, Spans, Stream, Units, filterer
from nerconform.reference.locating import Locate, TextCounts, locator, text_counts
from nerconform.reference.matching import Match, matcher
from nerconform.reference.options import Item, Location, Pool
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.refusals import NoOffsets, NotAnswered
from nerconform.reference.schemes import Mark
from nerconform.reference.scoring import Scorer, scorer
from nerconform.reference.spans import Span
from nerconform.reference.tags import Parse, parser
from nerconform.reference.units import Annotation, Unit, read_units

Read = Callable[[object, object], Sequence[Unit]]
"""Gold and prediction as they were passed in, the units of both sides out."""


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
    locate: Locate
    """The end of the decode step: where the entities of a unit stand that have no offsets."""
    read: Read = read_units
    """No choice of a dialect: everything is checked, but a library may look less closely."""

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
            locator(dialect),
        )

    def evaluate(self, gold: object, pred: object, *, outcomes: bool = False) -> Evaluation:
        """Return the evaluation of lists of units; with the outcomes of every unit if asked.

        Raises what the input deserves (INP-1 to INP-6, TAG-5 to TAG-8, DEC-7, DEC-8), with side, unit and position.
        """
        units = self.read(gold, pred)
        sides = (self.decoded(units, Side.GOLD), self.decoded(units, Side.PRED))
        found = self.evaluate_spans(self._located(units, zip(*sides, strict=True)), outcomes=outcomes)
        return replace(found, texts=self.texts(units))

    def _located(self, units: Sequence[Unit], decoded: Stream) -> Stream:
        """Yield the spans of every unit, those of mentions among them; errors are given their place."""
        if self.dialect.pool is Pool.FLAT:
            yield from decoded
            return
        for index, (unit, (gold, pred)) in enumerate(zip(units, decoded, strict=True)):
            yield _placed(partial(self.locate, unit, gold, pred), f"sentence {index}")

    def unit_spans(self, unit: Unit) -> tuple[Spans, Spans]:
        """Return the spans of both sides of one unit, those of mentions among them."""
        return self.locate(unit, self.spans(unit.gold, Side.GOLD), self.spans(unit.pred, Side.PRED))

    def texts(self, units: Iterable[Unit]) -> Mapping[str, TextCounts]:
        """Return how often the texts of mentions are found, by side; nothing where no unit has mentions and a text."""
        found: dict[str, TextCounts] = {}
        for unit in units:
            if unit.source is not None and (unit.gold.mentions or unit.pred.mentions):
                for side, annotation in (("gold", unit.gold), ("pred", unit.pred)):
                    counts = text_counts(self.dialect.location, unit, annotation)
                    found[side] = found.get(side, TextCounts()) + counts
        return found

    def evaluate_spans(self, units: Stream, *, outcomes: bool = False) -> Evaluation:
        """Return the evaluation of units that are decoded already: filter, match, count, score."""
        found = self._matched(self.filter(units))
        if not outcomes:
            return Evaluation(self.dialect, self.count(found), self.score)
        kept = tuple(found)
        return Evaluation(self.dialect, self.count(kept), self.score, kept)

    def _matched(self, units: Stream) -> Iterator[Outcomes]:
        """Yield the outcomes of every unit; errors are given their place."""
        for index, unit in enumerate(units):
            try:
                yield self.match(*unit)
            except NerconformError as error:
                raise error.at(f"sentence {index}") from None

    def spans(self, annotation: Annotation, side: Side) -> Spans:
        """Return the spans of one side of one unit: parse and decode, or the spans as given; of all layers (INP-6)."""
        if annotation.tags is not None:
            return self.decode(self.parse(annotation.tags), side)
        if annotation.layers:
            if self.dialect.item is Item.TOKEN:
                hint = "Pass one layer. Or compare entities: --set item=span (in Python: 'DIALECT,item:span')."
                raise NotAnswered(
                    "item:token compares one tag for each token, but this sentence has several layers of "
                    "tags, so several for each token",
                    hint=hint,
                )
            found = (
                _placed(partial(self.spans, layer, side), f"layer {number}")
                for number, layer in enumerate(annotation.layers, 1)
            )
            return tuple(span for spans in found for span in spans)
        if self.dialect.item is Item.TOKEN and (annotation.spans or annotation.mentions):
            hint = "Pass tags. Or compare entities: --set item=span (in Python: 'DIALECT,item:span')."
            raise NotAnswered(
                "item:token compares tags token by token, but this sentence has spans and no tags", hint=hint
            )
        if annotation.mentions and self.dialect.location is Location.OFFSETS:
            hint = (
                "Give each entity a start and an end. Or compare only type and text: --set location=text. Or let "
                "nerconform look for each entity in the text of its sentence: --set location=aligned. In "
                "Python: 'DIALECT,location:text' or 'DIALECT,location:aligned'."
            )
            message = (
                f"the entity {tuple(annotation.mentions[0])!r:.60} has no start and end, which this score compares"
            )
            raise NoOffsets(message, hint=hint)
        return annotation.spans

    def decoded(self, units: Sequence[Unit], side: Side) -> Iterator[Spans]:
        """Yield one side's spans, unit by unit, or all as one unit under `pool:flat`; errors are given their place."""
        annotations = [unit.gold if side is Side.GOLD else unit.pred for unit in units]
        if self.dialect.pool is Pool.FLAT:
            if self.dialect.location is not Location.OFFSETS and self.dialect.item is Item.SPAN:
                hint = "Score the sentences one by one: --set pool=corpus (in Python: 'DIALECT,pool:corpus')."
                raise NotAnswered(
                    f"pool:flat joins all sentences into one, but location:{self.dialect.location} looks for "
                    "entities in single sentences",
                    hint=hint,
                )
            yield self._concatenated(units, annotations, side)
            return
        for index, annotation in enumerate(annotations):
            try:
                yield self.spans(annotation, side)
            except NerconformError as error:
                raise error.at(f"{side}, sentence {index}") from None

    def _concatenated(self, units: Sequence[Unit], annotations: Sequence[Annotation], side: Side) -> Spans:
        """Return the spans of all units as one (DEC-10): marks in a row, spans moved after all earlier units."""
        if any(annotation.layers and annotation.length is not None for annotation in annotations):
            hint = "Pass one layer. Or do not join sentences: --set pool=corpus (in Python: 'DIALECT,pool:corpus')."
            raise NotAnswered(
                "pool:flat joins the tags of all sentences into one list, which is not possible if a "
                "sentence has several layers of tags",
                hint=hint,
            )
        if any(annotation.tags is None for annotation in annotations):
            if any(annotation.tags for annotation in annotations):
                hint = (
                    f"Pass every sentence of {side} as tags, or every one as spans. Or do not join sentences: "
                    "--set pool=corpus (in Python: 'DIALECT,pool:corpus')."
                )
                raise NotAnswered(
                    "pool:flat joins all sentences into one, which is not possible if some have tags and "
                    "some have spans",
                    place=str(side),
                    hint=hint,
                )
            offsets = accumulate((max(map(_reach, unit)) for unit in units), initial=0)
            return tuple(
                span.moved(offset)
                for annotation, offset in zip(annotations, offsets, strict=False)
                for span in self.spans(annotation, side)
            )
        marks = [
            mark
            for index, annotation in enumerate(annotations)
            for mark in _placed(partial(self.parse, annotation.tags or ()), f"{side}, sentence {index}")
        ]
        return _placed(partial(self.decode, marks, side), f"{side}, all sentences as one")


Change = Callable[[Pipeline], Pipeline]
"""A quirk, a mutant or a deliberate mistake."""


_Step = TypeVar("_Step")


def _placed(step: Callable[[], _Step], place: str) -> _Step:
    """Take a step; its error is given its place."""
    try:
        return step()
    except NerconformError as error:
        raise error.at(place) from None


def _reach(annotation: Annotation) -> int:
    """Return the number of tokens that an annotation shows to exist."""
    spans = (span for one in (annotation, *annotation.layers) for span in one.spans)
    return annotation.length or max((span.end for span in spans), default=0)


STEPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "parse": ("scheme", "affix", "delimiter", "bare", "outside"),
        "decode": ("policy", "unknown", "gold", "location"),
        "filter": ("rename", "labels", "subset"),
        "match": ("item", "duplicates", "align", "scope", "overlap", "cover"),
        "count": ("credit", "weights", "attribution", "types", "pool", "empty-doc"),
        "score": ("partial", "zero", "empty", "macro-f", "labels-avg", "round"),
    }
)
"""The six steps of a dialect in order, and the axes that belong to each."""


def of_marks(fix: Callable[[Sequence[Mark]], Sequence[Mark]]) -> Change:
    """Return the change that decodes other marks than those that were parsed."""

    def change(pipeline: Pipeline) -> Pipeline:
        decode = pipeline.decode
        return replace(pipeline, decode=lambda marks, side: decode(fix(marks), side))

    return change


def of_decoded(fix: Callable[[Spans, Sequence[Mark]], Spans]) -> Change:
    """Return the change of the spans of one side of one unit of tags, which knows the marks."""

    def change(pipeline: Pipeline) -> Pipeline:
        decode = pipeline.decode

        def wrong(marks: Sequence[Mark], side: Side) -> Spans:
            return fix(decode(marks, side), marks)

        return replace(pipeline, decode=wrong)

    return change


def of_units(fix: Callable[[Units], Units]) -> Change:
    """Return the change of the spans of all units, just before the filter."""

    def change(pipeline: Pipeline) -> Pipeline:
        keep = pipeline.filter
        return replace(pipeline, filter=lambda units: keep(fix(list(units))))

    return change


def of_sides(fix: Callable[[Spans], Spans]) -> Change:
    """Return the change of the spans of each side of each unit, from tags or given."""
    return of_units(lambda units: [(fix(gold), fix(pred)) for gold, pred in units])


def of_predictions(fix: Callable[[Spans], Spans]) -> Change:
    """Return the change of the predicted spans of each unit, from tags or given."""
    return of_units(lambda units: [(gold, fix(pred)) for gold, pred in units])


def of_spans(fix: Callable[[Span], Span]) -> Change:
    """Return the change of every span, from tags or given."""
    return of_sides(lambda spans: tuple(fix(span) for span in spans))

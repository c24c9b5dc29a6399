"""Analysis parts: what some sentences add to an analysis; parts add up, in any order.

Counts are exact. Of the errors themselves a part can keep a sample: of each class and type those of the sentences whose
numbers come first in an order that a hash gives. So the sample is the same however the sentences were parted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from nerconform.files.record_shards import rank_of
from nerconform.formats.record import Offsets, Record
from nerconform.products.analyze.entity_groups import GroupCounts, Training, representative
from nerconform.products.analyze.error_classes import FoundError, errors_of, is_correct
from nerconform.reference.confusion import Cell
from nerconform.reference.counting import Counts, charged
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.spans import Span, canonical
from nerconform.results.analysis_result import EntityError, ErrorClass, ErrorKind, OutcomeCounts
from nerconform.results.comparison import CitedUnit
from nerconform.results.values import SpanRecord

Class = tuple[ErrorKind, str]
"""A class of errors, and the type of the first entity."""


class Sentence(NamedTuple):
    """One unit: where it stands, and its words, as tokens or, where spans count characters, as text.

    `record` is the unit of a file.
    """

    place: str
    tokens: tuple[str, ...] = ()
    text: str = ""
    record: Record | None = None

    @classmethod
    def of(cls, record: Record) -> "Sentence":
        """Return the sentence of a unit of a file."""
        if record.offsets is Offsets.CHARACTERS:
            return cls(record.place(), text=record.text, record=record)
        return cls(record.place(), record.tokens, record=record)

    def place_of(self, span: Span) -> str:
        """Return where a span begins."""
        tagged = self.record is not None and self.record.lines
        return self.record.place(span.start) if tagged and self.record is not None else self.place

    def words(self, span: Span) -> str:
        """Return the words of a span, nothing where they are not known."""
        pieces = span.pieces or ((span.start, span.end),)
        words = (self.text[start:end] if self.text else " ".join(self.tokens[start:end]) for start, end in pieces)
        return " ... ".join(words)

    def span(self, span: Span) -> SpanRecord:
        """Return the record of a span with its words."""
        return SpanRecord(span.type, span.start, span.end, span.pieces, self.words(span))


class KeptError(NamedTuple):
    """An error that is listed: the rank of its sentence, the number of the sentence, and which error of it it is."""

    rank: int
    unit: int
    number: int
    error: EntityError


@dataclass(slots=True)
class AnalysisPart:
    """What sentences add to an analysis, and the errors that are listed: of each class and type `most` at most."""

    schema: Schema
    most: int | None = None
    units: int = 0
    correct: int = 0
    offsets: str = ""
    has_words: bool = False
    cells: Counter[tuple[Cell, Outcome]] = field(default_factory=Counter)
    gold_types: Counter[str] = field(default_factory=Counter)
    groups: GroupCounts = field(default_factory=GroupCounts)
    errors: Counter[Class] = field(default_factory=Counter)
    also: Counter[Class] = field(default_factory=Counter)
    """The errors that have a wrong type besides."""
    outcomes: Counter[tuple[Class, Outcome]] = field(default_factory=Counter)
    kept: dict[Class, list[KeptError]] = field(default_factory=dict)
    cited: dict[int, CitedUnit] = field(default_factory=dict)

    def add(self, unit: int, sentence: Sentence, outcomes: Outcomes, training: Training | None = None) -> None:
        """Add one sentence, whose number is `unit`."""
        rows = outcomes.rows[self.schema]
        self.units += 1
        self.has_words |= bool(sentence.tokens or sentence.text)
        self.offsets = self.offsets or str(sentence.record.offsets if sentence.record else Offsets.TOKENS)
        for row in rows:
            outcome = row.outcome(self.schema)
            self.cells[(row.gold and row.gold.type, row.pred and row.pred.type), outcome] += 1
            self.correct += is_correct(row)
            if row.gold is not None:
                self.gold_types[row.gold.type] += 1
            self.groups.add(row, _seen(row, sentence, training), outcome, self.offsets)
        found, rank = errors_of(rows), rank_of(unit)
        for number, error in enumerate(found):
            record = _error(unit, error, sentence, self.schema, training)
            self._add_error(KeptError(rank, unit, number, record))
            for row in error.rows:
                self.outcomes[(error.kind, charged(row)), row.outcome(self.schema)] += 1
        if found:
            self.cited[unit] = _cited(sentence, rows)

    def _add_error(self, found: KeptError) -> None:
        """Count an error, and list it if it may belong to those that are listed."""
        name = found.error.kind, found.error.type
        self.errors[name] += 1
        self.also[name] += found.error.types_differ
        kept = self.kept.setdefault(name, [])
        kept.append(found)
        if self.most is not None and len(kept) >= 2 * self.most:
            self._prune()

    def _prune(self) -> None:
        """Keep the errors that come first in each class, and their sentences."""
        if self.most is None:
            return
        for name, kept in self.kept.items():
            self.kept[name] = sorted(kept, key=lambda one: one[:3])[: self.most]
        units = {one.unit for kept in self.kept.values() for one in kept}
        self.cited = {unit: cited for unit, cited in self.cited.items() if unit in units}

    def update(self, other: "AnalysisPart") -> None:
        """Add another part."""
        self.units += other.units
        self.correct += other.correct
        self.offsets = self.offsets or other.offsets
        self.has_words |= other.has_words
        self.groups.update(other.groups)
        self.cells.update(other.cells)
        self.gold_types.update(other.gold_types)
        self.errors.update(other.errors)
        self.also.update(other.also)
        self.outcomes.update(other.outcomes)
        for name, kept in other.kept.items():
            self.kept.setdefault(name, []).extend(kept)
        self.cited |= other.cited
        self._prune()

    def listed(self) -> tuple[EntityError, ...]:
        """Return the errors that are listed, in the order of the sentences."""
        self._prune()
        found = sorted((one for kept in self.kept.values() for one in kept), key=lambda one: one[1:3])
        return tuple(one.error for one in found)

    def classes(self) -> Iterator[ErrorClass]:
        """Yield the classes by type: errors by that of their first entity, rows by that to which they are charged."""
        order = list(ErrorKind)
        names = {*self.errors, *(name for name, _ in self.outcomes)}
        for name in sorted(names, key=lambda one: (-self.errors[one], order.index(one[0]), one[1])):
            counts = Counts(*(self.outcomes[name, outcome] for outcome in Outcome))
            yield ErrorClass(*name, self.errors[name], outcomes_named(counts), self.also[name])


def outcomes_named(counts: Counts) -> OutcomeCounts:
    """Return the counts that are not 0, by their names."""
    return {str(outcome): int(number) for outcome, number in zip(Outcome, counts.as_tuple(), strict=True) if number}


def _seen(row: Pair, sentence: Sentence, training: Training | None) -> str:
    """Return what training data say of the span of a row, nothing without training data."""
    span = representative(row)
    return "" if training is None else training.seen(span.type, sentence.words(span))


def _error(unit: int, error: FoundError, sentence: Sentence, schema: Schema, training: Training | None) -> EntityError:
    outcomes = Counter(str(row.outcome(schema)) for row in error.rows)
    gold, pred = (tuple(map(sentence.span, side)) for side in (error.gold, error.pred))
    first = Pair(*(side[0] if side else None for side in (error.gold, error.pred)))
    cells = dict.fromkeys((row.gold and row.gold.type, row.pred and row.pred.type) for row in error.rows)
    place = sentence.place_of(representative(first))
    seen = _seen(first, sentence, training)
    return EntityError(error.kind, unit, place, outcomes, tuple(cells), gold, pred, seen=seen)


def _cited(sentence: Sentence, rows: Iterable[Pair]) -> CitedUnit:
    """Return a sentence with the spans of both sides as they were decoded and kept by the label filter."""
    sides = {row.gold for row in rows if row.gold}, {row.pred for row in rows if row.pred}
    gold, pred = (tuple(sentence.span(span) for span in sorted(side, key=canonical)) for side in sides)
    return CitedUnit(sentence.place, sentence.tokens or ((sentence.text,) if sentence.text else ()), gold, pred)

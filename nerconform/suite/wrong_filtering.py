"""Wrong filtering: mistakes in what is kept, dropped or joined between decoding and matching."""

from nerconform.reference.filtering import Spans, Units
from nerconform.reference.pipeline import Change, of_predictions, of_sides, of_spans, of_units
from nerconform.reference.spans import Span, canonical
from nerconform.suite.mistake import Mistake


def as_one(units: Units) -> tuple[Spans, Spans]:
    """Return all spans of either side, whatever unit they are of."""
    gold = tuple(span for spans, _ in units for span in spans)
    return gold, tuple(span for _, spans in units for span in spans)


def _as_sets(units: Units) -> Units:
    """Return one unit that has every span of any unit once."""
    gold, pred = as_one(units)
    return [(tuple(dict.fromkeys(gold)), tuple(dict.fromkeys(pred)))]


def _tokens(spans: Spans) -> Spans:
    """Return one span for every token of a span."""
    return tuple(Span(span.type, at, at + 1) for span in spans for at in range(span.start, span.end))


def merged(spans: Spans) -> Spans:
    """Merge overlapping spans of one type."""
    merged: list[Span] = []
    for span in sorted(spans, key=canonical):
        near = next((other for other in merged if other.overlaps(span) and other.type == span.type), None)
        if near is None:
            merged.append(span)
        else:
            merged[merged.index(near)] = near._replace(end=max(near.end, span.end))
    return tuple(merged)


def _outermost(spans: Spans) -> Spans:
    """Leave out every span that lies within a longer one."""
    return tuple(span for span in spans if not any(_within(span, other) for other in spans))


def _innermost(spans: Spans) -> Spans:
    """Leave out every span in which a shorter one lies."""
    return tuple(span for span in spans if not any(_within(other, span) for other in spans))


def _within(span: Span, other: Span) -> bool:
    """Whether the first lies within the second and is shorter."""
    return span[1:] != other[1:] and other.start <= span.start and span.end <= other.end


def longest(spans: Spans) -> Spans:
    """Keep of overlapping spans the longest, of these the first, of equal bounds the first in the list."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start - span.end, span.start)):
        if not any(span.overlaps(other) for other in kept):
            kept.append(span)
    return tuple(sorted(kept, key=canonical))


def first_of_overlapping(spans: Spans) -> Spans:
    """Keep of overlapping spans the one that starts first, of these the shortest, of equal bounds the first listed."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if not any(span.overlaps(other) for other in kept):
            kept.append(span)
    return tuple(kept)


def _one_per_bounds(spans: Spans) -> Spans:
    """Keep of spans with equal bounds the last, as a mapping from bounds to types does."""
    return tuple({span[1:]: span for span in spans}.values())


def _one_per_start(spans: Spans) -> Spans:
    """Keep of spans with one start the last, as a mapping from starts does."""
    return tuple({span.start: span for span in spans}.values())


def _one_per_type(spans: Spans) -> Spans:
    """Keep of the spans of one type the last, as a mapping from types to spans does."""
    return tuple({span.type: span for span in spans}.values())


def _one_per_end(spans: Spans) -> Spans:
    """Keep of spans with one end the last, as a mapping from ends does."""
    return tuple({span.end: span for span in spans}.values())


def _tokens_but_last(spans: Spans) -> Spans:
    """Take the last token from every span; one of a single token has no position left."""
    return tuple(
        span._replace(end=span.end - 1) if span.end - span.start > 1 else Span(span.type, 0, 0) for span in spans
    )


def _ending_earlier(spans: Spans) -> Spans:
    """Take the last token from every span, even if it is the only one."""
    return tuple(span._replace(end=span.end - 1) for span in spans)


def _without(kind: str) -> Change:
    """Return the change that leaves out the spans of one type."""
    return of_sides(lambda spans: tuple(span for span in spans if span.type != kind))


_TYPES = ("PER", "LOC", "ORG", "MISC")
"""The types of CoNLL-2003, which people list and forget."""
_LONG_SPAN = 8
_TWO = 2
_FIRST_UNITS = 50


def first_units(number: int) -> Mistake:
    """Return the mistake of scoring only the first `number` sentences."""
    name = "first-units-only" if number == _FIRST_UNITS else f"first-{number}-units-only"
    return Mistake(name, f"Only the first {number} sentences are scored.", of_units(lambda units: units[:number]))


def gold_moved(number: int) -> Mistake:
    """Return the mistake of gold entities that stand so many tokens further back than predicted ones."""
    says = (
        f"Positions of gold entities count from {number}, and those of predicted entities from 0, so a right "
        "prediction counts as wrong."
    )
    return Mistake(
        f"gold-positions-from-{number}",
        says,
        of_units(lambda units: [(tuple(span.moved(number) for span in gold), pred) for gold, pred in units]),
    )


def predictions_moved(number: int) -> Mistake:
    """Return the mistake of predicted entities that stand so many tokens further back than gold ones."""
    says = (
        f"Positions of predicted entities count from {number}, and those of gold entities from 0, so a right "
        "prediction counts as wrong."
    )
    return Mistake(
        f"predicted-positions-from-{number}",
        says,
        of_predictions(lambda spans: tuple(span.moved(number) for span in spans)),
    )


FILTERING: tuple[Mistake, ...] = (
    Mistake(
        "units-as-sets",
        "Entities of all sentences are put into one set without the number of their sentence: copies count once, "
        "and a prediction can match a gold entity of another sentence.",
        of_units(_as_sets),
    ),
    Mistake(
        "units-as-one",
        "Entities of all sentences are put into one list without the number of their sentence: a prediction can "
        "match a gold entity of another sentence.",
        of_units(lambda units: [as_one(units)]),
    ),
    first_units(_FIRST_UNITS),
    Mistake("first-unit-only", "Only the first sentence is scored.", of_units(lambda units: units[:1])),
    Mistake("last-unit-only", "Only the last sentence is scored.", of_units(lambda units: units[-1:])),
    Mistake("last-unit-dropped", "The last sentence is not scored.", of_units(lambda units: units[:-1])),
    Mistake("first-unit-dropped", "The first sentence is not scored.", of_units(lambda units: units[1:])),
    Mistake(
        "units-without-gold-dropped",
        "Sentences without a gold entity are not scored, so false positives in them do not count.",
        of_units(lambda units: [unit for unit in units if unit[0]]),
    ),
    Mistake(
        "units-without-predictions-dropped",
        "Sentences without a predicted entity are not scored, so missed entities in them do not count.",
        of_units(lambda units: [unit for unit in units if unit[1]]),
    ),
    Mistake(
        "equal-units-once",
        "Sentences with the same gold entities and the same predicted entities count once in all.",
        of_units(lambda units: list(dict.fromkeys(units))),
    ),
    Mistake(
        "sides-swapped",
        "Gold is used as the prediction and the prediction as gold, so precision and recall are exchanged.",
        of_units(lambda units: [(pred, gold) for gold, pred in units]),
    ),
    Mistake(
        "type-case-folded",
        "Types that differ only in upper and lower case, such as PER and per, are equal.",
        of_spans(lambda span: span._replace(type=span.type.casefold())),
    ),
    *(
        Mistake(f"type-{kind.lower()}-lost", f"Entities of the type {kind} are left out.", _without(kind))
        for kind in _TYPES
    ),
    Mistake(
        "first-entity-only",
        "Only the first entity of every sentence counts.",
        of_sides(lambda spans: tuple(sorted(spans, key=canonical)[:1])),
    ),
    Mistake(
        "last-entity-only",
        "Only the last entity of every sentence counts.",
        of_sides(lambda spans: tuple(sorted(spans, key=canonical)[-1:])),
    ),
    Mistake(
        "types-of-sentence-once",
        "Only the set of types of every sentence is compared: how many entities a type has and where they are does "
        "not count.",
        of_sides(lambda spans: tuple(Span(kind, 0, 1) for kind in sorted({span.type for span in spans}))),
    ),
    Mistake(
        "first-of-overlapping-only",
        "Of entities that overlap only the first counts, on both sides.",
        of_sides(first_of_overlapping),
    ),
    Mistake(
        "longest-of-overlapping-only",
        "Of entities that overlap only the longest counts, on both sides, as spaCy's filter_spans does.",
        of_sides(longest),
    ),
    Mistake(
        "one-type-per-bounds-of-all-units",
        "Entities of all sentences are put into one dict from (start, end) to type, without the number of their "
        "sentence, so that later ones replace earlier ones.",
        of_units(lambda units: [(_one_per_bounds(gold), _one_per_bounds(pred)) for gold, pred in [as_one(units)]]),
    ),
    gold_moved(1),
    predictions_moved(1),
    Mistake("tokens-as-entities", "Each token of an entity counts as an entity.", of_sides(_tokens)),
    Mistake(
        "long-spans-lost",
        "Entities of more than 8 tokens are lost.",
        of_sides(lambda spans: tuple(span for span in spans if span.end - span.start <= _LONG_SPAN)),
    ),
    Mistake(
        "type-named-o-lost",
        "Entities of a type called O are lost.",
        of_sides(lambda spans: tuple(span for span in spans if span.type != "O")),
    ),
    Mistake(
        "predicted-ends-inclusive",
        "The ends of predicted entities are inclusive and those of gold entities exclusive, so a right prediction "
        "is one token too short.",
        of_predictions(_ending_earlier),
    ),
    Mistake(
        "gold-ends-inclusive",
        "The ends of gold entities are inclusive and those of predicted entities exclusive, so a right prediction "
        "is one token too long.",
        of_units(lambda units: [(_ending_earlier(gold), pred) for gold, pred in units]),
    ),
    Mistake(
        "one-span-per-type",
        "Only the last entity of each type in a sentence counts, as in a dict from type to entity.",
        of_sides(_one_per_type),
    ),
    Mistake(
        "one-span-per-end",
        "Only the last of several entities with the same end counts, as in a dict from end to entity.",
        of_sides(_one_per_end),
    ),
    Mistake(
        "tokens-of-inclusive-ends",
        "An entity is compared by its positions without the last one, as by range(start, end) with an inclusive end: "
        "all entities of one token and one type in a sentence are equal.",
        of_sides(_tokens_but_last),
    ),
    Mistake(
        "two-token-entities-lost",
        "Entities of two tokens are lost, as by the pattern BI+E.",
        of_sides(lambda spans: tuple(span for span in spans if span.end - span.start != _TWO)),
    ),
    Mistake("nested-merged", "Entities of one type that overlap are merged into one.", of_sides(merged)),
    Mistake("inner-spans-lost", "An entity inside a longer entity is lost.", of_sides(_outermost)),
    Mistake("outer-spans-lost", "An entity around a shorter entity is lost.", of_sides(_innermost)),
    Mistake(
        "longest-prediction-only",
        "Only the longest of several predicted entities that overlap counts.",
        of_predictions(longest),
    ),
    Mistake(
        "one-type-per-bounds",
        "Only the last of several entities with the same start and end counts, as in a dict from (start, end) to type.",
        of_sides(_one_per_bounds),
    ),
    Mistake(
        "one-span-per-start",
        "Only the last of several entities with the same start counts, as in a dict from start to entity.",
        of_sides(_one_per_start),
    ),
)

"""Wrong collections of spans: mistakes between decoding and matching."""

from nerconform.reference.filtering import Spans, Units
from nerconform.reference.pipeline_changes import of_predictions, of_sides, of_spans, of_units
from nerconform.reference.spans import Span, canonical
from nerconform.suite.wrong.evaluator import Mistake


def _as_one(units: Units) -> tuple[Spans, Spans]:
    """Return all spans of either side, whatever unit they are of."""
    gold = tuple(span for spans, _ in units for span in spans)
    return gold, tuple(span for _, spans in units for span in spans)


def _as_sets(units: Units) -> Units:
    """Return one unit that has every span of any unit once."""
    gold, pred = _as_one(units)
    return [(tuple(dict.fromkeys(gold)), tuple(dict.fromkeys(pred)))]


def _tokens(spans: Spans) -> Spans:
    """Return one span for every token of a span."""
    return tuple(Span(span.type, at, at + 1) for span in spans for at in range(span.start, span.end))


def _merged(spans: Spans) -> Spans:
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


def _longest(spans: Spans) -> Spans:
    """Keep of overlapping spans the longest, of these the first."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start - span.end, canonical(span))):
        if not any(span.overlaps(other) for other in kept):
            kept.append(span)
    return tuple(sorted(kept, key=canonical))


def _one_per_bounds(spans: Spans) -> Spans:
    """Keep of spans with equal bounds the last, as a mapping from bounds to types does."""
    return tuple({span[1:]: span for span in spans}.values())


def _one_per_start(spans: Spans) -> Spans:
    """Keep of spans with one start the last, as a mapping from starts does."""
    return tuple({span.start: span for span in spans}.values())


WRONG: tuple[Mistake, ...] = (
    Mistake(
        "units-as-sets", "Spans are compared as sets over the whole corpus, without their unit.", of_units(_as_sets)
    ),
    Mistake(
        "units-as-one",
        "Spans are compared over the whole corpus, without their unit.",
        of_units(lambda units: [_as_one(units)]),
    ),
    Mistake("last-unit-dropped", "The last unit is lost.", of_units(lambda units: units[:-1])),
    Mistake("first-unit-dropped", "The first unit is lost.", of_units(lambda units: units[1:])),
    Mistake(
        "units-without-gold-dropped",
        "Units without a gold span are left out, and their predictions with them.",
        of_units(lambda units: [unit for unit in units if unit[0]]),
    ),
    Mistake(
        "units-without-predictions-dropped",
        "Units without a prediction are left out, and their gold spans with them.",
        of_units(lambda units: [unit for unit in units if unit[1]]),
    ),
    Mistake(
        "equal-units-once",
        "Units that are equal on both sides count once.",
        of_units(lambda units: list(dict.fromkeys(units))),
    ),
    Mistake(
        "sides-swapped",
        "Gold is taken for the prediction.",
        of_units(lambda units: [(pred, gold) for gold, pred in units]),
    ),
    Mistake(
        "type-case-folded",
        "Types that differ in case alone are equal.",
        of_spans(lambda span: span._replace(type=span.type.casefold())),
    ),
    Mistake("tokens-as-entities", "Every token of an entity counts as one.", of_sides(_tokens)),
    Mistake("nested-merged", "Overlapping spans of one type are merged.", of_sides(_merged)),
    Mistake("inner-spans-lost", "Spans inside longer ones are lost.", of_sides(_outermost)),
    Mistake("outer-spans-lost", "Spans around shorter ones are lost.", of_sides(_innermost)),
    Mistake(
        "longest-prediction-only", "Of overlapping predictions the longest alone counts.", of_predictions(_longest)
    ),
    Mistake("one-type-per-bounds", "Of spans with equal bounds one alone counts.", of_sides(_one_per_bounds)),
    Mistake("one-span-per-start", "Of spans with one start one alone counts.", of_sides(_one_per_start)),
)

"""Wrong spans: mistakes of decoders, and of what is kept, dropped or joined between decoding and matching."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.reference.decoding import decoder
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.pipeline import (
    Change,
    Pipeline,
    of_decoded,
    of_marks,
    of_predictions,
    of_sides,
    of_spans,
    of_units,
)
from nerconform.reference.points import DI, DO, DS, EI, EO, ES, Option
from nerconform.reference.policies import Policy
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span, canonical
from nerconform.suite.mistake import Mistake

LENIENT = ("conlleval", "semeval")
DISCARD = ("iob2-discard",)
_OPEN = frozenset({"B", "I"})
_GOES_ON = frozenset({"I", "E"})


def _types(fix: Callable[[str], str]) -> Change:
    """Return the change of the type of every tag."""
    return of_marks(lambda marks: [mark._replace(type=fix(mark.type)) for mark in marks])


def _roles(**others: str) -> Change:
    """Return the change that reads some roles as others; what is read as `O` has no type."""
    roles: Mapping[str, str] = MappingProxyType(others)

    def read(mark: Mark) -> Mark:
        role = roles.get(mark.role, mark.role)
        return Mark(role, "" if role == "O" else mark.type, mark.text)

    return of_marks(lambda marks: [read(mark) for mark in marks])


def _points(**options: Option) -> Change:
    """Return the change of some decision points of the policy; `policy:refuse` has none and stays."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect
        if dialect.policy.refuses_all(dialect.scheme):
            return pipeline
        points = dialect.policy.at(dialect.scheme)._replace(**options)  # type: ignore[arg-type] # R is a flag
        return replace(pipeline, decode=decoder(replace(dialect, policy=Policy.of(points))))

    return change


def _first_type_wins(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each tag that could go on with a span the type with which the span began."""
    read: list[Mark] = []
    for mark in marks:
        goes_on = read and read[-1].role in _OPEN and mark.role in _GOES_ON
        read.append(mark._replace(type=read[-1].type) if goes_on else mark)
    return read


def _last_type_wins(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each tag that could be gone on with the type with which the span ends."""
    read: list[Mark] = []
    for mark in reversed(marks):
        goes_on = read and mark.role in _OPEN and read[-1].role in _GOES_ON
        read.append(mark._replace(type=read[-1].type) if goes_on else mark)
    return read[::-1]


def _merge_touching(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Merge touching spans of one type."""
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].end == span.start and merged[-1].type == span.type:
            merged[-1] = merged[-1]._replace(end=span.end)
        else:
            merged.append(span)
    return tuple(merged)


def _with_outside(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Add a span of the type `O` for every token outside."""
    outside = [position for position, mark in enumerate(marks) if mark.role == "O"]
    return (*spans, *(Span("O", position, position + 1) for position in outside))


def _shortened(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the last token from every span that has more than one."""
    return tuple(span._replace(end=max(span.start + 1, span.end - 1)) for span in spans)


def _inclusive(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the last token from every span; of one token nothing is left."""
    return tuple(span._replace(end=span.end - 1) for span in spans if span.end - span.start > 1)


def _cut_at_end(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Take the last token from a span that reaches the end of its unit, even if it is the only one."""
    return tuple(span._replace(end=span.end - 1) if span.end == len(marks) else span for span in spans)


def _late(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the first token from every span that has more than one."""
    return tuple(span._replace(start=min(span.start + 1, span.end - 1)) for span in spans)


DECODING: tuple[Mistake, ...] = (
    Mistake(
        "type-before-second-hyphen",
        "The type ends at its first hyphen, as if it were the second part of `tag.split('-')`.",
        _types(lambda kind: kind.split("-")[0]),
    ),
    Mistake(
        "type-after-last-hyphen",
        "The type begins after its last hyphen, as if it were the last part of `tag.split('-')`.",
        _types(lambda kind: kind.rsplit("-", 1)[-1]),
    ),
    Mistake(
        "type-stripped-of-hyphens", "Hyphens at both ends of the type are lost.", _types(lambda kind: kind.strip("-"))
    ),
    Mistake(
        "hyphenated-types-outside",
        "A tag whose type has a hyphen is read as O, as the prefix is taken to end at the last hyphen.",
        of_marks(lambda marks: [Mark("O", "", mark.text) if "-" in mark.type else mark for mark in marks]),
    ),
    Mistake(
        "ends-inclusive",
        "Ends are inclusive and used as exclusive: the last token of every entity is lost, and those of one token.",
        of_decoded(_inclusive),
    ),
    Mistake(
        "entity-at-end-cut",
        "An entity that reaches the end of its unit loses its last token.",
        of_decoded(_cut_at_end),
    ),
    Mistake("last-token-of-entity-lost", "Ends are one too small: the last token is lost.", of_decoded(_shortened)),
    Mistake("first-token-of-entity-lost", "Starts are one too large: the first token is lost.", of_decoded(_late)),
    Mistake("last-entity-lost", "The last entity of every unit is lost.", of_decoded(lambda spans, _: spans[:-1])),
    Mistake("first-entity-lost", "The first entity of every unit is lost.", of_decoded(lambda spans, _: spans[1:])),
    Mistake(
        "entity-at-end-lost",
        "An entity that is still open where its unit ends is lost.",
        of_decoded(lambda spans, marks: tuple(span for span in spans if span.end < len(marks))),
    ),
    Mistake(
        "entity-at-start-lost",
        "An entity at the first token of its unit is lost.",
        of_decoded(lambda spans, _: tuple(span for span in spans if span.start)),
    ),
    Mistake(
        "single-tokens-lost",
        "Entities of one token are lost.",
        of_decoded(lambda spans, _: tuple(span for span in spans if span.end - span.start > 1)),
    ),
    Mistake("touching-entities-merged", "B does not split entities of one type.", of_decoded(_merge_touching)),
    Mistake(
        "first-type-wins",
        "I of another type goes on with the entity, under its first type.",
        of_marks(_first_type_wins),
    ),
    Mistake(
        "last-type-wins", "I of another type goes on with the entity, under its last type.", of_marks(_last_type_wins)
    ),
    Mistake("outside-as-entity", "Every token outside counts as an entity of its own.", of_decoded(_with_outside)),
    Mistake("inside-as-outside", "I is read as O.", _roles(I="O")),
    Mistake("begin-as-inside", "B is read as I.", _roles(B="I")),
    Mistake("begin-as-outside", "B is read as O.", _roles(B="O")),
    Mistake("ends-and-singles-as-inside", "E and S are read as I.", _roles(E="I", S="I")),
    Mistake("ends-and-singles-as-outside", "E and S are read as O.", _roles(E="O", S="O")),
    Mistake("single-as-inside", "S is read as I.", _roles(S="I")),
    Mistake("end-as-inside", "E is read as I.", _roles(E="I")),
    Mistake("end-as-outside", "E is read as O.", _roles(E="O")),
    Mistake("single-as-outside", "S is read as O.", _roles(S="O")),
    Mistake("single-as-begin", "S is read as B.", _roles(S="B")),
    Mistake("orphan-i-dropped", "I is lost where no entity is open.", _points(I1=EI), LENIENT),
    Mistake("other-i-dropped", "I is lost where an entity of another type is open.", _points(I2=EI), LENIENT),
    Mistake("other-i-drops-both", "I of another type is lost, and so is the open entity.", _points(I2=DI), LENIENT),
    Mistake("orphan-e-dropped", "E is lost where no entity is open.", _points(E1=EI), LENIENT),
    Mistake("other-e-dropped", "E is lost where an entity of another type is open.", _points(E2=EI), LENIENT),
    Mistake("unclosed-dropped-at-o", "An entity without its last prefix is lost at O.", _points(O=DI), LENIENT),
    Mistake("unclosed-dropped-at-end", "An entity without its last prefix is lost at the end.", _points(F=DI), LENIENT),
    Mistake("unclosed-dropped-at-b", "An entity without its last prefix is lost at B.", _points(B=DO), LENIENT),
    Mistake("unclosed-dropped-at-s", "An entity without its last prefix is lost at S.", _points(S=DS), LENIENT),
    Mistake("orphan-i-opens", "I opens an entity where none is open.", _points(I1=EO), DISCARD),
    Mistake("other-i-opens", "I opens an entity where one of another type is open.", _points(I2=EO), DISCARD),
    Mistake("orphan-e-opens", "E is an entity where none is open.", _points(E1=ES), DISCARD),
    Mistake("unclosed-kept-at-o", "An entity without its last prefix is kept at O.", _points(O=EI), DISCARD),
    Mistake("unclosed-kept-at-end", "An entity without its last prefix is kept at the end.", _points(F=EI), DISCARD),
    Mistake("unclosed-kept-at-b", "An entity without its last prefix is kept at B.", _points(B=EO), DISCARD),
    Mistake("unclosed-kept-at-s", "An entity without its last prefix is kept at S.", _points(S=ES), DISCARD),
)


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


def _one_per_type(spans: Spans) -> Spans:
    """Keep of the spans of one type the last, as a mapping from types to spans does."""
    return tuple({span.type: span for span in spans}.values())


def _ending_earlier(spans: Spans) -> Spans:
    """Take the last token from every span, even if it is the only one."""
    return tuple(span._replace(end=span.end - 1) for span in spans)


_FIRST_UNITS = 50
_LONG_SPAN = 8


FILTERING: tuple[Mistake, ...] = (
    Mistake(
        "units-as-sets", "Spans are compared as sets over the whole corpus, without their unit.", of_units(_as_sets)
    ),
    Mistake(
        "units-as-one",
        "Spans are compared over the whole corpus, without their unit.",
        of_units(lambda units: [_as_one(units)]),
    ),
    Mistake("first-units-only", "Only the first 50 units are scored.", of_units(lambda units: units[:_FIRST_UNITS])),
    Mistake("last-unit-only", "Only the last unit is counted.", of_units(lambda units: units[-1:])),
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
        "Types that differ only in case are equal.",
        of_spans(lambda span: span._replace(type=span.type.casefold())),
    ),
    Mistake("tokens-as-entities", "Every token of an entity counts as one.", of_sides(_tokens)),
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
        "Predicted ends are inclusive and gold ends exclusive, so that a right prediction seems one token short.",
        of_predictions(_ending_earlier),
    ),
    Mistake(
        "gold-ends-inclusive",
        "Gold ends are inclusive and predicted ends exclusive, so that a right prediction seems one token long.",
        of_units(lambda units: [(_ending_earlier(gold), pred) for gold, pred in units]),
    ),
    Mistake("one-span-per-type", "Of the spans of one type in a unit only the last counts.", of_sides(_one_per_type)),
    Mistake("nested-merged", "Overlapping spans of one type are merged.", of_sides(_merged)),
    Mistake("inner-spans-lost", "Spans inside longer ones are lost.", of_sides(_outermost)),
    Mistake("outer-spans-lost", "Spans around shorter ones are lost.", of_sides(_innermost)),
    Mistake("longest-prediction-only", "Of overlapping predictions only the longest counts.", of_predictions(_longest)),
    Mistake("one-type-per-bounds", "Of spans with equal bounds only one counts.", of_sides(_one_per_bounds)),
    Mistake("one-span-per-start", "Of spans with one start only one counts.", of_sides(_one_per_start)),
)

"""Quirks of spaCy: of its Scorer, of the documents into which tags are put, and of its readers of tags."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from typing import Any

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step, unchanged
from nerconform.libraries.quirk_changes import (
    everything,
    first_then,
    has_tag,
    members,
    of_scores,
    of_tags,
    of_tally,
    outside_if,
    with_rows,
)
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Change, Pipeline, of_predictions, of_sides, of_units
from nerconform.reference.refusals import IllegalTransition, MalformedTag
from nerconform.reference.schemes import ALONE, Mark, Scheme
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span, canonical
from nerconform.reference.units import Annotation, Unit

_BASE = {"policy": "lenient", "duplicates": "set", "align": "none"}
_SCHEMES = (Scheme.IOB1, Scheme.IOB2)
_NONE = Score(None, None, None)


def refused_at_first(pipeline: Pipeline) -> Pipeline:
    """Refuse a unit with an I at the first tag, or behind a tag without a letter; all others are repaired."""
    decode = pipeline.decode

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        if any(
            mark.role == "I" and _is_unrepaired(before) for before, mark in zip((None, *marks), marks, strict=False)
        ):
            raise LibraryRaises("ValueError")
        return decode(marks, side)

    return replace(pipeline, decode=decoded)


def _is_unrepaired(before: Mark | None) -> bool:
    return before is None or _is_letterless(before.text)


def begins_inside(given: Given) -> bool:
    """Whether a unit has an I at its beginning, or behind a tag without a letter."""
    pairs = (pair for unit in given.tagged() for pair in pairwise((None, *unit)))
    return any(tag.startswith("I-") and (before is None or _is_letterless(before)) for before, tag in pairs if tag)


def is_typed_o(tag: object, _dialect: Dialect) -> bool:
    """Whether a tag is O with a type."""
    return isinstance(tag, str) and len(tag) > len("O-") and tag.startswith("O-")


def is_missing(tag: object, _dialect: object = None) -> bool:
    """Whether it says that nothing is known about a token: no letter stands before the hyphen, as in `--X`."""
    return tag is None or tag == "" or _is_letterless(tag)


def _is_letterless(tag: object) -> bool:
    return isinstance(tag, str) and len(tag) > len("--") and tag.startswith("--")


def _missing(given: Given) -> list[frozenset[int]]:
    """Return the gold tokens of each unit that have no annotation."""
    return [
        frozenset(position for position, tag in enumerate(members(unit)) if is_missing(tag))
        for unit in members(given.gold)
    ]


def has_missing_gold(given: Given) -> bool:
    """Whether nothing is known about some gold token."""
    return any(_missing(given))


def ignored(given: Given) -> Change:
    """Return the change of a whole input: predictions on gold tokens without annotation are neither right nor wrong."""
    missing, lengths = _missing(given), [len(members(unit)) for unit in members(given.gold)]
    seen: set[str] = set()

    def annotated(units: Units) -> Iterator[tuple[Spans, Spans]]:
        for (gold, pred), unknown, length in zip(units, missing, lengths, strict=True):
            seen.update(span.type for span in pred if len(unknown) < length)
            yield gold, tuple(span for span in pred if unknown.isdisjoint(range(span.start, span.end)))

    return first_then(outside_if(is_missing), of_units(lambda units: list(annotated(units))), with_rows(seen))


def looked_at_late(pipeline: Pipeline) -> Pipeline:
    """Crash at what is no tag behind a tag that looks on at it; else refuse it."""
    parse = pipeline.parse

    def parsed(tags: Sequence[Any]) -> tuple[Mark, ...]:
        position = next((index for index, tag in enumerate(tags) if _is_other(tag)), 0)
        if position and _looks_on(tags[position - 1]):
            raise LibraryRaises("AttributeError")
        return parse(tags)

    return replace(pipeline, parse=parsed)


def _is_other(tag: object) -> bool:
    """Whether it is neither a tag nor missing."""
    return tag is not None and not isinstance(tag, str)


def _looks_on(tag: str | None) -> bool:
    """Whether the repair of transitions looks from this tag at the next."""
    return not tag or tag[0] in "OBI"


def has_other(given: Given) -> bool:
    """Whether something in place of a tag is neither a tag nor missing."""
    return any(_is_other(tag) and not isinstance(tag, Span) for tag in everything(given))


def _undefined_of_nothing(scores: Scores, tally: Tally, schema: Schema) -> Scores:
    return scores if _any(tally.total[schema]) else replace(scores, averages=dict.fromkeys(scores.averages, _NONE))


def _no_row_of_nothing(tally: Tally) -> Tally:
    return tally if any(map(_any, tally.total.values())) else replace(tally, by_type={})


none_of_nothing = first_then(of_scores(_undefined_of_nothing), of_tally(_no_row_of_nothing))
"""The change that leaves all ratios undefined, and all types without a row, where nothing is counted."""


def _any(counts: Counts) -> bool:
    return bool(counts.pos or counts.act)


def may_have_nothing(given: Given) -> bool:
    """Whether the data may hold no entity: every tag is outside, every span empty, or predictions may be ignored."""
    found = list(everything(given))
    return any(map(is_missing, found)) or all(map(_may_be_nothing, found))


def _may_be_nothing(one: object) -> bool:
    if isinstance(one, Span):
        return one.start == one.end
    return isinstance(one, str) and (one == "O" or one.startswith("O-"))


def _is_empty(one: object) -> bool:
    return isinstance(one, Span) and 0 <= one.start == one.end


def has_empty(given: Given) -> bool:
    """Whether a span has no token."""
    return any(map(_is_empty, everything(given)))


def empty_spans_read(pipeline: Pipeline) -> Pipeline:
    """Take spans without tokens, and lose those of the prediction."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [list(map(members, members(side))) for side in (gold, pred)]
        checked = before(*([[one for one in unit if not _is_empty(one)] for unit in side] for side in sides))
        return [
            Unit(*map(_with_all, unit, whole)) for unit, whole in zip(checked, zip(*sides, strict=True), strict=True)
        ]

    return of_predictions(_not_empty)(replace(pipeline, read=read))


def _with_all(annotation: Annotation, unit: Sequence[Any]) -> Annotation:
    return Annotation(None, tuple(unit)) if any(map(_is_empty, unit)) else annotation


def _not_empty(spans: Spans) -> Spans:
    return tuple(span for span in spans if not _is_empty(span))


def has_unannotated(given: Given) -> bool:
    """Whether something is predicted in a unit without gold spans."""
    return any(not gold and pred for gold, pred in zip(members(given.gold), members(given.pred), strict=False))


def _with_gold(units: Units) -> Units:
    """Take the predictions away from a unit without gold spans."""
    return [(gold, pred if gold else ()) for gold, pred in units]


def _has_overlap(given: Given) -> bool:
    """Whether two predictions of a unit share a token."""
    return any(_share(first, second) for unit in _spans(given.pred) for first, second in combinations(unit, 2))


def _share(first: Span, second: Span) -> bool:
    return first.start < second.end and second.start < first.end


def _spans(side: object) -> list[list[Span]]:
    return [[one for one in members(unit) if isinstance(one, Span)] for unit in members(side)]


def _overlapping_dropped(given: Given) -> Change:
    """Return the change of a whole input: its predictions do not overlap, and the types of all keep their rows."""
    return first_then(of_predictions(_apart), with_rows(_predicted(given)))


def _predicted(given: Given) -> set[str]:
    """Return the types of all predictions."""
    return {span.type for unit in _spans(given.pred) for span in unit}


def _apart(spans: Spans) -> Spans:
    """Return the spans whose first and last token is of none before that is returned."""
    taken, apart = set[int](), list[Span]()
    for span in spans:
        if taken.isdisjoint({span.start, span.end - 1}):
            taken.update(range(span.start, span.end))
            apart.append(span)
    return tuple(apart)


def _has_equal_bounds(given: Given) -> bool:
    """Whether two spans of one unit have the same bounds, and not the same type."""
    units = (set(unit) for side in (given.gold, given.pred) for unit in _spans(side))
    return any(len({span[1:] for span in unit}) < len(unit) for unit in units)


def _once(spans: Spans) -> Spans:
    """Return one span of each place."""
    return tuple({span[1:]: span for span in spans}.values())


def _bounds(given: Given) -> list[frozenset[int]]:
    """Return where the gold words of each unit begin and end, where they are as long as the gold spans permit."""
    units = zip(_spans(given.gold), _spans(given.pred), strict=True)
    return [frozenset({0, *_ends(gold), max(_ends([*gold, *pred]), default=0)}) for gold, pred in units]


def _ends(spans: Iterable[Span]) -> list[int]:
    """Return the bounds of spans."""
    return [bound for span in spans for bound in (span.start, span.end)]


def _has_part_of_word(given: Given) -> bool:
    """Whether a prediction begins or ends within a gold word."""
    if len(members(given.gold)) != len(members(given.pred)):
        return False
    units = zip(_spans(given.pred), _bounds(given), strict=True)
    return any(not bounds.issuperset(span[1:]) for spans, bounds in units for span in spans)


def _unaligned_dropped(given: Given) -> Change:
    """Return the change of a whole input: predictions count that begin and end where gold words do."""
    bounds = _bounds(given)

    def aligned(units: Units) -> Units:
        return [
            (gold, tuple(span for span in pred if ends.issuperset(span[1:])))
            for (gold, pred), ends in zip(units, bounds, strict=True)
        ]

    return first_then(of_units(aligned), with_rows(_predicted(given)), none_of_nothing)


def _widened(given: Given) -> Change:
    """Return the change of a whole input: a prediction stands for all of the gold words that it touches."""
    bounds = _bounds(given)
    return of_units(
        lambda units: [
            (gold, tuple(_found(gold, pred, ends))) for (gold, pred), ends in zip(units, bounds, strict=True)
        ]
    )


def _where_parted(change: Callable[[Given], Change]) -> Callable[[Given], Change]:
    """Return a change of a whole input that is none where no prediction begins or ends within a gold word."""
    return lambda given: change(given) if _has_part_of_word(given) else unchanged


def _found(gold: Iterable[Span], pred: Iterable[Span], ends: Iterable[int]) -> Iterator[Span]:
    """Yield the gold span that a prediction widens to, once, or else the prediction, which is no gold span."""
    left = set(gold)
    for span in pred:
        start, end = (
            max(bound for bound in ends if bound <= span.start),
            min(bound for bound in ends if bound >= span.end),
        )
        wide = Span(span.type, start, end)
        yield wide if wide in left else span
        left.discard(wide)


_WELL_FORMED = re.compile(r"O|[BI]-.+", re.DOTALL)


def _begins_with_o(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and len(tag) > 1 and tag.startswith("O")


def _begins_with_hyphen(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and tag.startswith("-")


def _as_span_without_type(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - as above
    return Mark(ALONE, "", tag) if _begins_with_hyphen(tag, dialect) else None


def _is_broken(given: Given) -> bool:
    """Whether an entity of several tokens is left, entered or continued otherwise than BILUO allows."""
    return any(_breaks(*pair) for unit in given.tagged() for pair in pairwise(["O", *unit, "O"]))


def _breaks(before: str, after: str) -> bool:
    is_open, goes_on = before[:1] in {"B", "I"}, after[:1] in {"I", "L"}
    return is_open != goes_on or (is_open and before[2:] != after[2:])


def _open_until_l(pipeline: Pipeline) -> Pipeline:
    """Keep where the last B stands until L or a missing tag, whatever else comes; refuse I and L without a B."""

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        start, spans = None, []
        for position, mark in enumerate(marks):
            if mark.role in {"I", "E"} and start is None:
                raise IllegalTransition(mark.text)
            if mark.role == "B":
                start = position
            elif mark.role == "E" and start is not None:
                spans.append(Span(mark.type, start, position + 1))
                start = None
            elif mark.role == "S" or (mark.role == ALONE and start is None):
                spans.append(Span(mark.type, position, position + 1))
            elif mark.role == ALONE:
                start = None
        return tuple(sorted(spans, key=canonical))

    return replace(pipeline, decode=decode)


def _is_odd(tag: object, _dialect: Dialect) -> bool:
    return isinstance(tag, str) and not _WELL_FORMED.fullmatch(tag)


def _by_what_is_not_o(pipeline: Pipeline) -> Pipeline:
    """Begin an entity at any tag but O; go on at I or L with the same rest; refuse one token without a type."""

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        spans: list[Span] = []
        rest = None
        for position, (_, _, tag) in enumerate(marks):
            if tag == "O":
                rest = None
            elif rest is not None and tag in {f"I{rest}", f"L{rest}"}:
                spans[-1] = spans[-1]._replace(end=position + 1)
            else:
                rest = tag[1:]
                spans.append(Span(tag[2:], position, position + 1))
        if any(not span.type and span.end - span.start == 1 for span in spans):
            raise MalformedTag("a tag has no type")
        return tuple(spans)

    def read(tag: Any, dialect: Dialect) -> Mark | None:  # noqa: ANN401 - what stands in place of a tag
        return Mark("", "", tag) if _is_odd(tag, dialect) else None

    return replace(of_tags(read)(pipeline), decode=decode)


_quirk = partial(Quirk, base=_BASE, schemes=_SCHEMES)
_biluo = partial(Quirk, base={"policy": "refuse", "bare": "two-chars", "align": "none"}, schemes=(Scheme.BILOU,))
QUIRKS = (
    _quirk("spacy.inside-at-the-first-token", Step.DECODE, begins_inside, refused_at_first),
    _quirk("spacy.o-with-a-type-is-outside", Step.PARSE, has_tag(is_typed_o), outside_if(is_typed_o)),
    _quirk("spacy.empty-tag-is-no-annotation", Step.PARSE, has_tag(is_missing), outside_if(is_missing)),
    _quirk("spacy.unannotated-gold-is-passed-over", Step.FILTER, has_missing_gold, reads=ignored),
    _quirk(
        "spacy.unannotated-document-is-passed-over",
        Step.FILTER,
        has_unannotated,
        first_then(of_units(_with_gold), none_of_nothing),
    ),
    _quirk("spacy.tag-that-is-no-string-crashes", Step.PARSE, has_other, looked_at_late),
    _quirk("spacy.nothing-at-all-is-none", Step.SCORE, may_have_nothing, none_of_nothing),
    _quirk("spacy.empty-span-accepted", Step.PARSE, has_empty, empty_spans_read),
    _quirk("spacy.empty-entity-is-none", Step.FILTER, has_empty, first_then(empty_spans_read, of_sides(_not_empty))),
    _quirk("spacy.overlapping-prediction-is-dropped", Step.FILTER, _has_overlap, reads=_overlapping_dropped),
    _quirk(
        "spacy.bounds-count-once",
        Step.FILTER,
        _has_equal_bounds,
        of_sides(_once),
        base={"policy": "lenient", "duplicates": "set"},
    ),
    _quirk(
        "spacy.part-of-a-gold-token-is-dropped", Step.FILTER, _has_part_of_word, reads=_where_parted(_unaligned_dropped)
    ),
    _quirk("spacy.part-of-a-gold-token-is-all-of-it", Step.FILTER, _has_part_of_word, reads=_where_parted(_widened)),
    _biluo("spacy.biluo-open-until-l", Step.DECODE, _is_broken, _open_until_l),
    _biluo("spacy.biluo-o-is-the-first-letter", Step.PARSE, has_tag(_begins_with_o), outside_if(_begins_with_o)),
    _biluo(
        "spacy.biluo-missing-is-a-span-without-type",
        Step.PARSE,
        has_tag(_begins_with_hyphen),
        of_tags(_as_span_without_type),
    ),
    _quirk(
        "spacy.iob-begins-at-whatever-is-not-o",
        Step.PARSE,
        has_tag(_is_odd),
        _by_what_is_not_o,
        base={"policy": "lenient", "align": "none"},
    ),
)

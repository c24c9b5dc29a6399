"""Wrong loops: mistakes in how tags, spans or sentences are walked through, so that some are passed over."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, takewhile

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Units
from nerconform.reference.nearby import enough
from nerconform.reference.outcomes import Alignment, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline, of_decoded, of_marks, of_sides, of_units
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span, canonical
from nerconform.suite.mistake import ALIGNED, Mistake
from nerconform.suite.wrong_counts import of_tally
from nerconform.suite.wrong_matching import for_all_schemas, of_pairs, same_bounds
from nerconform.suite.wrong_parsing import TAGGED
from nerconform.suite.wrong_schemas import Rows
from nerconform.suite.wrong_tags import with_role

_GOES_ON = frozenset({"I", "E"})
_ENDS = frozenset({"E", "S"})
_OUTSIDE = Mark("O", "", "O")


def _closing_tag_swallowed(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Read the tag after an entity as O."""
    read: list[Mark] = []
    inside: Mark | None = None
    for mark in marks:
        goes_on = inside and inside.role not in _ENDS and mark.role in _GOES_ON and mark.type == inside.type
        swallowed = inside is not None and not goes_on
        inside = None if swallowed or mark.role == "O" else mark
        read.append(_OUTSIDE if swallowed else mark)
    return read


def _never_reset(pipeline: Pipeline) -> Pipeline:
    """Count no gold span as MIS that equals one that was paired in an earlier unit, or in this one."""

    def wrong(stream: Iterable[Outcomes]) -> Tally:
        met: dict[tuple[str, Schema], set[Span | None]] = {}

        def kept(alignment: Alignment, kind: str = "") -> Alignment:
            found: dict[Schema, tuple[Pair, ...]] = {}
            for schema, rows in alignment.items():
                paired = met.setdefault((kind, schema), set())
                paired.update(row.gold for row in rows if row.pred is not None)
                found[schema] = tuple(row for row in rows if row.pred is not None or row.gold not in paired)
            return found

        def of_type(unit: Outcomes) -> dict[str, Alignment] | None:
            if unit.of_type is None:
                return None
            return {kind: kept(alignment, kind) for kind, alignment in unit.of_type.items()}

        return pipeline.count(Outcomes(kept(unit.rows), of_type(unit)) for unit in stream)

    return replace(pipeline, count=wrong)


def _held_against_last(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Let the first I go on with the last tag of the sentence, so that nothing begins with it."""
    if not marks or marks[0].role != "I" or marks[0].type != marks[-1].type:
        return marks
    lost = len(list(takewhile(lambda mark: mark.role == "I" and mark.type == marks[0].type, marks)))
    return [*[_OUTSIDE] * lost, *marks[lost:]]


def _shorter_if_followed(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the last token from every span that another one follows at once."""
    starts = {span.start for span in spans}
    return tuple(span._replace(end=span.end - 1) if span.end in starts else span for span in spans)


def _overwritten_by_b(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Lose every span that a B follows at once."""
    return tuple(span for span in spans if span.end == len(marks) or marks[span.end].role != "B")


def _letters_of_joined_tags(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Give every span its positions in the joined tags, with one blank between two tags."""
    places = list(accumulate((len(mark.text) + 1 for mark in marks), initial=0))
    return tuple(span._replace(start=places[span.start], end=places[span.end] - 1) for span in spans)


def _ending_at_first_end(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Let every span of several tokens end at the first E of its type in the sentence."""
    ends: dict[str, int] = {}
    for at, mark in enumerate(marks):
        if mark.role == "E":
            ends.setdefault(mark.type, at + 1)
    return tuple(
        span._replace(end=ends.get(span.type, span.end)) if span.end - span.start > 1 else span for span in spans
    )


def _at_first_equal_tag(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Let every span start where its first tag is first found."""
    tags = [mark[:2] for mark in marks]
    return tuple(dict.fromkeys(span._replace(start=tags.index(tags[span.start])) for span in spans))


def _apart(key: Callable[[Span], tuple[int, int]], gap: int) -> Callable[[Spans], Spans]:
    """Return what keeps, in an order, each span that begins `gap` or more tokens after the last kept one ends."""

    def fix(spans: Spans) -> Spans:
        kept: list[Span] = []
        for span in sorted(spans, key=key):
            if not kept or span.start >= kept[-1].end + gap:
                kept.append(span)
        return tuple(kept)

    return fix


def _removed_in_the_loop(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Remove each matched prediction from the list that the loop reads, which passes over the one after it."""
    free, left = list(gold), list(pred)
    yield from _met_and_removed(left, free)
    yield from (Pair(span, None) for span in free)
    yield from (Pair(None, span) for span in left)


def _gold_removed_in_the_loop(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Remove each found gold span from the list that the loop reads, which passes over the one after it."""
    left, free = list(gold), list(pred)
    yield from _met_and_removed(left, free)
    yield from (Pair(span, None) for span in left)
    yield from (Pair(None, span) for span in free)


def _met_and_removed(read: list[Span], others: list[Span]) -> Iterator[Pair]:
    """Remove what both lists have, while the first is read."""
    for span in read:
        if span in others:
            others.remove(span)
            read.remove(span)
            yield Pair(span, span)


def _first_near(near: Callable[[Span, Span], bool]) -> Callable[[Spans, Spans], Iterator[Pair]]:
    """Return what takes for each prediction the first free gold span that is near, even if a later one is equal."""

    def fix(gold: Spans, pred: Spans) -> Iterator[Pair]:
        free = sorted(gold, key=canonical)
        for span in sorted(pred, key=canonical):
            other = next((one for one in free if one.type == span.type and near(one, span)), None)
            if other is None:
                yield Pair(None, span)
            else:
                free.remove(other)
                yield Pair(other, other)
        yield from (Pair(span, None) for span in free)

    return fix


def _touches(gold: Span, pred: Span) -> bool:
    return gold.start <= pred.end and pred.start <= gold.end


def _spurious_for_each(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Call a prediction spurious once for each gold span that it is held against in vain."""
    free = list(gold)
    for span in pred:
        before = free.index(span) if span in free else len(free)
        yield from [Pair(None, span)] * before
        if before < len(free):
            free.remove(span)
            yield Pair(span, span)
    yield from (Pair(span, None) for span in free)


def _spurious_for_each_overlap(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
    """Align in passes, and call a prediction spurious once for each gold span that it does not overlap."""
    free, rows, rest = list(gold), [], []
    for span in pred:
        same = [one for one in free if one == span] or [one for one in free if same_bounds(one, span)]
        if same:
            free.remove(same[0])
            rows.append(Pair(same[0], span))
        else:
            rest.append(span)
    for span in rest:
        for other in tuple(free):
            if enough(dialect.overlap, other, span):
                free.remove(other)
                rows.append(Pair(other, span))
                break
            rows.append(Pair(None, span))
    return [*rows, *(Pair(span, None) for span in free)]


def _one_pass_as_listed(dialect: Dialect, gold: Spans, pred: Spans) -> Rows:
    """Pair each prediction with the first free gold span that it overlaps, both in the order of their lists."""
    free, rows = list(gold), []
    for span in pred:
        other = next((one for one in free if enough(dialect.overlap, one, span)), None)
        if other is not None:
            free.remove(other)
        rows.append(Pair(other, span))
    return [*rows, *(Pair(span, None) for span in free)]


def _surplus(*, of_predictions: bool, of_gold: bool, of_units: bool) -> Change:
    """Return the change that takes by how many spans one side has more for its errors."""

    def more(counts: Counts) -> Counts:
        spurious = max(0, counts.act - counts.pos) if of_predictions else counts.spu
        return replace(counts, spu=spurious, mis=max(0, counts.pos - counts.act) if of_gold else counts.mis)

    def numbers(rows: Sequence[Pair]) -> Counts:
        both = sum(row.gold is not None and row.pred is not None for row in rows)
        sides = [sum(row[side] is not None for row in rows) - both for side in (0, 1)]
        return more(Counts(cor=both, mis=sides[0], spu=sides[1]))

    def fixed(tally: Tally, units: Sequence[Outcomes]) -> Tally:
        total = {
            schema: sum((numbers(unit.rows[schema]) for unit in units), Counts()) if of_units else more(counts)
            for schema, counts in tally.total.items()
        }
        return replace(tally, total=total)

    return of_tally(fixed)


def _until(is_last: Callable[[tuple[Spans, Spans]], bool]) -> Change:
    """Return the change that ends before the first sentence for which something holds."""

    def kept(units: Units) -> Units:
        return list(takewhile(lambda unit: not is_last(unit), units))

    return of_units(kept)


_ERRORS = (
    ("false-positives", "False positives are", "more predictions than gold entities", (True, False)),
    ("false-negatives", "False negatives are", "more gold entities than predictions", (False, True)),
)
_PLACES = (("sentence", "a sentence", True), ("corpus", "the corpus", False))

LOOPS: tuple[Mistake, ...] = (
    Mistake(
        "closing-tag-swallowed",
        "The tag that ends an entity cannot start the next one, so an entity directly after another one is lost or "
        "loses its first token.",
        of_marks(_closing_tag_swallowed),
    ),
    Mistake(
        "first-tag-after-last",
        "An I at the start of a sentence is held against the last tag of the sentence, as by tags[i - 1] with i = 0: "
        "if they have one type, the entity is lost.",
        with_role("I", _held_against_last),
    ),
    Mistake(
        "followed-entities-cut",
        "An entity loses its last token if another entity follows directly: its end is one too small.",
        of_decoded(_shorter_if_followed),
    ),
    Mistake(
        "entity-before-b-lost",
        "An entity is lost if a B follows directly, because the B overwrites it: of B-PER B-LOC only the LOC is read.",
        of_decoded(_overwritten_by_b),
    ),
    Mistake(
        "positions-in-joined-tags",
        "The position of an entity is counted in letters of the joined tags, so that a longer tag before it moves it.",
        of_decoded(_letters_of_joined_tags),
    ),
    Mistake(
        "ends-at-first-e",
        "Each entity ends at the first E of its type in the sentence (L in BILOU), as by tags.index('E-PER').",
        of_decoded(_ending_at_first_end),
    ),
    Mistake(
        "starts-at-first-equal-tag",
        "Each entity starts where its first tag first occurs in the sentence, as by tags.index(tag), and equal "
        "entities count once.",
        of_decoded(_at_first_equal_tag),
    ),
    *(
        Mistake(f"{name}-only", f"Of entities that {words} only the {which} counts, on both sides.", of_sides(fix))
        for name, words, which, fix in (
            (
                "first-longest-of-overlapping",
                "overlap",
                "first, of these the longest,",
                _apart(lambda span: (span.start, -span.end), 0),
            ),
            (
                "first-longest-of-touching",
                "overlap or touch",
                "first, of these the longest,",
                _apart(lambda span: (span.start, -span.end), 1),
            ),
            ("first-of-touching", "overlap or touch", "first", _apart(lambda span: (span.start, span.end), 1)),
        )
    ),
    Mistake(
        "met-earlier-not-missed",
        "A gold entity is not counted as missed if an equal one was paired before, in whatever sentence, because the "
        "set of paired entities is not reset.",
        _never_reset,
    ),
    Mistake(
        "removed-in-the-loop",
        "A prediction listed directly after a right one is not compared and counts as wrong, because the loop "
        "removes predictions from the list that it reads.",
        of_pairs(_removed_in_the_loop),
        TAGGED,
    ),
    Mistake(
        "gold-removed-in-the-loop",
        "A gold entity listed directly after one that was found is not compared and counts as missed, because the loop "
        "removes entities from the list that it reads.",
        of_pairs(_gold_removed_in_the_loop),
        TAGGED,
    ),
    Mistake(
        "first-touching-is-match",
        "A prediction is right if it overlaps or touches a gold entity of its type, and takes the first of these, even "
        "if a later one is identical.",
        of_pairs(_first_near(_touches)),
        TAGGED,
    ),
    Mistake(
        "spurious-for-each-gold",
        "A prediction counts as a false positive once for each gold entity that it differs from, because the `else` "
        "stands at the `if`, not at the loop.",
        of_pairs(_spurious_for_each),
        TAGGED,
    ),
    Mistake(
        "spurious-for-each-gold-without-overlap",
        "A prediction counts as spurious once for each gold entity that it does not overlap, because the `else` stands "
        "at the `if`, not at the loop.",
        for_all_schemas(_spurious_for_each_overlap),
        ALIGNED,
    ),
    Mistake(
        "one-pass-as-listed",
        "Each prediction, in the order of its list, is paired with the first unpaired gold entity that it overlaps, "
        "even if another prediction or a later gold entity is identical.",
        for_all_schemas(_one_pass_as_listed),
        ALIGNED,
    ),
    *(
        Mistake(
            f"{name}-are-surplus-of-{place}",
            f"{subject} by how many {place_words} has {words}, not the wrong ones.",
            _surplus(of_predictions=sides[0], of_gold=sides[1], of_units=of_each),
            TAGGED,
        )
        for name, subject, words, sides in _ERRORS
        for place, place_words, of_each in _PLACES
    ),
    Mistake(
        "units-after-empty-gold-lost",
        "Scoring ends at the first sentence without a gold entity, as by `break` in place of `continue`; later "
        "sentences are lost.",
        _until(lambda unit: not unit[0]),
    ),
    Mistake(
        "units-after-empty-predictions-lost",
        "Scoring ends at the first sentence without a predicted entity, as by `break` in place of `continue`; later "
        "sentences are lost.",
        _until(lambda unit: not unit[1]),
    ),
    Mistake(
        "units-after-no-entity-lost",
        "Scoring ends at the first sentence without any entity, as by `break` in place of `continue`; later sentences "
        "are lost.",
        _until(lambda unit: not unit[0] and not unit[1]),
    ),
    Mistake(
        "right-units-skipped",
        "Sentences whose predictions are all right are skipped, so right entities in them do not count.",
        of_units(lambda units: [unit for unit in units if sorted(unit[0]) != sorted(unit[1])]),
    ),
)

"""Wrong lookups: mistakes in how an equal entity is looked for on the other side, in a dict or step by step."""

from collections import Counter
from collections.abc import Callable, Iterator

from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Pair
from nerconform.reference.spans import Span, canonical
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_matching import of_pairs
from nerconform.suite.wrong_parsing import TAGGED


def _keyed_by_type(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Find each prediction in a dict from the type of a gold span to its place, which holds the last of each type."""
    last = {span.type: span for span in gold}
    right = [span for span in pred if last.get(span.type) == span]
    missed = list(gold)
    for span in dict.fromkeys(right):
        missed.remove(span)
    yield from (Pair(span, span) for span in right)
    yield from (Pair(span, None) for span in missed[: max(0, len(gold) - len(right))])
    yield from (Pair(None, span) for span in pred if span not in right)


def _keyed_by_bounds(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Find each prediction in a dict from the place of a gold span to its type, and use each entry once."""
    free, missed = {span[1:]: span for span in gold}, list(gold)
    for span in pred:
        if free.get(span[1:]) == span:
            missed.remove(free.pop(span[1:]))
            yield Pair(span, span)
        else:
            yield Pair(None, span)
    yield from (Pair(span, None) for span in missed)


def _copies_match_one(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Let the first of equal predictions match every copy of a gold span."""
    right = set(gold) & set(pred)
    yield from (Pair(span, span if span in right else None) for span in gold)
    left = list(pred)
    for span in right:
        left.remove(span)
    yield from (Pair(None, span) for span in left)


def _stepped_over(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Walk through two lists that are sorted by type, and move on in the one whose span has the smaller position."""
    true, found = sorted(gold, reverse=True), sorted(pred, reverse=True)
    while true and found:
        if true[-1] == found[-1]:
            yield Pair(true.pop(), found.pop())
        elif true[-1][1:] < found[-1][1:]:
            yield Pair(true.pop(), None)
        else:
            yield Pair(None, found.pop())
    yield from (Pair(span, None) for span in true)
    yield from (Pair(None, span) for span in found)


def _forgiven_where_gold_is_missed(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Do not count a wrong prediction that overlaps a missed gold span."""
    missed, wrong = list(gold), []
    for span in pred:
        if span in missed:
            missed.remove(span)
            yield Pair(span, span)
        else:
            wrong.append(span)
    yield from (Pair(span, None) for span in missed)
    yield from (Pair(None, span) for span in wrong if not any(map(span.overlaps, missed)))


def _walked_until_one_ends(key: Callable[[Span], object]) -> Callable[[Spans, Spans], Iterator[Pair]]:
    """Return what walks through both sorted sides and ends with the shorter one."""

    def fix(gold: Spans, pred: Spans) -> Iterator[Pair]:
        true, found = (sorted(side, key=key, reverse=True) for side in (gold, pred))  # type: ignore[arg-type]
        while true and found:
            if true[-1] == found[-1]:
                yield Pair(true.pop(), found.pop())
            elif key(true[-1]) < key(found[-1]):  # type: ignore[operator] # keys have an order
                yield Pair(true.pop(), None)
            else:
                yield Pair(None, found.pop())

    return fix


def _walked_by(
    key: Callable[[Span], tuple[object, ...]], compared: Callable[[Span], tuple[int, ...]]
) -> Callable[[Spans, Spans], Iterator[Pair]]:
    """Return what walks through two sorted lists, and moves on in both where what is compared is equal."""

    def fix(gold: Spans, pred: Spans) -> Iterator[Pair]:
        true, found = (sorted(side, key=key)[::-1] for side in (gold, pred))
        while true and found:
            if true[-1] == found[-1]:
                yield Pair(true.pop(), found.pop())
                continue
            here, there = compared(true[-1]), compared(found[-1])
            if here <= there:
                yield Pair(true.pop(), None)
            if there <= here:
                yield Pair(None, found.pop())
        yield from (Pair(span, None) for span in true)
        yield from (Pair(None, span) for span in found)

    return fix


def _last_type_of_bounds(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Match only gold spans that have the type of the last one with their bounds."""
    last = {span[1:]: span.type for span in gold}
    left = Counter(span for span in gold if last[span[1:]] == span.type)
    met = Counter[Span]()
    for span in pred:
        is_right = left[span] > met[span]
        met[span] += is_right
        yield Pair(span if is_right else None, span)
    yield from (Pair(span, None) for span in (Counter(gold) - met).elements())


def _wrong_types_once(side: int) -> Callable[[Spans, Spans], Iterator[Pair]]:
    """Return what does not count, on one side (0 is gold), an entity that has another type on the other side."""

    def fix(gold: Spans, pred: Spans) -> Iterator[Pair]:
        left = [list(gold), list(pred)]
        for span in gold:
            if span in left[1]:
                left[0].remove(span)
                left[1].remove(span)
                yield Pair(span, span)
        for span in left[1 - side]:
            same = next((one for one in left[side] if one[1:] == span[1:]), None)
            if same is not None:
                left[side].remove(same)
        yield from (Pair(span, None) for span in left[0])
        yield from (Pair(None, span) for span in left[1])

    return fix


def _right_from_start_to_some_end(gold: Spans, pred: Spans) -> Iterator[Pair]:
    """Count a match where both sides end an entity of one type together, if both began one together at some time."""
    starts = sorted(start for _, start in {span[:2] for span in gold} & {span[:2] for span in pred})
    missed, left = sorted(gold, key=lambda span: span.end), list(pred)
    for span in tuple(missed):
        other = next((one for one in left if one[::2] == span[::2]), None)
        if other is not None and starts and starts[0] < span.end:
            starts = [start for start in starts if start >= span.end]
            missed.remove(span)
            left.remove(other)
            yield Pair(span, span)
    yield from (Pair(span, None) for span in missed)
    yield from (Pair(None, span) for span in left)


LOOKUPS: tuple[Mistake, ...] = (
    Mistake(
        "gold-keyed-by-type",
        "Only the last gold entity of each type in a sentence can be matched, as in a dict from type to position. FN "
        "is the number of gold entities minus TP.",
        of_pairs(_keyed_by_type),
        TAGGED,
    ),
    Mistake(
        "gold-keyed-by-bounds",
        "Of gold entities of a sentence with the same start and end only the last can be matched, as in a dict from "
        "position to type; the others count as missed.",
        of_pairs(_keyed_by_bounds),
        TAGGED,
    ),
    Mistake(
        "one-prediction-for-all-copies",
        "One prediction matches every copy of a gold entity, because the loop does not skip matched entities; a copy "
        "of the prediction is a false positive.",
        of_pairs(_copies_match_one),
        TAGGED,
    ),
    Mistake(
        "sorted-by-type-compared-by-position",
        "Both sides are sorted by type, but the loop over both compares only start and end to move on, so it misses "
        "some equal entities.",
        of_pairs(_stepped_over),
        TAGGED,
    ),
    Mistake(
        "sorted-by-bounds-compared-in-turn",
        "Both sides are sorted by start and end and walked through together; of entities with the same start and end "
        "the first is compared only with the first, the second only with the second.",
        of_pairs(_walked_by(lambda span: span[1:], lambda span: span[1:])),
        TAGGED,
    ),
    Mistake(
        "sorted-by-bounds-compared-by-start",
        "Both sides are sorted by start, end and type and walked through together, but only starts are compared to "
        "move on: of entities with the same start the first is compared only with the first, the second only with the "
        "second.",
        of_pairs(_walked_by(lambda span: (*span[1:], span.type), lambda span: (span.start,))),
        TAGGED,
    ),
    Mistake(
        "gold-type-of-bounds-is-last",
        "Of gold entities of a sentence with the same start and end only the type of the last can be matched, as in a "
        "dict from position to type; copies count, and the others are missed.",
        of_pairs(_last_type_of_bounds),
        TAGGED,
    ),
    *(
        Mistake(
            f"wrong-types-{name}",
            f"A prediction with the right start and end and the wrong type is one error, {words}.",
            of_pairs(_wrong_types_once(side)),
            TAGGED,
        )
        for name, words, side in (
            ("not-missed", "an FP: the gold entity with that start and end is not counted as FN", 0),
            ("not-spurious", "the FN of its gold entity: the prediction is not counted as FP", 1),
        )
    ),
    Mistake(
        "right-where-both-end-later",
        "Once both sides start an entity of one type at one token, the next entity that both sides end at one token "
        "with one type is right, even if one side starts it later, as by a flag in_correct that is never reset.",
        of_pairs(_right_from_start_to_some_end),
        TAGGED,
    ),
    Mistake(
        "errors-counted-once-as-missed",
        "A wrong prediction that overlaps a missed gold entity is not counted as FP: the error counts once, as FN.",
        of_pairs(_forgiven_where_gold_is_missed),
        TAGGED,
    ),
    *(
        Mistake(
            f"rest-after-shorter-side-{name}",
            f"Both sides of a sentence are sorted by {words} and walked through together; what one side has left when "
            "the other ends is not counted.",
            of_pairs(_walked_until_one_ends(key)),
            TAGGED,
        )
        for name, words, key in (("by-type", "type", tuple), ("by-start", "start", canonical))
    ),
)

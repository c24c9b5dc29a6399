"""Quirk changes: what several quirks share, predicates of data and changes of a pipeline."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NoReturn

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Step, unchanged
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans, Stream, Units
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline, of_units
from nerconform.reference.policies import Policy
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import Mark, Scheme, violations_of
from nerconform.reference.scoring import Score, Scores
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser
from nerconform.reference.units import Annotation, Unit


def raising(step: Step, error: str) -> Change:
    """Return the change that raises an exception of this type at this step."""

    def raise_(*_: object) -> NoReturn:
        raise LibraryRaises(error)

    steps: dict[str, Any] = {str(step): raise_}
    return lambda pipeline: replace(pipeline, **steps)


def raising_at_once(error: str) -> Change:
    """Return the change that raises before any unit is read."""

    def read(_gold: object, _pred: object) -> NoReturn:
        raise LibraryRaises(error)

    return lambda pipeline: replace(pipeline, read=read)


def where(fires: Callable[[Given], bool], change: Change) -> Callable[[Given], Change]:
    """Return the change of a whole input that is made where this holds of it."""
    return lambda given: change if fires(given) else unchanged


def raises_without_units(error: str) -> Change:
    """Return the change that raises where neither side has a unit, before anything is read."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.read

        def read(gold: object, pred: object) -> Sequence[Unit]:
            if not gold and not pred:
                raise LibraryRaises(error)
            return before(gold, pred)

        return replace(pipeline, read=read)

    return change


def has_uneven_units(given: Given) -> bool:
    """Whether one side has more units than the other."""
    return len(members(given.gold)) != len(members(given.pred))


def shorter_side() -> Change:
    """Return the change to a library that reads units only as far as both sides have them."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.read

        def read(gold: object, pred: object) -> Sequence[Unit]:
            pairs = list(zip(members(gold), members(pred), strict=False))
            return before([pair[0] for pair in pairs], [pair[1] for pair in pairs])

        return replace(pipeline, read=read)

    return change


def of_read(fix: Callable[[Sequence[Unit]], Sequence[Unit]]) -> Change:
    """Return the change of the units that are read, once they have been checked."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.read
        return replace(pipeline, read=lambda gold, pred: fix(before(gold, pred)))

    return change


def raises_at_units(wanted: Callable[[Units], bool], error: str) -> Change:
    """Return the change that raises before the filter if the spans of all units are like this."""

    def fix(units: Units) -> Units:
        if wanted(units):
            raise LibraryRaises(error)
        return units

    return of_units(fix)


def of_tally(fix: Callable[[Tally], Tally]) -> Change:
    """Return the change of what has been counted."""

    def change(pipeline: Pipeline) -> Pipeline:
        count = pipeline.count
        return replace(pipeline, count=lambda units: fix(count(units)))

    return change


def raises_at_tally(wanted: Callable[[Tally], bool], error: str) -> Change:
    """Return the change that raises if what has been counted is like this."""

    def fix(tally: Tally) -> Tally:
        if wanted(tally):
            raise LibraryRaises(error)
        return tally

    return of_tally(fix)


def with_rows(kinds: Collection[str]) -> Change:
    """Return the change after which each of these types has a row, if only of zeros."""

    def fix(tally: Tally) -> Tally:
        empty = dict.fromkeys(tally.total, Counts())
        return replace(tally, by_type={**dict.fromkeys(kinds, empty), **tally.by_type})

    return of_tally(fix)


def of_counts(fix: Callable[[Counts], Counts]) -> Change:
    """Return the change of all counts, in the total and of each type."""

    def fixed(row: Mapping[Schema, Counts]) -> dict[Schema, Counts]:
        return {schema: fix(counts) for schema, counts in row.items()}

    return of_tally(
        lambda tally: replace(
            tally, total=fixed(tally.total), by_type={kind: fixed(row) for kind, row in tally.by_type.items()}
        )
    )


def of_scores(fix: Callable[[Scores, Tally, Schema], Scores]) -> Change:
    """Return the change of the scores of each schema, which knows what was counted."""

    def change(pipeline: Pipeline) -> Pipeline:
        score = pipeline.score

        def scored(tally: Tally, beta: Fraction) -> dict[Schema, Scores]:
            return {schema: fix(scores, tally, schema) for schema, scores in score(tally, beta).items()}

        return replace(pipeline, score=scored)

    return change


def total_where_undefined(value: Fraction | None) -> Change:
    """Return the change after which a ratio of the total that divides by 0 has this value, and an F of 0, too."""

    def fix(scores: Scores, tally: Tally, schema: Schema) -> Scores:
        counts, total = tally.total[schema], scores.averages["micro"]
        precision, recall = total.precision if counts.act else value, total.recall if counts.pos else value
        micro = Score(precision, recall, total.f if counts.cor else value)
        return replace(scores, averages={**scores.averages, "micro": micro})

    return of_scores(fix)


def scored_if(counted: Callable[[Units], bool]) -> Change:
    """Return the change after which there are no results, no schema and no row, where the units are not like this."""

    def change(pipeline: Pipeline) -> Pipeline:
        keep, count, score = pipeline.filter, pipeline.count, pipeline.score
        found: list[bool] = []

        def kept(units: Stream) -> Stream:
            listed = list(units)
            found[:] = [counted(listed)]
            return keep(listed)

        def tally_of(units: Iterable[Outcomes]) -> Tally:
            return count(units) if found[0] else Tally({}, {}, frozenset(), frozenset())

        def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
            return score(tally, beta) if tally.total else {}

        return replace(pipeline, filter=kept, count=tally_of, score=scored)

    return change


ReadTag = Callable[[Any, Dialect], Mark | None]
"""One tag, or what stands in its place, and the dialect in; its mark out, or `None` where it is read as it ever was."""


def of_tags(read: ReadTag) -> Change:
    """Return the change to a library that reads some tags otherwise, each by itself."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect, before = pipeline.dialect, pipeline.parse

        def mark_of(tag: object) -> Mark:
            found = read(tag, dialect)
            return before([tag])[0] if found is None else found  # type: ignore[list-item] # parse looks at what it is

        return replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags)))

    return change


def outside_if(wanted: Callable[[Any, Dialect], bool]) -> Change:
    """Return the change to a library for which such tags, or what stands in their place, are part of no span."""
    return of_tags(lambda tag, dialect: outside(tag or "") if wanted(tag, dialect) else None)


def outside(tag: str) -> Mark:
    """Return the mark of a tag that is no part of any span."""
    return Mark("O", "", tag)


def split(tag: str) -> tuple[str, str | None]:
    """Return what stands before the first hyphen, and what behind it; without hyphen there is no type."""
    letter, hyphen, kind = tag.partition("-")
    return letter, kind if hyphen else None


def members(value: object) -> list[Any]:
    """Return the members of a list or a tuple; whatever else the value is has none."""
    return list(value) if isinstance(value, list | tuple) else []


def everything(given: Given) -> Iterator[object]:
    """Yield whatever stands in place of a tag on either side."""
    return (tag for side in (given.gold, given.pred) for unit in members(side) for tag in members(unit))


def has_entities(given: Given) -> bool:
    """Whether a tag is not O."""
    return bool(given.tags() - {"O"})


def has_no_units(given: Given) -> bool:
    """Whether neither side has a unit."""
    return not given.gold and not given.pred


def has_span(given: Given) -> bool:
    """Whether there is a span on either side."""
    return any(isinstance(item, Span) for item in everything(given))


def has_tag(wanted: Callable[[Any, Dialect], bool]) -> Callable[[Given], bool]:
    """Return the predicate of data of spans in which something in place of a tag is like this."""

    def fires(given: Given) -> bool:
        if given.dialect.item is Item.TOKEN:
            return False
        found = (tag for tag in everything(given) if not isinstance(tag, Span))
        return any(wanted(tag, given.dialect) for tag in found)

    return fires


def has_unit(wanted: Callable[[Any], bool]) -> Callable[[Given], bool]:
    """Return the predicate of data in which something in place of a unit is like this."""
    return lambda given: any(wanted(unit) for side in (given.gold, given.pred) for unit in members(side))


def of_given_units(fix: Callable[[Any], Any]) -> Change:
    """Return the change to a library that takes something else for a unit than what is there."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.read

        def read(gold: object, pred: object) -> Sequence[Any]:
            return before(*([fix(unit) for unit in members(side)] for side in (gold, pred)))

        return replace(pipeline, read=read)

    return change


def has_no_length(unit: object) -> bool:
    """Whether what stands in place of a unit is neither a list nor a string."""
    return not isinstance(unit, list | tuple | str)


def raises_at(wanted: Callable[[Any], bool], error: str) -> Change:
    """Return the change to a library that crashes at a unit which is like this."""

    def fix(unit: object) -> object:
        if wanted(unit):
            raise LibraryRaises(error)
        return unit

    return of_given_units(fix)


def first_then(*changes: Change) -> Change:
    """Return several changes as one, made in this order."""

    def change(pipeline: Pipeline) -> Pipeline:
        for each in changes:
            pipeline = each(pipeline)
        return pipeline

    return change


def has_illegal(given: Given) -> bool:
    """Whether a unit of either side has an illegal transition (DEC-3)."""
    parse = parser(given.dialect)
    try:
        return any(violations_of(given.dialect.scheme, parse(unit)) for unit in given.tagged())
    except NerconformError:
        return False


def raises_where_refused(error: str, policy: Callable[[Scheme], Policy]) -> Change:
    """Return the change to a library that crashes wherever this policy refuses, and else decodes by it."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect
        careful = decoder(replace(dialect, policy=policy(dialect.scheme)))

        def decode(marks: Sequence[Mark], side: Side) -> Spans:
            try:
                return careful(marks, side)
            except IllegalTransition:
                raise LibraryRaises(error) from None

        return replace(pipeline, decode=decode)

    return change


_PARTS = [str, int, int]
_Bounds = dict[tuple[int, int], tuple[int, int]]


def one_by_one(gold: Spans, pred: Spans, choose: Callable[[Sequence[Span], Span], Span | None]) -> tuple[Pair, ...]:
    """Return who met whom where each prediction, in list order, takes the free gold span that is chosen for it."""
    free, rows = list(gold), list[Pair]()
    for span in pred:
        taken = choose(free, span)
        rows.append(Pair(taken, span))
        if taken is not None:
            free.remove(taken)
    return (*rows, *(Pair(one, None) for one in free))


def has_no_string(given: Given) -> bool:
    """Whether something in place of a tag is neither a string nor a span."""
    return any(not isinstance(tag, str | Span) for tag in everything(given))


def has_odd_bounds(given: Given) -> bool:
    """Whether a span covers no token, or begins below 0."""
    items: Iterator[Any] = everything(given)
    return any(not 0 <= item[1] < item[2] for item in items if _is_span(item))


def _is_span(item: Any) -> bool:  # noqa: ANN401 - whatever stands in place of a span
    return isinstance(item, tuple | list) and list(map(type, item)) == _PARTS


def bounds_unchecked() -> Change:
    """Return the change to a library that takes the bounds of spans as they come.

    A span that covers no token meets its equal alone: it stands behind all others, at one place for each two bounds.
    """
    return lambda pipeline: replace(pipeline, read=_reader(pipeline.read, _moved))


def bounds_kept() -> Change:
    """Return the change to a library that takes the bounds of spans as they come, and computes with them."""
    return lambda pipeline: replace(pipeline, read=_reader(pipeline.read, _kept))


def _reader(
    before: Callable[[object, object], Sequence[Unit]], place: Callable[[Sequence[Span]], _Bounds]
) -> Callable[[object, object], Sequence[Unit]]:
    def read(gold: object, pred: object) -> Sequence[Unit]:
        sides = [members(gold), members(pred)]
        items = [item for side in sides for unit in side for item in members(unit)]
        if not all(map(_is_span, items)) or len(sides[0]) != len(sides[1]):
            return before(gold, pred)
        moved = place([Span(*item) for item in items])
        pairs = zip(*([_annotation(unit, moved) for unit in side] for side in sides), strict=True)
        return [Unit(*pair) for pair in pairs]

    return read


def _kept(spans: Sequence[Span]) -> _Bounds:
    """Return all bounds as they are."""
    return {(span.start, span.end): (span.start, span.end) for span in spans}


def _moved(spans: Sequence[Span]) -> _Bounds:
    """Return legal bounds for all bounds."""
    bounds = sorted({(span.start, span.end) for span in spans})
    shift = max([0, *(-start for start, _ in bounds)])
    last = max([0, *(end for _, end in bounds)]) + shift
    odd = [each for each in bounds if each[0] >= each[1]]
    return {each: (each[0] + shift, each[1] + shift) for each in bounds} | {
        each: (last + 2 * index, last + 2 * index + 1) for index, each in enumerate(odd)
    }


def _annotation(unit: Sequence[Any], moved: _Bounds) -> Annotation:
    return Annotation(None, tuple(Span(kind, *moved[start, end]) for kind, start, end in unit))

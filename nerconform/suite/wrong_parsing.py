"""Wrong parsing: mistakes before the first tag is decoded."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import dropwhile, takewhile, zip_longest

from nerconform.asking.array_rows import array_columns, array_rows, is_unsure, layout_of
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Pool
from nerconform.reference.pipeline import Change, Pipeline, Read
from nerconform.reference.schemes import Mark, violations_of
from nerconform.reference.units import Annotation, Unit
from nerconform.suite.mistake import Mistake

TAGGED = ("conlleval",)
"""The base of mistakes that are the same with and without alignment."""


def of_read(fix: Callable[[Read], Read]) -> Change:
    """Return the change of what is read; the first step that works on it, parse, counts as changed, too."""

    def change(pipeline: Pipeline) -> Pipeline:
        return replace(pipeline, read=fix(pipeline.read), parse=partial(pipeline.parse))

    return change


def _is_list(*values: object) -> bool:
    return all(isinstance(value, list | tuple) for value in values)


def _first_units_of_both(read: Read) -> Read:
    """Leave out the units that only one side has, as `zip` does."""

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        if isinstance(gold, list | tuple) and isinstance(pred, list | tuple):
            both = min(len(gold), len(pred))
            return read(gold[:both], pred[:both])
        return read(gold, pred)

    return wrong


def _all_units_of_both(read: Read) -> Read:
    """Take a unit that only one side has for one without a tag on the other."""

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        if not isinstance(gold, list | tuple) or not isinstance(pred, list | tuple) or len(gold) == len(pred):
            return read(gold, pred)
        both = min(len(gold), len(pred))
        more = zip_longest(read(gold[both:], gold[both:]), read(pred[both:], pred[both:]), fillvalue=None)
        nothing = Annotation(())
        left = [Unit(one.gold if one else nothing, other.pred if other else nothing) for one, other in more]
        return [*read(gold[:both], pred[:both]), *left]

    return wrong


def _first_tokens_of_both(read: Read) -> Read:
    """Leave out the tokens of a unit that only one side has."""

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        if not isinstance(gold, list | tuple) or not isinstance(pred, list | tuple) or len(gold) != len(pred):
            return read(gold, pred)
        if not all(_is_list(one) and all(isinstance(tag, str) for tag in one) for one in (*gold, *pred)):
            return read(gold, pred)
        pairs = [list(zip(one, other, strict=False)) for one, other in zip(gold, pred, strict=True)]
        return read([[one for one, _ in unit] for unit in pairs], [[other for _, other in unit] for unit in pairs])

    return wrong


def _unchecked(read: Read) -> Read:
    """Read each side by itself, so that nobody sees that their units have different lengths."""

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        if not isinstance(gold, list | tuple) or not isinstance(pred, list | tuple) or len(gold) != len(pred):
            return read(gold, pred)
        sides = zip(read(gold, gold), read(pred, pred), strict=True)
        return [Unit(one.gold, other.pred) for one, other in sides]

    return wrong


Tags = Sequence[Sequence[str]]
"""Tags of each unit of one side."""


def of_tags(fix: Callable[[Tags, Tags], tuple[Tags, Tags]]) -> Change:
    """Return the change of the tags that are read from the arrays in which a question is asked."""

    def reader(read: Read) -> Read:
        def wrong(gold: object, pred: object) -> Sequence[Unit]:
            units = read(gold, pred)
            sides = [[list(side.tags) for side in unit if side.tags is not None] for unit in units]
            if any(len(pair) != len(unit) for pair, unit in zip(sides, units, strict=True)):
                return units
            if not all(isinstance(tag, str) for pair in sides for side in pair for tag in side):
                return units
            fixed = fix([pair[0] for pair in sides], [pair[1] for pair in sides])
            return [Unit(Annotation(one), Annotation(other)) for one, other in zip(*fixed, strict=True)]

        return wrong

    return of_read(reader)


def _columns(first: int, last: int | None) -> Change:
    """Return the change that reads only these columns: `array[:, first:last]`."""

    def fix(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
        rows = array_columns([len(unit) for unit in gold], layout_of(gold, pred))
        kept = [[token for token in row[first:last] if token is not None] for row in rows]
        left, right = (
            [[unit[token] for token in row] for row, unit in zip(kept, side, strict=True)] for side in (gold, pred)
        )
        return left, right

    return of_tags(fix)


def _ignored_as_outside(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Read -100 as O, and keep what is predicted there."""
    rows = array_rows(gold, pred)
    return [["O" if tag is None else tag for tag in row] for row in rows.gold], rows.pred


def _ignored_as_outside_twice(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Read O on both sides where there is -100."""
    rows = array_rows(gold, pred)
    both = [list(zip(*row, strict=True)) for row in zip(rows.gold, rows.pred, strict=True)]
    left = [["O" if tag is None else tag for tag, _ in row] for row in both]
    return left, [["O" if tag is None else guess for tag, guess in row] for row in both]


class _LastTags(tuple[str, ...]):
    """The tags of the last unit of a side."""

    __slots__ = ()


class _LastMarks(tuple[Mark, ...]):
    """What its tags say."""

    __slots__ = ()


def _lost_at_end_of_data(pipeline: Pipeline) -> Pipeline:
    """Lose the span that is open where the data of a side end, which are those of its last unit with tokens."""
    read, parse, decode = pipeline.read, pipeline.parse, pipeline.decode

    def marked(annotation: Annotation) -> Annotation:
        return annotation if annotation.tags is None else Annotation(_LastTags(annotation.tags))

    def wrong_read(gold: object, pred: object) -> Sequence[Unit]:
        units = list(read(gold, pred))
        last = max((at for at, unit in enumerate(units) if unit.gold.tags or unit.pred.tags), default=-1)
        return [Unit(marked(one.gold), marked(one.pred)) if at == last else one for at, one in enumerate(units)]

    def wrong_parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        found = parse(tags)
        return _LastMarks(found) if isinstance(tags, _LastTags) else found

    def wrong_decode(marks: Sequence[Mark], side: Side) -> Spans:
        spans = decode(marks, side)
        last = isinstance(marks, _LastMarks) or pipeline.dialect.pool is Pool.FLAT
        return tuple(span for span in spans if not last or span.end < len(marks))

    return replace(pipeline, read=wrong_read, parse=wrong_parse, decode=wrong_decode)


def without_outside(*, of_gold: bool) -> Change:
    """Return the change that leaves out the tokens that are O on one side."""

    def fix(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
        kept = [[at for at, tag in enumerate(unit) if tag != "O"] for unit in (gold if of_gold else pred)]
        left, right = (
            [[unit[at] for at in row] for row, unit in zip(kept, side, strict=True)] for side in (gold, pred)
        )
        return left, right

    return of_tags(fix)


def _rows_cut_at_ignored(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """End each row at the first -100 after a label."""
    lengths = []
    for row in array_columns([len(unit) for unit in gold], layout_of(gold, pred)):
        labels = list(dropwhile(lambda token: token is None, row))
        lengths.append(len(list(takewhile(lambda token: token is not None, labels))))
    left, right = ([unit[:length] for unit, length in zip(side, lengths, strict=True)] for side in (gold, pred))
    return left, right


def _gold_alone_masked(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Take the labels out of the gold row that are not -100, and as many labels from the start of the other row."""
    rows = array_rows(gold, pred)
    return gold, [list(row[: len(unit)]) for row, unit in zip(rows.pred, gold, strict=True)]


def _unsure_as_outside(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Predict O where the model is unsure."""
    columns = array_columns([len(unit) for unit in gold], layout_of(gold, pred))
    read = [list(unit) for unit in pred]
    for row, tokens in enumerate(columns):
        for column, token in enumerate(tokens):
            if token is not None and is_unsure(row, column):
                read[row][token] = "O"
    return gold, read


def _without_illegal_units(pipeline: Pipeline) -> Pipeline:
    """Leave out the units in which the scheme forbids a transition."""

    def is_legal(annotation: Annotation) -> bool:
        return annotation.tags is None or not violations_of(pipeline.dialect.scheme, pipeline.parse(annotation.tags))

    def reader(read: Read) -> Read:
        return lambda gold, pred: [unit for unit in read(gold, pred) if is_legal(unit.gold) and is_legal(unit.pred)]

    return of_read(reader)(pipeline)


def _until_empty(read: Read) -> Read:
    """Stop at the first unit of gold that has no token."""

    def wrong(gold: object, pred: object) -> Sequence[Unit]:
        units = read(gold, pred)
        return list(takewhile(lambda unit: unit.gold.tags is None or len(unit.gold.tags), units))

    return wrong


PARSING: tuple[Mistake, ...] = (
    Mistake(
        "longer-side-cut",
        "If gold and predictions have different numbers of sentences, the extra sentences are ignored, because zip "
        "stops at the end of the shorter list.",
        of_read(_first_units_of_both),
        TAGGED,
    ),
    Mistake(
        "longer-side-kept",
        "If gold and predictions have different numbers of sentences, each extra sentence is scored as if the "
        "other side had no entities in it.",
        of_read(_all_units_of_both),
        TAGGED,
    ),
    Mistake(
        "longer-unit-cut",
        "If gold and prediction of a sentence have different numbers of tokens, the extra tokens are ignored, "
        "because zip stops at the end of the shorter list.",
        of_read(_first_tokens_of_both),
        TAGGED,
    ),
    Mistake(
        "lengths-unchecked",
        "If gold and prediction of a sentence have different numbers of tokens, each side is read to its own end, "
        "and no error is raised.",
        of_read(_unchecked),
        TAGGED,
    ),
    Mistake(
        "ignored-as-outside",
        "The label -100 in gold is read as O, and an entity that is predicted there counts.",
        of_tags(_ignored_as_outside),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "ignored-as-outside-on-both-sides",
        "The label -100 in gold is read as O in gold and in the prediction, which splits an entity around it.",
        of_tags(_ignored_as_outside_twice),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "ignored-left-in-predictions",
        "The label -100 is removed from gold only, and the prediction is cut to the length of what is left, so that "
        "labels of different tokens are compared.",
        of_tags(_gold_alone_masked),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "row-cut-at-ignored",
        "A row of labels is read up to the first -100 that follows a label, as by `break` in place of `continue`.",
        of_tags(_rows_cut_at_ignored),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "unsure-as-outside",
        "A prediction of low probability is replaced by O, so an entity is missed that the model predicts.",
        of_tags(_unsure_as_outside),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "first-column-cut",
        "The first column of the label arrays is cut off, as by labels[:, 1:].",
        _columns(1, None),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "last-column-cut",
        "The last column of the label arrays is cut off, as by labels[:, :-1].",
        _columns(0, -1),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "outer-columns-cut",
        "The first and the last column of the label arrays are cut off, as by labels[:, 1:-1].",
        _columns(1, -1),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "last-two-columns-cut",
        "The last two columns of the label arrays are cut off, as by labels[:, :-2].",
        _columns(0, -2),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "gold-outside-left-out",
        "Tokens that are O in gold are left out on both sides, so a false positive there does not count.",
        without_outside(of_gold=True),
        TAGGED,
    ),
    Mistake(
        "predicted-outside-left-out",
        "Tokens that are predicted as O are left out on both sides, so an entity that is missed there does not count.",
        without_outside(of_gold=False),
        TAGGED,
    ),
    Mistake(
        "illegal-units-dropped",
        "A sentence with an illegal tag on either side is left out.",
        _without_illegal_units,
        TAGGED,
    ),
    Mistake(
        "units-after-empty-lost",
        "Scoring ends at the first sentence without tokens; later sentences are lost.",
        of_read(_until_empty),
        TAGGED,
    ),
    Mistake(
        "entity-at-end-of-data-lost",
        "An entity is lost if it ends with the last token of the last sentence.",
        _lost_at_end_of_data,
    ),
)

"""Quirks of seqeval's counts of tokens, `performance_measure`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising, unchanged
from nerconform.comparison.causes.reading import everything, members
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.units import Annotation, Unit
from nerconform.reference.values import Labels

_READING: Mapping[str, str] = MappingProxyType(
    {"policy": "lenient", "item": "token", "align": "none", "labels": "given{B-X,B-Y}"}
)
_MODES = ("performance-measure",)


def _forgiven(pipeline: Pipeline) -> Pipeline:
    """Return the path on which gold tokens that have another predicted tag are passed over: they are not missed."""
    keep = pipeline.filter

    def kept(units: Stream) -> Iterator[tuple[Spans, Spans]]:
        for gold, pred in keep(units):
            found = {span.start: span.type for span in pred}
            yield tuple(span for span in gold if found.get(span.start, span.type) == span.type), pred

    return replace(pipeline, filter=kept)


def _has_two_classes(given: Given) -> bool:
    return len(given.tags() - {"O"}) > 1


def joined(given: Given) -> tuple[list[Any], list[Any]]:
    """Return both sides as they are counted: joined if some gold unit is a list. Raises `LibraryRaises`."""
    gold, pred = members(given.gold), members(given.pred)
    try:
        if any(isinstance(unit, list) for unit in gold):
            gold, pred = ([tag for unit in side for tag in unit] for side in (gold, pred))
    except TypeError:
        raise LibraryRaises("TypeError") from None
    return gold, pred


def text_of(value: object) -> str:
    """Return a tag for what stands in place of one: equal values have one."""
    return value if isinstance(value, str) and value else f"\0{value!r}"


def _counted(given: Given) -> Change:
    """Return the change of a whole input: pairs are made until one side ends, of whatever stands there."""
    try:
        pairs = list(zip(*joined(given), strict=False))
    except LibraryRaises as raised:
        return raising(Step.PARSE, raised.error)
    gold, pred = ([text_of(pair[side]) for pair in pairs] for side in (0, 1))
    classes = {*gold, *pred} - {"O"}

    def change(pipeline: Pipeline) -> Pipeline:
        labels = Labels.of(classes or pipeline.dialect.labels.given)
        path = Pipeline.of(replace(pipeline.dialect, labels=labels))

        def read(_gold: object, _pred: object) -> Sequence[Unit]:
            return [Unit(Annotation(gold), Annotation(pred))]

        return replace(path, read=read)

    return change


def _is_unchecked(given: Given) -> bool:
    """Whether something is no unit or no tag, or the two sides have other lengths."""
    sides = members(given.gold), members(given.pred)
    units = [unit for side in sides for unit in side]
    if not all(isinstance(unit, list) for unit in units):
        return True
    odd = any(not isinstance(tag, str) or not tag for tag in everything(given))
    return odd or list(map(len, sides[0])) != list(map(len, sides[1]))


OTHER_TAG = Quirk(
    id="seqeval.wrong-tag-is-no-false-negative",
    library="seqeval",
    versions="==1.2.2",
    step=Step.FILTER,
    title="A wrong tag is a false positive, and no false negative",
    prose=(
        "performance_measure counts a token as FN where the prediction is O. A token with another tag than the gold "
        "one is FP alone, though the gold tag was missed, so TP and FN do not add up to the tokens of the gold."
    ),
    clause="CNT-1",
    base=_READING,
    schemes=tuple(Scheme),
    fires=_has_two_classes,
    change=_forgiven,
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"strict.micro.fp": 1, "strict.micro.fn": 0},
        data=([["B-X"]], [["B-Y"]]),
    ),
    link="https://github.com/chakki-works/seqeval/pull/40",
    modes=_MODES,
)
UNCHECKED = Quirk(
    id="seqeval.counts-of-unchecked-input",
    library="seqeval",
    versions="==1.2.2",
    step=Step.PARSE,
    title="The counts of tokens look at no length and no form",
    prose=(
        "performance_measure joins the units of each side if some gold unit is a list, and pairs off what is there "
        "until one side ends. Sides of different lengths, a flat list of tags, empty tags and values that are no tags "
        "are counted; a unit that is no list ends in a TypeError without place."
    ),
    clause="INP-2",
    base=_READING,
    schemes=tuple(Scheme),
    fires=_is_unchecked,
    change=unchanged,
    shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B-X", "O"]], [["B-X"]])),
    modes=_MODES,
    reads=_counted,
)
QUIRKS = (OTHER_TAG, UNCHECKED)

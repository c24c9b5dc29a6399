"""HIPE-scorer: the scorer of CLEF-HIPE 2020 and 2022, asked through examples/external."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from functools import partial

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members, of_tally
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.pipeline import Change, Pipeline, of_decoded
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="HIPE-scorer")
BASE = {
    "bare": "two-chars",
    "policy": "lenient",
    "unknown": "as-I",
    "labels": "gold",
    "duplicates": "by-value",
    "align": "input",
}
_NO_TYPES = {"_", "-", "O"}


def _of_texts(fix: Callable[[str], str]) -> Change:
    """Return the change that reads each tag as another text."""

    def change(pipeline: Pipeline) -> Pipeline:
        parse = pipeline.parse
        return replace(pipeline, parse=lambda tags: parse([fix(tag) if isinstance(tag, str) else tag for tag in tags]))

    return change


def _as_b(tag: str) -> str:
    return f"B{tag[1:]}" if tag.upper().startswith("S-") else tag


def _gold_tags(given: Given) -> Iterator[str]:
    """Yield the gold tags as the scorer reads them."""
    for unit in members(given.gold):
        yield from (tag.upper() for tag in members(unit) if isinstance(tag, str))


def _of_last_parts(given: Given) -> Change:
    """Return the change that keeps the entities whose type stands behind the last hyphen of some gold tag."""
    return _keeping({tag.rpartition("-")[2] for tag in _gold_tags(given)} - _NO_TYPES)


def _charged(tally: Tally) -> Tally:
    """Leave out the row of a type to which nothing is charged."""
    rows = {kind: row for kind, row in tally.by_type.items() if any(counts != Counts() for counts in row.values())}
    return replace(tally, by_type=rows)


def _keeping(kinds: Container[str]) -> Change:
    """Return the change that keeps entities of these types alone."""

    def keep(units: Stream) -> Iterator[tuple[Spans, Spans]]:
        for sides in units:
            gold, pred = (tuple(span for span in side if span.type.upper() in kinds) for side in sides)
            yield gold, pred

    return lambda pipeline: of_tally(_charged)(replace(pipeline, filter=keep))


class _WholeTypes:
    """The types that are the text after the last hyphen of their tag."""

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, str) and "-" not in kind and kind not in _NO_TYPES


def _has_odd_type(given: Given) -> bool:
    """Whether a gold tag has another type than the text behind its last hyphen, or one that is no type."""
    tags = {*_gold_tags(given)} - {"O"}
    return any(tag.count("-") != 1 or tag[1:2] != "-" or tag[2:] in _NO_TYPES for tag in tags)


def _has_small_letters(given: Given) -> bool:
    """Whether a tag is not in capitals."""
    return any(tag != tag.upper() for tag in given.tags())


def _has_singles(given: Given) -> bool:
    """Whether a tag has the prefix S."""
    return any(tag.upper().startswith("S-") for tag in given.tags())


def _without_untyped_end(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Leave out an entity without a type that reaches the end of its sentence."""
    return tuple(span for span in spans if span.type or span.end < len(marks))


def _untyped_ends(given: Given) -> Change:
    """Return the change that leaves them out; if gold has one, entities without a type still take part."""
    drop = of_decoded(_without_untyped_end)
    ends = [tag for unit in members(given.gold) for tag in list(members(unit))[-1:]]
    if all(tag == "O" or (isinstance(tag, str) and tag[2:]) for tag in ends):
        return drop

    def change(pipeline: Pipeline) -> Pipeline:
        def keep(units: Stream) -> Iterator[tuple[Spans, Spans]]:
            *kept, _ = pipeline.filter([*units, ((Span("", 0, 1),), ())])
            yield from kept

        return drop(of_tally(_charged)(replace(pipeline, filter=keep)))

    return change


def _ends_untyped(given: Given) -> bool:
    """Whether the last tag of a sentence has no type."""
    return any(unit[-1] != "O" and not unit[-1][2:] for unit in given.tagged())


_quirk = partial(Quirk, base=BASE, schemes=(Scheme.IOB1, Scheme.IOB2))
QUIRKS = (
    _quirk(
        "hipe-scorer.type-with-a-hyphen-is-dropped",
        Step.FILTER,
        _has_odd_type,
        _keeping(_WholeTypes()),
        reads=_of_last_parts,
    ),
    _quirk("hipe-scorer.types-in-capitals", Step.PARSE, _has_small_letters, _of_texts(str.upper)),
    _quirk("hipe-scorer.s-is-read-as-b", Step.PARSE, _has_singles, _of_texts(_as_b)),
    _quirk(
        "hipe-scorer.untyped-end-is-dropped",
        Step.DECODE,
        _ends_untyped,
        of_decoded(_without_untyped_end),
        reads=_untyped_ends,
    ),
)

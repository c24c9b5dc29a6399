"""Quirks of seqeval's default mode: chunks that never begin or never end."""

from collections.abc import Sequence
from dataclasses import replace

from nerconform.comparison.causes.borders import Pairs, Tag
from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.comparison.causes.seqeval import LENIENT
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Affix, Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.spans import Span

_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES)
_ENDS = Pairs.read("ES>* BI>BSO")
_BEGINS = Pairs.read("*>BS ESO>IE")
_OUTSIDE = frozenset("O.")


class Typed(Mark):
    """The mark of a tag that a release splits otherwise; it has the type of O, too."""

    __slots__ = ()


def _tag(mark: Mark, affix: Affix) -> Tag:
    """Return letter and type by position, of O as of every other tag."""
    text = mark.text
    if isinstance(mark, Typed):
        return Tag(text[0] if affix is Affix.PREFIX else text[-1], mark.type)
    if affix is Affix.PREFIX:
        return Tag(text[0], text[1:].split("-", 1)[-1] or "_")
    return Tag(text[-1], text[:-1].rsplit("-", 1)[0] or "_")


def as_one(pipeline: Pipeline) -> Pipeline:
    """Return the path on which all units are one, with an O behind each; every tag has a type, O and `.` too.

    A chunk is returned at every end, from the last beginning before it, which may be that of another chunk.
    """
    parse, affix = pipeline.parse, pipeline.dialect.affix

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        spans, begun, before = list[Span](), 0, Tag("O", "")
        for position, mark in enumerate((*marks, *parse(["O"]))):
            tag = _tag(mark, affix)
            other = before.type != tag.type
            if _ENDS.has(before, tag) or (other and before.letter not in _OUTSIDE):
                spans.append(Span(before.type, begun, position))
            if _BEGINS.has(before, tag) or (other and tag.letter not in _OUTSIDE):
                begun = position
            before = tag
        return tuple(spans)

    dialect = replace(pipeline.dialect, pool=Pool.FLAT)
    return replace(pipeline, dialect=dialect, parse=lambda tags: (*parse(tags), *parse(["O"])), decode=decode)


def _letters(given: Given) -> set[str]:
    """Return the letters of all tags."""
    prefix = given.dialect.affix is Affix.PREFIX
    return {tag[:1] if prefix else tag[-1:] for tag in given.tags()}


def _has_dot(given: Given) -> bool:
    return "." in _letters(given)


def _goes_on(given: Given) -> bool:
    """Whether there is a letter that the table or the scheme lacks: beside it a chunk may go on.

    In the schemes of its own mode a full stop is another quirk, which does the same.
    """
    known = {*"BIES"} & {*roles_of(given.dialect.scheme)}
    alone = given.dialect.scheme not in _SCHEMES or not _has_dot(given)
    return alone and bool(_letters(given) - known - {"O"})


DOT = Quirk(
    id="seqeval.dot-is-outside",
    library="seqeval",
    versions="!=0.0.15,!=0.0.16,!=0.0.17,<=1.2.2",
    step=Step.DECODE,
    title="Default mode takes a full stop for O",
    prose=(
        "The tests for the start and the end of a chunk leave out the letter `.`, as conlleval.pl does without "
        "saying so. A tag that is or begins with a full stop opens nothing, and ends what stands before it only "
        "by its type."
    ),
    clause="TAG-4",
    base=LENIENT,
    schemes=_SCHEMES,
    fires=_has_dot,
    change=as_one,
    shown=Shown(Scheme.IOB2, ".-X", ".-X", spans=()),
    modes=("default", "default:*", "sample-weight"),
)
GOES_ON = Quirk(
    id="seqeval.chunk-over-units",
    library="seqeval",
    versions="!=0.0.15,!=0.0.16,!=0.0.17,<=1.2.2",
    step=Step.DECODE,
    title="Beside an unknown letter without a type a chunk goes on over O and into the next unit",
    prose=(
        "All units are joined, with an O behind each, and at that O a chunk ends by its letter or because the "
        "type changes. An O has a type as well: the `_` of all tags that are a letter alone, or what is written "
        "behind it. Where the letter is unknown and the type is the same, nothing ends and nothing begins, so "
        "that a chunk is lost, or reaches from the beginning of an earlier one to where it ends, over units."
    ),
    clause="TAG-6",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_goes_on,
    change=as_one,
    shown=Shown(Scheme.IOB2, "Q", "Q", spans=()),
    modes=("default", "default:*", "sample-weight"),
)
QUIRKS = (DOT, GOES_ON)

"""NCRF++: its decoders of tags, and its F1."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import total_where_undefined
from nerconform.reference.decoding import decoder
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Pipeline, of_decoded
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span

LIBRARY = Library(package=__name__, name="NCRF++")
_ROLES: Mapping[Scheme, str] = {Scheme.BIOES: "BSE", Scheme.BMES: "BSE", Scheme.IOB2: "BI"}
"""The letters that are looked for, in this order."""
_BASE = {"policy": "ncrfpp", "align": "none"}


def _read(tag: str, roles: str) -> Mark:
    """Read a tag by the first letter of these that it holds, with a hyphen, anywhere."""
    upper = tag.upper()
    role = next((role for role in roles if f"{role}-" in upper), "O")
    return Mark(role, "" if role == "O" else upper.replace(f"{role}-", "", 1), tag)


def _anywhere(pipeline: Pipeline) -> Pipeline:
    """Read tags by what they hold, and never emit a span without type, unless S gave it."""
    roles = _ROLES[pipeline.dialect.scheme]

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        return tuple(_read(tag, roles) for tag in tags)

    return of_decoded(_typed)(replace(pipeline, parse=parse))


def _typed(spans: Spans, marks: Sequence[Mark]) -> Spans:
    return tuple(span for span in spans if span.type or marks[span.start].role == "S")


def _holds_another(given: Given) -> bool:
    """Whether a tag reads otherwise anywhere in its capitals than at its beginning."""
    roles = _ROLES.get(given.dialect.scheme, "")

    def as_written(tag: str) -> Mark:
        letter, hyphen, kind = tag.partition("-")
        return Mark(letter, kind, tag) if letter and letter in roles and hyphen else Mark("O", "", tag)

    return any(_read(tag, roles) != as_written(tag) for tag in given.tags())


def _has_more_than_b(given: Given) -> bool:
    """Whether a tag is I or O."""
    return any(not tag.startswith("B-") for tag in given.tags())


def _as_bmes(pipeline: Pipeline) -> Pipeline:
    """Decode IOB2 as BMES, which knows no I."""
    bmes = replace(pipeline.dialect, scheme=Scheme.BIOES, policy=POLICIES["ncrfpp"])
    return _written_twice(replace(pipeline, decode=decoder(bmes)))


class _WithEnd(str):
    """The type of a span of one token that is written with its end."""

    __slots__ = ()


def _written_twice(pipeline: Pipeline) -> Pipeline:
    """Keep spans of one token apart that are written with their end, and without."""

    def match(gold: Spans, pred: Spans) -> Outcomes:
        kinds = [pipeline.match(_those(gold, end), _those(pred, end)) for end in (False, True)]
        rows = {schema: tuple(row for kind in kinds for row in kind.rows[schema]) for schema in kinds[0].rows}
        return Outcomes(rows)

    return of_decoded(_written)(replace(pipeline, match=match))


def _those(spans: Spans, end: bool) -> Spans:  # noqa: FBT001 - one of two kinds
    return tuple(span for span in spans if isinstance(span.type, _WithEnd) is end)


def _written(spans: Spans, marks: Sequence[Mark]) -> Spans:
    return tuple(span._replace(type=_WithEnd(span.type)) if _has_end(span, marks) else span for span in spans)


def _has_end(span: Span, marks: Sequence[Mark]) -> bool:
    """Whether the next tag ended a span of one token: S, and what is pending at the end, are written without it."""
    following = marks[span.end].role if span.end < len(marks) else ""
    return span.end - span.start == 1 and marks[span.start].role == "B" and following in {"B", "S"}


def _has_two_openings(given: Given) -> bool:
    """Whether a unit has two tags that may be B or S."""
    return any(sum("B-" in tag.upper() or "S-" in tag.upper() for tag in unit) > 1 for unit in given.tagged())


def _may_have_nothing_right(given: Given) -> bool:
    """Whether no unit has an entity and is predicted as it is: then something may be right all the same."""
    sides = [side if isinstance(side, list | tuple) else [] for side in (given.gold, given.pred)]
    return not any(gold == pred and _opens(gold) for gold, pred in zip(*sides, strict=False))


def _opens(unit: object) -> bool:
    """Whether a tag, or a given span, is an entity whatever stands beside it."""
    ones = unit if isinstance(unit, list | tuple) else []
    return any(not isinstance(one, str) or (one[:2] in {"B-", "S-"} and len(one) > len("B-")) for one in ones)


_quirk = partial(Quirk, base=_BASE, schemes=tuple(_ROLES))
QUIRKS = (
    _quirk("ncrfpp.letters-anywhere", Step.PARSE, _holds_another, _anywhere),
    _quirk("ncrfpp.bio-read-as-bmes", Step.DECODE, _has_more_than_b, _as_bmes, schemes=(Scheme.IOB2,)),
    _quirk(
        "ncrfpp.one-token-written-twice",
        Step.MATCH,
        _has_two_openings,
        _written_twice,
        schemes=(Scheme.BIOES, Scheme.BMES),
    ),
    _quirk("ncrfpp.minus-one", Step.SCORE, _may_have_nothing_right, total_where_undefined(Fraction(-1))),
)

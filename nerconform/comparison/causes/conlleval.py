"""Quirks of conlleval, the port of the script of the CoNLL shared tasks that is on PyPI."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from nerconform.comparison.causes.conlleval_walk import TRAITS, by_walk
from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising, unchanged
from nerconform.comparison.causes.reading import has_tag, members, of_tags, split
from nerconform.reference.counting import Count, Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Stream
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme

_LIBRARY, _VERSIONS = "conlleval", "==0.2"
_BASE: Mapping[str, str] = MappingProxyType(
    {"policy": "lenient", "bare": "untyped", "unknown": "as-I", "align": "none", "zero": "P1,R0"}
)
_SCHEMES = tuple(Scheme)


def _without_untyped_row(pipeline: Pipeline) -> Pipeline:
    count: Count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        return replace(tally, by_type={kind: row for kind, row in tally.by_type.items() if kind})

    return replace(pipeline, count=counted)


def _has_untyped(given: Given) -> bool:
    return given.dialect.item is Item.SPAN and any(not split(tag)[1] for tag in given.tags() - {"O"})


def _without_hyphen(tag: object, dialect: Dialect) -> Mark | None:
    """Compare a tag that has a hyphen and no type without its hyphen."""
    if dialect.item is Item.SPAN or not isinstance(tag, str) or split(tag)[1] != "":
        return None
    return Mark(ALONE, tag[:-1], tag[:-1])


def _has_hyphen_alone(given: Given) -> bool:
    return given.dialect.item is Item.TOKEN and any(split(tag)[1] == "" for tag in given.tags())


def _begins_empty(given: Given) -> bool:
    """Whether the first unit of the data is empty, and a later one is not."""
    gold = members(given.gold)
    return bool(gold) and not members(gold[0]) and any(map(members, gold))


def _format_error(given: Given) -> Change:
    """Return the change of a whole input, which is refused if it begins with an empty line."""
    return raising(Step.FILTER, "FormatError") if _begins_empty(given) else unchanged


def _has_empty_line(given: Given) -> bool:
    """Whether the lines of one unit are followed by those of another, with an empty line between them."""
    return len(members(given.gold)) > 1


def _refused(given: Given) -> Change:
    """Return the change of a whole input, which is refused if it has an empty line."""
    return raising(Step.FILTER, "FormatError") if _has_empty_line(given) else unchanged


def _is_empty_report(given: Given) -> bool:
    return given.ask == "report" and not any(map(members, members(given.gold)))


def _division_by_no_token(pipeline: Pipeline) -> Pipeline:
    """Raise where the report is made, which is behind everything that reading the lines may raise."""

    def kept(units: Stream) -> Stream:
        pipeline.filter(units)
        raise LibraryRaises("ZeroDivisionError")

    return replace(pipeline, filter=kept)


def _quirk_of_tags(name: str, trait: str, title: str, prose: str, *, clause: str, shown: Shown) -> Quirk:  # noqa: PLR0913
    """Return a quirk of the walk."""
    return Quirk(
        id=f"conlleval.{name}",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.DECODE,
        title=title,
        prose=prose,
        clause=clause,
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(TRAITS[trait]),
        change=by_walk(trait),
        shown=shown,
    )


QUIRKS = (
    _quirk_of_tags(
        "unknown-letter-by-type-alone",
        "unknown",
        "A letter that the tables do not know starts and ends by its type alone",
        "No rule of the two tables speaks of such a letter. It starts a span where the type changes, so never behind O "
        "where it has no type, and ends one where the type changes, so never before a B of its own type: there a "
        "second span starts, the first has no end, and even gold held against itself is not all right. Without a type "
        "the span goes on into the next unit.",
        clause="TAG-6",
        shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 1), data=([["Q-X", "B-X"]], [["Q-X", "B-X"]])),
    ),
    _quirk_of_tags(
        "one-table-for-all-schemes",
        "another-scheme",
        "It is told no scheme",
        "One pair of tables reads every scheme, so in IOB2 data the letter E, which belongs to another scheme, closes "
        "its span: an I behind it opens another.",
        clause="SCH-5",
        shown=Shown(Scheme.IOB2, "", "", counts=(2, 2, 2), data=([["E-X", "I-X"]], [["E-X", "I-X"]])),
    ),
    _quirk_of_tags(
        "o-with-a-type-is-outside",
        "o-with-a-type",
        "O is outside whatever its type",
        "The letter alone is compared with the outside tag, so O-PER opens nothing and continues nothing. Its type is "
        "still compared with the type of the tag before, and has a row.",
        clause="TAG-4",
        shown=Shown(Scheme.IOB2, "", "", counts=(0, 0, 0), data=([["O-X"]], [["O-X"]])),
    ),
    Quirk(
        id="conlleval.untyped-has-no-row",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.COUNT,
        title="Spans without a type have no row",
        prose=(
            "The empty type is taken out of the slots before the table is made, as it is what O has. Spans of bare "
            "tags count in the whole, and in no row."
        ),
        clause="CNT-4",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_untyped,
        change=_without_untyped_row,
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B"]], [["B"]])),
    ),
    Quirk(
        id="conlleval.hyphen-without-a-type",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="B and B- are equal tags",
        prose=(
            "A tag is split before it is compared, and both have the letter B and the empty type. Where tokens are "
            "counted the two are right for one another."
        ),
        clause="MAT-12",
        base=MappingProxyType({**_BASE, "item": "token"}),
        schemes=_SCHEMES,
        fires=_has_hyphen_alone,
        change=of_tags(_without_hyphen),
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 1, 1), data=([["B"]], [["B-"]])),
    ),
    Quirk(
        id="conlleval.leading-empty-line",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="An empty line at the head is an error",
        prose=(
            "The number of fields is taken from the first line, also where that is empty. Every later line then has "
            "too many, and a file that begins with an empty line, or an empty unit, is refused as malformed."
        ),
        clause="CNT-7",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_begins_empty,
        change=unchanged,
        reads=_format_error,
        shown=Shown(Scheme.IOB2, "", "", error="FormatError", data=([[], ["O"]], [[], ["O"]])),
        modes=("",),
    ),
    Quirk(
        id="conlleval.delimiter-without-empty-lines",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="With a delimiter an empty line is an error",
        prose=(
            "Lines are split at the delimiter, and an empty text split at a tab is one empty field, where split at "
            "white space it is none. So the empty line between two sentences has too few fields, and every file of "
            "more than one sentence is refused as malformed."
        ),
        clause="CNT-5",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_has_empty_line,
        change=unchanged,
        reads=_refused,
        shown=Shown(Scheme.IOB2, "", "", error="FormatError", data=([["O"], ["O"]], [["O"], ["O"]])),
        modes=("tab",),
    ),
    Quirk(
        id="conlleval.report-divides-by-zero",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.SCORE,
        title="The report of data without a token divides by zero",
        prose=(
            "The report prints an accuracy, which is a share of all tokens, and does not look whether there are any. "
            "Precision and recall of the same data are looked after where they are computed."
        ),
        clause="CNT-7",
        base=_BASE,
        schemes=_SCHEMES,
        fires=_is_empty_report,
        change=_division_by_no_token,
        shown=Shown(Scheme.IOB2, "", "", error="ZeroDivisionError", data=([[]], [[]])),
    ),
)

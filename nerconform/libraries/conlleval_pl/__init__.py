"""conlleval.pl: the Perl script of the CoNLL shared tasks, asked through examples/external."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from nerconform.libraries.borders import (
    Borders,
    OneWalk,
    Pairs,
    counted_by_beginnings,
    has_letters_beside,
    in_one_walk,
)
from nerconform.libraries.double_ratios import as_perl_prints, in_doubles
from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import everything
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme

LIBRARY = Library(package=__name__, name="conlleval.pl")
BASE = {"policy": "lenient", "bare": "untyped", "unknown": "as-I", "align": "none"}


_TABLES = Borders(
    ends=Pairs.read("BI>BO E>EIO []>*"), begins=Pairs.read("BIO>B O>IE E>EI *>[]"), silent=frozenset("O.")
)
"""The tables of the script, in which brackets stand alone, and a dot is as silent as O."""
_FALSE = "0"
_SMALLEST_TIE = 64
"""In all smaller data F1 is printed as its exact value would be."""
_KNOWN = {Scheme.IO: "I", Scheme.IOB1: "BI", Scheme.IOB2: "BI", Scheme.IOE1: "EI", Scheme.IOE2: "EI"}
SCHEMES = tuple(_KNOWN)


def _has_another_letter(given: Given) -> bool:
    """Whether a tag other than O has a prefix that is no letter of the scheme; O with a type counts."""
    known = _KNOWN.get(given.dialect.scheme, "")
    prefixes = {tag.partition("-")[0] for tag in given.tags() - {"O"}}
    return any(len(prefix) != 1 or prefix not in known for prefix in prefixes)


walked = in_one_walk(OneWalk(_TABLES))
"""Read by the tables, and count as the script does, which goes through all units in one walk."""


def _without_false(pipeline: Pipeline) -> Pipeline:
    """Take the type `0` away, also where tokens are compared, whose type is the whole tag."""
    tokens = pipeline.dialect.item is Item.TOKEN

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        if tokens:
            return pipeline.parse([tag.partition("-")[0] if _is_false(tag) else tag for tag in tags])
        return tuple(_typeless(mark) if mark.type == _FALSE else mark for mark in pipeline.parse(tags))

    return replace(pipeline, parse=parse)


def _typeless(mark: Mark) -> Mark:
    """Leave the prefix of a tag."""
    return mark._replace(type="", text=mark.text.partition("-")[0])


def _without_hyphen(pipeline: Pipeline) -> Pipeline:
    """Compare a tag that has a hyphen and no type without its hyphen."""

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        return pipeline.parse([tag if tag.partition("-")[2] else tag.removesuffix("-") for tag in tags])

    return replace(pipeline, parse=parse)


def _has_hyphen_alone(given: Given) -> bool:
    """Whether tokens are compared, and a tag ends with its first hyphen."""
    return given.dialect.item is Item.TOKEN and any("-" in tag and not tag.partition("-")[2] for tag in given.tags())


def _has_false_type(given: Given) -> bool:
    """Whether a tag has the type `0`."""
    return any(map(_is_false, given.tags()))


def _is_false(tag: str) -> bool:
    return tag.partition("-")[2] == _FALSE


def _empty_read(pipeline: Pipeline) -> Pipeline:
    """Read an empty tag as one without letter and type; in the prediction it is refused as ever."""
    parse = pipeline.parse

    def parsed(tags: Sequence[str]) -> tuple[Mark, ...]:
        return tuple(Mark(ALONE, "", "") if tag == "" else parse([tag])[0] for tag in tags)

    read = replace(pipeline, parse=parsed)
    read = read if pipeline.dialect.item is Item.TOKEN else walked(read)
    decode = read.decode

    def decoded(marks: Sequence[Mark], side: Side) -> Spans:
        if side is Side.PRED:
            parse([mark.text for mark in marks])
        return decode(marks, side)

    return replace(read, decode=decoded)


def _has_empty(given: Given) -> bool:
    """Whether a tag is empty."""
    return any(tag == "" for tag in everything(given))


def _has_ties(given: Given) -> bool:
    """Whether there are as many tags as the smallest F1 needs whose double is not the nearest."""
    return sum(len(unit) for unit in given.tagged()) >= _SMALLEST_TIE


_quirk = partial(Quirk, base=BASE, schemes=SCHEMES)
QUIRKS = (
    _quirk(
        "conlleval-pl.raw-bioes",
        Step.DECODE,
        has_letters_beside("BI"),
        counted_by_beginnings(_TABLES),
        schemes=(Scheme.BIOES,),
    ),
    _quirk("conlleval-pl.unknown-letters-by-type-alone", Step.DECODE, _has_another_letter, walked),
    _quirk("conlleval-pl.type-0-is-none", Step.PARSE, _has_false_type, _without_false),
    _quirk(
        "conlleval-pl.hyphen-without-type",
        Step.PARSE,
        _has_hyphen_alone,
        _without_hyphen,
        base={**BASE, "item": "token"},
    ),
    _quirk("conlleval-pl.empty-tag-is-a-tag", Step.PARSE, _has_empty, _empty_read),
    _quirk(
        "conlleval-pl.prints-inexact-doubles",
        Step.SCORE,
        _has_ties,
        in_doubles(as_perl_prints, 100),
        base={**BASE, "round": "2-binary-x100"},
    ),
)

"""Quirks of conlleval.pl on bad input: what it does not check. No search draws such input; golden cases do (KIT-7)."""

from collections.abc import Sequence
from dataclasses import replace

from nerconform.comparison.causes.conlleval_pl import BASE, SCHEMES, walked
from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.comparison.causes.reading import everything
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import ALONE, Mark, Scheme


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


QUIRKS = (
    Quirk(
        id="conlleval-pl.empty-tag-is-a-tag",
        library="conlleval.pl",
        versions="==2004.1.26",
        step=Step.PARSE,
        title="An empty gold tag is a tag without letter and type",
        prose=(
            "The line is split at every blank, so two blanks in a row leave an empty tag. No table has it, so it "
            "begins and ends by its type alone, which is none. An empty prediction ends its line, which is then "
            "shorter than the others, and refused as such."
        ),
        clause="TAG-8",
        base=BASE,
        schemes=SCHEMES,
        fires=_has_empty,
        change=_empty_read,
        shown=Shown(Scheme.IOB2, "", "", counts=(2, 1, 1), data=([["B-X", ""]], [["B-X", "O"]])),
    ),
)

"""Quirks of Lample's tagger: it turns BIOES into IOB before conlleval counts."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from nerconform.libraries.quirk import Given, Quirk, Shown, Step
from nerconform.reference.pipeline import of_marks
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.spans import Span

_REPLACED: Mapping[str, str] = MappingProxyType({"S": "B", "E": "I"})
"""The letters that the conversion writes otherwise."""


def _replaced(marks: Sequence[Mark]) -> list[Mark]:
    """Replace the letter and hyphen of S and E within the type, too."""
    return [
        mark._replace(type=mark.type.replace(f"{mark.role}-", f"{_REPLACED[mark.role]}-"))
        if mark.role in _REPLACED
        else mark
        for mark in marks
    ]


def _fires(given: Given) -> bool:
    """Whether a tag S or E has its letter and a hyphen once more."""
    return any(tag[:2] in {"S-", "E-"} and tag[:2] in tag[2:] for tag in given.tags())


QUIRKS = (
    Quirk(
        id="tagger.letters-replaced-in-types",
        library="glample/tagger",
        versions="1c96188",
        step=Step.PARSE,
        title="Turning S- into B- and E- into I- turns them within the type, too",
        prose=(
            "iobes_iob replaces `S-` by `B-` in the whole of a tag that begins with S, and `E-` by `I-` in one that "
            "begins with E. Where a type holds the same two characters, an entity of one token has another type "
            "than a longer one, and the last token of a longer one another than its first. Verified by running it "
            "on 9,724 sequences of up to 3 tokens with types that hold such letters."
        ),
        clause="TAG-2",
        base=MappingProxyType({"policy": "lample", "align": "none", "round": "2-binary-x100"}),
        schemes=(Scheme.BIOES,),
        fires=_fires,
        change=of_marks(_replaced),
        shown=Shown(Scheme.BIOES, "S-RES-X", "S-RES-X", spans=(Span("REB-X", 0, 1),), counts=(1, 1, 1)),
    ),
)

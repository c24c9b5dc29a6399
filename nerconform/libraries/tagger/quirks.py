"""Quirks of Lample's tagger: it turns BIOES into IOB before conlleval counts."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.reference.pipeline import of_marks
from nerconform.reference.schemes import Mark, Scheme

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
        step=Step.PARSE,
        base=MappingProxyType({"policy": "lample", "align": "none", "round": "2-binary-x100"}),
        schemes=(Scheme.BIOES,),
        fires=_fires,
        change=of_marks(_replaced),
    ),
)

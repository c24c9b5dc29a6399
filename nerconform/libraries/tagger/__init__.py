"""tagger: the decoder of the repository glample/tagger."""

from collections.abc import Sequence

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.reference.pipeline import of_marks
from nerconform.reference.schemes import Mark, Scheme

LIBRARY = Library(package=__name__, name="glample/tagger")
_REPLACED = {"S": "B", "E": "I"}
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
        "tagger.letters-replaced-in-types",
        Step.PARSE,
        _fires,
        of_marks(_replaced),
        base={"policy": "lample", "align": "none", "round": "2-binary-x100"},
        schemes=(Scheme.BIOES,),
    ),
)

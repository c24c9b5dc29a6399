"""nereval.perl: the scorer of GermEval 2014, which has two columns of tags on each side: outer and inner entities."""

from functools import partial

from nerconform.libraries.borders import Borders, OneWalk, Pairs, in_one_walk
from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.schemes import Scheme

LIBRARY = Library(package=__name__, name="nereval.perl")
BASE = {"policy": "lenient", "bare": "untyped", "unknown": "as-I", "align": "none"}
_ENDS, _BEGINS = Pairs.read("BI>BO"), Pairs.read("BIO>B O>I")
_LENIENT = OneWalk(Borders(_ENDS, _BEGINS))
_WITHOUT_TYPES = Borders(_ENDS, _BEGINS, silent=frozenset("BIO"))


def _has_two_sentences(given: Given) -> bool:
    """Whether there is a sentence after another."""
    return len(list(members(given.gold))) > 1


def _ends_inside(given: Given) -> bool:
    """Whether a sentence ends with a tag other than O; it may be the last one."""
    return any(unit[-1] != "O" for unit in given.tagged())


def _has_two_types(given: Given) -> bool:
    """Whether the tags other than O have two types."""
    return len({tag.partition("-")[2] for tag in given.tags() - {"O"}}) > 1


_quirk = partial(Quirk, base=BASE, schemes=(Scheme.IO, Scheme.IOB1, Scheme.IOB2))
QUIRKS = (
    _quirk("nereval-perl.sentences-are-joined", Step.COUNT, _has_two_sentences, in_one_walk(_LENIENT, joined=True)),
    _quirk("nereval-perl.last-entity-is-wrong", Step.COUNT, _ends_inside, in_one_walk(_LENIENT, drops_last=True)),
    _quirk(
        "nereval-perl.other-type-goes-on", Step.DECODE, _has_two_types, in_one_walk(_LENIENT, borders=_WITHOUT_TYPES)
    ),
)

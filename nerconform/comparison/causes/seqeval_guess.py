"""Quirks of seqeval's strict mode without a scheme: it guesses one from the letters of the gold tags."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising, unchanged
from nerconform.comparison.causes.seqeval_strict import LETTERS, first_crash, letter_of
from nerconform.comparison.causes.seqeval_strict import READING as _PLAIN
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Scheme

_READING: Mapping[str, str] = MappingProxyType({**_PLAIN, "policy": "discard"})
_KNOWN: Mapping[Scheme, frozenset[str]] = MappingProxyType(
    {
        Scheme.IOB2: frozenset({"IOB", "IB", "BO", "B"}),
        Scheme.IOE2: frozenset({"IOE", "IE", "EO", "E"}),
        Scheme.BIOES: frozenset({"IOBES", "IBES", "IOBE", "OBES", "IBE", "BES", "OBE", "BE", "S"}),
        Scheme.BILOU: frozenset({"IOBLU", "IBLU", "IOBL", "OBLU", "IBL", "BLU", "OBL", "BL", "U"}),
    }
)
"""The sets of letters that it knows, and the scheme for which it takes each."""
_SETS = {frozenset(letters): scheme for scheme, sets in _KNOWN.items() for letters in sets}


def guessed(given: Given) -> Scheme | None:
    """Return the scheme that the library guesses, `None` where it refuses."""
    gold = Given(given.gold, (), given.dialect).tags()
    letters = frozenset(letter_of(tag, given.dialect.affix) for tag in gold)
    return _SETS.get(letters) if letters <= LETTERS else None


def _refuses(given: Given) -> bool:
    return guessed(given) is None


def _mistakes(given: Given) -> bool:
    return guessed(given) not in {None, given.dialect.scheme}


def _of(scheme: Scheme) -> Change:
    """Return the change to the path of another scheme."""

    def change(pipeline: Pipeline) -> Pipeline:
        return Pipeline.of(replace(pipeline.dialect, scheme=scheme, policy=POLICIES["discard"]))

    return change


def _other_scheme(given: Given) -> Change:
    scheme = guessed(given)
    return unchanged if scheme is None else _of(scheme)


def guess_crashes(given: Given, known: frozenset[str] = LETTERS) -> str:
    """Return the exception at the first tag that cannot be read, gold first; nothing where a tag is refused."""
    gold = (tag for unit in Given(given.gold, (), given.dialect).tagged() for tag in unit)
    unread = next((tag for tag in gold if letter_of(tag, given.dialect.affix) not in known), None)
    if unread is not None:
        return "" if unread else "IndexError"
    scheme = guessed(given)
    return "" if scheme is None else first_crash(given, scheme, known)


def _crashes(given: Given) -> bool:
    return guess_crashes(given) == "KeyError"


def _at_empty(given: Given) -> Change:
    return raising(Step.PARSE, "IndexError") if guess_crashes(given) == "IndexError" else unchanged


GUESS_REFUSES = Quirk(
    id="seqeval.guess-knows-few-letter-sets",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.PARSE,
    title="The guessed scheme knows few sets of letters",
    prose=(
        "Without a scheme, strict mode compares the set of letters of the gold tags with a list. Legal sets that "
        "are not in it are refused: only O, only I and O, only S and O, nothing at all."
    ),
    clause="DIA-6",
    base=_READING,
    schemes=tuple(_KNOWN),
    fires=_refuses,
    change=raising(Step.PARSE, "ValueError"),
    shown=Shown(Scheme.BIOES, "", "", error="ValueError", data=([["O"]], [["O"]])),
    modes=("strict:auto",),
    reads=lambda given: raising(Step.PARSE, "ValueError") if _refuses(given) else unchanged,
)
GUESS_MISTAKES = Quirk(
    id="seqeval.guess-takes-another-scheme",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.PARSE,
    title="The guessed scheme is another one than that of the data",
    prose=(
        "The set of letters of the gold tags decides, and the prediction is read by it. B with I or O is taken "
        "for IOB2, and E with I or O for IOE2, also where the data are BIOES in which a span was cut off; what is"
        " illegal there is then legal, and counted, and what is legal in the scheme of the data is refused in the"
        " prediction."
    ),
    clause="DIA-6",
    base=_READING,
    schemes=tuple(_KNOWN),
    fires=_mistakes,
    change=_of(Scheme.IOB2),
    shown=Shown(Scheme.BIOES, "", "", counts=(1, 1, 1), data=([["B-X"]], [["B-X"]])),
    modes=("strict:auto",),
    reads=_other_scheme,
)
GUESS_CRASHES = Quirk(
    id="seqeval.guess-crashes-on-unknown-letter",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.PARSE,
    title="Strict mode looks an unknown letter of the prediction up in a table",
    prose=(
        "In the gold tags a letter that the table of prefixes lacks ends the guess in a refusal. In the "
        "prediction it is looked up all the same, and ends in a KeyError that shows the letter alone."
    ),
    clause="TAG-6",
    base=_READING,
    schemes=tuple(_KNOWN),
    fires=_crashes,
    change=raising(Step.PARSE, "KeyError"),
    shown=Shown(Scheme.IOB2, "", "", error="KeyError", data=([["B-X"]], [["Q-X"]])),
    modes=("strict:auto",),
    reads=lambda given: raising(Step.PARSE, "KeyError") if _crashes(given) else unchanged,
)
GUESS_EMPTY = Quirk(
    id="seqeval.guess-crashes-on-empty-tag",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.PARSE,
    title="The guess crashes on an empty tag of any gold unit",
    prose=(
        "All gold tags are indexed before any unit is read, so that an empty one ends in an IndexError where the "
        "scheme of the data would have refused a unit before it, and one of the prediction where the guessed scheme "
        "accepts what that of the data does not."
    ),
    clause="TAG-8",
    base=_READING,
    schemes=tuple(_KNOWN),
    fires=lambda given: "" in given.tags(),
    change=raising(Step.PARSE, "IndexError"),
    shown=Shown(Scheme.IOB2, "", "", error="IndexError", data=([["S-X"], [""]], [["O"], ["O"]])),
    modes=("strict:auto",),
    reads=_at_empty,
)
QUIRKS = (GUESS_REFUSES, GUESS_MISTAKES, GUESS_CRASHES, GUESS_EMPTY)

"""Quirks of seqeval's strict mode: how it reads a tag."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import raising, unchanged
from nerconform.reference.options import Affix
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Mark, Scheme, roles_of

LETTERS = frozenset("IOBESUL")
"""The letters that its table of prefixes has, whatever the scheme."""
READING: Mapping[str, str] = MappingProxyType(
    {"bare": "first-char", "outside": "by-prefix", "policy": "lenient", "duplicates": "set", "align": "none"}
)
SCHEMES = (Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU, Scheme.IOB1, Scheme.IOE1)


def prefix_of(tag: str, affix: Affix) -> str:
    """Return the letter of a tag by its position; an empty tag has none."""
    return tag[:1] if affix is Affix.PREFIX else tag[-1:]


def _beside(mark: Mark, affix: Affix) -> str:
    """Return all of a tag but its letter."""
    return mark.text[1:] if affix is Affix.PREFIX else mark.text[:-1]


def _retyped(strip: bool) -> Change:  # noqa: FBT001 - which of the two quirks
    """Return the change to types without hyphens at their ends, or to all that stands beside the letter."""

    def change(pipeline: Pipeline) -> Pipeline:
        parse, affix, delimiter = pipeline.parse, pipeline.dialect.affix, pipeline.dialect.delimiter

        def read(mark: Mark) -> Mark:
            if mark.role == "O":
                return mark
            if strip:
                return mark._replace(type=mark.type.strip(delimiter) or "_")
            beside = _beside(mark, affix)
            kind = beside.removeprefix(delimiter) if affix is Affix.PREFIX else beside.removesuffix(delimiter)
            return mark._replace(type=kind or "_")

        return replace(pipeline, parse=lambda tags: tuple(read(mark) for mark in parse(tags)))

    return change


def _kinds(given: Given) -> set[str]:
    """Return what stands beside the letters of both sides' tags."""
    prefix = given.dialect.affix is Affix.PREFIX
    return {tag[1:] if prefix else tag[:-1] for tag in given.tags() if prefix_of(tag, given.dialect.affix) != "O"}


def _has_hyphen_at_an_end(given: Given) -> bool:
    """Whether a type begins or ends with a hyphen, or what else the delimiter is made of, as either mode reads it."""
    prefix, delimiter = given.dialect.affix is Affix.PREFIX, given.dialect.delimiter
    kinds = _kinds(given)
    split = [kind.split(delimiter, 1)[-1] if prefix else kind.rsplit(delimiter, 1)[0] for kind in kinds]
    whole = [kind.removeprefix(delimiter) if prefix else kind.removesuffix(delimiter) for kind in kinds]
    return any(kind != kind.strip(delimiter) for kind in (*split, *whole))


def _has_another_prefix(given: Given) -> bool:
    """Whether something stands between the letter and a delimiter."""
    delimiter, prefix = given.dialect.delimiter, given.dialect.affix is Affix.PREFIX
    beside = (kind for kind in _kinds(given) if delimiter in kind)
    return any(not (kind.startswith(delimiter) if prefix else kind.endswith(delimiter)) for kind in beside)


def first_crash(given: Given, scheme: Scheme, known: frozenset[str] = LETTERS) -> str:
    """Return the exception at the first unit that the library cannot read, gold first; nothing where it refuses it.

    The letters of a unit are looked up first, one after the other; an empty tag has none. A unit whose letters are
    known, and not all in the scheme, is refused.
    """
    affix, allowed = given.dialect.affix, {*roles_of(scheme), "O"}
    for side in (given.gold, given.pred):
        for unit in Given(side, (), given.dialect).tagged():
            letters = [prefix_of(tag, affix) for tag in unit]
            unread = next((letter for letter in letters if letter not in known), None)
            if unread is not None:
                return "KeyError" if unread else "IndexError"
            if not {*letters} <= allowed:
                return ""
    return ""


def _has_unknown_letter(given: Given) -> bool:
    """Whether a tag has a letter that the table of prefixes lacks."""
    return not {prefix_of(tag, given.dialect.affix) for tag in given.tags()} <= LETTERS


def _crashes(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a unit with an unknown letter crashes."""
    parse, affix = pipeline.parse, pipeline.dialect.affix

    def read(tags: Sequence[str]) -> tuple[Mark, ...]:
        if not {prefix_of(tag, affix) for tag in tags} <= LETTERS:
            raise LibraryRaises("KeyError")
        return parse(tags)

    return replace(pipeline, parse=read)


def _crashes_first(given: Given) -> Change:
    return raising(Step.PARSE, "KeyError") if first_crash(given, given.dialect.scheme) == "KeyError" else unchanged


_READING: Mapping[str, str] = MappingProxyType({**READING, "policy": "discard"})
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
    letters = frozenset(prefix_of(tag, given.dialect.affix) for tag in gold)
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
    unread = next((tag for tag in gold if prefix_of(tag, given.dialect.affix) not in known), None)
    if unread is not None:
        return "" if unread else "IndexError"
    scheme = guessed(given)
    return "" if scheme is None else first_crash(given, scheme, known)


def _crashes_guess(given: Given) -> bool:
    return guess_crashes(given) == "KeyError"


def _at_empty(given: Given) -> Change:
    return raising(Step.PARSE, "IndexError") if guess_crashes(given) == "IndexError" else unchanged


QUIRKS = (
    Quirk(
        id="seqeval.unknown-letter-crashes",
        step=Step.PARSE,
        base=READING,
        schemes=SCHEMES,
        fires=_has_unknown_letter,
        change=_crashes,
        reads=_crashes_first,
    ),
    Quirk(
        id="seqeval.type-is-all-beside-the-letter",
        step=Step.PARSE,
        base=READING,
        schemes=SCHEMES,
        fires=_has_another_prefix,
        change=_retyped(strip=False),
    ),
    Quirk(
        id="seqeval.hyphens-stripped-from-types",
        step=Step.PARSE,
        base=READING,
        schemes=SCHEMES,
        fires=_has_hyphen_at_an_end,
        change=_retyped(strip=True),
    ),
    Quirk(
        id="seqeval.guess-knows-few-letter-sets",
        step=Step.PARSE,
        base=_READING,
        schemes=tuple(_KNOWN),
        fires=_refuses,
        change=raising(Step.PARSE, "ValueError"),
        reads=lambda given: raising(Step.PARSE, "ValueError") if _refuses(given) else unchanged,
    ),
    Quirk(
        id="seqeval.guess-takes-another-scheme",
        step=Step.PARSE,
        base=_READING,
        schemes=tuple(_KNOWN),
        fires=_mistakes,
        change=_of(Scheme.IOB2),
        reads=_other_scheme,
    ),
    Quirk(
        id="seqeval.guess-crashes-on-unknown-letter",
        step=Step.PARSE,
        base=_READING,
        schemes=tuple(_KNOWN),
        fires=_crashes_guess,
        change=raising(Step.PARSE, "KeyError"),
        reads=lambda given: raising(Step.PARSE, "KeyError") if _crashes_guess(given) else unchanged,
    ),
    Quirk(
        id="seqeval.guess-crashes-on-empty-tag",
        step=Step.PARSE,
        base=_READING,
        schemes=tuple(_KNOWN),
        fires=lambda given: "" in given.tags(),
        change=raising(Step.PARSE, "IndexError"),
        reads=_at_empty,
    ),
)

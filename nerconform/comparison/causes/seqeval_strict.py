"""Quirks of seqeval's strict mode: how it reads a tag."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.comparison.causes.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising, unchanged
from nerconform.reference.options import Affix
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.spans import Span

LETTERS = frozenset("IOBESUL")
"""The letters that its table of prefixes has, whatever the scheme."""
READING: Mapping[str, str] = MappingProxyType(
    {"bare": "first-char", "outside": "by-prefix", "policy": "lenient", "duplicates": "set", "align": "none"}
)
SCHEMES = (Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU, Scheme.IOB1, Scheme.IOE1)
_STRICT = ("strict", "strict:*")
_WITH_SCHEME = ("strict", "strict:[A-Z]*", "strict:entities")


def letter_of(tag: str, affix: Affix) -> str:
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
    return {tag[1:] if prefix else tag[:-1] for tag in given.tags() if letter_of(tag, given.dialect.affix) != "O"}


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
            letters = [letter_of(tag, affix) for tag in unit]
            unread = next((letter for letter in letters if letter not in known), None)
            if unread is not None:
                return "KeyError" if unread else "IndexError"
            if not {*letters} <= allowed:
                return ""
    return ""


def _has_unknown_letter(given: Given) -> bool:
    """Whether a tag has a letter that the table of prefixes lacks."""
    return not {letter_of(tag, given.dialect.affix) for tag in given.tags()} <= LETTERS


def _crashes(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a unit with an unknown letter crashes."""
    parse, affix = pipeline.parse, pipeline.dialect.affix

    def read(tags: Sequence[str]) -> tuple[Mark, ...]:
        if not {letter_of(tag, affix) for tag in tags} <= LETTERS:
            raise LibraryRaises("KeyError")
        return parse(tags)

    return replace(pipeline, parse=read)


def _crashes_first(given: Given) -> Change:
    return raising(Step.PARSE, "KeyError") if first_crash(given, given.dialect.scheme) == "KeyError" else unchanged


HYPHENS = Quirk(
    id="seqeval.hyphens-stripped-from-types",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.PARSE,
    title="Strict mode strips hyphens from both ends of a type",
    prose=(
        "The type is what stands beside the letter, with hyphens stripped from both ends. A type that begins or "
        "ends with a hyphen becomes another, and two types can become one; of a type that is nothing but hyphens "
        "`_` is left. Entities takes another delimiter, and strips the characters of which it is made."
    ),
    clause="TAG-2",
    base=READING,
    schemes=SCHEMES,
    fires=_has_hyphen_at_an_end,
    change=_retyped(strip=True),
    shown=Shown(Scheme.IOB2, "B-X-", "B-X-", spans=(Span("X", 0, 1),), counts=(1, 1, 1)),
    modes=_STRICT,
)
WHOLE_TYPE = Quirk(
    id="seqeval.type-is-all-beside-the-letter",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.PARSE,
    title="Strict mode takes all that stands beside the letter for the type",
    prose=(
        "Default mode splits what stands beside the letter at its hyphen; strict mode keeps all of it. A prefix "
        "of two letters gives the type X-PER in strict mode and PER in default mode."
    ),
    clause="TAG-5",
    base=READING,
    schemes=SCHEMES,
    fires=_has_another_prefix,
    change=_retyped(strip=False),
    shown=Shown(Scheme.IOB2, "BX-Y", "BX-Y", spans=(Span("X-Y", 0, 1),), counts=(1, 1, 1)),
    modes=_STRICT,
)
UNKNOWN_LETTER = Quirk(
    id="seqeval.unknown-letter-crashes",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.PARSE,
    title="Strict mode looks an unknown letter up in a table",
    prose=(
        "The letter is looked up among I, O, B, E, S, U and L before the scheme can refuse it. Any other letter, "
        "and a type without prefix, ends in a KeyError that shows the letter alone. All gold units are read "
        "before the first of the prediction."
    ),
    clause="TAG-6",
    base=READING,
    schemes=SCHEMES,
    fires=_has_unknown_letter,
    change=_crashes,
    shown=Shown(Scheme.IOB2, "", "", error="KeyError", data=([["O"]], [["Q-X"]])),
    modes=_WITH_SCHEME,
    reads=_crashes_first,
)
QUIRKS = (UNKNOWN_LETTER, WHOLE_TYPE, HYPHENS)

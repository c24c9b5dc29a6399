"""Words: one sentence for every choice of a dialect; `explain` reads a signature with them.

The tables are the only place where the options of DIA-1 are put into words outside the spec.
"""

from collections.abc import Callable, Mapping

from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.options import Undefined
from nerconform.reference.pipeline import STEPS
from nerconform.reference.values import Labels, Rounding
from nerconform.reporting.policy_words import policy_sentence

_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "scheme": {
        "IO": "I marks every token of a span, so that touching spans of one type are one.",
        "IOB1": "I marks the tokens of a span; B begins one only where it touches another of its type before it.",
        "IOB2": "B begins every span, I continues it.",
        "IOE1": "I marks the tokens of a span; E ends one only where it touches another of its type behind it.",
        "IOE2": "E ends every span, I stands before it.",
        "BIOES": "B begins a span, I is inside, E ends it; S is a span of one token.",
        "BILOU": "B begins a span, I is inside, L ends it; U is a span of one token.",
        "BMES": "B begins a span, M is inside, E ends it; S is a span of one token.",
        "BMEWO": "B begins a span, M is inside, E ends it; W is a span of one token.",
    },
    "affix": {
        "prefix": "The letter stands before the type.",
        "suffix": "The letter stands behind the type.",
    },
    "bare": {
        "refuse": "A tag without delimiter or without type is refused.",
        "untyped": "A tag without delimiter or without type is a letter whose type is empty.",
        "first-char": "Every tag is read by position: the outermost character is the letter; the type is what the "
        "delimiter splits off the rest, or all of the rest, or _ where nothing is left.",
        "two-chars": "Every tag is read by position: the outermost character is the letter, the next one is passed "
        "over, what is left is the type.",
        "outside": "A tag without delimiter or without type is O.",
        "single": "A tag without delimiter or without type is a span of its own, and its type is the whole tag.",
    },
    "outside": {
        "whole": "Only the tag O itself is outside.",
        "by-prefix": "Every tag whose letter is O is outside.",
    },
    "unknown": {
        "refuse": "A letter that the scheme does not have is refused.",
        "as-I": "A letter that the scheme does not have continues a span of its type, else it opens one.",
        "single": "A letter that the scheme does not have is a span of its own.",
    },
    "gold": {
        "same": "Illegal gold is treated like an illegal prediction.",
        "legal": "Illegal gold is refused.",
    },
    "labels": {
        "union": "Spans of every type take part.",
        "gold": "Predicted spans of a type that no gold span has are left out before matching.",
        "given": "Only spans of these types take part, on both sides: {given}.",
    },
    "item": {
        "span": "Spans are matched.",
        "token": "Tokens are matched, each with its whole tag as its type, O included.",
    },
    "duplicates": {
        "multiset": "Equal spans on one side each count.",
        "set": "Equal spans on one side count once.",
        "by-value": "Equal gold spans are one partner, which every prediction that equals it meets, used or not; where "
        "nobody meets it, each copy is missed.",
    },
    "align": {
        "phased": "One to one, in three passes over the predictions from left to right: each takes the first free gold "
        "span that is equal, then one with equal bounds, then one that overlaps.",
        "none": "Equal spans pair and nothing else does, so there is no INC and no PAR, and only strict has numbers.",
        "input": "Each prediction in list order takes its equal gold span, else the first free one that overlaps.",
        "input-best": "Each prediction in list order takes its equal gold span; else, of the free ones that overlap, "
        "the closest that is COR in the schema; else the first.",
        "absorb": "Each prediction takes its equal gold span, used or not; else every free one that overlaps, up to "
        "one with equal bounds. This reading is wrong (MAT-7): one prediction counts several times.",
        "first-any": "Each prediction meets the first gold span in list order that overlaps, used or not. This reading "
        "is wrong (MAT-7): one gold span counts several times.",
        "all-overlaps": "Every overlapping pair counts. This alignment is wrong (MAT-7): a span on either side counts "
        "several times.",
        "best": "One to one, the assignment with the most COR, then the most pairs, then the least distance.",
    },
    "scope": {
        "shared": "One alignment serves all schemas, and COR in it means COR in strict.",
        "schema": "Every schema has an alignment of its own.",
    },
    "overlap": {
        "any": "Two spans overlap where they share a token.",
        "gold": "Two spans overlap where they share at least {percent} % of the gold span's tokens.",
        "union": "Two spans overlap where they share at least {percent} % of the tokens that either has.",
    },
    "attribution": {
        "gold": "A pair and a missed span are charged to the gold span's type, a spurious span to its own.",
        "refilter": "The row of a type is the whole evaluation, repeated with the spans of that type alone.",
    },
    "types": {
        "present": "There is a row for every type that is left on either side.",
        "given": "There is a row for each of these types: {given}.",
    },
    "pool": {
        "corpus": "The counts of all units are added up before anything is divided.",
        "mean": "Every unit is scored by itself, and the scores are averaged over the units.",
        "flat": "All units are joined to one before decoding, so that a span can cross their borders.",
    },
    "empty-doc": {
        "omit": "A unit without gold is left out of recall, one without predictions out of precision, one without "
        "either value out of F.",
        "0": "A unit without gold has recall 0, one without predictions has precision 0.",
        "1": "A unit without gold has recall 1, one without predictions has precision 1.",
    },
    "empty": {
        "zero": "A macro average over no type has the values that the axis zero gives.",
        "nan": "A macro average over no type is undefined.",
    },
    "macro-f": {
        "mean": "Macro F is the mean of the F's.",
        "of-means": "Macro F is the F of mean precision and mean recall.",
    },
    "labels-avg": {
        "union": "Every type on either side enters the averages over types.",
        "gold": "The types of the gold enter the averages over types.",
        "given": "These types enter the averages over types: {given}.",
    },
}

_UNDEFINED = {
    Undefined.ZERO: "0",
    Undefined.ONE: "1",
    Undefined.NAN: "undefined, and so is every mean that it enters",
    Undefined.OMIT: "undefined, and left out of means",
}
_HALVES = {
    "half-up": "halves are rounded up",
    "half-even": "halves are rounded to the even digit",
    "binary": "the double nearest to it is rounded as printf does",
}


def sentences(dialect: Dialect) -> list[tuple[str, str, str, str]]:
    """Return step, axis, option and sentence for every choice that the canonical form prints, in the order of the path.

    The sentence speaks of the scheme of the dialect where it matters there.
    """
    canonical = dialect.canonical()
    printed = {part.split(":", 1)[0] for part in str(canonical).split(",")}
    steps = {axis: step for step, axes in STEPS.items() for axis in axes}
    return [
        (steps[axis.name], axis.name, canonical.option(axis.name), sentence(canonical, axis.name))
        for axis in AXES
        if axis.name in printed
    ]


def sentence(dialect: Dialect, axis: str) -> str:
    """Return what the dialect's choice on one axis does."""
    if axis in _MADE:
        return _MADE[axis](dialect)
    return _SENTENCES[axis][dialect.option(axis)]


def _types(axis: str, labels: Labels) -> str:
    """Return the sentence of an axis that speaks of types."""
    return _SENTENCES[axis][labels.rule].format(given=", ".join(labels.given))


def _zero(dialect: Dialect) -> str:
    """Return the sentence of undefined ratios (SCO-4)."""
    precision, recall = dialect.zero
    if precision is recall:
        return f"Precision where nothing is predicted, and recall where there is no gold, is {_UNDEFINED[precision]}."
    return (
        f"Precision where nothing is predicted is {_UNDEFINED[precision]}; "
        f"recall where there is no gold is {_UNDEFINED[recall]}."
    )


def _round(rounding: Rounding) -> str:
    """Return the sentence of printed precision (SCO-10)."""
    if rounding.rule == "exact":
        return "Ratios stay exact."
    of = "the ratio" if rounding.scale == 1 else f"{rounding.scale} times the ratio"
    digits = f"{rounding.digits} decimal{'' if rounding.digits == 1 else 's'}"
    return f"Ratios are printed as {of} with {digits}; {_HALVES[rounding.rule]}."


_MADE: Mapping[str, Callable[[Dialect], str]] = {
    "delimiter": lambda dialect: (
        f"Letter and type are split at {dialect.delimiter!r}, where it stands nearest to the letter."
    ),
    "policy": policy_sentence,
    "labels": lambda dialect: _types("labels", dialect.labels),
    "overlap": lambda dialect: _SENTENCES["overlap"][dialect.overlap.of].format(percent=dialect.overlap.percent),
    "types": lambda dialect: _types("types", dialect.types),
    "partial": lambda dialect: f"A PAR counts {dialect.partial} in precision and in recall.",
    "zero": _zero,
    "labels-avg": lambda dialect: _types("labels-avg", dialect.labels_avg),
    "round": lambda dialect: _round(dialect.round),
}

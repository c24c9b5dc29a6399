"""Words: one sentence for every choice of a dialect, every policy and every measure.

The tables are the only place where the options of DIA-1 are put into words outside the spec.
"""

from collections.abc import Callable, Mapping

from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Labels, Rounding
from nerconform.reference.options import Undefined
from nerconform.reference.pipeline import STEPS
from nerconform.reference.points import OPTIONS, text_of
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Scheme, prefix_of

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


_POLICY_WORDS: Mapping[str, str] = {
    "refuse": "An illegal transition is refused.",
    "lenient": "At an illegal transition the span before it is kept, and a tag that may not stand there opens a "
    "span or is one: every token that is not O is in some span.",
    "discard": "At an illegal transition what is not complete is discarded: a span without its beginning or "
    "without its end.",
    "jie": "Only the letters that begin or end a span end one: whatever else stands inside it is swallowed, and a "
    "tag with no span to go on with is lost.",
    "ncrfpp": "Only the letters that begin or end a span end one: whatever else stands inside it is swallowed, "
    "a tag with no span to go on with is lost, and an unfinished span at the end is its first token.",
    "lample": "Everything is kept as under lenient, and a span that was ended goes on if the very next tag is of "
    "its type and does not begin one.",
    "allennlp-bioul": "An illegal transition is refused, but types are not compared: inside a span they may be "
    "any, and the last letter gives the span its own.",
}
_DISCARDED: Mapping[Scheme, str] = {
    Scheme.IOB2: "An I that continues no span of its type is discarded; the span before it is kept.",
    Scheme.IOE2: "A run of I that no E of its type ends is discarded.",
}
_AT_POINT: Mapping[str, str] = {
    "B": "at {B} inside a span",
    "I1": "at {I} outside a span",
    "I2": "at {I} of another type",
    "O": "at O inside a span",
    "E1": "at {E} outside a span",
    "E2": "at {E} of another type",
    "S": "at {S} inside a span",
    "F": "at the end of the unit inside a span",
}
_DONE: Mapping[str, str] = {
    "emit+open": "the span is kept and the tag opens another",
    "drop+open": "the span is lost and the tag opens another",
    "emit+single": "the span is kept and the tag is another",
    "drop+single": "the span is lost and the tag is another",
    "emit+ignore": "the span is kept and the tag is lost",
    "drop+ignore": "both are lost",
    "open": "the tag opens a span",
    "single": "the tag is a span",
    "ignore": "the tag is lost",
    "keep": "the span swallows the tag",
    "retype": "the span swallows the tag and takes its type",
    "close": "the tag ends the span",
    "close-as": "the tag ends the span and gives it its type",
    "emit": "the span is kept",
    "drop": "the span is lost",
    "head": "the first token of the span is kept",
    "refuse": "the unit is refused",
}


def policy_sentence(dialect: Dialect) -> str:
    """Return the sentence of a dialect's policy in its scheme: that of its name, or each point in turn."""
    name = str(dialect.policy)
    if name == "discard":
        return _DISCARDED.get(dialect.scheme, _POLICY_WORDS[name])
    if name in POLICIES:
        return _POLICY_WORDS[name]
    points = dialect.policy.at(dialect.scheme)
    parts = [
        f"{_AT_POINT[point].format(**_letters(dialect.scheme))}, {_DONE[text_of(point, option)]}"
        for point, option in points._asdict().items()
        if point in OPTIONS and option is not None
    ]
    if points.R:
        parts.append("right behind a span, a tag of its type that does not begin one goes on with it")
    said = "; ".join(parts) or "there is no illegal transition"
    return f"{said[0].upper()}{said[1:]}."


def _letters(scheme: Scheme) -> dict[str, str]:
    """Return the letter of each role that the scheme has."""
    roles = {Scheme.IO: "I", Scheme.IOB1: "BI", Scheme.IOB2: "BI", Scheme.IOE1: "IE", Scheme.IOE2: "IE"}
    return {role: prefix_of(scheme, role) for role in roles.get(scheme, "BIES")}


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


_SCHEMAS = {
    "strict": "bounds and type must be right",
    "exact": "bounds must be right, types are not looked at",
    "partial": "bounds must be right, an overlap has partial credit, types are not looked at",
    "type": "the type must be right and the spans must overlap",
}
_SCOPES = {
    "micro": "over all types together",
    "macro": "averaged over types, each with the same weight",
    "weighted": "averaged over types, each with its number of gold spans as weight",
}
_QUANTITIES = {
    "cor": "The number of pairs that are right",
    "inc": "The number of pairs that are wrong",
    "par": "The number of pairs that only overlap",
    "mis": "The number of gold spans that no prediction met",
    "spu": "The number of predicted spans that met no gold",
    "pos": "The number of gold spans",
    "act": "The number of predicted spans",
    "tp": "The number of right predictions (COR)",
    "fp": "The number of predictions that are not right (ACT - COR)",
    "fn": "The number of gold spans that are not found (POS - COR)",
    "precision": "The share of the predictions that is right",
    "recall": "The share of the gold that is found",
}


def measure_sentence(measure: Measure) -> str:
    """Return what a measure is, in one sentence."""
    scope = _SCOPES.get(measure.scope, f"of the type {measure.type}")
    quantity = _QUANTITIES.get(measure.quantity) or _f(measure)
    return f"{quantity}, {scope}; in the schema {measure.schema} {_SCHEMAS[measure.schema]}."


def _f(measure: Measure) -> str:
    """Return the words for F-beta."""
    beta = measure.quantity.removeprefix("f")
    weight = "" if beta == "1" else f", with recall weighted {beta} times as much as precision"
    return f"F{beta}, the harmonic mean of precision and recall{weight}"

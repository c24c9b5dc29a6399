"""Words: one sentence for every choice of a dialect, every policy and every measure.

The tables of `words.json` are the only place where the options of DIA-1 are put into words outside the spec.
"""

import json
from collections.abc import Container, Mapping
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

from nerconform.reference.dialect import AXES, Dialect, axis_of
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Cover, Labels, Overlap, Rename, Rounding, Weights, Zero
from nerconform.reference.options import CoverRule
from nerconform.reference.pipeline import STEPS
from nerconform.reference.points import OPTIONS, Points, text_of
from nerconform.reference.schemes import Scheme, roles_of

_WORDS: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
CLAUSES: dict[str, str] = _WORDS["clauses"]
"""The clause that says what the options of each axis mean, or the first of several."""
ABOUT: dict[str, str] = _WORDS["axes"]
"""What each axis is about, in a few words."""


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
    return policy_sentence(dialect) if axis == "policy" else _said(dialect, axis, _WORDS["options"][axis])


def few_words(dialect: Dialect, axis: str) -> str:
    """Return what the dialect's choice on one axis does, in a few words for a list; a policy without a name in many."""
    said = _WORDS["short"][axis]
    if axis != "policy":
        return _said(dialect, axis, said)
    of_schemes = said.get(str(dialect.policy))
    return str(of_schemes.get(dialect.scheme, of_schemes["other"])) if of_schemes else _lowered(dialect)


def options_said(axis: str) -> str:
    """Return every option of an axis without parts, each with what it does in a few words."""
    return ", ".join(f"{option} ({said})" for option, said in _WORDS["short"][axis].items())


def _lowered(dialect: Dialect) -> str:
    said = policy_sentence(dialect).removesuffix(".")
    return f"{said[0].lower()}{said[1:]}"


def _said(dialect: Dialect, axis: str, said: Mapping[str, str]) -> str:
    """Return the words for the dialect's choice on one axis, with the parts of the choice filled in."""
    parts: dict[str, object] = {}
    match getattr(dialect, axis_of(axis).attribute):
        case Rounding() as rounding:
            return _round(rounding, said)
        case Labels(option, given):
            parts = {"given": ", ".join(given)}
        case Overlap(option, percent):
            parts = {"percent": percent}
        case Zero(precision, recall):
            option = "same" if precision is recall else "apart"
            parts = {"precision": _WORDS["undefined"][precision], "recall": _WORDS["undefined"][recall]}
        case Cover(precision, recall):
            option = str(precision) if precision is recall else "apart"
            added = "precision" if precision is CoverRule.JOINT else "recall"
            parts = {"precision": _WORDS["covers"][precision], "recall": _WORDS["covers"][recall], "added": added}
        case (Weights() | Rename()) as listed:
            option, parts = "given" if listed.given else str(listed), {"given": _listed(listed)}
        case Fraction() as credit:
            option, parts = "credit", {"credit": credit}
        case StrEnum() as option:
            pass
        case delimiter:
            option, parts = "text", {"delimiter": delimiter}
    return said[option].format(**parts)


def _listed(listed: Weights | Rename) -> str:
    """Return the classes with their shares, or the types with their new names."""
    if isinstance(listed, Rename):
        return ", ".join(f"{old} becomes {new}" for old, new in listed.given)
    return "; ".join(f"{name} {', '.join(map(str, shares))}" for name, shares in listed.given)


def _round(rounding: Rounding, said: Mapping[str, str]) -> str:
    """Return the sentence of printed precision (SCO-10)."""
    if rounding.rule == "exact":
        return said["exact"]
    of = "between 0 and 1" if rounding.scale == 1 else f"percentages between 0 and {rounding.scale}"
    plural = "" if rounding.digits == 1 else "s"
    rule = _WORDS["rounding"][rounding.rule]
    return said["rounded"].format(of=of, scale=rounding.scale, digits=rounding.digits, plural=plural, rule=rule)


def policy_sentence(dialect: Dialect) -> str:
    """Return the sentence of a dialect's policy in its scheme: that of its name, or each point in turn."""
    scheme, name = dialect.scheme, str(dialect.policy)
    if of_schemes := _WORDS["policies"].get(name):
        prefixes = {role: prefix for prefix, role in roles_of(scheme).items()}
        return str(of_schemes.get(scheme, of_schemes["other"])).format(**prefixes)
    points = dialect.policy.at(scheme)
    parts = points_words(scheme, points, OPTIONS)
    if points.R:
        parts.append(_WORDS["points"]["R"])
    said = "; ".join(parts) or "in this scheme every tag sequence is legal"
    return f"{said[0].upper()}{said[1:]}."


def points_words(scheme: Scheme, points: Points, names: Container[str]) -> list[str]:
    """Return what happens at each decision point of these names that the scheme has, in the order of the points."""
    prefixes = {role: prefix for prefix, role in roles_of(scheme).items()}
    words = _WORDS["points"]
    return [
        f"{words.get(f'{scheme} {point}', words[point]).format(**prefixes)}, {said_of_option(text_of(point, option))}"
        for point, option in points._asdict().items()
        if point in OPTIONS and point in names and option is not None
    ]


def said_of_option(option: str) -> str:
    """Return what an option of a decision point does, such as `emit+open`; an unknown one as it is."""
    return str(_WORDS["point options"].get(option, option))


def measure_sentence(measure: Measure) -> str:
    """Return what a measure is, in one sentence."""
    scope = _WORDS["scopes"].get(measure.scope, f"of the type {measure.type}")
    quantity = _WORDS["quantities"].get(measure.quantity) or _f(measure)
    return f"{quantity}, {scope}. In the schema {measure.schema}, {_WORDS['schemas'][measure.schema]}."


def _f(measure: Measure) -> str:
    """Return the words for F-beta."""
    beta = measure.quantity.removeprefix("f")
    weight = "" if beta == "1" else f", with recall weighted {beta} times as much as precision"
    return f"F{beta}, the harmonic mean of precision and recall{weight}"

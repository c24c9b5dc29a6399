"""Signatures: one line that pins a score (DIA-4, DIA-5).

    scheme:IOB2,affix:prefix,...,round:exact|strict.micro.f1|spec:1.0

The form never depends on the data. What stands after `#` tells of the run and is not part of the signature.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import AXES, Dialect, axis_of
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED, SCORES, named
from nerconform.reference.refusals import MalformedSignature
from nerconform.reference.schemes import Scheme
from nerconform.version import SPEC_VERSION

AS = "as:"
"""How the rules of a published program begin in a signature; no dialect begins so."""
_FORM = "Write DIALECT|MEASURE|spec:VERSION, such as conlleval,scheme:IOB2|strict.micro.f1|spec:1.0."


class Signature(NamedTuple):
    """A dialect, the measure that is meant (`None`, written `*`: every measure), and the version of the spec."""

    dialect: Dialect
    measure: Measure | None = None
    spec: str = SPEC_VERSION

    def __str__(self) -> str:
        """Return the canonical form."""
        return f"{self.dialect}|{self.measure or '*'}|spec:{self.spec}"


def parse_signature(text: str) -> Signature:
    """Read a signature in any form: canonical, with every axis, or a dialect's name with some choices.

    The measure and the version may be left out: the measure of a named score (DIA-8), else `*`, and the spec of this
    release. Raises `MalformedSignature`,
    `UnknownMeasure`, or the error of a choice.
    """
    start, choices, measure = split_signature(text)
    return Signature(start.set(**choices), measure)


def split_signature(text: str) -> tuple[Dialect, dict[str, str], Measure | None]:
    """Return the parts of a signature, its dialect as `split_dialect` does, so that a scheme can be set before.

    Raises `MalformedSignature` or `UnknownMeasure`.
    """
    body = text.partition("#")[0].strip()
    dialect, *rest = (part.strip() for part in body.split("|"))
    spec = next((part.removeprefix("spec:") for part in rest if part.startswith("spec:")), SPEC_VERSION)
    measures = [part for part in rest if not part.startswith("spec:")]
    if not dialect or len(measures) > 1 or len(rest) - len(measures) > 1:
        raise MalformedSignature(f"{text!r} is not the signature of a score", hint=_FORM)
    if spec != SPEC_VERSION:
        hint = (
            "Install the release that printed the signature (a full signature names it: # nerconform:RELEASE): pip "
            "install nerconform==RELEASE. "
            f"Or remove spec:{spec}: then the rules of spec {SPEC_VERSION} count, and the score can differ."
        )
        message = f"the signature is for spec {spec}, and this nerconform has spec {SPEC_VERSION}"
        raise MalformedSignature(message, hint=hint)
    measure = None if not measures or measures[0] == "*" else Measure.parse(measures[0])
    if not measures and (score := SCORES.get(dialect.partition(",")[0].strip())):
        measure = score.measure
    return *split_dialect(dialect), measure


def parse_dialect(text: str) -> Dialect:
    """Read a dialect: a name, choices `axis:option` separated by commas, or a name and then choices."""
    start, choices = split_dialect(text)
    return start.set(**choices)


def split_dialect(text: str) -> tuple[Dialect, dict[str, str]]:
    """Return the named dialect at the head of a text (the default where there is none) and the choices after it.

    A piece without a colon belongs to the option before it, as in `given{A,B}` and `P1,R0`. Raises
    `MalformedSignature`, `UnknownDialect` or `UnknownAxis`.
    """
    choices: dict[str, str] = {}
    axis, start = "", Dialect()
    for number, piece in enumerate(part.strip() for part in text.split(",")):
        if ":" not in piece and not axis and not number:
            start = named(piece)
        elif ":" in piece:
            name, option = piece.split(":", 1)
            axis = axis_of(name).attribute
            if axis in choices:
                message = (
                    f"a dialect has one option for {name}, and this one has {name}:{choices[axis]} and {name}:{option}"
                )
                raise MalformedSignature(message, hint="Remove one of the two.")
            choices[axis] = option
        elif axis:
            choices[axis] += f",{piece}"
        else:
            hint = f"Start with one of {', '.join(NAMED)}. Options follow after commas: conlleval,scheme:BIOES."
            raise MalformedSignature(f"{text!r} does not start with the name of a dialect", hint=hint)
    return start, choices


@cache
def short_dialect(text: str) -> str:
    """Return the shortest form of a dialect that means the same; a text that is no dialect of this spec stays."""
    try:
        dialect = parse_dialect(text)
    except NerconformError:
        return text
    forms = [_short_form(name, dialect) for name in NAMED]
    return min((form for form in forms if form), key=lambda form: form.count(","), default=text)


def _short_form(name: str, dialect: Dialect) -> str | None:
    """Return the dialect as a name and choices, `None` where the name has no meaning in its scheme."""
    try:
        base = replace(NAMED[name], scheme=dialect.scheme).canonical()
    except NerconformError:
        return None
    wanted = dialect.canonical()
    choices = {
        axis.name: wanted.option(axis.name) for axis in AXES if base.option(axis.name) != wanted.option(axis.name)
    }
    if dialect.scheme is not Scheme.IOB2:
        choices = {"scheme": str(dialect.scheme), **choices}
    for axis in tuple(choices):
        fewer = {other: option for other, option in choices.items() if other != axis}
        if _means(_named_with(name, fewer), dialect):
            choices = fewer
    return _named_with(name, choices) if _means(_named_with(name, choices), dialect) else None


def _named_with(name: str, choices: Mapping[str, str]) -> str:
    return ",".join([name, *(f"{axis}:{option}" for axis, option in choices.items())])


def _means(text: str, dialect: Dialect) -> bool:
    """Whether the text is read as this dialect; a choice alone can be one that the scheme excludes."""
    try:
        return str(parse_dialect(text)) == str(dialect)
    except NerconformError:
        return False

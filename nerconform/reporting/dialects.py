"""Dialects in few words: a name and what differs from it, which `explain` reads back."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme
from nerconform.reference.signature import parse_dialect


@cache
def short_dialect(text: str) -> str:
    """Return the shortest form of a dialect that means the same; a text that is no dialect of this spec stays."""
    try:
        dialect = parse_dialect(text)
    except NerconformError:
        return text
    forms = [_form(name, dialect) for name in NAMED]
    return min((form for form in forms if form), key=lambda form: form.count(","), default=text)


def _form(name: str, dialect: Dialect) -> str | None:
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
        if _means(_text(name, fewer), dialect):
            choices = fewer
    return _text(name, choices) if _means(_text(name, choices), dialect) else None


def _text(name: str, choices: Mapping[str, str]) -> str:
    return ",".join([name, *(f"{axis}:{option}" for axis, option in choices.items())])


def _means(text: str, dialect: Dialect) -> bool:
    """Whether the text is read as this dialect; a choice alone can be one that the scheme excludes."""
    try:
        return str(parse_dialect(text)) == str(dialect)
    except NerconformError:
        return False

"""Named dialects (DIA-2): what a name does not fix is the first option of its axis."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from nerconform.reference.dialect import Dialect
from nerconform.reference.refusals import UnknownDialect

_SEQEVAL = {"bare": "first-char", "outside": "by-prefix", "duplicates": "set", "align": "none", "empty": "nan"}

NAMED: Mapping[str, Dialect] = MappingProxyType(
    {
        name: Dialect().set(**choices)
        for name, choices in {
            "semeval": {"policy": "lenient"},
            "conlleval": {"policy": "lenient", "align": "none"},
            "iob2-discard": {"policy": "discard", "align": "none"},
            "seqeval": {**_SEQEVAL, "policy": "lenient", "unknown": "as-I"},
            "seqeval-strict": {**_SEQEVAL, "policy": "discard"},
            "seqscore": {"policy": "lenient", "duplicates": "set", "align": "none", "round": "2-half-up-x100"},
            "hipe": {
                "bare": "two-chars",
                "policy": "lenient",
                "unknown": "as-I",
                "labels": "gold",
                "duplicates": "by-value",
                "align": "input",
            },
            "nervaluate-0": {
                "bare": "two-chars",
                "policy": "lenient",
                "unknown": "as-I",
                "duplicates": "by-value",
                "align": "absorb",
            },
            "nervaluate-1": {
                "policy": "lenient",
                "align": "input-best",
                "scope": "schema",
                "overlap": "gold:1%",
                "attribution": "refilter",
            },
            "semeval-jar": {"align": "first-any", "attribution": "refilter", "round": "2-binary-x1"},
        }.items()
    }
)


def named(name: str) -> Dialect:
    """Return the dialect with this name, with the default scheme. Raises `UnknownDialect`."""
    if name not in NAMED:
        raise UnknownDialect(
            f"there is no dialect {name!r}", hint=f"Use one of: {', '.join(NAMED)}; for example --dialect conlleval."
        )
    return NAMED[name]


def name_of(dialect: Dialect) -> str | None:
    """Return the name of a dialect, whatever its scheme, `None` where it has none."""
    text = str(dialect)
    alike = (name for name, known in NAMED.items() if dialect.scheme in known.policy.points)
    return next((name for name in alike if str(replace(NAMED[name], scheme=dialect.scheme)) == text), None)

"""Named dialects (DIA-2) and named scores (DIA-8): what a name does not fix is the first option of its axis."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.options import Subset
from nerconform.reference.refusals import UnknownDialect

_SUBSETS = [name for name in Subset if name not in {Subset.ALL, Subset.NESTING}]
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

STANDARD = "semeval"
"""The dialect by which a score is computed if none is named."""


class NamedScore(NamedTuple):
    """What an official scorer prints: the dialect in which it counts, and the number that is meant."""

    dialect: Dialect
    measure: Measure


def _scores() -> Iterator[tuple[str, NamedScore]]:
    """Yield the named scores: what a name does not fix is the first option of its axis."""
    conlleval, hipe = NAMED["conlleval"], NAMED["hipe"]
    jnlpba = Dialect().set(policy="discard", align="two-sided", round="4-binary-x1")
    n2c2 = Dialect().set(align="two-sided")
    neleval = Dialect().set(duplicates="set", align="two-sided", credit="share")
    presidio = Dialect().set(align="two-sided", overlap="union:90%", cover="joint", partial="1")
    one_slot = ",".join(f"{error}=1/2+1/2+1/2" for error in ("LE", "BES", "BEL", "BEO"))
    muc = Dialect().set(align="best", weights=f"given{{{one_slot},LBE=0+1+1}}")
    endings = (f"{kind}{end}={kind}" for kind in ("LOC", "ORG", "OTH", "PER") for end in ("deriv", "part"))
    loose = conlleval.set(rename=f"given{{{','.join(endings)}}}")
    brateval = Dialect().set(align="gold-order", scope="schema", partial="1")
    for name, dialect, measure in (
        ("germeval-2014", conlleval, "strict.micro.f1"),
        ("germeval-2014-loose", loose, "strict.micro.f1"),
        ("jnlpba-2004", jnlpba, "strict.micro.f1"),
        ("jnlpba-2004-left", jnlpba, "left.micro.f1"),
        ("jnlpba-2004-right", jnlpba, "right.micro.f1"),
        ("n2c2-2018-strict", n2c2, "strict.micro.f1"),
        ("n2c2-2018-lenient", n2c2, "type.micro.f1"),
        ("neleval-maxmax", neleval, "partial.micro.f1"),
        ("neleval-maxsum", neleval.set(cover="Pjoint,Rsingle"), "partial.micro.f1"),
        ("neleval-summax", neleval.set(cover="Psingle,Rjoint"), "partial.micro.f1"),
        ("neleval-sumsum", neleval.set(cover="joint"), "partial.micro.f1"),
        ("presidio", presidio, "type.micro.f2"),
        ("presidio-pii", presidio, "partial.micro.f2"),
        ("brateval-exact", brateval, "strict.micro.f1"),
        ("brateval-exact-inexact", brateval, "exact.micro.f1"),
        ("brateval-overlap", brateval, "type.micro.f1"),
        ("brateval-overlap-inexact", brateval, "partial.micro.f1"),
        ("muc-7", muc, "strict.micro.f1"),
        ("fair-eval", Dialect().set(align="fair", weights="halves"), "strict.micro.f1"),
        ("hipe-strict", hipe, "strict.micro.f1"),
        ("hipe-fuzzy", hipe, "type.micro.f1"),
        *((f"nestednereval-{name}", n2c2.set(subset=name), "strict.micro.f1") for name in _SUBSETS),
        ("nestednereval-nesting", Dialect().set(subset="nesting", align="none"), "strict.micro.f1"),
    ):
        yield name, NamedScore(dialect, Measure.parse(measure))


SCORES: Mapping[str, NamedScore] = MappingProxyType(dict(_scores()))
"""Scores of official scorers by their names (DIA-8). They are no dialects of their own in lint, exports and mutants."""


def named(name: str) -> Dialect:
    """Return the dialect with this name, or that of a score with this name, with the default scheme.

    Raises `UnknownDialect`.
    """
    if name in SCORES:
        return SCORES[name].dialect
    if name not in NAMED:
        raise UnknownDialect(
            f"there is no dialect {name!r}",
            hint=(
                f"Use one of: {', '.join(NAMED)}; for example --dialect conlleval. `nerconform list "
                "dialects` says what each does."
            ),
        )
    return NAMED[name]


def name_of(dialect: Dialect) -> str | None:
    """Return the name of a dialect, whatever its scheme, `None` where it has none."""
    text = str(dialect)
    alike = (name for name, known in NAMED.items() if dialect.scheme in known.policy.points)
    return next((name for name in alike if str(replace(NAMED[name], scheme=dialect.scheme)) == text), None)

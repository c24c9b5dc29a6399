"""Vouching: whether what a golden case says holds for a dialect that has no name.

Cases are written, and linted, for the named dialects; a choice that all of them make alike (`zero:0`) goes without
saying. A dialect that makes another one is held to a case only where a named dialect vouches for it: the case gives
both the same expectation, and the reference answers both alike. Expected values stay the case's own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from nerconform.implementations.observation import Answer, Observation, Refusal
from nerconform.implementations.protocol import ask
from nerconform.implementations.reference import ReferenceImplementation
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import NerconformError
from nerconform.reference.named import NAMED
from nerconform.reference.values import Rounding
from nerconform.suite.cases import Case
from nerconform.suite.expectations import Expectation


def holds_for(case: Case, expected: Expectation, dialect: Dialect) -> bool:
    """Whether the expectation that the case gives this dialect is one that it was written for."""
    text = str(dialect)
    vouching = [named for named in asked_dialects(case).values() if case.expectation(named) is expected]
    if any(str(named) == text for named in vouching):
        return True
    mine = _answer(case, dialect)
    return any(_alike(expected, mine, _answer(case, named)) for named in vouching)


def asked_dialects(case: Case) -> dict[str, Dialect]:
    """Return the dialects that a case was written for, by name: in its scheme, with the choices that it imposes.

    They are the named ones, and those of them that do not refuse illegal tags with each policy that the case speaks of
    and none of them has.
    """
    imposed = {"scheme": case.question.scheme, **case.question.choices}
    spoken_of = dict.fromkeys(policy for expected in case.expectations for policy in expected.when.get("policy", ()))
    named = dict(_made((name, dialect, imposed) for name, dialect in NAMED.items()))
    policies = [
        policy for policy in spoken_of if not any(dialect.makes("policy", policy) for dialect in named.values())
    ]
    others = (
        (f"{name},policy:{policy}", dialect, {**imposed, "policy": policy})
        for policy in policies
        for name, dialect in NAMED.items()
        if not dialect.policy.refuses_all(dialect.scheme)
    )
    return {**named, **dict(_made(others))}


def _made(wanted: Iterable[tuple[str, Dialect, Mapping[str, str]]]) -> Iterator[tuple[str, Dialect]]:
    """Yield each dialect with its choices made, where they do not exclude each other."""
    for name, dialect, choices in wanted:
        try:
            yield name, dialect.set(**choices)
        except NerconformError:
            continue


def _answer(case: Case, dialect: Dialect) -> Observation:
    """Return what the reference answers, unrounded, as expectations are."""
    return ask(ReferenceImplementation("", replace(dialect, round=Rounding())), case.question)


def _alike(expected: Expectation, mine: Observation, other: Observation) -> bool:
    """Whether the other answer has everything expected that mine has, and alike, and no row of a type more."""
    if isinstance(mine, Refusal) and isinstance(other, Refusal):
        return mine.error == other.error
    if not isinstance(mine, Answer) or not isinstance(other, Answer):
        return False
    asked = expected.numbers.keys()
    here, there = (asked & answer.values.keys() for answer in (mine, other))
    return (
        here <= there
        and not any(measure.type is not None for measure in there - here)
        and all(mine.values[measure] == other.values[measure] for measure in here)
        and (expected.rows is None or mine.rows == other.rows)
        and (not expected.spans or mine.spans == other.spans)
        and _same_pairs(expected, mine, other)
    )


def _same_pairs(expected: Expectation, mine: Answer, other: Answer) -> bool:
    """Whether the same spans met, in every schema that is expected and that mine has."""
    found, known = mine.pairs or {}, other.pairs or {}
    return all(found[schema] == known.get(schema) for schema in expected.pairs.keys() & found.keys())

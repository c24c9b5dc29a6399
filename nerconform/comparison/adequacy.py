"""Adequacy: whether the golden cases are true of the reference in every named dialect."""

from collections.abc import Iterator

from nerconform.comparison.judge import judge
from nerconform.comparison.results import BAD
from nerconform.implementations.observation import Refusal, Unsupported
from nerconform.implementations.protocol import ask
from nerconform.implementations.reference import ReferenceImplementation
from nerconform.reference import errors
from nerconform.reference.named import NAMED
from nerconform.suite.cases import Case, Kind, Suite
from nerconform.suite.findings import Finding

_CODES = {name: error.code for name, error in vars(errors).items() if hasattr(error, "code")}


def disagreements(suite: Suite) -> Iterator[Finding]:
    """Yield every case that the reference does not pass in a named dialect, or refuses with another code."""
    for name, dialect in NAMED.items():
        reference = ReferenceImplementation(name, dialect)
        for case in suite.cases:
            judgement = judge(case, reference)
            if judgement.verdict in BAD:
                first = next((f"{m.asked}: {m.expected} expected, {m.got}" for m in judgement.mismatches), "")
                yield Finding(
                    case.place, f"{name} answers otherwise: {judgement.reason or first}", "One of them is wrong."
                )
            elif judgement.dialect is not None or case.kind is Kind.CONTRACT:
                yield from _code(case, reference, name)


def _code(case: Case, reference: ReferenceImplementation, name: str) -> Iterator[Finding]:
    """Yield a refusal for another reason than the case says."""
    try:
        dialect = reference.dialect(case.question)
    except errors.NerconformError as error:
        due, got = case.expectations[0].refused, error.code
    else:
        expected = None if isinstance(dialect, Unsupported) else case.expectation(dialect)
        if expected is None or not expected.refused:
            return
        observation = ask(reference, case.question)
        due, got = expected.refused, _CODES.get(observation.error, "") if isinstance(observation, Refusal) else ""
    if due != got:
        yield Finding(case.place, f"{name} refuses with {got}, not {due}", "One of them is wrong.")

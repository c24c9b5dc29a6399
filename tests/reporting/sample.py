"""A run made by hand: every verdict, and text that a careless writer would break on."""

from typing import Any

from nerconform.reference.dialect import Dialect
from nerconform.results.run import ImplementationRun, Level, Result, Run, Verdict
from nerconform.results.values import (
    AnswerDue,
    Cause,
    CauseKind,
    ErrorObserved,
    Mismatch,
    PrintedNumber,
    RawInput,
    RowsObserved,
    SpanRecord,
    SpansObserved,
    SpansRead,
)
from nerconform.suite.clauses import clause_records
from nerconform.version import SPEC_VERSION

DIVERGENCE: dict[str, Any] = {"why": "Why it exists.", "source": "constructed", "place": "fixtures/1-a.yaml:7"}
AWKWARD = "a | b ` c `` d [bold]e[/bold] :smile: <f> \\ \N{SNOWMAN} \udc80"

A, NONE = SpansObserved((SpanRecord("A", 0, 1),)), SpansObserved()
RESULTS = (
    Result("a.pass", "core", ("TAG-1",), Level.LEGAL_DATA, Verdict.PASS),
    Result(
        "a.unsupported",
        "dialect",
        ("TAG-2",),
        Level.ILLEGAL_TAGS,
        Verdict.UNSUPPORTED,
        reason=f"no option for {AWKWARD}",
    ),
    Result(
        "a.known-large",
        "dialect",
        ("DEC-5", "MAT-1"),
        Level.ILLEGAL_TAGS,
        Verdict.KNOWN,
        mismatches=tuple(Mismatch(f"strict.type{{T{n}}}.tp", 0, n) for n in range(1, 4)),
        cause="why-not",
        flags=("illegal-transition",),
        dialect=str(Dialect()),
        gold=(("B-A", "I-A"), ("O", "O"), ()),
        pred=(("I-A", "I-A"), ("O", "O"), ()),
        reproduction="print('large')",
        **DIVERGENCE,
    ),
    Result(
        "a.known-small",
        "core",
        ("DEC-5",),
        Level.LEGAL_DATA,
        Verdict.KNOWN,
        mismatches=(Mismatch("answer", AnswerDue(), ErrorObserved("IndexError", "far " * 60)),),
        cause="why-not",
        gold=(("O",),),
        pred=(("B-A",),),
        spans=(
            SpansRead("the rule", "rule", (NONE,), (A,)),
            SpansRead("seqeval:strict", "library", (NONE,), (ErrorObserved("KeyError"),)),
        ),
        reproduction="print('small')",
        **DIVERGENCE,
    ),
    Result(
        "a.known-unnamed",
        "core",
        ("DEC-6",),
        Level.LEGAL_DATA,
        Verdict.KNOWN,
        mismatches=(Mismatch("rows", RowsObserved(("A",)), RowsObserved(("B",))),),
        cause="lost",
        reproduction="1",
        **DIVERGENCE,
    ),
    Result(
        "a.refused",
        "core",
        ("TAG-3",),
        Level.LEGAL_DATA,
        Verdict.REFUSED,
        reason="ValueError: no",
        reproduction="2",
        **DIVERGENCE,
    ),
    Result(
        "a.error",
        "contract",
        ("INP-1",),
        Level.BAD_INPUT,
        Verdict.ERROR,
        reason=AWKWARD,
        gold=RawInput("[['O']]"),
        pred=RawInput("3"),
        reproduction="3",
        **DIVERGENCE,
    ),
    Result(
        "a.fail-awkward",
        "erratum",
        ("ZZZ-9",),
        Level.ILLEGAL_TAGS,
        Verdict.FAIL,
        mismatches=tuple(
            Mismatch(f"strict.micro.f{n}", PrintedNumber(AWKWARD), PrintedNumber("x" * 150)) for n in range(30)
        ),
        dialect="no dialect of this release",
        gold=tuple((f"B-{'long' * n}", "O") for n in range(1, 40)),
        pred=tuple(("O", f"B-{'long' * n}") for n in range(1, 40)),
        reproduction=f"print({'x' * 300!r})\n```\nprint(2)",
        **DIVERGENCE,
    ),
    Result(
        "a.fail-gone",
        "core",
        ("TAG-1",),
        Level.LEGAL_DATA,
        Verdict.FAIL,
        reason="the known divergence why-not is gone",
        cause="why-not",
        reproduction="4",
        **DIVERGENCE,
    ),
)
CAUSE = Cause(
    "why-not", CauseKind.KNOWN, "It does | not", f"Because\n{AWKWARD}", "DEC-5", ">=1", "https://example.org/1", "2.0"
)
CLAUSES = clause_records({clause for one in RESULTS for clause in one.clauses}, {"TAG-3", "INP-1", "DEC-5"})
AWKWARD_RUN = ImplementationRun("seqeval:strict", "seqeval 0.0.0", RESULTS, (CAUSE,))
GOOD_RUN = ImplementationRun("reference:semeval", "nerconform spec 1.0", RESULTS[:2])
SAMPLE = Run((AWKWARD_RUN, GOOD_RUN), tool="0.0.0", spec=SPEC_VERSION, fixtures="2026.01.1", clauses=CLAUSES)
GOOD = Run((GOOD_RUN,), tool="0.0.0", spec=SPEC_VERSION, fixtures="2026.01.1", clauses=CLAUSES)
EMPTY = Run((), tool="0.0.0", spec="0.9", fixtures="2026.01.1")
RUNS = {"sample": SAMPLE, "good": GOOD, "empty": EMPTY}

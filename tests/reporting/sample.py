"""A run made by hand: every verdict, and text that a careless writer would break on."""

from typing import Any

from nerconform.reference.dialect import Dialect
from nerconform.results.run import Cause, ImplementationRun, Mismatch, Result, Run, Verdict
from nerconform.version import SPEC_VERSION

DIVERGENCE: dict[str, Any] = {"why": "Why it exists.", "source": "constructed", "place": "fixtures/1-a.yaml:7"}
AWKWARD = "a | b ` c `` d [bold]e[/bold] :smile: <f> \\ \N{SNOWMAN} \udc80"

RESULTS = (
    Result("a.pass", "core", ("TAG-1",), Verdict.PASS),
    Result("a.unsupported", "dialect", ("TAG-2",), Verdict.UNSUPPORTED, reason=f"no option for {AWKWARD}"),
    Result(
        "a.known-large",
        "dialect",
        ("DEC-5", "MAT-1"),
        Verdict.KNOWN,
        mismatches=tuple(Mismatch(f"strict.type{{T{n}}}.tp", "0", str(n)) for n in range(1, 4)),
        cause="why-not",
        flags=("illegal-transition",),
        dialect=str(Dialect()),
        gold=("B-A I-A", "O O", "(empty)"),
        pred=("I-A I-A", "O O", "(empty)"),
        reproduction="print('large')",
        **DIVERGENCE,
    ),
    Result(
        "a.known-small",
        "core",
        ("DEC-5",),
        Verdict.KNOWN,
        mismatches=(Mismatch("answer", "numbers", "IndexError: " + "far " * 60),),
        cause="why-not",
        gold=("O",),
        pred=("B-A",),
        reproduction="print('small')",
        **DIVERGENCE,
    ),
    Result("a.known-unnamed", "core", ("DEC-6",), Verdict.KNOWN, mismatches=(Mismatch("rows", "A", "B"),), cause="lost",
           reproduction="1", **DIVERGENCE),
    Result("a.refused", "core", ("TAG-3",), Verdict.REFUSED, reason="ValueError: no", reproduction="2", **DIVERGENCE),
    Result("a.error", "contract", ("INP-1",), Verdict.ERROR, reason=AWKWARD, gold=("[['O']]",), pred=("3",),
           reproduction="3", **DIVERGENCE),
    Result(
        "a.fail-awkward",
        "erratum",
        ("ZZZ-9",),
        Verdict.FAIL,
        mismatches=tuple(Mismatch(f"strict.micro.f{n}", AWKWARD, "x" * 150) for n in range(30)),
        dialect="no dialect of this release",
        gold=tuple(f"B-{'long' * n} O" for n in range(1, 40)),
        pred=tuple(f"O B-{'long' * n}" for n in range(1, 40)),
        reproduction=f"print({'x' * 300!r})\n```\nprint(2)",
        **DIVERGENCE,
    ),
    Result("a.fail-gone", "core", ("TAG-1",), Verdict.FAIL, reason="the known divergence why-not is gone",
           cause="why-not", reproduction="4", **DIVERGENCE),
)  # fmt: skip
CAUSE = Cause("why-not", "It does | not", f"Because\n{AWKWARD}", "DEC-5", ">=1", "https://example.org/1", "2.0")
AWKWARD_RUN = ImplementationRun("seqeval:strict", "seqeval 0.0.0", RESULTS, (CAUSE,))
GOOD_RUN = ImplementationRun("reference:semeval", "nerconform spec 1.0", RESULTS[:2])
SAMPLE = Run((AWKWARD_RUN, GOOD_RUN), tool="0.0.0", spec=SPEC_VERSION, fixtures="2026.01.1")
GOOD = Run((GOOD_RUN,), tool="0.0.0", spec=SPEC_VERSION, fixtures="2026.01.1")
EMPTY = Run((), tool="0.0.0", spec="0.9", fixtures="2026.01.1")
RUNS = {"sample": SAMPLE, "good": GOOD, "empty": EMPTY}

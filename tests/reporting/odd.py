"""Runs full of text that careless writers break on: markup, quotes, directions, emoji, controls, length."""

import random
from collections.abc import Sequence

from nerconform.results.run import ImplementationRun, Level, Result, Run, Verdict
from nerconform.results.values import Cause, CauseKind, Mismatch, PrintedNumber
from nerconform.suite.clauses import clause_records, load_clauses
from nerconform.version import SPEC_VERSION

SCRIPT = "<script>document.title='pwned'</script>"
TEXTS = (
    SCRIPT,
    "<img src=x onerror=alert(1)>",
    "</template></details></script><!--",
    "]]>",
    "&lt;&#0;&quot;",
    "\"'`",
    "{{ 7 * 7 }}{% raw %}",
    "javascript:alert(1)",
    "http://example.invalid/x.png",
    "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}\N{ARABIC LETTER AIN}",
    "\N{RIGHT-TO-LEFT OVERRIDE}gold",
    "\N{WAVING WHITE FLAG}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}\N{RAINBOW}",
    "\N{PILE OF POO}",
    "a\x00b\x1b[31mc\x85d\x7f",
    "\ud800\udc80",
    "\ufffe\uffff",
    "line\nbreak\r\nand\ttab",
    "%0A::error::forged",
    "| a | b |",
    "",
    "x" * 10_000,
)
"""What the names, tags, reasons and lines of an odd run are made of."""
_VERDICTS = (Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN, Verdict.UNSUPPORTED, Verdict.PASS)
_KINDS = ("core", "dialect", "contract", "erratum")


def odd_run(seed: int, results: int = 8, texts: Sequence[str] = TEXTS) -> Run:
    """Return a run of two implementations whose text is drawn from `texts`; one seed gives one run."""
    draw = random.Random(seed)  # noqa: S311 - odd, not secret
    clauses = [*load_clauses(), texts[seed % len(texts)] or "NONE"]
    return Run(
        tuple(_implementation(draw, number, results, texts, clauses) for number in range(2)),
        tool="0.0.0",
        spec=SPEC_VERSION,
        fixtures="2026.01.1",
        clauses=clause_records(load_clauses(), load_clauses()),
    )


def _implementation(
    draw: random.Random, number: int, results: int, texts: Sequence[str], clauses: Sequence[str]
) -> ImplementationRun:
    def word() -> str:
        return draw.choice(texts)

    causes = tuple(
        Cause(f"cause-{index}", CauseKind.KNOWN, word() or "title", word(), draw.choice(clauses), ">=1", word(), word())
        for index in range(2)
    )
    found = []
    for index in range(results):
        verdict = draw.choice(_VERDICTS)
        length = draw.randint(0, 4)
        sides = [tuple(tuple(_tag(draw, texts) for _ in range(length)) for _ in range(draw.randint(0, 2)))] * 2
        found.append(
            Result(
                f"odd.{index}-{word()[:40]}",
                draw.choice(_KINDS),
                (draw.choice(clauses),),
                draw.choice(tuple(Level)),
                verdict,
                reason=word() or "reason",
                mismatches=tuple(
                    Mismatch(word(), PrintedNumber(word()), PrintedNumber(word())) for _ in range(draw.randint(0, 3))
                ),
                cause=draw.choice(("cause-0", "cause-1", "lost")) if verdict is Verdict.KNOWN else "",
                why=word(),
                source=word(),
                flags=(word(),),
                place=draw.choice((f"fixtures/1-tags.yaml:{index + 1}", word())),
                dialect=draw.choice(("scheme:IOB2", word())),
                gold=sides[0],
                pred=sides[1],
                reproduction=f"print({word()!r})\n{word()}",
            )
        )
    return ImplementationRun(f"odd:{number}:{word()[:40]}", word() or "1", tuple(found), causes)


def _tag(draw: random.Random, texts: Sequence[str]) -> str:
    return draw.choice(("O", "B-PER", "I-PER", f"B-{draw.choice(texts)}", draw.choice(texts)))

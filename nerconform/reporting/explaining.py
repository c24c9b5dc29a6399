"""Explaining clauses, causes and signatures."""

from collections.abc import Iterator, Mapping, Sequence

from nerconform.libraries.defects import SmallestInput
from nerconform.libraries.quirk import Quirk
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import name_of
from nerconform.reference.signature import Signature
from nerconform.reference.words import measure_sentence, sentences
from nerconform.reporting.dialects import short_dialect
from nerconform.reporting.explain_pages import Explanation, Table
from nerconform.reporting.view import title
from nerconform.suite.cases import Case
from nerconform.suite.clauses import Clause
from nerconform.suite.judge import show_spans
from nerconform.suite.known import KnownCause


def explain_clause(clause: Clause, cases: Sequence[Case]) -> Explanation:
    """Return the text of a clause, and the cases that test it."""
    rows = tuple((case.id, str(case.kind), case.why) for case in cases if clause.id in case.clauses)
    facts = (
        ("place", clause.place),
        ("tests", ", ".join(clause.tests)),
    )
    tables = (Table("Golden cases", ("case", "kind", "why"), rows),) if rows else ()
    return Explanation("clause", clause.id, clause.title, clause.text, facts, tables)


def explain_cause(cause: KnownCause, clauses: Mapping[str, Clause]) -> Explanation:
    """Return the words of a cause, and every case with the wrong value that is pinned."""
    facts = (
        ("implementation", cause.implementation),
        ("library", cause.library),
        ("versions", str(cause.versions)),
        ("fixed in", cause.fixed_in),
        ("clause", title(cause.clause, clauses)),
        ("link", cause.link),
        ("place", cause.place),
    )
    rows = tuple((case, asked, got) for case, pinned in cause.cases.items() for asked, got in pinned.items())
    tables = (Table("What it answers, and is known to", ("case", "asked", "got"), rows),)
    return Explanation("cause", cause.id, cause.title, " ".join(cause.words.split()), facts, tables)


def explain_quirk(quirk: Quirk, clauses: Mapping[str, Clause]) -> Explanation:
    """Return the words of a quirk, where it applies, and the smallest input that shows it."""
    facts = (
        ("library", quirk.library),
        ("versions", quirk.versions),
        ("modes", ", ".join(quirk.modes)),
        ("step", str(quirk.step)),
        ("clause", title(quirk.clause, clauses)),
        ("added to", ", ".join(f"{axis}:{option}" for axis, option in quirk.base.items())),
        ("link", quirk.link),
    )
    tables = (Table("The smallest input that shows it", ("what", " "), tuple(_shown(quirk.example))),)
    return Explanation("quirk", quirk.id, quirk.title, quirk.prose, facts, tables)


def _shown(shown: SmallestInput) -> Iterator[tuple[str, str]]:
    """Yield the rows of the smallest input, and of what the library gives there."""
    gold, pred = shown.sides
    yield "scheme", str(shown.scheme)
    yield from ((axis, option) for axis, option in shown.choices.items())
    yield "gold", shown.gold if shown.data is None else repr(gold)
    yield "prediction", shown.pred if shown.data is None else repr(pred)
    if shown.spans is not None:
        yield "read as", show_spans(shown.spans)
    if shown.counts is not None:
        yield "counts", "POS {}, ACT {}, COR {}".format(*shown.counts)
    if shown.error:
        yield "raises", shown.error
    yield from (
        (measure, "undefined" if value is None else f"{value:g}") for measure, value in (shown.numbers or {}).items()
    )


def explain_signature(signature: Signature, text: str) -> Explanation:
    """Return every choice of a dialect in one sentence, the measure, and the name that it has."""
    dialect = signature.dialect
    short = short_dialect(str(dialect))
    facts = (
        ("name", _name(dialect)),
        ("short", f"{short}|{signature.measure or '*'}" if short != str(dialect) else ""),
        ("measure", f"{signature.measure}: {measure_sentence(signature.measure)}" if signature.measure else ""),
    )
    heading = "a dialect, every measure" if signature.measure is None else "a score"
    tables = (Table("From tags to numbers", ("step", "choice", "", " "), tuple(sentences(dialect))),)
    return Explanation("signature", text, heading, str(signature), facts, tables)


def _name(dialect: Dialect) -> str:
    """Return the named dialect that this one equals, in words."""
    name = name_of(dialect)
    return f"equal to {name} in the scheme {dialect.scheme}" if name else "no named dialect equals it"

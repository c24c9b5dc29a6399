"""Topics: clauses, causes, quirks, signatures and implementations in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Ask, Form
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.libraries.defects import SmallestInput
from nerconform.libraries.library import Selector, selector_of
from nerconform.libraries.quirk import Quirk
from nerconform.libraries.registry import declared_by
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import name_of
from nerconform.reference.schemes import Scheme
from nerconform.reference.signature import Signature, short_dialect
from nerconform.reference.words import measure_sentence, sentences
from nerconform.results.topic import Topic, Topics, TopicTable
from nerconform.suite.cases import Case
from nerconform.suite.clauses import Clause
from nerconform.suite.judge import show_spans
from nerconform.suite.known import KnownCause
from nerconform.version import SPEC_VERSION, __version__


def explain_clause(clause: Clause, cases: Sequence[Case]) -> Topic:
    """Return the text of a clause, and the cases that test it."""
    rows = tuple((case.id, str(case.kind), case.why) for case in cases if clause.id in case.clauses)
    facts = (
        ("place", clause.place),
        ("tests", ", ".join(clause.tests)),
    )
    tables = (TopicTable("Golden cases", ("case", "kind", "why"), rows),) if rows else ()
    return Topic("clause", clause.id, clause.title, clause.text, _filled(facts), tables)


def explain_cause(cause: KnownCause, clauses: Mapping[str, Clause]) -> Topic:
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
    tables = (TopicTable("What it answers, and is known to", ("case", "asked", "got"), rows),)
    return Topic("cause", cause.id, cause.title, " ".join(cause.words.split()), _filled(facts), tables)


def explain_quirk(quirk: Quirk, clauses: Mapping[str, Clause]) -> Topic:
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
    tables = (TopicTable("The smallest input that shows it", ("what", " "), tuple(_shown(quirk.example))),)
    return Topic("quirk", quirk.id, quirk.title, quirk.prose, _filled(facts), tables)


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


def explain_signature(signature: Signature, text: str) -> Topic:
    """Return every choice of a dialect in one sentence, the measure, and the name that it has."""
    dialect = signature.dialect
    short = short_dialect(str(dialect))
    facts = (
        ("name", _name(dialect)),
        ("short", f"{short}|{signature.measure or '*'}" if short != str(dialect) else ""),
        ("measure", f"{signature.measure}: {measure_sentence(signature.measure)}" if signature.measure else ""),
    )
    heading = "a dialect, every measure" if signature.measure is None else "a score"
    tables = (TopicTable("From tags to numbers", ("step", "choice", "", " "), tuple(sentences(dialect))),)
    return Topic("signature", text, heading, str(signature), _filled(facts), tables)


def _name(dialect: Dialect) -> str:
    """Return the named dialect that this one equals, in words."""
    name = name_of(dialect)
    return f"equal to {name} in the scheme {dialect.scheme}" if name else "no named dialect equals it"


def explain_implementation(name: str, selector: Selector) -> Topic:
    """Return what a name means, and what each implementation that it stands for declares where it is asked first."""
    try:
        found = declared_by(name)
    except NerconformError:  # a library that is not here, a command, a function: nothing is known of its dialect
        found = ()
    whole = selector_of(name.partition(":")[0])
    facts = (
        ("library", "" if whole is None or whole is selector else whole.sentence),
        *((one.name, _declared(one)) for one in found),
    )
    return Topic("implementation", name, selector.sentence, facts=_filled(facts))


def _declared(one: Implementation) -> str:
    """Return the dialect that an implementation declares, and how it is asked then; nothing where it takes nothing."""
    return next((f"{short_dialect(str(dialect))}, asked in {way}" for way, dialect in _ways(one)), "")


def _ways(one: Implementation) -> Iterator[tuple[QuestionKind, Dialect]]:
    """Yield the plain ways in which an implementation can be asked: tags first, scores first."""
    for form, how, scheme in product((Form.TAGS, Form.SPANS), Ask, [Scheme.IOB2, *Scheme]):
        way = QuestionKind(form, str(scheme), ask=how)
        try:
            dialect = one.dialect(probe(way))
        except NerconformError:
            continue
        if not isinstance(dialect, Unsupported):
            yield way, dialect


def _filled(facts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the facts that say something."""
    return {label: fact for label, fact in facts if fact}


def title(name: str, clauses: Mapping[str, Clause]) -> str:
    """Return a clause's id and title, or its id alone."""
    return str(clauses[name]) if name in clauses else name


def topics(found: Sequence[Topic]) -> Topics:
    """Return the result of `explain`."""
    return Topics(tool=__version__, spec=SPEC_VERSION, topics=tuple(found))

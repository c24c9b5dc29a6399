"""Topics: clauses, golden cases, defects, signatures and implementations in words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product

from msgspec.structs import replace

from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Ask, Form
from nerconform.asking.reference import ReferenceImplementation
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import aligned, counted
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.defects import IMPACTS, Defect, SmallestInput, all_defects
from nerconform.libraries.library import Library, Selector, selector_of
from nerconform.libraries.program import Program
from nerconform.libraries.registry import declared_by
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.named import NAMED, SCORES, STANDARD, name_of
from nerconform.reference.schemes import Scheme
from nerconform.reference.signature import Signature, short_dialect
from nerconform.reference.spans import Span
from nerconform.reference.words import measure_sentence, sentences
from nerconform.results.run import BAD, Level
from nerconform.results.topic import Topic, Topics, TopicTable
from nerconform.results.values import clause_title
from nerconform.suite.agreement import show
from nerconform.suite.case_runs import show_units
from nerconform.suite.cases import Case, CaseKind, FixtureFile
from nerconform.suite.clauses import Clause
from nerconform.suite.expectations import Expectation
from nerconform.suite.judge import judge, show_spans
from nerconform.suite.known import KnownCause
from nerconform.suite.mistake import Mistake
from nerconform.version import SPEC_VERSION, __version__

_MAX_SHOWN = 3


def explain_clause(clause: Clause, cases: Sequence[Case]) -> Topic:
    """Return the text of a clause, and the cases that test it."""
    rows = tuple((case.id, str(case.kind), case.why) for case in cases if clause.id in case.clauses)
    facts = (
        ("place", clause.place),
        ("tests", ", ".join(clause.tests)),
    )
    tables = (TopicTable("Golden cases that test this clause", ("case", "kind", "why"), rows),) if rows else ()
    return Topic("clause", clause.id, clause.title, clause.text, _filled(facts), tables)


def explain_defect(defect: Defect, pinned: Sequence[KnownCause], clauses: Mapping[str, Clause]) -> Topic:
    """Return a defect in the form of a linter's rule page, and every golden case with the wrong answer of today."""
    quirk = QUIRKS.get(defect.id)
    facts = [("impact", f"{defect.impact}: {IMPACTS[defect.impact]}" if defect.impact else ""), *_shown(defect)]
    facts += [("effect", defect.effect), ("what to do", defect.what_to_do), ("why", defect.why)]
    call = defect.contradicts
    facts += [("documented", f"{_line(call.says)} ({_line(call.where)})" if call else "")]
    seen = f" (seen on {defect.searched_on})" if defect.searched_on else ""
    facts += [("upstream", ": ".join(filter(None, (defect.status, defect.link))) + seen)]
    facts += [("related", "; ".join(defect.related)), ("searched", "; ".join(defect.searched))]
    facts += [("library", defect.library), ("versions", defect.versions), ("modes", ", ".join(defect.modes))]
    facts += [("clause", clause_title(defect.clause, clauses)), ("step", str(quirk.step) if quirk else "")]
    facts += [("place", defect.place)]
    tables = (_pinned(pinned),) if pinned else ()
    return Topic("defect", defect.id, defect.title, _line(defect.what_happens), _filled(facts), tables)


def explain_mistake(mistake: Mistake, cases: Sequence[Case]) -> Topic:
    """Return a mistake of metrics that people write, and the smallest golden cases on which its answer is wrong."""
    rows = list[tuple[str, str, str]]()
    plain = sorted((case for case in cases if case.level is Level.LEGAL_DATA), key=_plainness)
    for base in mistake.bases:
        wrong = ReferenceImplementation(mistake.name, NAMED[base], mistake.change)
        shown = (case for case in plain if judge(case, wrong).verdict in BAD)
        rows += [(case.id, base, case.why) for case in islice(shown, _MAX_SHOWN)]
    found = TopicTable("Golden cases on which it shows", ("case", "by the rules of", "why"), tuple(rows))
    facts = (("what to do", "Compare your function with the reason of these cases, and run `nerconform check` again."),)
    return Topic("mistake", mistake.name, mistake.says.rstrip("."), "", _filled(facts), (found,))


def _plainness(case: Case) -> tuple[bool, bool, int]:
    """Put cases that every dialect shares first, then those in IOB2, then small ones."""
    question = case.question
    return case.kind is not CaseKind.CORE, question.scheme != Scheme.IOB2, len(repr((question.gold, question.pred)))


def explain_cause(pinned: Sequence[KnownCause], clauses: Mapping[str, Clause]) -> Topic:
    """Return an entry of somebody's own list of known divergences, and the cases that it holds."""
    about = pinned[0]
    facts = (
        ("implementation", ", ".join(cause.implementation for cause in pinned)),
        ("versions", str(about.versions)),
        ("fixed in", about.fixed_in),
        ("clause", clause_title(about.clause, clauses)),
        ("link", about.link),
        ("place", about.place),
    )
    return Topic("cause", about.id, about.title, _line(about.words), _filled(facts), (_pinned(pinned),))


def _line(text: str) -> str:
    return " ".join(text.split())


def _pinned(causes: Sequence[KnownCause]) -> TopicTable:
    """Return each case with its wrong values; where there are several implementations, the one that gives them."""
    rows = [
        (cause.implementation, case, asked, got)
        for cause in causes
        for case, pinned in cause.cases.items()
        for asked, got in pinned.items()
    ]
    first = 0 if len(causes) > 1 else 1
    heads = ("implementation", "case", "asked", "got")
    return TopicTable("What it answers, and is known to", heads[first:], tuple(row[first:] for row in rows))


def _shown(defect: Defect) -> Iterator[tuple[str, str]]:
    """Yield the smallest input that shows a defect, what the library gives there, and what would be right."""
    shown, call = defect.example, defect.contradicts
    if call:
        yield "code", "\n".join((*call.setup.splitlines(), call.call))
        yield "returned", call.gives
    answers = dict(_answers(shown)) if shown and not call else {}
    yield from answers.items()
    if found := next(filter(None, map(_SPAN.search, (*answers.values(), defect.what_happens))), None):
        kind, start, end = found.groups()
        said = f"is type {kind}" if kind else "has no type, and goes"
        yield "spans", f"{found[0]} {said} from position {start} up to {end}, which is not included"


_SPAN = re.compile(r"([^\s(`]*)\[(\d+),(\d+)\)")


def _answers(shown: SmallestInput) -> Iterator[tuple[str, str]]:
    """Yield the input of an example, what the library gives, and what would be right."""
    sides = written_sides(shown)
    if not all(map(_is_of_spans, sides)):
        yield "scheme", str(shown.scheme)
    if shown.choices:
        yield "option", ", ".join(f"{axis}:{option}" for axis, option in shown.choices.items())
    has_spans = any(map(_SPAN.search, sides))
    nothing = "(no entity)" if has_spans else "(no token)"
    for label, side in zip(("gold", "predicted"), sides, strict=True):
        yield label, " / ".join(unit or nothing for unit in side.split(" / "))
    yield "returned", str(shown.returned)
    if shown.right:
        yield "right", str(shown.right)


def _is_of_spans(side: str) -> bool:
    return not side or bool(_SPAN.search(side))


def written_sides(shown: SmallestInput) -> tuple[str, str]:
    """Return gold and prediction of an example as text."""
    if shown.data is None:
        return aligned([shown.gold], [shown.pred])[0]
    gold, pred = shown.data
    return _side(gold), _side(pred)


def _side(units: object) -> str:
    """Return one side as people write it, sentences between slashes; where tags or spans are odd, as Python does."""
    if units == []:
        return "(no sentence)"
    texts: list[str] = []
    for unit in units if isinstance(units, list) else [None]:
        if not isinstance(unit, list):
            return repr(units)
        if not unit:
            texts.append("")
        elif all(isinstance(one, Span) for one in unit):
            texts.append(show_spans(unit))
        elif all(isinstance(one, str) and one and not one.isspace() for one in unit):
            texts.append(" ".join(unit))
        else:
            return repr(units)
    return " / ".join(texts)


def explain_signature(signature: Signature, text: str) -> Topic:
    """Return every choice of a dialect in one sentence, the measure, and the name that it has."""
    dialect = signature.dialect
    name, short = name_of(dialect), short_dialect(str(dialect))
    facts = (
        ("name", _equal(name, text, dialect)),
        ("short", f"{short}|{signature.measure or '*'}" if short not in {str(dialect), text} else ""),
        ("measure", f"{signature.measure}: {measure_sentence(signature.measure)}" if signature.measure else ""),
    )
    option = f"--dialect {text}" if text in {*NAMED, *SCORES} else "this dialect"
    heading = "a score, and the rules by which it is computed"
    heading = heading if signature.measure else f"the rules by which scores are computed with {option}"
    tables = (TopicTable("All rules, from tags to numbers", ("step", "rule", "", " "), tuple(sentences(dialect))),)
    kind = "signature" if signature.measure else "dialect"
    return Topic(kind, text, heading, str(signature), _filled(facts), (*_differing(dialect), *tables))


def _equal(name: str | None, text: str, dialect: Dialect) -> str:
    """Return which named dialect is equal; nothing where the text is a name itself."""
    if text in {*NAMED, *SCORES}:
        return ""
    return f"equal to {name} with {dialect.scheme} tags" if name else "no named dialect equals it"


def _differing(dialect: Dialect) -> Iterator[TopicTable]:
    """Yield the choices that differ from those of the standard dialect in the same scheme, if any does."""
    standard = NAMED[STANDARD].set(scheme=str(dialect.scheme)).canonical()
    rows = [
        (f"{axis}:{option}", said) for _, axis, option, said in sentences(dialect) if option != standard.option(axis)
    ]
    if rows:
        title = f"What differs from {STANDARD}, the rules that count if you name none"
        yield TopicTable(title, ("rule", ""), tuple(rows))


def explain_implementation(name: str, selector: Selector) -> Topic:
    """Return what a name means, what each implementation that it stands for declares, and the defects of its library.

    What is declared is that of the first way in which it is asked.
    """
    try:
        found = declared_by(name)
    except NerconformError:  # a library that is not here, a command, a function: nothing is known of its dialect
        found = ()
    library = name.partition(":")[0]
    whole = selector_of(library)
    facts = (
        ("library", "" if whole in {None, selector} else whole.sentence),
        *((one.name, _declared(one)) for one in found),
    )
    return Topic("implementation", name, selector.sentence, facts=_filled(facts), tables=_defects_of(library))


def explain_library(library: Library) -> Topic:
    """Return why a library cannot be asked by its name, and its defects."""
    return Topic("library", library.name, library.about, tables=_defects_of(library.name))


def explain_program(program: Program, scheme: Scheme | None, text: str) -> Topic:
    """Return the rules by which a published program scores, and its defects."""
    dialect = program.dialect(scheme or Scheme.IOB2, program.first)
    found = explain_signature(Signature(dialect), text)
    title = f"{program.name} {program.version}: its dialect, with the defects of the program"
    return replace(found, title=title, tables=(*found.tables, *_defects_of(program.name)))


def _defects_of(library: str) -> tuple[TopicTable, ...]:
    """Return the table of the defects of a library, if it has any."""
    defects = [one for one in all_defects() if one.library == library]
    rows = sorted(((one.id, one.impact, one.title) for one in defects), key=lambda row: list(IMPACTS).index(row[1]))
    title = f"{counted(len(rows), 'defect')}, worst first (nerconform explain ID)"
    return (TopicTable(title, ("id", "impact", "title"), tuple(rows)),) if rows else ()


def _declared(one: Implementation) -> str:
    """Return the dialect that an implementation declares, and how it is asked then; nothing where it takes nothing."""
    return next(
        (f"judged by the rules of {short_dialect(str(dialect))}, asked in {way}" for way, dialect in _ways(one)), ""
    )


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


def topics(found: Sequence[Topic]) -> Topics:
    """Return the result of `explain`."""
    return Topics(tool=__version__, spec=SPEC_VERSION, topics=tuple(found))


_ORDER = (*COUNTS, "precision", "recall")


def explain_case(case: Case, group: FixtureFile, clauses: Mapping[str, Clause]) -> Topic:
    """Return why a case exists, its input, and every expectation; `group` is the file where it stands."""
    question = case.question
    facts = (
        ("kind", f"{case.kind}: {_KINDS[case.kind]}"),
        ("clause", "; ".join(clause_title(name, clauses) for name in case.clauses)),
        ("source", case.source),
        ("place", case.place),
        ("scheme", question.scheme),
        ("imposed", ", ".join(f"{axis}:{option}" for axis, option in question.choices.items())),
        ("asked for", "" if question.ask == "scores" else f"the {question.ask}"),
        ("note", " ".join(case.note.split())),
    )
    flags = tuple(
        (flag, group.flags[flag]["bug"], group.flags[flag]["effect"]) for flag in case.flags if flag in group.flags
    )
    tables = [_input(case), *(table for expected in case.expectations for table in _expectation(case, expected))]
    if case.printed:
        tables.append(_numbers("What the document prints", case.printed))
    if flags:
        tables.append(TopicTable("Flags", ("flag", "bug", "effect"), flags))
    return Topic("case", case.id, "", case.why, _filled(facts), tuple(tables))


_KINDS = {
    CaseKind.CORE: "follows from the definitions alone",
    CaseKind.DIALECT: "sound readings differ, each is held to its own answer",
    CaseKind.CONTRACT: "bad input, which everyone must refuse",
    CaseKind.ERRATUM: "a document prints a value that its own definition contradicts; the defined one is right",
}


def _input(case: Case) -> TopicTable:
    """Return the units, gold above prediction."""
    question = case.question
    sides = show_units(question.gold, question.form), show_units(question.pred, question.form)
    rows = [row for gold, pred in aligned(*sides) for row in (("gold", gold), ("pred", pred))]
    return TopicTable("Input", ("side", "unit"), tuple(rows))


def _expectation(case: Case, expected: Expectation) -> list[TopicTable]:
    """Return what is right under the choices of one expectation."""
    head = _heading(case, expected)
    if expected.refused:
        return [TopicTable(f"{head}: it must be refused", ("error of the reference",), ((expected.refused,),))]
    tables = [_numbers(head, expected.written)] if expected.written else []
    parts = [
        (f"spans, {side}, sentence {index}", show_spans(unit))
        for side, units in expected.spans.items()
        for index, unit in enumerate(units)
    ]
    for schema, units in expected.pairs.items():
        for index, unit in enumerate(units):
            pairs = (
                f"{show_spans([gold]) if gold else '-'} ~ {show_spans([pred]) if pred else '-'}" for gold, pred in unit
            )
            parts.append((f"pairs, {schema}, sentence {index}", "; ".join(pairs) or "none"))
    if expected.rows is not None:
        parts.append(("rows", ", ".join(expected.rows) or "none"))
    if parts:
        tables.append(TopicTable("" if tables else head, ("part", "right"), tuple(parts)))
    return tables


def _heading(case: Case, expected: Expectation) -> str:
    """Return for which choices and which named dialects an expectation holds."""
    if not expected.when:
        return "Right"
    when = ", ".join(f"{axis}:{'/'.join(options)}" for axis, options in expected.when.items())
    return f"Right under {when} ({', '.join(_holders(case, expected)) or 'no named dialect'})"


def _holders(case: Case, expected: Expectation) -> Iterable[str]:
    """Yield the named dialects that are held to an expectation."""
    for name, dialect in NAMED.items():
        try:
            asked = dialect.set(**{"scheme": case.question.scheme, **case.question.choices})
        except NerconformError:
            continue
        if case.expectation(asked) is expected:
            yield name


def _numbers(head: str, values: Mapping[Measure, Fraction | int | str | None]) -> TopicTable:
    """Return one row for each schema and scope, one column for each quantity that is given."""
    found = {measure.quantity for measure in values}
    quantities = [*(name for name in _ORDER if name in found), *sorted(found - set(_ORDER))]
    rows: dict[str, dict[str, str]] = {}
    for measure, value in values.items():
        text = value if isinstance(value, str) else show(value)
        rows.setdefault(f"{measure.schema}.{measure.scope}", {})[measure.quantity] = text
    body = tuple((name, *(row.get(quantity, "") for quantity in quantities)) for name, row in rows.items())
    return TopicTable(head, ("measure", *quantities), body)

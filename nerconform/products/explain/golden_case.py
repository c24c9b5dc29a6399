"""Golden cases in words: what is asked, what is right, and for whom."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import aligned
from nerconform.products.explain.topics import title
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.named import NAMED
from nerconform.results.topic import Topic, TopicTable
from nerconform.suite.agreement import show
from nerconform.suite.case_runs import show_units
from nerconform.suite.cases import Case, CaseKind, FixtureFile
from nerconform.suite.clauses import Clause
from nerconform.suite.expectations import Expectation
from nerconform.suite.judge import show_spans

_ORDER = (*COUNTS, "precision", "recall")


def explain_case(case: Case, group: FixtureFile, clauses: Mapping[str, Clause]) -> Topic:
    """Return why a case exists, its input, and every expectation; `group` is the file where it stands."""
    question = case.question
    facts = (
        ("kind", f"{case.kind}: {_KINDS[case.kind]}"),
        ("clause", "; ".join(title(name, clauses) for name in case.clauses)),
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
    return Topic("case", case.id, "", case.why, {label: fact for label, fact in facts if fact}, tuple(tables))


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
        (f"spans, {side}, unit {index}", show_spans(unit))
        for side, units in expected.spans.items()
        for index, unit in enumerate(units)
    ]
    for schema, units in expected.pairs.items():
        for index, unit in enumerate(units):
            pairs = (
                f"{show_spans([gold]) if gold else '-'} ~ {show_spans([pred]) if pred else '-'}" for gold, pred in unit
            )
            parts.append((f"pairs, {schema}, unit {index}", "; ".join(pairs) or "none"))
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

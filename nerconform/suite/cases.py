"""Golden cases: what is asked, and what is right."""

import gc
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, cast

from nerconform.asking.question import Ask, Form, Part, Question, TagUnits
from nerconform.base.errors import NerconformError
from nerconform.base.resources import fixtures_dir
from nerconform.base.strict_yaml import BadFile, Document, check_form, load
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.mentions import Mention, is_mention
from nerconform.reference.schemes import violations_of
from nerconform.reference.spans import Span, span_of_pieces
from nerconform.reference.tags import parser
from nerconform.results.run import Level
from nerconform.suite.expectations import Expectation, read_expectation, read_measures


class CaseKind(StrEnum):
    """The four kinds of golden case."""

    CORE = "core"
    """Follows from the definitions only."""
    DIALECT = "dialect"
    """Sound readings differ; the answers are keyed by the choices that they depend on."""
    CONTRACT = "contract"
    """Bad input, which everyone must refuse."""
    ERRATUM = "erratum"
    """A document prints a value that its own definition contradicts; the defined one is required."""


def is_legal(question: Question) -> bool:
    """Whether every unit of tags is legal in its scheme. Raises the error of any tag that nobody can read."""
    written = {axis: text for axis, text in question.choices.items() if axis in {"affix", "delimiter", "outside"}}
    dialect = Dialect().set(scheme=question.scheme, **written)
    read = parser(dialect)
    sides = cast("tuple[TagUnits, TagUnits]", (question.gold, question.pred))
    units = [read(list(unit)) for side in sides for unit in side]
    return not any(violations_of(dialect.scheme, marks) for marks in units)


def level_of(question: Question) -> Level:
    """Return which of the three questions an input asks: legal data, illegal tags, or bad input."""
    if question.form in {Form.RAW, Form.RAW_SPANS}:
        return Level.BAD_INPUT
    if question.form is not Form.TAGS:
        return Level.LEGAL_DATA
    sides = cast("tuple[TagUnits, TagUnits]", (question.gold, question.pred))
    if [len(unit) for unit in sides[0]] != [len(unit) for unit in sides[1]]:
        return Level.BAD_INPUT
    try:
        legal = is_legal(question)
    except NerconformError:
        return Level.BAD_INPUT
    return Level.LEGAL_DATA if legal else Level.ILLEGAL_TAGS


@dataclass(frozen=True, slots=True)
class Case:
    """One golden case. `clauses` begins with the clause that it tests; `place` is its file and line.

    `level` is which of the three questions it asks, which follows from its input.
    """

    id: str
    kind: CaseKind
    clauses: tuple[str, ...]
    why: str
    source: str
    question: Question
    expectations: tuple[Expectation, ...]
    flags: tuple[str, ...] = ()
    printed: Mapping[Measure, str] = field(default_factory=dict)
    note: str = ""
    file: str = ""
    line: int = 1
    level: Level = field(init=False)

    def __post_init__(self) -> None:
        """Find the level, which every answer to the case is counted by."""
        level = Level.BAD_INPUT if self.kind is CaseKind.CONTRACT else level_of(self.question)
        object.__setattr__(self, "level", level)

    @property
    def place(self) -> str:
        """Return `file:line`."""
        return f"{self.file}:{self.line}"

    def expectation(self, dialect: Dialect) -> Expectation | None:
        """Return what is right in this dialect; lint sees to it that each named dialect matches exactly one."""
        return next((expected for expected in self.expectations if expected.holds_for(dialect)), None)


@dataclass(frozen=True, slots=True)
class FixtureFile:
    """One fixture file: its prose, its flags with their notes, and its document with the line of every node."""

    file: str
    prose: str
    flags: Mapping[str, Mapping[str, Any]]
    document: Document
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """All golden cases, file by file, and the version of the fixtures."""

    groups: tuple[FixtureFile, ...]
    version: str

    @property
    def cases(self) -> tuple[Case, ...]:
        """Return every case, in the order of the files."""
        return tuple(case for group in self.groups for case in group.cases)

    def case(self, name: str) -> Case | None:
        """Return the case with this id."""
        return next((case for case in self.cases if case.id == name), None)


def load_suite(folder: Path | None = None) -> Suite:
    """Return the suite of a folder, by default the one of this installation, which is read once.

    Files of a folder that is named are held to their schema. Those of the installation are, by `nerconform
    lint`; here only a file that cannot be read is held to it. Raises `BadFile` with file and line.
    """
    return _installed(fixtures_dir()) if folder is None else _load(folder, is_trusted=False)


def _load(folder: Path, *, is_trusted: bool) -> Suite:
    """Return the suite of a folder; looking for garbage among objects that all stay would double the time."""
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        return _read(folder, is_trusted=is_trusted)
    finally:
        if is_collecting:
            gc.enable()


def _read(folder: Path, *, is_trusted: bool) -> Suite:
    files = [path for path in folder.rglob("*.yaml") if path.parent.name != "known"]
    ordered = sorted(files, key=lambda path: _order(path, folder))
    groups = tuple(_load_group(path, folder, is_trusted=is_trusted) for path in ordered)
    seen: dict[str, Case] = {}
    for case in (case for group in groups for case in group.cases):
        if case.id in seen:
            hint = "Give one of the two a new id."
            raise BadFile(
                f"two golden cases have the id {case.id!r}: this one, and the one at {seen[case.id].place}",
                place=case.place,
                hint=hint,
            )
        seen[case.id] = case
    return Suite(groups, (folder / "VERSION").read_text(encoding="utf-8").strip())


@cache
def _installed(folder: Path) -> Suite:
    return _load(folder, is_trusted=True)


def _order(path: Path, folder: Path) -> tuple[bool, int, str]:
    """Sort the chapters by number, then the documents."""
    number = path.stem.split("-")[0]
    return path.parent != folder, int(number) if number.isdigit() else 0, path.name


def _load_group(path: Path, folder: Path, *, is_trusted: bool) -> FixtureFile:
    """Return one fixture file."""
    document = load(path, f"fixtures/{path.relative_to(folder).as_posix()}")
    if not is_trusted:
        check_form(document, "case")
        return _group(document)
    try:
        return _group(document)
    except (AttributeError, LookupError, TypeError, ValueError):
        check_form(document, "case")
        raise


def _group(document: Document) -> FixtureFile:
    """Return the cases of one fixture file."""
    data = document.data
    cases = tuple(_case(item, document, index) for index, item in enumerate(data["cases"]))
    return FixtureFile(document.file, data["prose"], data.get("flags", {}), document, cases)


def _case(data: Mapping[str, Any], document: Document, index: int) -> Case:
    """Return one case of a file whose form has been checked."""
    choices = {axis: str(option) for axis, option in data.get("set", {}).items()}
    expected = data["expect"] if isinstance(data["expect"], list) else [data["expect"]]
    try:
        expectations = tuple(read_expectation(item, choices) for item in expected)
        printed = dict(read_measures(data.get("printed", {}), lambda text, _: str(text)))
    except (ValueError, TypeError) as error:
        hint = "Write `expect` as CONTRIBUTING.md says, under Writing a good case."
        raise BadFile(str(error), place=document.place("cases", index, "expect"), hint=hint) from None
    clauses = data["clause"] if isinstance(data["clause"], list) else [data["clause"]]
    return Case(
        id=data["id"],
        kind=CaseKind(data["kind"]),
        clauses=tuple(clauses),
        why=data["why"].strip(),
        source=_source(data["source"]),
        question=_question(data, choices, expectations),
        expectations=expectations,
        flags=tuple(data.get("flags", ())),
        printed=printed,
        note=data.get("note", "").strip(),
        file=document.file,
        line=document.lines["cases", index],
    )


def _source(source: str | Mapping[str, str]) -> str:
    """Return the source as one line."""
    return source if isinstance(source, str) else ", ".join(str(part) for part in source.values())


_ANYTHING = frozenset(Measure.parse(f"strict.micro.{ratio}") for ratio in ("precision", "recall", "f1"))
"""What is asked where a refusal is due, so that an answer can be shown."""


def _question(data: Mapping[str, Any], choices: dict[str, str], expectations: tuple[Expectation, ...]) -> Question:
    """Return the question that every implementation is asked; it holds no expected value."""
    (gold, gold_form), (pred, pred_form) = _side(data["gold"]), _side(data["pred"])
    forms = {gold_form, pred_form} - {None}
    forms = {form for form in (Form.MENTIONS, Form.LAYERS) if form in forms} or forms
    if forms == {Form.TAGS, Form.SPANS}:
        forms = {Form.RAW_SPANS}  # only who takes spans can be asked to compare them with tags
    parts = {
        part
        for part, asked in (
            (Part.SPANS, any(expected.spans for expected in expectations)),
            (Part.PAIRS, any(expected.pairs for expected in expectations)),
            (Part.ROWS, any(expected.rows is not None for expected in expectations)),
        )
        if asked
    }
    return Question(
        gold,
        pred,
        form=Form.RAW if len(forms) > 1 else next(iter(forms), None) or Form.TAGS,
        scheme=data.get("scheme", "IOB2"),
        choices=choices,
        ask=Ask(data.get("ask", "scores")),
        measures=frozenset(measure for expected in expectations for measure in expected.numbers) or _ANYTHING,
        parts=frozenset(parts),
    )


def _span(value: Any) -> Span:  # noqa: ANN401 - a list, or a mapping with pieces
    """Return a span of a case."""
    if isinstance(value, dict):
        return span_of_pieces(value["type"], map(tuple, value["pieces"]))
    return Span(*value)


def _side(value: Any) -> tuple[object, Form | None]:  # noqa: ANN401 - any form of data
    """Return one side's units and their form, `None` where every unit is empty."""
    if isinstance(value, dict):
        raw = value["raw"]
        spans = any(isinstance(unit, list) and unit and isinstance(unit[0], list | dict) for unit in raw)
        return raw, Form.RAW_SPANS if spans else Form.RAW
    units: list[object] = []
    forms: set[Form] = set()
    for unit in value:
        if isinstance(unit, str):
            units.append(unit.split())
            forms.add(Form.TAGS)
        elif isinstance(unit, dict) and "entities" in unit:
            units.append({**unit, "entities": list(map(_entity, unit["entities"]))})
            forms.add(Form.MENTIONS)
        elif isinstance(unit, dict) and "layers" in unit:
            units.append({"layers": [layer.split() for layer in unit["layers"]]})
            forms.add(Form.LAYERS)
        elif isinstance(unit, dict):
            units.append(unit["tags"])
            forms.add(Form.TAGS)
        elif unit and is_mention(unit[0]):
            units.append(list(map(_entity, unit)))
            forms.add(Form.MENTIONS)
        else:
            units.append([_span(span) for span in unit])
            forms.update([Form.SPANS] if unit else [])
    if len(forms) > 1:
        return units, next((form for form in (Form.MENTIONS, Form.LAYERS) if form in forms), Form.RAW)
    return units, next(iter(forms), None)


def _entity(item: Any) -> str | Span | Mention:  # noqa: ANN401 - a tag, a span or a mention
    """Return one entity of a unit that may be given with its text."""
    if isinstance(item, str):
        return item
    return Mention(*item) if is_mention(item) else Span(*item)

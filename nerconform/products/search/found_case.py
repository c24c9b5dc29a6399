"""Found case: the golden case that a find would be, as a fixture file that lint accepts.

The expected numbers are those of the reference. Whoever keeps the case derives them from the definition first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import yaml

from nerconform.asking import records
from nerconform.asking.question import Ask, Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import UNSTEADY, slug
from nerconform.diagnosis.divergence import Divergence
from nerconform.diagnosis.prediction import changed
from nerconform.diagnosis.versus import Explained, Reason, Versus, shown
from nerconform.diagnosis.ways import QuestionKind
from nerconform.libraries.defects import all_defects
from nerconform.libraries.quirk import Quirk
from nerconform.products.search.first_difference import first_difference
from nerconform.reference.dialect import AXES, Axis, Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Rounding
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.spans import Span
from nerconform.results.search_result import FirstDifference, Found, Input
from nerconform.results.values import SpansRead
from nerconform.suite.case_runs import by_library, by_rule
from nerconform.suite.cases import level_of

_COUNTS = ("tp", "fp", "fn")
_RATIOS = frozenset({"precision", "recall", "f1"})
_MOST_AXES, _MOST_TYPES = 3, 2
_FLAG = "found-by-search"
_NOTE = (
    "Drafted by nerconform diff; the numbers are the reference's. Derive them from the definition before you keep them."
)
_PROSE = "Inputs on which a library departs from the dialect that it declares, as the search shrank them."
_BUG = "A library answers otherwise here, and the search found it."


class _CaseLine(list[Any]):
    """A list that is written on one line."""


class _Entry(dict[str, Any]):
    """A mapping that is written on one line."""


class _Dumper(yaml.SafeDumper):
    """Writes mappings in blocks, and on one line what is to stand there."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002
        """Indent lists within mappings."""
        super().increase_indent(flow, indentless=False)


_Dumper.add_representer(
    _CaseLine, lambda dumper, items: dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=True)
)
_Dumper.add_representer(
    _Entry, lambda dumper, items: dumper.represent_mapping("tag:yaml.org,2002:map", items, flow_style=True)
)


def found_case(name: str, question: Question, asked: Sequence[str], clause: str, why: str) -> str:
    """Return a fixture file with the case of a find; nothing where no named dialect has an answer to its question.

    `asked` are the measures and parts that differ, `why` says in one sentence what does.
    """
    return _FoundCase(name, question, asked, clause or "DIA-1", why).text()


@dataclass(frozen=True, slots=True)
class _FoundCase:
    """A case that is being written."""

    name: str
    question: Question
    asked: Sequence[str]
    clause: str
    why: str
    _known: dict[Dialect, dict[str, Any]] = field(default_factory=dict)

    def text(self) -> str:
        """Return the fixture file."""
        answers = self._answers()
        if not answers:
            return ""
        expected = _expectations(answers, self._axes(answers))
        alone = expected[0] if len(expected) == 1 and "when" not in expected[0] else None
        kind = "dialect" if alone is None else "contract" if "refused" in alone else "core"
        flagged = kind != "core"
        flags = {"flags": {_FLAG: {"bug": _BUG, "effect": self.why}}} if flagged else {}
        case = self._case(kind, flagged=flagged) | {"expect": expected if alone is None else alone, "note": _NOTE}
        data = {"prose": _PROSE, **flags, "cases": [case]}
        return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=200)

    def _case(self, kind: str, *, flagged: bool) -> dict[str, Any]:
        """Return all of the case but what it expects."""
        question = self.question
        other_scheme = question.form is Form.TAGS and question.scheme != "IOB2"
        return {
            "id": f"found.{slug(self.name)}",
            "kind": kind,
            "clause": self.clause,
            "why": f"{self.why.rstrip('.')}.",
            "source": "constructed",
            **({"flags": _CaseLine([_FLAG])} if flagged else {}),
            **({"scheme": question.scheme} if other_scheme else {}),
            **({"ask": "report"} if question.ask is Ask.REPORT else {}),
            "gold": _units(question.gold),
            "pred": _units(question.pred),
            **({"set": _Entry(question.choices)} if question.choices else {}),
        }

    def _answers(self) -> list[tuple[Dialect, dict[str, Any]]]:
        """Return what the reference expects in each named dialect that is defined here, unrounded."""
        found = []
        imposed = {"scheme": self.question.scheme, **self.question.choices}
        for named in NAMED.values():
            try:
                dialect = named.set(**imposed)
            except NerconformError:
                continue
            policy = dialect.policy.canonical(dialect.scheme)  # two that are one function answer to one option
            found.append((replace(dialect, policy=policy), self._answer(replace(dialect, round=Rounding()))))
        return found

    def _axes(self, answers: Sequence[tuple[Dialect, dict[str, Any]]]) -> list[str]:
        """Return the axes of which a change alone, to what another named dialect has, changes some answer.

        Others may part the named dialects, too, but by accident.
        """
        return [
            axis.name
            for axis in AXES
            if axis.name != "scheme"
            for options in [{dialect.option(axis.name) for dialect, _ in answers}]
            if any(self._turns(*one, axis, option) for one in answers for option in options)
        ]

    def _turns(self, dialect: Dialect, answer: Mapping[str, Any], axis: Axis, option: str) -> bool:
        """Whether a dialect answers otherwise with another option of an axis."""
        if dialect.option(axis.name) == option:
            return False
        try:
            return self._answer(replace(dialect.set(**{axis.attribute: option}), round=Rounding())) != answer
        except NerconformError:
            return False

    def _answer(self, dialect: Dialect) -> dict[str, Any]:
        """Return the expectation of one dialect, made once for all that are one function."""
        canonical = dialect.canonical()
        if canonical not in self._known:
            self._known[canonical] = self._expected(dialect)
        return self._known[canonical]

    def _expected(self, dialect: Dialect) -> dict[str, Any]:
        """Return strict counts and what differs, or the refusal."""
        try:
            evaluation = Pipeline.of(dialect).evaluate(self.question.gold, self.question.pred)
        except NerconformError as error:
            return {"refused": error.code}
        counts = {name: getattr(evaluation.counts, name) for name in _COUNTS}
        expected: dict[str, Any] = {"micro": _Entry(strict=counts)}
        for measure in self._averages():
            numbers = expected.setdefault(measure.scope, _Entry(strict={}))["strict"]
            value = evaluation.value(measure)
            numbers[measure.quantity] = "undefined" if value is None else str(value)
        types = {
            kind: {"strict": {name: getattr(evaluation.by_type[kind].counts, name) for name in _COUNTS}}
            for kind in self._types(evaluation)
        }
        rows = {"rows": _CaseLine(evaluation.by_type)} if "rows" in self.asked else {}
        return {**expected, **({"types": _Entry(types)} if types else {}), **rows}

    def _measures(self) -> list[Measure]:
        """Return the measures that differ, of the schema that every dialect has."""
        found = (_measure(text) for text in self.asked)
        return [measure for measure in found if measure is not None and measure.schema is Schema.STRICT]

    def _averages(self) -> list[Measure]:
        """Return the ratios of averages that differ."""
        return [measure for measure in self._measures() if measure.type is None and measure.quantity in _RATIOS]

    def _types(self, evaluation: Evaluation) -> list[str]:
        """Return the first types whose numbers differ and that have a row."""
        kinds = dict.fromkeys(measure.type for measure in self._measures() if measure.type is not None)
        return [kind for kind in kinds if kind in evaluation.by_type][:_MOST_TYPES]


@lru_cache(maxsize=4096)
def _measure(text: str) -> Measure | None:
    """Return a measure, `None` for a part."""
    try:
        return Measure.parse(text)
    except NerconformError:
        return None


def _expectations(answers: Sequence[tuple[Dialect, dict[str, Any]]], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return one expectation if all dialects answer alike, else one for each choice on some axes that parts them."""
    texts = [repr(answer) for _, answer in answers]
    if len(set(texts)) == 1:
        return [answers[0][1]]
    for size in range(1, _MOST_AXES + 1):
        for axes in combinations(names, size):
            keys = [tuple(dialect.option(axis) for axis in axes) for dialect, _ in answers]
            progress: dict[tuple[str, ...], str] = {}
            if all(progress.setdefault(key, text) == text for key, text in zip(keys, texts, strict=True)):
                return _keyed(axes, keys, [answer for _, answer in answers])
    return [answers[0][1]]


def _keyed(
    axes: Sequence[str], keys: Sequence[tuple[str, ...]], answers: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return one expectation for each combination of options; with one axis, one for all options of one answer."""
    if len(axes) > 1:
        once = dict(zip(keys, answers, strict=True))
        return [{"when": _Entry(zip(axes, key, strict=True)), **answer} for key, answer in once.items()]
    groups: dict[str, tuple[list[str], dict[str, Any]]] = {}
    for (option,), answer in zip(keys, answers, strict=True):
        options, _ = groups.setdefault(repr(answer), ([], answer))
        if option not in options:
            options.append(option)
    return [{"when": _Entry({axes[0]: _CaseLine(options)}), **answer} for options, answer in groups.values()]


def _units(side: Any) -> _CaseLine:  # noqa: ANN401 - units of tags or of spans
    """Return the units as a fixture file has them: a text of tags, or a list of spans."""
    return _CaseLine(_unit(unit) for unit in side)


def _unit(unit: Iterable[Any]) -> object:
    items = list(unit)
    if any(isinstance(item, Span) for item in items):
        return _CaseLine(_CaseLine(span) for span in items)
    if any(not tag or any(character.isspace() for character in tag) for tag in items):
        return _Entry(tags=_CaseLine(items))
    return " ".join(items)


@dataclass(frozen=True, slots=True)
class Find:
    """A divergence, the way in which it was asked, and why it is there, if that is known."""

    way: QuestionKind
    divergence: Divergence
    explained: Explained | None
    place: str = ""
    times: int = 1

    @property
    def unknown(self) -> str:
        """Return the class of such divergences where nothing explains them."""
        fault = self.divergence.fault
        return f"fault: {fault}" if fault else f"unexplained: {' '.join(self.divergence.sort)}"

    @property
    def causes(self) -> int:
        """Return how many causes it has."""
        return 0 if self.explained is None else len(self.explained.ids)

    def is_alike(self, other: "Find") -> bool:
        """Whether both are about two answers, or neither is."""
        return self.divergence.is_of_answers == other.divergence.is_of_answers

    def is_purer(self, other: "Find") -> bool:
        """Whether it shows its class with fewer causes than another."""
        return 0 < self.causes < other.causes


def found_class(name: str, find: Find, inquiry: Versus, fired: int, verified_on: int) -> Found:
    """Return a class as reports tell it: how often it fired, and its smallest find."""
    explained, question = find.explained, find.divergence.question
    reasons = () if explained is None else explained.reasons
    main = next((reason for reason in reasons if reason.id == name), None)
    causes = tuple(map(shown, reasons))
    title = _untold(name, find.divergence) if main is None else shown(main).title
    dialects = tuple("" if dialect is None else str(dialect) for dialect in inquiry.dialects(question))
    return Found(
        id=name,
        title=title,
        explained=explained is not None,
        fired=fired,
        verified_on=verified_on,
        input=_input(find),
        mismatches=find.divergence.mismatches,
        causes=causes,
        first_difference=None if explained is None else _first_difference(question, explained),
        dialects=(dialects[0], dialects[1]),
        spans=_spans(question, explained, inquiry),
        reproduction="\n\n".join(side.reproduction(question) for side in inquiry.sides),
        case=""
        if find.divergence.fault
        else found_case(name, question, [one.asked for one in find.divergence.mismatches], _clause(main), title),
        impact=_impact(name, question),
    )


def _impact(name: str, question: Question) -> str:
    """Return what a class concerns: as the defect of its name says, else by its smallest input."""
    progress = next((one.impact for one in all_defects() if one.id == name), "")
    return progress or str(level_of(question)).replace("-", " ")


def _untold(name: str, divergence: Divergence) -> str:
    """Return a title where no cause has one."""
    if name == UNSTEADY.id:
        return UNSTEADY.title
    if divergence.fault:
        return f"The harness is broken: {divergence.fault}"
    return f"Nothing explains it: {divergence.in_words}"


def _input(find: Find) -> Input:
    question = find.divergence.question
    return Input(
        form=str(question.form),
        ask=str(question.ask),
        gold=records.units(question.gold, question.form),
        pred=records.units(question.pred, question.form),
        scheme=question.scheme if question.form is Form.TAGS else "",
        choices=dict(question.choices),
        place=find.place,
    )


def _spans(question: Question, explained: Explained | None, inquiry: Versus) -> tuple[SpansRead, ...]:
    """Return what the left side reads in its declared dialect, and the right one as far as that is explained."""
    (left, right), names = inquiry.dialects(question), inquiry.names
    quirks = [] if explained is None else [one.cause for one in explained.reasons if isinstance(one.cause, Quirk)]
    theirs = None if explained is None else by_library(question, right or left, quirks, names[1])
    return tuple(one for one in (by_rule(question, left, names[0]), theirs) if one)


def _first_difference(question: Question, explained: Explained) -> FirstDifference | None:
    """Return the first step at which the two explained paths differ."""
    left, right = (changed(path.dialect, path.quirks, question) for path in (explained.left, explained.right))
    return first_difference(question.gold, question.pred, left, right)


def _clause(reason: Reason | None) -> str:
    if reason is None:
        return ""
    return reason.cause.clause if isinstance(reason.cause, Quirk) else "DIA-1"

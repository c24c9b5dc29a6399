"""seqeval: the library in its modes, `seqeval:default`, `seqeval:strict`, `seqeval:strict:IOB2`, `seqeval:strict:auto`.

Default mode decodes by tables that know the letters B, I, E and S, whatever the scheme; strict mode by one class per
scheme, or by the one that it guesses from the letters of the gold tags where it is given none. `seqeval:default:BILOU`
and the like ask default mode about data in a scheme whose letters it does not know.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from packaging.version import Version

from nerconform.asking.inputs import column, tag_lists
from nerconform.asking.observation import Answer, Observation, Unsupported, Value
from nerconform.asking.protocol import Declared, impose, number_or_text
from nerconform.asking.question import Ask, Form, Part, Question, TagUnits
from nerconform.base.errors import NerconformError
from nerconform.libraries.seqeval.calls import PerformanceMeasure, Release, SeqevalCalls, reproduction
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Zero
from nerconform.reference.options import Affix, Item
from nerconform.reference.outcomes import Schema
from nerconform.reference.policies import policy_of
from nerconform.reference.refusals import UnknownOption, UnknownScheme
from nerconform.reference.schemes import Scheme, scheme_of, violations_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser

CLASSES: Mapping[Scheme, str] = {
    Scheme.IOB1: "IOB1",
    Scheme.IOE1: "IOE1",
    Scheme.IOB2: "IOB2",
    Scheme.IOE2: "IOE2",
    Scheme.BIOES: "IOBES",
    Scheme.BILOU: "BILOU",
}
"""The class with which strict mode reads each scheme."""
_GUESSED = (Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU)
WITHOUT_DISCARD = (Scheme.IOB1, Scheme.IOE1)
"""Schemes in which the policy of strict mode is undefined."""


def schemes_of(mode: str, release: Release) -> tuple[Scheme, ...]:
    """Return the schemes that a mode reads."""
    classes = tuple(scheme for scheme in CLASSES if scheme is not Scheme.BILOU or release.has("bilou"))
    match mode:
        case "default":
            return release.schemes
        case "strict":
            return classes
        case "strict:auto":
            return tuple(scheme for scheme in _GUESSED if scheme in classes)
    family, _, name = mode.partition(":")
    scheme = scheme_of(name)
    if family == "default":
        return (scheme,)
    if scheme not in classes:
        hint = f"Use a scheme that it has: {', '.join(classes)}. For example, seqeval:{family}:IOB2."
        raise UnknownScheme(f"seqeval does not have the scheme {scheme}", hint=hint)
    return (scheme,)


def dialect_of(scheme: Scheme, release: Release, *, strict: bool) -> Dialect:
    """Return the dialect of default or strict mode in a scheme.

    `discard` is undefined in IOB1 and IOE1. There only legal data are asked about, on which every policy that
    answers at all gives one answer; `lenient` is the one that is defined everywhere.
    """
    if not strict:
        return release.default().set(scheme=scheme)
    policy = "lenient" if scheme in WITHOUT_DISCARD else "discard"
    return NAMED["seqeval-strict"].set(scheme=scheme, policy=policy)


_RATIOS = ("precision", "recall", "f1")
_REFUSALS = (
    Declared("TypeError", r"Found input variables without list of list\."),
    Declared("ValueError", r"Found input variables with inconsistent numbers of samples:"),
    Declared("ValueError", r"Invalid token is found: "),
    Declared("ValueError", r"This scheme is not supported: "),
    Declared("ValueError", r"Invalid tag is found: "),
)


class Seqeval:
    """seqeval in one mode: `default` or `strict`, in the scheme of the question or in a named one, or `strict:auto`."""

    def __init__(self, mode: str, version: str, name: str = "") -> None:
        """Ask this release in this mode, by this name. Raises the error of a scheme that does not exist (SCH-2)."""
        self.name = f"seqeval:{name or mode}"
        self.version = f"seqeval {version}"
        self.release = Release(Version(version))
        self.strict = mode.startswith("strict")
        self.guesses = mode == "strict:auto"
        self.schemes = schemes_of(mode, self.release)
        self.refusals = _REFUSALS
        self.beyond_policies = False
        """Whether it is asked, too, what no policy describes: a search for differences wants to see that."""

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqeval` or `seqeval-strict` in the question's scheme, with the choices that it has options for."""
        if question.form in {Form.SPANS, Form.RAW_SPANS}:
            return Unsupported("seqeval takes tags, not spans")
        try:
            scheme = scheme_of(question.scheme)
        except NerconformError as error:
            return Unsupported(f"seqeval takes the scheme as a class, not as a name: {error.message}")
        if scheme not in self.schemes:
            return Unsupported(f"{self.name} reads {', '.join(self.schemes)}, not {scheme}")
        if not self.release.has("units") and not _is_flat(question):
            return Unsupported(f"{self.version} takes one list of tags, not a list of sentences")
        dialect = self._set(dialect_of(scheme, self.release, strict=self.strict), question)
        if isinstance(dialect, Dialect) and not self.beyond_policies and self._is_beyond(dialect, question):
            return Unsupported(f"no policy describes what strict {scheme} does with an illegal tag sequence")
        return dialect

    def _set(self, dialect: Dialect, question: Question) -> Dialect | Unsupported:
        """Return the dialect with the imposed choices: affix, zero and item are options, the rest must hold anyway."""
        rest = dict(question.choices)
        if self._mode(question):
            del rest["policy"]
        zero = rest.get("zero") if self.release.has("zero") else None
        if rest.get("affix") == Affix.SUFFIX and not self.release.has("suffix"):
            return Unsupported(f"{self.version} reads only tags whose prefix comes before the type")
        try:
            dialect = dialect.set(**{axis: rest.pop(axis) for axis in ("affix", "item") if axis in rest})
        except UnknownOption as error:
            return Unsupported(f"seqeval has no such option: {error}")
        if dialect.item is Item.TOKEN:
            if self.strict or question.ask is Ask.REPORT:
                return Unsupported("accuracy_score compares tokens, and has neither a mode nor a report")
            return impose(dialect, rest, "accuracy_score")
        if zero is not None:
            del rest["zero"]
            if zero in {"0", "1"}:
                dialect = dialect.set(zero=zero)
            elif _is_zero(zero):
                return Unsupported("zero_division can be only 0 or 1, and is the same for precision and recall")
        return impose(dialect, rest, "seqeval")

    def _mode(self, question: Question) -> str:
        """Return the policy that is imposed if there is no such: it is passed on, as a mode."""
        policy = question.choices.get("policy", "")
        try:
            return "" if not policy or not self.release.has("strict") or policy_of(policy) else policy
        except UnknownOption:
            return policy

    def _is_beyond(self, dialect: Dialect, question: Question) -> bool:
        """Whether a unit is illegal in a scheme for which strict mode has a table that is no policy."""
        if not self.strict or dialect.scheme not in WITHOUT_DISCARD or question.form is not Form.TAGS:
            return False
        calls = self._calls(question)
        return any(_is_illegal(dialect, unit) for side in (calls.gold, calls.pred) for unit in side)

    def _calls(self, question: Question) -> SeqevalCalls:
        """Return the question as the library is asked it; an option that does not exist is passed on as it stands."""
        gold, pred = question.gold, question.pred
        options: dict[str, object] = {}
        if question.choices.get("affix") == Affix.SUFFIX:
            options["suffix"] = True
        if "zero" in question.choices and self.release.has("zero"):
            options["zero_division"] = number_or_text(question.choices["zero"])
        if mode := self._mode(question):
            options["mode"] = mode
        scheme = CLASSES[scheme_of(question.scheme)] if self.strict and not self.guesses else None
        if question.form is Form.TAGS:
            gold, pred = tag_lists(gold), tag_lists(pred)
        if not self.release.has("units"):
            gold, pred = (_joined(side) for side in (gold, pred))
        return SeqevalCalls(gold, pred, self.strict, scheme, options, self.release)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it decodes or has rows: accuracy_score does neither, and the first releases print their rows."""
        if part is Part.ROWS and not self._has_rows(question):
            return False
        return part is not Part.PAIRS and question.choices.get("item") != Item.TOKEN

    def _has_rows(self, question: Question) -> bool:
        """Whether the numbers of types, and all averages, can be had in this way."""
        return self.release.has("rows") or question.ask is Ask.REPORT

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it returns or prints this number; of counts it has the support alone."""
        dialect = self.dialect(question)
        return isinstance(dialect, Dialect) and self._has(measure, dialect, question)

    def _has(self, measure: Measure, dialect: Dialect, question: Question) -> bool:
        """Whether it has this number in the dialect of the question."""
        if measure.schema is not Schema.STRICT:
            return False
        name = column(measure)
        if name in _RATIOS:
            return measure.scope in self._scopes(dialect, measure, question)
        if dialect.item is Item.TOKEN or not self._has_rows(question):
            return False
        if name == "f-beta":
            return (self.strict or self.release.has("beta")) and not self.guesses and question.ask is Ask.SCORES
        return name == "pos" and measure.scope in self._scopes(dialect, measure, question) - {"macro", "weighted"}

    def _scopes(self, dialect: Dialect, measure: Measure, question: Question) -> set[str]:
        """Return for which averages, and whether for the measure's own type, there are numbers in this way."""
        if dialect.item is Item.TOKEN or not self._has_rows(question):
            return {"micro"}
        averages = self.release.printed if question.ask is Ask.REPORT else AVERAGES
        return {*averages, *([] if measure.type is None else [measure.scope])}

    def observe(self, question: Question) -> Observation:
        """Answer by `classification_report`, by its text, or by `accuracy_score`."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        if not self.release.has("units") and question.gold == []:
            return Unsupported(f"{self.version} takes one list of tags, which cannot be empty")
        calls = self._calls(question)
        asked = [measure for measure in question.measures if self._has(measure, dialect, question)]
        if dialect.item is Item.TOKEN:
            return Answer(dict.fromkeys(asked, calls.accuracy()))
        if not self._has_rows(question):
            scores = calls.scores()
            return Answer({measure: scores[column(measure)] for measure in asked}, spans=self._spans(calls, question))
        types, averages = calls.text() if question.ask is Ask.REPORT else calls.report()
        values: dict[Measure, Value] = {}
        for measure in asked:
            if column(measure) == "f-beta":
                score = calls.f_beta(measure)
                values.update({} if score is None else {measure: score})
            elif row := averages.get(measure.scope) if measure.type is None else types.get(measure.type):
                values[measure] = row[column(measure)]
        return Answer(values, spans=self._spans(calls, question), rows=frozenset(types))

    def _spans(self, calls: SeqevalCalls, question: Question) -> Mapping[Side, Sequence[Sequence[Span]]] | None:
        """Return what is decoded, if it was asked for."""
        return calls.spans() if Part.SPANS in question.parts and question.form is Form.TAGS else None

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports, as one pastes them."""
        calls = self._calls(question)
        if question.choices.get("item") == Item.TOKEN:
            return reproduction(calls, ["accuracy"])
        if question.ask is Ask.REPORT:
            return reproduction(calls, ["text"])
        betas = sorted(
            {
                f"f-beta:{float(measure.beta)}:{'' if measure.type is not None else measure.scope}"
                for measure in question.measures
                if measure.beta is not None and column(measure) == "f-beta" and self.answers(measure, question)
            }
        )
        spans = ["spans"] if Part.SPANS in question.parts and question.form is Form.TAGS else []
        return reproduction(calls, ["report" if self._has_rows(question) else "scores", *betas, *spans])


def _is_flat(question: Question) -> bool:
    """Whether the question is about one unit of tags, or none: it can be asked as one list of tags."""
    if question.form is not Form.TAGS:
        return False
    return all(len(cast("TagUnits", side)) <= 1 for side in (question.gold, question.pred))


def _joined(side: object) -> list[str]:
    """Return the tags of all units as one list."""
    return [tag for unit in tag_lists(side) for tag in unit]


def _is_zero(text: str) -> bool:
    """Whether the text is an option of the axis `zero`."""
    try:
        Zero.parse(text)
    except UnknownOption:
        return False
    return True


def _is_illegal(dialect: Dialect, unit: Sequence[str]) -> bool:
    """Whether the unit breaks the transition table; a unit that cannot be parsed breaks another rule."""
    try:
        return bool(violations_of(dialect.scheme, parser(dialect)(unit)))
    except NerconformError:
        return False


def make(version: str, mode: str) -> Seqeval | PerformanceMeasure:
    """Return the implementation in a mode."""
    from nerconform.libraries.seqeval import aside

    if mode == "performance-measure":
        return PerformanceMeasure(version)
    kind, held_to = aside.MODES.get(mode, (Seqeval, mode))
    return kind(held_to, version, mode)

"""Diagnosis: what one change of the declared dialect gives the wrong answers of a metric, and keeps its right ones.

Where a search explains one input, a diagnosis explains a metric: the reference, changed in one respect, is asked
every golden case that the metric was asked. Candidates are the other choices, the mistakes that people really make in
evaluators, and the quirks of the libraries that are installed here, which a metric may have inside.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata

from nerconform.asking.observation import Observation, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import options_tried
from nerconform.diagnosis.divergence import reproduces
from nerconform.diagnosis.prediction import answered_by, changed, given
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Quirk
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.results.run import BAD
from nerconform.suite.cases import Case, CaseKind
from nerconform.suite.judge import judge
from nerconform.suite.mutants import WRONG

_MAX_WRONG_ANSWERS = 60
"""Wrong answers that are explained, the smallest inputs first."""
_MAX_FIRST_ANSWERS = 20
"""A candidate that reproduces none of the first wrong answers is not tried on the others."""
_MAX_METRIC_CAUSES = 3
_OF_TOKENS = frozenset({"micro-is-macro", "micro-is-weighted"})
"""Mistakes that people make together with that of comparing tokens: they call scikit-learn's functions."""


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """One cause: its id, what it does in one sentence, its clause, and on how many cases it is true.

    Of `wrong` wrong answers the reference, changed by it, gives `explained` to the last number, and all right ones.
    """

    id: str
    title: str
    clause: str
    explained: int
    wrong: int
    cases: frozenset[str]
    link: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One case with what was asked, what came, and in which dialect."""

    case: str
    question: Question
    got: Observation
    dialect: Dialect


@dataclass(slots=True)
class _Candidate:
    """A change that may explain: `pipeline` makes it, `None` where it makes no sense in a dialect or on an input."""

    id: str
    title: str
    clause: str
    pipeline: Callable[[Dialect, Question], Pipeline | None]
    link: str = ""
    stable: bool = True
    _kept: dict[Dialect, Pipeline | None] = field(default_factory=dict)

    def gives(self, asked: _Asked) -> bool:
        """Whether the reference with this change answers exactly so."""
        if not self.stable:
            pipeline = self.pipeline(asked.dialect, asked.question)
        else:
            if asked.dialect not in self._kept:
                self._kept[asked.dialect] = self.pipeline(asked.dialect, asked.question)
            pipeline = self._kept[asked.dialect]
        if pipeline is None:
            return False
        rounding = pipeline.dialect.round
        return reproduces(asked.question, answered_by(pipeline, asked.question), asked.got, rounding)


def diagnose(
    implementation: Implementation, cases: Sequence[Case], witnesses: Sequence[Case] = ()
) -> tuple[Diagnosed, ...]:
    """Return what explains the wrong answers of an implementation to these cases, best first.

    One cause that explains all of them ends it; else those that explain most of what is left, at most three. Bad input
    that is answered, and crashes, are no matter of a dialect. `witnesses` are further cases: what contradicts a right
    answer to one of them is no cause, so that few cases do not make an explanation true.
    """
    right, wrong = _judged(implementation, cases)
    if not wrong:
        return ()
    right += _judged(implementation, witnesses)[0]
    return tuple(_explained(wrong, right, list(_candidates(wrong, implementation))))


def _judged(implementation: Implementation, cases: Sequence[Case]) -> tuple[list[_Asked], list[_Asked]]:
    """Return the cases that are answered rightly, and those that are not."""
    right: list[_Asked] = []
    wrong: list[_Asked] = []
    for case in cases:
        if case.kind is CaseKind.CONTRACT or case.question.form not in {Form.TAGS, Form.SPANS}:
            continue
        asked = _asked(case, implementation)
        if asked is not None:
            (wrong if judge(case, implementation).verdict in BAD else right).append(asked)
    return right, wrong


def _smallest(wrong: list[_Asked]) -> list[_Asked]:
    return sorted(wrong, key=lambda one: len(repr((one.question.gold, one.question.pred))))[:_MAX_WRONG_ANSWERS]


def _asked(case: Case, implementation: Implementation) -> _Asked | None:
    """Return a case as it was asked: reduced to what the implementation has; `None` where it is none for it."""
    question = case.question
    try:
        dialect = implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        measures = frozenset(measure for measure in question.measures if implementation.answers(measure, question))
        parts = frozenset(part for part in Part if part in question.parts and implementation.holds(part, question))
    except NerconformError:
        return None
    asked = replace(question, measures=measures, parts=parts)
    return _Asked(case.id, asked, ask(implementation, asked), dialect) if measures or parts else None


def _explained(
    everything: list[_Asked], right: Sequence[_Asked], candidates: Sequence[_Candidate]
) -> Iterator[Diagnosed]:
    """Yield the causes that explain most of what is left, as long as they contradict no right answer."""
    wrong = _smallest(everything)
    some = wrong[:: 1 + len(wrong) // _MAX_FIRST_ANSWERS]
    likely = [one for one in candidates if any(one.gives(asked) for asked in some)]
    found = [(one, [asked for asked in wrong if one.gives(asked)]) for one in likely]
    found.sort(key=lambda pair: -len(pair[1]))
    left = {asked.case for asked in wrong}
    number = 0
    while found and left and number < _MAX_METRIC_CAUSES:
        found.sort(key=lambda pair: -sum(asked.case in left for asked in pair[1]))
        candidate, explained = found.pop(0)
        if not {asked.case for asked in explained} & left:
            return
        if all(candidate.gives(asked) for asked in right):
            number += 1
            cases = frozenset(asked.case for asked in everything if candidate.gives(asked))
            left -= cases
            title, clause, link = candidate.title, candidate.clause, candidate.link
            yield Diagnosed(candidate.id, title, clause, len(cases), len(everything), cases, link)


def _candidates(wrong: Sequence[_Asked], implementation: Implementation) -> Iterator[_Candidate]:
    """Yield every change that is tried: choices, mistakes, quirks."""
    texts = {asked.dialect for asked in wrong}
    for axis in AXES:
        for option in options_tried(axis, ["PER"]):
            if any(axis.name != "scheme" or option != str(dialect.scheme) for dialect in texts):
                title = (
                    f"It reads the tags as {option}"
                    if axis.name == "scheme"
                    else f"It makes the choice {axis.name}:{option}"
                )
                yield _Candidate(f"{axis.name}:{option}", title, "DIA-1", _choosing(axis.attribute, option))
    for mistake in WRONG:
        yield _Candidate(mistake.name, mistake.says.rstrip("."), "", _changing(mistake.change))
        if mistake.name in _OF_TOKENS:
            title = f"Tokens are compared, and {mistake.says[0].lower()}{mistake.says[1:].rstrip('.')}"
            yield _Candidate(f"item:token, {mistake.name}", title, "DIA-1", _of_tokens(mistake.change))
    library, _, version = implementation.version.rpartition(" ")
    for quirk in _installed(QUIRKS.values(), {library: version}):
        title = f"{quirk.title} ({quirk.library} does that)"
        yield _Candidate(quirk.id, title, quirk.clause, _quirky(quirk), quirk.link, stable=False)


def _changing(change: Change) -> Callable[[Dialect, Question], Pipeline | None]:
    """Return a mistake, which needs nothing but the pipeline."""
    return lambda dialect, _: change(Pipeline.of(dialect))


def _of_tokens(change: Change) -> Callable[[Dialect, Question], Pipeline | None]:
    """Return a mistake on top of comparing tokens."""
    tokens = _choosing("item", "token")

    def made(dialect: Dialect, question: Question) -> Pipeline | None:
        pipeline = tokens(dialect, question)
        return None if pipeline is None else change(pipeline)

    return made


def _choosing(attribute: str, option: str) -> Callable[[Dialect, Question], Pipeline | None]:
    """Return the change to another choice; where it makes no difference it explains nothing."""

    def made(dialect: Dialect, _: Question) -> Pipeline | None:
        try:
            other = dialect.set(**{attribute: option})
        except NerconformError:
            return None
        return Pipeline.of(other)

    return made


def _quirky(quirk: Quirk) -> Callable[[Dialect, Question], Pipeline | None]:
    def made(dialect: Dialect, question: Question) -> Pipeline | None:
        try:
            return (
                changed(dialect, [quirk], question) if quirk.fires(given(question, dialect)) else Pipeline.of(dialect)
            )
        except NerconformError:
            return None

    return made


def _installed(quirks: Iterable[Quirk], versions: dict[str, str]) -> Iterator[Quirk]:
    """Yield the quirks of the releases that are installed here; `versions` are known already, by library."""
    for quirk in quirks:
        if quirk.library not in versions:
            try:
                versions[quirk.library] = metadata.version(quirk.library)
            except metadata.PackageNotFoundError:
                versions[quirk.library] = ""
        if versions[quirk.library] and quirk.covers(quirk.library, versions[quirk.library]):
            yield quirk

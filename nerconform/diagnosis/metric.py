"""Diagnosis: which change of the declared dialect gives the wrong answers of a metric, and keeps its right ones.

The reference, changed in one respect, is asked every golden case that the metric was asked. Legal data and illegal tags
are explained together where one change explains both; else legal data first, and illegal tags on top of that. What is
found is verified on neighbours of the golden cases, which the metric is asked, too: one refutation ends it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from msgspec import structs

from nerconform.asking.observation import Answer, Observation, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import ANSWERS_BAD_INPUT, CRASHES_ON_BAD_INPUT
from nerconform.diagnosis.changes import DialectChange, changes_tried
from nerconform.diagnosis.explainer import neighbours
from nerconform.diagnosis.prediction import reproduced_by
from nerconform.libraries.quirk import Quirk
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.units import read_units
from nerconform.results.run import BAD, Diagnosis, Level, Result, Verdict
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import Case, CaseKind, is_legal
from nerconform.suite.judge import judge

_MAX_FIRST_ANSWERS = 12
"""A change that reproduces none of so many wrong answers is not tried on the others."""
_MAX_SOUND = 6
"""Changes that contradict no right answer, of which pairs are made."""
_MAX_PARTNERS = 20
_MAX_TOGETHER = 3
_MAX_FEW = 3
_FEW = 2
"""So few wrong answers do not tell two options of one axis from each other."""
_MAX_VERIFIED = 8
"""Cases whose neighbours are asked."""
_NEIGHBOURS = 32
"""Questions that a metric is asked to verify one explanation."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One case with what was asked, what came, and in which dialect."""

    case: str
    level: Level
    question: Question
    got: Observation
    dialect: Dialect

    @property
    def size(self) -> int:
        """Return how large the input is."""
        return len(repr((self.question.gold, self.question.pred)))


def diagnose(
    implementation: Implementation, cases: Sequence[Case], results: Sequence[Result], witnesses: Sequence[Case] = ()
) -> tuple[Diagnosis, ...]:
    """Return why the wrong answers of a metric to these cases are wrong, legal data first, bad input last.

    `results` are those of the cases. `witnesses` are further cases: what contradicts a right answer to one of them is
    no cause, so that few cases do not make an explanation true.
    """
    verdicts = {result.case: result.verdict for result in results}
    asked = list(_all_asked(implementation, cases))
    wrong = [one for one in asked if verdicts[one.case] in BAD]
    right = [one for one in asked if verdicts[one.case] is Verdict.PASS]
    rest = {one.case for one in wrong}
    bad = [one for one in results if one.level is Level.BAD_INPUT and one.verdict in BAD and one.case not in rest]
    if wrong:
        passed = [case for case in witnesses if judge(case, implementation).verdict is Verdict.PASS]
        right += _all_asked(implementation, passed)
    found = tuple(_Diagnosing(implementation, wrong, right).found()) if wrong else ()
    unexplained = [one for one in found if one.levels == (Level.BAD_INPUT,) and not one.causes]
    bad += [one for one in results if unexplained and one.case in rest and one.level is Level.BAD_INPUT]
    return (*(one for one in found if one not in unexplained), *_of_bad_input(bad))


def _all_asked(implementation: Implementation, cases: Iterable[Case]) -> Iterator[_Asked]:
    """Yield the cases whose answers a dialect can give, as they were asked: reduced to what the implementation has."""
    for case in cases:
        question = case.question
        if case.kind is CaseKind.CONTRACT or question.form not in {Form.TAGS, Form.SPANS}:
            continue
        asked = _reduced(implementation, question)
        if asked is not None:
            dialect, question = asked
            yield _Asked(case.id, case.level, question, ask(implementation, question), dialect)


def _reduced(implementation: Implementation, question: Question) -> tuple[Dialect, Question] | None:
    """Return the dialect, and the question about what the metric has; `None` where it is none for it."""
    try:
        dialect = implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        measures = frozenset(measure for measure in question.measures if implementation.answers(measure, question))
        parts = frozenset(part for part in Part if part in question.parts and implementation.holds(part, question))
    except NerconformError:
        return None
    return (dialect, replace(question, measures=measures, parts=parts)) if measures or parts else None


class _Diagnosing:
    """Looks for the changes that explain the wrong answers of one metric."""

    def __init__(self, implementation: Implementation, wrong: Sequence[_Asked], right: Sequence[_Asked]) -> None:
        self.implementation = implementation
        self.wrong = sorted(wrong, key=lambda one: one.size)
        self.right = sorted(right, key=lambda one: one.size)
        dialects = list(dict.fromkeys(asked.dialect for asked in (*self.wrong, *self.right)))
        self.tried = list(changes_tried(implementation, dialects))
        self.refuted: set[frozenset[str]] = set()
        self._known: dict[tuple[frozenset[str], str], bool | None] = {}

    def found(self) -> Iterator[Diagnosis]:
        """Yield one diagnosis for both levels where one change explains both, else one for each."""
        levels = [level for level in Level if any(asked.level is level for asked in self.wrong)]
        for chosen in (levels, [level for level in levels if level is not Level.BAD_INPUT]):
            wrong = [asked for asked in self.wrong if asked.level in chosen]
            if len(chosen) > 1 and (best := self._of_all(wrong)) is not None:
                yield self._record(chosen, wrong, best, ())
                levels = [level for level in levels if level not in chosen]
                break
        base: DialectChange | None = None
        last: Diagnosis | None = None
        for level in levels:
            wrong = [asked for asked in self.wrong if asked.level is level]
            right = [asked for asked in self.right if level is not Level.LEGAL_DATA or asked.level is level]
            best, few = self._best(wrong, right, base)
            found = self._record([level], wrong, best, few)
            base = best if level is Level.LEGAL_DATA else base
            if last and found.causes and found.causes == last.causes:
                last = _both(last, found)
                continue
            if last:
                yield last
            last = found
        if last:
            yield last

    def _of_all(self, wrong: Sequence[_Asked]) -> DialectChange | None:
        """Return the one change that explains every wrong answer of several levels."""
        some = wrong[:: 1 + len(wrong) // _MAX_FIRST_ANSWERS]
        likely = [one for one in self.tried if all(self._gives(one, asked) is not False for asked in some)]
        whole = [
            one for one in likely if not self._missed(one, wrong) and any(self._gives(one, asked) for asked in wrong)
        ]
        whole.sort(key=lambda one: self._rank(one, wrong))
        sound = (one for one in whole if self._contradicts_none(one, self.right))
        return next((one for one in sound if self._is_verified(one, [*wrong, *self.right])), None)

    def _best(
        self, wrong: Sequence[_Asked], right: list[_Asked], base: DialectChange | None
    ) -> tuple[DialectChange | None, Sequence[DialectChange]]:
        """Return the change that explains most, more than half, and those that explain few.

        With `base`, what explains the legal data, each change is tried on top of that.
        """
        tried = [one for one in (change if base is None else base.with_more(change) for change in self.tried) if one]
        tried += [base] if base is not None else []
        some = wrong[:: 1 + len(wrong) // _MAX_FIRST_ANSWERS]
        likely = [one for one in tried if any(self._gives(one, asked) for asked in some)]
        likely.sort(key=lambda one: self._rank(one, wrong))
        sound = list(islice((one for one in likely if self._contradicts_none(one, right)), _MAX_SOUND))
        together = self._together(wrong, right, sound, likely)
        for one in sorted([*sound, *together], key=lambda one: self._rank(one, wrong)):
            missed = self._missed(one, wrong)
            if 2 * len(missed) >= len(wrong):
                break
            if (missed and (one.is_identity or len(one.causes) > len(base.causes if base else ()) + 1)) or not any(
                self._gives(one, asked) for asked in wrong
            ):
                continue
            if len(wrong) <= _FEW and any(other.is_rival_of(one) for other in sound):
                continue
            if self._is_verified(one, [*wrong, *right[: len(wrong)]]):
                return one, ()
        few = [one for one in sound if one.ids not in self.refuted and not one.is_identity]
        return None, few[:_MAX_FEW]

    def _missed(self, change: DialectChange, wrong: Sequence[_Asked]) -> list[_Asked]:
        """Return the wrong answers that a change does not give."""
        return [asked for asked in wrong if self._gives(change, asked) is False]

    def _rank(self, change: DialectChange, wrong: Sequence[_Asked]) -> tuple[int, int, int, int]:
        """Put changes that explain more first, then those that change less."""
        given = sum(bool(self._gives(change, asked)) for asked in wrong)
        return len(self._missed(change, wrong)), change.weight, -given, self._reach(change, wrong)

    def _reach(self, change: DialectChange, asked: Sequence[_Asked]) -> int:
        """Return in how many of these inputs a change makes other spans: of two that explain alike, the narrower."""
        if not change.mistakes or change.quirks or change.whole:
            return 0
        reached = 0
        for one in [*asked[:_MAX_FIRST_ANSWERS], *self.right[:_MAX_FIRST_ANSWERS]]:
            pipeline = change.pipeline(one.dialect, one.question)
            if one.question.form is Form.TAGS and pipeline is not None:
                reached += _spans(pipeline, one) != _spans(Pipeline.of(one.dialect), one)
        return reached

    def _together(
        self,
        wrong: Sequence[_Asked],
        right: list[_Asked],
        sound: Sequence[DialectChange],
        likely: Sequence[DialectChange],
    ) -> list[DialectChange]:
        """Return pairs of changes, then three, that explain more than each alone and contradict no right answer."""
        found: list[DialectChange] = []
        heads = [one for one in sound if not one.is_identity]
        for _ in range(_MAX_TOGETHER - 1):
            pairs = []
            for head in heads:
                left = self._missed(head, wrong)
                for other in likely[:_MAX_PARTNERS]:
                    both = head.with_more(other)
                    if both is None or not any(self._gives(both, asked) for asked in left[:: 1 + len(left) // 5]):
                        continue
                    if len(self._missed(both, wrong)) < len(left) and self._contradicts_none(both, right):
                        pairs.append(both)
            pairs.sort(key=lambda one: self._rank(one, wrong))
            found += pairs
            heads = pairs[:2]
            if not heads or not self._missed(heads[0], wrong):
                break
        return found

    def _gives(self, change: DialectChange, asked: _Asked) -> bool | None:
        """Whether a change gives the answer to a case; each is worked out once."""
        key = change.ids, asked.case
        if key not in self._known:
            self._known[key] = _gives(change, asked)
        return self._known[key]

    def _contradicts_none(self, change: DialectChange, right: list[_Asked]) -> bool:
        """Whether a change gives every right answer; where it has no meaning, it says nothing.

        The answer that contradicts comes first the next time: it contradicts many.
        """
        for at, asked in enumerate(right):
            if self._gives(change, asked) is False:
                right.insert(0, right.pop(at))
                return False
        return True

    def _is_verified(self, change: DialectChange, asked: Sequence[_Asked]) -> bool:
        """Whether a change gives what the metric answers on neighbours of the cases, too: on one of them at least."""
        if change.ids in self.refuted:
            return False
        legal = {one.level for one in asked} == {Level.LEGAL_DATA}
        chosen = [one for one in asked if self._gives(change, one)]
        chosen = chosen[:: 1 + len(chosen) // _MAX_VERIFIED]
        most = _NEIGHBOURS if len(chosen) == _MAX_VERIFIED else 3 * _NEIGHBOURS
        verified = 0
        for one in chosen:
            for neighbour in neighbours(one.question, most // len(chosen)):
                reduced = _reduced(self.implementation, replace(neighbour, measures=one.question.measures))
                if reduced is None:
                    continue
                dialect, question = reduced
                other = _Asked(one.case, one.level, question, ask(self.implementation, question), dialect)
                if isinstance(other.got, Answer) != isinstance(one.got, Answer) or (legal and not _is_legal(question)):
                    continue
                given = _gives(change, other)
                if given is False:
                    self.refuted.add(change.ids)
                    return False
                verified += bool(given)
        return verified > 0

    def _record(
        self,
        levels: Sequence[Level],
        wrong: Sequence[_Asked],
        best: DialectChange | None,
        few: Sequence[DialectChange],
    ) -> Diagnosis:
        """Return a diagnosis as results hold it."""
        if best is None:
            causes = tuple(cause for change in few for cause in change.causes)
            return Diagnosis(tuple(levels), len(wrong), few=causes)
        cases = tuple(asked.case for asked in wrong if self._gives(best, asked))
        return Diagnosis(tuple(levels), len(wrong), best.causes, len(cases), cases, line=best.line)


def _gives(change: DialectChange, asked: _Asked) -> bool | None:
    """Whether the reference with this change answers exactly so, `None` where the change has no meaning there.

    A change that raises on the way is dropped.
    """
    try:
        pipeline = change.pipeline(asked.dialect, asked.question)
        return None if pipeline is None else reproduced_by(pipeline, asked.question, asked.got)
    except Exception:  # noqa: BLE001 - what a quirk of a library makes of data that the library would never be given
        return False


def _spans(pipeline: Pipeline, asked: _Asked) -> object:
    """Return the spans that a pipeline reads, `None` where it refuses."""
    try:
        return [pipeline.spans(unit.pred, Side.PRED) for unit in read_units(asked.question.gold, asked.question.pred)]
    except NerconformError:
        return None


def _both(one: Diagnosis, other: Diagnosis) -> Diagnosis:
    """Return two diagnoses with the same causes as one."""
    return structs.replace(
        one,
        levels=(*one.levels, *other.levels),
        wrong=one.wrong + other.wrong,
        explained=one.explained + other.explained,
        cases=(*one.cases, *other.cases),
    )


def _is_legal(question: Question) -> bool:
    try:
        return question.form is not Form.TAGS or is_legal(question)
    except NerconformError:
        return False


def _of_bad_input(wrong: Sequence[Result]) -> tuple[Diagnosis, ...]:
    """Return what a metric does with bad input in place of rejecting it: it answers, or it crashes."""
    if not wrong:
        return ()
    crashed = [result for result in wrong if result.verdict is Verdict.ERROR]
    errors = sorted({result.reason.partition(":")[0] for result in crashed})
    causes = []
    if len(crashed) < len(wrong):
        title = f"It answers {_bad_inputs(len(wrong) - len(crashed))}, for which there is no score"
        causes.append(_titled(ANSWERS_BAD_INPUT, title))
    if errors:
        title = f"It rejects {_bad_inputs(len(crashed))} by {', '.join(errors)}, which is not declared as a refusal"
        causes.append(_titled(CRASHES_ON_BAD_INPUT, title))
    names = ", ".join(f'"{name}"' for name in dict.fromkeys(["ValueError", *errors]))
    cases = tuple(result.case for result in wrong)
    line = f"refusals = [{names}]" if errors else ""
    return (Diagnosis((Level.BAD_INPUT,), len(wrong), tuple(causes), len(wrong), cases, line=line),)


def _titled(cause: Quirk, title: str) -> Cause:
    return Cause(cause.id, CauseKind.MISTAKE, title, cause.prose, cause.clause)


def _bad_inputs(number: int) -> str:
    return f"{number} bad input{'s' * (number != 1)}"

"""Diagnosis: which change of the declared dialect gives the wrong answers of a metric, and keeps its right ones.

The reference, changed in one respect, is asked every golden case that the metric was asked. Legal data and illegal tags
are explained together where one change explains both; else legal data first, and illegal tags on top of that. What is
found is verified on neighbours of the golden cases, which the metric is asked, too: one refutation ends it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from msgspec import structs

from nerconform.asking.observation import Answer
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.asked_case import (
    AskedCase,
    all_asked,
    exception_of,
    gives,
    is_telling,
    raising,
    reduced_to,
    without_halves,
)
from nerconform.diagnosis.bad_input import of_bad_input
from nerconform.diagnosis.changes import DialectChange, changes_tried
from nerconform.diagnosis.explainer import neighbours
from nerconform.diagnosis.limits import limits
from nerconform.diagnosis.prediction import answered_by
from nerconform.diagnosis.steadiness import of_order, of_unsteady
from nerconform.reference.decoding import Side
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.units import read_units
from nerconform.results.run import BAD, Diagnosis, Level, Result, Verdict
from nerconform.suite.cases import Case, CaseKind, is_legal
from nerconform.suite.judge import judge

_MAX_FIRST_ANSWERS = 8
"""A change that gives none of the first 8 wrong answers is not tried on the others. A second change is tried on as many
of the answers that the first one leaves."""
_MAX_SOUND = 20
"""Changes that contradict no right answer, of which pairs are made."""
_MAX_PARTNERS = 12
_MAX_HEADS = 4
_MAX_ANSWERS = 6_000
"""Answers that are worked out to find changes that go together."""
_MAX_SAMPLE = 24
"""Answers of either sort by which changes are put in an order before all answers are held against them."""
_MAX_TOGETHER = 3
_MAX_FEW = 3
_FEWEST_TELLING = 5
"""The fewest telling wrong answers for which mistakes are put together; a metric that finds nothing is explained by any
two that lose everything."""
_PARTLY = 5
"""A mistake that misses one in `_PARTLY` wrong answers does not explain them. Half of them are enough for an option
that the user can declare, and for answers to bad input."""
_MAX_RIVALS = 4
_FEW = 2
"""So few wrong answers do not tell two options of one axis from each other."""
_MAX_VERIFIED = 8
"""Cases whose neighbours are asked."""
_NEIGHBOURS = 48
"""Questions that a metric is asked to verify one explanation."""


def diagnose(
    implementation: Implementation, cases: Sequence[Case], results: Sequence[Result], witnesses: Sequence[Case] = ()
) -> tuple[Diagnosis, ...]:
    """Return why the wrong answers of a metric to these cases are wrong, legal data first, bad input last.

    `results` are those of the cases. `witnesses` are further cases: what contradicts a right answer to one of them is
    no cause, so that few cases do not make an explanation true.
    """
    verdicts = {result.case: result.verdict for result in results}
    if changing := of_unsteady(implementation, cases, results):
        bad = [one for one in results if one.level is Level.BAD_INPUT and one.verdict in BAD]
        return (*changing, *of_bad_input(implementation, (), bad, None))
    asked = list(all_asked(implementation, filter(_has_answer, cases)))
    wrong = [one for one in asked if verdicts[one.case] in BAD]
    right = [one for one in asked if verdicts[one.case] is Verdict.PASS]
    rest = {one.case for one in wrong}
    bad = [one for one in results if one.level is Level.BAD_INPUT and one.verdict in BAD and one.case not in rest]
    if wrong:
        passed = [
            case for case in filter(_has_answer, witnesses) if judge(case, implementation).verdict is Verdict.PASS
        ]
        right += all_asked(implementation, passed)
    diagnosing = _Diagnosing(implementation, wrong, right) if wrong else None
    found = tuple(diagnosing.found()) if diagnosing else ()
    found = of_order(implementation, cases, results, found)
    unexplained = [one for one in found if one.levels == (Level.BAD_INPUT,) and not one.causes]
    bad += [one for one in results if unexplained and one.case in rest and one.level is Level.BAD_INPUT]
    bad_input = of_bad_input(implementation, cases, bad, diagnosing.legal if diagnosing else None)
    return (*(one for one in found if one not in unexplained), *bad_input)


def _has_answer(case: Case) -> bool:
    """Whether some dialect has an answer to a case."""
    return case.kind is not CaseKind.CONTRACT and case.question.form in {Form.TAGS, Form.SPANS}


class _Diagnosing:
    """Looks for the changes that explain the wrong answers of one metric."""

    def __init__(self, implementation: Implementation, wrong: Sequence[AskedCase], right: Sequence[AskedCase]) -> None:
        self.implementation = implementation
        self.wrong = sorted(wrong, key=lambda one: one.size)
        self.right = sorted(right, key=lambda one: one.size)
        dialects = list(dict.fromkeys(asked.dialect for asked in (*self.wrong, *self.right)))
        known = list(changes_tried(implementation, dialects))
        ids = {change.ids for change in known}
        on_data = any(asked.level is not Level.BAD_INPUT for asked in self.wrong)
        found = limits(implementation, dialects[0]) if on_data else ()
        self.tried = [*known, *(change for change in found if change.ids not in ids)]
        if not any(isinstance(asked.got, Answer) for asked in (*self.wrong, *self.right)):
            self.tried = [change for change in self.tried if not change.is_identity]  # no answer, so no library
        self.refuted: set[frozenset[str]] = set()
        self.legal: DialectChange | None = None
        self._known: dict[tuple[frozenset[str], str], bool | None] = {}

    def found(self) -> Iterator[Diagnosis]:
        """Yield one diagnosis for both levels where one change explains both, else one for each."""
        levels = [level for level in Level if any(asked.level is level for asked in self.wrong)]
        for chosen in (levels, [level for level in levels if level is not Level.BAD_INPUT]):
            wrong = [asked for asked in self.wrong if asked.level in chosen]
            if len(chosen) > 1 and (best := self._of_all(wrong)) is not None:
                self.legal = best
                yield self._record(chosen, wrong, best, ())
                levels = [level for level in levels if level not in chosen]
                break
        last: Diagnosis | None = None
        for level in levels:
            wrong = [asked for asked in self.wrong if asked.level is level]
            right = [asked for asked in self.right if level is not Level.LEGAL_DATA or asked.level is level]
            best, few = self._best(wrong, right, self.legal)
            found = self._record([level], wrong, best, few)
            self.legal = best if level is Level.LEGAL_DATA else self.legal
            if last and found.causes and found.causes == last.causes:
                last = _both(last, found)
                continue
            if last:
                yield last
            last = found
        if last:
            yield last

    def _of_all(self, wrong: Sequence[AskedCase]) -> DialectChange | None:
        """Return the one change that explains every wrong answer of several levels."""
        whole = self._whole(self.tried, wrong)
        sound = (one for one in whole if self._contradicts_none(one, self.right))
        best = next((one for one in sound if self._is_verified(one, wrong, self.right)), None)
        if best is not None and not any(asked.level is Level.BAD_INPUT for asked in wrong):
            return self._told_apart(best, whole, wrong, self.right)
        if best is not None or len(wrong) <= _FEW or any(asked.level is Level.BAD_INPUT for asked in wrong):
            return best
        partly = [one for one in self.tried if any(self._gives(one, asked) for asked in _few(wrong))]
        both = self._together(wrong, self.right, partly)
        return next((one for one in both if self._is_verified(one, wrong, self.right)), None)

    def _best(
        self, wrong: Sequence[AskedCase], right: list[AskedCase], base: DialectChange | None
    ) -> tuple[DialectChange | None, Sequence[DialectChange]]:
        """Return the change that explains most, more than half, and those that explain few.

        With `base`, what explains the legal data, each change is tried on top of that.
        """
        tried = [one for one in (change if base is None else base.with_more(change) for change in self.tried) if one]
        tried += [base] if base is not None else []
        sound: list[DialectChange] = []
        few = len(base.causes if base else ()) + 1

        def accepted(changes: Sequence[DialectChange], likely: Sequence[DialectChange]) -> DialectChange | None:
            for one in sorted(changes, key=lambda one: self._rank(one, wrong)):
                missed = self._missed(one, wrong)
                if not self._is_enough(one, wrong):
                    continue
                given = not missed if one.is_identity and not one.mistakes else not self._left(one, wrong, ())
                whole = given or not (one.is_identity or len(one.causes) > few)
                rival = len(wrong) <= _FEW and any(other.is_rival_of(one) for other in sound)
                if not whole or rival or not any(self._gives(one, asked) for asked in wrong):
                    continue
                if self._is_verified(one, wrong, right[: len(wrong)]):
                    return one if missed else self._told_apart(one, likely, wrong, right)
            return None

        whole = self._whole(tried, wrong) if len(wrong) > _FEW else []
        for one in self._sound(whole, right):
            if best := accepted([one], whole):
                return best, ()
        likely = self._likely(tried, wrong)
        sound += self._sound(likely, right)
        best = accepted([one for one in sound if not self._missed(one, wrong)], likely) if len(wrong) <= _FEW else None
        if best is None:
            is_bad = wrong[0].level is Level.BAD_INPUT
            good = [one for one in self.right if one.level is not Level.BAD_INPUT]
            best = accepted([*sound, *([] if is_bad else self._together(wrong, good, likely))], likely)
        if best is not None:
            return best, ()
        some_of_it = [one for one in sound if one.ids not in self.refuted and not one.is_identity]
        return None, some_of_it[:_MAX_FEW]

    def _sound(self, likely: Sequence[DialectChange], right: list[AskedCase]) -> Iterator[DialectChange]:
        """Yield the first changes that contradict no right answer."""
        return islice((one for one in likely if self._contradicts_none(one, right)), _MAX_SOUND)

    def _whole(self, tried: Sequence[DialectChange], wrong: Sequence[AskedCase]) -> list[DialectChange]:
        """Return the changes that give every wrong answer; most are out after a few, which are asked first."""
        likely = [one for one in tried if all(self._gives(one, asked) is not False for asked in _few(wrong))]
        whole = [one for one in likely if not self._missed(one, wrong) and self._is_enough(one, wrong)]
        return sorted(whole, key=lambda one: self._rank(one, wrong))

    def _likely(self, tried: Sequence[DialectChange], wrong: Sequence[AskedCase]) -> list[DialectChange]:
        """Return the changes that give one of a few wrong answers; of those to bad input, about half of them all.

        What gives fewer says less of bad input than the readings of `of_bad_input`.
        """
        some = _few(wrong)
        is_bad = wrong[0].level is Level.BAD_INPUT
        most = 2 * len(some) // 3 if is_bad else len(some)
        enough = (one for one in tried if next(islice(self._missing(one, some), most, None), None) is None)
        likely = [one for one in enough if any(self._gives(one, asked) for asked in some)]
        if is_bad:
            likely = [one for one in likely if 2 * len(self._missed(one, wrong)) < len(wrong)]
        return sorted(likely, key=lambda one: self._rank(one, wrong))

    def _missed(self, change: DialectChange, wrong: Sequence[AskedCase]) -> list[AskedCase]:
        """Return the wrong answers that a change does not give."""
        return list(self._missing(change, wrong))

    def _missing(self, change: DialectChange, wrong: Sequence[AskedCase]) -> Iterator[AskedCase]:
        """Yield the wrong answers that a change does not give."""
        return (asked for asked in wrong if self._gives(change, asked) is False)

    def _is_enough(self, change: DialectChange, wrong: Sequence[AskedCase]) -> bool:
        """Whether a change gives one wrong answer, and misses few enough to explain them.

        A change that says what the metric is has to say it of most of them.
        """
        found = [self._gives(change, asked) for asked in wrong]
        is_silent = change.is_identity and _PARTLY * found.count(None) > len(wrong)
        return True in found and not is_silent and _share_missed(change, wrong) * found.count(False) < len(wrong)

    def _left(self, change: DialectChange, wrong: Sequence[AskedCase], right: Sequence[AskedCase]) -> list[AskedCase]:
        """Return the wrong numbers that a change does not give, and the right answers that it contradicts."""
        return self._missed(change, [*(one for one in wrong if isinstance(one.got, Answer)), *right])

    def _rank(self, change: DialectChange, wrong: Sequence[AskedCase]) -> tuple[int, int, int, int]:
        """Put changes that explain more first, then those that change less."""
        given = sum(bool(self._gives(change, asked)) for asked in wrong)
        return len(self._missed(change, wrong)), change.weight, -given, self._reach(change, wrong)

    def _reach(self, change: DialectChange, asked: Sequence[AskedCase]) -> int:
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
        self, wrong: Sequence[AskedCase], right: list[AskedCase], likely: Sequence[DialectChange]
    ) -> list[DialectChange]:
        """Return pairs of changes, then three, that give every wrong number and contradict no right answer.

        What a change leaves is asked of all others on top of it: wrong answers that it does not give, and right ones
        that it contradicts. A change that gives all answers alone is not extended, even if a neighbour has refuted it.
        """
        if sum(map(is_telling, wrong)) < min(_FEWEST_TELLING, len(wrong)):
            return []
        most = len(self._known) + _MAX_ANSWERS
        some = wrong[:: 1 + len(wrong) // _MAX_SAMPLE], right[:: 1 + len(right) // _MAX_SAMPLE]

        def place(change: DialectChange) -> tuple[int, int, int]:
            return len(self._left(change, *some)), change.weight, self._reach(change, wrong)

        def is_whole(change: DialectChange) -> bool:
            return not self._left(change, *some) and not self._left(change, wrong, right)

        heads = sorted(likely, key=place)[:_MAX_HEADS]
        alone = [one.ids for one in likely if is_whole(one)]
        for _ in range(_MAX_TOGETHER - 1):
            pairs: dict[frozenset[str], DialectChange] = {}
            for head in heads:
                left = self._left(head, *some)
                left = left if len(left) > _MAX_FIRST_ANSWERS else self._left(head, wrong, right)
                pairs |= {both.ids: both for both in self._with_partners(head, left)}
                if len(self._known) > most:
                    break
            ranked = sorted(pairs.values(), key=place)[:_MAX_PARTNERS]
            heads = ranked[:_MAX_HEADS]
            needed = [one for one in ranked if not any(ids < one.ids for ids in alone)]
            whole = [one for one in needed if is_whole(one) and self._is_enough(one, wrong)]
            if whole or len(self._known) > most:
                return sorted(whole, key=lambda one: self._rank(one, wrong))
        return []

    def _with_partners(self, head: DialectChange, left: Sequence[AskedCase]) -> list[DialectChange]:
        """Return the changes on top of another one that give most of a few of the answers that it leaves."""
        some = sorted(left[:: 1 + len(left) // _MAX_FIRST_ANSWERS], key=lambda one: one.size)
        found: list[tuple[int, int, int, DialectChange]] = []
        for other in self.tried if some else ():
            both = head.with_more(other)
            if both is not None and self._gives(both, some[0]):
                found.append((-sum(bool(self._gives(both, asked)) for asked in some), other.weight, len(found), both))
        return [both for *_, both in sorted(found)[:_MAX_PARTNERS]]

    def _gives(self, change: DialectChange, asked: AskedCase) -> bool | None:
        """Whether a change gives the answer to a case; each is worked out once."""
        key = change.ids, asked.case
        if key not in self._known:
            self._known[key] = gives(change, asked)
        return self._known[key]

    def _contradicts_none(self, change: DialectChange, right: list[AskedCase]) -> bool:
        """Whether a change gives every right answer; where it has no meaning, it says nothing.

        The answer that contradicts comes first the next time: it contradicts many.
        """
        for at, asked in enumerate(right):
            if self._gives(change, asked) is False:
                right.insert(0, right.pop(at))
                return False
        return True

    def _is_verified(self, change: DialectChange, wrong: Sequence[AskedCase], right: Sequence[AskedCase]) -> bool:
        """Whether a change gives what the metric answers on neighbours of the cases, too: on one of them at least.

        Most of them are neighbours of wrong answers, where two changes that give the same may differ. Several causes
        explain more by chance than one, so they are held to spans that overlap others of their side, too.
        """
        if change.ids in self.refuted:
            return False
        legal = {one.level for one in (*wrong, *right)} == {Level.LEGAL_DATA}
        chosen = [one for one in wrong if self._gives(change, one)]
        others = [one for one in right if self._gives(change, one)]
        chosen = chosen[:: 1 + len(chosen) // _MAX_VERIFIED]
        chosen += others[:: 1 + len(others) // (1 + _MAX_VERIFIED // 2)]
        most = _NEIGHBOURS if len(chosen) > _MAX_VERIFIED // 2 else 3 * _NEIGHBOURS
        verified = 0
        for one in chosen:
            for neighbour in neighbours(one.question, most // len(chosen), listed=len(change.causes) > 1):
                reduced = reduced_to(self.implementation, replace(neighbour, measures=one.question.measures))
                if reduced is None or not neighbour.gold:  # many metrics fail in a way of their own without sentences
                    continue
                dialect, question = reduced
                other = AskedCase(one.case, one.level, question, ask(self.implementation, question), dialect)
                if isinstance(other.got, Answer) != isinstance(one.got, Answer) or (legal and not _is_legal(question)):
                    continue
                given = gives(change, other)
                apart = other if given is not False else without_halves(change, other)
                if apart is not other and gives(change, apart):
                    continue
                if given is False:
                    if one.level is not Level.BAD_INPUT:  # what it does with bad input says nothing of good input
                        self.refuted.add(change.ids)
                    return False
                verified += bool(given)
        return verified > 0

    def _told_apart(
        self, best: DialectChange, likely: Sequence[DialectChange], wrong: Sequence[AskedCase], right: list[AskedCase]
    ) -> DialectChange:
        """Return the change that the metric follows where several explain everything: it is asked where they differ."""
        whole = (one for one in likely if one is not best and not one.is_identity and not self._missed(one, wrong))
        left = [best, *islice((one for one in whole if self._contradicts_none(one, right)), _MAX_RIVALS)]
        for asked in wrong[:: 1 + len(wrong) // _MAX_VERIFIED] if len(left) > 1 else ():
            for neighbour in neighbours(asked.question, _NEIGHBOURS, listed=True):
                reduced = reduced_to(self.implementation, replace(neighbour, measures=asked.question.measures))
                if reduced is None or not _is_legal(reduced[1]):
                    continue
                dialect, question = reduced
                predicted = [_answer(one.pipeline(dialect, question), question) for one in left]
                if all(one == predicted[0] for one in predicted):
                    continue
                other = AskedCase(asked.case, asked.level, question, ask(self.implementation, question), dialect)
                left = [one for one in left if gives(one, other) is not False] or left
        return next((one for one in left if one is best or self._is_verified(one, wrong, right[: len(wrong)])), best)

    def _record(
        self,
        levels: Sequence[Level],
        wrong: Sequence[AskedCase],
        best: DialectChange | None,
        few: Sequence[DialectChange],
    ) -> Diagnosis:
        """Return a diagnosis as results hold it."""
        if best is None:
            causes = tuple(cause for change in few for cause in change.causes)
            raised = () if levels == [Level.BAD_INPUT] else exception_of(wrong)
            cases = raising(wrong) if raised else ()
            return Diagnosis(tuple(levels), len(wrong), raised, cases=cases, few=() if raised else causes)
        cases = tuple(asked.case for asked in wrong if self._gives(best, asked))
        more = best.causes[len(self.legal.causes) :] if self.legal and levels == [Level.BAD_INPUT] else ()
        return Diagnosis(tuple(levels), len(wrong), more or best.causes, len(cases), cases, line=best.line)


def _few(wrong: Sequence[AskedCase]) -> Sequence[AskedCase]:
    """Return a few wrong answers, from small to large, by which most changes are ruled out."""
    return wrong[:: 1 + len(wrong) // _MAX_FIRST_ANSWERS]


def _answer(pipeline: Pipeline | None, question: Question) -> object:
    """Return what a changed path answers, `None` where it does not."""
    try:
        return pipeline and answered_by(pipeline, question)
    except Exception:  # noqa: BLE001 - a change was given data on which it has no meaning
        return None


def _spans(pipeline: Pipeline, asked: AskedCase) -> object:
    """Return the spans that a pipeline reads, `None` where it refuses."""
    try:
        return [pipeline.spans(unit.pred, Side.PRED) for unit in read_units(asked.question.gold, asked.question.pred)]
    except NerconformError:
        return None


def _share_missed(change: DialectChange, wrong: Sequence[AskedCase]) -> int:
    """Return one in how many wrong answers a change may not miss."""
    half = wrong[0].level is Level.BAD_INPUT or (change.declares and not change.mistakes)
    return 2 if half else _PARTLY


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

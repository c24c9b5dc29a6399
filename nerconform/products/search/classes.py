"""Classes: divergences by their causes, each class with the smallest input that shows it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from nerconform.asking.messages import GivenUp, OutOfTime
from nerconform.asking.question import Question
from nerconform.diagnosis.candidates import UNSTEADY, is_of_quirks
from nerconform.diagnosis.divergence import Divergence
from nerconform.diagnosis.shrinking import BothSides, plainer, rewritten, shrink, sides_of
from nerconform.diagnosis.steadiness import TIMES_AGAIN
from nerconform.diagnosis.versus import Explained, Versus, is_retired, is_verified, rows_of
from nerconform.diagnosis.ways import QuestionKind, types_in
from nerconform.libraries.library import call_of
from nerconform.products.search.found_case import Find, found_class
from nerconform.results.search_result import Found, Search, Searches, Times
from nerconform.suite.clauses import clause_records
from nerconform.version import SPEC_VERSION, __version__

_MOST_SAMPLES = 30
"""So many finds of each explanation are kept, to see whether another one explains them, too."""
_Ids = tuple[str, ...]
_Holds = Callable[[Explained, Divergence], bool]
"""Whether the reasons of one divergence explain another."""


@dataclass(slots=True)
class Accounts:
    """The explanations by the ids of their causes.

    Those by the quirks of a library are not merged: somebody has read them in its source, so they stay as they are.
    """

    _samples: dict[_Ids, list[Find]] = field(default_factory=dict)
    _fixed: set[_Ids] = field(default_factory=set)
    _often: Counter[_Ids] = field(default_factory=Counter)
    _verified_on: Counter[_Ids] = field(default_factory=Counter)

    def add(self, find: Find, explained: Explained) -> None:
        """Count a find as explained so."""
        if is_of_quirks(reason.cause for reason in explained.reasons):
            self._fixed.add(explained.ids)
        samples = self._samples.setdefault(explained.ids, [])
        samples += [find] if len(samples) < _MOST_SAMPLES else []
        self._often[explained.ids] += find.times
        self._verified_on[explained.ids] += explained.verified_on

    def merged(self, holds: _Holds) -> Iterator[tuple[_Ids, _Ids, int, int]]:
        """Yield the causes whose place a more frequent explanation of as few has taken, and the causes of that one.

        And for how many finds they stood, and on how many inputs they were verified.
        """
        for ids in self._by_frequency():
            for other in reversed(self._by_frequency()):
                if other != ids and self._is_covered(ids, other, holds):
                    yield self._move(ids, other)
                    break

    def taken_back(self, is_retired: Callable[[Explained], bool]) -> Iterator[tuple[_Ids, list[Find], int, int]]:
        """Yield the causes that are refuted now, each with some of their finds, and forget them.

        And for how many finds they stood, and on how many inputs they were verified.
        """
        for ids, samples in list(self._samples.items()):
            if any(find.explained is not None and is_retired(find.explained) for find in samples):
                yield ids, self._samples.pop(ids), self._often.pop(ids), self._verified_on.pop(ids)

    def sample(self, name: str) -> Find | None:
        """Return a find of the fewest causes among which is this one, `None` where there is none."""
        found = [find for ids, finds in self._samples.items() if name in ids for find in finds]
        return min(found, key=lambda find: find.causes, default=None)

    def _by_frequency(self) -> list[_Ids]:
        """Return the explanations that may be merged, the rarest first."""
        return sorted((ids for ids in self._samples if ids not in self._fixed), key=self._often.__getitem__)

    def _is_covered(self, ids: _Ids, other: _Ids, holds: _Holds) -> bool:
        """Whether other causes, no more of them, explain all that these explain."""
        if len(other) > len(ids) or not self._explains(other, ids, holds):
            return False
        return self._often[other] >= self._often[ids] or not self._explains(ids, other, holds)

    def _explains(self, ids: _Ids, other: _Ids, holds: _Holds) -> bool:
        explained = self._samples[ids][0].explained
        return explained is not None and all(holds(explained, find.divergence) for find in self._samples[other])

    def _move(self, ids: _Ids, other: _Ids) -> tuple[_Ids, _Ids, int, int]:
        """Count the finds of some causes as those of others."""
        number, verified = self._often.pop(ids), self._verified_on.pop(ids)
        self._samples[other] += self._samples.pop(ids)
        self._often[other] += number
        self._verified_on[other] += verified
        return ids, other, number, verified


_MOST_TRIES = 600
_MOST_UNEXPLAINED = 12
"""So many sorts of unexplained divergences are shrunk; later ones are counted."""
_FIRST = 30
"""Nothing is looked into deeply before so many inputs have shown what the sides do otherwise, and what not."""
_DEEP = 4
"""So many unexplained divergences of a sort are looked into deeply, and then each whose number is a power of two; where
one side does not answer, the first alone."""
_MOST_LEFT = 1000
"""So many unexplained divergences are held against what explained others later."""
_COSTLY = frozenset({OutOfTime.__name__, GivenUp.__name__})
"""Faults that are not shrunk: whoever is asked again is waited for again, or does not answer any more."""


def _never() -> bool:
    return False


@dataclass(slots=True)
class Classes:
    """The classes that were found so far. Where the time is over (`is_over`), nothing is shrunk further."""

    inquiry: Versus
    is_over: Callable[[], bool] = _never
    looked: int = 0
    divergent: int = 0
    unexplained: int = 0
    finds: dict[str, Find] = field(default_factory=dict)
    fired: Counter[str] = field(default_factory=Counter)
    verified: Counter[str] = field(default_factory=Counter)
    _seen: Counter[str] = field(default_factory=Counter)
    _tried: Counter[str] = field(default_factory=Counter)
    _left: list[Find] = field(default_factory=list)
    _smallest: list[Question] = field(default_factory=list)
    _accounts: Accounts = field(default_factory=Accounts)

    def question(self, way: QuestionKind, gold: object, pred: object) -> Question:
        """Return the question about these data, with every type that may be read in them."""
        return self.inquiry.asker.question(way, gold, pred, types_in((gold, pred), way))  # type: ignore[arg-type]

    def look(self, way: QuestionKind, gold: object, pred: object, place: str = "", times: int = 1) -> bool:
        """Ask about these data, which occur so many times, and keep what is new. Returns whether the sides differ."""
        self.looked += 1
        if self.looked == _FIRST + 1:
            self.settle()
        divergence = self._differ(way, gold, pred)
        if divergence is None:
            return False
        self.divergent += times
        find = Find(way, divergence, None, place, times)
        if divergence.fault:
            self.unexplained += times
            self._keep(find.unknown, find)
            return True
        self._seen[find.unknown] += 1
        due = self.looked > _FIRST and (self._is_due(find) or self._is_in_turn(find))
        explained = self.inquiry.explain(divergence, deep=due)
        if explained is None:
            self.unexplained += times
            name = find.unknown if self._is_steady(find, due=due) else UNSTEADY.id
            if name != UNSTEADY.id and len(self._left) < _MOST_LEFT:
                self._left.append(find)
            self._keep(name, find)
        else:
            self._count(replace(find, explained=explained), explained)
        return True

    def settle(self) -> None:
        """Look again at divergences that nothing explained: what was seen since then may tell.

        So may the smallest of its sort, on which little else plays a part. Where the time is over, nobody is asked.
        """
        self._settle_once()
        while self._take_back():
            self._settle_once()

    def _settle_once(self) -> None:
        self._look_again()
        while any(map(self._is_explained_now, list(self.finds))):
            self._look_again()

    def _take_back(self) -> bool:
        """Count the finds of causes that a neighbour has refuted since then as unexplained; whether there are any."""
        taken = list(self._accounts.taken_back(self._is_retired))
        for ids, samples, number, verified in taken:
            self.unexplained += number
            for name in ids:
                self.fired[name] -= number
                self.verified[name] -= verified
            for find in (replace(sample, explained=None) for sample in samples):
                self._left += [find] if len(self._left) < _MOST_LEFT else []
                self._keep(find.unknown, find)
            self.fired[samples[0].unknown] += number - sum(find.times for find in samples)
        for name in {name for ids, *_ in taken for name in ids}:
            sample = self._accounts.sample(name)
            if sample is None:
                self.finds.pop(name, None)
            elif self.finds[name].explained is not None and self._is_retired(self.finds[name].explained):
                del self.finds[name]
                self.fired[name] -= sample.times
                self._keep(name, sample)
        return bool(taken)

    def _is_retired(self, explained: Explained | None) -> bool:
        return explained is not None and is_retired(self.inquiry, explained)

    def _is_explained_now(self, name: str) -> bool:
        """Whether the smallest unexplained find of a sort is explained when it is looked into, which is done once."""
        find = self.finds[name]
        if self.is_over() or find.explained is not None or name == UNSTEADY.id or not find.divergence.is_of_answers:
            return False
        if find.divergence.question in self._smallest:
            return False
        self._smallest.append(find.divergence.question)
        return self.inquiry.explain(find.divergence) is not None

    def _look_again(self) -> None:
        for find in list(self._left):
            over = self.is_over()
            due = self._is_due(find) and not over
            explained = self.inquiry.explain(find.divergence, deep=due, verify=not over)
            if explained is None and (over or self._is_steady(find, due=due)):
                continue
            if over and explained is not None and not self.finds.keys() >= {*explained.ids}:
                continue  # nobody is asked any more, so it would be shown without being verified
            self._left = [one for one in self._left if one is not find]
            self.fired[find.unknown] -= find.times
            if explained is None:
                self._keep(UNSTEADY.id, find)
            else:
                self.unexplained -= find.times
                self._count(replace(find, explained=explained), explained)
        left = {find.unknown: find for find in reversed(self._left)}
        for name in [name for name, find in self.finds.items() if find.explained is None]:
            if not self.fired[name]:
                del self.finds[name]
            elif name in left and self.inquiry.explain(self.finds[name].divergence, deep=False, verify=False):
                self.finds[name] = self._shrunk(name, left[name])

    def _is_due(self, find: Find) -> bool:
        """Whether a divergence that nothing known explains is looked into deeply."""
        return self._tried[find.unknown] < (_DEEP if find.divergence.is_of_answers else 1)

    def _is_in_turn(self, find: Find) -> bool:
        """Whether it is a later one of its sort that is looked into: the first may have been none that tell."""
        number = self._seen[find.unknown]
        return find.divergence.is_of_answers and number > _DEEP and number & (number - 1) == 0

    def _is_steady(self, find: Find, *, due: bool) -> bool:
        """Whether the sides differ in the same way when they are asked again, if there is reason to ask."""
        self._tried[find.unknown] += due
        if not due and UNSTEADY.id not in self.finds:
            return True
        again = (self.inquiry.look(find.divergence.question) for _ in range(TIMES_AGAIN))
        return all(one is not None and (one.fault or one.is_same(find.divergence)) for one in again)

    def merge(self) -> None:
        """Count what a more frequent explanation of as few causes explains, too, in its classes."""
        for ids, other, number, verified in self._accounts.merged(self.inquiry.holds):
            for name in ids:
                self.fired[name] -= number
                self.verified[name] -= verified
                if not self.fired[name]:
                    del self.finds[name]
            for name in other:
                self.fired[name] += number
                self.verified[name] += verified

    def _count(self, find: Find, explained: Explained) -> None:
        """Count a find in the class of each of its causes."""
        self._accounts.add(find, explained)
        for name in explained.ids:
            self.verified[name] += explained.verified_on
            self._keep(name, find)

    def _differ(self, way: QuestionKind, gold: object, pred: object) -> Divergence | None:
        """Return how the sides differ on these data; every type that has a row in an answer is asked about."""
        divergence = self.inquiry.look(self.question(way, gold, pred))
        if divergence is None:
            return None
        read = types_in((gold, pred), way)  # type: ignore[arg-type]
        rows = rows_of(divergence.expected, divergence.got)
        if rows <= read:
            return divergence
        wider = self.inquiry.look(self.inquiry.asker.question(way, gold, pred, read | rows))
        return wider or divergence

    def _keep(self, name: str, find: Find) -> None:
        """Count a find; the first of its class is shrunk."""
        self.fired[name] += find.times
        if name in self.finds and (not find.is_purer(self.finds[name]) or self.is_over()):
            return
        few = sum(each.explained is None for each in self.finds.values()) < _MOST_UNEXPLAINED
        self.finds[name] = find
        may_shrink = name != UNSTEADY.id and find.divergence.fault not in _COSTLY
        if may_shrink and (find.explained is not None or few):
            self.finds[name] = self._verified(name, find)

    def _verified(self, name: str, find: Find) -> Find:
        """Return the smallest find of the class whose causes hold on its neighbours; the given one where none do."""
        while not self._is_retired(find.explained):
            smallest = self._shrunk(name, find)
            explained = smallest.explained
            if explained is None or is_verified(self.inquiry, explained, smallest.divergence.question):
                return smallest
            if not self._is_retired(explained):
                return find  # quirks of a library are never retired, so the next round would be this one again
        return find

    def _shrunk(self, name: str, find: Find) -> Find:
        """Return the smallest find of the class, asked in the plainest way in which it shows."""
        for way in plainer(find.way):
            question = find.divergence.question
            gold, pred = (rewritten(side, find.way, way) for side in (question.gold, question.pred))
            smaller = self._shows(name, way, gold, pred, find.causes)
            if smaller is not None and smaller.is_alike(find):
                find = replace(smaller, place=find.place)
                break
        way, most = find.way, find.causes

        def shows(sides: BothSides) -> Find | None:
            nonlocal most
            found = self._shows(name, way, *sides.lists(), most)
            if found is not None and not found.is_alike(find):
                return None
            most = most if found is None else found.causes
            return found

        _, smallest = shrink(sides_of(find.divergence.question, way), find, shows, _MOST_TRIES)
        return replace(smallest, place=find.place)

    def _shows(self, name: str, way: QuestionKind, gold: object, pred: object, most: int) -> Find | None:
        """Return the find on these data, if it is one of this class, of so many causes at most."""
        divergence = None if self.is_over() else self._differ(way, gold, pred)
        if divergence is None:
            return None
        explained = None if divergence.fault else self.inquiry.explain(divergence, deep=False, verify=False)
        found = Find(way, divergence, explained)
        known = explained is not None and name in explained.ids and len(explained.ids) <= most
        shown = known or (explained is None and name == found.unknown)
        return found if shown else None

    @property
    def given_up(self) -> bool:
        """Whether a harness has failed so often that it is asked no more."""
        return f"fault: {GivenUp.__name__}" in self.finds

    def words(self) -> str:
        """Return in words how many classes there are."""
        number = len(self.finds)
        unexplained = sum(find.explained is None for find in self.finds.values())
        more = f", {unexplained} unexplained" if unexplained else ""
        return f"{number} class{'' if number == 1 else 'es'}{more}"

    def found(self) -> tuple[Found, ...]:
        """Return the classes: unexplained ones first, then the most frequent."""
        names = sorted(self.finds, key=lambda name: (self.finds[name].explained is not None, -self.fired[name], name))
        return tuple(
            found_class(name, self.finds[name], self.inquiry, self.fired[name], self.verified[name]) for name in names
        )

    def search(self, source: str, examples: int, times: Times, *, seed: int = 0, **more: Any) -> Search:  # noqa: ANN401 - fields of a search
        """Return what was found in so many inputs of a source."""
        left, right = self.inquiry.names
        return Search(
            left=left,
            right=right,
            version=", ".join(side.version for side in self.inquiry.sides),
            source=source,
            seed=seed,
            examples=examples,
            divergent=self.divergent,
            unexplained=self.unexplained,
            classes=self.found(),
            times=times,
            calls={name: call for name in (left, right) if (call := call_of(name))},
            **more,
        )


def searches_record(searches: Iterable[Search]) -> Searches:
    """Return searches with the clauses that their causes speak of, and the versions of today."""
    found = tuple(searches)
    clauses = {cause.clause for one in found for each in one.classes for cause in each.causes}
    return Searches(found, __version__, SPEC_VERSION, clause_records(clauses, clauses))


SearchProgress = Callable[[str, int, int, str], None] | None
"""Is called with the two sides, the number of inputs done, their total (0: unknown), and what was found, in words."""


def report_progress(progress: SearchProgress, names: tuple[str, str], done: int, total: int, words: str) -> None:
    """Tell somebody, if there is anybody."""
    if progress:
        progress(" ~ ".join(names), done, total, words)

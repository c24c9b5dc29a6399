"""Classes: divergences by their causes, each class with the smallest input that shows it (KIT-7)."""

from collections import Counter
from dataclasses import dataclass, field, replace

from nerconform.comparison.asking import Way, types_in
from nerconform.comparison.causes.quirk import Quirk
from nerconform.comparison.divergence import Divergence
from nerconform.comparison.found_case import found_case
from nerconform.comparison.inquiry import Explained, Inquiry, Reason, rows_of, shown
from nerconform.comparison.parting import parting
from nerconform.comparison.plainness import plainer, rewritten, sides_of
from nerconform.comparison.prediction import changed
from nerconform.comparison.searched import Found, Input, Parted
from nerconform.comparison.shrinking import Sides, shrink
from nerconform.implementations.question import Form, Question
from nerconform.reference.spans import Span

_MOST_TRIES = 600
_MOST_UNEXPLAINED = 12
"""So many sorts of unexplained divergences are shrunk; later ones are counted."""
_FIRST = 30
"""Nothing is looked into deeply before so many inputs have shown what the sides do otherwise, and what not."""
_DEEP = 4
"""So many unexplained divergences of a sort are looked into deeply; where one side does not answer, the first alone."""
_MOST_SAMPLES = 30
"""So many finds of each explanation are kept, to see whether another one explains them, too."""
_AGAIN = 2
_UNSTEADY = "unsteady"
"""The class of answers that are others when the same question is asked again."""


@dataclass(frozen=True, slots=True)
class Find:
    """A divergence, the way in which it was asked, and why it is there, if that is known."""

    way: Way
    divergence: Divergence
    explained: Explained | None
    place: str = ""
    times: int = 1

    @property
    def unknown(self) -> str:
        """Return the class of such divergences where nothing explains them."""
        return f"unexplained: {' '.join(self.divergence.sort)}"


@dataclass(slots=True)
class Classes:
    """The classes that were found so far."""

    inquiry: Inquiry
    looked: int = 0
    divergent: int = 0
    unexplained: int = 0
    finds: dict[str, Find] = field(default_factory=dict)
    fired: Counter[str] = field(default_factory=Counter)
    verified: Counter[str] = field(default_factory=Counter)
    _tried: Counter[str] = field(default_factory=Counter)
    _left: list[Find] = field(default_factory=list)
    _samples: dict[tuple[str, ...], list[Find]] = field(default_factory=dict)
    _often: Counter[tuple[str, ...]] = field(default_factory=Counter)
    _verified_on: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def question(self, way: Way, gold: object, pred: object) -> Question:
        """Return the question about these data, with every type that may be read in them."""
        return self.inquiry.asker.question(way, gold, pred, types_in((gold, pred), way))  # type: ignore[arg-type]

    def look(self, way: Way, gold: object, pred: object, place: str = "", times: int = 1) -> bool:
        """Ask about these data, which occur so many times, and keep what is new. Returns whether the sides differ."""
        self.looked += 1
        if self.looked > _FIRST:
            self.settle()
        divergence = self._differ(way, gold, pred)
        if divergence is None:
            return False
        self.divergent += times
        find = Find(way, divergence, None, place, times)
        due = self.looked > _FIRST and self._is_due(find)
        explained = self.inquiry.explain(divergence, deep=due)
        if explained is None:
            self.unexplained += times
            if not due and self.looked <= _FIRST:
                self._left.append(find)
            self._keep(find.unknown if self._is_steady(find, due=due) else _UNSTEADY, find)
        else:
            self._count(replace(find, explained=explained), explained)
        return True

    def settle(self) -> None:
        """Look again at the first divergences that nothing explained: what was seen since then may tell."""
        if not self._left:
            return
        for find in self._left:
            due = self._is_due(find)
            explained = self.inquiry.explain(find.divergence, deep=due)
            if explained is None and self._is_steady(find, due=due):
                continue
            self.fired[find.unknown] -= find.times
            if explained is None:
                self._keep(_UNSTEADY, find)
            else:
                self.unexplained -= find.times
                self._count(replace(find, explained=explained), explained)
        left = {find.unknown: find for find in reversed(self._left)}
        for name in [name for name, find in self.finds.items() if find.explained is None]:
            if not self.fired[name]:
                del self.finds[name]
            elif name in left and self.inquiry.explain(self.finds[name].divergence, deep=False) is not None:
                self.finds[name] = self._shrunk(name, left[name])
        self._left.clear()

    def _is_due(self, find: Find) -> bool:
        """Whether a divergence that nothing known explains is looked into deeply."""
        return self._tried[find.unknown] < (_DEEP if find.divergence.is_of_answers else 1)

    def _is_steady(self, find: Find, *, due: bool) -> bool:
        """Whether the sides differ in the same way when they are asked again, if there is reason to ask."""
        self._tried[find.unknown] += due
        if not due and _UNSTEADY not in self.finds:
            return True
        return all(self.inquiry.look(find.divergence.question) == find.divergence for _ in range(_AGAIN))

    def merge(self) -> None:
        """Count what a more frequent explanation of as few causes explains, too, in its classes.

        The quirks of a library stay as they are: somebody has read them in its source.
        """
        for ids in sorted(self._samples, key=self._often.__getitem__):
            for other in sorted(self._samples, key=self._often.__getitem__, reverse=True):
                if other != ids and self._is_covered(ids, other):
                    self._move(ids, other)
                    break

    def _is_covered(self, ids: tuple[str, ...], other: tuple[str, ...]) -> bool:
        """Whether other causes, no more of them, explain all that these explain."""
        if len(other) > len(ids) or not self._explains(other, ids):
            return False
        return self._often[other] >= self._often[ids] or not self._explains(ids, other)

    def _explains(self, ids: tuple[str, ...], other: tuple[str, ...]) -> bool:
        explained = self._samples[ids][0].explained
        return explained is not None and all(
            self.inquiry.holds(explained, find.divergence) for find in self._samples[other]
        )

    def _move(self, ids: tuple[str, ...], other: tuple[str, ...]) -> None:
        """Count the finds of some causes as those of others."""
        number, verified = self._often.pop(ids), self._verified_on.pop(ids)
        self._samples[other] += self._samples.pop(ids)
        self._often[other] += number
        self._verified_on[other] += verified
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
        if not all(isinstance(reason.cause, Quirk) and reason.cause.library for reason in explained.reasons):
            samples = self._samples.setdefault(explained.ids, [])
            samples += [find] if len(samples) < _MOST_SAMPLES else []
            self._often[explained.ids] += find.times
            self._verified_on[explained.ids] += explained.verified_on
        for name in explained.ids:
            self.verified[name] += explained.verified_on
            self._keep(name, find)

    def _differ(self, way: Way, gold: object, pred: object) -> Divergence | None:
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
        if name in self.finds and not _is_purer(find, self.finds[name]):
            return
        few = sum(each.explained is None for each in self.finds.values()) < _MOST_UNEXPLAINED
        self.finds[name] = find
        if name != _UNSTEADY and (find.explained is not None or few):
            self.finds[name] = self._shrunk(name, find)

    def _shrunk(self, name: str, find: Find) -> Find:
        """Return the smallest find of the class, asked in the plainest way in which it shows."""
        for way in plainer(find.way):
            question = find.divergence.question
            gold, pred = (rewritten(side, find.way, way) for side in (question.gold, question.pred))
            smaller = self._shows(name, way, gold, pred, _causes(find))
            if smaller is not None and _is_alike(smaller, find):
                find = replace(smaller, place=find.place)
                break
        way, most = find.way, _causes(find)

        def shows(sides: Sides) -> Find | None:
            nonlocal most
            found = self._shows(name, way, *sides.lists(), most)
            if found is not None and not _is_alike(found, find):
                return None
            most = most if found is None else _causes(found)
            return found

        _, smallest = shrink(sides_of(find.divergence.question, way), find, shows, _MOST_TRIES)
        return replace(smallest, place=find.place)

    def _shows(self, name: str, way: Way, gold: object, pred: object, most: int) -> Find | None:
        """Return the find on these data, if it is one of this class, of so many causes at most."""
        divergence = self._differ(way, gold, pred)
        if divergence is None:
            return None
        explained = self.inquiry.explain(divergence, deep=False, verify=False)
        found = Find(way, divergence, explained)
        known = explained is not None and name in explained.ids and len(explained.ids) <= most
        shown = known or (explained is None and name == found.unknown)
        return found if shown else None

    def words(self) -> str:
        """Return in words how many classes there are."""
        number = len(self.finds)
        unexplained = sum(find.explained is None for find in self.finds.values())
        more = f", {unexplained} unexplained" if unexplained else ""
        return f"{number} class{'' if number == 1 else 'es'}{more}"

    def found(self) -> tuple[Found, ...]:
        """Return the classes: unexplained ones first, then the most frequent."""
        names = sorted(self.finds, key=lambda name: (self.finds[name].explained is not None, -self.fired[name], name))
        return tuple(self._found(name) for name in names)

    def _found(self, name: str) -> Found:
        find = self.finds[name]
        explained, question = find.explained, find.divergence.question
        reasons = () if explained is None else explained.reasons
        main = next((reason for reason in reasons if reason.id == name), None)
        causes = tuple(map(shown, reasons))
        title = _untold(name, find.divergence) if main is None else shown(main).title
        dialects = tuple("" if dialect is None else str(dialect) for dialect in self.inquiry.dialects(question))
        return Found(
            id=name,
            title=title,
            explained=explained is not None,
            fired=self.fired[name],
            verified_on=self.verified[name],
            input=_input(find),
            mismatches=find.divergence.mismatches,
            causes=causes,
            parted=None if explained is None else _parted(question, explained),
            dialects=(dialects[0], dialects[1]),
            reproduction="\n\n".join(side.reproduction(question) for side in self.inquiry.sides),
            case=found_case(name, question, [one.asked for one in find.divergence.mismatches], _clause(main), title),
        )


def _untold(name: str, divergence: Divergence) -> str:
    """Return a title where no cause has one."""
    if name == _UNSTEADY:
        return "It answers otherwise when the same question is asked again"
    return f"Nothing explains it: {divergence.in_words}"


def _causes(find: Find) -> int:
    """Return how many causes a find has."""
    return 0 if find.explained is None else len(find.explained.ids)


def _is_alike(find: Find, other: Find) -> bool:
    """Whether both are about two answers, or neither is."""
    return find.divergence.is_of_answers == other.divergence.is_of_answers


def _is_purer(find: Find, other: Find) -> bool:
    """Whether a find shows its class with fewer causes than another."""
    return 0 < _causes(find) < _causes(other)


def _input(find: Find) -> Input:
    question = find.divergence.question
    gold, pred = (
        [[list(item) if isinstance(item, Span) else item for item in unit] for unit in side]  # type: ignore[attr-defined]
        for side in (question.gold, question.pred)
    )
    scheme = question.scheme if question.form is Form.TAGS else ""
    return Input(question.form, scheme, question.ask, dict(question.choices), gold, pred, find.place)


def _parted(question: Question, explained: Explained) -> Parted | None:
    """Return the step at which the two explained paths part."""
    left, right = (changed(path.dialect, path.quirks, question) for path in (explained.left, explained.right))
    found = parting(question.gold, question.pred, left, right)
    return None if found is None else Parted(found.step, found.left, found.right)


def _clause(reason: Reason | None) -> str:
    if reason is None:
        return ""
    return reason.cause.clause if isinstance(reason.cause, Quirk) else "DIA-1"

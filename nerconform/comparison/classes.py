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


@dataclass(frozen=True, slots=True)
class Find:
    """A divergence, the way in which it was asked, and why it is there, if that is known."""

    way: Way
    divergence: Divergence
    explained: Explained | None
    place: str = ""


@dataclass(slots=True)
class Classes:
    """The classes that were found so far."""

    inquiry: Inquiry
    divergent: int = 0
    unexplained: int = 0
    finds: dict[str, Find] = field(default_factory=dict)
    fired: Counter[str] = field(default_factory=Counter)
    verified: Counter[str] = field(default_factory=Counter)

    def question(self, way: Way, gold: object, pred: object) -> Question:
        """Return the question about these data, with every type that may be read in them."""
        return self.inquiry.asker.question(way, gold, pred, types_in((gold, pred), way))  # type: ignore[arg-type]

    def look(self, way: Way, gold: object, pred: object, place: str = "", times: int = 1) -> bool:
        """Ask about these data, which occur so many times, and keep what is new. Returns whether the sides differ."""
        divergence = self._differ(way, gold, pred)
        if divergence is None:
            return False
        self.divergent += times
        unknown = f"unexplained: {' '.join(divergence.sort)}"
        explained = self.inquiry.explain(divergence, deep=unknown not in self.finds)
        find = Find(way, divergence, explained, place)
        if explained is None:
            self.unexplained += times
            self._keep(unknown, find, times)
            return True
        for name in explained.ids:
            self.verified[name] += explained.verified_on
            self._keep(name, find, times)
        return True

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

    def _keep(self, name: str, find: Find, times: int) -> None:
        """Count a find; the first of its class is shrunk."""
        self.fired[name] += times
        if name in self.finds and not _is_purer(find, self.finds[name]):
            return
        few = sum(each.explained is None for each in self.finds.values()) < _MOST_UNEXPLAINED
        self.finds[name] = find
        if find.explained is not None or few:
            self.finds[name] = self._shrunk(name, find)

    def _shrunk(self, name: str, find: Find) -> Find:
        """Return the smallest find of the class, asked in the plainest way in which it shows."""
        for way in plainer(find.way):
            question = find.divergence.question
            gold, pred = (rewritten(side, find.way, way) for side in (question.gold, question.pred))
            smaller = self._shows(name, way, gold, pred, _causes(find))
            if smaller is not None:
                find = replace(smaller, place=find.place)
                break
        way, most = find.way, _causes(find)

        def shows(sides: Sides) -> Find | None:
            nonlocal most
            found = self._shows(name, way, *sides.lists(), most)
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
        if explained is None:
            shown = name == f"unexplained: {' '.join(divergence.sort)}"
        else:
            shown = name in explained.ids and len(explained.ids) <= most
        return Find(way, divergence, explained) if shown else None

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
        title = "nothing explains it" if main is None else shown(main).title
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


def _causes(find: Find) -> int:
    """Return how many causes a find has."""
    return 0 if find.explained is None else len(find.explained.ids)


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

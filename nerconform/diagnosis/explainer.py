"""Explanation: causes that, added to the declared dialect, make the reference answer as was observed.

A cause is a choice of another option, or a quirk of the library. Quirks are tried first, because they are knowledge;
choices only where no quirks explain. An explanation that holds on an input by coincidence fails on its neighbours.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.question import Form, Question
from nerconform.suite.case_runs import modes_tried

if TYPE_CHECKING:
    from nerconform.reference.spans import Span
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from nerconform.asking.observation import Observation, Unsupported
from nerconform.asking.protocol import Implementation, ask, known_as
from nerconform.diagnosis.candidates import (
    STEPS,
    Candidates,
    Cause,
    bad_input_cause,
    is_of_bad_input,
    is_of_quirks,
    ordered,
    with_choices,
)
from nerconform.diagnosis.prediction import Predictor
from nerconform.libraries.all_quirks import quirks_of
from nerconform.libraries.quirk import Quirk
from nerconform.reference.dialect import Dialect

_Units = list[list[Any]]
_Edit = Callable[[Random, _Units, _Units], None]


def neighbours(question: Question, most: int, seed: int = 0, *, listed: bool = False) -> list[Question]:
    """Return different questions, each one or two small edits away from this one; the caller says how many at most.

    The edits are drawn by the input itself and the seed, so that they are the same in every run. With `listed` spans
    also change their places in their list, and others are added that overlap them.
    """
    random = Random(f"{seed} {question.gold!r} {question.pred!r}")  # noqa: S311 - no secret
    edits = (*_edits(question), *(_LISTED if listed and question.form is Form.SPANS else ()))
    start = _copy(question.gold), _copy(question.pred)
    found: dict[str, Question] = {}
    for _ in range(4 * most):
        gold, pred = map(_copy, start)
        for _ in range(random.choice((1, 1, 2))):
            random.choice(edits)(random, gold, pred)
        if (gold, pred) != start:
            found.setdefault(repr((gold, pred)), replace(question, gold=gold, pred=pred))
        if len(found) == most:
            break
    return list(found.values())


def _edits(question: Question) -> tuple[_Edit, ...]:
    """Return the edits that these data take: where the sides are of unequal lengths, those of one side only."""
    gold, pred = _copy(question.gold), _copy(question.pred)
    of_tags = question.form is Form.TAGS
    many = len(gold) == len(pred)
    even = [*map(len, gold)] == [*map(len, pred)]
    return (*(_UNITS if many else ()), *(_TOKENS if of_tags and even else ()), *(_TAGS if of_tags else _SPANS))


def _copy(side: Any) -> _Units:  # noqa: ANN401 - units of tags or of spans
    return [list(unit) for unit in side]


def _place(random: Random, units: _Units) -> tuple[int, int] | None:
    """Return the unit and position of some tag or span."""
    places = [(unit, at) for unit, items in enumerate(units) for at in range(len(items))]
    return random.choice(places) if places else None


def _drop_unit(random: Random, gold: _Units, pred: _Units) -> None:
    if gold:
        unit = random.randrange(len(gold))
        del gold[unit], pred[unit]


def _repeat_unit(random: Random, gold: _Units, pred: _Units) -> None:
    if gold:
        unit = random.randrange(len(gold))
        gold.append(list(gold[unit]))
        pred.append(list(pred[unit]))


def _right_unit(random: Random, gold: _Units, pred: _Units) -> None:
    """Make a prediction right."""
    if gold:
        unit = random.randrange(len(gold))
        pred[unit] = list(gold[unit])


def _drop_token(random: Random, gold: _Units, pred: _Units) -> None:
    place = _place(random, gold)
    if place is None:
        return
    unit, at = place
    del gold[unit][at], pred[unit][at]


def _repeat_token(random: Random, gold: _Units, pred: _Units) -> None:
    place = _place(random, gold)
    if place is None:
        return
    unit, at = place
    gold[unit].insert(at, gold[unit][at])
    pred[unit].insert(at, pred[unit][at])


def _put_outside(random: Random, gold: _Units, pred: _Units) -> None:
    """Put a token outside somewhere on both sides: what stood at the end of its unit may not any more."""
    if not gold:
        return
    unit = random.randrange(len(gold))
    at = random.choice((0, len(gold[unit]), random.randint(0, len(gold[unit]))))
    gold[unit].insert(at, "O")
    pred[unit].insert(at, "O")


def _outside(random: Random, gold: _Units, pred: _Units) -> None:
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is not None:
        side[place[0]][place[1]] = "O"


def _other_tag(random: Random, gold: _Units, pred: _Units) -> None:
    """Put one of the input's tags in the place of another."""
    tags = sorted({tag for side in (gold, pred) for unit in side for tag in unit})
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is not None:
        side[place[0]][place[1]] = random.choice(tags)


def _drop_span(random: Random, gold: _Units, pred: _Units) -> None:
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is not None:
        del side[place[0]][place[1]]


def _other_span(random: Random, gold: _Units, pred: _Units) -> None:
    """Move an end of a span, or give it another of the input's types."""
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is None:
        return
    unit, at = place
    span: Span = side[unit][at]
    kinds = sorted({one.type for part in (gold, pred) for items in part for one in items})
    side[unit][at] = random.choice(
        (
            span._replace(end=span.end + 1),
            span._replace(end=max(span.end - 1, span.start + 1)),
            span._replace(start=max(span.start - 1, 0)),
            span._replace(type=random.choice(kinds)),
        )
    )


def _reverse(random: Random, gold: _Units, pred: _Units) -> None:
    """Turn the list of a unit's spans round."""
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is not None:
        side[place[0]].reverse()


def _add_span(random: Random, gold: _Units, pred: _Units) -> None:
    """List a span once more, with another end."""
    side = random.choice((gold, pred))
    place = _place(random, side)
    if place is None:
        return
    unit, at = place
    span: Span = side[unit][at]
    side[unit].insert(random.choice((at, at + 1)), span._replace(end=span.end + random.choice((0, 1, 2))))


_LISTED: tuple[_Edit, ...] = (_reverse, _reverse, _add_span, _add_span)
_UNITS: tuple[_Edit, ...] = (_drop_unit, _repeat_unit, _right_unit)
_TOKENS: tuple[_Edit, ...] = (_drop_token, _repeat_token, _put_outside)
_TAGS: tuple[_Edit, ...] = (_outside, _outside, _other_tag, _other_tag)
_SPANS: tuple[_Edit, ...] = (_drop_span, _drop_span, _other_span, _other_span, _other_span)


_MAX_NEIGHBOURS = 8
_ALWAYS_VERIFIED, _VERIFIED_EVERY = 20, 100
_MAX_WITNESSES = 40
"""Questions with a right answer that are kept; each has at most 40 tags or spans."""


@dataclass(frozen=True, slots=True)
class CauseSet:
    """Causes in the order of the path, the dialect with its choices, and on how many inputs it was verified.

    `dialect` is the declared one with the choices made; the quirks are added to its pipeline.
    """

    causes: tuple[Cause, ...]
    dialect: Dialect
    verified_on: int

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of the causes."""
        return tuple(cause.id for cause in self.causes)

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """Return the causes that are quirks."""
        return tuple(cause for cause in self.causes if isinstance(cause, Quirk))


@dataclass(slots=True)
class Explainer:
    """Explains what one implementation answers, and remembers what explained before.

    `candidates` are quirks that may combine, and so are the `pinned` ones; of the `mistakes` one is tried at a time,
    alone or with a choice. `retired` are the sets of causes that a neighbour has refuted: they explain nothing more.
    """

    implementation: Implementation
    predictor: Predictor = field(default_factory=Predictor)
    asked: Callable[[Implementation, Question], Observation] = ask
    known: dict[tuple[str, ...], tuple[Cause, ...]] = field(default_factory=dict)
    candidates: tuple[Quirk, ...] | None = None
    mistakes: tuple[Quirk, ...] = ()
    pinned: tuple[Quirk, ...] = ()
    retired: set[tuple[str, ...]] = field(default_factory=set)
    _witnesses: deque[tuple[Question, Observation]] = field(default_factory=lambda: deque(maxlen=_MAX_WITNESSES))
    _verified_times: Counter[tuple[str, ...]] = field(default_factory=Counter)
    _explained_times: Counter[tuple[str, ...]] = field(default_factory=Counter)

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """Return the `candidates`, where none are given the quirks of the library in this version and mode.

        Of a function they are those of the libraries that it may have inside, in modes of the function's dialect.
        """
        if self.candidates is None:
            found = {quirk.id: quirk for name, version in self._modes() for quirk in _quirks_of_mode(name, version)}
            self.candidates = (*found.values(), *self.pinned)
        return self.candidates

    def _modes(self) -> list[tuple[str, str]]:
        """Return the modes of libraries whose quirks may be met, each with library and version."""
        if isinstance(self.implementation, CallableImplementation):
            return modes_tried(self.implementation)
        return [(known_as(self.implementation), self.implementation.version)]

    def explain(
        self, question: Question, got: Observation, *, deep: bool = True, verify: bool = True
    ) -> CauseSet | None:
        """Return why the implementation answers so, `None` where nothing explains it.

        Without `deep`, only quirks and what explained before are tried; without `verify`, no neighbour is asked.
        """
        dialect = self.implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        tried: set[tuple[str, ...]] = set()
        for causes in self._on(question, dialect).sets(got, self.known.values(), deep=deep):
            ids = tuple(cause.id for cause in causes)
            if ids in tried or ids in self.retired:
                continue
            tried.add(ids)
            if self.holds(causes, question, got):
                if deep and ids not in self.known and self._is_contradicted(causes):
                    continue
                verified = self.verify(causes, question) if verify and self._is_due(ids) else 1
                if verified:
                    self.known.setdefault(ids, causes)
                    changed = with_choices(dialect, causes)
                    return CauseSet(causes, changed or dialect, verified)
        return None

    def explain_large(self, question: Question, got: Observation) -> CauseSet | None:
        """Return quirks, or what explained before, that give what was observed, no neighbour asked.

        For large questions: quirks are tried alone, the late steps first, as what comes before them is remembered; then
        all at once, and those left out without which it still holds. So attempts are at most twice as many as quirks.
        """
        dialect = self.implementation.dialect(question)
        if isinstance(dialect, Unsupported):
            return None
        firing = sorted(self._on(question, dialect).firing(), key=lambda quirk: -STEPS.index(quirk.step))
        sets = [*((quirk,) for quirk in firing), *self.known.values(), ordered(firing)]
        causes = next((one for one in sets if not self.is_retired(one) and self.holds(one, question, got)), None)
        if not causes:
            return None
        for cause in causes:
            fewer = tuple(one for one in causes if one is not cause)
            may_be_fewer = fewer and not self.is_retired(fewer) and self.holds(fewer, question, got)
            causes = fewer if may_be_fewer else causes
        return CauseSet(causes, with_choices(dialect, causes) or dialect, 1)

    def holds(self, causes: Sequence[Cause], question: Question, got: Observation) -> bool:
        """Whether the reference, changed by exactly these causes, gives exactly what was observed."""
        dialect = self.implementation.dialect(question)
        changed = None if isinstance(dialect, Unsupported) else with_choices(dialect, causes)
        if changed is None:
            return False
        quirks = [cause for cause in causes if isinstance(cause, Quirk)]
        if is_of_bad_input(quirks):
            return bad_input_cause(question, self.predictor.predict(question, changed), got) in quirks
        try:
            return self.predictor.reproduces(question, changed, quirks, got)
        except Exception:
            if not quirks:
                raise
            return False  # a quirk was given data that its library would never be given

    def is_retired(self, causes: Iterable[Cause]) -> bool:
        """Whether a neighbour has refuted these causes."""
        return tuple(cause.id for cause in causes) in self.retired

    def verify(self, causes: tuple[Cause, ...], question: Question) -> int:
        """Return on how many inputs the causes hold: the question and its neighbours.

        Where they fail on one neighbour it is 0, and they are retired; quirks of a library, which somebody has read in
        its source, explain nothing here, as more of them may show on the neighbour. What a metric does with bad input
        is seen on the question itself: its neighbours need not be bad.
        """
        ids = tuple(cause.id for cause in causes)
        verified = 1 if is_of_bad_input(causes) else self._verified(causes, question)
        if verified:
            self._verified_times[ids] += 1
        elif not is_of_quirks(causes):
            self.retired.add(ids)
            self.known.pop(ids, None)
        return verified

    def was_right(self, question: Question, got: Observation) -> None:
        """Remember an answer that is the reference's: what would have changed it explains no other."""
        units = [unit for unit in _listed(question.pred) if len(unit)]
        if sum(map(len, units)) <= _MAX_WITNESSES and any(map(_has_span, units)):
            self._witnesses.append((question, got))

    def _is_contradicted(self, causes: Sequence[Cause]) -> bool:
        """Whether causes that are no knowledge of a library would have changed an answer that was right."""
        if is_of_quirks(causes):
            return False
        return not all(self.holds(causes, question, got) for question, got in self._witnesses)

    def _is_due(self, ids: tuple[str, ...]) -> bool:
        """Whether neighbours are asked: until causes were verified that many times, then now and then."""
        self._explained_times[ids] += 1
        return self._verified_times[ids] < _ALWAYS_VERIFIED or self._explained_times[ids] % _VERIFIED_EVERY == 0

    def _verified(self, causes: tuple[Cause, ...], question: Question) -> int:
        """Return on how many inputs the causes hold: the question and its neighbours; 0 where they fail on one.

        On a neighbour, other quirks of the library may come in; the causes have to stay.
        """
        number = 1
        for neighbour in neighbours(question, _MAX_NEIGHBOURS):
            dialect = self.implementation.dialect(neighbour)
            if isinstance(dialect, Unsupported):
                continue
            got = self.asked(self.implementation, neighbour)
            if isinstance(got, Unsupported):
                continue
            candidates = self._on(neighbour, dialect)
            if not any(self.holds(more, neighbour, got) for more in candidates.with_others(causes)):
                return 0
            number += 1
        return number

    def _on(self, question: Question, dialect: Dialect) -> Candidates:
        """Return what may explain an answer to this question."""
        return Candidates(question, dialect, self.quirks, self.predictor, self.mistakes)


def _quirks_of_mode(name: str, version: str) -> Iterator[Quirk]:
    """Yield the quirks of a library in one version, given as `library 1.2.3`, and one mode."""
    library, _, number = version.rpartition(" ")
    yield from (quirk for quirk in quirks_of(library, number) if quirk.belongs_to(name))


def _listed(side: object) -> list[Any]:
    return list(side) if isinstance(side, Iterable) else []


def _has_span(unit: Iterable[object]) -> bool:
    return any(item != "O" for item in unit)

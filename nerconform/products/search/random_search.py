"""Searching: random inputs on which two sides differ, drawn by Hypothesis, seeded, within a budget."""

import json
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase

from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Ask, Form
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import mistakes_of
from nerconform.diagnosis.versus import Versus, versus_of
from nerconform.diagnosis.ways import QuestionKind
from nerconform.libraries.quirk import Quirk
from nerconform.products.search.classes import Classes, SearchProgress, report_progress, searches_record
from nerconform.reference.spans import Span
from nerconform.results.search_result import Search, Searches, Times
from nerconform.suite.sampling import draw
from nerconform.suite.strategies import LONG, MANY, SMALL, Size, Tagging, corpora, span_corpora
from nerconform.suite.strategies.writing import Types

_Units = list[list[Any]]


class CannotSearch(NerconformError):
    """The two sides have no question in common, or nothing can be searched."""

    code = "cannot-search"


class Finds:
    """The inputs that a folder keeps for two sides, in Hypothesis' form of a database, as JSON."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        """Keep them there. Raises `CannotSearch` where it is no folder that can be made."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            hint = "Name a folder that you may write to: --database DIR."
            raise CannotSearch(
                f"the folder of --database cannot be made: {error.strerror}", place=str(folder), hint=hint
            ) from None
        self._database = DirectoryBasedExampleDatabase(folder)
        self._key = " ~ ".join(names).encode()

    def save(self, way: QuestionKind, gold: object, pred: object) -> None:
        """Keep one input."""
        data = {"way": asdict(way), "gold": gold, "pred": pred}
        self._database.save(self._key, json.dumps(data, sort_keys=True).encode())

    def load(self) -> list[tuple[QuestionKind, _Units, _Units]]:
        """Return the inputs, in one order; what is no such input is passed over."""
        found = []
        for text in sorted(self._database.fetch(self._key)):
            try:
                data = json.loads(text)
                way = data["way"]
                choices = tuple((axis, option) for axis, option in way["choices"])
                read = QuestionKind(Form(way["form"]), way["scheme"], choices, Ask(way["ask"]), bool(way["betas"]))
                sides = [_units(data[side], read.form) for side in ("gold", "pred")]
            except (ValueError, KeyError, TypeError):
                continue
            found.append((read, sides[0], sides[1]))
        return found


def _units(side: list[list[Any]], form: Form) -> _Units:
    return [[Span(*item) if form is Form.SPANS else item for item in unit] for unit in side]


_ENDS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def _heard(come: Callable[[], None]) -> Iterator[None]:
    """Have it told when a signal that raises `KeyboardInterrupt` here has come.

    The exception itself is lost where Python is called back while it collects garbage, as Hypothesis is.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        come()
        raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()  # nowhere else can a signal be heard
    heard = [number for number in _ENDS if here and signal.getsignal(number) is signal.default_int_handler]
    for number in heard:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.default_int_handler)


_CHUNK = 500
"""So many inputs are one run of Hypothesis, which remembers every input of a run."""
_TAGGINGS = (
    *[(Tagging.LEGAL, Tagging.ANY)] * 3,
    *[(Tagging.ANY, Tagging.ANY)] * 3,
    *[(Tagging.LEGAL, Tagging.LEGAL)] * 2,
    (Tagging.LEGAL, Tagging.MALFORMED),
    (Tagging.MALFORMED, Tagging.MALFORMED),
)
_TOGETHER = st.sampled_from(
    [
        *[("micro avg", "X"), ("X", "weighted avg"), ("macro avg", "micro avg"), ("X Y", "X")],
        *[("PER", "LOC", "ORG"), ("LOC", "ORG"), ("PER", "MISC"), ("X", "x"), ("PER", "Per", "per")],
        *[("A-B", "A-C", "A"), ("A-B", "C-B", "B"), ("work-of-art", "work-of")],
    ]
)
"""Types that are drawn together: those with a blank, such as the rows of a report, which libraries can hold and files
cannot; those that metrics know by name; those that differ by their case alone, and by what is beside a hyphen."""
_ONE_EMPTY_IN = 50
"""At most one of this many inputs is a corpus without tokens: Hypothesis begins each run with its simplest draws."""
_PLAIN, _ONE_CHOICE = 6, 2
"""How often a way without choices is drawn, and one with a single choice, for each with two."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long is searched: so many inputs, or so many seconds, whichever is reached first."""

    examples: int | None = 1000
    seconds: float | None = None

    def left(self, done: int, spent: float) -> bool:
        """Whether there is any of it left."""
        return (self.examples is None or done < self.examples) and (self.seconds is None or spent < self.seconds)


_DEFAULT = Budget()


def search(  # noqa: PLR0913 - who, how long, from where, and who is told
    left: Sequence[Implementation],
    right: Sequence[Implementation] = (),
    *,
    budget: Budget = _DEFAULT,
    seeded: int = 0,
    database: Path | None = None,
    pinned: Sequence[Quirk] = (),
    progress: SearchProgress = None,
    now: Callable[[], float] = perf_counter,
) -> Searches:
    """Return what differs between each of these and the reference, or between each left and each right one.

    Each search has the whole budget. The same seed finds the same, if the budget is one of inputs. `database` is a
    folder that keeps the smallest input of every class: those are asked first. `pinned` are causes that may explain a
    left side, beside the quirks of its library. `now` tells the time. Interrupted from the keyboard, it ends with what
    was found until then.
    """
    found: list[Search] = []
    for inquiry in versus_of(left, right, pinned):
        inquiry.clock.now = now
        found.append(_search(inquiry, budget, seeded, database, progress))
        if found[-1].interrupted:
            break
    return searches_record(found)


def _search(inquiry: Versus, budget: Budget, seeded: int, database: Path | None, progress: SearchProgress) -> Search:
    """Search between two sides."""
    ways = inquiry.asker.ways()
    run = _Run(inquiry, budget, progress)
    if not ways:
        return run.search(seeded, untried="no question of tags or spans is one for both sides")
    kept = None if database is None else Finds(database, inquiry.names)
    replayed = 0
    try:
        with _heard(run.interrupt):
            for way, gold, pred in kept.load() if kept else ():
                replayed += run.look(way, gold, pred)
            _drawn(run, ways, seeded)
    except KeyboardInterrupt:
        run.interrupt()
    run.classes.settle()
    run.classes.merge()
    if kept:
        for find in run.classes.finds.values():
            kept.save(find.way, find.divergence.question.gold, find.divergence.question.pred)
    return run.search(seeded, replayed=replayed)


def _drawn(run: "_Run", ways: Sequence[QuestionKind], seeded: int) -> None:
    """Draw inputs until the budget is spent."""
    own = any(mistakes_of(side) for side in run.inquiry.asker.sides)
    strategy = inputs(ways, uneven=own)
    number = empty = 0

    def look(drawn: tuple[QuestionKind, tuple[_Units, _Units]]) -> None:
        nonlocal empty
        way, (gold, pred) = drawn
        if not run.left():
            return
        if not any(gold) and not any(pred):
            if empty * _ONE_EMPTY_IN > run.done:
                return
            empty += 1
        run.look(way, gold, pred)

    while run.left():
        examples = _CHUNK if run.budget.examples is None else min(_CHUNK, 10 + 2 * (run.budget.examples - run.done))
        before = run.done
        draw(strategy, examples, seeded * 1_000_003 + number, look)
        number += 1
        if run.done == before:
            break


def inputs(
    ways: Sequence[QuestionKind],
    *,
    uneven: bool = True,
) -> st.SearchStrategy[tuple[QuestionKind, tuple[_Units, _Units]]]:
    """Draw a way of asking, and data for it: mostly legal gold and predictions with illegal tags, some malformed.

    `uneven` units, whose sides have different lengths, are for metrics of one's own: of a library it is known what it
    does with them by name, not in every mode.
    """
    alike: dict[tuple[Form, str, str, str], list[QuestionKind]] = {}
    for way in ways:
        weight = (_PLAIN, _ONE_CHOICE, 1)[len(way.choices)]
        alike.setdefault((way.form, way.scheme, way.affix, way.delimiter), []).extend([way] * weight)
    kinds = [(each, kind) for each in alike.values() for kind in _data_of(each[0], uneven=uneven)]
    weighted = [index for index, (each, kind) in enumerate(kinds) for _ in each[:: kind.rarity]]

    @cache
    def strategy(index: int) -> st.SearchStrategy[tuple[QuestionKind, tuple[_Units, _Units]]]:
        return _alike(*kinds[index])

    return st.sampled_from(weighted).flatmap(strategy)


class _DataKind(NamedTuple):
    """How data are drawn: the tags of both sides, the types, the size, and whether a prediction has another length.

    Data of another kind are drawn `rarity` times as often as these, where those have a rarity of 1.
    """

    tagging: tuple[Tagging, Tagging] = _TAGGINGS[0]
    types: Types = None
    size: Size = SMALL
    uneven: bool = False
    rarity: int = 1


def _data_of(way: QuestionKind, *, uneven: bool) -> Iterator[_DataKind]:
    """Yield how data are drawn; spans are drawn in fewer ways than tags."""
    for tagging in _TAGGINGS if way.form is Form.TAGS else _TAGGINGS[:1]:
        yield _DataKind(tagging)
    yield _DataKind(types=_TOGETHER)
    yield _DataKind(size=LONG, rarity=2)
    yield _DataKind(size=MANY, rarity=6)
    if uneven and way.form is Form.TAGS:
        yield _DataKind(uneven=True, rarity=3)


def _alike(
    ways: Sequence[QuestionKind], kind: _DataKind
) -> st.SearchStrategy[tuple[QuestionKind, tuple[_Units, _Units]]]:
    """Draw one of these ways, in which tags are written alike, and data."""
    way, (gold, pred) = ways[0], kind.tagging
    data: st.SearchStrategy[Any]
    if way.form is Form.SPANS:
        data = span_corpora(types=kind.types, size=kind.size)
    else:
        written = {"delimiter": way.delimiter, "affix": way.affix}
        data = corpora(
            way.scheme, gold=gold, pred=pred, types=kind.types, size=kind.size, uneven=kind.uneven, **written
        )
    return st.tuples(st.sampled_from(ways), data)


class _Run:
    """A search that is going on."""

    def __init__(self, inquiry: Versus, budget: Budget, progress: SearchProgress) -> None:
        self.inquiry, self.budget, self.progress = inquiry, budget, progress
        self.classes = Classes(inquiry, self._is_late)
        self.interrupted = False
        self.done = 0
        self.start = inquiry.clock.now()
        self.looking = 0.0
        inquiry.clock.seconds = 0.0

    def interrupt(self) -> None:
        """Note that somebody has ended the search."""
        self.interrupted = True

    def left(self) -> bool:
        """Whether the budget is not spent, and there is somebody to ask. Raises `KeyboardInterrupt` if one came."""
        if self.interrupted:
            raise KeyboardInterrupt
        return not self.classes.given_up and self.budget.left(self.done, self._spent())

    def _spent(self) -> float:
        return self.inquiry.clock.now() - self.start

    def _is_late(self) -> bool:
        """Whether the seconds of the budget are over, or somebody has ended the search."""
        return self.interrupted or (self.budget.seconds is not None and self._spent() >= self.budget.seconds)

    def look(self, way: QuestionKind, gold: object, pred: object) -> bool:
        """Ask about one input; it is one of the search if both sides take it."""
        start, asked = self.inquiry.clock.now(), self.inquiry.clock.asked
        try:
            return self.classes.look(way, gold, pred)
        finally:
            self.looking += self.inquiry.clock.now() - start
            if self.inquiry.clock.asked > asked:
                self.done += 1
                self._tell()

    def _tell(self) -> None:
        if self.progress and (self.done % 20 == 0 or self.done == self.budget.examples):
            rate = self.done / self._spent()
            words = f"{rate:.0f}/s, {self.classes.words()}"
            report_progress(self.progress, self.inquiry.names, self.done, self.budget.examples or 0, words)

    def search(self, seeded: int, *, untried: str = "", replayed: int = 0) -> Search:
        """Return what was found."""
        library = self.inquiry.clock.seconds
        total = self._spent()
        times = Times(total - self.looking, library, max(0.0, self.looking - library))
        more = {"untried": untried, "replayed": replayed, "interrupted": self.interrupted}
        return self.classes.search("generated", self.done, times, seed=seeded, **more)

"""Data search: the units of files on which two sides differ, each reduced."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from nerconform.asking.observation import Answer
from nerconform.asking.question import Ask, Form, Question
from nerconform.diagnosis.divergence import differences
from nerconform.diagnosis.prediction import acting
from nerconform.diagnosis.versus import Answers, ChangedDialect, Explained, Versus
from nerconform.diagnosis.ways import QuestionKind
from nerconform.engines.choice import prepare
from nerconform.files.score_files import both_sides
from nerconform.formats.read import Input, paths_of, read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record
from nerconform.products.search.classes import Classes, SearchProgress, report_progress, searches_record
from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.schemes import Scheme
from nerconform.reference.tags import parser
from nerconform.reference.units import read_units
from nerconform.results.search_result import Search, Searches, Times

_BLOCK = 64
"""So many units are asked about at once where all of them together are not accounted for."""
_MAX_ALONE = 2000
"""So many units are asked about alone where all of them together agree; of more, so many blocks."""
_Units = list[list[Any]]
_Unit = tuple[tuple[Any, ...], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Data:
    """The units of files: both sides, where each unit stands, and what the files are called."""

    gold: list[list[Any]]
    pred: list[list[Any]]
    places: list[str]
    names: str
    form: Form


@dataclass(slots=True)
class Narrowing:
    """Looks for the units on which two sides differ, and has each of them explained; equal units are asked once.

    `done` is how many units were compared so far.
    """

    inquiry: Versus
    way: QuestionKind
    data: Data
    progress: SearchProgress = None
    classes: Classes = field(init=False)
    done: int = 0
    _known: dict[int, int] = field(default_factory=dict)
    _looked: dict[int, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin without a class."""
        self.classes = Classes(self.inquiry)

    @property
    def _times(self) -> dict[int, int]:
        """Return how often each distinct unit occurs, by its first index."""
        if not self._known:
            first: dict[_Unit, int] = {}
            for index in range(len(self.data.gold)):
                at = first.setdefault(self._unit(index), index)
                self._known[at] = self._known.get(at, 0) + 1
        return self._known

    def run(self) -> None:
        """Look for differences in the whole; where there is none, in each unit alone: in a sum they may cancel."""
        self._run_from_the_whole()
        if not self.classes.divergent:
            self._look_alone()

    def _look_alone(self) -> None:
        """Ask about each distinct unit alone; of more than `_MAX_ALONE`, about as many blocks."""
        distinct = list(self._times)
        size = -(-len(distinct) // _MAX_ALONE)
        for start in range(0, len(distinct), max(size, 1)) if len(self.data.gold) > 1 else ():
            if self.classes.given_up:
                return
            report_progress(self.progress, self.inquiry.names, start, len(distinct), self.classes.words())
            self._narrow(distinct[start : start + size])

    def _run_from_the_whole(self) -> None:
        """Ask about all units at once, then, as far as needed, about blocks, and about single ones.

        What then was not found to differ is asked about once more, equal units as often as they occur: together they
        may differ.
        """
        everything = range(len(self.data.gold))
        answers = self._answers(everything)
        if answers is None or self._is_settled(answers, everything):
            self.done = len(everything)
            return
        distinct = list(self._times)
        for start in range(0, len(distinct), _BLOCK):
            if self.classes.given_up:
                return
            report_progress(self.progress, self.inquiry.names, start, len(distinct), self.classes.words())
            self._narrow(distinct[start : start + _BLOCK])
            self.done += sum(self._times[unit] for unit in distinct[start : start + _BLOCK])
        found = {self._unit(index) for index, differs in self._looked.items() if differs}
        rest = [index for index in everything if self._unit(index) not in found]
        again = answers if len(rest) == len(everything) else self._answers(rest) if rest else None
        if again is not None and again.divergence() is not None:
            self._look(rest)

    def _narrow(self, units: Sequence[int]) -> bool:
        """Look at the single units that differ, or at all of these where none of them does by itself.

        Returns whether any was found.
        """
        answers = self._answers(units)
        if answers is None or self._is_settled(answers, units):
            return answers is not None and answers.divergence() is not None
        differ = answers.divergence() is not None
        if len(units) == 1:
            return differ and self._look(units)
        half = len(units) // 2
        found = [self._narrow(part) for part in (units[:half], units[half:])]
        return any(found) or (differ and self._look(units))

    def _is_settled(self, answers: Answers, units: Sequence[int]) -> bool:
        """Whether these units need not be parted: all are answered, and agree or were looked at.

        Where one is refused, nothing is known of the others. Causes that account for the answers about all say on which
        units the two sides part: each of those is asked about, and explained by itself. Where one of them shows
        nothing, the causes account for the whole by coincidence.
        """
        if not (isinstance(answers.expected, Answer) and isinstance(answers.got, Answer)):
            return False
        divergence = answers.divergence()
        if divergence is None:
            return True
        explained = None if len(units) == 1 else self.inquiry.explain_large(divergence)
        if explained is None:
            return False
        apart = [unit for unit in units if unit in self._times and self._may_part(unit, explained)]
        blocks = (apart[start : start + _BLOCK] for start in range(0, len(apart), _BLOCK))
        shown = [self._look([unit]) for block in blocks for unit in self._parted(block, explained)]
        return bool(shown) and all(shown)

    def _may_part(self, unit: int, explained: Explained) -> bool:
        """Whether the two paths can part on a unit: not where they are one but for quirks that cannot fire."""
        left, right = explained.left, explained.right
        if left != ChangedDialect(right.dialect):
            return True
        gold, pred = self._sides([unit])
        return bool(acting(right.dialect, right.quirks, self.classes.question(self.way, gold, pred)))

    def _parted(self, units: Sequence[int], explained: Explained) -> list[int]:
        """Return the units for which the two paths give two answers."""
        question, predict = self._question(units), self.inquiry.predictor.predict
        left, right = (predict(question, *path) for path in (explained.left, explained.right))
        if not differences(question, left, right, explained.left.dialect.round):
            return []
        if len(units) == 1:
            return list(units)
        half = len(units) // 2
        return [unit for part in (units[:half], units[half:]) for unit in self._parted(part, explained)]

    def _unit(self, index: int) -> _Unit:
        return tuple(self.data.gold[index]), tuple(self.data.pred[index])

    def _question(self, units: Sequence[int]) -> Question:
        return self.classes.question(self.way, *self._sides(units))

    def _answers(self, units: Sequence[int]) -> Answers | None:
        return self.inquiry.answers(self._question(units))

    def _look(self, units: Sequence[int]) -> bool:
        """Keep what these units show, once. Returns whether the sides differ on them."""
        if len(units) == 1 and units[0] in self._looked:
            return self._looked[units[0]]
        times = self._times[units[0]] if len(units) == 1 else 1
        differ = self.classes.look(self.way, *self._sides(units), place=self.data.places[units[0]], times=times)
        self._looked.update(dict.fromkeys(units, differ))
        return differ

    def _sides(self, units: Sequence[int]) -> tuple[_Units, _Units]:
        if len(units) == len(self.data.gold):
            return self.data.gold, self.data.pred
        return [self.data.gold[unit] for unit in units], [self.data.pred[unit] for unit in units]


def read_data(gold: Input, pred: Path | None, options: ReaderOptions) -> Data:
    """Return the units of a file with both sides, or of two. Raises the errors of the formats and `OneAnnotation`."""
    records = list(both_sides(read(gold, pred, options)))
    names = " ".join(str(path) for path in paths_of(gold, pred))
    form = Form.TAGS if all(map(_is_tagged, records)) else Form.SPANS
    units = [_unit(record, form) for record in records]
    places = [f"{record.file}:{record.line}" for record in records]
    return Data([gold for gold, _ in units], [pred for _, pred in units], places, names, form)


def _as_spans(data: Data, scheme: str) -> Data:
    """Return tags as the spans that they are by the lenient policy. Raises the errors of tags (TAG-5 to TAG-8)."""
    dialect = Dialect().set(scheme=scheme, policy="lenient")
    parse, decode = parser(dialect), decoder(dialect)
    gold, pred = (
        [list(decode(parse(unit), side)) for unit in units]
        for side, units in ((Side.GOLD, data.gold), (Side.PRED, data.pred))
    )
    return Data(gold, pred, data.places, f"{data.names}, decoded leniently", Form.SPANS)


def _is_tagged(record: Record) -> bool:
    return all(isinstance(item, str) for side in (record.gold, record.pred) for item in (side or ())[:1])


def _unit(record: Record, form: Form) -> tuple[list[Any], list[Any]]:
    """Return both sides of a record, each a list of tags or of spans."""
    gold, pred = record.gold or (), record.pred or ()
    if form is Form.TAGS:
        return list(gold), list(pred)
    ((one, other),) = read_units([gold], [pred])
    return list(one.spans), list(other.spans)


def asked_about(inquiry: Versus, data: Data, scheme: str) -> tuple[QuestionKind | None, Data]:
    """Return how two sides are asked about data, `None` where they are not, and the data in the form that they take.

    Who gives no scores is asked for its report, and who takes no tags of any scheme about the spans.
    """
    for plain in (QuestionKind(data.form, scheme, ask=how) for how in Ask):
        if inquiry.asker.takes(plain):
            return plain, data
    spans = QuestionKind(Form.SPANS, scheme)
    takes_tags = any(inquiry.asker.takes(QuestionKind(Form.TAGS, str(name))) for name in Scheme)
    if data.form is Form.SPANS or takes_tags or not inquiry.asker.takes(spans):
        return None, data
    return spans, _as_spans(data, scheme)


def search_data(inquiry: Versus, data: Data, scheme: str, progress: SearchProgress = None) -> Search:
    """Return on which units two sides differ, and why; the time is all that it takes once the files are read."""
    clock = inquiry.clock
    start, clock.seconds = clock.now(), 0.0
    way, data = asked_about(inquiry, data, scheme)
    if way is None:
        who = "they take" if len(inquiry.sides) > 1 else "it takes"
        words = f"{who} no {data.form} in {scheme}{' together' if len(inquiry.sides) > 1 else ''}"
        return Classes(inquiry).search(data.names, 0, Times(0.0, 0.0, 0.0), untried=words)
    prepare(data.gold)
    running, interrupted = Narrowing(inquiry, way, data, progress), False
    try:
        running.run()
    except KeyboardInterrupt:
        interrupted = True
    running.classes.is_over = lambda: interrupted
    running.classes.settle()
    running.classes.merge()
    found = running.classes.search(data.names, running.done, Times(0.0, 0.0, 0.0), interrupted=interrupted)
    times = Times(0.0, clock.seconds, max(0.0, clock.now() - start - clock.seconds))
    return replace(found, times=times)


def search_files(inquiries: Sequence[Versus], data: Data, scheme: str, progress: SearchProgress = None) -> Searches:
    """Return one search of the data for each pair of sides."""
    found: list[Search] = []
    for inquiry in inquiries:
        found.append(search_data(inquiry, data, scheme, progress))
        if found[-1].interrupted:
            break
    return searches_record(found)

"""Locating: where the entities of a unit stand that are given without offsets (LOC-2 to LOC-6)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.mentions import Mention, Source
from nerconform.reference.options import Item, Location
from nerconform.reference.refusals import NoText
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

Locate = Callable[[Unit, Spans, Spans], tuple[Spans, Spans]]
"""A unit and the spans of its gold and its prediction in; the spans that are compared, mentions among them, out."""
Find = Callable[[str, str], Sequence[int]]
"""A text and the source in, the first character of every occurrence out."""

_HINT = (
    "Give the text of each sentence: {'text': 'Ada met Bo.', 'entities': [('PER', 'Ada')]}, in JSON Lines a field "
    "`text` or `tokens`. Or compare only type and text of the entities: --set location=text "
    "(in Python: 'DIALECT,location:text')."
)


def locator(dialect: Dialect) -> Locate:
    """Return where a dialect says that mentions stand (LOC-2); under `item:token` there are only tags."""
    if dialect.item is Item.TOKEN or dialect.location is Location.OFFSETS:
        return lambda _, gold, pred: (gold, pred)
    if dialect.location is Location.ALIGNED:
        return lambda unit, gold, pred: align(unit, gold, pred, occurrences)
    return lambda unit, gold, pred: _by_text(dialect.location, unit, gold, pred)


def _by_text(location: Location, unit: Unit, gold: Spans, pred: Spans) -> tuple[Spans, Spans]:
    """Return the entities of a unit, in which every distinct text is a position of its own (LOC-3)."""
    sides = _spelled_sides(location, unit, gold, pred)
    numbers = {text: number for number, text in enumerate(_distinct(sides))}
    found = [tuple(Span(kind, numbers[text], numbers[text] + 1) for kind, text in side) for side in sides]
    return found[0], found[1]


def _distinct(sides: Iterable[Sequence[Mention]]) -> list[str]:
    """Return the distinct texts, in list order, gold before the prediction."""
    return list(dict.fromkeys(mention.text for side in sides for mention in side))


def _spelled_sides(location: Location, unit: Unit, gold: Spans, pred: Spans) -> list[list[Mention]]:
    """Return the mentions that are compared, gold and prediction."""
    named = [
        [spelled(location, mention) for mention in mentions_of(unit, annotation, spans)]
        for annotation, spans in ((unit.gold, gold), (unit.pred, pred))
    ]
    if location is Location.TEXT_PRESENT and named[1]:
        named[1] = _present(named[1], _needed(unit.source).text.lower())
    return named


def spelled(location: Location, mention: Mention) -> Mention:
    """Return a mention in the spelling in which texts are compared."""
    if location is Location.TEXT:
        return mention
    text = mention.text.strip()
    return Mention(mention.type, text if location is Location.ALIGNED else text.lower())


def _present(mentions: Iterable[Mention], text: str) -> list[Mention]:
    """Keep as many mentions with one text as the text of the unit holds, in list order (LOC-4)."""
    seen: Counter[str] = Counter()
    kept = []
    for mention in mentions:
        seen[mention.text] += 1
        if seen[mention.text] <= text.count(mention.text):
            kept.append(mention)
    return kept


def mentions_of(unit: Unit, annotation: Annotation, spans: Spans) -> Sequence[Mention]:
    """Return the mentions of one side; a span is what it covers in the text. Raises `NoText` and `InvalidSpan`."""
    if not spans:
        return annotation.mentions
    source = _needed(unit.source)
    return [source.mention(span) for span in spans]


def _needed(source: Source | None) -> Source:
    if source is None:
        raise NoText("the entities have no offsets, and the sentence has no text in which to find them", hint=_HINT)
    return source


def align(unit: Unit, gold: Spans, pred: Spans, find: Find) -> tuple[Spans, Spans]:
    """Return the entities of a unit in the characters of its text (LOC-5); `find` says where a text stands.

    Without mentions and without tokens, spans stay as they are. A text that is not found has a position of its own
    after the end of the text, which is the same on both sides.
    """
    source = unit.source
    if source is None and not unit.gold.mentions and not unit.pred.mentions:
        return gold, pred
    source = _needed(source)
    absent: dict[str, int] = {}

    def placed(mentions: Iterable[Mention]) -> Iterable[Span]:
        seen: Counter[str] = Counter()
        for kind, text in (spelled(Location.ALIGNED, mention) for mention in mentions):
            starts = find(text, source.text)
            if starts:
                start = starts[seen[text] % len(starts)]
                yield Span(kind, start, start + len(text))
            else:
                start = len(source.text) + absent.setdefault(text, len(absent))
                yield Span(kind, start, start + 1)
            seen[text] += 1

    sides = [
        (*map(source.in_characters, spans), *placed(annotation.mentions))
        for annotation, spans in ((unit.gold, gold), (unit.pred, pred))
    ]
    return sides[0], sides[1]


def occurrences(text: str, source: str) -> list[int]:
    """Return where a text stands in the source, left to right, without overlaps (LOC-5).

    Where it stands as a whole word, it does not count where it begins or ends within a word.
    """
    every = []
    start = source.find(text)
    while start >= 0:
        every.append(start)
        start = source.find(text, start + 1)
    found: list[int] = []
    for start in [one for one in every if not _cuts_word(source, one, one + len(text))] or every:
        if not found or start >= found[-1] + len(text):
            found.append(start)
    return found


def _cuts_word(source: str, start: int, end: int) -> bool:
    """Whether a letter or digit stands on both sides of the start or of the end."""
    return any(source[at - 1 : at].isalnum() and source[at : at + 1].isalnum() for at in (start, end) if at)


def texts_of(dialect: Dialect, unit: Unit, gold: Spans, pred: Spans) -> dict[Span, str]:
    """Return the text of each located span of a unit, given the spans of both sides before they were located.

    Of several spellings it is the first. It is empty where positions are offsets and the unit has no text.
    """
    source = unit.source
    if dialect.location in {Location.OFFSETS, Location.ALIGNED}:
        if source is None or dialect.location is Location.OFFSETS:
            return {}
        mentions = [[spelled(Location.ALIGNED, one) for one in side.mentions] for side in unit]
        absent = [text for text in _distinct(mentions) if not occurrences(text, source.text)]
        texts = {len(source.text) + number: text for number, text in enumerate(absent)}
        located = align(unit, gold, pred, occurrences)
        return {span: texts.get(span.start, source.text[span.start : span.end]) for side in located for span in side}
    written: dict[str, str] = {}
    for annotation, spans in ((unit.gold, gold), (unit.pred, pred)):
        for mention in mentions_of(unit, annotation, spans):
            written.setdefault(spelled(dialect.location, mention).text, mention.text)
    sides = _spelled_sides(dialect.location, unit, gold, pred)
    numbers = {text: number for number, text in enumerate(_distinct(sides))}
    return {Span(kind, numbers[text], numbers[text] + 1): written[text] for side in sides for kind, text in side}


class TextCounts(NamedTuple):
    """How many mentions have a text that the text of their unit holds once, several times, or not (LOC-6)."""

    once: int = 0
    several: int = 0
    absent: int = 0

    def __add__(self, other: "TextCounts") -> "TextCounts":  # type: ignore[override] # counts, not a longer tuple
        """Return the counts of both."""
        return TextCounts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def text_counts(location: Location, unit: Unit, annotation: Annotation) -> TextCounts:
    """Return how often the texts of the mentions of one side are found; nothing where the unit has no text."""
    if unit.source is None:
        return TextCounts()
    source = unit.source.text if location in {Location.TEXT, Location.ALIGNED} else unit.source.text.lower()
    texts = (spelled(location, mention).text for mention in annotation.mentions)
    numbers = [len(occurrences(text, source)) for text in texts]
    once, absent = numbers.count(1), numbers.count(0)
    return TextCounts(once, len(numbers) - once - absent, absent)

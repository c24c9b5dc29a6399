"""Original spans: what became of the entities of a file when its sentences were tokenised, cut off or labelled anew.

Tokens of the processed file may be parts of words (`Love`, `##lace`), of which all or only the first are labelled.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.files.score_files import placed
from nerconform.formats.file_errors import FilesPart, NoTags
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Offsets, Record, is_spans
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import UnitsDiffer
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation
from nerconform.results.tagged_files import OriginalSpans, SpanChange, SpanFate

_PART = re.compile(r"^(##|@@)|@@$")
"""What marks a part of a word that another part stands before, or after."""
_START = "▁Ġ"
"""What marks the first part of a word (SentencePiece, byte-level BPE)."""
_UNKNOWN = {"[UNK]", "<unk>"}


class _Words(NamedTuple):
    """The word to which each token of a processed sentence belongs, by number."""

    numbers: tuple[int, ...]
    reached: int
    """How many words there are up to the last token."""


def original_spans(original: Path, file: Path, dialect: Dialect, options: ReaderOptions) -> OriginalSpans:
    """Return what became of every span of `original` in `file`, whose sentences are in the same order.

    Raises the errors of the formats, `UnitsDiffer`, `FilesPart` where a token belongs to no word, and `NoTags` where
    one of the files does not count tokens.
    """
    pipeline = Pipeline.of(dialect)
    changes: list[SpanChange] = []
    units = spans = 0
    for one, other in zip_longest(read(original, None, options), read(file, None, options)):
        if one is None or other is None:
            ended, there = (original, other) if one is None else (file, one)
            message = f"{ended} ends after {units} sentences, and {there.file} has more"
            raise UnitsDiffer(
                message,
                place=there.place(),
                hint="Let both files have the same sentences in the same order.",
            )
        units += 1
        found = _spans(pipeline, one)
        spans += len(found)
        changes += _changes(one, found, other, _spans(pipeline, other))
    return OriginalSpans(str(original), str(file), units, spans, tuple(changes))


def _spans(pipeline: Pipeline, record: Record) -> Sequence[Span]:
    """Return the spans of gold, in tokens."""
    gold = record.gold or ()
    if is_spans(gold):
        if record.offsets is not Offsets.TOKENS:
            hint = "Use a file with tags in place of this one, or one whose spans count tokens."
            raise NoTags(
                "--original compares tokens, and the spans of this file count characters",
                place=record.place(),
                hint=hint,
            )
        if any(isinstance(span, Span) and span.pieces for span in gold):
            hint = "Remove entities with gaps from the converted file and from its original."
            raise NoTags(
                "an entity of this sentence has a gap, and --original compares only entities without gaps",
                place=record.place(),
                hint=hint,
            )
        return [span for span in gold if isinstance(span, Span)]
    try:
        return pipeline.spans(Annotation(gold), Side.GOLD)  # type: ignore[arg-type] # tags, as was just seen
    except NerconformError as error:
        raise placed(error, record, Side.GOLD) from None


def _changes(one: Record, found: Sequence[Span], other: Record, processed: Sequence[Span]) -> Iterator[SpanChange]:
    """Yield what became of the spans of one sentence, where they are not as they were."""
    words = _words(one, other)
    there = [
        Span(span.type, words.numbers[span.start], words.numbers[span.end - 1] + 1)
        for span in processed
        if span.end <= len(words.numbers)
    ]
    for span in found:
        over = [now for now in there if now.type == span.type and now.start < span.end and span.start < now.end]
        if over == [span]:
            continue
        if len(over) > 1:
            yield _change(SpanFate.DOUBLED, one, other, span, f"is {len(over)} entities")
        elif not over:
            cut = span.start >= words.reached
            why = f"is lost: the sentence ends after {words.reached} of {_length(one)} tokens" if cut else "is lost"
            yield _change(SpanFate.LOST, one, other, span, why)
        elif span.start <= over[0].start and over[0].end <= span.end:
            yield _change(SpanFate.CUT, one, other, span, f"is cut to {_shown(one, over[0])}")
        else:
            yield _change(SpanFate.MOVED, one, other, span, f"is now {_shown(one, over[0])}")
    for now in there:
        if not any(now.type == span.type and now.start < span.end and span.start < now.end for span in found):
            yield _change(SpanFate.ADDED, one, other, now, "is new")


def _change(fate: SpanFate, one: Record, other: Record, span: Span, words: str) -> SpanChange:
    """Return what became of a span, with both places."""
    place = one.lines[span.start] if span.start < len(one.lines) else one.line
    message = f"{_shown(one, span)} {words}"
    return SpanChange(one.file, place, fate, span.type, span.start, span.end, f"{other.file}:{other.line}", message)


def _shown(record: Record, span: Span) -> str:
    """Return a span with its words, where they are known."""
    text = " ".join(record.tokens[span.start : span.end])
    shown = f"{span.type}[{span.start},{span.end})"
    return f"{shown} {text!r:.60}" if text else shown


def _length(record: Record) -> int:
    """Return how many words a sentence has."""
    return len(record.tokens or record.gold or ())


def _words(one: Record, other: Record) -> _Words:
    """Return the word of each token. Raises `FilesPart` where it cannot be known."""
    length, count = _length(one), _length(other)
    if one.tokens and other.tokens:
        return _aligned(one, other)
    if count <= length:
        return _Words(tuple(range(count)), count)
    hint = (
        "If the converted file has one label for each subword token, give both files a column of text: the subword "
        "tokens in the converted file, the words in the original. Otherwise look for a sentence that was cut or split."
    )
    message = f"the sentence has {count} labels here, and {length} in the original, {one.place()}"
    raise FilesPart(message, place=other.place(), hint=hint)


def _aligned(one: Record, other: Record) -> _Words:
    """Return the word of each token: parts of a word follow one another, and some may be missing."""
    words, numbers = [word.casefold() for word in one.tokens], []
    number, rest = -1, ""
    for position, token in enumerate(other.tokens):
        text = _PART.sub("", token).strip(_START).casefold()
        begins = token[:1] in _START and token[:1] != ""
        part = token.startswith("##")
        if part or (rest.startswith(text) and text and not begins):
            rest = rest.removeprefix(text)
        elif number + 1 < len(words) and (words[number + 1].startswith(text) or token in _UNKNOWN):
            number += 1
            rest = words[number].removeprefix(text)
        else:
            hint = (
                "Check that both files have the same sentences. Write each token as a word of the original, or "
                "as a part of one: `Love`, `##lace`."
            )
            message = f"the token {token!r:.40} is not a part of the next word of {one.place()}"
            raise FilesPart(message, place=other.place(position), hint=hint)
        numbers.append(max(number, 0))
    return _Words(tuple(numbers), number + 1)

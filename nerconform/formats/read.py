"""Read: from one file or two to units."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from nerconform.formats.conll import ColumnReader, read_conll
from nerconform.formats.file_errors import FilesPart, MixedForms, NoUnits
from nerconform.formats.huggingface import EITHER, GOLD, PRED, is_labels, read_huggingface
from nerconform.formats.json_values import is_pair, short
from nerconform.formats.jsonl import read_jsonl
from nerconform.formats.labels import IGNORED, meet
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import Annotation, FileSide, Record, check_sides, is_spans, is_tags
from nerconform.formats.source import TextSource, Told
from nerconform.formats.span_json import read_prodigy, read_spacy
from nerconform.reference.refusals import LengthsDiffer, UnitsDiffer

_BEGINS = re.compile(r'\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[\[{"\]]|-?\d|$))')
_KEY = re.compile(r'"(\w{1,40})"\s*:')
_HEAD_BYTES = 1 << 16
_PRODIGY = {"_input_hash", "_task_hash", "answer", "_view_id", "_session_id", "token_start", "token_end"}
_OWN = {"offsets", "pred", "gold"}
_HUGGINGFACE = {*GOLD, *PRED, *EITHER, "id2label"} - {"gold", "pred", "tags", "label", "prediction"}


def detect_in(source: TextSource) -> FileFormat:
    """Return the format of an open file, of which nothing is taken away."""
    try:
        text = source.head[:_HEAD_BYTES].decode(source.encoding, "replace").lstrip("\ufeff")
    except UnicodeError:  # an encoding that can replace nothing
        return FileFormat.CONLL
    if not _BEGINS.match(text):
        return FileFormat.CONLL
    value = _first(text)
    if value is None:
        return _of_keys(set(_KEY.findall(text)))
    return _of_value(value)


def _first(text: str) -> Any:  # noqa: ANN401 # JSON is anything
    """Return the first value of a text, `None` where it is cut off, or no JSON."""
    try:
        return json.JSONDecoder().raw_decode(text.lstrip())[0]
    except (ValueError, RecursionError):
        return None


def _of_value(value: object) -> FileFormat:
    """Return the format of which a value is a unit, or a list of units."""
    if is_pair(value):
        return FileFormat.SPACY
    if isinstance(value, list):
        first = value[0] if value else None
        if is_labels(value) or is_labels(first):
            return FileFormat.HUGGINGFACE
        return _of_value(first) if isinstance(first, dict) or is_pair(first) else FileFormat.JSONL
    if not isinstance(value, dict):
        return FileFormat.JSONL
    keys = set(value)
    for key in ("spans", "tokens"):
        members = value.get(key)
        if isinstance(members, list) and members and isinstance(members[0], dict):
            keys |= {"token_start"} if key == "tokens" else set(members[0])
    if any(_holds_ids(value.get(key)) for key in ("gold", "pred", "tags")):
        keys.add("label_ids")
    return _of_keys({str(key) for key in keys})


def _holds_ids(value: object) -> bool:
    """Whether a field holds label ids, or the labels of many units."""
    if not isinstance(value, list) or not value:
        return False
    return isinstance(value[0], int) or (isinstance(value[0], list) and is_labels(value[0]) and not _is_span(value[0]))


def _is_span(value: list[object]) -> bool:
    """Whether a list is a span, or meant as one: a name and numbers."""
    return any(isinstance(one, str) for one in value) and any(isinstance(one, int) for one in value)


def _of_keys(keys: set[str]) -> FileFormat:
    """Return the format that has such fields."""
    if keys & _OWN and not keys & _HUGGINGFACE:
        return FileFormat.JSONL
    if keys & {"entities", "ents"}:
        return FileFormat.SPACY
    if keys & _PRODIGY:
        return FileFormat.PRODIGY
    return FileFormat.HUGGINGFACE if keys & _HUGGINGFACE else FileFormat.JSONL


_HINT = "Write both files for the same tokens in the same order; look for a missing line or another tokeniser."


def pair(gold: Iterator[Record], pred: Iterator[Record], names: tuple[str, str]) -> Iterator[Record]:
    """Yield the units of both files joined.

    Raises `UnitsDiffer`, `FilesPart`, `LengthsDiffer`, `MixedForms` or `IgnoredAlone`, with the place in both files.
    """
    marks = [False, False]
    for number, (one, other) in enumerate(zip_longest(gold, pred)):
        if one is None or other is None:
            ended, there = (names[0], other) if one is None else (names[1], one)
            message = f"{ended} ends after {number} sentence{'s' * (number != 1)}, and this file has another one"
            raise UnitsDiffer(message, place=there.place(), hint=_HINT)
        _check_document(one, other, marks)
        yield _join(one, other)


def _check_document(gold: Record, pred: Record, marks: list[bool]) -> None:
    """Refuse a document that begins in only one file, where both mark documents; `marks` remembers which have."""
    starts = (gold.starts_document, pred.starts_document)
    marks[:] = [before or now for before, now in zip(marks, starts, strict=True)]
    if all(marks) and starts[0] != starts[1]:
        words = [("the start of a document" if start else "none") for start in starts]
        _part(gold.place(), words[0], pred.place(), words[1])


def _join(gold: Record, pred: Record) -> Record:
    """Return one unit of both files."""
    _check_text(gold, pred)
    own, other, tokens = gold.gold, pred.pred, gold.tokens or pred.tokens
    if is_spans(own) or is_spans(other):
        _check_forms(gold, pred)
    else:
        _check_length(gold, pred)
        if own and (IGNORED in own or IGNORED in (other or ())):
            place = f"{gold.place()} and {pred.place()}"
            own, other, kept = meet(own, other, tokens, place)  # type: ignore[arg-type] # tags: one of them is IGNORED
            tokens = kept or ()
    joined = replace(
        gold,
        gold=own,
        pred=other,
        tokens=tokens,
        id=gold.id or pred.id,
        starts_document=gold.starts_document or pred.starts_document,
        document=gold.document or pred.document,
        text=gold.text or pred.text,
        offsets=gold.offsets if is_spans(own) else pred.offsets,
        pred_file=pred.file,
        pred_line=pred.line,
        pred_lines=pred.lines,
    )
    check_sides(joined)
    return joined


def _check_text(gold: Record, pred: Record) -> None:
    """Refuse units of different ids, tokens or text. Raises `FilesPart`."""
    if gold.id and pred.id and gold.id != pred.id:
        _part(gold.place(), f"the id {short(gold.id)}", pred.place(), f"the id {short(pred.id)}")
    if gold.tokens and pred.tokens and gold.tokens != pred.tokens:
        at = _first_difference(gold.tokens, pred.tokens)
        hint = _HINT
        if len(gold.tokens) == len(pred.tokens):
            hint += " If one file has no tokens, compare only the tags: --token-column none."
        _part(_near(gold, at), _shown(gold, gold.gold, at), _near(pred, at), _shown(pred, pred.pred, at), hint)
    if gold.text and pred.text and gold.text != pred.text:
        at = _first_difference(gold.text, pred.text)
        texts = [f"{short(text[at : at + 20])} at character {at}" for text in (gold.text, pred.text)]
        _part(gold.place(), texts[0], pred.place(), texts[1])


def _first_difference(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the first place at which two sequences differ, the length of the shorter one if they do not before."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


def _part(place: str, one: str, other_place: str, other: str, hint: str = _HINT) -> None:
    """Say where the files part, with both lines."""
    raise FilesPart(f"the files differ: this line has {one}, and {other_place} has {other}", place=place, hint=hint)


def _near(record: Record, at: int) -> str:
    """Return the place of a token, or of the last one where the unit ends before it."""
    ended = at >= len(record.tokens)
    return record.place(min(at, len(record.tokens) - 1)) if ended and record.lines else record.place(at)


def _shown(record: Record, annotation: Annotation | None, at: int) -> str:
    """Return a token with its tag, as its line has it."""
    if at >= len(record.tokens):
        return f"the end of the sentence, after {short(record.tokens[-1])}"
    if annotation and is_tags(annotation) and at < len(annotation):
        return f"{short(record.tokens[at])} with {short(annotation[at])}"
    return short(record.tokens[at])


def _check_length(gold: Record, pred: Record) -> None:
    """Refuse different numbers of tags. Raises `LengthsDiffer`."""
    one, other = gold.gold or (), pred.pred or ()
    if len(one) != len(other):
        message = f"the numbers of tags differ: {len(one)} in gold, {len(other)} in {pred.place()}"
        raise LengthsDiffer(message, place=gold.place(), hint=_HINT)


def _check_forms(gold: Record, pred: Record) -> None:
    """Refuse tokens on one side and characters on the other. Raises `MixedForms`."""
    hint = "Write both files with spans that count tokens, or both with spans that count characters."
    one = "tags" if is_tags(gold.gold) else f"spans in {gold.offsets}"
    other = "tags" if is_tags(pred.pred) else f"spans in {pred.offsets}"
    counted = {"tokens" if form == "tags" else form.removeprefix("spans in ") for form in (one, other)}
    if IGNORED in (gold.gold or ()) or IGNORED in (pred.pred or ()):
        raise MixedForms(
            "one file has the label -100, the other has spans",
            place=gold.place(),
            hint="Write both files with one label for each token.",
        )
    if gold.gold and pred.pred and len(counted) > 1:
        message = f"gold has {one}, {pred.place()} has {other}"
        raise MixedForms(message, place=gold.place(), hint=hint)


Reader = Callable[[TextSource, ReaderOptions, FileSide], Iterator[Record]]
READERS: dict[FileFormat, Reader] = {
    FileFormat.CONLL: read_conll,
    FileFormat.JSONL: read_jsonl,
    FileFormat.PRODIGY: read_prodigy,
    FileFormat.SPACY: read_spacy,
    FileFormat.HUGGINGFACE: read_huggingface,
}


def read(
    gold: Path,
    pred: Path | None = None,
    options: ReaderOptions = ReaderOptions(),  # noqa: B008 # frozen
    told: Told | None = None,
) -> Iterator[Record]:
    """Yield the units of a file, or of two files side by side, in order.

    CoNLL and JSON Lines stream: memory does not grow with the file, but for its ids. Each of two files may have a
    format of its own (`auto`). Raises `FormatError` or another `NerconformError`, each with file and line, at the unit
    that cannot be read; a file without units raises `NoUnits`.
    """
    with TextSource(gold, options.encoding, told=told) as source:
        if pred is None:
            yield from _units(source, options, FileSide.BOTH)
            return
        with TextSource(pred, options.encoding, told=told) as other:
            sides = _units(source, options, FileSide.GOLD), _units(other, options, FileSide.PRED)
            yield from pair(*sides, (source.name, other.name))


def read_beside(records: Iterable[Record], name: str, pred: Path, options: ReaderOptions) -> Iterator[Record]:
    """Yield units that were read already, from the file of this name, with the prediction of another file.

    Raises what `read` raises of two files.
    """
    with TextSource(pred, options.encoding) as source:
        yield from pair(iter(records), _units(source, options, FileSide.PRED), (name, source.name))


def width_of(path: Path, options: ReaderOptions, side: FileSide) -> int:
    """Return how many columns a file has that has been read already; 0 for a file in another format.

    Raises what `read` raises, if the file is another one by now.
    """
    with TextSource(path, options.encoding) as source:
        kind = detect_in(source) if options.format == FileFormat.AUTO else options.format
        if kind != FileFormat.CONLL:
            return 0
        reader = ColumnReader(source, options, side)
        next(reader.records(), None)
        return reader.width


def _units(source: TextSource, options: ReaderOptions, side: FileSide) -> Iterator[Record]:
    """Yield the units of one file. Raises `NoUnits` where there is none."""
    kind = detect_in(source) if options.format == FileFormat.AUTO else FileFormat(options.format)
    empty = True
    for record in READERS[kind](source, options, side):
        empty = False
        yield record
    if empty:
        raise no_units(source, kind)


def no_units(source: TextSource, kind: FileFormat) -> NoUnits:
    """Return the error of a file without units."""
    message = f"the file has no sentences in the format {kind}" if source.head else "the file is empty"
    hint = "Check that it is the right file, and that it was written to its end; another format: --input-format jsonl."
    return NoUnits(message, place=source.name, hint=hint)

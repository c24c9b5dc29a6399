"""Detect: the format of a file, from its first bytes."""

import json
import re
from pathlib import Path
from typing import Any

from nerconform.formats.huggingface import EITHER, GOLD, PRED, is_labels
from nerconform.formats.reader_options import FileFormat
from nerconform.formats.source import TextSource
from nerconform.formats.spacy_json import is_pair

_BEGINS = re.compile(r'\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[\[{"\]]|-?\d|$))')
_KEY = re.compile(r'"(\w{1,40})"\s*:')
_HEAD_BYTES = 1 << 16
_PRODIGY = {"_input_hash", "_task_hash", "answer", "_view_id", "_session_id", "token_start", "token_end"}
_OWN = {"offsets", "pred", "gold"}
_HUGGINGFACE = {*GOLD, *PRED, *EITHER, "id2label"} - {"gold", "pred", "tags", "label", "prediction"}


def detect(path: Path) -> str:
    """Return the format of a file. Raises what `TextSource` raises; whatever is not JSON is `conll`."""
    with TextSource(path) as source:
        return detect_in(source)


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

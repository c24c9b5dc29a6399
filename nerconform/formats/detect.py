"""Detect: the format of a file, from its first bytes; `unread` names one that the kit does not read."""

import json
import re
import zlib
from pathlib import Path
from typing import Any

from nerconform.formats.huggingface import EITHER, GOLD, PRED, is_labels
from nerconform.formats.json_values import is_pair
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.source import TextSource
from nerconform.formats.table_header import looks_like_tag
from nerconform.formats.unread import refuse_bytes, refuse_object, refuse_sentences, refuse_text
from nerconform.reference.mentions import is_mention

_BEGINS = re.compile(r'\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[\[{"\]]|-?\d|$))')
_KEY = re.compile(r'"([\w%]{1,40})"\s*:')
_HEAD_BYTES = 1 << 16
_PRODIGY = {"_input_hash", "_task_hash", "answer", "_view_id", "_session_id", "token_start", "token_end"}
_OWN = {"offsets", "pred", "gold"}
_HUGGINGFACE = {*GOLD, *PRED, *EITHER, "id2label"} - {"gold", "pred", "tags", "label", "prediction"}
_BRAT = re.compile(r"[TREAMN#*]\d*\t\S+ \S")
_LIKE_BRAT = re.compile(r"[TREAMN#*]\d*\s")
"""How a file that is named as one of brat begins if an editor made blanks of its tabs."""
_CONLLU = re.compile(r"\d+(?:[-.]\d+)?(?:\t[^\t\n]+){9}")
_KEYS = (
    ({"tokenized_text"}, FileFormat.GLINER),
    ({"data", "result"}, FileFormat.LABEL_STUDIO),
    ({"start_offset"}, FileFormat.DOCCANO),
    ({"entity_group"}, FileFormat.PIPELINE),
    ({"entity", "score", "word"}, FileFormat.PIPELINE),
)
"""Fields that only one tool writes."""
_STUDIO = {"annotator", "annotation_id", "lead_time"}
"""Fields of Label Studio's JSON-MIN beside those of the task and the labels."""
_ARROW = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff")
_ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")


def format_of(source: TextSource, options: ReaderOptions) -> FileFormat:
    """Return the format in which a file is read. Raises `NotRead`."""
    if options.format != FileFormat.AUTO:
        return FileFormat(options.format)
    kind = detect_in(source)
    plain = kind is FileFormat.CONLLU and (options.gold_column is not None or options.pred_column is not None)
    return FileFormat.CONLL if plain else kind


def detect_in(source: TextSource) -> FileFormat:
    """Return the format of an open file, of which nothing is taken away. Raises `NotRead`."""
    if source.head.startswith(_ARROW):
        return FileFormat.ARROW
    if source.head.startswith(_ZLIB) and _is_docbin(source.head):
        return FileFormat.DOCBIN
    refuse_bytes(source)
    try:
        text = source.head[:_HEAD_BYTES].decode(source.encoding, "replace").lstrip("\ufeff")
    except UnicodeError:  # an encoding that can replace nothing
        return FileFormat.CONLL
    refuse_text(source, text)
    if not _BEGINS.match(text):
        refuse_sentences(source, text)
        return _of_lines(source.path, text)
    value, seen = _first(text), set(_KEY.findall(text))
    refuse_object(source, value, seen)
    return of_keys(seen) if value is None else of_value(value, seen)


def _is_docbin(head: bytes) -> bool:
    """Whether compressed bytes are spaCy's DocBin."""
    try:
        return b"attrs" in zlib.decompressobj().decompress(head, 200)
    except zlib.error:
        return False


def _of_lines(path: Path, text: str) -> FileFormat:
    """Return the format of a text that is not JSON."""
    if text.startswith("#FORMAT=WebAnno TSV 3"):
        return FileFormat.WEBANNO
    if _BRAT.match(text) or (path.suffix == ".ann" and (not text.strip() or _LIKE_BRAT.match(text))):
        return FileFormat.BRAT
    line = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    return FileFormat.CONLLU if _CONLLU.fullmatch(line) else FileFormat.CONLL


def _first(text: str) -> Any:  # noqa: ANN401 # JSON is anything
    """Return the first value of a text, `None` where it is cut off, or no JSON."""
    try:
        return json.JSONDecoder().raw_decode(text.lstrip())[0]
    except (ValueError, RecursionError):
        return None


def of_value(value: object, seen: set[str] = frozenset()) -> FileFormat:  # type: ignore[assignment] # never changed
    """Return the format of which a value is a unit, or a list of units; `seen` are keys that stand in the file."""
    if is_pair(value):
        return FileFormat.SPACY
    if isinstance(value, list):
        return _of_list(value, seen)
    if not isinstance(value, dict):
        return FileFormat.JSONL
    keys = set(value)
    for key in ("spans", "tokens"):
        members = value.get(key)
        if isinstance(members, list) and members and isinstance(members[0], dict):
            keys |= {"token_start"} if key == "tokens" else set(members[0])
    if any(_holds_ids(value.get(key)) for key in ("gold", "pred", "tags")):
        keys.add("label_ids")
    return _of_tool(value, seen) or of_keys({str(key) for key in keys})


def _of_list(value: list[Any], seen: set[str]) -> FileFormat:
    """Return the format of a list."""
    first = value[0] if value else None
    members = [one for each in value for one in (each if isinstance(each, list) else [each])]
    nothing = not members and (len(value) > 1 or seen & {"entity_group"})
    if is_entity(members[0] if members else None) or nothing:
        return FileFormat.PIPELINE
    if is_labels(value) or is_labels(first):
        return FileFormat.HUGGINGFACE
    return of_value(first, seen) if isinstance(first, dict) or is_pair(first) else FileFormat.JSONL


def is_entity(value: object) -> bool:
    """Whether a value is one entity, as a pipeline returns it in a list for each text."""
    return isinstance(value, dict) and (
        bool({"entity_group", "entity"} & value.keys()) or {"start", "end", "label"} <= value.keys()
    )


def _of_tool(value: dict[str, Any], seen: set[str]) -> FileFormat | None:
    """Return the annotation tool that exports such an object, `None` if it is none that is known."""
    labels = next((value[key] for key in ("label", "labels") if isinstance(value.get(key), list)), None)
    if isinstance(value.get("data"), dict) and value.keys() & {"annotations", "predictions", "completions"}:
        return FileFormat.LABEL_STUDIO
    if any(map(is_regions, value.values())) or (value.keys() & _STUDIO and {"start", "labels"} <= seen):
        return FileFormat.LABEL_STUDIO
    if "text" not in value or value.keys() & {"tokens", "tokenized_text"}:
        return None
    offsets = "start_offset" in seen and value.keys() & {"entities", "annotations"}
    if offsets or (labels is not None and (not labels or isinstance(labels[0], list))):
        return FileFormat.DOCCANO
    return None


def is_regions(value: object) -> bool:
    """Whether a field holds regions, as Label Studio's JSON-MIN has them."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "labels" in value[0]


def _holds_ids(value: object) -> bool:
    """Whether a field holds label ids, or the labels of many units."""
    if not isinstance(value, list) or not value:
        return False
    if is_mention(value[0]) and not all(isinstance(one, str) and looks_like_tag(one) for one in value[0]):
        return False
    return isinstance(value[0], int) or (isinstance(value[0], list) and is_labels(value[0]) and not _is_span(value[0]))


def _is_span(value: list[object]) -> bool:
    """Whether a list is a span, or meant as one: a name and numbers."""
    return any(isinstance(one, str) for one in value) and any(isinstance(one, int) for one in value)


def of_keys(keys: set[str]) -> FileFormat:
    """Return the format that has such fields."""
    for own, kind in _KEYS:
        if own <= keys:
            return kind
    if keys & _OWN and not keys & _HUGGINGFACE:
        return FileFormat.JSONL
    if keys & {"entities", "ents"}:
        return FileFormat.SPACY
    if keys & _PRODIGY:
        return FileFormat.PRODIGY
    return FileFormat.HUGGINGFACE if keys & _HUGGINGFACE else FileFormat.JSONL

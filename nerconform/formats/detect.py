"""Detect: the format of a file, from its first bytes; one that the kit does not read is named with the way out."""

import json
import re
import zlib
from pathlib import Path
from typing import Any

from nerconform.formats.file_errors import NotRead
from nerconform.formats.huggingface import EITHER, GOLD, PRED, is_labels
from nerconform.formats.json_values import is_pair
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.source import TextSource
from nerconform.formats.table_header import looks_like_tag
from nerconform.reference.mentions import is_mention

_BEGINS = re.compile(r'\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[\[{"\]]|-?\d|$))')
_KEY = re.compile(r'"([\w%]{1,40})"\s*:')
_HEAD_BYTES = 1 << 16
_LOOKED_AT = 100
"""How many lines are looked at."""
_PRODIGY = {"_input_hash", "_task_hash", "answer", "_view_id", "_session_id", "token_start", "token_end"}
_OWN = {"offsets", "pred", "gold"}
_HUGGINGFACE = {*GOLD, *PRED, *EITHER, "id2label"} - {"gold", "pred", "tags", "label", "prediction"}
_BRAT = re.compile(r"[TREAMN#*]\d*\t\S+ \S")
_CONLLU = re.compile(r"\d+(?:[-.]\d+)?(?:\t[^\t\n]+){9}")
_KEYS = (
    ({"tokenized_text"}, FileFormat.GLINER),
    ({"data", "result"}, FileFormat.LABEL_STUDIO),
    ({"start_offset"}, FileFormat.DOCCANO),
    ({"entity_group"}, FileFormat.PIPELINE),
    ({"entity", "score", "word"}, FileFormat.PIPELINE),
)
"""Fields that only one tool writes."""
_ARROW = (b"PAR1", b"ARROW1", b"FEA1", b"\xff\xff\xff\xff")
_ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_JSON = "Write JSON Lines, one sentence on a line:"
_SPANS = f'{_JSON} {{"text": "Ada slept", "spans": [["PER", 0, 3]]}}.'
_TAGS = f'{_JSON} {{"tokens": ["Ada", "slept"], "tags": ["B-PER", "O"]}}.'
_TABLE = "Save the sheet as CSV or TSV, with a line that names the columns: sentence_id,token,gold,pred."
_ZIPS = (
    (b"xl/", "an Excel workbook (.xlsx)", _TABLE),
    (b"word/", "a Word document (.docx)", _SPANS),
    (b"application/vnd.oasis", "an OpenDocument file", _TABLE),
    (b".npy", "NumPy arrays (.npz)", _TAGS),
    (b"data.pkl", "a PyTorch file", _TAGS),
    (
        b".ann",
        "a zip archive",
        "Unpack it and name the folder: `unzip FILE -d FOLDER`, then `nerconform score FOLDER ...`.",
    ),
    (b"", "a zip archive", "Unpack it and name the file inside: `unzip FILE`."),
)
_PICKLE = f"Loading a pickle runs code, so the kit does not. {_TAGS}"
_BYTES = (
    (b"%PDF", "a PDF", f"Annotations of a PDF have to be exported with its text. {_SPANS}"),
    (b"\xd0\xcf\x11\xe0", "an old Office file (.xls, .doc)", _TABLE),
    (b"\x80\x02", "a Python pickle", _PICKLE),
    (b"\x80\x03", "a Python pickle", _PICKLE),
    (b"\x80\x04", "a Python pickle", _PICKLE),
    (b"\x80\x05", "a Python pickle", _PICKLE),
    (b"\x93NUMPY", "a NumPy array (.npy)", _TAGS),
    (b"SQLite format 3\0", "an SQLite database", "Export it first; of Prodigy: `prodigy db-out DATASET > FILE.jsonl`."),
    (
        b"\x28\xb5\x2f\xfd",
        "compressed by zstd",
        "Unpack it: `unzstd FILE`, or pipe it: `zstdcat FILE | nerconform score -`.",
    ),
    (b"7z\xbc\xaf", "a 7z archive", "Unpack it and name the file inside."),
    (b"Obj\x01", "an Avro file", _TAGS),
    (b"ORC", "an ORC file", "Write Parquet: `pyarrow.parquet.write_table(pyarrow.orc.read_table(FILE), OUT)`."),
    (b"{\\rtf", "a rich text file", _SPANS),
)
"""Files that are recognised by their first bytes and not read: what they are, and the way out."""
_CASSIS = f"Load it with dkpro-cassis, or export WebAnno TSV 3, which the kit reads. {_SPANS} UIMA counts UTF-16."
_COLUMNS = "If it is columns all the same, add --input-format conll."
_TEXTS = (
    (r"<GateDocument|<\?xml[^>]*\?>\s*<GateDocument", "GATE XML", f"{_SPANS} GATE counts UTF-16."),
    (r"(?s)<\?xml.{0,300}<xmi:XMI|<xmi:XMI", "UIMA CAS XMI", _CASSIS),
    (r'\{\s*"%(?:TYPES|FEATURE_STRUCTURES|VIEWS)"', "UIMA CAS JSON", _CASSIS),
    (
        r"(?s)(?:<\?xml|<!DOCTYPE).{0,200}<collection|<collection>",
        "BioC XML",
        f"Convert it to brat with `bconv`. {_SPANS}",
    ),
    (r"(?s)(?:<\?xml|<!DOCTYPE).{0,200}<TEI", "TEI XML", _SPANS),
    (r"(?is)<!DOCTYPE html|<html", "an HTML page", "Export the data, not the page that shows it."),
    (
        r"(?s)(?![\[{]).{0,2000}?<(ENAMEX|PERSON|PER|LOCATION|LOC|ORGANIZATION|ORG)\b[^>\n]*>[^<\n]+</\1>",
        "text with entities as XML elements",
        f"{_SPANS} {_COLUMNS}",
    ),
    (r"<\?xml|<!DOCTYPE", "XML", _SPANS),
    (r"\d+\|t\|", "PubTator", f"Convert it to brat with `bconv`. {_SPANS}"),
    (r"@prefix |@base ", "RDF (NIF)", _SPANS),
    (r"#begin document \(", "CoNLL-2012 (OntoNotes)", f"Its names stand in brackets, `(PERSON*`. {_TAGS} {_COLUMNS}"),
    (r"#FORMAT=WebAnno TSV (?!3)", "an old WebAnno TSV", "Export WebAnno TSV 3."),
    (r'(?s)\{.{0,200}"nbformat"|\{\s*"cells"', "a notebook", "Write the data to a file in the notebook."),
    (
        r'(?s)\[?\s*\{.{0,500}"paragraphs"\s*:\s*\[',
        "spaCy 2's training JSON",
        "`spacy convert FILE.json OUT` writes a DocBin.",
    ),
    (r'(?s)\{.{0,500}"passages"\s*:\s*\[', "BioC JSON", f"Convert it to brat with `bconv`. {_SPANS}"),
    (r'(?s)\{.{0,300}"BeginOffset"\s*:', "output of Amazon Comprehend", _SPANS),
)
"""Texts that are recognised by how they begin and not read: a pattern, what they are, and the way out."""


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
    _refuse_bytes(source)
    try:
        text = source.head[:_HEAD_BYTES].decode(source.encoding, "replace").lstrip("\ufeff")
    except UnicodeError:  # an encoding that can replace nothing
        return FileFormat.CONLL
    _refuse_text(source, text)
    if not _BEGINS.match(text):
        _refuse_sentences(source, text)
        return _of_lines(source.path, text)
    value = _first(text)
    if value is None:
        return of_keys(set(_KEY.findall(text)))
    return of_value(value, set(_KEY.findall(text)))


def _is_docbin(head: bytes) -> bool:
    """Whether compressed bytes are spaCy's DocBin."""
    try:
        return b"attrs" in zlib.decompressobj().decompress(head, 200)
    except zlib.error:
        return False


def _refuse_bytes(source: TextSource) -> None:
    """Refuse a file that is no text. Raises `NotRead`."""
    head = source.head
    if head.startswith(b"PK\x03\x04"):
        _refuse(source, *next((what, way) for mark, what, way in _ZIPS if mark in head))
    if head[257:262] == b"ustar":
        _refuse(source, "a tar archive", "Unpack it and name the file inside: `tar xf FILE`.")
    for mark, what, way in _BYTES:
        if head.startswith(mark):
            _refuse(source, what, way)


def _refuse_text(source: TextSource, text: str) -> None:
    """Refuse a text in a format that is not read. Raises `NotRead`."""
    for pattern, what, way in _TEXTS:
        if re.match(pattern, text.lstrip()):
            _refuse(source, what, way)


def _refuse_sentences(source: TextSource, text: str) -> None:
    """Refuse lines of nothing but tags, as `run_ner.py` writes them: each is a sentence, not a token with its tags."""
    lines = [line.split() for line in text.splitlines()[:_LOOKED_AT] if line.strip()]
    widths = {len(line) for line in lines}
    if max(widths, default=0) > 2 and all(looks_like_tag(cell) for line in lines for cell in line):  # noqa: PLR2004 - gold, predicted
        way = f"{_TAGS} {_COLUMNS}"
        _refuse(source, "tags without tokens, one sentence on a line (predictions.txt of run_ner.py)", way)


def _refuse(source: TextSource, what: str, way: str) -> None:
    raise NotRead(f"this is {what}, which the kit does not read", place=source.name, hint=way)


def _of_lines(path: Path, text: str) -> FileFormat:
    """Return the format of a text that is not JSON."""
    if text.startswith("#FORMAT=WebAnno TSV 3"):
        return FileFormat.WEBANNO
    if _BRAT.match(text) or (path.suffix == ".ann" and not text.strip()):
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
    if is_entity(members[0] if members else None) or (not members and seen & {"entity_group"}):
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
    if "tokenized_text" in value:
        return FileFormat.GLINER
    if labels and isinstance(labels[0], dict) and "labels" in labels[0]:
        return FileFormat.LABEL_STUDIO
    if "text" not in value or "tokens" in value:
        return None
    offsets = "start_offset" in seen and value.keys() & {"entities", "annotations"}
    if offsets or (labels is not None and (not labels or isinstance(labels[0], list))):
        return FileFormat.DOCCANO
    return None


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

"""Unread: files that the kit recognises and does not read, each named with the way out."""

import re

from nerconform.formats.file_errors import NotRead
from nerconform.formats.source import TextSource
from nerconform.formats.table_header import looks_like_tag

_LOOKED_AT = 100
"""How many lines are looked at."""
_JSON = "Write JSON Lines, one sentence on a line:"
_SPANS = f'{_JSON} {{"text": "Ada slept", "spans": [["PER", 0, 3]]}}.'
_TAGS = f'{_JSON} {{"tokens": ["Ada", "slept"], "tags": ["B-PER", "O"]}}.'
_TOKENS = '{"tokens": ["Ada", "slept"], "spans": [["PER", 0, 1]]}.'
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
_TABLE_OF_IMAGE = "Name the file that holds the data."
_PICKLE = f"Loading a pickle runs code, so the kit does not. {_TAGS}"
_BYTES = (
    (b"%PDF", "a PDF", f"Annotations of a PDF have to be exported with its text. {_SPANS}"),
    (b"\xd0\xcf\x11\xe0", "an old Office file (.xls, .doc)", _TABLE),
    (b"\x80\x02", "a Python pickle", _PICKLE),
    (b"\x80\x03", "a Python pickle", _PICKLE),
    (b"\x80\x04", "a Python pickle", _PICKLE),
    (b"\x80\x05", "a Python pickle", _PICKLE),
    (b"\x93NUMPY", "a NumPy array (.npy)", _TAGS),
    (b"FEA1", "a Feather 1 file", "Its columns hold no lists of tags. Write Feather 2 or Parquet."),
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
    (b"\x89PNG", "an image (.png)", _TABLE_OF_IMAGE),
    (b"\xff\xd8\xff", "an image (.jpg)", _TABLE_OF_IMAGE),
    (b"\x89HDF", "an HDF5 file", _TAGS),
    (b"GGUF", "the weights of a model", "Let the model predict, and write what it predicts. " + _TAGS),
    (b"version https://git-lfs", "a pointer of Git LFS, not the data", "Fetch the data: `git lfs pull`."),
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
    (
        r"""\[\s*[\[({]\s*'|\{'\w+':|\w+ ?= ?[\[{]\s*[\[({"']""",
        "data as Python writes it, not JSON",
        "Write JSON in Python: json.dump(data, open('FILE.json', 'w')).",
    ),
    (r"(?s).{0,300}?<START:\w+> .{1,300}? <END>", "OpenNLP's name finder data", _TAGS),
    (r"(?s)(?:version:.{0,40})?nlu:\s", "Rasa's training data", _SPANS),
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

_MENTIONS = (
    'Entities without offsets: {"text": "Ada slept", "gold": [["PER", "Ada"]], "pred": [["PER", "Ada"]]} on a line, '
    "and --set location=text."
)
_INCLUSIVE = f"Its ends are inclusive. {_JSON} "
_OBJECTS = (
    ({"doc_key", "sentences"}, "DyGIE++'s JSON", f"Its spans count the tokens of the document. {_INCLUSIVE}{_TOKENS}"),
    ({"input", "output"}, "pairs of input and output (GLiNER2, instructions)", _MENTIONS),
    ({"messages"}, "a chat with a language model", _MENTIONS),
    ({"conversations"}, "a chat with a language model (Universal NER)", _MENTIONS),
    ({"stringIndexType"}, "Azure's labels of custom NER", f"{_SPANS} Its `offset` and `length` count UTF-16."),
    ({"context", "span_position"}, "data of MRC for NER", f"{_INCLUSIVE}{_TOKENS}"),
    ({"full_text", "spans"}, "Presidio's samples", _SPANS),
    ({"entity_type", "start", "end"}, "output of Presidio", "Rename `entity_type` to `entity_group`."),
    ({"content", "annotation"}, "Dataturks' JSON", f"Its ends are inclusive. {_SPANS}"),
    ({"annotatable"}, "tagtog's JSON", _SPANS),
    (
        {"classes", "annotations"},
        "NER Annotator's JSON",
        "Write the pairs in it, one on a line, which the kit reads: `jq -c '.annotations[]' FILE > OUT.jsonl`.",
    ),
    ({"documentName", "tokens"}, "UBIAI's JSON", _SPANS),
    ({"entitymentions"}, "CoreNLP's JSON", _TAGS),
    ({"start_pos", "end_pos"}, "Flair's JSON", _SPANS),
    ({"mentions", "beginOffset"}, "output of Google's Natural Language", _SPANS),
    ({"source_text", "privacy_mask"}, "PII masking data of ai4privacy", _SPANS),
    ({"prediction", "annotation", "text"}, "Argilla's export", _SPANS),
    ({"start_char", "end_char", "ner"}, "Stanza's output", _TAGS),
)
"""Fields of the first object that only one tool writes together: what the file is, and the way out."""
_READ = {"gold", "pred", "tags", "ner_tags", "label_ids", "predictions"}
"""Fields that the kit reads, whatever else an object has."""


def refuse_object(source: TextSource, value: object, seen: set[str]) -> None:
    """Refuse JSON of a tool that is not read, by its first object and the keys in sight. Raises `NotRead`."""
    while isinstance(value, list) and value:
        value = value[0]
    keys = set(value) if isinstance(value, dict) else seen if value is None else set()
    if keys & _READ:
        return
    if isinstance(value, dict):
        nested = {key for part in value.values() if isinstance(part, list) and part for key in _keys_of(part[0])}
        keys |= nested
        if isinstance(value.get("label"), dict) and "text" in value:
            _refuse(source, "CLUENER's JSON", f"Its ends are inclusive. {_SPANS}")
        if {"tokens", "entities"} <= keys and "text" not in value and _keys_of(value["tokens"]) == set():
            way = 'Rename "entities" to "spans", if their ends are exclusive, as SpERT has them.'
            _refuse(source, "SpERT's JSON", way)
    for own, what, way in _OBJECTS:
        if own <= keys:
            _refuse(source, what, way)
    if any(str(key).endswith(".responses") for key in keys):
        _refuse(source, "Argilla's export", _SPANS)


def _keys_of(value: object) -> set[str]:
    """Return the keys of an object, or of the first object of a list; of anything else none."""
    while isinstance(value, list) and value:
        value = value[0]
    return set(value) if isinstance(value, dict) else set()


def refuse_bytes(source: TextSource) -> None:
    """Refuse a file that is no text. Raises `NotRead`."""
    head = source.head
    if head.startswith(b"PK\x03\x04"):
        _refuse(source, *next((what, way) for mark, what, way in _ZIPS if mark in head))
    if head[257:262] == b"ustar":
        _refuse(source, "a tar archive", "Unpack it and name the file inside: `tar xf FILE`.")
    for mark, what, way in _BYTES:
        if head.startswith(mark):
            _refuse(source, what, way)


def refuse_text(source: TextSource, text: str) -> None:
    """Refuse a text in a format that is not read. Raises `NotRead`."""
    for pattern, what, way in _TEXTS:
        if re.match(pattern, text.lstrip()):
            _refuse(source, what, way)


def refuse_sentences(source: TextSource, text: str) -> None:
    """Refuse lines of nothing but tags, as `run_ner.py` writes them: each is a sentence, not a token with its tags."""
    lines = [line.split() for line in text.splitlines()[:_LOOKED_AT] if line.strip()]
    if any(len(line) > 2 for line in lines) and all(looks_like_tag(cell) for line in lines for cell in line):  # noqa: PLR2004 - gold, predicted
        way = f"{_TAGS} {_COLUMNS}"
        _refuse(source, "tags without tokens, one sentence on a line (predictions.txt of run_ner.py)", way)


def _refuse(source: TextSource, what: str, way: str) -> None:
    raise NotRead(f"this is {what}, which nerconform does not read", place=source.name, hint=way)

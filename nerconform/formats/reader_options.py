"""Options: what a reader has to be told, because a file does not say it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from nerconform.base.bounds import whole_number
from nerconform.base.plain_text import short
from nerconform.formats.file_errors import UnknownReaderOption

Column = int | str
"""A column by number, from 0 and negative from the end, or by the name that the header gives it."""


TOGETHER = "together"
"""All layers are read, and their entities are those of one sentence (INP-6)."""


class FileFormat(StrEnum):
    """The formats of files."""

    AUTO = "auto"
    """Look at the file: `detect_in`."""
    CONLL = "conll"
    """One token on a line, in columns."""
    JSONL = "jsonl"
    """One unit on a line, as in `spec/formats/jsonl-unit.schema.json`."""
    PRODIGY = "prodigy"
    """Prodigy's tasks: text, tokens, spans with inclusive `token_end`."""
    SPACY = "spacy"
    """spaCy's training data: text and entities."""
    HUGGINGFACE = "huggingface"
    """Label ids or labels, -100 where there is none."""
    BRAT = "brat"
    """brat's standoff: an `.ann` file, beside it the `.txt` file of its text; or a folder of such pairs."""
    LABEL_STUDIO = "label-studio"
    """Label Studio's export: JSON, or JSON-MIN."""
    DOCCANO = "doccano"
    """doccano's JSONL: `label` with [start, end, type], or `entities` with offsets."""
    GLINER = "gliner"
    """GLiNER's training JSON: `tokenized_text`, and `ner` with inclusive ends."""
    PIPELINE = "pipeline"
    """What a Hugging Face pipeline, or GLiNER, returns: a list of entities for each text."""
    WEBANNO = "webanno"
    """WebAnno TSV 3, of WebAnno and INCEpTION."""
    CONLLU = "conllu"
    """CoNLL-U with the tag in its last column, as `NER=B-PER`."""
    DOCBIN = "docbin"
    """spaCy's DocBin, a `.spacy` file; read by spaCy."""
    ARROW = "arrow"
    """Parquet, Arrow, Feather, or a folder of `datasets.save_to_disk`; read by pyarrow."""


class CharacterUnit(StrEnum):
    """What spans in characters count; they differ after an emoji, and bytes after any letter beyond ASCII."""

    CODE_POINTS = "code-points"
    """Unicode code points: Python, brat, spaCy, Prodigy."""
    UTF16 = "utf-16"
    """Units of UTF-16: JavaScript, Java, doccano."""
    BYTES = "bytes"
    """Bytes of UTF-8: Rust, Go."""


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """What a reader is told. Raises `UnknownReaderOption` where an option has no meaning, and `TooLarge`.

    `separator` is `None` for runs of blanks and tabs, else the text between two columns. A gold or prediction column
    that is not said follows from the file: two files, the last column of each; one file, the last is the prediction and
    the one before it is gold, as conlleval has it, but only where there are three columns. In `huggingface` a column
    is the name of a field. `header` says that the first line names the columns; it does where a column has a name.
    `unit_column` holds the number of the sentence, on its first token or on each; `document` is how lines begin that
    begin a document. `offsets` is what spans in characters count, where it is not what their format counts. Unless it
    `marks_documents`, a line of -DOCSTART- is a token, as for some scorers. `layers` says that a file has several
    layers of entities, in columns (`gold_column="2,3"`) or in one cell (`B-ORG|B-LOC`): `together` reads all of them, a
    number from 1 that one alone.
    """

    format: str = "auto"
    separator: str | None = None
    token_column: Column | None = 0
    gold_column: Column | None = None
    pred_column: Column | None = None
    header: bool = False
    comment: str | None = None
    id2label: Path | str | Mapping[int, str] | None = None
    encoding: str = "utf-8"
    unit_column: Column | None = None
    document: str | None = None
    offsets: str = "auto"
    marks_documents: bool = True
    layers: str = ""

    def __post_init__(self) -> None:
        """Refuse what has no meaning."""
        if self.format not in set(FileFormat):
            hint = f"Use one of: {', '.join(FileFormat)} (--input-format conll, in Python format='conll')."
            raise UnknownReaderOption(f"there is no file format {self.format!r}", hint=hint)
        if self.separator is not None and (not self.separator or set("\n\r\0") & set(self.separator)):
            hint = (
                "Name the text between two columns, such as --separator tab. Or remove --separator: then blanks "
                "and tabs separate."
            )
            raise UnknownReaderOption(
                f"the separator {self.separator!r} is empty or ends a line, so it cannot stand between two columns",
                hint=hint,
            )
        if self.comment is not None and not self.comment.strip():
            hint = "Name a text that is not blank: --comment '#', in Python comment='#'."
            raise UnknownReaderOption("--comment is blank: it is the text that begins each comment line", hint=hint)
        if self.document is not None and not self.document.strip():
            hint = "Name a text that is not blank: --document '# document_id'."
            raise UnknownReaderOption(
                "--document is blank: it is the text that begins the first line of each document", hint=hint
            )
        if self.offsets not in {"auto", *CharacterUnit}:
            hint = (
                f"Use --offsets with one of: {', '.join(CharacterUnit)}, or auto (what files of the format "
                "usually count)."
            )
            raise UnknownReaderOption(
                f"--offsets says what start and end of spans count, and {self.offsets!r} is not known", hint=hint
            )
        numbered = self.layers.isdecimal() and whole_number(self.layers, "--layers") > 0
        if self.layers not in {"", TOGETHER} and not numbered:
            hint = (
                "Use --layers together (one score for all layers) or the number of one layer: --layers 1, in "
                "Python layers='1'."
            )
            raise UnknownReaderOption(f"{short(self.layers)} is not the number of a layer", hint=hint)

    @property
    def has_header(self) -> bool:
        """Whether a line of the file names the columns."""
        tags = (*self.layer_columns(self.gold_column), *self.layer_columns(self.pred_column))
        named = (self.token_column, *tags, self.unit_column)
        return self.header or any(isinstance(column, str) for column in named)

    def layer_columns(self, column: Column | None) -> tuple[Column | None, ...]:
        """Return the columns of one side: where it has layers, commas separate them."""
        if not self.layers or not isinstance(column, str):
            return (column,)
        return tuple(column_from(part.strip()) for part in column.split(","))

    def text(self) -> str:
        """Return the options that differ from the default, for the run part of a signature: `format:conll,gold:-1`."""
        parts = []
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                if field.name == "id2label":
                    value = _digest(value)
                elif isinstance(value, bool) or value is None:
                    value = str(value).lower()
                value = str(value)
                parts.append(f"{field.name.replace('_column', '').replace('_', '-')}:{quote(value, safe='-./')}")
        return ",".join(parts)


def separator_from(text: str) -> str | None:
    r"""Return a separator as it is typed: `tab`, `space`, `blanks` (the default), `\t`, or the text itself."""
    names = {"tab": "\t", "\\t": "\t", "space": " ", "blanks": None}
    return names.get(text, text)


_MAX_COLUMN_DIGITS = 9


def column_from(text: str) -> Column | None:
    """Return a column as it is typed: a number, a name, or `none`."""
    if text == "none":
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return text
    if len(digits) > _MAX_COLUMN_DIGITS:
        hint = "Count columns from 0 (the first), or write -1 (the last)."
        raise UnknownReaderOption(f"the column number {text[:20]}... is too large", hint=hint)
    return int(text)


def _digest(value: object) -> str:
    """Return the names of label ids in short: the digest of the file, or of the mapping."""
    if isinstance(value, Mapping):
        content = json.dumps({str(key): name for key, name in value.items()}, sort_keys=True).encode()
    else:
        try:
            content = Path(str(value)).read_bytes()
        except (OSError, ValueError):
            content = str(value).encode("utf-8", "backslashreplace")
    return blake2b(content, digest_size=6).hexdigest()


_LAYERED = (FileFormat.CONLL, FileFormat.CONLLU, FileFormat.WEBANNO)
"""The formats that have layers in columns, or in cells."""
_WITH_COLUMNS = (*_LAYERED, FileFormat.JSONL, FileFormat.HUGGINGFACE, FileFormat.ARROW, FileFormat.DOCBIN)
"""The formats in which a column, a feature or a field can be named."""


def require_columns(kind: FileFormat, options: ReaderOptions, name: str) -> None:
    """Refuse options of layers and columns for a format that has none. Raises `UnknownReaderOption`."""
    if options.layers and kind not in _LAYERED:
        hint = f"Remove --layers. Only these formats have layers: {', '.join(_LAYERED)}."
        raise UnknownReaderOption(f"files in the format {kind} have no layers", place=name, hint=hint)
    if kind not in _WITH_COLUMNS and not (options.gold_column is None and options.pred_column is None):
        hint = "Remove --gold-column and --pred-column (for validate, --column)."
        message = f"in files of the format {kind} the place of gold and predictions is fixed"
        raise UnknownReaderOption(message, place=name, hint=hint)

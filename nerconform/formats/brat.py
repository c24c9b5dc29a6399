"""brat: standoff annotations of a text, an `.ann` file with the `.txt` file beside it, or a folder of such pairs."""

import re
from collections.abc import Iterator
from pathlib import Path

from nerconform.base.bounds import whole_number
from nerconform.formats.byte_files import shown
from nerconform.formats.characters import CharacterSpans
from nerconform.formats.file_errors import MissingFile, RepeatedId, WrongEncoding, WrongForm
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Offsets, Record
from nerconform.formats.source import BytesProgress, TextSource
from nerconform.formats.span_json import one_side

_FORM = "Write id, tab, type and offsets, tab, text: `T1<tab>PER 0 3<tab>Ada`."
_OTHERS = re.compile(r"[REAMN#*]\S*\t")
_ENTITY = re.compile(r"(T\S*)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t(.*))?")


def read_brat(source: TextSource, options: ReaderOptions, side: FileSide, name: str = "") -> Iterator[Record]:
    """Yield the one unit of a file: its entities (`T` lines), in characters of the `.txt` file if that is there.

    Raises `WrongForm`, `RepeatedId`, `InvalidSpan`, `TextDisagrees`, `MissingField`, `TooLarge`, and
    what `TextSource` raises.
    """
    text = _text_beside(source.path, source.encoding)
    read = CharacterSpans(text, options)
    spans = []
    ids: set[str] = set()
    for block in source.blocks():
        for number, line in enumerate(block.lines(), block.line):
            place = f"{source.name}:{number}"
            if not line.strip() or _OTHERS.match(line):
                continue
            found = _ENTITY.fullmatch(line)
            if found is None:
                raise WrongForm(f"the line is not an entity as brat writes it: {line[:60]!r}", place=place, hint=_FORM)
            if found[1] in ids:
                raise RepeatedId(
                    f"an earlier entity of this file has the id {found[1]}, too",
                    place=place,
                    hint="Give each entity its own id: T1, T2, ...",
                )
            ids.add(found[1])
            pieces = [
                (whole_number(start, place), whole_number(end, place))
                for start, end in map(str.split, found[3].split(";"))
            ]
            if len(pieces) > 1:
                spans.append(read.pieced(found[2], pieces, place, found[4], lines=True))
            else:
                spans.append(read.span(found[2], *pieces[0], place, found[4]))
    sides = one_side(tuple(spans), side)
    yield Record(*sides, file=source.name, id=name, text=text or "", offsets=Offsets.CHARACTERS)


def _text_beside(path: Path, encoding: str) -> str | None:
    """Return the text to which an `.ann` file belongs, `None` where it is not there. Raises `WrongEncoding`.

    Offsets count the characters of the file as it is, so a line that ends in CR LF has both.
    """
    text = path.with_suffix(".txt")
    if path.suffix != ".ann" or not text.is_file():
        return None
    content = text.read_bytes()
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeError as error:
        hint = (
            f"Convert the text to UTF-8. Or name the encoding of {shown(text)} and {shown(path)}, which has to be the "
            "same: --encoding latin-1."
        )
        raise WrongEncoding(f"the text is not {encoding}: {error!s:.80}", place=shown(text), hint=hint) from None


def is_brat_folder(path: Path) -> bool:
    """Whether a folder holds `.ann` files, at any depth."""
    return bool(_files(path, "*.ann"))


def _files(path: Path, pattern: str) -> list[Path]:
    """Return the files of a folder, at any depth; hidden ones, as macOS writes `._a.ann`, are no data."""
    found = sorted(path.rglob(pattern))
    return [file for file in found if not any(part.startswith(".") for part in file.relative_to(path).parts)]


def read_brat_folder(
    path: Path, options: ReaderOptions, side: FileSide, progress: BytesProgress | None = None
) -> Iterator[Record]:
    """Yield a unit for each `.ann` file of a folder, named by its path there, in the order of the names.

    A text without an `.ann` file is refused, for it is not known whether it was annotated. Raises `MissingFile` and
    what `read_brat` raises.
    """
    found = {str(file.relative_to(path).with_suffix("")): file for file in _files(path, "*.ann")}
    for text in _files(path, "*.txt"):
        if str(text.relative_to(path).with_suffix("")) not in found:
            hint = (
                "If the text has no entities, make an empty .ann file with its name. If nobody annotated it, remove it."
            )
            raise MissingFile("this text has no .ann file with its entities", place=shown(text), hint=hint)
    for name in sorted(found):
        with TextSource(found[name], options.encoding, progress=progress) as source:
            yield from read_brat(source, options, side, name)

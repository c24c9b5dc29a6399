"""Records: units as they were read, with the place each came from."""

from dataclasses import dataclass
from enum import StrEnum

from nerconform.reference.spans import Span

Annotation = tuple[str, ...] | tuple[Span, ...]
"""Tags, one per token, or spans in the order of the file; ends exclusive. Empty, it is either."""


class Offsets(StrEnum):
    """What spans count."""

    TOKENS = "tokens"
    """Tokens; the first is 0."""
    CHARACTERS = "characters"
    """Characters of `text`, as Unicode code points; the first is 0."""


class FileSide(StrEnum):
    """Which annotation of a file is wanted."""

    BOTH = "both"
    """Gold, and the prediction if the file has one: it was given alone."""
    GOLD = "gold"
    """Gold alone: the prediction is in another file."""
    PRED = "pred"
    """The prediction alone: gold is in another file."""


@dataclass(frozen=True, slots=True)
class Record:
    """One unit as it was read; `gold` or `pred` is `None` where the file has one annotation alone."""

    gold: Annotation | None
    pred: Annotation | None
    tokens: tuple[str, ...] = ()
    file: str = ""
    """The file as the user named it."""
    line: int = 1
    """The line on which the unit begins, from 1."""
    lines: tuple[int, ...] = ()
    """The line of each tag, where tags have lines of their own."""
    id: str = ""
    starts_document: bool = False
    """Whether a document begins here, where the file marks documents."""
    pred_file: str = ""
    """The file of the prediction, if it is another one; then its lines follow."""
    pred_lines: tuple[int, ...] = ()
    pred_line: int = 0
    document: str = ""
    """The name of the document; where documents are marked but not named, their number, from 1."""
    text: str = ""
    offsets: Offsets = Offsets.TOKENS

    def place(self, position: int | None = None) -> str:
        """Return `file:line` of the unit, or of the tag at a position."""
        return _place(self.file, self.line, self.lines, position)

    def pred_place(self, position: int | None = None) -> str:
        """Return `file:line` of the prediction, or of its tag at a position."""
        if not self.pred_file:
            return self.place(position)
        return _place(self.pred_file, self.pred_line, self.pred_lines, position)


def _place(file: str, line: int, lines: tuple[int, ...], position: int | None) -> str:
    """Return the line of the tag where it has one, else that of the unit, with the position."""
    if position is None:
        return f"{file}:{line}"
    if position < len(lines):
        return f"{file}:{lines[position]}"
    return f"{file}:{line}, position {position}"


def is_tags(annotation: Annotation | None) -> bool:
    """Whether an annotation is made of tags; an empty one is not."""
    return bool(annotation) and isinstance(annotation[0], str)  # type: ignore[index] # not empty


def is_spans(annotation: Annotation | None) -> bool:
    """Whether an annotation is made of spans; an empty one is not."""
    return bool(annotation) and isinstance(annotation[0], Span)  # type: ignore[index] # not empty

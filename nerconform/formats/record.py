"""Records: units as they were read, with the place each came from."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from nerconform.base.plain_text import counted
from nerconform.formats.file_errors import MixedForms, RepeatedId
from nerconform.reference.mentions import Mention
from nerconform.reference.refusals import InvalidSpan, LengthsDiffer
from nerconform.reference.spans import Span

Annotation = tuple[str, ...] | tuple[Span, ...] | tuple[Mention, ...] | tuple[tuple[str, ...], ...]
"""Tags, one per token, or spans or mentions in the order of the file; ends exclusive. Empty, it is any of them.

Tags of several layers are one tuple of tags for each layer (INP-6).
"""


class Offsets(StrEnum):
    """What spans count."""

    TOKENS = "tokens"
    """Tokens; the first is 0."""
    CHARACTERS = "characters"
    """Characters of `text`, as Unicode code points; the first is 0."""


_SAME_TOKENS = (
    "Write one tag for each token, in gold and in pred. "
    "Look for a sentence that was truncated, or tokenised in another way."
)


class FileSide(StrEnum):
    """Which annotation of a file is wanted."""

    BOTH = "both"
    """Gold, and the prediction if the file has one: no other file was given."""
    GOLD = "gold"
    """Only gold: the prediction is in another file."""
    PRED = "pred"
    """Only the prediction: gold is in another file."""


@dataclass(frozen=True, slots=True)
class Record:
    """One unit as it was read; `gold` or `pred` is `None` where the file has only one annotation."""

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
    as_entities: tuple[bool, bool] = field(default=(False, False), compare=False)
    """Whether gold and prediction are written as entities: then an empty one says that there is none."""

    def place(self, position: int | None = None) -> str:
        """Return `file:line` of the unit, or of the tag at a position: its own line where it has one."""
        if position is None:
            return f"{self.file}:{self.line}"
        if position < len(self.lines):
            return f"{self.file}:{self.lines[position]}"
        return f"{self.file}:{self.line}, position {position}"

    def pred_place(self) -> str:
        """Return `file:line` of the prediction."""
        return f"{self.pred_file}:{self.pred_line}" if self.pred_file else self.place()


def is_tags(annotation: Annotation | None) -> bool:
    """Whether an annotation is made of tags; an empty one is not."""
    return bool(annotation) and isinstance(annotation[0], str)  # type: ignore[index] # not empty


def layers_of(annotation: Annotation | None) -> tuple[tuple[str, ...], ...]:
    """Return the tags of each layer, nothing where the annotation has no layers."""
    return annotation if annotation and type(annotation[0]) is tuple else ()  # type: ignore[return-value] # no Span


def is_spans(annotation: Annotation | None) -> bool:
    """Whether an annotation is made of spans; an empty one is not."""
    return bool(annotation) and isinstance(annotation[0], Span)  # type: ignore[index] # not empty


def is_mentions(annotation: Annotation | None) -> bool:
    """Whether an annotation is made of entities without offsets; an empty one is not."""
    return bool(annotation) and isinstance(annotation[0], Mention)  # type: ignore[index] # not empty


def with_text(record: Record) -> tuple[object, object]:
    """Return both sides as `evaluate` takes them, gold with the tokens or the text of the unit where they are known."""
    if layers_of(record.gold) or layers_of(record.pred):
        layered = [{"layers": side} if layers_of(side) else side or () for side in (record.gold, record.pred)]
        return layered[0], layered[1]
    gold, pred = record.gold or (), {"entities": record.pred or ()} if record.as_entities[1] else record.pred or ()
    if record.tokens and record.offsets is Offsets.TOKENS:
        return {"tokens": record.tokens, "entities": gold}, pred
    if record.text:
        return {"text": record.text, "entities": gold}, pred
    return {"entities": gold} if record.as_entities[0] else gold, pred


Tags = tuple[str, ...]


class Retagged(NamedTuple):
    """A unit and its new tags, as many on each side, or in each layer, as there were; `None` where the side is."""

    record: Record
    gold: Tags | tuple[Tags, ...] | None
    pred: Tags | tuple[Tags, ...] | None


Retag = Callable[[Record], Retagged]


class Ledger:
    """The ids, documents and forms of a file. It grows with the ids and documents, if there are any, and no further."""

    def __init__(self, file: str) -> None:
        """Begin with nothing."""
        self.file = file
        self._ids: dict[str, int] = {}
        self._documents: dict[str, int] = {}
        self._document = ""
        self._forms: dict[str, tuple[str, int]] = {}

    def enter(self, line: int, name: str, document: str) -> bool:
        """Note a unit, and return whether it begins a document. Raises `RepeatedId`."""
        if name and name in self._ids:
            message = f"two sentences have the id {name[:60]!r}: this one, and the one on line {self._ids[name]}"
            hint = "Give each sentence its own id, or remove the ids. Look for a sentence that was written twice."
            raise RepeatedId(message, place=f"{self.file}:{line}", hint=hint)
        self._ids[name] = line
        if document == self._document:
            return False
        self._document = document
        if document and document in self._documents:
            message = (
                f"the document {document[:60]!r}, which began on line {self._documents[document]}, goes on after "
                "another document"
            )
            hint = "Put its sentences one after the other. If these are two documents, give them different names."
            raise RepeatedId(message, place=f"{self.file}:{line}", hint=hint)
        self._documents[document] = line
        return True

    def has_entities(self, side: str) -> bool:
        """Whether a unit before this one has spans or mentions on this side."""
        return side in self._forms and self._forms[side][0] != "tags"

    def form(self, record: Record) -> None:
        """Refuse a side that changes from tags to spans, or from tokens to characters. Raises `MixedForms`."""
        for side, annotation in (("gold", record.gold), ("pred", record.pred)):
            if is_tags(annotation) or layers_of(annotation):
                form = "tags"
            elif is_spans(annotation):
                form = f"spans in {record.offsets}"
            elif is_mentions(annotation):
                form = "entities without offsets"
            else:
                continue
            known, line = self._forms.setdefault(side, (form, record.line))
            if form != known:
                message = f"{side} has {form} in this sentence, and {known} in the sentence on line {line}"
                hint = (
                    "Write every sentence as tags, or every one as spans in tokens, or every one as spans in "
                    "characters."
                )
                raise MixedForms(message, place=record.place(), hint=hint)
        sides = {is_tags(record.gold): "gold", is_tags(record.pred): "pred"}
        if True in sides and record.offsets is Offsets.CHARACTERS and (is_spans(record.gold) or is_spans(record.pred)):
            hint = (
                f"In the {'file' if record.pred_file else 'field'} of {sides[False]} write start and end as numbers of "
                'tokens, the end exclusive, and add "offsets": "tokens" to the object.'
            )
            raise MixedForms(
                f"{sides[True]} has tags, one for each token, and {sides[False]} has spans that count characters",
                place=record.place(),
                hint=hint,
            )


def check_sides(record: Record) -> None:
    """Refuse sides that cannot be about the same tokens, where tags say how many there are.

    Raises `LengthsDiffer` or `InvalidSpan`, with the place in both files.
    """
    gold, pred = (layers_of(side)[0] if layers_of(side) else side or () for side in (record.gold, record.pred))
    other = record.pred_place()
    if is_tags(gold) and is_tags(pred) and len(gold) != len(pred):
        where = f", {other}" if record.pred_file else ""
        message = f"gold has {counted(len(gold), 'tag')}, and the prediction has {len(pred)}{where}"
        raise LengthsDiffer(message, place=record.place(), hint=_SAME_TOKENS)
    lengths = [len(side) for side in (gold, pred) if is_tags(side)]
    if record.tokens and record.offsets is Offsets.TOKENS:
        lengths.insert(0, len(record.tokens))
    for name, side, place in (("gold", gold, record.place()), ("the prediction", pred, other)) if lengths else ():
        if is_tags(side) and len(side) != lengths[0]:
            message = f"{name} has {counted(len(side), 'tag')}, and the sentence has {counted(lengths[0], 'token')}"
            raise LengthsDiffer(message, place=place, hint=_SAME_TOKENS)
        for span in side:
            if isinstance(span, Span) and span.end > lengths[0]:
                length = counted(lengths[0], "token")
                message = f"the span {tuple(span)!r:.80} ends after the end of the sentence, which has {length}"
                hint = f"Count tokens, not characters. The end is exclusive, so it is at most {lengths[0]}."
                raise InvalidSpan(message, place=place, hint=hint)

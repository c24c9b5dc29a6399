"""Ledgers: what must hold over a whole file, and is remembered while it streams by."""

from nerconform.formats.file_errors import MixedForms, RepeatedId
from nerconform.formats.record import Offsets, Record, is_spans, is_tags
from nerconform.reference.refusals import InvalidSpan, LengthsDiffer
from nerconform.reference.spans import Span


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
            message = f"the id {name[:60]!r} was that of line {self._ids[name]}"
            hint = "Give each unit an id of its own, or none; look for a unit that was written twice."
            raise RepeatedId(message, place=f"{self.file}:{line}", hint=hint)
        self._ids[name] = line
        if document == self._document:
            return False
        self._document = document
        if document and document in self._documents:
            message = (
                f"the document {document[:60]!r} began on line {self._documents[document]} and ended before this line"
            )
            hint = "Put the units of a document together, or give the two documents different names."
            raise RepeatedId(message, place=f"{self.file}:{line}", hint=hint)
        self._documents[document] = line
        return True

    def form(self, record: Record) -> None:
        """Refuse a side that changes from tags to spans, or from tokens to characters. Raises `MixedForms`."""
        for side, annotation in (("gold", record.gold), ("pred", record.pred)):
            if is_tags(annotation):
                form = "tags"
            elif is_spans(annotation):
                form = f"spans in {record.offsets}"
            else:
                continue
            known, line = self._forms.setdefault(side, (form, record.line))
            if form != known:
                message = f"{side} is {form}, and on line {line} it is {known}"
                hint = "Write every unit of a file in one form."
                raise MixedForms(message, place=record.place(), hint=hint)
        sides = {is_tags(record.gold): "gold", is_tags(record.pred): "pred"}
        if True in sides and record.offsets is Offsets.CHARACTERS and (is_spans(record.gold) or is_spans(record.pred)):
            hint = "Tags count tokens: write the spans in tokens, too."
            raise MixedForms(
                f"{sides[True]} is tags, the other side is spans in characters", place=record.place(), hint=hint
            )


def check_sides(record: Record) -> None:
    """Refuse sides that cannot be about the same tokens, where tags say how many there are.

    Raises `LengthsDiffer` or `InvalidSpan`, with the place in both files.
    """
    gold, pred, other = record.gold or (), record.pred or (), record.pred_place()
    if is_tags(gold) and is_tags(pred) and len(gold) != len(pred):
        where = f", {other}" if record.pred_file else ""
        message = f"gold has {len(gold)} tags, the prediction{where} has {len(pred)}"
        raise LengthsDiffer(message, place=record.place(), hint="Both sides tag the same tokens; look for truncation.")
    lengths = [len(side) for side in (gold, pred) if is_tags(side)]
    if record.tokens and record.offsets is Offsets.TOKENS:
        lengths.insert(0, len(record.tokens))
    for side, place in ((gold, record.place()), (pred, other)) if lengths else ():
        if is_tags(side) and len(side) != lengths[0]:
            message = f"{len(side)} tags for the {lengths[0]} tokens that the other side shows"
            raise LengthsDiffer(message, place=place, hint="Both sides tag the same tokens; look for truncation.")
        for span in side:
            if isinstance(span, Span) and span.end > lengths[0]:
                message = f"the span {tuple(span)!r:.80} ends beyond the {lengths[0]} tokens that the other side shows"
                raise InvalidSpan(message, place=place, hint="Ends are exclusive and count tokens, not characters.")

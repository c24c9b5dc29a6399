"""Characters: what the offsets of a span in a text mean, as code points, units of UTF-16 or bytes of UTF-8."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate

from nerconform.base.plain_text import short
from nerconform.formats.file_errors import MissingField, TextDisagrees
from nerconform.formats.json_values import span
from nerconform.formats.reader_options import CharacterUnit, ReaderOptions
from nerconform.reference.refusals import InvalidSpan
from nerconform.reference.spans import Span, span_of_pieces

_SIZE: dict[CharacterUnit, Callable[[str], int]] = {
    CharacterUnit.UTF16: lambda character: 1 + (character > "\uffff"),
    CharacterUnit.BYTES: lambda character: len(character.encode()),
}
_MAX_SHOWN = 40


class CharacterSpans:
    """The spans of one text, whose offsets become code points; `text` is `None` where the file has none."""

    def __init__(
        self, text: str | None, options: ReaderOptions, usual: CharacterUnit = CharacterUnit.CODE_POINTS
    ) -> None:
        """Take the text, and what its offsets count: what the options say, or what is usual in the format."""
        self.text = text
        self.unit = usual if options.offsets == "auto" else CharacterUnit(options.offsets)
        self.said = options.offsets != "auto"

    def span(self, kind: object, start: object, end: object, place: str, said: object = None) -> Span:
        """Return a span in code points; `said` is its text, where the file says it.

        Raises `InvalidSpan` for a span that is none or lies outside the text, `TextDisagrees` where its text is not
        what the file says, and `MissingField` where offsets cannot be converted without a text.
        """
        found = span(kind, start, end, place, None)
        if self.text is None:
            if self.unit is not CharacterUnit.CODE_POINTS and self.said:
                message = f"--offsets {self.unit} is given, and the sentence has no text in which to count"
                raise MissingField(
                    message,
                    place=place,
                    hint=(
                        "Add the text of each sentence to the file. Or remove --offsets, if the offsets "
                        "count characters."
                    ),
                )
            return found
        bounds = self.bounds(found, self.unit)
        if bounds is None:
            raise self._outside(found, place)
        found = Span(found.type, *bounds)
        if isinstance(said, str) and _plain(said) != _plain(self.text[found.start : found.end]):
            raise self._disagrees(Span(found.type, start, end), bounds, said, place)  # type: ignore[arg-type] # integers
        return found

    def pieced(
        self,
        kind: object,
        pieces: Sequence[tuple[object, object]],
        place: str,
        said: object = None,
        *,
        lines: bool = False,
    ) -> Span:
        """Return a span of several pieces in code points (MAT-13); `said` is their texts with blanks between.

        With `lines`, a gap of nothing but white space with a line end is not a gap. Raises as `span`.
        """
        found = [self.span(kind, start, end, place) for start, end in pieces]
        texts = [] if self.text is None else [self.text[one.start : one.end] for one in found]
        if isinstance(said, str) and self.text is not None and _plain(said) != _plain(" ".join(texts)):
            hull = found[0]._replace(end=found[-1].end)
            raise self._disagrees(hull, (hull.start, hull.end), said, place)
        bounds = sorted((one.start, one.end) for one in found)
        for at in range(len(bounds) - 1, 0, -1) if lines and self.text is not None else ():
            gap = self.text[bounds[at - 1][1] : bounds[at][0]]  # type: ignore[index] # not None, as was just seen
            if "\n" in gap and not gap.strip():
                bounds[at - 1 : at + 1] = [(bounds[at - 1][0], bounds[at][1])]
        try:
            return span_of_pieces(str(kind), bounds)
        except InvalidSpan as error:
            raise error.at(place) from None

    def bounds(self, found: Span, unit: CharacterUnit) -> tuple[int, int] | None:
        """Return start and end in code points, `None` where they are outside the text or inside a character."""
        text = self.text or ""
        if unit is CharacterUnit.CODE_POINTS or text.isascii():
            return (found.start, found.end) if found.end <= len(text) else None
        start, end = (self._positions[unit].get(offset) for offset in (found.start, found.end))
        return None if start is None or end is None else (start, end)

    @cached_property
    def _positions(self) -> dict[CharacterUnit, dict[int, int]]:
        """Return for each unit which offset is before which code point."""
        return {
            unit: {offset: at for at, offset in enumerate(accumulate(map(size, self.text or ""), initial=0))}
            for unit, size in _SIZE.items()
        }

    def _outside(self, found: Span, place: str) -> InvalidSpan:
        """Return the error of a span that lies outside its text."""
        message = f"the span of type {short(found.type)} runs from {short(found.start)} to {short(found.end)}"
        length = len(self.text or "")
        if self.unit is CharacterUnit.CODE_POINTS:
            message = (
                f"the span of type {short(found.type)} ends at {short(found.end)}, and the sentence ends at {length}"
            )
        else:
            message += f" in {self.unit}, which is outside the text or inside a character"
        return InvalidSpan(message, place=place, hint=self._remedy(found, None))

    def _disagrees(self, found: Span, bounds: tuple[int, int], said: str, place: str) -> TextDisagrees:
        """Return the error of a span whose text is another than the file says."""
        there = (self.text or "")[slice(*bounds)]
        message = (
            f"the span of type {short(found.type)} is {there[:_MAX_SHOWN]!r} in the text, "
            f"and the file says {said[:_MAX_SHOWN]!r}"
        )
        return TextDisagrees(message, place=place, hint=self._remedy(found, said))

    def _remedy(self, found: Span, said: str | None) -> str:
        """Return what to do: another unit, if with it the text is what the file says."""
        for unit in CharacterUnit:
            bounds = None if unit is self.unit else self.bounds(found, unit)
            if bounds and (said is None or _plain(said) == _plain((self.text or "")[slice(*bounds)])):
                return f"Offsets are read as {self.unit}. In {unit} this span fits: add --offsets {unit}."
        plain = (self.text or "").replace("\r\n", "\n")
        if said is not None and plain != self.text and _plain(plain[found.start : found.end]) == _plain(said):
            return "Write the text with LF line ends (dos2unix): the offsets count one character for each line end."
        if said is not None:
            return "The text has changed since it was annotated, or it is another one: annotate the same text."
        return "Ends are exclusive; do the offsets count tokens where characters are due, or bytes, or UTF-16 units?"


def _plain(text: str) -> str:
    """Return a text with every run of white space as one blank: tools write line ends in several ways."""
    return " ".join(text.replace("\\n", " ").split())

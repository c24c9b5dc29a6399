"""Errors of files: what cannot be read or written, where it stands, why, and what to do about it.

Faults that the reference already names (an empty tag, a reversed span, sides of different lengths) keep its class and
code; they only gain file and line.
"""

from nerconform.base.errors import NerconformError


class FormatError(NerconformError):
    """A file cannot be read or written as it stands."""


class MissingFile(FormatError):
    """There is no file of this name."""


class NotAFile(FormatError):
    """The name is that of a directory."""


class UnreadableFile(FormatError):
    """The system does not let us read the file."""


class NoUnits(FormatError):
    """A file is empty, or holds nothing but blank lines, comments and marks of documents."""


class WrongEncoding(FormatError):
    """Bytes are not text in the encoding that was said."""


class UnknownEncoding(FormatError):
    """No text encoding has this name."""


class NulCharacter(FormatError):
    """A text holds the character NUL, which is the mark of a binary or damaged file."""


class StrayReturn(FormatError):
    """A carriage return stands inside a line: line ends were converted twice, or by half."""


class LoneSurrogate(FormatError):
    """A text holds half of a surrogate pair, which is no character."""


class UnknownReaderOption(FormatError):
    """An option of a reader has no meaning."""


class RaggedColumns(FormatError):
    """A line has more or fewer columns than the lines before it."""


class MissingColumn(FormatError):
    """A column that was asked for is not in the file."""


class AmbiguousColumns(FormatError):
    """The file does not say which column is gold and which is predicted."""


class NotJson(FormatError):
    """A text is not JSON."""


class NestedTooDeep(FormatError):
    """A JSON value is nested deeper than any annotation is."""


class RepeatedKey(FormatError):
    """A JSON object has one key twice."""


class RepeatedId(FormatError):
    """Two units have one id, or a document is taken up again after another one."""


class WrongForm(FormatError):
    """A JSON value does not have the form of its format."""


class MissingField(FormatError):
    """A unit lacks a field without which it cannot be read."""


class MixedForms(FormatError):
    """Tags and spans, or tokens and characters, are mixed where one of them is due."""


class AmbiguousOffsets(FormatError):
    """Spans could count tokens or characters, and the file does not say which."""


class OffsetsDisagree(FormatError):
    """A span says one thing in tokens and another in characters, or its characters are no whole tokens."""


class RejectedAnswer(FormatError):
    """An annotation was rejected or passed over by its annotator."""


class UnknownLabelId(FormatError):
    """A label id has no name."""


class IgnoredAlone(FormatError):
    """A prediction is -100, 'no label', where gold has a label."""


class BlankInTag(FormatError):
    """A tag begins or ends with a blank, which a separator that is none has left there."""


class FilesPart(FormatError):
    """Gold and prediction are about different text: here is the first place."""


class NoTags(FormatError):
    """A file holds spans, and only tags are written in a scheme."""


class CannotExpress(FormatError):
    """A format has no way to say this."""


class HoldsBothSides(FormatError):
    """A file that was given as gold holds gold and prediction."""


class StackedTags(FormatError):
    """One cell holds the tags of several layers."""


class TextDisagrees(FormatError):
    """The text of a span is another than the file says."""


class NotRead(FormatError):
    """The file is in a format that the kit does not read; the hint says the way out."""


class NeedsPackage(FormatError):
    """The format is read by a package that is not installed."""

"""Errors of files: what cannot be read or written, where it stands, why, and what to do about it.

Faults that the reference already names (an empty tag, a reversed span, sides of different lengths) keep its class and
code; they only gain file and line.
"""

from nerconform.base.errors import NerconformError


class FormatError(NerconformError):
    """A file cannot be read or written as it stands."""

    code = "format-error"


class MissingFile(FormatError):
    """There is no file of this name."""

    code = "missing-file"


class NotAFile(FormatError):
    """The name is that of a directory."""

    code = "not-a-file"


class UnreadableFile(FormatError):
    """The system does not let us read the file."""

    code = "unreadable-file"


class NoUnits(FormatError):
    """A file is empty, or holds nothing but blank lines, comments and marks of documents."""

    code = "no-units"


class WrongEncoding(FormatError):
    """Bytes are not text in the encoding that was said."""

    code = "wrong-encoding"


class UnknownEncoding(FormatError):
    """No text encoding has this name."""

    code = "unknown-encoding"


class NulCharacter(FormatError):
    """A text holds the character NUL, which is the mark of a binary or damaged file."""

    code = "nul-character"


class StrayReturn(FormatError):
    """A carriage return stands inside a line: line ends were converted twice, or by half."""

    code = "stray-return"


class LoneSurrogate(FormatError):
    """A text holds half of a surrogate pair, which is no character."""

    code = "lone-surrogate"


class UnknownFormat(FormatError):
    """No format has this name, or none fits the file."""

    code = "unknown-format"


class UnknownReaderOption(FormatError):
    """An option of a reader has no meaning."""

    code = "unknown-reader-option"


class RaggedColumns(FormatError):
    """A line has more or fewer columns than the lines before it."""

    code = "ragged-columns"


class MissingColumn(FormatError):
    """A column that was asked for is not in the file."""

    code = "missing-column"


class AmbiguousColumns(FormatError):
    """The file does not say which column is gold and which is predicted."""

    code = "ambiguous-columns"


class NotJson(FormatError):
    """A text is not JSON."""

    code = "not-json"


class NestedTooDeep(FormatError):
    """A JSON value is nested deeper than any annotation is."""

    code = "nested-too-deep"


class RepeatedKey(FormatError):
    """A JSON object has one key twice."""

    code = "repeated-key"


class RepeatedId(FormatError):
    """Two units have one id, or a document is taken up again after another one."""

    code = "repeated-id"


class WrongForm(FormatError):
    """A JSON value does not have the form of its format."""

    code = "wrong-form"


class MissingField(FormatError):
    """A unit lacks a field without which it cannot be read."""

    code = "missing-field"


class MixedForms(FormatError):
    """Tags and spans, or tokens and characters, are mixed where one of them is due."""

    code = "mixed-forms"


class AmbiguousOffsets(FormatError):
    """Spans could count tokens or characters, and the file does not say which."""

    code = "ambiguous-offsets"


class OffsetsDisagree(FormatError):
    """A span says one thing in tokens and another in characters, or its characters are no whole tokens."""

    code = "offsets-disagree"


class RejectedAnswer(FormatError):
    """An annotation was rejected or passed over by its annotator."""

    code = "rejected-answer"


class UnknownLabelId(FormatError):
    """A label id has no name."""

    code = "unknown-label-id"


class IgnoredAlone(FormatError):
    """A prediction is -100, 'no label', where gold has a label."""

    code = "ignored-alone"


class BlankInTag(FormatError):
    """A tag begins or ends with a blank, which a separator that is none has left there."""

    code = "blank-in-tag"


class FilesPart(FormatError):
    """Gold and prediction are about different text: here is the first place."""

    code = "files-part"


class NoTags(FormatError):
    """A file holds spans, and only tags are written in a scheme."""

    code = "no-tags"


class CannotExpress(FormatError):
    """A format has no way to say this."""

    code = "cannot-express"

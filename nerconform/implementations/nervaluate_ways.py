"""The ways of handing data to nervaluate that are asked by their names alone, as `nervaluate:conll`."""

from enum import StrEnum
from typing import cast

from packaging.version import Version

from nerconform.implementations.question import Form, Question, TagUnits
from nerconform.implementations.sides import can_be_written


class Way(StrEnum):
    """How the data reach it, and what is asked."""

    PLAIN = ""
    """Lists of tags or of spans, their loader named, evaluated once."""
    AUTO = "auto"
    """The same without the name of the loader, which is told by the first item."""
    AGAIN = "again"
    """Spans, and the second of two evaluations by one `Evaluator`."""
    TAGS_AGAIN = "again:tags"
    """The same of tags."""
    ENDS = "ends"
    """Spans whose ends are exclusive, as Prodigy, spaCy and offsets into a text have them."""
    CONLL = "conll"
    """The text of a file: token, tab, tag."""
    COLUMNS = "conll:columns"
    """The text of a file of three columns with tabs between them, of which the tag is the last, as in CoNLL-2003."""
    BLANKS = "conll:blanks"
    """The text of a file with blanks between its two columns, as all files of CoNLL have them."""
    RETURNS = "conll:returns"
    """The text of a file whose lines end in a carriage return and a line feed, as those of Windows do."""


_TEXTS = {Way.CONLL: "w\t{}", Way.COLUMNS: "w\tNN\t{}", Way.BLANKS: "w {}", Way.RETURNS: "w\t{}"}
"""The lines of a file, by the way: every token is the same word."""


AGAIN = frozenset({Way.AGAIN, Way.TAGS_AGAIN})
"""The ways in which one `Evaluator` evaluates twice."""


def loader_of(way: Way) -> str:
    """Return the loader for tags."""
    return "conll" if way in _TEXTS else "list"


def unfit(way: Way, question: Question, release: Version) -> str | None:
    """Return why a question cannot be asked in this way by this release, `None` where it can."""
    if way in _TEXTS and not (question.form is Form.TAGS and can_be_written(question)):
        return "the text of a file holds tags that are words"
    if way in _TEXTS and release < Version("0.1.6"):
        return f"nervaluate {release} has no loaders"
    if way in {Way.AGAIN, Way.ENDS} and question.form is not Form.SPANS:
        return "spans are asked so"
    if way is Way.TAGS_AGAIN and question.form is not Form.TAGS:
        return "tags are asked so"
    return None


def text_of(side: object, way: Way) -> str:
    """Return units of tags as the text of a file, an empty line between two units."""
    line, end = _TEXTS[way], "\r\n" if way is Way.RETURNS else "\n"
    return (end * 2).join(end.join(map(line.format, unit)) for unit in cast("TagUnits", side))

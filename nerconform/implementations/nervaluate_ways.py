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
    CONLL = "conll"
    """The text of a file: token, tab, tag."""
    COLUMNS = "conll:columns"
    """The text of a file of three columns with tabs between them, of which the tag is the last, as in CoNLL-2003."""
    BLANKS = "conll:blanks"
    """The text of a file with blanks between its two columns, as all files of CoNLL have them."""


_TEXTS = {Way.CONLL: "w\t{}", Way.COLUMNS: "w\tNN\t{}", Way.BLANKS: "w {}"}
"""The lines of a file, by the way: every token is the same word."""


def loader_of(way: Way) -> str:
    """Return the loader for tags."""
    return "conll" if way in _TEXTS else "list"


def unfit(way: Way, question: Question, release: Version) -> str | None:
    """Return why a question cannot be asked in this way by this release, `None` where it can."""
    if way in _TEXTS and not (question.form is Form.TAGS and can_be_written(question)):
        return "the text of a file holds tags that are words"
    if way in _TEXTS and release < Version("0.1.6"):
        return f"nervaluate {release} has no loaders"
    if way is Way.AUTO and release.major == 0:
        return f"nervaluate {release} takes spans where no loader is named, and guesses nothing"
    if way is Way.AGAIN and question.form is not Form.SPANS:
        return "0.x loads again what it has loaded, so that only spans can be evaluated twice"
    return None


def text_of(side: object, way: Way) -> str:
    """Return units of tags as the text of a file, an empty line between two units."""
    line = _TEXTS[way]
    return "\n\n".join("\n".join(map(line.format, unit)) for unit in cast("TagUnits", side))

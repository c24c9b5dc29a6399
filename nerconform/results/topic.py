"""Topics: what `explain` says of clauses, golden cases, defects and signatures, and what the site shows of them."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from nerconform.results.constraints import require_length
from nerconform.results.releases_result import Releases
from nerconform.results.run import Run
from nerconform.results.values import ClauseRecord, ResultRecord


class TopicTable(ResultRecord, frozen=True):
    """Rows of text under a title."""

    title: str
    columns: Annotated[tuple[str, ...], Meta(min_length=1)]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Refuse a row that has not one cell for each column."""
        for row in self.rows:
            require_length("rows", row, "columns", self.columns)


class Topic(ResultRecord, frozen=True):
    """What there is to say of one thing: `words` are prose, that of a clause in Markdown; `facts` are short."""

    kind: str
    name: str
    title: str
    words: str = ""
    facts: Mapping[str, str] = {}
    tables: tuple[TopicTable, ...] = ()


class Topics(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-explanation-2"):
    """What `explain` says: one topic, or several where one name stands for several things."""

    tool: str
    spec: str
    topics: tuple[Topic, ...]


class TrophyRecord(ResultRecord, frozen=True):
    """A defect that contradicts a library's own documentation: the smallest call, and what the documentation says."""

    id: str
    library: str
    versions: str
    title: str
    words: str
    effect: str
    clause: str
    call: str
    gives: str
    says: str
    where: str
    searched: tuple[str, ...] = ()
    searched_on: str = ""
    cases: tuple[str, ...] = ()


class PrintedValue(ResultRecord, frozen=True):
    """A measure, the value that a document prints, and the one that the document's own definition gives."""

    measure: str
    printed: str
    defined: str


class CaseWords(ResultRecord, frozen=True):
    """A golden case in words: its input and expectations as tables, and of an erratum the values that are printed."""

    id: str
    kind: str
    why: str
    clauses: tuple[str, ...]
    scheme: str
    source: str
    place: str
    note: str = ""
    choices: Mapping[str, str] = {}
    tables: tuple[TopicTable, ...] = ()
    printed: tuple[PrintedValue, ...] = ()


class CaseFile(ResultRecord, frozen=True):
    """One file of golden cases, its prose, and its cases."""

    file: str
    prose: str
    cases: tuple[CaseWords, ...]


class Site(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-site-2"):
    """Everything that the committed reports show."""

    run: Run
    releases: Releases | None = None
    clauses: tuple[ClauseRecord, ...] = ()
    trophies: tuple[TrophyRecord, ...] = ()
    case_files: tuple[CaseFile, ...] = ()

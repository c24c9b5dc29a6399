"""Site: what the committed reports show beside a run and releases: golden cases, errata and trophies, in words."""

from collections.abc import Mapping

from nerconform.results.releases_result import Releases
from nerconform.results.run import Run
from nerconform.results.topic import TopicTable
from nerconform.results.values import ClauseRecord, ResultRecord


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

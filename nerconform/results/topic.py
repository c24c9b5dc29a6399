"""Topic: what `explain` says of one clause, golden case, cause, quirk, signature or implementation."""

from collections.abc import Mapping

from nerconform.results.values import ResultRecord


class TopicTable(ResultRecord, frozen=True):
    """Rows of text under a title."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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

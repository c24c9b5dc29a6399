"""Strategies: Hypothesis strategies of tags, spans and corpora, for the search and for other projects' tests.

    from hypothesis import given
    from nerconform.suite import strategies as ner

    @given(ner.corpora("BIOES"))
    def test_my_metric(corpus): ...

`docs/strategies.md` shows how to use them. Hypothesis is an extra: `pip install 'nerconform[search]'`.
"""

try:
    import hypothesis  # noqa: F401 - asked for here, so that the remedy is named once
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    _MESSAGE = "nerconform.suite.strategies draws with Hypothesis; pip install 'nerconform[search]'"
    raise ModuleNotFoundError(_MESSAGE, name="hypothesis") from None

from nerconform.suite.strategies.corpora import (
    SpanCorpus,
    TagCorpus,
    any_tags,
    corpora,
    illegal_tags,
    legal_tags,
    malformed_tags,
    relate,
    span_corpora,
    span_sets,
)
from nerconform.suite.strategies.plans import Shape, Tagging
from nerconform.suite.strategies.tapes import LARGE, LONG, MANY, SMALL, Size
from nerconform.suite.strategies.writing import types

__all__ = [
    "LARGE",
    "LONG",
    "MANY",
    "SMALL",
    "Shape",
    "Size",
    "SpanCorpus",
    "TagCorpus",
    "Tagging",
    "any_tags",
    "corpora",
    "illegal_tags",
    "legal_tags",
    "malformed_tags",
    "relate",
    "span_corpora",
    "span_sets",
    "types",
]

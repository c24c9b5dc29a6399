"""Steps: the path from tags to numbers, and which axes belong to each of its six steps (DIA-1)."""

from collections.abc import Mapping
from types import MappingProxyType

STEPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "parse": ("scheme", "affix", "delimiter", "bare", "outside"),
        "decode": ("policy", "unknown", "gold"),
        "filter": ("labels",),
        "match": ("item", "duplicates", "align", "scope", "overlap"),
        "count": ("attribution", "types", "pool", "empty-doc"),
        "score": ("partial", "zero", "empty", "macro-f", "labels-avg", "round"),
    }
)
"""The six steps of a dialect in order, and the axes that belong to each."""

CLAUSES: Mapping[str, str] = MappingProxyType(
    {
        "scheme": "SCH-1",
        "affix": "TAG-3",
        "delimiter": "TAG-2",
        "bare": "TAG-5",
        "outside": "TAG-4",
        "policy": "DEC-4",
        "unknown": "TAG-6",
        "gold": "DEC-8",
        "labels": "FIL-1",
        "item": "MAT-12",
        "duplicates": "MAT-9",
        "align": "MAT-6",
        "scope": "MAT-8",
        "overlap": "MAT-11",
        "attribution": "CNT-3",
        "types": "CNT-4",
        "pool": "CNT-5",
        "empty-doc": "CNT-6",
        "partial": "SCO-2",
        "zero": "SCO-4",
        "empty": "SCO-9",
        "macro-f": "SCO-6",
        "labels-avg": "SCO-8",
        "round": "SCO-10",
    }
)
"""The clause that says what the options of each axis mean, or the first of several."""

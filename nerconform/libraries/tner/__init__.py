"""tner: the metrics of its module util. Its requirements cannot be built on a Python of today, so nobody can ask it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import of_tally
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme

LIBRARY = Library(package=__name__, name="tner")
_FIRST = "B-"


def _ending_in(rows: Mapping[str, Mapping[Schema, Counts]], kind: str) -> dict[Schema, Counts]:
    """Return the counts of all types whose names end in this one."""
    found = [row for name, row in rows.items() if name.endswith(kind)]
    schemas = {schema for row in rows.values() for schema in row}
    return {schema: sum((row[schema] for row in found), Counts()) for schema in schemas}


def _with_longer_types(tally: Tally) -> Tally:
    return replace(tally, by_type={kind: _ending_in(tally.by_type, kind) for kind in tally.by_type})


def _without_first(tally: Tally) -> Tally:
    """Give types that hold `B-` a row of another name, without it, which counts nothing."""
    rows = {kind: row for kind, row in tally.by_type.items() if _FIRST not in kind}
    stripped = {kind.replace(_FIRST, "") for kind in tally.by_type if _FIRST in kind}
    return replace(tally, by_type={**{kind: _ending_in(tally.by_type, kind) for kind in stripped}, **rows})


def _types(given: Given) -> set[str]:
    return {tag[2:] for tag in given.tags()}


def _has_longer_types(given: Given) -> bool:
    """Whether the name of a type ends in the name of another."""
    kinds = _types(given)
    return any(one != other and one.endswith(other) for one in kinds for other in kinds)


def _has_inner(given: Given) -> bool:
    """Whether the name of a type holds `B-`."""
    return any(_FIRST in kind for kind in _types(given))


_quirk = partial(Quirk, base={"policy": "lenient", "align": "none"}, schemes=(Scheme.IOB2,))
QUIRKS = (
    _quirk("tner.row-of-a-type-counts-longer-names", Step.COUNT, _has_longer_types, of_tally(_with_longer_types)),
    _quirk("tner.type-with-b-has-no-row", Step.COUNT, _has_inner, of_tally(_without_first)),
)

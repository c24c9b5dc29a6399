"""Axes: which options are looked for, stage by stage."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from nerconform.products.identify.hypotheses import Hypothesis, View, Views
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import AVERAGES
from nerconform.reference.options import (
    Align,
    Attribution,
    Bare,
    Duplicates,
    Empty,
    EmptyDoc,
    Gold,
    Item,
    LabelRule,
    MacroF,
    Outside,
    Pool,
    Scope,
    Undefined,
    Unknown,
)
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme, letter_of, roles_of
from nerconform.reference.values import Labels, Overlap, Zero, parse_credit

OUTSIDER = "OTHER"
"""A type that no list of types holds: it shows whether all types take part, or all that were named."""
RATIOS = ("f1", "precision", "recall")
_OVERLAPS = tuple(map(Overlap.parse, ("any", "gold:1%", "gold:50%", "union:50%")))
_CREDITS = tuple(map(parse_credit, ("1/2", "0", "1")))
_ZEROS = tuple(Zero(*pair) for pair in product(Undefined, Undefined))
_PER_SCHEMA = (Align.INPUT_BEST, Align.BEST)


def first_stage(scheme: Scheme, types: Sequence[str], views: Sequence[View | Views]) -> list[Hypothesis]:
    """Return every filter, list of averaged labels, average, pool, item and macro F; spans without alignment."""
    base = Dialect(scheme=scheme, align=Align.NONE).set(policy="lenient")
    rules, named = first_labels(types)[:2], first_labels(types)[2:]
    tags = [f"{letter_of(scheme, role)}-{kind}" for role in roles_of(scheme).values() for kind in (*types, OUTSIDER)]
    dialects: list[Dialect] = []
    for pool, macro_f in product((Pool.CORPUS, Pool.MEAN), MacroF):
        made = replace(base, pool=pool, macro_f=macro_f)
        dialects += [replace(made, labels=labels, labels_avg=rule) for labels in (*rules, *named) for rule in rules]
        dialects += [replace(made, labels_avg=labels) for labels in named]
        token = replace(made, item=Item.TOKEN)  # alignment shows at once: no token touches nothing
        tokens = [
            replace(token, labels=labels, align=align)
            for labels, align in product((rules[0], Labels.of(tags)), (Align.NONE, Align.PHASED))
        ]
        dialects += [replace(token, zero=zero) for token in tokens for zero in _ZEROS]  # a tag may miss on one side
    return distinct(Hypothesis(dialect, view) for dialect in dialects for view in views)


def first_labels(types: Sequence[str]) -> list[Labels]:
    """Return both rules, and every list of some of the types."""
    named = [Labels.of(some) for size in range(1, len(types) + 1) for some in combinations(types, size)]
    return [Labels(LabelRule.UNION), Labels(LabelRule.GOLD), *named]


def views_of(keys: Sequence[str], schemas: Iterable[Schema]) -> list[View | Views]:
    """Return what numbers of these names may be; a single number may be any ratio."""
    if any("." in key for key in keys):
        return [Views.of(keys)]
    ratios = RATIOS if tuple(keys) == ("f1",) else (None,)
    return [View(*parts) for parts in product(schemas, AVERAGES, ratios)]


def matching(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return these hypotheses with every alignment, threshold, attribution, credit and schema."""
    made = []
    for each in found:
        for dialect in _aligned(each.dialect):
            schemas = (Schema.STRICT,) if dialect.align is Align.NONE else tuple(Schema)
            views = (
                [each.view]
                if isinstance(each.view, Views)
                else [each.view._replace(schema=schema) for schema in schemas]
            )
            made += [Hypothesis(dialect, view) for view in views]
    return distinct(made)


def _aligned(dialect: Dialect) -> Iterator[Dialect]:
    yield dialect
    overlaps = _OVERLAPS if dialect.item is Item.SPAN else _OVERLAPS[:1]
    readings: list[tuple[Align, Scope]] = [
        (align, Scope.SHARED) for align in Align if align not in {Align.NONE, Align.INPUT_BEST}
    ]
    readings += [(align, Scope.SCHEMA) for align in _PER_SCHEMA]
    for (align, scope), overlap, attribution, partial in product(readings, overlaps, Attribution, _CREDITS):
        yield replace(dialect, align=align, scope=scope, overlap=overlap, attribution=attribution, partial=partial)


def emptiness(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return these hypotheses with everything that can stand for an undefined ratio or mean.

    Whose types are averaged, both sides' or the gold's, shows only here: where a ratio is 0, they may come to the same.
    """
    made = []
    for each in found:
        pools = tuple(EmptyDoc) if each.dialect.pool is Pool.MEAN else (EmptyDoc.OMIT,)
        own = each.dialect.labels_avg
        averaged = (own,) if own.rule is LabelRule.GIVEN else (Labels(LabelRule.UNION), Labels(LabelRule.GOLD))
        for zero, empty, empty_doc, labels_avg in product(_ZEROS, Empty, pools, averaged):
            dialect = replace(each.dialect, zero=zero, empty=empty, empty_doc=empty_doc, labels_avg=labels_avg)
            made.append(Hypothesis(dialect, each.view))
    return distinct(made)


def varied(found: Iterable[Hypothesis], **options: Iterable[Any]) -> list[Hypothesis]:
    """Return these hypotheses with every combination of these options."""
    combinations_of = [dict(zip(options, values, strict=True)) for values in product(*map(tuple, options.values()))]
    return distinct(Hypothesis(replace(each.dialect, **some), each.view) for each in found for some in combinations_of)


def distinct(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return each hypothesis in its plain form, once."""
    return list(dict.fromkeys(each.plain() for each in hypotheses))


SINGLE: dict[str, tuple[Any, ...]] = {
    "gold": tuple(Gold),
    "bare": tuple(Bare),
    "outside": tuple(Outside),
    "unknown": tuple(Unknown),
    "duplicates": tuple(Duplicates),
    "align": tuple(Align),
    "scope": tuple(Scope),
    "overlap": _OVERLAPS,
    "attribution": tuple(Attribution),
    "partial": _CREDITS,
    "pool": tuple(Pool),
    "empty_doc": tuple(EmptyDoc),
    "zero": _ZEROS,
    "empty": tuple(Empty),
    "macro_f": tuple(MacroF),
}
"""The options of each axis that is looked at by itself in the end."""

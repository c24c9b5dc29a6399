"""Quirks of earlier releases of nervaluate: spans that it lost, types that it charged, credit that it forgot."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.comparison.causes.nervaluate import collect
from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.scoring import Scores, scorer
from nerconform.reference.spans import Span

ZERO: Mapping[str, str] = MappingProxyType(
    {"bare": "two-chars", "policy": "lenient", "unknown": "as-I", "duplicates": "by-value"}
)
FIRST_ANY: Mapping[str, str] = MappingProxyType({**ZERO, "align": "first-any"})
ONE: Mapping[str, str] = MappingProxyType({"policy": "lenient", "align": "input", "attribution": "refilter"})
_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)


def listed(given: Given) -> frozenset[str]:
    """Return the types that a caller lists: what stands behind the letter of each tag, or the types of the spans."""
    units = [unit for side in (given.gold, given.pred) for unit in (side if isinstance(side, list) else [])]
    items = [item for unit in units if isinstance(unit, list | tuple) for item in unit]
    tags = {item[2:] for item in items if isinstance(item, str) and item not in {"", "O"}}
    return frozenset(tags | {item.type for item in items if isinstance(item, Span)})


def _without_whole_units(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a span that is open at the end is lost if it began at 0, or has no type."""
    decode = pipeline.decode

    def lost(marks: Sequence[Mark], side: Side) -> Spans:
        spans = decode(marks, side)
        return tuple(span for span in spans if span.end < len(marks) or (span.start > 0 and span.type))

    return replace(pipeline, decode=lost)


def with_rows(given: Given, lose: Change) -> Change:
    """Return a change that loses spans where their types keep their rows: the caller has listed them."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, kinds = pipeline.count, _kinds(pipeline.dialect, listed(given))

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            empty = {schema: Counts() for schema in tally.total}
            return replace(tally, by_type={**dict.fromkeys(kinds, empty), **tally.by_type})

        return replace(lose(pipeline), count=counted)

    return change


def _kinds(dialect: Dialect, listed: frozenset[str]) -> frozenset[str]:
    """Return the types in the one list that filters and makes the rows."""
    return frozenset(dialect.types.given) or frozenset(dialect.labels.given) or listed


def _spurious_everywhere(listed: frozenset[str]) -> Change:
    """Return the change that charges every spurious span to every listed type."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, kinds = pipeline.count, _kinds(pipeline.dialect, listed)

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            rows = {
                kind: {
                    schema: replace(tally.counts(schema, kind), spu=total.spu) for schema, total in tally.total.items()
                }
                for kind in sorted(kinds | tally.by_type.keys())
            }
            return replace(tally, by_type=rows)

        return replace(pipeline, count=counted)

    return change


class _Merged(Tally):
    """The tally of several units, whose results were merged."""


def _without_credit(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a partial match is worth nothing as soon as the results of two units are merged."""
    count, score = pipeline.count, pipeline.score
    plain = scorer(replace(pipeline.dialect, partial=Fraction(0)))

    def counted(units: Iterable[Outcomes]) -> Tally:
        found = list(units)
        tally = count(found)
        if len(found) < 2:  # noqa: PLR2004 - nothing is merged
            return tally
        return _Merged(tally.total, tally.by_type, tally.gold_types, tally.pred_types, tally.units)

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        return (plain if isinstance(tally, _Merged) else score)(tally, beta)

    return replace(pipeline, count=counted, score=scored)


def _read_by_b(pipeline: Pipeline) -> Pipeline:
    """Return the path on which B opens a span, whatever the scheme."""
    return replace(pipeline, decode=lambda marks, _side: collect(marks))


def _ends_inside(given: Given) -> bool:
    return any(unit[-1] != "O" for unit in given.tagged())


WHOLE_UNIT = Quirk(
    id="nervaluate.span-of-a-whole-unit-lost",
    library="nervaluate",
    versions=">=0.1.5,<0.1.8",
    step=Step.DECODE,
    title="A span that is the whole unit is lost",
    prose=(
        "What is open at the end of a unit is closed there if its start and its type are true, and 0 and an empty "
        "type are not: a span from the first token to the last is dropped, on both sides. A sentence of one token "
        "is never an entity."
    ),
    clause="DEC-1",
    base=FIRST_ANY,
    schemes=_SCHEMES,
    fires=_ends_inside,
    change=_without_whole_units,
    shown=Shown(Scheme.IOB2, "B-X", "B-X", spans=(), counts=(0, 0, 0)),
    reads=lambda given: with_rows(given, _without_whole_units),
)
SPURIOUS = Quirk(
    id="nervaluate.spurious-to-every-type",
    library="nervaluate",
    versions=">=0.1.5,<0.1.8",
    step=Step.COUNT,
    title="A spurious span is charged to every type",
    prose=(
        "A prediction that meets nothing is counted as spurious under every type of the list, not under its own; "
        "the rows of the types add up to more than the whole, and a comment in the source says so."
    ),
    clause="CNT-2",
    base=FIRST_ANY,
    schemes=tuple(Scheme),
    fires=lambda given: bool(given.pred),
    change=_spurious_everywhere(frozenset()),
    shown=Shown(Scheme.IOB2, "B-X O", "O B-Y", numbers={"strict.type{X}.spu": 1.0}),
    reads=lambda given: _spurious_everywhere(listed(given)),
)
CREDIT = Quirk(
    id="nervaluate.credit-lost-in-merging",
    library="nervaluate",
    versions=">=1.0,<1.2.1",
    step=Step.SCORE,
    title="Partial credit is lost as soon as there are two units",
    prose=(
        "Precision and recall of the schema partial give half a credit for a partial match where one unit is "
        "evaluated. When the results of a further unit are merged in, they are computed anew by the formula of the "
        "other schemas, so a partial match is worth nothing."
    ),
    clause="SCO-2",
    base=ONE,
    schemes=tuple(Scheme),
    fires=lambda given: isinstance(given.gold, list) and len(given.gold) > 1,
    change=_without_credit,
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"partial.micro.f1": 0.0},
        data=([["B-X", "I-X"], ["O"]], [["B-X", "O"], ["O"]]),
    ),
)
B_IN_IO = Quirk(
    id="nervaluate.b-opens-in-every-scheme",
    library="nervaluate",
    versions=">=0.1.5,<1.0",
    step=Step.PARSE,
    title="It is told no scheme, and B opens a span in IO, too",
    prose=(
        "One rule reads IO, IOB1 and IOB2 alike. A letter that a scheme does not have is read like I, but B, which in "
        "IO data opens a span where the type has not changed."
    ),
    clause="SCH-3",
    base=ZERO,
    schemes=(Scheme.IO,),
    fires=lambda given: any(tag.startswith("B") for tag in given.tags()),
    change=_read_by_b,
    shown=Shown(Scheme.IO, "I-X I-X", "I-X B-X", spans=(Span("X", 0, 1), Span("X", 1, 2)), counts=(1, 2, 0)),
    # It looks at no other unit, but has to read before WHOLE_UNIT loses what was read.
    reads=lambda _given: _read_by_b,
)
QUIRKS = (B_IN_IO, WHOLE_UNIT, SPURIOUS, CREDIT)

"""Legal units: their spans and outcomes, which every policy shares."""

from collections.abc import Mapping, Sequence

from nerconform.reference.decoding import Side
from nerconform.reference.errors import NerconformError
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark
from nerconform.reference.units import Annotation, Unit


def is_tagged(unit: Unit) -> bool:
    """Whether both sides are tags."""
    return unit.gold.tags is not None and unit.pred.tags is not None


def agreed(spans: Spans, schemas: Sequence[Schema], *, refilters: bool) -> Outcomes:
    """Return the outcomes of a unit in which every span meets its equal."""
    rows = tuple(Pair(span, span) for span in spans)
    if not refilters:
        return Outcomes(dict.fromkeys(schemas, rows))
    kinds = sorted({span.type for span in spans})
    of_type = {kind: tuple(row for row in rows if row.gold is not None and row.gold.type == kind) for kind in kinds}
    return Outcomes(dict.fromkeys(schemas, rows), {kind: dict.fromkeys(schemas, of_type[kind]) for kind in kinds})


def mark_of(pipeline: Pipeline, tag: str) -> Mark | None:
    """Return what a tag says, `None` where it is refused."""
    try:
        (mark,) = pipeline.parse((tag,))
    except NerconformError:
        return None
    return mark


def spans_of(pipeline: Pipeline, marks: Mapping[str, Mark | None], annotation: Annotation, side: Side) -> Spans | None:
    """Return the spans of one side of a unit, `None` where it is illegal, or a tag is refused."""
    try:
        if annotation.tags is None:
            return pipeline.spans(annotation, side)
        found = [marks[tag] for tag in annotation.tags]
        return None if None in found else pipeline.decode(found, side)  # type: ignore[arg-type] # no None, as was seen
    except (KeyError, TypeError, NerconformError):  # a tag that is no string, or an illegal transition
        return None

"""Bridge view: the rows of a bridge and the units of its steps, as text; the writers only lay them out."""

from collections.abc import Iterable, Mapping, Sequence

from nerconform.reference.dialect import Dialect, axis_of
from nerconform.reference.measures import COUNTS
from nerconform.reference.spans import Span
from nerconform.reference.words import sentence
from nerconform.reporting.comparison_view import COUNTED, percent
from nerconform.reporting.evaluation_view import plain
from nerconform.results.bridge import Bridge, BridgeStep, Meeting, Part, UnitChange, counts_change
from nerconform.results.comparison import Comparison

_OUTCOMES = ("cor", "inc", "par", "mis", "spu")
_BESIDE = 2
"""So many tokens are shown on either side of what changed."""
_MOST = 16
"""So many tokens of a unit are shown."""


def title(bridge: Bridge) -> str:
    """Return from where to where a bridge leads."""
    left, right = bridge.left, bridge.right
    if left.measure == right.measure:
        return f"From {left.column} to {right.column}, {left.measure}"
    return f"From {left.column}, {left.measure}, to {right.column}, {right.measure}"


def bridge_heads(bridge: Bridge) -> tuple[str, ...]:
    """Return the heads of the table of a bridge."""
    return ("step", "change", *_counts(bridge), _quantity(bridge), "", "units")


def _quantity(bridge: Bridge) -> str:
    return bridge.right.measure.quantity


def bridge_rows(bridge: Bridge) -> list[tuple[str, ...]]:
    """Return the rows of a bridge: where it begins, the steps that matter, where it ends."""
    left, right = bridge.left, bridge.right
    first = ("", left.column, *_counted(left.standing.counts, bridge), percent(left.standing.value), "", "")
    last = ("", right.column, *_counted(right.standing.counts, bridge), percent(right.standing.value), "", "")
    steps = [
        (
            step.parts[0].step,
            "; ".join(part_title(part) for part in step.parts),
            *_counted(counts_change(step.before.counts, step.after.counts), bridge, signed=True),
            percent(step.after.value),
            percent(step.change, signed=True),
            str(len(step.units)) if step.units else "",
        )
        for step in bridge.steps
        if step.matters
    ]
    return [first, *steps, last]


def part_title(part: Part) -> str:
    """Return a single change in a few words."""
    if part.kind != "quirk":
        return part.title
    whose = part.whose.partition(":")[0]
    return f"{whose}: {part.title}" if part.after == "done" else f"without {whose}'s: {part.title}"


def _counts(bridge: Bridge) -> tuple[str, ...]:
    """Return the counts that are shown: outcomes where both ends have them."""
    both = {*bridge.left.standing.counts} & {*bridge.right.standing.counts}
    aligned = bridge.left.measure.schema != "strict" and bridge.right.measure.schema != "strict"
    names = _OUTCOMES if aligned and both.issuperset(_OUTCOMES) else COUNTED
    return tuple(name for name in COUNTS if name in names and name in both)


def _counted(counts: Mapping[str, int], bridge: Bridge, *, signed: bool = False) -> Iterable[str]:
    for name in _counts(bridge):
        count = counts.get(name)
        yield "" if count is None or (signed and not count) else f"{count:+d}" if signed else str(count)


def notes(bridge: Bridge, scheme: str) -> list[str]:
    """Return sentences about the steps: what they mean, how they act together, and which change nothing."""
    found = [words for step in bridge.steps if step.matters for words in _notes(step, scheme)]
    idle = [part_title(part) for step in bridge.steps if not step.matters for part in step.parts]
    if idle:
        found.append(f"Without effect on these data: {'; '.join(idle)}.")
    return found


def _notes(step: BridgeStep, scheme: str) -> Iterable[str]:
    name = "; ".join(part_title(part) for part in step.parts)
    for part in step.parts:
        words = part_words(part, scheme)
        if words:
            yield f"{part_title(part)} - {words}"
    if step.interaction:
        alone, change = percent(step.alone, signed=True), percent(step.change, signed=True)
        yield f"{name} - interaction: here {change}, as the first step alone {alone}."


def part_words(part: Part, scheme: str) -> str:
    """Return what a single change leads to, in sentences."""
    if part.kind == "choice":
        dialect = Dialect().set(**{"scheme": scheme, "policy": "lenient", axis_of(part.id).attribute: part.after})
        return sentence(dialect, part.id)
    return " ".join(part.prose.split())


def top_units(step: BridgeStep, most: int) -> Sequence[UnitChange]:
    """Return the units of a step whose counts change most, in the order of the data among equals."""
    return sorted(step.units, key=lambda unit: (-sum(map(abs, unit.counts.values())), unit.unit))[:most]


def unit_head(change: UnitChange, comparison: Comparison) -> str:
    """Return where a unit stands, and how its counts change."""
    moved = ", ".join(f"{name} {change.counts[name]:+d}" for name in COUNTED if change.counts.get(name))
    place = plain(comparison.cited[change.unit].place)
    return f"{place}  {moved or 'other pairs, the same counts'}"


def _window(spans: Sequence[Span], length: int) -> list[int | None]:
    """Return the positions about some spans, `None` where some are left out."""
    near = sorted({at for span in spans for at in range(max(0, span.start - _BESIDE), min(length, span.end + _BESIDE))})
    shown: list[int | None] = []
    for before, at in zip([None, *near], near, strict=False):
        if before is not None and at > before + 1:
            shown.append(None)
        shown.append(at)
    return shown if len(shown) <= _MOST else [*shown[:_MOST], None]


def unit_rows(change: UnitChange, comparison: Comparison) -> list[tuple[str, ...]]:
    """Return the tokens about what changed: token, gold tag, predicted tag; none where the unit has spans."""
    unit = comparison.cited[change.unit]
    sides = (unit.gold, unit.pred)
    if not all(isinstance(item, str) for side in sides for item in side):
        return []
    spans = [span for row in (*change.before, *change.after) for span in (row.gold, row.pred) if span is not None]
    tokens = unit.tokens or [str(index) for index in range(len(unit.gold))]
    return [
        ("...", "", "") if at is None else (plain(tokens[at]), *(plain(str(side[at])) for side in sides))
        for at in _window(spans, len(unit.gold))
    ]


def readings_of(change: UnitChange, comparison: Comparison) -> list[tuple[str, str]]:
    """Return both readings of what changed in a unit, each in one line."""
    tokens = comparison.cited[change.unit].tokens
    return [
        (name, "; ".join(_meeting(row, tokens) for row in found) or "nothing")
        for name, found in (("before", change.before), ("after", change.after))
    ]


def _meeting(row: Meeting, tokens: Sequence[str]) -> str:
    if row.gold is not None and row.pred is not None and row.gold != row.pred:
        return f"{row.outcome} gold {_span(row.gold, tokens)} ~ predicted {_span(row.pred, tokens)}"
    if row.gold is None and row.pred is not None:
        return f"{row.outcome} predicted {_span(row.pred, tokens)}"
    return f"{row.outcome} {_span(row.gold, tokens)}" if row.gold is not None else row.outcome


def _span(span: Span, tokens: Sequence[str]) -> str:
    words = " ".join(tokens[span.start : span.end]) if tokens else f"{span.start} to {span.end}"
    return plain(f"{span.type}[{words}]")

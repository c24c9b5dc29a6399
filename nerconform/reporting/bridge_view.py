"""Bridge view: the rows of a bridge and the units of its steps, as text; the writers only lay them out."""

from collections.abc import Iterable, Mapping, Sequence

from nerconform.base.plain_text import plain
from nerconform.reporting.comparison_view import COUNTED, percent
from nerconform.reporting.evaluation_view import count_text
from nerconform.results.bridge import Bridge, BridgeStep, PairOutcome, UnitChange
from nerconform.results.comparison import Comparison
from nerconform.results.context import MeasureParts
from nerconform.results.score_result import COUNTS
from nerconform.results.values import Count, RawInput, SpanRecord

_OUTCOMES = ("cor", "inc", "par", "mis", "spu")
_TOKENS_BESIDE = 2
"""How many tokens are shown on either side of what changed."""
_MOST_TOKENS = 16
"""At most this many tokens of a unit are shown."""


def title(bridge: Bridge) -> str:
    """Return from where to where a bridge leads."""
    left, right = bridge.left, bridge.right
    if left.measure == right.measure:
        return f"From {left.column} to {right.column}, {left.measure}"
    return f"From {left.column}, {left.measure}, to {right.column}, {right.measure}"


def bridge_heads(bridge: Bridge) -> tuple[str, ...]:
    """Return the heads of the table of a bridge."""
    return ("step", "change", *_counts(bridge), MeasureParts.of(bridge.right.measure).quantity, "", "units")


def bridge_rows(bridge: Bridge) -> list[tuple[str, ...]]:
    """Return the rows of a bridge: where it begins, the steps that matter, where it ends."""
    first, last = (
        ("", end.column, *_counted(end.counts, bridge), percent(end.value), "", "")
        for end in (bridge.left, bridge.right)
    )
    steps = [
        (
            step.step,
            step.title,
            *_counted(step.counts, bridge, signed=True),
            percent(step.after.value),
            percent(step.change, signed=True),
            str(len(step.units)) if step.units else "",
        )
        for step in bridge.steps
        if step.matters
    ]
    return [first, *steps, last]


def _counts(bridge: Bridge) -> tuple[str, ...]:
    """Return the counts that are shown: outcomes where both ends have them."""
    both = {*bridge.left.counts} & {*bridge.right.counts}
    schemas = {MeasureParts.of(end.measure).schema for end in (bridge.left, bridge.right)}
    names = _OUTCOMES if "strict" not in schemas and both.issuperset(_OUTCOMES) else COUNTED
    return tuple(name for name in COUNTS if name in names and name in both)


def _counted(counts: Mapping[str, Count], bridge: Bridge, *, signed: bool = False) -> Iterable[str]:
    return (count_text(counts.get(name), signed=signed) for name in _counts(bridge))


def notes(bridge: Bridge) -> list[str]:
    """Return sentences about the steps: what they mean, how they act together, and which change nothing."""
    found = [words for step in bridge.steps if step.matters for words in _notes(step)]
    idle = [change.title for step in bridge.steps if not step.matters for change in step.changes]
    if idle:
        found.append(f"Without effect on these data: {'; '.join(idle)}.")
    return found


def _notes(step: BridgeStep) -> Iterable[str]:
    for change in step.changes:
        words = " ".join(change.cause.words.split())
        if words:
            yield f"{change.title} - {words}"
    if step.interaction:
        alone, change_here = percent(step.alone, signed=True), percent(step.change, signed=True)
        yield f"{step.title} - interaction: here {change_here}, as the first step alone {alone}."


def unit_head(change: UnitChange, comparison: Comparison) -> str:
    """Return where a unit stands, and how its counts change."""
    texts = {name: count_text(change.counts.get(name), signed=True) for name in COUNTED}
    moved = ", ".join(f"{name} {text}" for name, text in texts.items() if text)
    place = plain(comparison.cited[change.unit].place)
    return f"{place}  {moved or 'other pairs, the same counts'}"


def _window(spans: Sequence[SpanRecord], length: int) -> list[int | None]:
    """Return the positions about some spans, `None` where some are left out."""
    bounds = [(max(0, (span.start or 0) - _TOKENS_BESIDE), (span.end or 0) + _TOKENS_BESIDE) for span in spans]
    near = sorted({at for start, end in bounds for at in range(start, min(length, end))})
    shown: list[int | None] = []
    for before, at in zip([None, *near], near, strict=False):
        if before is not None and at > before + 1:
            shown.append(None)
        shown.append(at)
    return shown if len(shown) <= _MOST_TOKENS else [*shown[:_MOST_TOKENS], None]


def unit_rows(change: UnitChange, comparison: Comparison) -> list[tuple[str, ...]]:
    """Return the tokens about what changed: token, gold tag, predicted tag; none where the unit has spans."""
    unit = comparison.cited[change.unit]
    sides = [() if isinstance(side, RawInput) else side for side in (unit.gold, unit.pred)]
    if not all(isinstance(item, str) for side in sides for item in side):
        return []
    spans = [span for row in (*change.before, *change.after) for span in (row.gold, row.pred) if span is not None]
    tokens = unit.tokens or [str(index) for index in range(len(sides[0]))]
    return [
        ("...", "", "") if at is None else (plain(tokens[at]), *(plain(str(side[at])) for side in sides))
        for at in _window(spans, len(sides[0]))
    ]


def pairs_of(change: UnitChange, comparison: Comparison) -> list[tuple[str, str]]:
    """Return the pairs that changed in a unit, before and after, each in one line."""
    tokens = comparison.cited[change.unit].tokens
    return [
        (name, "; ".join(_pair(row, tokens) for row in found) or "nothing")
        for name, found in (("before", change.before), ("after", change.after))
    ]


def _pair(row: PairOutcome, tokens: Sequence[str]) -> str:
    if row.gold is not None and row.pred is not None and row.gold != row.pred:
        return f"{row.outcome} gold {_span(row.gold, tokens)} ~ predicted {_span(row.pred, tokens)}"
    if row.gold is None and row.pred is not None:
        return f"{row.outcome} predicted {_span(row.pred, tokens)}"
    return f"{row.outcome} {_span(row.gold, tokens)}" if row.gold is not None else row.outcome


def _span(span: SpanRecord, tokens: Sequence[str]) -> str:
    words = " ".join(tokens[span.start : span.end]) if tokens else f"{span.start} to {span.end}"
    return plain(f"{span.type}[{words}]")

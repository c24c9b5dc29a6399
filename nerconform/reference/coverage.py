"""Coverage: what every span asks of the other side, where each side is counted by itself (MAT-17, MAT-18)."""

from collections.abc import Iterator, Sequence

from nerconform.reference.dialect import Dialect
from nerconform.reference.intervals import common, pieces_of, size, union
from nerconform.reference.nearby import Nearby, enough
from nerconform.reference.option_values import Overlap
from nerconform.reference.options import CoverRule
from nerconform.reference.outcomes import AskedRow, Outcome, Pair, Schema
from nerconform.reference.spans import Span

_OF_OVERLAP = frozenset({Schema.TYPE, Schema.PARTIAL, Schema.PARTIAL_TYPE})
"""Schemas that accept a span for its overlap, whatever its bounds."""
_ACCEPTED = frozenset({Outcome.COR, Outcome.PAR})


class _Answering:
    """The spans that answer, and the rule by which they are compared with one that asks."""

    def __init__(self, others: Sequence[Span], dialect: Dialect, *, gold_asks: bool) -> None:
        self.others = others
        self.overlap = dialect.overlap
        self.gold_asks = gold_asks
        self.joint = (dialect.cover.recall if gold_asks else dialect.cover.precision) is CoverRule.JOINT
        self.nearby = Nearby(others, Overlap())

    def ask(self, span: Span, schemas: Sequence[Schema]) -> Iterator[AskedRow]:
        """Yield the answer in each schema, with a partner that makes the span COR, else with one that gives credit."""
        touching = [self.others[index] for index in self.nearby.every(span)]
        for schema in schemas:
            joint = self.joint and schema in _OF_OVERLAP
            worth = [(other, Pair(span, other).outcome(schema)) for other in touching]  # whichever of them is gold
            right = (other for other, one in worth if one is Outcome.COR and self._is_close(span, other, joint=joint))
            near = [other for other, one in worth if one in _ACCEPTED and (joint or self._is_close(span, other))]
            partner = next(right, None)
            if partner is None and near and (not joint or self._are_close(span, near)):
                partner = near[0]
            yield self._answer(span, partner, near, joint=joint)

    def _answer(self, span: Span, partner: Span | None, near: Sequence[Span], *, joint: bool) -> AskedRow:
        """Return the row of a span, and how many of its tokens are covered."""
        if partner is None:
            return AskedRow.of(span, None, 0, gold_asks=self.gold_asks)
        sets = [union(near)] if joint else [pieces_of(other) for other in near]
        covered = max(size(common(pieces_of(span), tokens)) for tokens in sets)
        return AskedRow.of(span, partner, covered, gold_asks=self.gold_asks)

    def _is_close(self, span: Span, other: Span, *, joint: bool = False) -> bool:
        """Whether the two overlap enough by themselves: with equal bounds always (MAT-11), jointly only then."""
        pair = (span, other) if self.gold_asks else (other, span)
        return span.bounds == other.bounds or (not joint and enough(self.overlap, *pair))

    def _are_close(self, span: Span, others: Sequence[Span]) -> bool:
        """Whether the others overlap the span enough, taken together."""
        if not self.overlap.percent:
            return True
        tokens, mine = union(others), pieces_of(span)
        shared = size(common(mine, tokens))
        whole = size(mine) if self.gold_asks else size(tokens)
        if self.overlap.of == "union":
            whole = size(mine) + size(tokens) - shared
        return 100 * shared >= self.overlap.percent * whole


def _rows_of_side(asking: Sequence[Span], side: _Answering, rows: dict[Schema, list[Pair]]) -> None:
    for span in asking:
        for schema, row in zip(rows, side.ask(span, tuple(rows)), strict=True):
            rows[schema].append(row)


def both_sides_ask(
    dialect: Dialect, gold: Sequence[Span], pred: Sequence[Span], schemas: Sequence[Schema]
) -> dict[Schema, list[Pair]]:
    """Return a row for every span of both sides, in each schema."""
    rows: dict[Schema, list[Pair]] = {schema: [] for schema in schemas}
    _rows_of_side(gold, _Answering(pred, dialect, gold_asks=True), rows)
    _rows_of_side(pred, _Answering(gold, dialect, gold_asks=False), rows)
    return rows

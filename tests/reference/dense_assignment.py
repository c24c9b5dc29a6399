"""A second assignment: one dense matrix of all pairs, the tie rule in the sums, shortest augmenting paths.

It holds `nerconform.reference.assignment` to MAT-6 on more spans than `brute` can try. Nothing is shared: copies are
not merged, no pair is set apart, and a tie is decided by the digits of one very large integer.
"""

from collections.abc import Sequence

from tests.reference import brute

Worth = tuple[int, int, int]
"""What a pair is worth: COR, pairs, minus the distance; compared in this order over the whole assignment."""


def rows_of(
    gold: Sequence[brute.Span], pred: Sequence[brute.Span], schema: str, options: brute.Options
) -> list[brute.Row]:
    """Return the rows of `best` under `duplicates:multiset`."""
    reading = brute._Reading(list(gold), list(pred), schema, options)
    worth = [[_worth(reading, g, p) for g in range(len(gold))] for p in range(len(pred))]
    columns = best_assignment(worth)
    met = {(p, g) for p, g in enumerate(columns) if g is not None}
    rows: list[brute.Row] = [(reading.gold[g], reading.pred[p]) for p, g in met]
    rows += [(None, span) for p, span in enumerate(reading.pred) if columns[p] is None]
    return rows + [(span, None) for g, span in enumerate(reading.gold) if g not in {pair[1] for pair in met}]


def _worth(reading: brute._Reading, g: int, p: int) -> Worth | None:
    if not reading.close(g, p):
        return None
    gold, pred = reading.gold[g], reading.pred[p]
    correct = brute.outcome((gold, pred), reading.schema) == "cor"
    return int(correct), 1, -brute.distance(gold, pred)


def best_assignment(worth: Sequence[Sequence[Worth | None]]) -> list[int | None]:
    """Return for each row the column assigned to it, or `None`.

    The sum of the worths is the greatest; among equal sums the rows, in order, each take the earliest column, a
    column before none. `None` as a worth forbids the pair. All is one sum of integers, so that ties are exact.
    """
    rows, columns = len(worth), len(worth[0]) if worth else 0
    if not columns:
        return [None] * rows
    costs = _costs(worth)
    assigned = _hungarian(costs)
    return [column if column < columns and worth[row][column] is not None else None for row, column in assigned]


def _costs(worth: Sequence[Sequence[Worth | None]]) -> list[list[int]]:
    """Weigh correctness above pairs above distance above the tie rule; each row also has a column of its own: none."""
    rows, columns = len(worth), len(worth[0])
    ties = (columns + 1) ** rows
    far = 1 + sum(max((-pair[2] for pair in line if pair), default=0) for line in worth)
    unit_pair = ties * far
    unit_correct = unit_pair * (min(rows, columns) + 1)
    forbidden = unit_correct * (rows + columns + 1)
    costs = []
    for row, line in enumerate(worth):
        digit = (columns + 1) ** (rows - 1 - row)
        pairs = [
            forbidden
            if pair is None
            else -pair[0] * unit_correct - pair[1] * unit_pair - pair[2] * ties + column * digit
            for column, pair in enumerate(line)
        ]
        costs.append(pairs + [columns * digit] * rows)
    return costs


def _hungarian(costs: Sequence[Sequence[int]]) -> list[tuple[int, int]]:  # noqa: C901 - one textbook algorithm
    """Assign every row a column of its own at the least sum (Kuhn and Munkres, by shortest augmenting paths)."""
    rows, columns = len(costs), len(costs[0])
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], column = row, 0
        slack: list[int | None] = [None] * (columns + 1)
        before = [0] * (columns + 1)
        seen = [False] * (columns + 1)
        while owner[column]:
            seen[column] = True
            current, step, following = owner[column], None, 0
            for candidate in range(1, columns + 1):
                if seen[candidate]:
                    continue
                reduced = costs[current - 1][candidate - 1] - row_price[current] - column_price[candidate]
                known = slack[candidate]
                if known is None or reduced < known:
                    slack[candidate], before[candidate] = reduced, column
                    known = reduced
                if step is None or known < step:
                    step, following = known, candidate
            for candidate in range(columns + 1):
                if seen[candidate]:
                    row_price[owner[candidate]] += step or 0
                    column_price[candidate] -= step or 0
                elif candidate and slack[candidate] is not None:
                    slack[candidate] -= step or 0  # type: ignore[operator] # narrowed on the line above
            column = following
        while column:
            owner[column] = owner[before[column]]
            column = before[column]
    return sorted((owner[column] - 1, column - 1) for column in range(1, columns + 1) if owner[column])

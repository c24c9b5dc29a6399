"""Constrained decoding by definition: every legal sequence, added up exactly; and a dense recursion in floats.

Nothing here uses the reference: legal sequences are the encodings of all span sets.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from tests.reference.exhaustive import alphabet, bigrams, encodings

Rows = Sequence[Sequence[Any]]
TIES: dict[str, list[float]] = {
    "few integers": [-1, 0, 1],
    "halves": [0.0, 0.5, 1.0, -0.0],
    "sums that only look equal": [0.1, 0.2, 0.3, 0.7, 0.6, -0.1],
    "sums that swallow": [1e16, -1e16, 1.0, 0.5, 3.0],
    "sums that overflow": [1.7e308, -1.7e308, 1e292, 0.0],
    "the smallest numbers": [5e-324, -5e-324, 2e-308, 1.0],
    "forbidden labels": [-inf, -inf, 0, 1, 1],
}
"""Numbers of which sums are often equal, or nearly."""


def seeded(*seed: object) -> random.Random:
    """Return random choices that are the same in every run."""
    return random.Random(" ".join(map(str, seed)))  # noqa: S311 - data, not secrets


def best(rows: Rows, labels: Sequence[str], scheme: str) -> list[str] | None:
    """Return the legal sequence with the greatest sum; of equals the one whose last label stands first, and so on."""
    columns = {label: column for column, label in enumerate(labels)}
    found = None
    for tags in encodings(scheme, len(rows)):
        if not columns.keys() >= set(tags):
            continue
        path = [columns[tag] for tag in tags]
        logits = [row[column] for row, column in zip(rows, path, strict=True)]
        if -inf in logits:
            continue
        key = (-sum(map(Fraction, logits)), path[::-1])
        if found is None or key < found[0]:
            found = (key, list(tags))
    return found and found[1]


def dense(rows: Rows, labels: Sequence[str], scheme: str) -> list[str]:
    """Return what a recursion over all pairs of labels finds, with sums of floats: right but for rounding."""
    legal = bigrams(scheme)
    sums = [value if (None, label) in legal else -inf for value, label in zip(rows[0], labels, strict=True)]
    origins = []
    for row in rows[1:]:
        before = [[k for k in range(len(labels)) if (labels[k], label) in legal] for label in labels]
        steps = [max(some, key=sums.__getitem__, default=0) for some in before]
        sums = [value + (sums[step] if some else -inf) for value, step, some in zip(row, steps, before, strict=True)]
        origins.append(steps)
    column = max((k for k, label in enumerate(labels) if (label, None) in legal), key=sums.__getitem__)
    path = [column]
    for steps in reversed(origins):
        path.append(steps[path[-1]])
    return [labels[column] for column in reversed(path)]


def some_labels(chance: random.Random, scheme: str) -> list[str]:
    """Return the labels of a scheme over two types, or some of them, in any order."""
    labels = alphabet(scheme)
    chance.shuffle(labels)
    return labels[: chance.randint(1, len(labels))] if chance.random() < 0.4 else labels


def some_rows(
    chance: random.Random, numbers: Sequence[float], labels: Sequence[str], longest: int = 4
) -> list[list[Any]]:
    """Return the logits of up to so many tokens."""
    return [[chance.choice(numbers) for _ in labels] for _ in range(chance.randint(1, longest))]

"""`python -m benchmarks.viterbi`: constrained decoding by groups of labels beside the square table of transitions.

Units of BIOES over 4, 18 and 66 types, with normal random logits, so that nearly every unit has to be searched; their
lengths are those of newspaper sentences. The dense contestant goes through all pairs of labels, many units at once, and
sums floats without asking whether they decide; the others are exact. CPU times are taken in one process, both once in
each round; the table has medians and their ratios. The reference, in Python alone, decodes the smallest batch once.
The engine leaves to the reference what is too little for arrays, such as one unit of few labels.
"""

import argparse
import gc
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks import page
from benchmarks.corpus import corpus
from nerconform.engines import viterbi_floats as engine
from nerconform.reference import viterbi as reference
from nerconform.reference.logits import read_columns
from nerconform.reference.schemes import Scheme, is_legal

TYPES = (4, 18, 66)
TOKENS = (10_000, 20_000, 40_000)
_PAIRS = 1 << 20
"""How many pairs of labels the dense contestant holds at once."""
Tags = list[list[str]]


class Batch(NamedTuple):
    """The logits of all units on end, the labels of the columns, and the tokens of each unit."""

    logits: NDArray[np.float32]
    labels: list[str]
    lengths: NDArray[np.int64]


def batch(types: int, tokens: int) -> Batch:
    """Return logits of about so many tokens, the same on every machine."""
    labels = ["O", *(f"{letter}-T{kind}" for kind in range(types) for letter in "BIES")]
    lengths = np.array([len(unit) for unit in corpus(tokens).gold])
    logits = np.random.default_rng(17).standard_normal((lengths.sum(), len(labels)), dtype=np.float32)
    return Batch(logits, labels, lengths)


def structured(data: Batch) -> Tags:
    """Decode with the engine."""
    return engine.viterbi_decode(data.logits, data.labels, "BIOES", data.lengths)  # type: ignore[return-value] # lengths are given


def in_python(data: Batch) -> Tags:
    """Decode with the reference."""
    return reference.viterbi_decode(data.logits, data.labels, "BIOES", data.lengths)  # type: ignore[return-value] # lengths are given


def dense(data: Batch) -> Tags:
    """Decode through the square table, units of like lengths side by side."""
    marks = read_columns(data.labels, Scheme.BIOES).marks
    allowed = np.array([[is_legal(Scheme.BIOES, one, other) for other in marks] for one in marks])
    first = np.array([is_legal(Scheme.BIOES, None, mark) for mark in marks])
    last = np.array([is_legal(Scheme.BIOES, mark, None) for mark in marks])
    starts = np.cumsum(data.lengths) - data.lengths
    order = np.argsort(data.lengths, kind="stable")
    width = max(1, _PAIRS // allowed.size)
    tags: Tags = [[] for _ in data.lengths]
    for begin in range(0, len(order), width):
        units = order[begin : begin + width]
        for unit, path in zip(units.tolist(), _dense(data, starts[units], units, allowed, first, last), strict=True):
            tags[unit] = [data.labels[column] for column in path]
    return tags


def _dense(data: Batch, starts: NDArray[np.int64], units: NDArray[np.int64], *table: NDArray[np.bool_]) -> list[Any]:
    """Return the columns of some units. Those that have ended keep their sums, and their last column."""
    allowed, first, last = table
    lengths = data.lengths[units]
    sums = np.where(first, data.logits[starts].astype(np.float64), -np.inf)
    origins = []
    for position in range(1, lengths.max()):
        going = lengths > position
        candidates = np.where(allowed, sums[:, :, None], -np.inf)
        best = candidates.argmax(axis=1)
        rows = data.logits[starts + np.minimum(position, lengths - 1)]
        after = np.take_along_axis(candidates, best[:, None, :], axis=1)[:, 0] + rows
        sums = np.where(going[:, None], after, sums)
        origins.append(np.where(going[:, None], best, np.arange(len(first))))
    paths = [np.where(last, sums, -np.inf).argmax(axis=1)]
    for best in reversed(origins):
        paths.append(best[np.arange(len(units)), paths[-1]])
    columns = np.stack(paths[::-1], axis=1)
    return [row[:length].tolist() for row, length in zip(columns, lengths, strict=True)]


def seconds(run: Callable[[Batch], Tags], data: Batch) -> float:
    """Return the CPU seconds of one call."""
    gc.collect()
    start = time.process_time()
    run(data)
    return time.process_time() - start


class Result(NamedTuple):
    """One row of the table; seconds are medians, `None` where the contestant did not take part."""

    types: int
    labels: int
    tokens: int
    structured: float
    dense: float
    python: float | None


def measure(types: int, tokens: int, rounds: int, *, slow: bool) -> Result:
    """Return the medians of all contestants on one batch; `slow` lets the reference take part."""
    data = batch(types, tokens)
    if structured(data) != dense(data):
        raise AssertionError((types, tokens))
    found = [(seconds(structured, data), seconds(dense, data)) for _ in range(rounds)]
    fast, square = (statistics.median(column) for column in zip(*found, strict=True))
    python = seconds(in_python, data) if slow else None
    return Result(types, len(data.labels), len(data.logits), fast, square, python)


def table(results: Sequence[Result], rounds: int) -> str:
    """Return the results as a Markdown table."""
    head = (
        f"BIOES, normal random logits in float32, {rounds} rounds; NumPy {np.__version__}, "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    heads = "| types | labels | tokens | engine, CPU seconds | µs a token | times as fast as dense | as the reference |"
    rows = [
        f"| {one.types} | {one.labels} | {one.tokens} | {one.structured:.3f} | "
        f"{1e6 * one.structured / one.tokens:.2f} | {one.dense / one.structured:.1f} | "
        f"{f'{one.python / one.structured:.0f}' if one.python else ''} |"
        for one in results
    ]
    return "\n".join([head, "", heads, "|---:|---:|---:|---:|---:|---:|---:|", *rows]) + "\n"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--types", type=int, nargs="+", default=TYPES)
    parser.add_argument("--tokens", type=int, nargs="+", default=TOKENS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    results = [
        measure(types, tokens, args.rounds, slow=tokens == min(args.tokens))
        for types in args.types
        for tokens in args.tokens
    ]
    text = table(results, args.rounds)
    sys.stdout.write(text)
    if args.write:
        page.write("viterbi", text)


if __name__ == "__main__":
    main()

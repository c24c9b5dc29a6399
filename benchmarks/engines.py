"""`python -m benchmarks.engines`: the columnar engine beside the bare loop, the reference, seqeval and nervaluate.

The bare loop looks up every tag of both sides in a dictionary, `for unit in side: for tag in unit: table[tag]`, and
does nothing else: what going through lists of tags costs in Python. All others compute all averages and the rows of all
types. CPU times are taken in one process, every contestant once in each round; a ratio is that of two times of one
round, and the tables have medians, with the quartiles in brackets. The second table shows how the cost grows.
"""

import argparse
import gc
import platform
import statistics
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from itertools import pairwise
from typing import Any, NamedTuple

from nervaluate.evaluator import Evaluator
from seqeval.metrics import classification_report

from benchmarks.corpus import TYPES, Corpus, corpus
from nerconform.api import evaluate

BARE, SEQEVAL, NERVALUATE = "bare loop", "seqeval classification_report", "nervaluate, four schemas"
STRICT, SCHEMAS = "columnar conlleval", "columnar semeval (four schemas)"
_TABLE = {tag: number for number, tag in enumerate(("O", *(f"{letter}-{kind}" for kind in TYPES for letter in "BI")))}
_LONG = 0.02
"""CPU time is counted in steps, so short work is repeated until it takes so many seconds."""
_FIRST = 1000
_MIB = 1 << 20

Run = Callable[[Corpus], float | None]


def bare_loop(data: Corpus) -> None:
    """Look up every tag."""
    table = _TABLE
    for side in data:
        for unit in side:
            for tag in unit:
                table[tag]


def _ours(dialect: str, engine: str) -> Run:
    def run(data: Corpus) -> float:
        found = evaluate(data.gold, data.pred, dialect, engine=engine)
        return float(found.schemas["strict"].f1 or 0)

    return run


def _seqeval(data: Corpus) -> float:
    report = classification_report(data.gold, data.pred, output_dict=True)
    return float(report["micro avg"]["f1-score"])


def _nervaluate(data: Corpus) -> float:
    found: dict[str, Any] = Evaluator(data.gold, data.pred, tags=list(TYPES), loader="list").evaluate()
    return float(found["overall"]["strict"].f1)


CONTESTANTS: Mapping[str, Run] = {
    BARE: bare_loop,
    STRICT: _ours("conlleval", "columnar"),
    SCHEMAS: _ours("semeval", "columnar"),
    "columnar iob2-discard": _ours("iob2-discard", "columnar"),
    "columnar nervaluate-1 (four schemas, each aligned)": _ours("nervaluate-1", "columnar"),
    "reference conlleval": _ours("conlleval", "reference"),
    "reference semeval (four schemas)": _ours("semeval", "reference"),
    SEQEVAL: _seqeval,
    NERVALUATE: _nervaluate,
}
Times = Mapping[str, Sequence[float]]
"""The CPU seconds of each contestant, one for each round."""


def seconds(run: Run, data: Corpus) -> float:
    """Return the CPU seconds of one call."""
    gc.collect()
    calls = 0
    start = time.process_time()
    while calls == 0 or time.process_time() - start < _LONG:
        run(data)
        calls += 1
    return (time.process_time() - start) / calls


def times(runs: Mapping[str, Run], data: Corpus, rounds: int) -> Times:
    """Return the times of all contestants, interleaved, after one round that is not counted."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            taken = seconds(run, data)
            if number:
                found[name].append(taken)
    return found


def ratio(times: Times, above: str, below: str) -> str:
    """Return the median and the quartiles of the ratios within each round."""
    ratios = [one / other for one, other in zip(times[above], times[below], strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def comparison(found: Times, scores: Mapping[str, float | None]) -> str:
    """Return the table of all contestants."""
    heads = f"| | bare loops | times as fast as {SEQEVAL} | as {NERVALUATE} | exact micro F1 |"
    rows = [
        f"| {name} | {ratio(found, name, BARE)} | {ratio(found, SEQEVAL, name)} | {ratio(found, NERVALUATE, name)} | "
        f"{'' if scores[name] is None else format(100 * (scores[name] or 0), '.2f')} |"
        for name in found
    ]
    return "\n".join([heads, "|---|---:|---:|---:|---:|", *rows]) + "\n"


class Growth(NamedTuple):
    """How a contestant fares on one size: CPU seconds, bare loops, and the most MiB that it holds at once."""

    tokens: int
    seconds: float
    loops: float
    memory: float


def growth(name: str, sizes: Sequence[int], rounds: int) -> list[Growth]:
    """Measure one contestant beside the bare loop on corpora of several sizes."""
    found = []
    for tokens in sizes:
        data = corpus(tokens)
        taken = times({BARE: bare_loop, name: CONTESTANTS[name]}, data, rounds)
        loops = statistics.median(one / bare for one, bare in zip(taken[name], taken[BARE], strict=True))
        found.append(Growth(data.tokens, statistics.median(taken[name]), loops, held(name, data)))
    return found


def held(name: str, data: Corpus, run: Run | None = None) -> float:
    """Return how many MiB are held at most while the contestant works, the corpus left out."""
    gc.collect()
    tracemalloc.start()
    (run or CONTESTANTS[name])(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / _MIB


def grown(name: str, found: Sequence[Growth]) -> str:
    """Return the table of growth; cost per token is compared, for sizes are not exactly tenfold."""
    heads = f"| tokens | ns per token, {name} | bare loops | ten times as many tokens cost | peak memory, MiB |"
    factors = [None] + [
        10 * (after.seconds / after.tokens) / (before.seconds / before.tokens) for before, after in pairwise(found)
    ]
    rows = [
        f"| {one.tokens} | {1e9 * one.seconds / one.tokens:.0f} | {one.loops:.2f} | "
        f"{'' if factor is None else f'{factor:.1f} times'} | {one.memory:.1f} |"
        for one, factor in zip(found, factors, strict=True)
    ]
    return "\n".join([heads, "|---:|---:|---:|---:|---:|", *rows]) + "\n"


def _sizes(most: int) -> list[int]:
    """Return 1,000 and its tenfolds."""
    sizes = [_FIRST]
    while sizes[-1] * 10 <= most:
        sizes.append(sizes[-1] * 10)
    return sizes


def main() -> None:
    """Measure, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=210_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--most", type=int, default=1_000_000, help="the last size of the table of growth")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    data = corpus(args.tokens)
    scores = {name: run(data) for name, run in CONTESTANTS.items()}
    peers = ", ".join(f"{name} {version(name)}" for name in ("nerconform", "seqeval", "nervaluate", "numpy"))
    sys.stdout.write(
        f"{data.tokens} tokens in {len(data.gold)} sentences, {args.rounds} rounds; {peers}; "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}.\n\n"
    )
    sys.stdout.write(comparison(times(CONTESTANTS, data, args.rounds), scores))
    del data
    for name in (STRICT, SCHEMAS):
        sys.stdout.write("\n" + grown(name, growth(name, _sizes(args.most), args.rounds)))


if __name__ == "__main__":
    main()

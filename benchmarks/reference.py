"""`python -m benchmarks.reference`: the readable reference beside seqeval and nervaluate, on one corpus.

CPU times are taken in one process, every contestant once in each round, so that whatever else the machine does falls on
all of them; the table has medians and their ratios. Peak memory is taken in a process of its own for each contestant,
with `tracemalloc`: the most that Python and NumPy hold at once for the call, the corpus itself left out.
"""

import argparse
import gc
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from nervaluate.evaluator import Evaluator
from seqeval.metrics import classification_report
from seqeval.scheme import IOB2

from benchmarks import page
from benchmarks.corpus import TYPES, Corpus, corpus
from nerconform.api import evaluate

BASE = "seqeval classification_report"
_MIB = 1 << 20


def _reference(dialect: str) -> Callable[[Corpus], float]:
    return lambda data: float(evaluate(data.gold, data.pred, dialect).f1 or 0)


def _seqeval(**options: str) -> Callable[[Corpus], float]:
    known = {**options, "scheme": IOB2} if options else {}

    def run(data: Corpus) -> float:
        report = classification_report(data.gold, data.pred, output_dict=True, **known)
        return float(report["micro avg"]["f1-score"])

    return run


def _nervaluate() -> Callable[[Corpus], float]:
    def run(data: Corpus) -> float:
        found: dict[str, Any] = Evaluator(data.gold, data.pred, tags=list(TYPES), loader="list").evaluate()
        return float(found["overall"]["strict"].f1)

    return run


CONTESTANTS: Mapping[str, Callable[[], Callable[[Corpus], float]]] = {
    "nerconform conlleval": lambda: _reference("conlleval"),
    "nerconform seqeval": lambda: _reference("seqeval"),
    "nerconform seqeval-strict": lambda: _reference("seqeval-strict"),
    "nerconform semeval (four schemas)": lambda: _reference("semeval"),
    BASE: _seqeval,
    "seqeval classification_report, strict": lambda: _seqeval(mode="strict"),
    "nervaluate (four schemas)": _nervaluate,
}


class Result(NamedTuple):
    """One row of the table: seconds, peak memory in MiB, and micro F1 of exact matching."""

    name: str
    seconds: float
    memory: float
    f1: float


def times(data: Corpus, rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the median CPU seconds of each contestant, and the F1 that it gives."""
    ready = {name: make() for name, make in CONTESTANTS.items()}
    found: dict[str, list[float]] = {name: [] for name in ready}
    scores: dict[str, float] = {}
    for _ in range(rounds):
        for name, run in ready.items():
            gc.collect()
            start = time.process_time()
            scores[name] = run(data)
            found[name].append(time.process_time() - start)
    return {name: statistics.median(seconds) for name, seconds in found.items()}, scores


def peak(name: str, tokens: int) -> float:
    """Return the peak memory of a contestant in MiB, measured in a fresh process."""
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.reference", "--memory-of", name, f"--tokens={tokens}"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603 - this module
    return float(done.stdout)


def held(name: str, data: Corpus) -> float:
    """Return how many MiB are held at most while the contestant works."""
    run = CONTESTANTS[name]()
    tracemalloc.start()
    run(data)
    return tracemalloc.get_traced_memory()[1] / _MIB


def table(results: Sequence[Result], data: Corpus, rounds: int) -> str:
    """Return the results as a Markdown table, with what was measured on what."""
    base = next(result.seconds for result in results if result.name == BASE)
    rows = [
        f"| {one.name} | {one.seconds:.2f} | {base / one.seconds:.1f} | {one.memory:.0f} | {100 * one.f1:.2f} |"
        for one in results
    ]
    peers = ", ".join(f"{name} {version(name)}" for name in ("nerconform", "seqeval", "nervaluate"))
    head = (
        f"{data.tokens} tokens in {len(data.gold)} sentences, {rounds} rounds; {peers}; "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    heads = "| | median CPU seconds | times as fast as seqeval's default | peak memory, MiB | exact micro F1 |"
    return "\n".join([head, "", heads, "|---|---:|---:|---:|---:|", *rows]) + "\n"


def main() -> None:
    """Measure, print the table, and with --write put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    parser.add_argument("--memory-of", choices=list(CONTESTANTS), help=argparse.SUPPRESS)
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    data = corpus(args.tokens)
    if args.memory_of:
        sys.stdout.write(f"{held(args.memory_of, data)}\n")
        return
    seconds, scores = times(data, args.rounds)
    results = [Result(name, seconds[name], peak(name, args.tokens), scores[name]) for name in CONTESTANTS]
    text = table(results, data, args.rounds)
    sys.stdout.write(text)
    if args.write:
        page.write("results", text)


if __name__ == "__main__":
    main()

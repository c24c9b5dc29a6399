"""`python -m benchmarks.compare`: what `nerconform compare` adds to the time of the libraries that it asks.

The corpus is that of `benchmarks.corpus`. A library's own time is that of its answers, as the kit asks for them: the
calls of the library and what the adapter does to its input and its output. CPU times, medians over rounds.
"""

import argparse
import gc
import platform
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import NamedTuple
from unittest.mock import patch

from benchmarks import page
from benchmarks.corpus import Corpus, corpus
from nerconform.asking.observation import Observation
from nerconform.asking.protocol import Implementation
from nerconform.asking.question import Question
from nerconform.diagnosis.versus import Clock
from nerconform.products.compare.compare_files import compare
from nerconform.results.comparison import Comparison

PEERS = ("nerconform", "seqeval", "nervaluate", "seqscore", "conlleval")
LIBRARIES = ("seqeval:default", "seqeval:strict", "nervaluate", "seqscore:conlleval", "seqscore:discard", "conlleval")
_FAR = (("seqeval:strict", "nervaluate|type.macro.f1"),)

CONTESTANTS: Mapping[str, Callable[[Corpus], Comparison]] = {
    "two libraries, one bridge": lambda data: compare(
        data.gold, data.pred, ("seqeval:default", "nervaluate"), resamples=0
    ),
    "six libraries, a bridge of nine steps": lambda data: compare(
        data.gold, data.pred, LIBRARIES, bridges=_FAR, resamples=0
    ),
    "the same with intervals": lambda data: compare(data.gold, data.pred, LIBRARIES, bridges=_FAR),
    "everything by default": lambda data: compare(data.gold, data.pred),
}


class Times(NamedTuple):
    """CPU seconds of one comparison: those of the libraries, and all of it."""

    libraries: float
    all: float


def measured(run: Callable[[Corpus], Comparison], data: Corpus) -> Times:
    """Return what one comparison takes, its plain data included."""
    answers: list[float] = []
    own = Clock.ask

    def watched(clock: Clock, implementation: Implementation, question: Question) -> Observation:
        start = time.process_time()
        try:
            return own(clock, implementation, question)
        finally:
            answers.append(time.process_time() - start)

    gc.collect()
    with patch.object(Clock, "ask", watched):
        start = time.process_time()
        run(data).to_dict()
        total = time.process_time() - start
    return Times(sum(answers), total)


def table(data: Corpus, rounds: int) -> str:
    """Return the results as a Markdown table, with what was measured on what."""
    found: dict[str, list[Times]] = {name: [] for name in CONTESTANTS}
    for _ in range(rounds):
        for name, run in CONTESTANTS.items():
            found[name].append(measured(run, data))
    rows = []
    for name, times in found.items():
        libraries, total = (statistics.median(column) for column in zip(*times, strict=True))
        added, ratio = total - libraries, (total - libraries) / libraries
        rows.append(f"| {name} | {libraries:.2f} | {added:.2f} | {ratio:.2f} |")
    peers = ", ".join(f"{name} {version(name)}" for name in PEERS)
    head = (
        f"{data.tokens} tokens in {len(data.gold)} sentences, {rounds} rounds; {peers}; "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    heads = "| | libraries, CPU seconds | added by the kit | ratio |"
    return "\n".join([head, "", heads, "|---|---:|---:|---:|", *rows]) + "\n"


def main() -> None:
    """Measure, print the table, and with --write put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    text = table(corpus(args.tokens), args.rounds)
    sys.stdout.write(text)
    if args.write:
        page.write("compare", text)


if __name__ == "__main__":
    main()

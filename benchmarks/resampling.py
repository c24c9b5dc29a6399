"""`python -m benchmarks.resampling`: 10,000 bootstrap resamples from integer counts, beside scoring one resample anew.

The corpus is that of `benchmarks.corpus`. *From counts* is the interval alone, once the data have been read; *one anew*
is what `nc.evaluate` takes for one resample of the same units. CPU times, medians over rounds.
"""

import argparse
import gc
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from types import ModuleType
from typing import NamedTuple

from benchmarks import page
from benchmarks.corpus import Corpus, corpus
from nerconform.api import evaluate
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.engines import resampling
from nerconform.products.compare.evaluations import PathEvaluation, PathEvaluations
from nerconform.products.compare.resamples import Resampler
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.results.comparison import Interval, Resampling
from nerconform.stats import unit_draws as resampled

MEASURES = ("strict.micro.f1", "strict.macro.f1")
SIZES = (20_000, 200_000, 2_000_000)
_DIALECT = NAMED["conlleval"]
_RESAMPLES = 10_000
_FEW = 100
"""So many resamples are timed in Python, and multiplied."""


class Row(NamedTuple):
    """One measurement: CPU seconds of all resamples by either engine, and of one that is scored anew."""

    measure: str
    units: int
    arrays: float
    python: float
    anew: float


def timed(run: Callable[[], object], rounds: int) -> float:
    """Return the median CPU seconds of a call."""
    found = []
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        run()
        found.append(time.process_time() - start)
    return statistics.median(found)


def interval(reading: PathEvaluation, measure: str, engine: ModuleType, resamples: int) -> Interval:
    """Return the interval of a reading by one engine."""
    own, resampled.engine = resampled.engine, lambda: engine
    try:
        found = Resampler(Measure.parse(measure), Resampling(resamples, 0, "")).interval(
            reading, ChangedDialect(_DIALECT)
        )
    finally:
        resampled.engine = own
    assert isinstance(found, Interval)  # noqa: S101 - conlleval can be resampled
    return found


def anew(data: Corpus, measure: str) -> float:
    """Return the number of one resample that is scored from its tags."""
    chosen = random.Random(0).choices(range(len(data.gold)), k=len(data.gold))  # noqa: S311 - no secret
    gold, pred = ([side[index] for index in chosen] for side in data)
    return float(evaluate(gold, pred, _DIALECT).value(measure) or 0)


def row(data: Corpus, measure: str, rounds: int) -> Row:
    """Measure one average on one corpus."""
    reading = PathEvaluations(data.gold, data.pred).along(ChangedDialect(_DIALECT))
    assert isinstance(reading, PathEvaluation)  # noqa: S101 - lenient reads everything
    arrays = timed(lambda: interval(reading, measure, resampling, _RESAMPLES), rounds)
    python = timed(lambda: interval(reading, measure, resampled, _FEW), 1) * _RESAMPLES / _FEW
    return Row(measure, len(data.gold), arrays, python, timed(lambda: anew(data, measure), rounds))


def table(rows: list[Row], rounds: int) -> str:
    """Return the results as a Markdown table, with what was measured on what."""
    lines = [
        f"| {one.measure} | {one.units} | {one.arrays:.2f} | {one.python:.0f} | {one.anew:.3f} "
        f"| {_RESAMPLES * one.anew / one.arrays:.0f} |"
        for one in rows
    ]
    head = (
        f"{_RESAMPLES} resamples, {rounds} rounds; nerconform {version('nerconform')}, NumPy {version('numpy')}; "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    heads = "| | units | from counts, CPU seconds | without NumPy (estimated) | one anew | times as fast as all anew |"
    return "\n".join([head, "", heads, "|---|---:|---:|---:|---:|---:|", *lines]) + "\n"


def main() -> None:
    """Measure, print the table, and with --write put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    rows = [row(data, measure, args.rounds) for data in map(corpus, args.tokens) for measure in MEASURES]
    text = table(rows, args.rounds)
    sys.stdout.write(text)
    if args.write:
        page.write("resampling", text)


if __name__ == "__main__":
    main()

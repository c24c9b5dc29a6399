"""`python -m benchmarks.score_intervals`: what the intervals of `nerconform score` cost, as whole processes on files.

The corpus is that of `benchmarks.corpus`. The same file is scored without resamples and with 1,000, by the columnar
engine. CPU seconds, medians over rounds.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks import page
from benchmarks.corpus import corpus
from benchmarks.files import DOCUMENTS, measured, ours, write_file

SIZES = (20_000, 200_000, 2_000_000)
UNITS = ("sentence", "document")
RESAMPLES = ("0", "1000")


def seconds(path: Path, unit: str, rounds: int) -> list[float]:
    """Return the median CPU seconds of a file without and with resamples, the rounds in turn."""
    options = ("--engine", "columnar", "--unit", unit, "--resamples")
    found: list[list[float]] = [[] for _ in RESAMPLES]
    for _ in range(rounds):
        for times, resamples in zip(found, RESAMPLES, strict=True):
            times.append(measured(ours(path, DOCUMENTS, *options, resamples)).seconds)
    return [statistics.median(times) for times in found]


def table(sizes: Sequence[int], rounds: int) -> str:
    """Return the table of all sizes and units."""
    lines = ["| tokens | units | without, CPU seconds | with | ratio |", "|---:|---|---:|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            data, path = corpus(size), Path(folder) / f"{size}.conll"
            write_file(data, DOCUMENTS, path)
            for unit in UNITS:
                without, with_intervals = seconds(path, unit, rounds)
                ratio = with_intervals / without
                lines.append(f"| {data.tokens} | {unit}s | {without:.2f} | {with_intervals:.2f} | {ratio:.2f} |")
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure and print, or write into the page."""
    parser = argparse.ArgumentParser(description="What intervals cost in `nerconform score`.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="write the table into benchmarks/README.md")
    args = parser.parse_args()
    found = table(SIZES, args.rounds)
    if args.write:
        page.write("score_intervals", found)
    else:
        sys.stdout.write(found)


if __name__ == "__main__":
    main()

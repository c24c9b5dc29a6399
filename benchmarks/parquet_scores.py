"""Parquet scores: `nerconform score` of dictionary-encoded Parquet, beside reading the same columns and nothing else.

Whole processes are measured from outside, so that starting Python, the SHA-256 of the file and the printing count, too.
The aims: at least 10 million tokens per CPU second, at most 1.5 times the time of reading alone, two processes at least
1.7 times as fast as one, and at most 100 MB above what reading takes.
"""

import argparse
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
from pyarrow import parquet

from benchmarks import page
from benchmarks.corpus import corpus
from benchmarks.files import measured

READING, ONE, TWO, INTERVALS = "reading alone", "score", "score --jobs 2", "score with an interval"
_BLOCK = 1_000_000
"""Tokens of a row group; all row groups have the same rows."""
_READ = """
import sys
from pyarrow import parquet
file = parquet.ParquetFile(sys.argv[1], read_dictionary=["gold.list.element", "pred.list.element"])
for group in range(file.num_row_groups):
    for batch in file.iter_batches(65_536, [group], use_threads=False):
        pass
"""


class Run(NamedTuple):
    """What a process took: seconds of the clock, seconds of the CPU, and the most memory in MiB."""

    wall: float
    cpu: float
    memory: float


def write_corpus(path: Path, tokens: int) -> int:
    """Write a file with about so many tokens, and return how many it has."""
    data = corpus(min(tokens, _BLOCK))
    table = pa.table({"gold": data.gold, "pred": data.pred})
    blocks = max(1, tokens // data.tokens)
    with parquet.ParquetWriter(path, table.schema) as writer:
        for _ in range(blocks):
            writer.write_table(table, row_group_size=len(table))
    return blocks * data.tokens


def commands(path: Path) -> Mapping[str, list[str]]:
    """Return what is run."""
    score = [sys.executable, "-m", "nerconform", "score", str(path), "--gold-column", "gold", "--pred-column", "pred"]
    score += ["--format", "json"]
    return {
        READING: [sys.executable, "-c", _READ, str(path)],
        ONE: [*score, "--resamples", "0"],
        TWO: [*score, "--resamples", "0", "--jobs", "2"],
        INTERVALS: score,
    }


def taken(path: Path, rounds: int) -> Mapping[str, Sequence[Run]]:
    """Run every command in each round, one after the other."""
    found: dict[str, list[Run]] = {name: [] for name in commands(path)}
    for _ in range(rounds):
        for name, command in commands(path).items():
            start = time.perf_counter()
            used = measured(command)
            found[name].append(Run(time.perf_counter() - start, used.seconds, used.memory))
    return found


def table_of(runs: Mapping[str, Sequence[Run]], tokens: int) -> str:
    """Return medians, and ratios within each round, as a Markdown table."""
    heads = [
        "",
        "million tokens per CPU second",
        "CPU time, times reading alone",
        "times as fast as one process by the clock",
        "MiB above reading alone",
    ]
    rows = []
    for name, some in runs.items():
        pairs = list(zip(some, runs[READING], runs[ONE], strict=True))
        values = (
            statistics.median(tokens / 1e6 / run.cpu for run in some),
            statistics.median(run.cpu / reading.cpu for run, reading, _ in pairs),
            statistics.median(one.wall / run.wall for run, _, one in pairs),
            statistics.median(run.memory - reading.memory for run, reading, _ in pairs),
        )
        rows.append([name, *(f"{value:.{digits}f}" for value, digits in zip(values, (1, 2, 2, 0), strict=True))])
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, ["---", *["---:"] * (len(heads) - 1)], *rows)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=100_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.parquet"
        tokens = write_corpus(path, args.tokens)
        size = path.stat().st_size / 1e6
        runs = taken(path, args.rounds)
    versions = f"nerconform {version('nerconform')}, pyarrow {version('pyarrow')}, Python {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}, load average {os.getloadavg()[0]:.0f}"
    head = f"{tokens} tokens in {size:.0f} MB of Parquet, {args.rounds} rounds; {versions}; {system}."
    text = f"{head}\n\n{table_of(runs, tokens)}"
    sys.stdout.write(text)
    if args.write:
        page.write("parquet", text)


if __name__ == "__main__":
    main()

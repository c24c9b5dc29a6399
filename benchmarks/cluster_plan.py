"""`python -m benchmarks.cluster_plan`: 10^12 tokens on 1,000 workers, on paper.

What one worker does is measured here: bytes of Parquet, time and memory for a token, the size of a part, and the time
to add up parts. What a cluster makes of it is simulated: files go to the next free worker, workers differ in speed and
die, and the parts are added up in a tree.
"""

import argparse
import heapq
import os
import platform
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.corpus import Corpus, corpus
from benchmarks.files import measured
from benchmarks.page import write
from nerconform.distributed.arrow_tally import tally_arrow
from nerconform.distributed.tallies import PartTally, merged
from nerconform.reference.counting import Counts

_FILE_BYTES = 128 * 2**20
"""Bytes of a file on the object store: the piece of work that a worker takes."""
_SLOWEST = 2.0
"""The slowest piece takes this many times the time of the fastest, drawn evenly between."""
_DEATHS = 0.01
"""The share of pieces whose worker dies in the middle."""
_FAN_IN = 32
_SENTENCES = 10**8
"""A part of the sample is multiplied to about this many, so that its numbers have as many digits as a real part's."""


_WINDOW = 300
"""Sentences of the sample that make a part; they hold all types."""
_ROUNDS = 3


class Worker(NamedTuple):
    """What was measured: bytes of Parquet and CPU seconds for a token, MiB of a process, and CPU seconds to start."""

    bytes: float
    seconds: float
    memory: float
    start: float


def with_types(data: Corpus, times: int, seed: int = 5) -> Corpus:
    """Return the corpus with `times` as many types: a sentence takes one variant of each."""
    chance = random.Random(seed)  # noqa: S311 - a corpus, not a secret
    variants = [chance.randrange(times) for _ in data.gold]
    return Corpus(*([_varied(unit, one) for unit, one in zip(side, variants, strict=True)] for side in data))


def _varied(unit: Sequence[str], variant: int) -> list[str]:
    return [tag if tag == "O" else f"{tag}{variant}" for tag in unit]


def measure(data: Corpus, copies: tuple[int, int] = (2, 52)) -> Worker:
    """Measure `nerconform score` on two sizes: their difference is the cost of tokens, without the start."""
    kind = pa.list_(pa.dictionary(pa.int32(), pa.string()))
    table = pa.table({"gold": pa.array(data.gold, kind), "pred": pa.array(data.pred, kind)})
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{size}.parquet" for size in copies]
        for path, size in zip(paths, copies, strict=True):
            with pq.ParquetWriter(path, table.schema) as file:
                for _ in range(size):
                    file.write_table(table)
        command = (sys.executable, "-m", "nerconform", "score", "--resamples", "0")
        columns = ("--gold-column", "gold", "--pred-column", "pred")
        runs = [min(measured([*command, str(path), *columns]) for _ in range(_ROUNDS)) for path in paths]
        bytes_ = paths[1].stat().st_size / (data.tokens * copies[1])
    seconds = (runs[1].seconds - runs[0].seconds) / (data.tokens * (copies[1] - copies[0]))
    start = max(0.0, runs[0].seconds - seconds * data.tokens * copies[0])
    return Worker(bytes_, seconds, runs[1].memory, start)


def parts(data: Corpus, number: int) -> list[PartTally]:
    """Return parts of different sentences, each with counts as large as those of a real part."""
    found = []
    for one in range(number):
        first = one * (len(data.gold) - _WINDOW) // number
        batch = pa.table({side: rows[first : first + _WINDOW] for side, rows in zip(data._fields, data, strict=True)})
        found.append(scaled(tally_arrow(batch), _SENTENCES // _WINDOW))
    return found


def scaled(part: PartTally, times: int) -> PartTally:
    """Return the tally of the same sentences, each so many times."""
    total, by_type = part.counts.total, part.counts.by_type
    counts = replace(
        part.counts,
        total={schema: Counts(*(times * cell for cell in one.as_tuple())) for schema, one in total.items()},
        by_type={
            kind: {schema: Counts(*(times * cell for cell in one.as_tuple())) for schema, one in schemas.items()}
            for kind, schemas in by_type.items()
        },
    )
    return replace(part, counts=counts, units=part.units * times)


class Level(NamedTuple):
    """One level of the tree: how many parts came in, their bytes, and the CPU seconds of the slowest node."""

    parts: int
    bytes: int
    seconds: float


def tree(texts: Sequence[str], fan_in: int = _FAN_IN) -> tuple[list[Level], PartTally]:
    """Add up parts as JSON, level by level; return the levels and the sum."""
    levels = []
    while len(texts) > 1:
        bytes_, slowest, sums = sum(len(text.encode()) for text in texts), 0.0, []
        for first in range(0, len(texts), fan_in):
            begun = time.process_time()
            sums.append(merged(map(PartTally.from_json, texts[first : first + fan_in])).to_json())
            slowest = max(slowest, time.process_time() - begun)
        levels.append(Level(len(texts), bytes_, slowest))
        texts = sums
    return levels, PartTally.from_json(texts[0])


def makespan(pieces: int, seconds: float, workers: int, seed: int = 3) -> float:
    """Return when the last of `pieces` is done, each of which takes `seconds` and more; a dead one begins again."""
    chance = random.Random(seed)  # noqa: S311 - a simulation
    free = [0.0] * workers
    for _ in range(pieces):
        took = seconds * chance.uniform(1, _SLOWEST)
        if chance.random() < _DEATHS:
            took *= 1 + chance.random()
        heapq.heapreplace(free, free[0] + took)
    return max(free)


def table(rows: Sequence[tuple[str, str]]) -> str:
    """Return the plan."""
    return "\n".join(["| | |", "|---|---:|", *(f"| {name} | {value} |" for name, value in rows)])


def plan(tokens: float, workers: int, worker: Worker, levels: Sequence[Level]) -> str:
    """Return the table of a corpus on a cluster."""
    pieces = round(tokens * worker.bytes / _FILE_BYTES)
    piece = tokens / pieces * worker.seconds
    clock = worker.start + makespan(pieces, piece, workers)
    rate = tokens * worker.bytes / clock / workers / 1e6
    rows = [
        ("bytes of Parquet for a token, gold and prediction", f"{worker.bytes:.2f}"),
        ("bytes read", f"{tokens * worker.bytes / 1e9:,.0f} GB in {pieces:,} files"),
        ("tokens per CPU second of a worker", f"{1 / worker.seconds:,.0f}"),
        ("each worker reads, MB a second", f"{rate:.1f}"),
        ("memory of a worker", f"{worker.memory:.0f} MiB"),
        ("time until the last file is counted", f"{clock:,.0f} s"),
    ]
    for number, level in enumerate(levels):
        rows.append((f"merge, level {number + 1}: parts, bytes", f"{level.parts:,}, {level.bytes:,}"))
        rows.append((f"merge, level {number + 1}: slowest node", f"{level.seconds:.2f} s"))
    return table(rows)


def main() -> None:
    """Measure, simulate, print the plan, and with `--write` store it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=float, default=1e12)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--sample", type=int, default=500_000, help="tokens that are generated and measured")
    parser.add_argument("--write", action="store_true", help="write the plan into benchmarks/README.md")
    args = parser.parse_args()
    data = with_types(corpus(args.sample), 5)
    texts = [part.to_json() for part in parts(data, args.workers)]
    levels, whole = tree(texts)
    worker = measure(data)
    facts = f"{args.tokens:.0e} tokens on {args.workers:,} workers, {len(whole.counts.by_type)} types; "
    facts += f"measured on {data.tokens:,} generated tokens, Python {platform.python_version()}, load average "
    facts += f"{os.getloadavg()[0]:.0f}."
    text = f"{facts}\n\n{plan(args.tokens, args.workers, worker, levels)}\n"
    sys.stdout.write(f"{text}\n")
    if args.write:
        write("cluster plan", text)


if __name__ == "__main__":
    main()

"""`python -m benchmarks.clusters`: a generated corpus through Spark and Ray on this machine, and seqeval beside them.

Each contestant runs in a process of its own with all that it starts, and each says how many entities it found right.
Needs `pip install -e '.[spark,ray]' seqeval` and Java 17. `--tokens 100000000` is the full size. At that size seqeval
takes many minutes: `--without` leaves a contestant out.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.corpus import corpus
from benchmarks.page import write

_FILES = 4
_BLOCK = 200_000
"""Tokens that are generated; a larger corpus repeats them."""
_DIALECT = "seqeval"
_MARK = "NERCONFORM_CLUSTER_BENCHMARK"
_RAY = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_raylet_start_wait_time_s": "600",
    "RAY_worker_niceness": "0",
    "RAY_DATA_PARQUET_BIN_PACKING_BYTES": "1",
}
"""Ray may start slowly, its workers wait no longer for other processes than Spark's, and each file is a task."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGES = os.sysconf("SC_PAGE_SIZE")


class Outcome(NamedTuple):
    """What a contestant took: seconds by the clock until it was ready and to count, CPU seconds and MiB of all."""

    ready: float
    counting: float
    cpu: float
    memory: float
    right: int


def write_corpus(folder: Path, tokens: int) -> int:
    """Write Parquet files of generated tags in dictionaries; return how many tokens they have."""
    data = corpus(min(tokens, _BLOCK))
    kind = pa.list_(pa.dictionary(pa.int32(), pa.string()))
    table = pa.table({"gold": pa.array(data.gold, kind), "pred": pa.array(data.pred, kind)})
    copies = max(_FILES, round(tokens / data.tokens))
    for number in range(_FILES):
        path = folder / f"part-{number}.parquet"
        # Without Arrow's schema the columns come back as strings: pyarrow cannot join dictionaries of two row groups.
        with pq.ParquetWriter(path, table.schema, store_schema=False) as file:
            for _ in range(number, copies, _FILES):
                file.write_table(table)
    return data.tokens * copies


def one_process(folder: Path) -> Iterator[int]:
    """Count batch by batch with `tally_arrow`, in one process."""
    from nerconform.distributed.arrow_tally import tally_arrow  # noqa: PLC0415 - a part of getting ready

    yield 0
    dictionaries = [f"{side}.list.element" for side in ("gold", "pred")]
    files = [pq.ParquetFile(path, read_dictionary=dictionaries) for path in sorted(folder.iterdir())]
    groups = ((file, group) for file in files for group in range(file.num_row_groups))
    batches = (batch for file, group in groups for batch in file.iter_batches(65_536, [group]))
    whole = sum(tally_arrow(batch, dialect=_DIALECT) for batch in batches)
    yield int(whole.counts.total["strict"].cor)  # type: ignore[union-attr,index]


def _spark() -> Any:  # noqa: ANN401 - pyspark is not here when types are checked
    from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra

    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    options = {"spark.driver.host": "127.0.0.1", "spark.ui.enabled": "false"}
    return SparkSession.builder.master("local-cluster[2,1,1024]").config(map=options).getOrCreate()


def on_spark(folder: Path) -> Iterator[int]:
    """Count with `tally_spark`, on two executors."""
    from nerconform.distributed.spark import tally_spark  # noqa: PLC0415 - an extra

    session = _spark()
    yield 0
    yield int(tally_spark(session.read.parquet(str(folder)), dialect=_DIALECT).counts.total["strict"].cor)  # type: ignore[index]
    session.stop()


def seqeval_on_spark(folder: Path) -> Iterator[int]:
    """Count what seqeval's own `get_entities` finds, in the same place: a function of Spark over batches."""

    def right(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow  # noqa: ICN001, PLC0415 - on the worker
        from seqeval.metrics.sequence_labeling import get_entities  # noqa: PLC0415 - on the worker

        for batch in batches:
            gold, pred = (set(get_entities(batch.column(side).to_pylist())) for side in ("gold", "pred"))
            yield pyarrow.RecordBatch.from_pydict({"right": [len(gold & pred)]})

    session = _spark()
    yield 0
    rows = session.read.parquet(str(folder)).mapInArrow(right, "right long").groupBy().sum("right").collect()
    yield int(rows[0][0])
    session.stop()


def on_ray(folder: Path) -> Iterator[int]:
    """Count with `tally_ray`, on two workers."""
    import ray  # noqa: PLC0415 - an extra

    from nerconform.distributed.ray_data import tally_ray  # noqa: PLC0415 - an extra

    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", object_store_memory=500_000_000)
    yield 0
    yield int(tally_ray(ray.data.read_parquet(str(folder)), dialect=_DIALECT).counts.total["strict"].cor)  # type: ignore[index]
    ray.shutdown()


CONTESTANTS: dict[str, Callable[[Path], Iterator[int]]] = {
    "one process": one_process,
    "Spark, two executors": on_spark,
    "Ray Data, two workers": on_ray,
    "seqeval in a Spark function": seqeval_on_spark,
}


def run(name: str, folder: Path) -> None:
    """Run a contestant in this process, and print how long it took by the clock, and what it found."""
    begun = time.perf_counter()
    steps = CONTESTANTS[name](folder)
    next(steps)
    ready = time.perf_counter()
    right = next(steps)
    counted = time.perf_counter()
    list(steps)
    sys.stdout.write(f"\n{json.dumps([ready - begun, counted - ready, right])}\n")


def measured(name: str, folder: Path) -> Outcome:
    """Run a contestant in a process of its own, and watch all processes that come of it."""
    mark = uuid.uuid4().hex
    command = [sys.executable, "-m", "benchmarks.clusters", "--run", name, str(folder)]
    environment = os.environ | _RAY | {_MARK: mark}
    cpu: dict[int, float] = {}
    memory = 0.0
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)  # noqa: S603 - this module wrote it
    while process.poll() is None:
        found = dict(_processes(mark))
        cpu |= {number: seconds for number, (seconds, _) in found.items()}
        memory = max(memory, sum(held for _, held in found.values()))
        time.sleep(0.1)
    output = process.stdout.read() if process.stdout else ""
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    ready, count, right = json.loads(output.strip().splitlines()[-1])
    return Outcome(ready, count, sum(cpu.values()), memory, right)


def _processes(mark: str) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield CPU seconds and MiB of each process whose environment has the mark; shared pages count in each."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() not in (path / "environ").read_bytes():
                continue
            cells = (path / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended, or belongs to another user
            continue
        yield int(path.name), ((int(cells[11]) + int(cells[12])) / _TICKS, int(cells[21]) * _PAGES / 2**20)


HEADS = "| | ready after, s | counts, s | tokens a second | CPU s of all | MiB of all | entities found right |"


def row(name: str, one: Outcome, tokens: int) -> str:
    """Return what a contestant took, as a row of a table."""
    return (
        f"| {name} | {one.ready:.1f} | {one.counting:.1f} | {tokens / one.counting:,.0f} | {one.cpu:.1f} "
        f"| {one.memory:.0f} | {one.right} |"
    )


def main() -> None:
    """Measure, print the table, and with `--write` store it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=1_000_000)
    parser.add_argument("--without", choices=CONTESTANTS, action="append", default=[], help="leave a contestant out")
    parser.add_argument("--run", nargs=2, metavar=("NAME", "FOLDER"), help=argparse.SUPPRESS)
    parser.add_argument("--write", action="store_true", help="write the table into benchmarks/README.md")
    args = parser.parse_args()
    if args.run:
        run(args.run[0], Path(args.run[1]))
        return
    with TemporaryDirectory() as folder:
        tokens = write_corpus(Path(folder), args.tokens)
        rows = []
        for name in CONTESTANTS:
            if name not in args.without:
                rows.append(row(name, measured(name, Path(folder)), tokens))
                sys.stderr.write(f"{rows[-1]}\n")
    packages = ("nerconform", "pyspark", "ray", "pyarrow", "seqeval")
    facts = (
        f"{tokens:,} tokens in {_FILES} Parquet files; {', '.join(f'{name} {version(name)}' for name in packages)}; "
    )
    facts += f"Python {platform.python_version()}, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.0f}."
    text = "\n".join([facts, "", HEADS, "|---|---:|---:|---:|---:|---:|---:|", *rows, ""])
    sys.stdout.write(f"{text}\n")
    if args.write:
        write("clusters", text)


if __name__ == "__main__":
    main()

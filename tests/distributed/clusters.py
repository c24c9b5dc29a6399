"""Local clusters of several processes: Spark, Ray and Dask, each reading a folder of Parquet files, one for each part.

What runs on a worker is a function inside a function: so it travels by value, and a worker need not know these tests.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import nerconform as nc

Frame = Any
"""A frame of one of the clusters, which mypy does not see."""


class SparkCluster:
    """Two executors, each a Java process with Python workers of its own."""

    source = ("file_path", "row_index")
    """Columns that say where a row is from."""

    def __init__(self) -> None:
        from pyspark.sql import SparkSession  # noqa: PLC0415 - in an environment of its own

        os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        options = {
            "spark.driver.host": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.sql.files.openCostInBytes": "128m",  # no two small files in one partition
            "spark.sql.execution.arrow.maxRecordsPerBatch": "7",
        }
        builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("nerconform")
        self.session = builder.config(map=options).getOrCreate()

    def read(self, folder: Path) -> Frame:
        return self.session.read.parquet(str(folder)).select("*", "_metadata.file_path", "_metadata.row_index")

    def tally(self, frame: Frame, **options: Any) -> nc.Tally:  # noqa: ANN401 - arguments of any type
        from nerconform.distributed.spark import tally_spark  # noqa: PLC0415 - as above

        return tally_spark(frame, **options)

    def processes(self, frame: Frame) -> set[int]:
        def pids(batches: Iterator[Any]) -> Iterator[Any]:
            import pyarrow as pa  # noqa: PLC0415 - on the worker

            for _ in batches:
                pass
            yield pa.RecordBatch.from_pydict({"pid": [os.getpid()]})

        return {row.pid for row in frame.mapInArrow(pids, "pid long").collect()}

    def killing(self, frame: Frame, mark: Path) -> Frame:
        """Kill the executor, with its Python workers, behind the first batch of some partition."""
        once = kill_once(mark)

        def batches(found: Iterator[Any]) -> Iterator[Any]:
            for batch in found:
                yield batch
                daemon = os.getppid()
                once(int(Path(f"/proc/{daemon}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]))

        return frame.mapInArrow(batches, frame.schema)

    def stop(self) -> None:
        self.session.stop()


class RayCluster:
    """Two workers of Ray."""

    source = ("path",)

    def __init__(self) -> None:
        # Each file is read by a task of its own, however small; workers do not wait for other processes of the machine.
        os.environ |= {"RAY_DATA_PARQUET_BIN_PACKING_BYTES": "1", "RAY_worker_niceness": "0"}
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        import ray  # noqa: PLC0415 - as above

        self.ray = ray
        ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", object_store_memory=200_000_000)
        ray.data.DataContext.get_current().enable_progress_bars = False

    def read(self, folder: Path) -> Frame:
        return self.ray.data.read_parquet(str(folder), include_paths=True)

    def tally(self, frame: Frame, **options: Any) -> nc.Tally:  # noqa: ANN401 - arguments of any type
        from nerconform.distributed.ray_data import tally_ray  # noqa: PLC0415 - as above

        return tally_ray(frame, **options)

    def processes(self, frame: Frame) -> set[int]:
        def pids(_: Any) -> Any:  # noqa: ANN401 - a table of Arrow
            import time  # noqa: PLC0415 - on the worker

            import pyarrow as pa  # noqa: PLC0415 - on the worker

            time.sleep(0.2)  # else one worker is through before the second has begun
            return pa.table({"pid": [os.getpid()]})

        rows = frame.map_batches(pids, batch_format="pyarrow", batch_size=None).take_all()
        return {row["pid"] for row in rows}

    def killing(self, frame: Frame, mark: Path) -> Frame:
        """Kill the worker behind the first batch of some block."""
        once = kill_once(mark)

        def batches(found: Any) -> Iterator[Any]:  # noqa: ANN401 - a table of Arrow
            yield found.slice(0, 7)
            once(os.getpid())
            yield found.slice(7)

        return frame.map_batches(batches, batch_format="pyarrow", batch_size=None)

    def stop(self) -> None:
        self.ray.shutdown()


class DaskCluster:
    """Two worker processes of Dask, each with a nanny that begins a new one where it dies."""

    source = ("path",)

    def __init__(self) -> None:
        from dask.distributed import Client, LocalCluster  # noqa: PLC0415 - as above

        self.cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        self.client = Client(self.cluster)

    def read(self, folder: Path) -> Frame:
        import dask.dataframe as dd  # noqa: PLC0415 - as above

        def part(path: str) -> Any:  # noqa: ANN401 - a frame of pandas
            import pandas as pd  # noqa: PLC0415 - on the worker

            return pd.read_parquet(path, dtype_backend="pyarrow").assign(path=path)

        files = [str(path) for path in sorted(folder.iterdir())]
        return dd.from_map(part, files, meta=part(files[0]).iloc[:0])

    def tally(self, frame: Frame, **options: Any) -> nc.Tally:  # noqa: ANN401 - arguments of any type
        from nerconform.distributed.dask_frames import tally_dask  # noqa: PLC0415 - as above

        return tally_dask(frame, **options)

    def processes(self, _: Frame) -> set[int]:
        return set(self.client.run(os.getpid).values())

    def killing(self, frame: Frame, mark: Path) -> Frame:
        """Kill the worker as it begins a partition, with the counts of others that it holds."""
        once = kill_once(mark)

        def part(found: Any, number: int) -> Any:  # noqa: ANN401 - a frame of pandas
            if number > 3:
                once(os.getpid())
            return found

        from dask import dataframe, delayed  # noqa: PLC0415 - as above

        parts = [delayed(part)(found, number) for number, found in enumerate(frame.to_delayed())]
        return dataframe.from_delayed(parts, meta=frame._meta, verify_meta=False)

    def stop(self) -> None:
        self.client.close()
        self.cluster.close()


CLUSTERS: dict[str, Callable[[], SparkCluster | RayCluster | DaskCluster]] = {
    "pyspark": SparkCluster,
    "ray": RayCluster,
    "dask": DaskCluster,
}


def kill_once(mark: Path) -> Callable[[int], None]:
    """Return what kills a process, and writes its number; after the first call of all workers it does nothing."""
    path = str(mark)

    def once(process: int) -> None:
        import signal  # noqa: PLC0415 - on the worker

        with suppress(FileExistsError), open(path, "x", encoding="utf-8") as file:  # noqa: PTH123 - a worker's own
            file.write(str(process))
            file.flush()
            os.kill(process, signal.SIGKILL)

    return once

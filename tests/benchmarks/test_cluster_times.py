"""The benchmark of clusters: all contestants get the same data; the one that needs no cluster counts them right."""

from pathlib import Path

import pyarrow.parquet as pq

import nerconform as nc
from benchmarks.clusters import Outcome, one_process, row, write_corpus


def test_the_files_hold_the_tokens_and_one_process_counts_them(tmp_path: Path) -> None:
    tokens = write_corpus(tmp_path, 3_000)
    gold, pred = (
        [tags for path in sorted(tmp_path.iterdir()) for tags in pq.read_table(path).column(side).to_pylist()]
        for side in ("gold", "pred")
    )
    assert tokens == sum(map(len, gold))
    ready, right = one_process(tmp_path)
    assert ready == 0
    assert right == nc.evaluate(gold, pred, "seqeval", engine="reference").value("strict.micro.tp")


def test_the_rate_is_that_of_counting() -> None:
    assert row("a", Outcome(5.0, 2.0, 8.0, 70.0, 3), 1000) == "| a | 5.0 | 2.0 | 500 | 8.0 | 70 | 3 |"

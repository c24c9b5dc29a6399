"""Clusters that run for real: their counts equal those of one process, and a worker that is killed changes none.

Each needs an environment of its own, so `.ci/run` runs these tests three times, and fails where one is skipped.
"""

import os
import random
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import nerconform as nc
from nerconform.formats.arrow_columns import NullInColumn
from nerconform.formats.file_errors import MissingColumn
from nerconform.reference.refusals import CannotAdd, UnknownPrefix
from tests.distributed.clusters import CLUSTERS
from tests.steps import OF_CLUSTER

pytestmark = [pytest.mark.filterwarnings("default")]

PARTS, ROWS = 8, 160
LABELS = ["O", *(f"{letter}-{kind}" for letter in "BI" for kind in ("PER", "LOC", "ORG"))]
TAGS = pa.list_(pa.string())
SPANS = pa.list_(pa.struct([("type", pa.string()), ("start", pa.int64()), ("end", pa.int64())]))
Units = list[tuple[Any, Any]]


@pytest.fixture(scope="module", params=[pytest.param(name, marks=OF_CLUSTER[name]) for name in sorted(CLUSTERS)])
def cluster(request: pytest.FixtureRequest) -> Iterator[Any]:
    found = CLUSTERS[request.param]()
    yield found
    found.stop()


def tags(seed: int) -> Units:
    chance = random.Random(seed)  # noqa: S311 - no secret
    gold = [[chance.choice(LABELS) for _ in range(chance.randrange(12))] for _ in range(ROWS)]
    return [(unit, [tag if chance.random() < 0.8 else chance.choice(LABELS) for tag in unit]) for unit in gold]


def spans(seed: int) -> Units:
    def side(tags: list[str]) -> list[dict[str, Any]]:
        return [{"type": span.type, "start": span.start, "end": span.end} for span in nc.decode(tags)]

    return [(side(gold), side(pred)) for gold, pred in tags(seed)]


def write(folder: Path, units: Units, kind: Any, seed: int = 0) -> Path:  # noqa: ANN401 - pyarrow has no types
    """Write units into files of random sizes, one of them without rows."""
    folder.mkdir()
    chance = random.Random(seed)  # noqa: S311 - no secret
    cuts = sorted(chance.sample(range(1, len(units)), PARTS - 2))
    bounds = [0, *cuts[:3], *cuts[2:], len(units)]
    for number, (start, end) in enumerate(pairwise(bounds)):
        sides = zip(*units[start:end], strict=True) if end > start else ((), ())
        columns = {name: pa.array(side, kind) for name, side in zip(("gold", "pred"), sides, strict=True)}
        pq.write_table(pa.table(columns | {"text": pa.array(["x"] * (end - start))}), folder / f"{number}.parquet")
    return folder


def expected(units: Units, dialect: str) -> dict[str, Any]:
    """Return every measure, by the reference and in one process."""
    gold, pred = zip(*units, strict=True)
    return nc.evaluate(_plain(gold), _plain(pred), dialect, engine="reference").to_dict()


def _plain(side: tuple[Any, ...]) -> list[Any]:
    """Return tags as they are, and spans as triples."""
    return [[one if isinstance(one, str) else (one["type"], one["start"], one["end"]) for one in unit] for unit in side]


def test_several_processes_count(cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401 - any of the clusters
    found = cluster.processes(cluster.read(write(tmp_path / "in", tags(0), TAGS)))
    assert len(found) > 1
    assert os.getpid() not in found


@pytest.mark.parametrize(("seed", "dialect"), [(1, "semeval"), (2, "conlleval,align:best")])
def test_tags_count_as_in_one_process(cluster: Any, tmp_path: Path, seed: int, dialect: str) -> None:  # noqa: ANN401
    units = tags(seed)
    frame = cluster.read(write(tmp_path / "in", units, TAGS, seed))
    found = cluster.tally(frame, dialect=dialect, resampling=True)
    assert found.units == ROWS
    assert len(found.counts.by_type) == 3
    assert found.evaluation().to_dict() == expected(units, dialect)
    gold, pred = zip(*units, strict=True)
    whole = nc.tally_arrow(pa.table({"gold": list(gold), "pred": list(pred)}), dialect=dialect, resampling=True)
    assert found.interval("strict.micro.f1", 200, 7) == whole.interval("strict.micro.f1", 200, 7)


def test_spans_count_as_in_one_process(cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401 - as above
    units = spans(3)
    found = cluster.tally(cluster.read(write(tmp_path / "in", units, SPANS)))
    assert found.evaluation().to_dict() == expected(units, "semeval,item:span")


def test_label_ids_count_as_their_tags(cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401 - as above
    units = tags(4)
    ids = [tuple([LABELS.index(tag) for tag in side] for side in unit) for unit in units]
    found = cluster.tally(cluster.read(write(tmp_path / "in", ids, pa.list_(pa.int32()))), labels=LABELS)  # type: ignore[arg-type]
    assert found.evaluation().to_dict() == expected(units, "semeval")


def test_a_worker_that_is_killed_changes_no_count(cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401 - as above
    units, mark = tags(5), tmp_path / "killed"
    frame = cluster.killing(cluster.read(write(tmp_path / "in", units, TAGS)), mark)
    found = cluster.tally(frame)
    process = int(mark.read_text(encoding="utf-8"))
    assert not Path(f"/proc/{process}").exists()
    assert found.units == ROWS
    assert found.evaluation().to_dict() == expected(units, "semeval")


@pytest.mark.parametrize(
    ("bad", "error", "side"), [(None, NullInColumn, "gold"), (["X-PER"], UnknownPrefix, "pred")], ids=["null", "tag"]
)
def test_a_refused_row_has_its_place_and_nothing_is_counted(
    cluster: Any,  # noqa: ANN401 - as above
    tmp_path: Path,
    bad: list[str] | None,
    error: type[nc.NerconformError],
    side: str,
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    right = [(["B-PER"], ["B-PER"])] * 20
    wrong = [*right]
    wrong[12] = (bad, ["B-PER"]) if side == "gold" else (["B-PER"], bad)  # type: ignore[assignment]
    for number, units in enumerate([right, wrong, right, wrong]):
        columns = {name: pa.array(column, TAGS) for name, column in zip(("gold", "pred"), zip(*units, strict=True),
                                                                       strict=True)}  # fmt: skip
        pq.write_table(pa.table(columns), folder / f"{number}.parquet")
    with pytest.raises(error) as caught:
        cluster.tally(cluster.read(folder), place=cluster.source)
    text = str(caught.value)
    assert re.search(r"(partition \d|a block) \(.*/[13]\.parquet'", text), text
    assert re.search(r"\brow 12\b", text), text
    assert "row_index" not in cluster.source or "row_index=12" in text
    assert "1 other part is refused, too." in text


def test_what_cannot_be_counted_is_refused_at_once(cluster: Any, tmp_path: Path) -> None:  # noqa: ANN401 - as above
    frame = cluster.read(write(tmp_path / "in", tags(6), TAGS))
    with pytest.raises(CannotAdd, match="pool:mean"):
        cluster.tally(frame, dialect="semeval,pool:mean")
    with pytest.raises(MissingColumn, match="no column 'golds'"):
        cluster.tally(frame, gold="golds")
    one, other = cluster.tally(frame), cluster.tally(frame, dialect="conlleval,align:best")
    with pytest.raises(CannotAdd, match="two scores by different rules cannot be added"):
        one + other

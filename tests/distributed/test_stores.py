"""Object stores: a corpus behind the URL of an S3 server, which runs here, is that of the files themselves."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import fs

from tests.steps import DASK

pytestmark = [DASK, pytest.mark.filterwarnings("default")]

FILES = {
    "corpus/lang=en/a.parquet": ([["B-PER", "I-PER", "O"], ["B-LOC"]], [["B-PER", "O", "O"], ["B-LOC"]]),
    "corpus/lang=de/b.parquet": ([["O", "B-ORG"]], [["O", "B-PER"]]),
}


@pytest.fixture(scope="module")
def server() -> Iterator[dict[str, str]]:
    """Serve a bucket, and yield the variables of the environment by which Arrow finds it."""
    from moto.server import ThreadedMotoServer  # noqa: PLC0415 - in an environment of its own

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    keys = {"access_key": "name", "secret_key": "word", "region": "us-east-1"}
    store = fs.S3FileSystem(**keys, scheme="http", endpoint_override=f"{host}:{port}", allow_bucket_creation=True)
    store.create_dir("bucket")
    for path, (gold, pred) in FILES.items():
        pq.write_table(pa.table({"gold": gold, "pred": pred}), f"bucket/{path}", filesystem=store)
    yield {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": keys["access_key"],
        "AWS_SECRET_ACCESS_KEY": keys["secret_key"],
        "AWS_DEFAULT_REGION": keys["region"],
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    server.stop()


def score(server: dict[str, str], url: str, *options: str) -> Any:  # noqa: ANN401 - a process
    columns = ("--gold-column", "gold", "--pred-column", "pred", "--format", "json", "--resamples", "0")
    command = [sys.executable, "-m", "nerconform", "score", url, *columns, *options]
    return subprocess.run(command, env=os.environ | server, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("url", "files"),
    [
        ("s3://bucket/corpus", 2),
        ("s3://bucket/corpus/*/*.parquet", 2),
        ("s3://bucket/**/lang=en/*", 1),
        ("s3://bucket/corpus/lang=en/a.parquet", 1),
    ],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bucket_is_read_by_its_url(server: dict[str, str], url: str, files: int, jobs: str) -> None:
    found = score(server, url, "--jobs", jobs)
    assert found.returncode == 0, found.stderr
    counts = json.loads(found.stdout)["schemas"]["strict"]["averages"]["micro"]["counts"]
    # LOC is right, of PER the end is wrong; in the second file ORG is taken for PER.
    assert [counts[name] for name in ("cor", "inc", "mis", "spu")] == [1, files, 0, 0]


def test_what_is_not_in_the_store_is_named(server: dict[str, str]) -> None:
    for url in ("s3://bucket/none", "s3://nobucket/x.parquet", "s3://bucket/corpus/*.parq"):
        found = score(server, url)
        assert found.returncode == 2
        assert f"{url}: no file has this name or matches this pattern" in " ".join(found.stderr.split())


def test_a_store_that_does_not_answer_is_named(server: dict[str, str]) -> None:
    found = score(server | {"AWS_ENDPOINT_URL": "http://127.0.0.1:9", "AWS_MAX_ATTEMPTS": "1"}, "s3://bucket/corpus")
    assert found.returncode == 2
    assert "s3://bucket/corpus: the file cannot be read" in " ".join(found.stderr.split())

"""A search writes the same JSON in every process, its times apart."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

COMMAND = ["diff", "reference:conlleval", "reference:iob2-discard", "--examples", "40", "--seed", "3"]


def _written(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "nerconform", *COMMAND, "--format", "json"]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout


@pytest.mark.long
def test_the_json_of_a_search_is_the_same_in_every_process() -> None:
    texts = []
    for text in map(_written, ("1", "2")):
        data: dict[str, Any] = json.loads(text)
        for search in data["searches"]:
            assert search["classes"]
            assert search.pop("times").keys() == {"generator", "library", "kit"}
        texts.append(json.dumps(data))
    assert texts[0] == texts[1]

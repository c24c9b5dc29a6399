"""Runs are written and read back without loss, and the published schema is exact."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from nerconform.base.forms import schema
from nerconform.products.check.suite_run import check
from nerconform.reporting.json_ import BadRun, load, render
from nerconform.results.run import Run
from tests.reporting.sample import RUNS, SAMPLE


@pytest.fixture(scope="module")
def validate() -> Callable[[Any], Any]:
    compiled: Callable[[Any], Any] = fastjsonschema.compile(schema("run"))
    return compiled


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_a_run_survives_the_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(render(run), encoding="ascii")
    assert load(path) == run
    assert render(load(path)) == render(run)
    assert Run.from_dict(run.to_dict()) == run


def test_a_real_run_has_the_published_form(validate: Callable[[Any], Any]) -> None:
    run = check("reference:conlleval", "reference:nervaluate-1")
    validate(json.loads(render(run)))
    assert Run.from_dict(json.loads(render(run))) == run


def _every_object(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401
    """Return the path of every object in JSON data."""
    if isinstance(data, dict):
        return [path, *(found for key, value in data.items() for found in _every_object(value, (*path, key)))]
    if isinstance(data, list):
        return [found for index, value in enumerate(data) for found in _every_object(value, (*path, index))]
    return []


def test_no_object_may_hold_more_than_the_schema_says(validate: Callable[[Any], Any]) -> None:
    text = render(SAMPLE)
    for path in _every_object(json.loads(text)):
        data = json.loads(text)
        holder = data
        for step in path:
            holder = holder[step]
        holder["more"] = "than there is"
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            validate(data)


@pytest.mark.parametrize("key", ["format", "tool", "spec", "fixtures", "implementations"])
def test_every_key_of_the_head_is_needed(key: str, validate: Callable[[Any], Any]) -> None:
    data = json.loads(render(SAMPLE))
    validate(data)
    del data[key]
    with pytest.raises(fastjsonschema.JsonSchemaValueException):
        validate(data)


def test_a_divergence_needs_its_story_and_a_pass_has_none(validate: Callable[[Any], Any]) -> None:
    for verdict in ("pass", "known"):
        data = json.loads(render(SAMPLE))
        fail = data["implementations"][0]["results"][-2]
        assert fail["verdict"] == "fail"
        fail["verdict"] = verdict
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            validate(data)


def test_a_file_that_is_no_run_says_where(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text('{"format":\n"nerconform-run-1",,}', encoding="utf-8")
    with pytest.raises(BadRun, match="not JSON") as caught:
        load(path)
    assert caught.value.place == f"{path}:2"

"""Stored results: what a verb found comes back from its file as itself; a file that holds anything else says so."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

import nerconform as nc
from nerconform.base.bounds import MAX_DIGITS
from nerconform.commands.main import main
from nerconform.products.check.suite_run import check
from nerconform.results import stored
from nerconform.results.releases_result import Releases
from nerconform.results.run import Run
from nerconform.results.score_result import FileScores
from nerconform.results.search_result import Searches
from nerconform.results.stored import Stored, read, read_as
from nerconform.results.values import BadResult, decode, encode, schema_of
from tests.reporting.kinds import DATA, one_of_each
from tests.reporting.sample import RUNS, SAMPLE
from tests.reporting.stored import RELEASES, SEARCHES


@pytest.fixture(scope="module")
def results() -> Mapping[str, Stored]:
    """Return one result of each kind that other tests make by hand, and a real comparison."""
    pair = ["reference:conlleval", "reference:iob2-discard"]
    return {
        "run": SAMPLE,
        "search": decode(json.dumps(SEARCHES), Searches, "x"),
        "releases": decode(json.dumps(RELEASES), Releases, "x"),
        "comparison": nc.compare([["B-A", "I-A"]], [["I-A", "I-A"]], pair, resamples=0),
    }


EACH = {type(one).__name__: encode(one) for one in one_of_each()}
KINDS = ("run", "search", "releases", "comparison")


@pytest.mark.parametrize("kind", KINDS)
def test_a_result_comes_back_as_itself(kind: str, results: Mapping[str, Stored], tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(encode(results[kind]), encoding="ascii")
    assert encode(read(path)) == encode(results[kind])
    assert type(read(path)) is type(results[kind])


@pytest.mark.parametrize("run", [RUNS["good"], RUNS["empty"]], ids=["good", "empty"])
def test_a_run_is_equal_to_what_was_stored(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(encode(run), encoding="ascii")
    assert read_as(path, Run) == run


@pytest.mark.long
def test_a_real_run_comes_back_and_has_its_published_form(validate: Callable[[Any], Any]) -> None:
    run = check("reference:conlleval", "reference:nervaluate-1")
    validate(json.loads(encode(run)))
    assert decode(encode(run), Run, "x") == run


@pytest.mark.parametrize(("data", "kind"), [(SEARCHES, Searches), (RELEASES, Releases)])
def test_what_was_stored_by_hand_comes_back(data: dict[str, Any], kind: type[Any]) -> None:
    plain = json.loads(encode(decode(json.dumps(data), kind, "x")))
    again = decode(json.dumps(plain), kind, "x")
    assert json.loads(encode(again)) == plain
    assert plain["format"] == data["format"]


@pytest.fixture(scope="module")
def validate() -> Callable[[Any], Any]:
    """Return a check against the published JSON Schema of a run, by a library that knows nothing of the types."""
    schema = {**schema_of(Run), "$schema": "http://json-schema.org/draft-07/schema#"}
    compiled: Callable[[Any], Any] = fastjsonschema.compile(schema, use_default=False)
    return compiled


def _every_object(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401
    """Return the path of every object in JSON data."""
    if isinstance(data, dict):
        return [path, *(found for key, value in data.items() for found in _every_object(value, (*path, key)))]
    if isinstance(data, list):
        return [found for index, value in enumerate(data) for found in _every_object(value, (*path, index))]
    return []


def test_no_object_may_hold_more_than_its_type(validate: Callable[[Any], Any]) -> None:
    text = encode(SAMPLE)
    validate(json.loads(text))
    for path in _every_object(json.loads(text)):
        data = json.loads(text)
        holder = data
        for step in path:
            holder = holder[step]
        if path[-1:] == ("right",):  # numbers by their names, whichever these are
            continue
        holder["more"] = "than there is"
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            validate(data)
        with pytest.raises(BadResult, match="more"):
            decode(json.dumps(data), Run, "x")


@pytest.mark.parametrize("key", ["format", "tool", "spec", "fixtures", "implementations"])
def test_every_key_of_the_head_is_needed(key: str, validate: Callable[[Any], Any]) -> None:
    data = json.loads(encode(SAMPLE))
    del data[key]
    with pytest.raises(BadResult, match=key):
        decode(json.dumps(data), Stored, "x")
    if key != "format":
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            validate(data)


@pytest.mark.parametrize("kind", EACH)
def test_a_result_of_each_kind_is_read_again(kind: str, tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(EACH[kind], encoding="ascii")
    assert encode(read(tmp_path / "result.json")) == EACH[kind]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_only_a_run_is_a_run(kind: str, results: Mapping[str, Stored], tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(encode(results[kind]), encoding="ascii")
    with pytest.raises(BadResult, match="of another command") as raised:
        read_as(path, Run)
    assert "`nerconform check`" in raised.value.hint


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '{"format": "nerconform-run-1", "tool": "0.1.0"}',
            "written by nerconform 0.1.0, and this release cannot read it",
        ),
        ('{"format":\n"nerconform-run-2",,}', "not valid JSON"),
        ('{"format": "nerconform-none-2"}', r"\$\.format: invalid value 'nerconform-none-2'"),
        ("[]", "expected `object`, got `array`"),
    ],
)
def test_a_file_that_holds_no_result_says_so_with_its_name(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadResult, match=words) as raised:
        read(path)
    assert raised.value.place == str(path)


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadResult, match="the file cannot be read"):
        read(tmp_path / "none.json")


def test_the_longest_number_that_is_taken_in_is_read_again(tmp_path: Path) -> None:
    seed, stored_at = 10**MAX_DIGITS - 1, tmp_path / "scores.json"
    assert main(["score", str(DATA / "both.conll"), "--resamples", "2", f"--seed={seed}", f"--output={stored_at}"]) == 0
    found = read(stored_at)
    assert isinstance(found, FileScores)
    assert found.drawn is not None
    assert found.drawn.seed == seed


def test_a_lone_surrogate_in_a_name_survives(tmp_path: Path) -> None:
    """Names of files can hold bytes that are no text; Python writes them so."""
    path = tmp_path / "run.json"
    path.write_text(encode(SAMPLE), encoding="ascii")
    assert any("\udc80" in result.reason for one in read_as(path, Run).implementations for result in one.results)


def test_every_kind_of_result_has_a_schema() -> None:
    defined = schema_of(stored.Stored)["$defs"]
    assert {"Run", "Searches", "Releases", "Smoke", "Changes", "Comparison", "Sweep"} <= defined.keys()

"""Where CI looks: reports by suffix, properties in JUnit's file, GitHub's annotations and step summary; the search."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.plugin.conftest import configure

WRONG = ('metric = "my_metrics:ignores_type"', 'cases = ["mat.exact.*"]')


@pytest.mark.long
def test_reports_are_written_by_their_suffix(repository: pytest.Pytester) -> None:
    configure(repository, *WRONG)
    names = ("run.json", "deep/run.md", "run.xml", "run.sarif")
    result = repository.runpytest("--nerconform", *(f"--nerconform-report={name}" for name in names))
    assert result.ret == 1
    run = json.loads((repository.path / "run.json").read_text())
    (one,) = run["implementations"]
    verdicts = {each["case"]: each["verdict"] for each in one["results"]}
    assert verdicts["mat.exact.wrong-type"] == "fail"
    assert verdicts["mat.exact.end-too-early"] == "pass"
    assert [cause["id"] for cause in one["diagnosis"][0]["causes"]] == ["ignores-type"]
    assert one["diagnosis"][0]["cases"] == ["mat.exact.wrong-type"]
    assert one["levels"] == ["legal-data", "illegal-tags"]
    assert one["source"].rpartition(":")[0] == "my_metrics.py"
    for name in names[1:]:
        assert "mat.exact.wrong-type" in (repository.path / name).read_text()


@pytest.mark.long
def test_junit_has_the_clause_of_each_item(repository: pytest.Pytester) -> None:
    configure(repository, *WRONG)
    repository.runpytest("--nerconform", "--junit-xml=junit.xml")
    cases = ET.parse(repository.path / "junit.xml").getroot().iter("testcase")  # noqa: S314 - our own file
    found = {case.get("name"): case for case in cases}
    case = found["mat.exact.wrong-type"]
    properties = {one.get("name"): one.get("value") for one in case.iter("property")}
    assert properties["clause"] == "MAT-1"
    assert properties["metric"] == "my_metrics:ignores_type"
    failure = case.find("failure")
    assert failure is not None
    assert "expected 1/2, got 1" in str(failure.get("message"))


@pytest.mark.long
def test_github_gets_annotations_and_a_summary(
    repository: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    step = tmp_path / "step.md"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(step))
    configure(repository, *WRONG)
    result = repository.runpytest("--nerconform")
    result.stdout.fnmatch_lines(["::error *mat.exact.wrong-type*"])
    assert "mat.exact.wrong-type" in step.read_text(encoding="utf-8")


@pytest.mark.long
def test_the_search_is_seeded_shrunk_and_explained(repository: pytest.Pytester) -> None:
    configure(repository, 'metric = "my_metrics:ignores_type"', 'cases = ["mat.exact.equal-span"]')
    shown = [
        repository.runpytest("--nerconform-search=60", "--nerconform-seed=3", "-k", "search").stdout.str()
        for _ in range(2)
    ]
    assert "1 failed" in shown[0]
    assert "inputs differ" in shown[0]
    assert [line for line in shown[0].splitlines() if line.startswith(("gold = ", "pred = "))] == [
        line for line in shown[1].splitlines() if line.startswith(("gold = ", "pred = "))
    ]
    assert re.search(
        r"^gold = \[\['B-[XY]'\]\]\npred = \[\['B-[XY]'\]\]$", shown[0], re.MULTILINE
    )  # as small as can be


def test_the_search_of_a_right_metric_finds_nothing(repository: pytest.Pytester) -> None:
    configure(repository, 'metric = "my_metrics:compute"', 'cases = ["mat.exact.equal-span"]')
    result = repository.runpytest("--nerconform-search=60", "-k", "search")
    assert result.parseoutcomes()["passed"] == 1
    result.stdout.fnmatch_lines(["  search: *no difference on * inputs."])

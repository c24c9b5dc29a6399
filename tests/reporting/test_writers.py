"""Each form of a result is valid after its format's schema, says what is wrong, and depends on nothing else."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import fastjsonschema
import pytest
import xmlschema
from msgspec.structs import replace

from nerconform.base.report_form import ReportForm
from nerconform.reporting import report_writers as writers
from nerconform.reporting.entries import BAD, Severity, entries
from nerconform.reporting.report_writers import NoSuchFormat, forms, render, write_report
from nerconform.results.run import Level, Run, Verdict
from nerconform.results.values import decode, encode
from tests.reporting.odd import odd_run
from tests.reporting.sample import AWKWARD_RUN, EMPTY, RUNS, SAMPLE

SCHEMAS = Path(__file__).parent / "schemas"
ODD = {f"odd-{seed}": odd_run(seed) for seed in range(25)}
ALL = {**RUNS, **ODD}


@pytest.fixture(scope="module")
def junit_schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")


@pytest.fixture(scope="module")
def sarif_schema() -> Any:  # noqa: ANN401 - a compiled schema
    schema = json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
    return fastjsonschema.compile(schema)


@pytest.mark.parametrize("run", ALL.values(), ids=ALL)
def test_junit_is_valid_and_counts_what_it_holds(run: Run, junit_schema: xmlschema.XMLSchema) -> None:
    text = render(run, "junit")
    junit_schema.validate(text)
    root = ET.fromstring(text)  # noqa: S314 - our own
    verdicts = [result.verdict for one in run.implementations for result in one.results]
    assert root.attrib["tests"] == str(len(verdicts)) == str(len(root.findall(".//testcase")))
    failures = verdicts.count(Verdict.FAIL) + verdicts.count(Verdict.REFUSED)
    assert root.attrib["failures"] == str(failures) == str(len(root.findall(".//failure")))
    assert root.attrib["errors"] == str(verdicts.count(Verdict.ERROR)) == str(len(root.findall(".//error")))
    assert len(root.findall(".//skipped[@type='known']")) == verdicts.count(Verdict.KNOWN)


@pytest.mark.parametrize("run", ALL.values(), ids=ALL)
def test_sarif_is_valid_and_holds_every_divergence(run: Run, sarif_schema: Any) -> None:  # noqa: ANN401
    data = json.loads(render(run, "sarif"))
    sarif_schema(data)
    (log,) = data["runs"]
    found = entries(run)
    assert sum(result["level"] == "error" for result in log["results"]) == sum(one.severity in BAD for one in found)
    known = [result for result in log["results"] if "suppressions" in result]
    assert len(known) == sum(one.severity is Severity.KNOWN for one in found)
    rules = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in log["results"])


def test_sarif_names_clause_and_line_of_a_divergence() -> None:
    (log,) = json.loads(render(SAMPLE, "sarif"))["runs"]
    crash = next(result for result in log["results"] if "a.error" in result["message"]["text"])
    assert crash["ruleId"] == "INP-1"
    place = crash["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]) == ("fixtures/1-a.yaml", {"startLine": 7})


def test_no_two_results_of_sarif_have_one_fingerprint() -> None:
    (log,) = json.loads(render(SAMPLE, "sarif"))["runs"]
    prints = [result["partialFingerprints"]["nerconform/v1"] for result in log["results"]]
    assert len(set(prints)) == len(prints) == 7


@pytest.mark.parametrize("run", ALL.values(), ids=ALL)
def test_annotations_are_one_command_a_line_whatever_the_text(run: Run) -> None:
    lines = render(run, "github").split("\n")
    assert lines.pop() == ""
    wrong = sum(one.severity in BAD for one in entries(run))
    assert [line.split(" ")[0] for line in lines].count("::error") == wrong
    for line in lines:
        assert re.fullmatch(r"::(error|notice) [a-z]+=[^:,\r\n]*(,[a-z]+=[^:,\r\n]*)*::[^\r\n]*", line), line[:200]
        assert not re.search(r"%(?!25|0D|0A|3A|2C)", line)


def test_an_annotation_says_where_what_and_how() -> None:
    first = render(SAMPLE, "github").splitlines()[0]
    assert first.startswith(
        "::error file=fixtures/1-a.yaml,line=7,title=seqeval%3Astrict%3A a.refused TAG-3::ValueError: no"
    )


def test_the_summary_is_short_and_names_what_is_wrong() -> None:
    text = render(SAMPLE, "summary")
    assert "**4 wrong answers, 3 known.**" in text
    assert "| `seqeval:strict` | `seqeval 0.0.0` | 1 | 3 | 1 | 3 | 1 |" in text
    assert "`a.refused` | TAG-3 | `ValueError: no`" in text
    assert len(render(odd_run(3, results=500), "summary").splitlines()) < 50


def test_the_summary_of_a_run_that_is_its_own_baseline_says_that_nothing_is_new() -> None:
    text = render(SAMPLE, "summary", baseline=SAMPLE)
    assert "**Nothing is newly wrong, 4 as in the baseline, 3 known.**" in text
    assert "### Wrong answers" not in text
    assert "::error" not in render(SAMPLE, "github", baseline=SAMPLE)
    (log,) = json.loads(render(SAMPLE, "sarif", baseline=SAMPLE))["runs"]
    assert {result["level"] for result in log["results"]} == {"warning", "note"}


def test_what_is_wrong_in_a_level_that_is_not_required_fails_nothing() -> None:
    run = replace(SAMPLE, implementations=(replace(AWKWARD_RUN, levels=(Level.ILLEGAL_TAGS,)),))
    severities = {entry.id: entry.severity for entry in entries(run)}
    assert severities["a.refused"] is severities["a.error"] is Severity.NOT_REQUIRED
    assert severities["a.fail-awkward"] is Severity.WRONG
    errors = [line for line in render(run, "github").splitlines() if line.startswith("::error")]
    assert len(errors) == 1
    assert "a.fail-awkward" in errors[0]
    suites = ET.fromstring(render(run, "junit"))  # noqa: S314 - our own
    assert len(list(suites.iter("failure"))) == 1
    assert list(suites.iter("error")) == []
    (log,) = json.loads(render(run, "sarif"))["runs"]
    assert [one["level"] for one in log["results"]].count("error") == 1


def test_an_entry_stands_where_the_function_stands() -> None:
    run = replace(SAMPLE, implementations=(replace(AWKWARD_RUN, source="my/metrics.py:7"),))
    assert {(entry.file, entry.line) for entry in entries(run)} == {("my/metrics.py", 7)}


@pytest.mark.parametrize("form", forms(Run))
def test_a_result_without_implementations_is_written_too(form: ReportForm) -> None:
    assert render(EMPTY, form) or form is ReportForm.GITHUB


@pytest.mark.parametrize("suffix", [one for one, form in writers.SUFFIXES.items() if form in forms(Run)])
def test_a_files_name_says_its_form(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"report{suffix}"
    write_report(SAMPLE, path)
    text = render(SAMPLE, writers.SUFFIXES[suffix])
    assert path.read_bytes() == text.encode("utf-8", errors="backslashreplace")
    assert text == render(decode(encode(SAMPLE), Run, "x"), writers.SUFFIXES[suffix])
    assert str(Path.cwd()) not in text


@pytest.mark.parametrize("name", ["report", "report.pdf"])
def test_a_name_that_says_no_form_is_refused(name: str) -> None:
    with pytest.raises(NoSuchFormat) as caught:
        write_report(SAMPLE, Path(name))
    assert caught.value.hint == f"End the name with one of {', '.join(writers.SUFFIXES)}."

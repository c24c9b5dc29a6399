"""`diff-reports`, `--baseline`, and a result in every form from the command line (REP-1, REP-3)."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from nerconform.reporting.web.pages import _environment
from nerconform.results.run import Changes
from nerconform.results.values import encode, schema_of
from tests.commands.conftest import Command, has_printed_form

METRIC = "miniature:evaluate"
FORMS = ("json", "markdown", "summary", "html", "junit", "sarif", "github")
QUICK = {"markdown"}


@pytest.fixture
def run(home: Path, command: Command) -> Path:
    """Return a stored run of the small metric, which is wrong."""
    path = home / "run.json"
    assert command("check", METRIC, "--output", str(path), "--format", "json")[0] == 1
    return path


def mended(run: Path) -> Path:
    """Return a run in which the first wrong answer is right."""
    data = json.loads(run.read_text(encoding="utf-8"))
    wrong = next(one for one in data["implementations"][0]["results"] if one["verdict"] == "fail")
    keep = {name: wrong[name] for name in ("case", "kind", "clauses", "level")}
    wrong.clear()
    wrong.update({**keep, "verdict": "pass"})
    path = run.with_name("mended.json")
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


@pytest.mark.long
def test_a_run_and_itself_differ_in_nothing(run: Path, command: Command) -> None:
    status, out, err = command("diff-reports", str(run), str(run), "--format", "text")
    assert (status, err) == (0, "")
    assert out.startswith("Nothing new is wrong: ")
    assert " wrong as before.\nExit status 0: " in out


def test_what_is_newly_wrong_is_named_and_is_the_exit_status(run: Path, command: Command) -> None:
    status, out, _ = command("diff-reports", str(mended(run)), str(run), "--format", "text", width=100)
    assert status == 1
    assert "wrong, and was not (1)" in out
    assert "1 case is newly wrong" in out
    status, out, _ = command("diff-reports", str(run), str(mended(run)), "--format", "markdown")
    assert status == 0
    assert "| gone |" in out


def test_the_output_has_the_printed_form(run: Path, command: Command) -> None:
    _, printed, _ = command("diff-reports", "--json-schema")
    assert json.loads(printed) == json.loads(encode(schema_of(Changes)))
    _, out, _ = command("diff-reports", str(mended(run)), str(run), "--format", "json")
    assert has_printed_form(printed, out)["format"] == "nerconform-changes-2"


@pytest.mark.long
def test_a_baseline_makes_only_what_is_new_fail(run: Path, command: Command) -> None:
    status, out, err = command("check", METRIC, "--baseline", str(run), "--format", "junit")
    assert status == 0
    root = ET.fromstring(out)  # noqa: S314 - our own
    assert (root.attrib["failures"], root.attrib["errors"]) == ("0", "0")
    assert root.findall(".//skipped[@type='baseline']")
    assert err.startswith("against the baseline: Nothing new is wrong")
    status, out, _ = command("check", METRIC, "--baseline", str(mended(run)), "--format", "github")
    assert status == 1
    assert out.count("::error ") == 1
    status, out, _ = command("check", METRIC, "--baseline", str(mended(run)), "--format", "text")
    assert status == 1
    assert "1 case is newly wrong" in out
    assert out.count("Exit status") == 1


def test_a_baseline_that_is_no_run_is_refused_before_anything_is_asked(home: Path, command: Command) -> None:
    (home / "no.json").write_text("{}", encoding="utf-8")
    status, out, err = command("check", METRIC, "--baseline", "no.json")
    assert (status, out) == (2, "")
    assert (
        "no.json: this is not a result of nerconform: $: object missing required field `format`. "
        "Write the file again with `nerconform check`." in err
    )


@pytest.mark.parametrize(
    "form", [pytest.param(form, marks=() if form in QUICK else pytest.mark.long) for form in FORMS]
)
def test_check_and_report_write_one_thing_in_every_form(form: str, run: Path, command: Command) -> None:
    status, once, err = command("check", METRIC, "--format", form)
    assert (status, err) == (1, "")
    assert command("report", str(run), "--format", form) == (1, once, "")


@pytest.mark.long
@pytest.mark.parametrize("suffix", ["json", "md", "html", "xml", "sarif"])
def test_output_to_a_file_is_what_is_printed_in_its_form(suffix: str, run: Path, command: Command) -> None:
    form = {"md": "markdown", "xml": "junit"}.get(suffix, suffix)
    path = run.with_name(f"out.{suffix}")
    command("report", str(run), "--output", str(path), "--output", str(run.with_name("folder")))
    assert path.read_text(encoding="utf-8") == command("report", str(run), "--format", form)[1]
    assert {one.name for one in run.with_name("folder").iterdir()} == {"run.json", "run.md"}


def test_annotations_come_with_a_summary_of_the_step(
    run: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = run.with_name("summary.md")
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    command("report", str(run), "--format", "github")
    assert summary.read_text(encoding="utf-8") == f"before\n{command('report', str(run), '--format', 'summary')[1]}"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            '{"format": "nerconform-nothing-2"}',
            "other.json: this is not a result of nerconform: $.format: invalid value 'nerconform-nothing-2'",
        ),
        ('{"format": "nerconform-run-1"}', "the file was written by nerconform 0.1.0, and this release cannot read it"),
        (
            '{"format": "nerconform-search-2"}',
            "other.json: this is not a result of nerconform: $: object missing required field `searches`",
        ),
        (
            '{"format": ["nerconform-run-2"]}',
            "other.json: this is not a result of nerconform: $.format: expected `str`, got `list`",
        ),
        ("[]", "other.json: this is not a result of nerconform: $: expected `object`, got `array`"),
    ],
)
def test_a_document_that_is_not_reported_is_refused_by_name(
    content: str, words: str, home: Path, command: Command
) -> None:
    (home / "other.json").write_text(content, encoding="utf-8")
    status, out, err = command("report", "other.json", "--format", "html")
    assert (status, out) == (2, "")
    assert words in err


def test_a_page_without_jinja_is_refused_before_anything_is_asked(
    home: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    _environment.cache_clear()
    for args in (("--format", "html"), ("--output", str(home / "out.html"), "--format", "json")):
        status, out, err = command("check", METRIC, *args)
        assert (status, out) == (2, "")
        assert (
            err == "nerconform: error: HTML reports need Jinja2, which is not installed. "
            "Run: pip install 'nerconform[html]'.\n"
        )


def test_a_file_in_a_folder_that_is_not_there_is_refused(home: Path, command: Command) -> None:
    status, _, err = command("check", METRIC, "--output", str(home / "none" / "out.xml"))
    assert status == 2
    assert "the folder of the output does not exist. Make the folder first: mkdir -p " in err

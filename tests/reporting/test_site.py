"""The committed reports are what their own run says, and what the recorded releases still do."""

import os
from importlib import metadata
from pathlib import Path

import pytest

from nerconform.commands.report import SITE
from nerconform.comparison.check import check
from nerconform.comparison.results import ImplementationRun, Run
from nerconform.reporting import json_
from nerconform.reporting.site import page_names, site_pages
from tests.reporting.sample import EMPTY, SAMPLE

REPORTS = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="module")
def recorded() -> Run:
    """Return the committed run."""
    path = REPORTS / "run.json"
    if not path.exists():
        reason = f"{path.name} is not in {REPORTS.name}/: nerconform report --site {REPORTS.name}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return json_.load(path)


def test_the_committed_pages_are_those_of_the_committed_run(recorded: Run) -> None:
    committed = {path.name: path.read_bytes() for path in REPORTS.iterdir() if path.is_file()}
    rebuilt = {name: text.encode("utf-8", errors="backslashreplace") for name, text in site_pages(recorded).items()}
    assert committed.keys() == rebuilt.keys()
    for name, text in rebuilt.items():
        assert committed[name] == text, f"run `nerconform report --site {REPORTS.name}`: {name}"


def test_the_recorded_releases_still_answer_so(recorded: Run) -> None:
    versions = sorted({one.version for one in recorded.implementations})
    other = [version for version in versions if not _is_installed(version)]
    if other:
        pytest.skip(f"not asked again: recorded are {', '.join(versions)}, not installed so: {', '.join(other)}")
    print(f"asked again: {', '.join(versions)}")  # noqa: T201 - says which of the two ran
    assert json_.render(check(*SITE)) == (REPORTS / "run.json").read_text(encoding="utf-8")


def _is_installed(version: str) -> bool:
    """Whether this release, `library 1.2.3`, is the installed one."""
    library, _, number = version.rpartition(" ")
    try:
        return metadata.version(library) == number
    except metadata.PackageNotFoundError:
        return False


def test_pages_depend_on_the_run_alone() -> None:
    assert site_pages(SAMPLE) == site_pages(Run.from_dict(SAMPLE.to_dict()))
    assert site_pages(SAMPLE).keys() == {"run.json", "README.md", "seqeval-strict.md", "reference-semeval.md"}
    assert site_pages(EMPTY).keys() == {"run.json", "README.md"}


def test_the_index_names_every_cause_in_one_line() -> None:
    index = site_pages(SAMPLE)["README.md"]
    assert "- [It does | not](seqeval-strict.md#it-does--not) (2 cases)" in index
    assert "- [not explained](seqeval-strict.md#wrong-and-not-explained): 2 fail, 1 error, 1 refused" in index
    assert "Nothing that it was asked." in index


def test_page_names_are_safe_and_all_different() -> None:
    runs = [ImplementationRun(name, "1", ()) for name in ("a:b", "a/b", "A-B", "../..", "readme", "a b")]
    assert list(page_names(runs).values()) == [
        "a-b.md",
        "a-b-2.md",
        "A-B-3.md",
        "implementation.md",
        "readme-2.md",
        "a-b-4.md",
    ]

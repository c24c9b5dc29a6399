"""The committed reports are what their own run says, and what the recorded releases still do."""

import os
import re
from pathlib import Path

import pytest
from msgspec import structs

from nerconform.libraries.defects import trophies
from nerconform.libraries.library import libraries, library_in
from nerconform.libraries.registry import is_recorded
from nerconform.products.check import suite_run
from nerconform.products.check.suite_run import check_site
from nerconform.products.explain.site_contents import site_contents
from nerconform.reporting.report_files import page_names, site_pages
from nerconform.reporting.report_writers import files
from nerconform.reporting.run_markdown import slug
from nerconform.results.releases_result import Releases
from nerconform.results.run import ImplementationRun, Run
from nerconform.results.stored import read_as
from nerconform.results.values import decode, encode
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
    return read_as(path, Run)


def releases() -> Releases | None:
    """Return the committed releases."""
    path = REPORTS / "releases.json"
    return read_as(path, Releases) if path.exists() else None


def test_the_committed_pages_are_those_of_the_committed_run(recorded: Run) -> None:
    committed = {
        path.name: path.read_bytes()
        for path in REPORTS.iterdir()
        if path.is_file() and not path.name.startswith("rank-")  # made of data, see tests/corpora/test_rank.py
    }
    del committed["identified.md"], committed["identified.json"]  # see tests/benchmarks/test_identified.py
    del committed["search.md"]  # made of `search/`, see test_search_page.py
    del committed["verification.md"]  # written by hand, of searches that take hours
    shown = releases()
    found = site_pages(site_contents(recorded)) | (files(shown) if shown else {})
    rebuilt = {name: text.encode("utf-8", errors="backslashreplace") for name, text in found.items()}
    assert committed.keys() == rebuilt.keys()
    for name, text in rebuilt.items():
        assert committed[name] == text, f"run `nerconform report --site {REPORTS.name}`: {name}"


@pytest.mark.long
def test_the_recorded_releases_still_answer_so(recorded: Run) -> None:
    asked = [name for name, one in libraries().items() if is_recorded(one)]
    missing = [name for name, one in libraries().items() if one.extra == "peers" and name not in asked]
    assert not (os.environ.get("CI") and missing), missing
    print(f"asked again: {', '.join(asked)}")  # noqa: T201 - says who was asked
    assert asked
    assert encode(check_site(recorded)) == (REPORTS / "run.json").read_text(encoding="utf-8")


def test_a_stored_run_stands_for_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = structs.replace(SAMPLE.implementations[0], name="seqeval:strict", version="seqeval 0.0")
    monkeypatch.setattr(suite_run, "libraries", lambda: {"seqeval": library_in("seqeval")})
    monkeypatch.setattr(suite_run, "is_recorded", lambda _: False)
    assert check_site(structs.replace(SAMPLE, implementations=(sample,))).implementations == (sample,)


def test_every_library_has_a_run(recorded: Run) -> None:
    found = {one.name.partition(":")[0] for one in recorded.implementations}
    assert found == {*libraries()}


def test_every_link_of_the_markdown_leads_somewhere() -> None:
    broken = []
    for page in REPORTS.glob("*.md"):
        prose = re.sub(r"```.*?```|`[^`\n]*`", "x", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for href in re.findall(r"\]\(<?([^()\s]+?)>?\)", prose):
            path, _, fragment = href.partition("#")
            target = (REPORTS / path) if path else page
            if "://" in href:
                continue
            if not target.exists():
                broken.append(f"{page.name}: {href}")
            elif fragment and target.suffix == ".md":
                heads = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
                broken += [] if fragment in map(slug, heads) else [f"{page.name}: {href}"]
    assert broken == []


def test_the_reports_name_every_trophy() -> None:
    text = site_pages(site_contents(EMPTY))["trophies.md"]
    assert all(one.contradicts and one.contradicts.call in text and one.title in text for one in trophies())


def test_no_generated_html_is_committed() -> None:
    assert list(REPORTS.rglob("*.html")) == []


def test_pages_depend_on_the_run_alone() -> None:
    assert site_pages(site_contents(SAMPLE)) == site_pages(site_contents(decode(encode(SAMPLE), Run, "x")))
    assert site_pages(site_contents(SAMPLE)).keys() == {
        "run.json",
        "README.md",
        "trophies.md",
        "seqeval-strict.md",
        "reference-semeval.md",
    }
    assert site_pages(site_contents(EMPTY)).keys() == {"run.json", "README.md", "trophies.md"}


def test_the_index_names_every_cause_in_one_line() -> None:
    index = site_pages(site_contents(SAMPLE))["README.md"]
    assert "- [It does | not](seqeval-strict.md#it-does--not) (2 cases)" in index
    assert "- [wrong answers](seqeval-strict.md#wrong-answers): 2 fail, 1 error, 1 refused" in index
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

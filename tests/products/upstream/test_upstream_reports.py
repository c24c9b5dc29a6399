"""Each report is true of the installed release: its call, its failing test, and the patch that makes the test pass."""

import importlib.util
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from nerconform.libraries.library import libraries
from nerconform.libraries.upstream_entries import UpstreamEntry, all_upstream_entries, upstream_entries
from nerconform.products.upstream.upstream_reports import NoReports, upstream
from nerconform.reporting.upstream_text import page
from tests.steps import of_library

ENTRIES = tuple(all_upstream_entries())
PATCHED = [one for one in ENTRIES if one.patch]


def _params(entries: Iterable[UpstreamEntry]) -> list[ParameterSet]:
    return [pytest.param(one, marks=of_library(one.defect.library), id=one.defect.id) for one in entries]


every_entry = pytest.mark.parametrize("entry", _params(ENTRIES))


def test_of(entry: UpstreamEntry) -> str:
    found = upstream(entry.defect.library).reports
    return next(one.test for one in found if one.id == entry.defect.id)


test_of.__test__ = False  # type: ignore[attr-defined] # a helper, whatever its name


def outcome(source: str) -> str:
    """Run a test of a report in this process, and return how it ends."""
    names: dict[str, object] = {}
    exec(source, names)  # noqa: S102 - the list is part of the project
    (test,) = (one for name, one in names.items() if name.startswith("test_"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            test()  # type: ignore[operator]
        except AssertionError:
            return "AssertionError"
        except BaseException as error:  # noqa: BLE001 - pytest's own for what is not raised, too
            return type(error).__name__
    return "passed"


@every_entry
def test_the_test_of_a_report_fails_on_the_released_library(entry: UpstreamEntry) -> None:
    recorded = libraries()[entry.defect.library].recorded
    assert version(entry.defect.library) == recorded
    ended = outcome(test_of(entry))
    raised = entry.shown.gives.partition(":")[0]
    assert ended in {"AssertionError", "Failed", raised}
    assert ended != "passed"


@every_entry
def test_the_call_of_a_report_gives_what_the_report_says(entry: UpstreamEntry) -> None:
    names: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(entry.shown.setup, names)  # noqa: S102 - the list is part of the project
        try:
            given = repr(eval(entry.shown.call, names))  # noqa: S307 - as above
        except Exception as error:  # noqa: BLE001 - any exception is what the call gives
            given = f"{type(error).__name__}: {error}"
    assert given == entry.shown.gives


@pytest.mark.long
@pytest.mark.parametrize("entry", _params(PATCHED))
def test_the_patch_makes_the_test_pass(entry: UpstreamEntry, tmp_path: Path) -> None:
    """The patch is applied to a copy of the installed package, and the test is run by pytest with that copy first."""
    assert entry.patch
    top = entry.patch.file.partition("/")[0].removesuffix(".py")
    spec = importlib.util.find_spec(top)
    assert spec is not None
    assert spec.origin is not None
    origin = Path(spec.origin)
    copy = tmp_path / "patched"
    if spec.submodule_search_locations:
        shutil.copytree(origin.parent, copy / top, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        copy.mkdir()
        shutil.copy(origin, copy)
    target = copy / entry.patch.file
    source = target.read_text(encoding="utf-8")
    assert source.count(entry.patch.old) == 1
    target.write_text(source.replace(entry.patch.old, entry.patch.new), encoding="utf-8")
    (tmp_path / "test_report.py").write_text(test_of(entry), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:nerconform", "-c", os.devnull]
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [*command, "test_report.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_reports_enough_to_file() -> None:
    assert len(ENTRIES) >= 20
    assert len(PATCHED) >= 5


@pytest.mark.parametrize("name", [name for name, one in libraries().items() if upstream_entries(one.folder)])
def test_a_report_speaks_of_the_library_alone(name: str) -> None:
    found = upstream(name)
    for one in found.reports:
        text = page(found, one)
        assert "nerconform" not in text
        assert all(part and part in text for part in (one.title, one.gives, one.right, one.says, one.effect, one.test))


def test_a_report_cites_related_threads_and_the_day_of_the_search() -> None:
    found = upstream("spacy")
    one = next(report for report in found.reports if report.id == "spacy.biluo-to-iob-writes-in-the-type")
    text = page(found, one)
    assert "- https://github.com/explosion/spaCy/issues/2385: `iob_to_biluo` had the same fault" in text
    assert f"The tracker was searched on {one.searched_on} without a find" in text
    contested = upstream("nervaluate")
    text = page(contested, next(one for one in contested.reports if one.id.endswith("wrong-type-missed-and-spurious")))
    assert all(
        thread in text for thread in ("nervaluate/issues/110 (reported", "nervaluate/issues/66", "Evaluation/issues/2")
    )


@pytest.mark.parametrize("name", ["bogus", "allennlp"])
def test_a_library_without_reports_is_an_error_that_names_the_others(name: str) -> None:
    with pytest.raises(NoReports, match="seqeval"):
        upstream(name)

"""What the README's command leaves out is run by `.ci/run`: each step that a test names, with the file of the test."""

import re
from pathlib import Path

from tests import steps

ROOT = Path(__file__).parents[1]
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
MARKS = {name for name, mark in vars(steps).items() if getattr(mark, "name", "") == "step"}
"""Names of the marks in `steps.py`."""
USES = re.compile(rf"mark\.step\(\"([^\"]+)\"\)|\b({'|'.join(MARKS)}|of_library|OF_CLUSTER)\b")


def named() -> dict[Path, set[str]]:
    """Return the files of tests that name a step, and what each says."""
    files = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    return {
        path: {one or other for one, other in USES.findall(text)} for path, text in files.items() if USES.search(text)
    }


def test_every_step_is_one_of_ci() -> None:
    written = {name for says in named().values() for name in says if name not in vars(steps)}
    marks = {mark.args[0] for name in MARKS if (mark := getattr(steps, name))}
    assert {"pages", "site", "latex", "spaCy", "Spark"} <= written | marks
    assert {name for name in written | marks if f'step "{name}" ' not in CI} == set()


def test_every_file_with_such_a_test_is_run_by_ci() -> None:
    files = [path.relative_to(ROOT) for path in named() if path != Path(__file__)]
    assert len(files) > 10
    assert [str(file) for file in files if not any(str(one) in CI for one in (file, file.parent))] == []


def test_ci_runs_the_long_tests_and_shows_how_they_ended() -> None:
    assert re.search(r'-m "\(?long\b', CI)
    assert "hypothesis" in CI

"""Two lines of settings: with `metric` and `dialect` alone, right metrics are green in pytest and for `check`."""

import re
import sys

import pytest

from nerconform.results.run import BAD, Level, Run, Verdict
from nerconform.results.values import decode
from tests.diagnosis.metrics import right
from tests.diagnosis.metrics.record import RIGHT

SIX = {metric.name: metric for metric in RIGHT if metric.function.__module__ == right.__name__}
ARRAYS = "compute_metrics"
LABELS = f'id2label = "{right.__name__}:LABELS"'
REQUIRED = (Level.LEGAL_DATA, Level.ILLEGAL_TAGS)
KNOWN = {"seqeval_strict_wrapped": 2}
"""Wrong answers on legal data that are known: seqeval's strict mode strips hyphens at either end of a type."""
FIVE = [name for name in SIX if name != ARRAYS]


def settle(repository: pytest.Pytester, name: str, *lines: str) -> None:
    """Write a pyproject.toml that has the table of the kit and nothing else."""
    metric = f'metric = "{right.__name__}:{name}"'
    repository.makepyprojecttoml("\n".join(["[tool.nerconform]", metric, *lines, ""]))


def expect_green(repository: pytest.Pytester, name: str) -> None:
    """Expect that pytest passes, and `nerconform check` without arguments."""
    result = repository.runpytest("--nerconform", "--nerconform-report=run.json")
    outcomes = result.parseoutcomes()
    assert result.ret == 0
    assert outcomes["passed"] > 100
    assert "failed" not in outcomes
    (run,) = decode((repository.path / "run.json").read_text(encoding="utf-8"), Run, "run.json").implementations
    assert [run.count(Verdict.KNOWN, level) for level in REQUIRED] == [KNOWN.get(name, 0), 0]
    assert not any(run.count(verdict, level) for verdict in BAD for level in REQUIRED)
    check = repository.run(sys.executable, "-m", "nerconform", "check")
    assert check.ret == 0, check.stdout.str() + check.stderr.str()
    assert f"{right.__name__}:{name}" in check.stdout.str()


def paragraphs(result: pytest.RunResult) -> list[str]:
    """Return what the plugin says that the metric does, a text for each paragraph."""
    said = result.stdout.str().partition("= nerconform =")[2]
    return re.findall(
        r"^  What the metric does wrong.*\n(?:    The .*\n|    Verified.*\n|  +If .*\n)*", said, re.MULTILINE
    )


def test_six_right_metrics_are_recorded() -> None:
    assert len(SIX) == 6
    assert [name for name, metric in SIX.items() if metric.calling] == [ARRAYS]


@pytest.mark.long
@pytest.mark.parametrize("name", FIVE)
def test_a_right_metric_is_green_from_two_lines(name: str, repository: pytest.Pytester) -> None:
    settle(repository, name, f'dialect = "{SIX[name].dialect}"')
    expect_green(repository, name)


@pytest.mark.long
def test_a_metric_of_arrays_needs_a_third_line_and_is_told_which(repository: pytest.Pytester) -> None:
    """Nothing in a function of arrays says which label an id means, and the kit does not guess facts about data."""
    settle(repository, ARRAYS, 'dialect = "seqeval"')
    result = repository.runpytest("--nerconform")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(['*In pyproject.toml: *id2label = "mypkg.model:LABELS"*'])
    settle(repository, ARRAYS, 'dialect = "seqeval"', LABELS)
    expect_green(repository, ARRAYS)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "mode", "status"), [("seqeval_wrapped", "default", 0), ("seqeval_strict_wrapped", "strict:IOB2", 1)]
)
def test_one_paragraph_says_which_line_to_change(
    name: str, mode: str, status: int, repository: pytest.Pytester
) -> None:
    """Held to conlleval, seqeval's default mode is wrong on bad input alone, which need not pass."""
    settle(repository, name, 'dialect = "conlleval"')
    result = repository.runpytest("--nerconform")
    assert result.ret == status
    (said,) = (one for one in paragraphs(result) if "seqeval" in one)
    assert f"The metric answers as seqeval:{mode} does. [library:seqeval:{mode}]" in said
    (line,) = re.findall(r"\(in pyproject.toml: (.*)\)", said)
    assert line == f'dialect = "{SIX[name].dialect}"'
    settle(repository, name, line)
    after = repository.runpytest("--nerconform")
    assert after.ret == 0
    assert not any("seqeval" in one for one in paragraphs(after))

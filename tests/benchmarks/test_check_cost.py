"""The benchmark of `check`: its metrics are right, and both ways of asking them answer alike."""

from pathlib import Path

import pytest

from benchmarks.check_cost import METRICS, OWN, asked, import_seconds


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_cost.py").write_text(OWN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", METRICS)
def test_the_metrics_are_right_on_a_small_example(name: str) -> None:
    space: dict[str, object] = {}
    exec(METRICS[name], space)  # noqa: S102 - the benchmark's own
    f1 = space["f1"]
    assert callable(f1)
    # one span of two is found, and one that is not there
    assert f1([["B-x", "O", "B-y"]], [["B-x", "B-z", "O"]]) == 0.5


def test_both_ways_of_asking_are_timed(folder: Path) -> None:
    one = asked("own_cost:f1", 1)
    assert min(*one.here, *one.child, one.start_here, one.start_child) > 0
    assert one.child.cpu > one.here.cpu  # a child costs the time of two processes
    assert import_seconds("own_cost", folder) < 10

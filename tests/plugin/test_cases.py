"""Golden cases as items: which there are, how they are selected, and what a failure says."""

import re

import pytest

from tests.plugin.conftest import configure

RIGHT = ('metric = "my_metrics:compute"', 'dialect = "conlleval"', 'cases = ["decode.*", "mat.exact.*", "input.*"]')
WRONG = ('metric = "my_metrics:ignores_type"', 'dialect = "conlleval"', 'cases = ["decode.*", "mat.exact.*"]')


def ids(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if line.startswith("nerconform::")]


def failures(result: pytest.RunResult) -> list[str]:
    return sorted(line for line in result.outlines if line.startswith("FAILED "))


def test_a_metric_that_is_right_passes_every_case_that_applies(repository: pytest.Pytester) -> None:
    configure(repository, *RIGHT)
    result = repository.runpytest("--nerconform")
    outcomes = result.parseoutcomes()
    assert set(outcomes) == {"passed"}
    assert outcomes["passed"] > 40
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*= nerconform =*", f"  {outcomes['passed']} golden cases: * pass; * do not apply"])


@pytest.mark.long
def test_a_failure_says_everything_and_shows_no_traceback(repository: pytest.Pytester) -> None:
    configure(repository, *WRONG, 'levels = "legal-data"')
    result = repository.runpytest("--nerconform", "-k", "mat.exact.wrong-type")
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            "*FAIL mat.exact.wrong-type*(legal data)",
            "*clause*MAT-*",
            "*case*fixtures/5-matching.yaml:*",
            "*gold  *",
            "*pred  *",
            "*asked*expected*got",
            "*strict.micro.f1*",
            "*because ignores-type: A prediction with the start and end of a gold entity is right*",
            "*The reference with this change gives all 2 wrong answers, and every right one.",
            "from my_metrics import ignores_type",
            "print(ignores_type(gold, pred))",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "items.py" not in result.stdout.str()


@pytest.mark.long
def test_an_exception_in_place_of_a_score_is_the_cause_of_the_items_that_raise_it(repository: pytest.Pytester) -> None:
    configure(repository, 'metric = "my_metrics:knows_one_type"', 'cases = ["mat.exact.*"]')
    result = repository.runpytest("--nerconform")
    words = "raises KeyError instead of returning a score: 'LOC'"
    result.stdout.fnmatch_lines([f"*because raises-an-exception: It {words}*", f"*The metric {words}*"])
    said = result.stdout.str()
    assert said.count("because raises-an-exception") == result.parseoutcomes()["failed"] > 1
    assert "nothing explains it" not in said


def test_a_wrong_answer_of_a_level_that_is_not_required_is_an_expected_failure(repository: pytest.Pytester) -> None:
    cases = 'cases = ["input.unit-*", "mat.exact.wrong-type"]'
    lines = ('metric = "my_metrics:accepts_everything"', 'dialect = "conlleval"', cases)
    configure(repository, *lines)
    by_default = repository.runpytest("--nerconform", "-rx")
    assert by_default.ret == 0
    assert by_default.parseoutcomes().keys() == {"passed", "xfailed"}
    by_default.stdout.fnmatch_lines(["XFAIL *input.unit-* - bad-input is not required: *"])
    configure(repository, *lines, 'levels = ["legal-data", "illegal-tags", "bad-input"]')
    required = repository.runpytest("--nerconform").parseoutcomes()
    assert required["failed"] == by_default.parseoutcomes()["xfailed"]


@pytest.mark.long
def test_items_are_selected_by_keyword_marker_and_id(repository: pytest.Pytester) -> None:
    configure(repository, *RIGHT)
    repository.makepyfile(test_own="def test_own(): pass")
    everything = ids(repository.runpytest("--nerconform", "--collect-only", "-q"))
    assert len(everything) > 40
    some = ids(repository.runpytest("--nerconform", "--collect-only", "-q", "-k", "orphan and not bioes"))
    assert 0 < len(some) < len(everything)
    assert all("orphan" in one for one in some)
    assert repository.runpytest("--nerconform", "-m", "nerconform").parseoutcomes()["passed"] == len(everything)
    assert repository.runpytest("--nerconform", "-m", "not nerconform").parseoutcomes()["passed"] == 1
    assert repository.runpytest(some[0]).parseoutcomes() == {"passed": 1}
    assert repository.runpytest(*some[:2], "test_own.py").parseoutcomes() == {"passed": 3}
    whole = repository.runpytest("nerconform::my_metrics:compute")
    assert whole.parseoutcomes() == {"passed": len(everything)}
    missing = repository.runpytest("nerconform::my_metrics:compute::no.such")
    assert missing.ret == pytest.ExitCode.USAGE_ERROR
    missing.stderr.fnmatch_lines(["*there is no item nerconform::my_metrics:compute::no.such*"])


@pytest.mark.long
def test_the_last_failures_are_run_again_alone(repository: pytest.Pytester) -> None:
    configure(repository, *WRONG, 'levels = "legal-data"')
    first = repository.runpytest("--nerconform").parseoutcomes()
    again = repository.runpytest("--nerconform", "--lf").parseoutcomes()
    assert first["failed"] > 0
    assert first["passed"] > 0
    assert again["failed"] == first["failed"]
    assert "passed" not in again


@pytest.mark.long
def test_workers_report_as_one_process_does(repository: pytest.Pytester) -> None:
    configure(repository, *WRONG, 'levels = "legal-data"')
    alone = repository.runpytest("--nerconform", "--nerconform-report=alone.json")
    result = repository.runpytest_subprocess("--nerconform", "--nerconform-report=report.json", "-n", "2")
    assert result.parseoutcomes() == alone.parseoutcomes()
    assert failures(result) == failures(alone) != []
    assert "because ignores-type" in result.stdout.str()
    assert (repository.path / "report.json").read_bytes() == (repository.path / "alone.json").read_bytes()
    chosen = repository.runpytest_subprocess("-n", "1", "nerconform::my_metrics:ignores_type::mat.exact.wrong-type")
    assert chosen.parseoutcomes() == {"failed": 1}


def test_the_setting_counts_where_no_paths_are_given(repository: pytest.Pytester) -> None:
    configure(repository, *RIGHT, ini="nerconform = true")
    repository.makepyfile(test_own="def test_own(): pass")
    assert repository.runpytest().parseoutcomes()["passed"] > 40
    assert repository.runpytest("test_own.py").parseoutcomes() == {"passed": 1}
    assert repository.runpytest("test_own.py", "--nerconform").parseoutcomes()["passed"] > 40


@pytest.mark.long
def test_several_metrics_are_a_list_or_a_list_of_tables(repository: pytest.Pytester) -> None:
    narrow = 'cases = ["mat.exact.wrong-type"]'
    configure(repository, 'metric = ["my_metrics:compute", "my_metrics:ignores_type"]', narrow)
    assert repository.runpytest("--nerconform").parseoutcomes() == {"passed": 1, "failed": 1}
    tables = '[[tool.nerconform.metrics]]\nmetric = "my_metrics:compute"\ndialect = "iob2-discard"'
    configure(repository, narrow, tables, tables.replace("compute", "ignores_type"))
    assert repository.runpytest("--nerconform").parseoutcomes() == {"passed": 1, "failed": 1}


def test_the_plugin_can_be_blocked(repository: pytest.Pytester) -> None:
    configure(repository, *RIGHT)
    repository.makepyfile(test_own="def test_own(): pass")
    assert repository.runpytest_subprocess("-p", "no:nerconform").parseoutcomes() == {"passed": 1}
    blocked = repository.runpytest_subprocess("-p", "no:nerconform", "--nerconform")
    assert blocked.ret == pytest.ExitCode.USAGE_ERROR


def test_off_it_loads_nothing(repository: pytest.Pytester) -> None:
    configure(repository, *RIGHT)
    repository.makepyfile(
        test_own="""
        import sys

        def test_own(pytestconfig):
            assert pytestconfig.pluginmanager.has_plugin("nerconform")
            heavy = ("yaml", "numpy", "rich", "seqeval", "nervaluate", "sklearn")
            kit = [name for name in sys.modules if name.startswith("nerconform")]
            assert kit == ["nerconform", "nerconform.pytest_plugin"]
            assert not {*heavy} & {*sys.modules}
        """
    )
    result = repository.runpytest_subprocess(
        "-p", "no:hypothesispytest", "-p", "no:xdist", "-p", "no:_hypothesis_ftz_detector"
    )
    assert result.parseoutcomes() == {"passed": 1}, result.stdout.str()


def test_a_run_in_another_folder_prints_ids_that_it_takes(
    repository: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(repository, *RIGHT)
    monkeypatch.chdir(repository.mkdir("deeper"))
    shown = repository.runpytest("--nerconform", "-v", "-k", "mat.exact.wrong-type").stdout.str()
    (found,) = re.findall(r"^(\S*nerconform::\S+) PASSED", shown, re.MULTILINE)
    assert repository.runpytest(found).parseoutcomes() == {"passed": 1}

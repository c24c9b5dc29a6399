"""Whatever a metric does, the kit goes on, and says what happened."""

import pytest

import nerconform as nc
from nerconform.asking.outputs import UnreadableResult
from nerconform.reference.refusals import UnknownDialect, UnknownOption
from nerconform.reporting.run_view import why_lines
from nerconform.results.run import Level, Run, Verdict
from nerconform.suite.cases import load_suite

CASES = ["mat.exact.*"]


def run_of(name: str, cases: list[str] = CASES) -> Run:
    return nc.check(f"tests.hostile:{name}", dialect="conlleval", cases=cases)


def verdicts(name: str) -> set[Verdict]:
    return {result.verdict for result in run_of(name).implementations[0].results} - {Verdict.UNSUPPORTED}


def test_what_a_metric_prints_goes_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    assert verdicts("prints") == {Verdict.PASS}
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["leaves", "raises_what_nobody_catches", "raises_the_unprintable"])
def test_any_exception_but_the_users_own_interrupt_is_an_error_of_the_metric(name: str) -> None:
    assert verdicts(name) == {Verdict.ERROR}


@pytest.mark.long
def test_a_metric_that_ends_is_explained_by_how_it_ended() -> None:
    (_, line) = why_lines(run_of("ends_its_process").implementations[0])
    assert line == (
        "  The metric returns no score: the program ended with exit status 0 before it answered. [raises-an-exception]"
    )


def test_a_metric_cannot_change_the_cases() -> None:
    before = [(case.question.gold, case.question.pred) for case in load_suite().cases]
    assert verdicts("empties_its_input") == {Verdict.PASS}
    (run,) = nc.check("tests.hostile:empties_its_input", "reference:conlleval", cases=CASES).implementations[1:]
    assert run.count(Verdict.FAIL) == 0
    assert before == [(case.question.gold, case.question.pred) for case in load_suite().cases]


@pytest.mark.long
def test_single_precision_is_named_as_such() -> None:
    results = run_of("single_precision", ["*"]).implementations[0].results
    texts = [
        mismatch.got_text for result in results for mismatch in result.mismatches if result.level is Level.LEGAL_DATA
    ]
    assert texts
    assert all("right in single precision" in text for text in texts)


def test_a_decimal_is_a_number() -> None:
    assert verdicts("decimal") == {Verdict.PASS}


def test_a_result_that_cannot_be_read_is_said_once() -> None:
    with pytest.raises(UnreadableResult, match=r"tests\.hostile:text: the metric returned the str '1 and 1 sentences"):
        run_of("text")


def test_a_dialect_that_nobody_takes_is_refused() -> None:
    with pytest.raises(UnknownOption, match="only libraries are named"):
        nc.check("reference:semeval", dialect="conlleval", cases=CASES)
    with pytest.raises(UnknownDialect, match="there is no dialect 'nonsense'"):
        nc.check("tests.hostile:prints", dialect="nonsense", cases=CASES)


def test_a_metric_cannot_change_bad_input_for_those_after_it() -> None:
    cases = ["input.*", "tags.*"]
    (alone,) = nc.check("reference:conlleval", cases=cases).implementations
    _, after = nc.check("tests.hostile:empties_its_input", "reference:conlleval", cases=cases).implementations
    assert after == alone

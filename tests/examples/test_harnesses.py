"""The harnesses of a page each speak the protocol, and the small metric in each is right."""

import shlex
import shutil
from pathlib import Path

import pytest

from nerconform.asking.external import External
from nerconform.asking.observation import Answer, Refusal
from nerconform.asking.protocol import ask
from nerconform.products.check.smoke_test import smoke
from nerconform.products.check.suite_run import check
from nerconform.reference.decoding import Side
from nerconform.results.run import ImplementationRun, Level, Verdict
from nerconform.results.smoke_result import SmokeVerdict, TrialState
from tests.libraries.asking_libraries import tags

FOLDER = Path(__file__).parents[2] / "examples" / "harnesses"
HARNESSES = {
    "python": ("python3", FOLDER / "python" / "harness.py"),
    "perl": ("perl", FOLDER / "perl" / "harness.pl"),
    "javascript": ("node", FOLDER / "javascript" / "harness.js"),
}
_A_PAGE = 90


def command(language: str) -> str:
    """Return how a harness is started; without its interpreter nothing can be said of it."""
    interpreter, script = HARNESSES[language]
    if shutil.which(interpreter) is None:
        pytest.skip(f"{interpreter} is not installed")
    return shlex.join([interpreter, str(script)])


def checked(language: str) -> ImplementationRun:
    with External(command(language)) as one:
        return check(one).implementations[0]


@pytest.mark.parametrize("language", HARNESSES)
def test_every_golden_case_that_it_is_asked_passes(language: str) -> None:
    found = checked(language)
    wrong = [result for result in found.results if result.verdict not in {Verdict.PASS, Verdict.UNSUPPORTED}]
    assert [(result.case, result.verdict, result.reason, result.mismatches) for result in wrong] == []
    assert found.count(Verdict.PASS, Level.LEGAL_DATA) > 100
    assert found.count(Verdict.PASS, Level.BAD_INPUT) > 10
    assert found.version == f"example-{language} 1.0"


@pytest.mark.parametrize("language", HARNESSES)
def test_smoke_finds_nothing(language: str) -> None:
    found = smoke(f"exec:{command(language)}")
    (one,) = found.implementations
    assert (found.status, one.verdict, one.form, one.scheme) == (0, SmokeVerdict.WORKS, "tags", "IOB2")
    assert {trial.state for trial in one.trials} == {TrialState.RIGHT}


@pytest.mark.parametrize("language", HARNESSES)
def test_types_in_other_scripts_come_back_as_they_went(language: str) -> None:
    with External(command(language)) as one:
        answer = ask(one, tags(["B-Größe I-Größe", "B-人名-😀"], ["B-Größe O", "B-人名-😀"], "tp", "f1"))
        refused = ask(one, tags(["B-A"], ["X-A"], "tp"))
    assert isinstance(answer, Answer)
    assert {str(measure): value for measure, value in answer.values.items()} == {
        "strict.micro.tp": 1,
        "strict.micro.f1": 0.5,
    }
    assert answer.spans == {
        Side.GOLD: [(("Größe", 0, 2),), (("人名-😀", 0, 1),)],
        Side.PRED: [(("Größe", 0, 1),), (("人名-😀", 0, 1),)],
    }
    assert isinstance(refused, Refusal)
    assert "X-A" in refused.message


@pytest.mark.parametrize("language", HARNESSES)
def test_a_harness_is_a_page(language: str) -> None:
    _, script = HARNESSES[language]
    assert len(script.read_text(encoding="utf-8").splitlines()) <= _A_PAGE
    assert script.stat().st_mode & 0o100

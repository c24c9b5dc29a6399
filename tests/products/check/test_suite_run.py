"""`nc.check`: right metrics pass, tiny bad ones are caught, known divergences are held to their values (KIT-3)."""

import sys
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.commands.main import main
from nerconform.libraries.registry import UnknownImplementation
from nerconform.products.check.suite_run import NoSuchCase
from nerconform.results.run import BAD, ImplementationRun, Level, Run, Verdict, same_answer
from nerconform.results.values import decode
from tests import miniatures
from tests.shares import one_in

BAD_METRICS = [metric.__name__ for metric in miniatures.BAD]
QUICK = "ignores_bounds"
"""The README's command runs this one; the long tests run all."""


@pytest.mark.long
@pytest.mark.parametrize("dialect", one_in(3, nc.dialects()))
def test_the_reference_passes_its_own_suite_in_every_dialect(dialect: str) -> None:
    (run,) = nc.check(f"reference:{dialect}").implementations
    assert run.passed
    assert run.count(Verdict.PASS) > 600
    assert run.count(Verdict.KNOWN) == 0


def test_a_sound_metric_of_ones_own_passes() -> None:
    run = nc.check("tests.miniatures:sound", dialect="conlleval")
    wrong = [result for result in run.implementations[0].results if result.verdict in BAD]
    assert [result.case for result in wrong if result.level is not Level.BAD_INPUT] == []
    assert run.passed


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == QUICK else pytest.mark.long) for name in BAD_METRICS]
)
def test_every_tiny_bad_metric_is_caught(name: str) -> None:
    run = nc.check(f"tests.miniatures:{name}", dialect="conlleval")
    assert not run.passed
    assert any(
        result.verdict is Verdict.FAIL and result.level is not Level.BAD_INPUT
        for result in run.implementations[0].results
    )


def test_there_are_ten_tiny_bad_metrics() -> None:
    assert len(BAD_METRICS) == 10


@pytest.mark.long
def test_a_divergence_tells_everything_that_a_report_needs() -> None:
    run = nc.check("tests.miniatures:ignores_type", dialect="conlleval")
    result = next(one for one in run.implementations[0].results if one.verdict is Verdict.FAIL)
    assert result.why
    assert result.gold
    assert result.mismatches
    assert result.place.startswith("fixtures/")
    assert "ignores_type" in result.reproduction
    assert result.dialect.startswith("scheme:")


def known_file(folder: Path, case: str, measure: str, value: str) -> Path:
    path = folder / "known.yaml"
    path.write_text(
        f"""prose: Divergences of a metric of one's own.
causes:
  - cause: ignores-the-type
    library: tests.miniatures
    versions: ">=0"
    title: It compares bounds alone
    words: The metric never looks at the type, so a wrong type is right.
    clause: MAT-1
    cases:
      tests.miniatures:ignores_type:
        {case}: {{{measure}: "{value}"}}
""",
        encoding="utf-8",
    )
    return path


def test_pinned_values_are_compared_as_numbers_and_texts() -> None:
    assert same_answer({"a": "0.333333333333"}, {"a": "0.33333333333300001"})
    assert same_answer({"a": "ValueError: x"}, {"a": "ValueError: x"})
    assert not same_answer({"a": "0.3"}, {"a": "0.4"})
    assert not same_answer({"a": "0.3"}, {"a": "0.3", "b": "1"})


def test_cases_can_be_selected_by_pattern() -> None:
    (run,) = nc.check("reference:conlleval", cases=["documents.000.*"]).implementations
    assert {result.case.split(".")[1] for result in run.results} == {"000"}
    with pytest.raises(NoSuchCase, match="no golden case matches 'nothing'"):
        nc.check("reference:conlleval", cases=["documents.*", "nothing"])


def test_a_known_divergence_of_a_case_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSuchCase, match=r"known.yaml:3: there is no golden case 'no.such'"):
        nc.check("reference:conlleval", known=known_file(tmp_path, "no.such", "strict.micro.f1", "1"))


def test_a_function_is_checked_like_its_import_path() -> None:
    cases = "mat.exact.*"
    (by_name,) = nc.check("tests.miniatures:sound", dialect="conlleval", cases=cases).implementations
    (itself,) = nc.check(miniatures.sound, dialect="conlleval", cases=cases).implementations
    assert itself == by_name


@pytest.mark.parametrize("nothing", [(), (3,)])
def test_what_is_no_implementation_is_refused(nothing: tuple[int, ...]) -> None:
    with pytest.raises(UnknownImplementation, match=r"is not a function|no metric is named"):
        nc.check(*nothing)  # type: ignore[arg-type] # that is the point


SETTINGS = """[tool.nerconform]
metric = "half:compute"
dialect = "conlleval"
cases = ["mat.exact.wrong-type", "input.unit-*"]
{}
[tool.pytest.ini_options]
pythonpath = ["src"]
"""
HALF = """
import nerconform as nc


def compute(gold, pred):
    try:
        return float(nc.evaluate(gold, pred, "conlleval").f1)
    except Exception:
        raise TypeError("no") from None
"""


def test_without_an_implementation_the_metrics_are_those_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "half.py").write_text(HALF, encoding="utf-8")
    monkeypatch.setattr("sys.path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "pyproject.toml"

    def checked(line: str, *args: str) -> tuple[int, ImplementationRun]:
        settings.write_text(SETTINGS.format(line), encoding="utf-8")
        status = main(["check", "--format", "json", *args])
        return status, decode(capsys.readouterr().out, Run, "stdout").implementations[0]

    status, run = checked("")
    assert (status, run.name, run.levels) == (0, "half:compute", (Level.LEGAL_DATA, Level.ILLEGAL_TAGS))
    assert {result.case for result in run.results} > {"mat.exact.wrong-type"}
    assert run.count(Verdict.ERROR, Level.BAD_INPUT) > 0
    assert checked("", "--levels", "legal-data,bad-input")[0] == 1
    assert checked('levels = "bad-input"')[0] == 1
    assert checked('levels = "bad-input"', "--levels", "legal-data")[0] == 0
    assert checked('levels = "bad-input"\nrefusals = ["TypeError"]')[0] == 0
    (one,) = checked("", "--case", "mat.exact.wrong-type")[1].results
    assert (one.case, one.verdict) == ("mat.exact.wrong-type", Verdict.PASS)


def test_declared_refusals_are_said_on_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(HALF, encoding="utf-8")
    monkeypatch.setattr("sys.path", [*sys.path, str(tmp_path)])
    args = ["check", "half:compute", "--levels", "bad-input", "--case", "input.unit-*", "--format", "json"]
    assert main(args) == 1
    assert main([*args, "--refusals", "ValueError,TypeError"]) == 0


@pytest.mark.long
def test_a_scheme_is_named_beside_a_dialect_or_alone(capsys: pytest.CaptureFixture[str]) -> None:
    metric = "tests.diagnosis.metrics.tags_decoded:bioes_single_is_outside"
    for given, dialect in (((), "conlleval,scheme:BIOES"), (("--dialect", "seqeval"), "seqeval,scheme:BIOES")):
        args = ("check", metric, "--scheme", "BIOES", *given, "--case", "decode.bioes*", "--format", "json")
        assert main(args) == 1
        (run,) = decode(capsys.readouterr().out, Run, "stdout").implementations
        assert {result.dialect_short for result in run.results if result.verdict is Verdict.FAIL} == {dialect}

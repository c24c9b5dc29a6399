"""A command line of the wrong form is answered with the right one, ready to paste."""

import argparse
import sys
from pathlib import Path

import pytest

from nerconform.commands.near_names import measures_like
from nerconform.commands.right_form import with_modules
from nerconform.commands.verb_parser import build_parser
from tests.commands.conftest import Command

ANSWERS: dict[str, list[str]] = {
    # Verbs that read files take implementations after --with.
    "compare a.conll seqeval nervaluate": ["compare a.conll --with seqeval,nervaluate"],
    "compare FILE seqeval": ["compare FILE --with seqeval"],
    "compare seqeval a.conll b.conll": ["compare a.conll b.conll --with seqeval"],
    "compare a.conll --with seqeval nervaluate": ["compare a.conll --with seqeval,nervaluate"],
    "compare a.conll mypkg.metrics:evaluate": ["compare a.conll --with mypkg.metrics:evaluate"],
    "compare a.conll seqeval --measure strict.macro.f1": ["compare a.conll --with seqeval --measure strict.macro.f1"],
    "compare seqeval nervaluate": ["compare FILE --with seqeval,nervaluate", "diff seqeval nervaluate"],
    "compare a.conll --library seqeval": ["compare a.conll --with seqeval"],
    "compare a.conll b.conll c.conll": ["compare a.conll b.conll --against c.conll"],
    "compare a.conll BIOES": ["compare a.conll --scheme BIOES"],
    "score a.conll seqeval": ["compare a.conll --with seqeval"],
    "score a.conll --with seqeval": ["compare a.conll --with seqeval"],
    "score a.conll semeval": ["score a.conll --dialect semeval"],
    "score a.conll BIOES": ["score a.conll --scheme BIOES"],
    "score a.conll b.conll c.conll": ["score a.conll b.conll", "score a.conll c.conll"],
    "score --gold a.conll --pred b.conll --scheme BIOES": ["score a.conll b.conll --scheme BIOES"],
    "sweep a.conll nervaluate": ["compare a.conll --with nervaluate"],
    "validate a.conll seqeval": ["compare a.conll --with seqeval"],
    "validate a.conll IOB1": ["validate a.conll --scheme IOB1"],
    "convert a.conll": ["convert a.conll --to BIOES"],
    "convert a.conll BILOU": ["convert a.conll --to BILOU"],
    "convert a.conll b.conll --to IOB1": ["convert a.conll --to IOB1", "convert b.conll --to IOB1"],
    # Verbs that run implementations take them without an option.
    "check --with seqeval": ["check seqeval"],
    "check --implementation seqeval --format json": ["check seqeval --format json"],
    "check seqeval,nervaluate": ["check seqeval nervaluate"],
    "check seqeval==1.2.2": ["releases seqeval --versions 1.2.2"],
    "diff --with seqeval,nervaluate": ["diff seqeval nervaluate"],
    "diff seqeval --with nervaluate": ["diff seqeval nervaluate"],
    "diff seqeval nervaluate conlleval": ["diff seqeval nervaluate"],
    "smoke --with mypkg.metrics:evaluate": ["smoke mypkg.metrics:evaluate"],
    "identify --with seqeval:default": ["identify seqeval:default"],
    "identify seqeval:default nervaluate": ["identify seqeval:default", "identify nervaluate"],
    "known mypkg.metrics:evaluate": ["known --write mypkg.metrics:evaluate"],
    "releases --with seqeval": ["releases seqeval"],
    "releases seqeval@1.2.2": ["releases seqeval --versions 1.2.2"],
    "releases seqeval 1.2.1 1.2.2": ["releases seqeval --versions 1.2.1,1.2.2"],
    # They read no files.
    "check a.conll": ["compare a.conll"],
    "check seqeval a.conll": ["compare a.conll --with seqeval"],
    "check nowhere.conll": ["compare nowhere.conll"],
    "check run.json": ["report run.json"],
    "check pkg/metrics.py": ["check pkg.metrics:FUNCTION"],
    "check program": ["check exec:./program"],
    "smoke a.conll": ["compare a.conll"],
    "identify a.conll": ["compare a.conll"],
    "releases a.conll": ["compare a.conll"],
    "diff a.conll b.conll": ["compare a.conll b.conll"],
    "diff seqeval a.conll b.conll": ["diff seqeval --data a.conll b.conll"],
    "diff run.json run.json": ["diff-reports run.json run.json"],
    # Nothing is named.
    "check": ["check seqeval"],
    "compare": ["compare predictions.conll"],
    "diff": ["diff seqeval --examples 5000 --seed 7"],
    "releases": ["releases seqeval nervaluate --output reports"],
    "smoke": ["smoke 'exec:./my-metric --json'"],
    "explain": ["explain DEC-5"],
    # Verbs and options that there are not.
    "matrix seqeval --seed 3": ["releases seqeval --seed 3"],
    "chek seqeval": ["check seqeval"],
    "comapre a.conll": ["compare a.conll"],
    "help check": ["check --help"],
    "help": ["--help"],
    "seqeval": ["check seqeval"],
    "a.conll b.conll": ["score a.conll b.conll", "compare a.conll b.conll"],
    "check seqeval --json": ["check seqeval --format json"],
    "check seqeval --dialekt conlleval": ["check seqeval --dialect conlleval"],
    "check seqeval -o run.json": ["check seqeval --output run.json"],
    "list libraries": ["list implementations"],
}

NEAR = {
    "check seqval": "Do you mean seqeval",
    "score a.conll --dialect conleval": "Do you mean conlleval?",
    "validate a.conll --scheme BOIES": "Do you mean BIOES",
    "check seqeval:strct": "Do you mean seqeval:strict or",
    "releases seqevl": "Do you mean seqeval",
    "check reference:semevl": "Do you mean semeval",
    "score a.conll --set polcy=discard": "Do you mean policy",
    "score a.conll --schemas strct": "Do you mean strict?",
    "score a.conll --measure f1": "Do you mean strict.micro.f1?",
    "sweep a.conll --measure strict.micor.f1": "Do you mean strict.micro.f1?",
    "compare a.conll --measure overall_precison": "Do you mean strict.micro.precision?",
    "check mymetrics:scor": "Do you mean mymetrics:score",
    "check mymetrics:f1_scor": "Do you mean mymetrics:f1_score",
    "check mymetric:score": "Do you mean mymetrics:score",
    "identify mypack.metrcs:score": "Do you mean mypack.metrics:score?",
    "smoke mypck.metrics:score": "Do you mean mypack.metrics:score?",
    "list dialcts": "Do you mean dialects?",
    "score a.conll --engine columnr": "Do you mean columnar?",
    "check seqeval --bridge": "check has no option --bridge; compare has it",
    "diff seqeval --limit 300": "diff has no option --limit",
    "check nowhere.py:score": "there is no file nowhere.py. Check the path. A function is named as FILE:FUNCTION",
    "check seqeval --zzz": "See the options that it has: nerconform check --help",
    "zzz": "there is no verb 'zzz'. Use check, diff, compare,",
}


FUNCTIONS = "from statistics import mean as f1_score\n\n\ndef score(gold, pred):\n    return 1.0\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand beside some files."""
    for name in ("a.conll", "b.conll", "c.conll"):
        (tmp_path / name).write_text("EU B-ORG B-ORG\n", encoding="utf-8")
    (tmp_path / "run.json").write_text("{}", encoding="utf-8")
    (tmp_path / "program").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "program").chmod(0o755)
    (tmp_path / "mypack").mkdir()
    for name in ("mymetrics.py", "mypack/metrics.py"):
        (tmp_path / name).write_text(FUNCTIONS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mymetrics", raising=False)


@pytest.mark.parametrize("line", ANSWERS)
def test_a_wrong_form_is_answered_with_the_right_one(line: str, command: Command) -> None:
    status, out, err = command(*line.split())
    assert (status, out) == (2, "")
    first, *right = err.splitlines()
    assert first.startswith("nerconform: error: ")
    assert [answer.removeprefix("  nerconform ") for answer in right] == ANSWERS[line]


@pytest.mark.parametrize("line", NEAR)
def test_a_name_that_is_misspelt_is_answered_with_names_that_are_near(line: str, command: Command) -> None:
    if line.startswith("releases"):
        pytest.importorskip("hypothesis")
    status, out, err = command(*line.split())
    assert (status, out) == (2, "")
    assert NEAR[line] in err


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("f1", ["strict.micro.f1"]),
        ("F1-score", ["strict.micro.f1"]),
        ("overall_f1", ["strict.micro.f1"]),
        ("macro avg", ["strict.macro.f1"]),
        ("type{PER}.f1", ["strict.type{PER}.f1"]),
        ("partial.recal", ["partial.micro.recall"]),
        ("exact.micro.f0.5x", []),
        ("f1 of f1", []),
        ("accuracy", []),
        ("", []),
    ],
)
def test_a_measure_of_another_tool_is_answered_with_the_one_that_it_may_mean(text: str, like: list[str]) -> None:
    assert measures_like(text) == like


def test_a_module_that_is_there_and_imports_what_is_not_has_no_near_name(command: Command, tmp_path: Path) -> None:
    (tmp_path / "wanting.py").write_text("import numpyy\n", encoding="utf-8")
    status, _, err = command("check", "wanting:f1")
    assert status == 2
    assert "No module named 'numpyy'" in err
    assert "Do you mean" not in err


def test_an_option_has_one_help_text_in_all_verbs() -> None:
    # What the verb does with the value differs there: whose dialect or scheme it is, how much is drawn or shown, what
    # the time limit is for.
    differ = {
        "--dialect",
        "--scheme",
        "--format",
        "--output",
        "--measure",
        "--examples",
        "--id2label",
        "--column",
        "--known",
        "--layers",
        "--plot",
        "--resamples",
        "--timeout",
    }
    texts: dict[str, set[str | None]] = {}
    for parser in build_parser()[1].values():
        for action in parser._actions:
            for flag in action.option_strings:
                texts.setdefault(flag, set()).add(action.help)
    assert {flag for flag, helps in texts.items() if len(helps) > 1} <= differ


@pytest.mark.parametrize("verb", build_parser()[1])
def test_help_fits_80_columns_and_explains_everything(verb: str, command: Command) -> None:
    parser = build_parser()[1][verb]
    assert all(action.help and action.help is not argparse.SUPPRESS for action in parser._actions)
    status, out, err = command(verb, "--help", width=80)
    assert (status, err) == (0, "")
    assert [line for line in out.splitlines() if len(line) > 80 and not line.startswith("  nerconform ")] == []
    assert f"examples:\n  nerconform {verb}" in out
    assert "exit status:\n  0  " in out


@pytest.mark.parametrize(
    "written", ["mymetrics.py:score", "./mymetrics.py:score", "mypack/metrics.py:score", "{}/mypack/metrics.py:score"]
)
def test_a_function_may_be_named_by_its_file(written: str, tmp_path: Path) -> None:
    module = "mymetrics" if "mymetrics" in written else "mypack.metrics"
    assert with_modules(["check", written.format(tmp_path), "--verbose"]) == ["check", f"{module}:score", "--verbose"]


def test_a_file_elsewhere_is_answered_with_the_two_lines_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path / "mypack")
    status, _, err = command("check", "../mymetrics.py:score", "--verbose")
    assert status == 2
    assert err.splitlines()[1:] == [f"  cd {tmp_path}", "  nerconform check mymetrics:score --verbose"]


def test_a_flag_of_another_meaning_is_not_taken_for_a_misspelt_one(command: Command) -> None:
    _, _, err = command("diff", "seqeval", "--limit", "300")
    assert "--timeout" not in err

"""Bad settings are a usage error at the start: status 4, the file, the key, the remedy, and no traceback."""

import pytest

from tests.plugin.conftest import configure

METRIC = 'metric = "my_metrics:compute"'


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['metric = "no_such.module:f"'], "metric: *Python finds no module no_such*pythonpath = *"),
        (['metric = "my_metrics:f"'], "metric: *has no function 'f'*"),
        (['metric = "my_metrics:METRIC"'], "metric: *"),
        (
            ['metric = "my_metrics:three"'],
            "metric: *the function needs gold, pred, average*options = { average = ... }",
        ),
        (['metric = "my_metrics:evaluation"'], '*a dict with keys eval_f1, eval_loss*f1 = "eval_f1"*'),
        (['metric = "my_metrics:spans"'], "metric: *takes one argument*input = *"),
        (["metric = 3"], "metric: the value is 3*metric = *"),
        ([], "metric: the key is missing*metric = *"),
        ([METRIC, 'dialect = "conleval"'], "dialect*conleval*"),
        ([METRIC, 'scheme = "IOB"'], "scheme*IOB*"),
        ([METRIC, 'known = "no.yaml"'], "known: there is no file no.yaml*--nerconform-known-write*"),
        ([METRIC, 'dialekt = "conlleval"'], "dialekt: this key does not exist*Did you mean dialect?"),
        ([METRIC, 'input = "tensor"'], "input*tensor*Use one of: tags (*"),
        ([METRIC, 'id2label = "config.json"'], "id2label*there is no file config.json*"),
        ([METRIC, "id2label = 3"], "id2label: 3 is an object of type int, not a list of labels*id2label = *"),
        (
            [METRIC, 'id2label = "my_metrics:NO"'],
            "id2label: the labels 'my_metrics:NO' cannot be read: *has no function 'NO'*id2label = *",
        ),
        ([METRIC, 'input = ["tags"]'], "input: *Use one of: tags (*"),
        (
            [METRIC, "options = { average = 1 }"],
            "options: an option sets the argument 'average', *Name an argument that the function has: gold*",
        ),
        ([METRIC, 'output = { "a.b.c.d" = "f" }'], "output: there is no measure *"),
        (
            [METRIC, 'input = "conll"'],
            "input: *--input conll passes one argument, and this function takes several: gold, pred*",
        ),
        ([METRIC, 'f1 = "best"'], "metric: *has no 'best'*Name the key*"),
        (['metric = ["my_metrics:compute", "my_metrics:compute"]'], "metric: *compute* is named twice*"),
        ([METRIC, 'levels = "hard"'], "levels: golden cases have no level 'hard'*legal-data, illegal-tags, bad-input*"),
        ([METRIC, 'kinds = "core"'], "kinds: this key does not exist*"),
        ([METRIC, 'cases = "no.such.*"'], "*no golden case matches 'no.such.[*]'*"),
        ([METRIC, 'input = "eval-prediction"'], "*nothing says which label each id means*id2label = *"),
        (['metric = "reference:conlleval"', 'dialect = "semeval"'], "dialect: this key is only for functions*"),
    ],
)
def test_bad_settings_end_the_run_before_it_begins(repository: pytest.Pytester, lines: list[str], said: str) -> None:
    configure(repository, *lines)
    result = repository.runpytest("--nerconform")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    text = result.stderr.str()
    assert "Traceback" not in text + result.stdout.str()
    result.stderr.fnmatch_lines([f"ERROR: nerconform: {said if said.startswith('*') else f'*pyproject.toml*{said}'}*"])


def test_without_settings_it_says_which_lines_are_missing(repository: pytest.Pytester) -> None:
    result = repository.runpytest("--nerconform")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: nerconform: *pyproject.toml*Make the file, with*metric = *and dialect = *"])
    repository.makepyprojecttoml("[tool.other]\n")
    result = repository.runpytest("--nerconform")
    result.stderr.fnmatch_lines(["ERROR: nerconform: *pyproject.toml: the file has no table*"])
    for text in ("nerconform = 3", "nerconform = [3]", "nerconform = []"):
        repository.makepyprojecttoml(f"[tool]\n{text}\n")
        result = repository.runpytest("--nerconform")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines(["ERROR: nerconform: *pyproject.toml: the file has no table*"])


@pytest.mark.parametrize("option", ["--nerconform-report=report.doc", "--nerconform-search=many"])
def test_bad_options_are_usage_errors_too(repository: pytest.Pytester, option: str) -> None:
    configure(repository, METRIC)
    result = repository.runpytest("--nerconform", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "Traceback" not in result.stderr.str()


@pytest.mark.long
@pytest.mark.parametrize(
    ("lines", "least"),
    [
        pytest.param(
            ['metric = "seqeval.metrics:classification_report"', 'dialect = "seqeval"'], 60, marks=pytest.mark.long
        ),
        pytest.param(['metric = "nervaluate:Evaluator"', 'dialect = "nervaluate-1"'], 60, marks=pytest.mark.long),
        (['metric = "hugging:compute_metrics"', 'dialect = "seqeval"', 'id2label = "hugging:LABELS"'], 50),
    ],
)
def test_real_callables_need_two_lines(repository: pytest.Pytester, lines: list[str], least: int) -> None:
    repository.makepyfile(
        hugging="""
        import numpy as np
        from seqeval.metrics import f1_score, precision_score, recall_score

        LABELS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG"]

        def compute_metrics(p):
            predictions, labels = p
            predictions = np.argmax(predictions, axis=2)
            pred = [[LABELS[i] for i, l in zip(*rows) if l != -100] for rows in zip(predictions, labels)]
            gold = [[LABELS[l] for i, l in zip(*rows) if l != -100] for rows in zip(predictions, labels)]
            return {
                "precision": precision_score(gold, pred),
                "recall": recall_score(gold, pred),
                "f1": f1_score(gold, pred),
            }
        """
    )
    configure(repository, *lines, 'levels = ["legal-data"]', 'cases = ["decode.*", "mat.*", "cnt.*", "sco.*"]')
    outcomes = repository.runpytest("--nerconform").parseoutcomes()
    assert outcomes["passed"] > least
    assert outcomes.get("failed", 0) <= 6  # those of seqeval's report, which are the library's own


@pytest.mark.long
def test_a_function_around_seqeval_is_told_which_line_to_change(repository: pytest.Pytester) -> None:
    repository.makepyfile(
        around="""
        from seqeval.metrics import f1_score, precision_score, recall_score


        def compute(gold, pred):
            return precision_score(gold, pred), recall_score(gold, pred), f1_score(gold, pred)
        """
    )
    cases = 'cases = ["bare.*", "unknown.*", "tags.*"]'
    configure(repository, 'metric = "around:compute"', 'dialect = "conlleval"', 'levels = ["legal-data"]', cases)
    said = repository.runpytest("--nerconform").stdout.str()
    assert "The metric answers as seqeval:default does." in said
    assert 'in pyproject.toml: dialect = "seqeval"' in said
    configure(repository, 'metric = "around:compute"', 'dialect = "seqeval"', 'levels = ["legal-data"]', cases)
    assert "answers as seqeval" not in repository.runpytest("--nerconform").stdout.str()

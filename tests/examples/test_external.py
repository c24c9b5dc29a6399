"""The harnesses around programs that are no part of this project: without them, and with one's own copy."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from nerconform.asking.external import External
from nerconform.asking.messages import ChildEnded
from nerconform.asking.observation import Answer, Crash, Printed, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Form, Question
from nerconform.products.check.smoke_test import smoke
from nerconform.products.check.suite_run import check
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from nerconform.results.run import ImplementationRun, Level, Verdict
from nerconform.results.smoke_result import SmokeVerdict, TrialState
from tests.diagnosis.test_recorded import side
from tests.examples.own_copies import FOLDER, VARIABLES, command, own_copy
from tests.steps import COPIES

RECORDED = Path(__file__).parents[1] / "diagnosis" / "data"
REPORT = """printf("processed 3 tokens with 2 phrases; found: 1 phrases; correct: 1.\\n");
printf("accuracy:  66.67%%; precision: 100.00%%; recall:  50.00%%; FB1:  66.67\\n");
printf("%17s: precision: 100.00%%; recall:  50.00%%; FB1:  66.67  1\\n", "PER");
"""
"""A report as the script prints one, for the part of the harness that reads it."""


def question(gold: list[str], pred: list[str], *measures: str, scheme: str = "IOB2", **choices: str) -> Question:
    asked = frozenset(map(Measure.parse, measures))
    left, right = ([unit.split() for unit in side] for side in (gold, pred))
    return Question(left, right, Form.TAGS, scheme=scheme, measures=asked, choices=choices)


def checked(name: str) -> ImplementationRun:
    with External(own_copy(name)) as one:
        return check(one).implementations[0]


def wrong(found: ImplementationRun) -> list[str]:
    """Return the golden cases that it answers otherwise, and not as is known."""
    fine = {Verdict.PASS, Verdict.UNSUPPORTED, Verdict.KNOWN}
    return [result.case for result in found.results if result.verdict not in fine]


@pytest.mark.parametrize("name", VARIABLES)
def test_a_path_that_leads_nowhere_is_said_before_anything_is_asked(name: str, tmp_path: Path) -> None:
    with pytest.raises(ChildEnded, match=rf"exit status 2 .*no \w+.*{VARIABLES[name]}"):
        External(command(name, str(tmp_path / "nowhere")))


@pytest.mark.parametrize("name", VARIABLES)
def test_without_a_path_the_variable_is_read(name: str, tmp_path: Path) -> None:
    harness = [sys.executable, str(FOLDER / name / "harness.py")]
    place = str(tmp_path / "here")
    done = subprocess.run(
        harness, env={**os.environ, VARIABLES[name]: place}, capture_output=True, text=True, check=False, input=""
    )
    assert done.returncode == 2
    assert "here" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def printing(tmp_path: Path) -> Callable[[str], External]:
    """Start the harness of the script around a program of ours that prints a report, whatever it is given."""
    if shutil.which("perl") is None:
        pytest.skip("perl is not installed")

    def start(program: str) -> External:
        path = tmp_path / "prints.pl"
        path.write_text(f"# version:   1999-06-26\nlocal $/; my $given = <STDIN>;\n{program}", encoding="utf-8")
        return External(command("conlleval_pl", str(path)))

    return start


def test_a_report_is_read_to_the_last_digit_and_the_child_stops(printing: Callable[[str], External]) -> None:
    names = ["strict.micro.tp", "strict.micro.fn", "strict.micro.f1", "strict.type{PER}.act", "strict.type{PER}.f1"]
    with printing(REPORT) as one:
        assert one.version == "conlleval.pl 1999.6.26"
        answer = ask(one, question(["B-PER O B-PER"], ["B-PER O O"], *names))
        tokens = ask(one, question(["B-PER O B-PER"], ["B-PER O O"], "strict.micro.recall", item="token"))
    assert isinstance(answer, Answer)
    assert [answer.values[Measure.parse(name)] for name in names] == [1, 1, Printed("66.67"), 1, Printed("66.67")]
    assert answer.rows == frozenset({"PER"})
    assert isinstance(tokens, Answer)
    assert list(tokens.values.values()) == [Printed("66.67")]


def test_every_token_is_one_line_and_every_unit_ends_with_an_empty_one(printing: Callable[[str], External]) -> None:
    program = 'die "conlleval: " . join("/", split(/\\n/, $given, -1)) . "\\n";'
    with printing(program) as one:
        answer = ask(one, question(["B-人 O", "", "O"], ["O O", "", "B-X"], "strict.micro.f1"))
    assert answer == Crash("died", "w B-人 O/w O O///w O B-X//")


def test_a_script_that_refuses_its_lines_has_refused(printing: Callable[[str], External]) -> None:
    with printing('print STDERR "unexpected number of features: 2 (3)\\n"; exit 1;') as one:
        refused = ask(one, question(["O"], ["O"], "strict.micro.f1"))
        longer = ask(one, question(["O O"], ["O"], "strict.micro.f1"))
    assert isinstance(refused, Refusal)
    assert isinstance(longer, Unsupported)


def test_without_tokens_no_ratio_is_printed(printing: Callable[[str], External]) -> None:
    program = 'print "processed 0 tokens with 0 phrases; found: 0 phrases; correct: 0.\\n";'
    with printing(program) as one:
        ratio, count = (ask(one, question([""], [""], name)) for name in ("strict.micro.f1", "strict.micro.act"))
    assert isinstance(ratio, Unsupported)
    assert isinstance(count, Answer)
    assert list(count.values.values()) == [0]


@COPIES
def test_the_script_passes_smoke() -> None:
    found = smoke(f"exec:{own_copy('conlleval_pl')}")
    assert (found.status, found.implementations[0].verdict) == (0, SmokeVerdict.WORKS)
    assert {trial.state for trial in found.implementations[0].trials} == {TrialState.RIGHT, TrialState.UNSUPPORTED}


@COPIES
@pytest.mark.parametrize(("name", "known"), [("conlleval_pl", 7), ("seqnereval", 48)])
def test_the_golden_cases_are_answered_but_for_what_is_known(name: str, known: int) -> None:
    found = checked(name)
    assert wrong(found) == []
    assert (found.count(Verdict.KNOWN), found.count(Verdict.PASS, Level.LEGAL_DATA) > 100) == (known, True)


@COPIES
def test_seqnereval_crashes_where_there_is_nothing_to_return() -> None:
    found = smoke(f"exec:{own_copy('seqnereval')}")
    states = [trial.state for trial in found.implementations[0].trials]
    assert (found.status, states.count(TrialState.CRASHED), states.count(TrialState.REFUSED)) == (1, 2, 2)


@COPIES
def test_seqnereval_takes_spans_as_it_takes_tags() -> None:
    name = Measure.parse("partial.micro.par")
    with External(own_copy("seqnereval")) as one:
        tags = ask(one, question(["B-X I-X O"], ["B-X O B-Y"], "partial.micro.par"))
        gold, pred = [[Span("X", 0, 2)]], [[Span("X", 0, 1), Span("Y", 2, 3)]]
        spans = ask(one, Question(gold, pred, Form.SPANS, measures=frozenset({name})))
    assert isinstance(tags, Answer)
    assert isinstance(spans, Answer)
    assert tags.values == spans.values == {name: 1}


@COPIES
@pytest.mark.parametrize("name", VARIABLES)
def test_ones_own_copy_answers_what_was_recorded(name: str) -> None:
    text = (RECORDED / f"recorded_{name}.yaml").read_text(encoding="utf-8")
    groups = [one for one in yaml.safe_load(text)["groups"] if _is_asked_by_its_harness(one)]
    asked = 0
    for group in groups:
        with External(f"{own_copy(name)} {group.get('mode', '')}") as one:
            for answer in group["answers"]:
                choices = {"item": "token"} if group["choices"].get("item") == "token" else {}
                gold, pred = (side(answer[name], group) for name in ("gold", "pred"))
                form = Form(group.get("form", "tags"))
                told = Question(gold, pred, form, scheme=group["scheme"], choices=choices)
                measures = [measure for measure in map(Measure.parse, group["measures"]) if one.answers(measure, told)]
                found = ask(one, replace(told, measures=frozenset(measures)))
                asked += 1
                if "error" in answer:
                    assert isinstance(found, Crash | Refusal), answer
                    assert found.error == answer["error"]
                else:
                    assert isinstance(found, Answer), answer
                    pairs = zip(map(Measure.parse, group["measures"]), answer["values"], strict=True)
                    values = {measure: value for measure, value in pairs if value != "-" and measure in measures}
                    given = {measure: float(str(value)) for measure, value in found.values.items()}
                    assert given == {measure: float(value) for measure, value in values.items()}, answer
    assert asked >= 40


def _is_asked_by_its_harness(group: dict[str, str]) -> bool:
    """Whether a group of recorded answers is in a scheme of the program, asked without its options."""
    return group["scheme"] != "BIOES" and not group.get("mode", "").startswith("-")

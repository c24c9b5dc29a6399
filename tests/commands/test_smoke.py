"""`nerconform smoke` tells a broken harness from a wrong metric."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import fastjsonschema
import pytest

from nerconform.asking.observation import Answer
from nerconform.asking.protocol import ask
from nerconform.asking.question import Form
from nerconform.asking.reference import ReferenceImplementation
from nerconform.products.check.smoke_test import QUESTIONS, question_of, smoke
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme
from nerconform.results.smoke_result import SmokeVerdict, TrialState
from tests.asking.ended import gone
from tests.commands.conftest import Command

CHILDREN = Path(__file__).parents[1] / "asking" / "children"
COUNTS = {
    "a corpus without sentences": (0, 0, 0),
    "a sentence without entities": (0, 0, 0),
    "one correct entity": (1, 0, 0),
    "one entity of the wrong type": (0, 1, 1),
    "one missed entity": (0, 0, 1),
    "one false positive": (0, 1, 0),
    "one correct entity after an empty sentence": (1, 0, 0),
}
"""Strict tp, fp and fn, by looking at the questions."""

METRIC = '''
def right(gold, pred):
    """Count equal tags but O: good enough for questions as small as these."""
    pairs = [pair for sides in zip(gold, pred) for pair in zip(*sides)]
    same = sum(one == other != "O" for one, other in pairs)
    marked = sum((one != "O") + (other != "O") for one, other in pairs)
    return 2 * same / marked if marked else 0.0


def wrong(gold, pred):
    return 1.0


def crashing(gold, pred):
    return 1 / sum(tag != "O" for unit in gold for tag in unit)


def useless(gold, pred):
    return "good"


def refusing(gold, pred):
    raise ValueError("no")
'''


@pytest.fixture(autouse=True)
def _metrics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "smoked_metrics.py").write_text(METRIC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "smoked_metrics", raising=False)


def child(way: str, *more: str) -> str:
    return "exec:" + shlex.join([sys.executable, "-S", "-E", str(CHILDREN / "misbehave.py"), way, *more])


@pytest.mark.parametrize("trivial", QUESTIONS, ids=lambda trivial: trivial.what)
@pytest.mark.parametrize(
    ("form", "scheme"), [(Form.TAGS, scheme) for scheme in Scheme] + [(Form.SPANS, Scheme.IOB2)], ids=str
)
def test_the_questions_are_what_their_names_say(trivial: object, form: Form, scheme: Scheme) -> None:
    found = next(one for one in QUESTIONS if one is trivial)
    answer = ask(ReferenceImplementation("", NAMED["semeval"]), question_of(found, form, scheme))
    assert isinstance(answer, Answer)
    values = {str(measure): value for measure, value in answer.values.items()}
    assert tuple(values.get(f"strict.micro.{count}", 0) for count in ("tp", "fp", "fn")) == COUNTS[found.what]


@pytest.mark.parametrize(
    ("name", "status", "verdict"),
    [
        ("smoked_metrics:right", 0, SmokeVerdict.WORKS),
        ("smoked_metrics:wrong", 1, SmokeVerdict.WRONG),
        ("smoked_metrics:crashing", 1, SmokeVerdict.WRONG),
        ("smoked_metrics:useless", 2, SmokeVerdict.BROKEN),
        ("smoked_metrics:refusing", 2, SmokeVerdict.BROKEN),
        ("reference:semeval", 0, SmokeVerdict.WORKS),
        ("reference:seqscore,align:phased", 0, SmokeVerdict.WORKS),
        (child("start-exit"), 2, SmokeVerdict.BROKEN),
        (child("crash"), 2, SmokeVerdict.BROKEN),
        ("exec:./no-such-program", 2, SmokeVerdict.BROKEN),
    ],
)
def test_a_broken_harness_is_told_from_a_wrong_metric(name: str, status: int, verdict: SmokeVerdict) -> None:
    found = smoke(name)
    assert (found.status, [one.verdict for one in found.implementations]) == (status, [verdict])


def test_each_question_says_what_became_of_it() -> None:
    states = {}
    for name in ("wrong", "crashing", "refusing"):
        (one,) = smoke(f"smoked_metrics:{name}").implementations
        states[name] = [trial.state for trial in one.trials]
    wrong, right, crashed = TrialState.WRONG, TrialState.RIGHT, TrialState.CRASHED
    # F1 is 1 where there is one correct entity, and 0 where there is nothing to find, under zero:0.
    assert states["wrong"] == [wrong, wrong, right, wrong, wrong, wrong, right]
    # 1 divided by the two marked tags is never right; by none of them it crashes.
    assert states["crashing"] == [crashed, crashed, wrong, wrong, wrong, crashed, wrong]
    assert set(states["refusing"]) == {TrialState.REFUSED}


def test_a_result_that_cannot_be_read_is_said_once() -> None:
    (one,) = smoke("smoked_metrics:useless").implementations
    assert one.fault.startswith("the metric returned the str 'good'")
    assert one.trials == ()


def test_a_child_that_breaks_on_one_question_answers_the_others() -> None:
    (one,) = smoke(child("crash")).implementations
    assert [trial.state for trial in one.trials].count(TrialState.BROKEN) == 1
    assert "the model is gone" in one.trials[1].reason


def test_one_broken_command_does_not_hide_the_others(command: Command) -> None:
    status, out, err = command("smoke", "exec:./no-such-program", "reference:semeval", "--format", "json")
    assert (status, err) == (2, "")
    found = json.loads(out)["implementations"]
    assert [one["verdict"] for one in found] == ["broken", "works"]
    assert "there is no program './no-such-program'" in found[0]["fault"]


@pytest.mark.parametrize("name", ["smoked_metrics:wrong", "smoked_metrics:useless", "reference:semeval", "exec:x y"])
def test_output_has_the_printed_form(name: str, command: Command) -> None:
    status, schema, err = command("smoke", "--json-schema")
    assert (status, err) == (0, "")
    _, out, _ = command("smoke", name, "--format", "json")
    fastjsonschema.compile(json.loads(schema))(json.loads(out))


def test_a_terminal_sees_each_question_and_who_is_to_blame(command: Command) -> None:
    status, out, err = command("smoke", "smoked_metrics:wrong", "smoked_metrics:useless", "--format", "text")
    assert (status, err) == (2, "")
    lines = out.splitlines()
    assert "  asked in tags (IOB2)" in lines
    assert "  right  one correct entity" in lines
    assert "  wrong  one missed entity                           strict.micro.f1: expected 0, got 1" in lines
    assert "The harness works; the metric is wrong on 5 of 7. `nerconform check` says more." in lines
    assert any(
        line.startswith("The harness is broken: the metric returned the str 'good', in which there is no score")
        for line in lines
    )
    assert not any(line != line.rstrip() for line in lines)
    assert out.count("the metric returned the str 'good'") == 1


def test_the_time_limit_is_an_option(command: Command) -> None:
    status, out, _ = command("smoke", child("start-deaf"), "--timeout", "0.2")
    assert status == 2
    assert "within 0.2 s" in out


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_limit_is_a_number_of_seconds(text: str, command: Command) -> None:
    status, out, err = command("smoke", "reference:semeval", "--timeout", text)
    assert (status, out) == (2, "")
    assert "--timeout" in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_ends_the_kit_ends_the_child(number: signal.Signals, tmp_path: Path) -> None:
    child = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(60)"
    program = [sys.executable, "-m", "nerconform", "smoke", f"exec:{shlex.join([sys.executable, '-S', '-c', child])}"]
    before = signal.signal(number, signal.SIG_DFL)  # a job in the background ignores SIGINT, and so would its children
    try:
        kit = subprocess.Popen(program, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    finally:
        signal.signal(number, before)
    pid = _written(tmp_path / "pid")
    kit.send_signal(number)
    _, err = kit.communicate(timeout=20)
    assert (kit.returncode, err) == (130, b"nerconform: stopped before the end, by Ctrl-C or SIGTERM\n")
    assert gone(pid)


def _written(path: Path) -> int:
    """Return the number that a file holds as soon as it does."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if path.exists() and (text := path.read_text(encoding="ascii")):
            return int(text)
        time.sleep(0.02)
    raise AssertionError("the child did not start")


def test_an_unknown_name_is_an_error(command: Command) -> None:
    status, out, err = command("smoke", "nonsense")
    assert (status, out) == (2, "")
    assert "'nonsense' is not a metric that nerconform can ask" in err


def test_the_reference_is_right_in_every_named_dialect() -> None:
    for name, dialect in NAMED.items():
        assert isinstance(dialect, Dialect)
        (one,) = smoke(f"reference:{name}").implementations
        assert one.verdict is SmokeVerdict.WORKS, name

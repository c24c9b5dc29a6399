"""What is served by the protocol answers as it does in this process."""

import io
import json
import math
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from nerconform.asking.external import External
from nerconform.asking.observation import Answer, Observation
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation, ask
from nerconform.libraries.registry import resolve
from nerconform.libraries.serve import main, serve
from nerconform.reference.measures import Measure
from nerconform.suite.cases import Case, CaseKind, load_suite
from nerconform.suite.judge import judge
from tests.libraries.asking_libraries import tags, values

SERVED = (
    "nervaluate",
    pytest.param("seqeval:strict", marks=pytest.mark.long),
    pytest.param("reference:semeval", marks=pytest.mark.long),
)


def command(*args: str) -> str:
    return shlex.join([sys.executable, "-m", "nerconform.libraries.serve", *args])


@pytest.fixture(params=SERVED, scope="module")
def both(request: pytest.FixtureRequest) -> Iterator[tuple[Implementation, External]]:
    """Give an implementation twice: in this process, and behind the protocol."""
    (here,) = resolve(request.param)
    with External(command(request.param), Limits(seconds=120)) as there:
        yield here, there


def comparable(observation: Observation) -> Observation:
    """Return an observation with `None` for every NaN, which JSON does not have."""
    if not isinstance(observation, Answer):
        return observation
    kept = {
        measure: None if isinstance(value, float) and math.isnan(value) else value
        for measure, value in observation.values.items()
    }
    return replace(observation, values=kept)


def cases(*kinds: CaseKind) -> list[Case]:
    """Return the cases of these kinds of which questions are sent."""
    return [case for case in load_suite().cases if case.kind in kinds and case.question.is_ordinary]


def test_who_is_served_says_so(both: tuple[Implementation, External]) -> None:
    here, there = both
    assert (there.serves, there.version) == (here.name, here.version)


def test_observations_and_judgements_are_the_same(both: tuple[Implementation, External]) -> None:
    here, there = both
    asked = cases(CaseKind.CORE, CaseKind.CONTRACT)
    assert len(asked) > 100
    for case in asked:
        observations = [comparable(ask(one, case.question)) for one in both]
        assert observations[0] == observations[1], case.id
    for case in cases(CaseKind.CONTRACT):
        one, other = (judge(case, each) for each in (here, there))
        assert (one.verdict, one.mismatches) == (other.verdict, other.mismatches), case.id


@pytest.mark.long
def test_a_function_is_held_to_the_dialect_that_is_said() -> None:
    with External(command("seqeval.metrics:f1_score", "--dialect", "iob2-discard")) as one:
        assert "policy:discard" in str(one.dialect(tags(["O"], ["O"], "f1")))


def test_what_a_library_prints_does_not_get_into_an_answer(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    module = f"{tmp_path}/loud.py"
    with open(module, "w", encoding="utf-8") as file:  # noqa: PTH123 - one line
        file.write("import os\n\ndef f1(gold, pred):\n    os.write(1, b'from C')\n    print('so')\n    return 0.5\n")
    monkeypatch.chdir(str(tmp_path))
    with External(command("loud:f1"), Limits(seconds=60)) as one:
        assert values(one, tags(["B-A"], ["B-A"], "f1")) == {"strict.micro.f1": 0.5}
        assert values(one, tags(["B-A"], ["B-A"], "f1")) == {"strict.micro.f1": 0.5}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("seqeval", "has several modes"),
        ("nonsense", "is not a metric that nerconform can ask"),
        ("no_such:f", "Python finds no module no_such"),
    ],
)
def test_what_cannot_be_served_is_said(name: str, words: str) -> None:
    done = subprocess.run(shlex.split(command(name)), input="", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_line_that_is_no_message_ends_the_server(capfd: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        shlex.split(command("reference:semeval")), input="hello\n", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "not JSON" in done.stderr
    assert capfd.readouterr().out == ""
    assert main.__doc__


class Untellable:
    """An implementation whose answer JSON cannot say."""

    name, version, refusals = "untellable", "untellable 1", ()
    dialect = answers = holds = reproduction = None

    def observe(self, _: object) -> Observation:
        return Answer({Measure.parse("strict.micro.f1"): {1}})  # type: ignore[dict-item] # that is the point


def test_an_answer_that_json_cannot_say_is_a_crash() -> None:
    asked = {"command": "run", "id": 4, "form": "tags", "scheme": "IOB2", "choices": {}, "ask": "scores"}
    out = io.BytesIO()
    serve(Untellable(), [json.dumps({**asked, "gold": [], "pred": []}).encode()], out.write)  # type: ignore[arg-type]
    answer = json.loads(out.getvalue())
    assert (answer["id"], answer["error"]["error"]) == (4, "TypeError")
